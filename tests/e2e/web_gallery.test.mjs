// Every part of the dashboard in every state, from /dev/gallery: accessible in both themes, as it was drawn before, and
// used by keyboard, pointer and touch.
//
// The stored pictures (gallery/*.png) are of Debian's chromium with the bundled font. A section may differ in size by a
// pixel and in a hundredth of its pixels, which is what another rasteriser changes in the edges of letters; a colour, a
// weight or a space that changes is more. AT_GALLERY=update stores new ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { accessible, eventually, fitsWidth, focused, webTest } from './browser.mjs';
import { only } from './browsers.mjs';
import { atEnd, build, root } from './lib.mjs';

const web = path.join(root, 'web');
const vite = path.join(web, 'node_modules/vite/bin/vite.js');
assert.ok(fs.existsSync(vite), 'the gallery is built by vite: npm install in web/');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agentest-gallery-'));
atEnd(() => fs.rmSync(folder, { recursive: true }));
execFileSync(
  process.execPath,
  [vite, 'build', '--config', 'vite.gallery.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
  { cwd: web },
);

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const file = path.join(folder, pathname === '/dev/gallery' ? 'dev/gallery.html' : pathname);
  response.setHeader('Content-Security-Policy', "default-src 'self'; img-src 'self' data:");
  response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
  fs.readFile(file, (error, data) => response.writeHead(error ? 404 : 200).end(data));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
atEnd(() => server.close());
const url = `http://127.0.0.1:${server.address().port}`;

const galleryTest = (name, options, body) => webTest(name, { url, ...options }, body);

async function open(page) {
  await page.goto('/dev/gallery');
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

// The boxes of the sections, rounded outwards.
const boxesOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-section]')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { name: element.dataset.section, left, top: top + scrollY, width, height };
    }),
  );

