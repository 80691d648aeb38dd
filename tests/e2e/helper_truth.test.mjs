// Helpers that stay connected on real phones: screens that change without events, trees that come
// late or from a cache, no root at all, and fields that accept neither whole texts nor keys.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startHelper } from './helper.mjs';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const FOREVER = 100000;
const column = (...children) => ({ kind: 'column', pad: 48, gap: 24, children });
const button = (tap) => ({ kind: 'button', id: 'go', text: 'Go', tap });
const welcome = { kind: 'text', id: 'welcome', text: 'Welcome', hidden: true };
const frame = { kind: 'field', id: 'frame', text: '0' };
// Moves for 400 ms and then shows the end.
const film = [
  ...Array.from({ length: 20 }, (_, i) => ({ after: 20 * i, do: [{ text: { frame: `${i}` } }] })),
  { after: 420, do: [{ show: 'welcome' }] },
];
const screens = {
  menu: { root: column({ kind: 'text', text: 'Menu' }) },
  film: { root: column(button(film), frame, welcome) },
  slide: {
    root: column(button([]), { kind: 'text', id: 'slides', text: 'On its way', move: { dx: 0, dy: 900, ms: 5000 } }),
  },
  clock: {
    timers: [{ every: 20, do: [{ add: { t: 1 } }] }],
    root: column(button([{ show: 'welcome' }]), { kind: 'text', id: 'elapsed', text: 'Elapsed: ${t}' }, welcome),
  },
  still: { root: column(button([{ show: 'welcome' }]), welcome) },
  canvas: { root: column({ kind: 'field', id: 'drawn', hint: 'Drawn', set_text: false }) },
};
const app = path.join(temporaryFolder(), 'truth.json');
fs.writeFileSync(
  app,
  JSON.stringify({
    package: 'com.example.truth',
    label: 'Truth',
    vars: { t: 0 },
    launcher: 'menu',
    links: Object.fromEntries(Object.keys(screens).map((screen) => [`truth://${screen}`, screen])),
    screens: Object.fromEntries(
      Object.entries(screens).map(([screen, body]) => [screen, { activity: `.${screen}`, ...body }]),
    ),
  }),
);

const server = await startAdbServer();
const device = await startVirtual(server, ['--app', app]);
const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
const go = { action: 'tap', target: { id: 'go' } };
const seen = { action: 'assert_visible', target: { id: 'welcome' }, timeoutMs: 0 };

const open = (screen) => device.shell(`am start -a android.intent.action.VIEW -d truth://${screen}`);
async function at(screen, timeoutMs = 5000) {
  await open(screen);
  await agentest.connect('com.example.truth', { steal: true });
  return agentest.flow({ action: 'wait_for_stable', timeoutMs });
}

async function passes(...steps) {
  const reply = await agentest.flow(...steps);
  assert.equal(reply.json.success, true, reply.text);
  return reply;
}

async function withFault(name, count, body) {
  await device.fault(name, count);
  try {
    return await body();
  } finally {
    await device.fault(name, 0);
  }
}

test('a screen that changes without events is waited for', async () => {
  await at('film');
  await withFault('compose-silent', FOREVER, () => passes(go, seen));
});

test('a screen that never rests is read in one try, and named', async () => {
  await at('menu');
  await device.fault('compose-silent', FOREVER);
  await open('slide');
  const reply = await agentest.flow({ action: 'wait_for_stable', timeoutMs: 1500 });
  await device.fault('compose-silent', 0);
  assert.match(reply.text, /the tree still changes at TextView com.example.truth:id\/slides/);
});

test('texts that tick without events are reported, and not waited for', async () => {
  await at('clock');
  const reply = await withFault('compose-silent', FOREVER, () => passes(go, seen));
  assert.match(JSON.stringify(reply.json), /Elapsed/, reply.text);
});

test('a browser that fills late is waited for within the step', async () => {
  await at('still');
  await withFault('late-tree', 3, () => passes(go, seen));
});

test('a stale cache never shows', async () => {
  await at('still');
  await withFault('stale-cache', FOREVER, () => passes(go, seen));
});

test('a root that is missing for long is found over a new connection, and the reply says so', async () => {
  await at('still');
  const reply = await withFault('null-root', 1, () => passes(go, seen));
  assert.match(JSON.stringify(reply.json), /connection to the system was renewed/, reply.text);
});

test('text without keys is pasted, and the clipboard is as before', async () => {
  await at('canvas');
  const clip = async () => (await device.console('virtual condition clipboard')).split(/\r?\n/)[0];
  await device.console('virtual clipboard my own');
  const { json } = await passes({ action: 'type', target: { id: 'drawn' }, value: 'Zażółć 漢' });
  assert.equal(json.results[0].value, 'Zażółć 漢');
  assert.equal(await clip(), 'my own');
  const over = await passes({ action: 'type', target: { id: 'drawn' }, value: 'ß', replace: true });
  assert.equal(over.json.results[0].value, 'ß');
  assert.equal(await clip(), 'my own');
});

test('a field that refuses to be set is typed into by keys', async () => {
  await at('canvas');
  await withFault('no-set-text', 1, () => passes({ action: 'type', target: { id: 'drawn' }, value: 'keys' }));
});

test('the error names the setting of a phone that forbids input', async () => {
  await at('still');
  const reply = await withFault('inject-denied', FOREVER, () => agentest.flow(go));
  assert.equal(reply.json.success, false, reply.text);
  assert.match(reply.text, /USB debugging \(Security settings\)/);
});

test('one request tells ticking words, and waits for what comes late once', async () => {
  const other = await startVirtual(server, ['--app', app]);
  await other.shell('am start -a android.intent.action.VIEW -d truth://clock');
  const helper = await startHelper(server, other);
  const step = () => helper.json('/step', { actions: [], idle: { timeoutMs: 1000, quietMs: 150 } });
  const classes = ({ tree }) => tree.windows.flatMap((window) => window.nodes.map((node) => node.class));
  await other.fault('compose-silent', FOREVER);
  const { idle } = await step();
  assert.deepEqual(
    [idle.reason, idle.trees, idle.differs.id, idle.differs.part],
    ['events_quiet', 'ticking', 'com.example.truth:id/elapsed', 'text'],
  );

  await other.shell('am start -a android.intent.action.VIEW -d truth://still');
  await other.fault('late-tree', 2);
  const filled = await step();
  assert.deepEqual([filled.idle.reason, filled.idle.trees], ['events_quiet', 'equal']);
  assert.ok(
    classes(filled).includes('android.widget.Button') && filled.timing.trees > 2,
    JSON.stringify(filled.timing),
  );

  await other.fault('late-tree', FOREVER);
  const late = await step();
  assert.deepEqual([late.idle.reason, late.idle.differs.class], ['tree_late', 'android.webkit.WebView']);
  assert.equal((await step()).idle.reason, 'events_quiet');
});
