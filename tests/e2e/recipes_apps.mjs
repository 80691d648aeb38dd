// recipes_apps.mjs: what a page of recipes runs with: devices, an app with a WebView or Flutter, a
// model on this machine, a bus
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startDartVm } from './guests/dart_vm.mjs';
import { atEnd, freePort, root, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { readPage, startBench, tryFence } from './recipes.mjs';
import { installFlutter } from './rig_dart.mjs';
import { startChromium, startSite, webApp } from './rig_webview.mjs';

async function startWebView(server) {
  const html = fs.readFileSync(path.join(root, 'tests/e2e/pages/checkout.html'), 'utf8');
  const site = await startSite({ '/': html });
  const chromium = await startChromium();
  await chromium.page.go(`${site.url}/`);
  return startVirtual(server, ['--app', webApp('com.example.web', { page: chromium.endpoint })]);
}

async function startFlutter(server) {
  const vm = await startDartVm();
  return (await installFlutter(server, vm)).device;
}

const apps = { webview: startWebView, flutter: startFlutter };

async function startBus() {
  const folder = temporaryFolder();
  const port = await freePort();
  const child = spawn('nats-server', ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  atEnd(() => stop(child));
  await until(() => said.includes('Server is ready'), 'the bus is ready');
  return `127.0.0.1:${port}`;
}

// A model of this machine that follows a plan: it logs in to the sample app.
const login = [
  [
    [
      steps.type('email', 'demo@example.com', { selectorType: 'resource-id' }),
      steps.type('password', '{{password}}', { selectorType: 'resource-id' }),
    ],
    [steps.tap('Log in')],
    [steps.sees('New note')],
  ],
];

// env and the words to replace for a page with these marks.
async function startSurroundings({ devices = '1', app, model, bus }) {
  const server = await startAdbServer();
  const first = app ? await apps[app](server) : await startVirtual(server);
  const serials = [first.serial];
  while (serials.length < Number(devices)) serials.push((await startVirtual(server)).serial);
  const env = { ...server.env };
  const keys = {};
  if (serials.length === 1) env.ANDROID_SERIAL = first.serial;
  const replace = { 'emulator-5554': serials[0], ...(serials[1] && { 'emulator-5556': serials[1] }) };
  if (model !== undefined) {
    const mock = await startProfile('local', goodTester(login));
    atEnd(() => mock.stop());
    keys.LOCAL_OPENAI_API_KEY = mock.options.key;
    replace['http://127.0.0.1:1234/v1'] = mock.environment.LOCAL_OPENAI_BASE_URL;
  }
  if (bus !== undefined) replace['127.0.0.1:4222'] = await startBus();
  return { env, keys, replace, server };
}

export const recipes = fs
  .readdirSync(path.join(root, 'docs/recipes'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md');
const only = process.env.AT_RECIPES?.split(','); // some of the pages, while one is written

async function tryPage(t, page) {
  const surroundings = await startSurroundings(page.marks);
  const bench = await startBench({ ...surroundings, copy: page.marks.copy?.split(' ') ?? [] });
  for (const fence of page.fences) {
    const what = `line ${fence.line}: ${fence.mark?.name ?? 'run'} ${fence.text.split('\n')[0]}`;
    await t.test(what, () => tryFence(bench, fence));
  }
  await bench.stop();
  await surroundings.server.stop();
}

// A test for each page whose name is chosen: its fences run in their order.
export function tryPages(chosen) {
  for (const page of [...recipes.map((name) => `recipes/${name}`), 'getting-started.md']) {
    if (!chosen(path.basename(page)) || (only && !only.some((word) => page.includes(word)))) continue;
    const read = readPage(fs.readFileSync(path.join(root, 'docs', page), 'utf8'));
    test(`docs/${page}`, (t) => tryPage(t, read));
  }
}