// The share of pixels of each section that differ clearly between two pictures of the same size.
const differences = (page, pictures, boxes) =>
  page.evaluate(
    async ([pictures, boxes]) => {
      const [before, now] = await Promise.all(
        pictures.map(async (text) => {
          const image = new Image();
          image.src = `data:image/png;base64,${text}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          Object.assign(canvas, { width: image.width, height: image.height });
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context;
        }),
      );
      const sizes = [before, now].map(({ canvas }) => `${canvas.width} × ${canvas.height}`);
      const tall = Math.abs(before.canvas.height - now.canvas.height);
      if (before.canvas.width !== now.canvas.width || tall > 2) return { sizes };
      return {
        sizes,
        shares: boxes.map(({ name, left, top, width, height }) => {
          const box = [left, top, width, height].map(Math.round);
          const [first, second] = [before, now].map((context) => context.getImageData(...box).data);
          let count = 0;
          for (let at = 0; at < first.length; at += 4) {
            const channel = (index) => Math.abs(first[at + index] - second[at + index]);
            if (Math.max(channel(0), channel(1), channel(2)) > 48) count++;
          }
          return { name, share: count / (first.length / 4) };
        }),
      };
    },
    [pictures, boxes],
  );

const stored = (name) => path.join(root, 'tests/e2e/gallery', `${name}.png`);

async function asBefore(page, name) {
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
  if (process.env.AT_GALLERY === 'update') {
    fs.mkdirSync(path.dirname(stored(name)), { recursive: true });
    fs.writeFileSync(stored(name), picture);
    return;
  }
  const now = path.join(build, 'web-failures', `gallery-${name}.png`);
  fs.mkdirSync(path.dirname(now), { recursive: true });
  fs.writeFileSync(now, picture);
  const pictures = [fs.readFileSync(stored(name)), picture].map((data) => data.toString('base64'));
  const { sizes, shares } = await differences(page, pictures, await boxesOf(page));
  const say = `compare ${stored(name)} with ${now}; AT_GALLERY=update stores the new one`;
  assert.ok(shares, `the gallery was ${sizes[0]} and is ${sizes[1]}: ${say}`);
  const changed = shares.filter(({ share }) => share > 0.01);
  const words = changed.map(({ name: section, share }) => `${section} by ${(100 * share).toFixed(1)} %`);
  assert.deepEqual(words, [], `it looks otherwise: ${say}`);
  fs.rmSync(now);
}

const narrow = { viewport: { width: 900, height: 800 }, deviceScaleFactor: 1 };

for (const theme of ['light', 'dark'])
  galleryTest(
    `${theme}: it looks as it did`,
    { theme, motion: 'reduce', context: narrow, ...only('chromium', 'the pictures are of chromium') },
    async ({ page }) => {
      await open(page);
      await asBefore(page, theme);
    },
  );

for (const theme of ['light', 'dark'])
  galleryTest(`${theme}: all of it is accessible, opened menus and dialogs too`, { theme }, async ({ page }) => {
    await open(page);
    await accessible(page);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await accessible(page);
    await page.keyboard.press('Escape');
    for (const name of ['dialog', 'sheet']) {
      await page.getByRole('button', { name: `Open the ${name}` }).click();
      await page.getByRole('dialog').waitFor();
      await accessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await fitsWidth(page);
    await accessible(page);
  });

galleryTest('a menu is used by keyboard alone', {}, async ({ page }) => {
  await open(page);
  const button = page.getByRole('button', { name: 'Actions', exact: true });
  const on = (name) => eventually(async () => assert.match(await focused(page), name));
  await button.focus();
  await page.keyboard.press('Enter');
  await on(/Edit/);
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowUp');
  await on(/Delete/);
  await page.keyboard.press('ArrowDown');
  await on(/Edit/);
  await page.keyboard.type('du');
  await on(/Duplicate/);
  await page.keyboard.press('End');
  await on(/Delete/);
  await page.keyboard.press('Escape');
  await on(/Actions/);
  await page.keyboard.press('ArrowUp');
  await on(/Delete/);
  await page.keyboard.press('Enter');
  await on(/Actions/);
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  await on(/Edit/);
  await page.keyboard.press('Tab');
  await on(/More actions/);
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  // It opens beside its button, within the window.
  await button.click();
  const [at, menu] = await Promise.all([button.boundingBox(), page.getByRole('menu').boundingBox()]);
  assert.ok(menu.y >= at.y + at.height - 1 || menu.y + menu.height <= at.y + 1, 'above or below the button');
  assert.ok(Math.abs(menu.x - at.x) < 2, 'at its beginning');
});

const edge = (page, name) => page.getByRole('separator', { name: `Resize ${name}` });
const share = async (page, name) => Number(await edge(page, name).getAttribute('aria-valuenow'));

galleryTest('panes are resized by keys and pointer, hidden, and remembered', {}, async ({ page }) => {
  await open(page);
  assert.equal(await share(page, 'Timeline'), 40);
  await edge(page, 'Timeline').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await share(page, 'Timeline'), 42);
  await page.keyboard.press('End');
  assert.equal(await share(page, 'Timeline'), 65); // the screen keeps its least share
  await page.keyboard.press('Home');
  assert.equal(await share(page, 'Timeline'), 10);
  await page.keyboard.press('Enter');
  assert.equal(await share(page, 'Timeline'), 0);
  await page.locator('[data-pane="Timeline"]').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  assert.equal(await share(page, 'Timeline'), 40);
  const box = await edge(page, 'Timeline').boundingBox();
  await page.mouse.move(box.x, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 4 });
  await page.mouse.up();
  const wider = await share(page, 'Timeline');
  assert.ok(wider > 41, `${wider}`);
  await page.reload();
  assert.equal(await share(page, 'Timeline'), wider);
});

galleryTest('right to left, keys and pointer go the other way', {}, async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await fitsWidth(page);
  await edge(page, 'Timeline').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await share(page, 'Timeline'), 42);
  const box = await edge(page, 'Timeline').boundingBox();
  await page.mouse.move(box.x, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 40, box.y + 20, { steps: 4 });
  await page.mouse.up();
  assert.ok((await share(page, 'Timeline')) > 43);
  await page.getByRole('tab', { name: 'Result' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Arguments', selected: true }).waitFor();
  const strip = page.getByRole('slider', { name: 'Screenshots' });
  await strip.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await strip.getAttribute('aria-valuenow'), '4');
});

galleryTest('lists, tabs and sliders have their keys', {}, async ({ page }) => {
  await open(page);
  const list = page.getByRole('listbox', { name: 'Fruit' });
  const chosen = (name) => list.getByRole('option', { name, selected: true }).waitFor();
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await chosen('Blueberry');
  await page.keyboard.press('End');
  await chosen('Cherry');
  await page.keyboard.type('b');
  await chosen('Banana');
  const strip = page.getByRole('slider', { name: 'Screenshots' });
  await strip.focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await strip.getAttribute('aria-valuenow'), '4');
  await page.keyboard.press('Home');
  assert.equal(await strip.getAttribute('aria-valuetext'), 'Screenshot 1');
  const box = await strip.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 4);
  assert.equal(await strip.getAttribute('aria-valuenow'), '8');
  await page.getByRole('tab', { name: 'Result' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
});

galleryTest('a tooltip is shown to pointer, keyboard and touch', { context: { hasTouch: true } }, async ({ page }) => {
  await open(page);
  const tooltip = page.getByRole('tooltip');
  const button = page.getByRole('button', { name: 'With a tooltip' });
  await button.hover();
  await tooltip.getByText('Words about the button').waitFor();
  assert.equal(await button.getAttribute('aria-describedby'), 'tooltip');
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Tab');
  await tooltip.getByText('Words about the button').waitFor();
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'hidden' });
  await page.locator('[data-tip]', { hasText: 'Unverified' }).first().tap();
  await tooltip.getByText(/./).waitFor();
});

// Elements that appear or change do so in 120 ms, and at once for who wants less motion.
galleryTest('what appears fades, and nothing does with reduced motion', {}, async ({ page }) => {
  const durations = () =>
    page.evaluate(() =>
      ['[popover][role="menu"]', 'button', '[data-section="Chips"] [data-tip]'].map(
        (selector) => getComputedStyle(document.querySelector(selector)).transitionDuration.split(', ')[0],
      ),
    );
  await open(page);
  assert.deepEqual(await durations(), ['0.12s', '0.12s', '0.12s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await durations(), ['0s', '0s', '0s']);
});

// Texts of the usual weight, and how wide they are.
const widthsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-section="Type"] p')].slice(2, -1).map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [element.textContent, range.getBoundingClientRect().width];
    }),
  );

// The fallback takes the room of the font until it is there.
galleryTest('a font that is late moves nothing', { context: narrow }, async ({ page }) => {
  const held = [];
  await page.route('**/inter-*.woff2', (route) => new Promise((resolve) => held.push(() => resolve(route.continue()))));
  await page.goto('/dev/gallery', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  await eventually(() => assert.ok(held.length > 0));
  const before = [await boxesOf(page), await widthsOf(page)];
  for (const release of held) release();
  await page.evaluate(() => document.fonts.ready);
  await eventually(async () => assert.ok(await page.evaluate(() => document.fonts.check('14px Inter'))));
  const after = [await boxesOf(page), await widthsOf(page)];
  for (const [index, { name, top, height }] of before[0].entries()) {
    assert.ok(Math.abs(top - after[0][index].top) <= 2, `${name} moves from ${top} to ${after[0][index].top}`);
    assert.ok(Math.abs(height - after[0][index].height) <= 2, `${name}: ${height}, then ${after[0][index].height}`);
  }
  for (const [index, [text, width]] of before[1].entries()) {
    const now = after[1][index][1];
    assert.ok(Math.abs(width - now) <= 0.04 * now, `“${text}” was ${width} px wide and is ${now}`);
  }
});
