// The harness itself: what is wrong with a page fails its test.
import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { accessible, fitsWidth, startVisit, tabTo } from './browser.mjs';
import { doubleText, only } from './browsers.mjs';
import { atEnd } from './lib.mjs';

const head =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">';
const pages = {
  '/good': '<main><h1>Good</h1><button>First</button><button>Second</button></main>',
  '/console': '<script src="/log.js"></script>',
  '/throws': '<script src="/throw.js"></script>',
  '/rejects': '<script src="/reject.js"></script>',
  '/inline': '<script>document.title = "Executed"</script>',
  '/style': '<style>h1 { color: red }</style>',
  '/missing': '<img src="/nowhere.png" alt="Nothing">',
  '/elsewhere': '<script src="/elsewhere.js"></script>',
  '/unguarded': '<script src="/elsewhere.js"></script>',
  '/unnamed': '<main><h1>Unnamed</h1><button></button></main>',
  '/wide':
    '<main><h1>Wide</h1><div><b>An_unbreakable_word_that_is_much_longer_than_a_phone_is_wide_in_every_font</b></div></main>',
};
const scripts = {
  '/log.js': 'console.error("It went wrong")',
  '/throw.js': 'throw new Error("Nobody caught it")',
  '/reject.js': 'Promise.reject(new Error("Nobody awaited it"))',
  '/elsewhere.js': 'fetch("http://elsewhere.invalid/").catch(() => {})',
};
const server = http
  .createServer((request, response) => {
    const known = pages[request.url] ?? scripts[request.url];
    response.writeHead(known ? 200 : 404, {
      'content-type': scripts[request.url] ? 'text/javascript' : 'text/html',
      ...(request.url === '/unguarded'
        ? {}
        : { 'content-security-policy': "default-src 'self'; img-src 'self' data:" }),
    });
    response.end(pages[request.url] ? head + known : known);
  })
  .listen(0, '127.0.0.1');
await new Promise((resolve) => {
  server.once('listening', resolve);
});
atEnd(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${server.address().port}`;

async function visit(where, work, options = {}) {
  const one = await startVisit({ url, ...options });
  try {
    await one.page.goto(where, { waitUntil: 'networkidle' });
    await work(one);
  } finally {
    await one.context.close();
  }
}

test('a good page has no problem', () =>
  visit('/good', async ({ page, unexpected }) => {
    await accessible(page);
    await fitsWidth(page);
    await tabTo(page, page.getByRole('button', { name: 'Second' }));
    await assert.rejects(
      tabTo(page, page.getByRole('button', { name: 'Third' }), { most: 4 }),
      /is not reached by Tab: .*button "First"/,
    );
    assert.deepEqual(unexpected(), []);
  }));

for (const [where, problem] of [
  ['/console', /^console: It went wrong/],
  ['/throws', /^page: Error: Nobody caught it/],
  ['/rejects', /^page: Error: Nobody awaited it/],
  ['/inline', /^content policy: script-src-elem forbids inline/],
  ['/style', /^content policy: style-src-elem forbids inline/],
  ['/missing', /^console: Failed to load resource.*404/],
  ['/elsewhere', /^content policy: connect-src forbids http:\/\/elsewhere\.invalid\//],
  ['/unguarded', /^request: http:\/\/elsewhere\.invalid\/ is on another host/],
]) {
  test(`${where} is a problem`, async () => {
    await visit(where, async ({ page, unexpected }) => {
      assert.ok(
        unexpected().some((found) => problem.test(found)),
        unexpected().join('\n'),
      );
      assert.equal(await page.title(), 'A page');
    });
    if (where === '/console')
      await visit(where, async ({ unexpected }) => assert.deepEqual(unexpected(), []), { allow: [problem] });
  });
}

test('a button without a name is said with its rule', () =>
  visit('/unnamed', async ({ page }) => {
    await assert.rejects(accessible(page), /button-name \(critical\): .*\n {4}button\n/);
    await accessible(page, { without: ['button-name'] });
  }));

// On paper Firefox has light colours only.
test('a page keeps its colours and its paper while it is inspected', only('chromium', 'paper is light there'), () =>
  visit('/good', async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const media = () =>
      page.evaluate(() => ['print', '(prefers-color-scheme: dark)'].map((query) => matchMedia(query).matches));
    await accessible(page);
    assert.deepEqual(await media(), [true, true]);
    await accessible(page);
    assert.deepEqual(await media(), [true, true]);
  }),
);

test('a page that is too wide, or becomes so with large text, is said', () =>
  visit(
    '/wide',
    async ({ page }) => {
      await assert.rejects(fitsWidth(page), /px in 360 px.*b\. to \d+: An_unbreakable/s);
      await page.setViewportSize({ width: 800, height: 600 });
      await fitsWidth(page);
      await doubleText(page);
      await assert.rejects(fitsWidth(page), /px in 800 px/);
    },
    { width: 360 },
  ));
