// web_bench.mjs: a browser that does what web_bench.py says, a line of JSON each
//
//     {"do": "prepare"}                               open a window with nothing in its caches
//     {"do": "open", "url": …, "at": ms since 1970}   load the list of scenarios there
//     {"do": "watch", "url": …, "count": n}           n browsers look at a page
//     {"do": "leave"}                                 they close it
//
// Each answer is a line of JSON too; times are milliseconds since "at".
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const modules = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../tests/e2e/node_modules/x');
const { chromium } = createRequire(modules)('playwright-core');
// The first of these programs that is there, as the tests find it.
function inPath(...names) {
  const folders = process.env.PATH.split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? inPath('chromium', 'chromium-browser', 'google-chrome'),
  headless: true,
});
const watching = [];
let page; // the window that is prepared

// A list that is there and a browser that has nothing left to do take a click at once.
function noteInteractive() {
  const isThere = () => document.querySelector('main a[href^="/scenarios/"]:not([href="/scenarios/new"])');
  const observer = new MutationObserver(() => {
    if (!isThere()) return;
    observer.disconnect();
    requestIdleCallback(() => {
      globalThis.interactiveMs = performance.now();
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

function measures() {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  if (!paint || !globalThis.interactiveMs) return undefined;
  const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)$/.test(name));
  return {
    origin: performance.timeOrigin,
    paint: paint.startTime,
    interactive: globalThis.interactiveMs,
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    files: files.length,
  };
}

const actions = {
  async prepare() {
    page = await (await browser.newContext()).newPage();
    await page.addInitScript(noteInteractive);
    return {};
  },
  async open({ url, at }) {
    await page.goto(url);
    const found = await (await page.waitForFunction(measures)).jsonValue();
    await page.context().close();
    const began = found.origin - at;
    return {
      firstPaintMs: began + found.paint,
      interactiveMs: began + found.interactive,
      bytes: found.bytes,
      files: found.files,
    };
  },
  async watch({ url, count }) {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const context = await browser.newContext();
        watching.push(context);
        const page = await context.newPage();
        await page.goto(url);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }),
    );
    return {};
  },
  async leave() {
    for (const context of watching.splice(0)) await context.close();
    return {};
  },
};

await (await browser.newContext()).newPage(); // the first one is slow
console.log('{}');
for await (const line of readline.createInterface({ input: process.stdin })) {
  const words = JSON.parse(line);
  console.log(JSON.stringify(await actions[words.do](words)));
}
await browser.close();
