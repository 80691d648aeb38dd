// web_bench.mjs: a browser that does what web_bench.py says, a line of JSON each
//
//     {"do": "prepare"}                               open a window with nothing in its caches
//     {"do": "open", "url": …, "at": ms since 1970}   load the list of scenarios there
//     {"do": "watch", "url": …, "count": n}           n browsers look at a page
//     {"do": "leave"}                                 they close it
//     {"do": "cold", "url": …, "run": …}              load the list, then the run's page
//     {"do": "long", "url": …}                        read a long run, as a person does
//     {"do": "size"}                                  nodes and heap of the page that is watched
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

// All bytes of answers but those of the API, by the wire.
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, new URL(response.url)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url && !url.pathname.startsWith('/api/')) bytes += encodedDataLength;
  });
  return () => bytes / 1000;
}

// The longest task while work is done, and how many there were.
async function tasksOf(page, work) {
  await page.evaluate(() => globalThis.longTasks.splice(0));
  await work();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const tasks = await page.evaluate(() => globalThis.longTasks.splice(0));
  return { longestMs: Math.max(0, ...tasks), count: tasks.length };
}

function noteLongTasks() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
}

async function sizeOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  return { nodes: await page.evaluate(() => document.querySelectorAll('*').length), heapMb: heap / 1024 / 1024 };
}

const timeline = (page) => page.getByRole('listbox', { name: 'Timeline' });
const isWhole = () => Number(document.querySelector('[role=option]')?.getAttribute('aria-setsize')) > 4000;

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
  async cold({ url, run }) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(noteInteractive);
    const wire = await meter(page);
    await page.goto(url);
    const { paint, interactive } = await (await page.waitForFunction(measures)).jsonValue();
    await page.waitForLoadState('networkidle');
    const first = wire();
    await page.goto(run);
    await timeline(page).getByRole('option').first().waitFor();
    await page.waitForLoadState('networkidle');
    await context.close();
    return { paintMs: paint, interactiveMs: interactive, wireKb: first, runKb: wire() - first };
  },
  async long({ url }) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(noteLongTasks);
    await page.goto('about:blank');
    const tasks = {};
    const note = async (name, work) => {
      tasks[name] = await tasksOf(page, work);
    };
    await note('opening', async () => {
      await page.goto(url);
      await page.waitForFunction(isWhole);
      await page.waitForLoadState('networkidle');
    });
    const size = await sizeOf(page);
    await timeline(page).hover();
    await note('wheel', async () => {
      for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 700);
    });
    await timeline(page).focus();
    await note('keys', async () => {
      for (let i = 0; i < 40; i++) await page.keyboard.press(i % 3 === 2 ? 'PageDown' : 'ArrowDown');
    });
    await note('search', async () => {
      await page.getByRole('searchbox').first().fill('needle 4999');
      await page.waitForFunction(() => document.querySelectorAll('[role=option][data-event]').length < 5);
    });
    await context.close();
    return { tasks, ...size };
  },
  size: () => sizeOf(watching[0].pages()[0]),
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
