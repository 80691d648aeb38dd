// sync_bench.mjs FILE RUNS: the same taps with an app's own sources and without them
//
// The peers are those of the end-to-end tests: a real Metro and runtime, a real
// Chromium, a real Dart VM where it is installed. FILE gets a row of JSON a line:
// {"what", "value", "unit", "target"}. What a peer is missing for is left out.
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const e2e = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../tests/e2e');
const load = (name) => import(pathToFileURL(path.join(e2e, name)));
const { startAdbServer, startAgentest, startVirtual, stop, until } = await load('lib.mjs');
const { hasRig, startMetro, startSlow } = await load('rig_metro.mjs');
const { startChromium, startSite, webApp } = await load('rig_webview.mjs');
const { flutterApp, hasDart, startFlutter, startRealDart } = await load('rig_dart.mjs');
const [, , file, count] = process.argv;
const RUNS = Number(count ?? 5);
const ICON = { className: 'ReactImageView', index: 1 }; // of the shop, which has no label for it
const OFF = { AGENTEST_DISABLE_FRAMEWORK_SYNC: '1' };

const rows = [];
after(() => fs.writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
const add = (what, value, unit = 'ms', target = undefined) => rows.push({ what: `sync: ${what}`, value, unit, target });
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function timed(body) {
  const began = performance.now();
  await body();
  return performance.now() - began;
}

async function repeat(body) {
  const times = [];
  await body(); // what is done once is not measured
  for (let i = 0; i < RUNS; i++) times.push(await body());
  return median(times);
}

const tapOf = (target) => ({ action: 'tap', target });
async function tapMs(agentest, target) {
  return repeat(() =>
    timed(async () => {
      const reply = await agentest.flow(tapOf(target));
      if (!reply.json.success) throw new Error(reply.text);
    }),
  );
}

const server = await startAdbServer();

// One agentest with the sources and one without take turns on the device.
async function withAndWithout(device, env, name, source) {
  const on = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  const off = await startAgentest(server, { env: { ...env, ...OFF, ANDROID_SERIAL: device.serial } });
  const take = async (agentest) => agentest.connect(name, { steal: true });
  const takeOn = async () =>
    until(async () => {
      const { json } = await take(on);
      return !source || json.frameworkSync?.includes(source);
    }, `${source} is attached`);
  return { on, off, takeOn, takeOff: () => take(off) };
}

async function compare(what, pair, target) {
  await pair.takeOff();
  const without = await tapMs(pair.off, target);
  await pair.takeOn();
  const own = await tapMs(pair.on, target);
  add(`${what}: a tap without`, without);
  add(`${what}: the same with`, own);
  add(`${what}: the difference`, own - without, 'ms', 50);
}

// The reply came so long after the app's last work had ended (before: negative).
async function late(agentest, act, ended) {
  const times = [];
  for (let i = 0; i < RUNS; i++) {
    const reply = await act(agentest);
    const answered = Date.now();
    if (!reply.json.success) throw new Error(reply.text);
    const last = await ended();
    times.push(answered - last);
  }
  return median(times);
}

async function compareWork(what, pair, act, ended) {
  await pair.takeOff();
  add(`${what}: the reply after the work's end, without`, await late(pair.off, act, ended));
  await pair.takeOn();
  add(`${what}: the same with`, await late(pair.on, act, ended), 'ms', 50);
}

test('a native app', async () => {
  const device = await startVirtual(server);
  const pair = await withAndWithout(device, {}, 'com.example.notes');
  await compare('native app', pair, { id: 'email' });
  // The runtime of the next test has another name than its device, which is told from
  // others only where it is the only one.
  await stop(device.child);
  await until(async () => !(await server.query('host:devices')).includes(device.serial), 'the device is gone');
});

test('React Native', { skip: !hasRig }, async () => {
  const device = await startVirtual(server);
  const name = 'com.example.shop';
  const absent = await withAndWithout(device, { RCT_METRO_PORT: '1' }, name);
  await compare('React Native without Metro', absent, ICON);
  const metro = await startMetro({ app: name, device });
  const slow = await startSlow();
  const pair = await withAndWithout(device, metro.env, name, 'hermes');
  await metro.work('globalThis.onIcon = function () {}; null');
  await compare('React Native, idle', pair, ICON);
  await metro.work(`globalThis.onIcon = function () {
    globalThis.left = 3;
    var end = function () { if (--left === 0) { globalThis.ended = Date.now(); } };
    globalThis.ended = 0;
    setTimeout(end, 150);
    setTimeout(end, 300);
    fetch('${slow.url}/cart?ms=700').then(end);
  }; null`);
  const ended = () => until(async () => Number(await metro.work('ended')) || undefined, 'the work ends');
  await compareWork(
    'React Native, a fetch of 700 ms and two timers',
    pair,
    (agentest) => agentest.flow(tapOf(ICON)),
    ended,
  );
});

const PAGE = `<!doctype html><meta name=viewport content="width=device-width"><body
  style="margin:0"><button style="width:100%;height:90vh" onclick="go()">Work</button><button>Rest</button><script>
function go() { window.left = 3; window.ended = 0;
  const end = () => { if (--left === 0) ended = Date.now(); };
  setTimeout(end, 150); setTimeout(end, 300); fetch('/slow?ms=700').then((answer) => answer.text()).then(end); }
</script>`;

test('a page in a WebView', async () => {
  const chromium = await startChromium();
  const site = await startSite({ '/': PAGE, '/slow': 'late' });
  const name = 'com.example.web';
  const device = await startVirtual(server, ['--app', webApp(name, { page: chromium.endpoint })]);
  await chromium.page.go(`${site.url}/`);
  const pair = await withAndWithout(device, {}, name);
  await pair.takeOn();
  await until(async () => (await pair.on.tree()).includes('Rest'), 'the page is read');
  await compare('WebView, idle', pair, { id: 'native' });
  const tap = async (agentest) =>
    agentest.flow(agentest === pair.on ? tapOf({ text: 'Work' }) : tapOf({ className: 'android.webkit.WebView' }));
  const ended = () => until(() => chromium.page.run('window.ended || undefined'), 'the work ends');
  await compareWork('WebView, a fetch of 700 ms and two timers', pair, tap, ended);
});

test('Flutter', { skip: !hasDart }, async () => {
  const vm = await startRealDart();
  const { device } = await startFlutter(server, vm);
  const pair = await withAndWithout(device, {}, flutterApp, 'dart_vm');
  await compare('Flutter, idle', pair, { id: 'buy' });
});
