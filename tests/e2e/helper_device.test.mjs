// The helper of virtual-android: started, used, disturbed
// and killed through the ordinary adb and plain HTTP.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { root, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { APK, TOKEN, instrument, raw, request, startHelper } from './helper.mjs';

const PACKAGE = 'com.agentest.helper';
const SERVING = { timeoutMs: 3000, quietMs: 60 };

const server = await startAdbServer();

const LAUNCH = 'monkey -p com.example.notes -c android.intent.category.LAUNCHER 1';

// A separate device with a helper, showing a screen of the notes app.
async function start(link, { deviceArgs = [], ...options } = {}) {
  const device = await startVirtual(server, deviceArgs);
  if (link === 'login') await device.shell(LAUNCH);
  else if (link) await device.shell(`am start -a android.intent.action.VIEW -d notes://${link}`);
  const helper = await startHelper(server, device, options);
  return { device, helper };
}

async function withApp(screen, options) {
  const app = path.join(temporaryFolder(), 'app.json');
  fs.writeFileSync(
    app,
    JSON.stringify({ package: 'com.example.t', label: 'T', screens: { main: screen }, ...options?.app }),
  );
  const device = await startVirtual(server, ['--app', app, ...(options?.deviceArgs ?? [])]);
  await device.shell('am start -n com.example.t/.MainActivity');
  return { device, helper: await startHelper(server, device) };
}

const code = (answer) => answer.json.error?.code;

test('installing: package, version and signer come from the file', async () => {
  const device = await startVirtual(server);
  assert.doesNotMatch(await device.shell('pm list packages'), /agentest/);
  const none = await instrument(server, device).ended;
  assert.match(
    none,
    /Unable to find instrumentation info for: ComponentInfo\{com\.agentest\.helper\/com\.agentest\.helper\.HelperInstrumentation\}/,
  );
  assert.match((await device.adb('install', '-r', '-t', APK)).out, /Success/);
  assert.match(
    await device.shell('pm list packages --show-versioncode'),
    /^package:com\.agentest\.helper versionCode:4$/m,
  );
  const told = await device.shell(`dumpsys package ${PACKAGE}`);
  assert.match(told, /versionCode=4 /);
  assert.match(told, /versionName=1\.3\.0/);
  assert.match(told, /signatures:\[[0-9a-f]{8}\]/);
  assert.doesNotMatch(await device.shell(`cmd package resolve-activity --brief ${PACKAGE}`), /Activity$/m);
  assert.match(
    await device.shell('pm list instrumentation'),
    /^instrumentation:com\.agentest\.helper\/\.HelperInstrumentation \(target=com\.agentest\.helper\)$/m,
  );
  assert.match((await device.adb('uninstall', PACKAGE)).out, /Success/);
  assert.match(await instrument(server, device).ended, /Unable to find instrumentation info/);
});

test('an APK of another signer does not update; a user may refuse an update', async () => {
  const device = await startVirtual(server);
  const folder = temporaryFolder();
  const file = path.join(folder, 'other.apk');
  const bytes = fs.readFileSync(APK);
  const block = bytes.indexOf('APK Sig Block 42');
  assert.ok(block > 0);
  await device.adb('install', '-r', APK);
  for (const at of serialNumbers(bytes, block)) bytes[at] ^= 1; // another certificate
  fs.writeFileSync(file, bytes);
  const other = await device.adb('install', '-r', file);
  assert.match(other.out + other.err, /INSTALL_FAILED_UPDATE_INCOMPATIBLE/);
  await device.fault('install-refused');
  const refused = await device.adb('install', '-r', APK);
  assert.match(refused.out + refused.err, /INSTALL_FAILED_USER_RESTRICTED: Install canceled by user/);
  assert.match((await device.adb('install', '-r', APK)).out, /Success/);
});

// Return the offsets of the serial numbers in the signing block's certificates
// (v2's, v3's): behind "version 3" in DER.
function serialNumbers(bytes, end) {
  const version = Buffer.from([0xa0, 0x03, 0x02, 0x01, 0x02]);
  const found = [];
  for (let at = bytes.indexOf(version); at >= 0 && at < end; at = bytes.indexOf(version, at + 1)) found.push(at + 8);
  assert.ok(found.length > 0);
  return found;
}

test('the start reports its stages, the end its reason', async () => {
  const { helper } = await start();
  assert.deepEqual(
    [...helper.am.said.matchAll(/stage=(\S+)/g)].map((match) => match[1]),
    ['uiautomation', 'events', 'listen', 'serving'],
  );
  assert.match(helper.am.said, /INSTRUMENTATION_STATUS: port=8765\r?\n[^]*versionCode=4\r?\n/);
  const status = await helper.json('/status');
  assert.deepEqual(
    [status.name, status.version, status.versionCode, status.protocolVersion, status.sdkInt],
    [PACKAGE, '1.3.0', 4, 2, 34],
  );
  await helper.json('/shutdown');
  assert.match(
    await helper.am.ended,
    /RESULT: reason=shutdown\nINSTRUMENTATION_RESULT: stage=serving\nINSTRUMENTATION_CODE: -1/,
  );
});

for (const [what, options, wrong] of [
  ['no token', { token: null }, /error=start with -e token and a random text\n[^]*stage=arguments/],
  ['a short token', { token: 'short' }, /error=a token has 16 to 256 letters[^\n]*\n[^]*stage=arguments/],
  [
    'a port that is none',
    { words: '-e port 70000' },
    /error=-e port must be a number from 0 to 65535\n[^]*stage=arguments/,
  ],
  [
    'a linger that is too short',
    { words: '-e lingerMs 10' },
    /error=-e lingerMs must be a number from 1000 to 86400000\n[^]*stage=arguments/,
  ],
]) {
  test(`started with ${what} it ends and says so`, async () => {
    const device = await startVirtual(server);
    await device.adb('install', '-r', APK);
    const said = await instrument(server, device, options).ended;
    assert.match(said, wrong);
    assert.match(said, /INSTRUMENTATION_CODE: 0\n/);
  });
}

test('the port is the one requested, and a free one for 0', async () => {
  const { helper } = await start('about', { words: '-e port 9123' });
  assert.equal(helper.inside, 9123);
  const { helper: other } = await start('about', { words: '-e port 0' });
  assert.ok(other.inside > 1024);
  assert.equal((await other.json('/status')).name, PACKAGE);
});

test('the tree has all windows, and more of each node than a dump', async () => {
  const { helper } = await withApp({
    root: {
      kind: 'column',
      children: [
        { kind: 'text', id: 'title', text: 'Settings', heading: true, pane: 'Main pane' },
        { kind: 'switch', id: 'wifi', text: 'Wi-Fi', checked: true, tooltip: 'Wireless' },
        { kind: 'slider', id: 'volume', progress: 40 },
        { kind: 'field', id: 'name', hint: 'Your name', error: 'must not be empty' },
        { kind: 'field', id: 'secret', hint: 'Password', text: 'geheim', password: true },
        { kind: 'button', id: 'busy', text: 'Sync', state: 'In progress', role: 'toggle' },
        { kind: 'text', id: 'gone', text: 'x', hidden: true },
      ],
    },
  });
  const { tree } = await helper.json('/tree');
  assert.deepEqual([tree.width, tree.height, tree.rotation, tree.rootless], [1080, 2400, 0, 0]);
  assert.deepEqual(
    tree.windows.map((window) => [window.type, window.package]),
    [
      ['application', 'com.example.t'],
      ['system', 'com.android.systemui'],
      ['system', 'com.android.systemui'],
    ],
  );
  assert.equal(tree.nodeCount, tree.windows.flatMap((window) => window.nodes).length);
  const by = Object.fromEntries(
    tree.windows[0].nodes.filter((node) => node.id).map((node) => [node.id.split('/')[1], node]),
  );
  assert.equal(by.title.flags, 1 | (1 << 13));
  assert.equal(by.title.pane, 'Main pane');
  assert.deepEqual([by.wifi.state, by.wifi.tooltip, by.wifi.flags & 0b11000], ['ON', 'Wireless', 0b11000]);
  assert.deepEqual([by.volume.state, by.volume.range], ['40%', ['0.0', '100.0', '40.0']]);
  assert.deepEqual(
    [by.name.text, by.name.hint, by.name.error, (by.name.flags >> 11) & 3],
    ['Your name', 'Your name', 'must not be empty', 3],
  );
  assert.deepEqual([by.secret.text, (by.secret.flags >> 8) & 1, (by.secret.flags >> 11) & 1], ['••••••', 1, 0]);
  assert.deepEqual([by.busy.state, by.busy.role], ['In progress', 'toggle']);
  assert.equal(by.gone, undefined);

  await helper.tap('name');
  const typing = (await helper.json('/tree')).tree.windows;
  assert.deepEqual(
    typing.map((window) => window.type),
    ['application', 'input_method', 'system', 'system'],
  );
  assert.equal(typing.filter((window) => window.active).length, 1);
});

test("the tree's options leave out what they name", async () => {
  const { helper } = await start('list');
  const all = await helper.json('/tree');
  const compact = await helper.json('/tree', { compact: true });
  assert.ok(compact.tree.nodeCount < all.tree.nodeCount);
  const few = await helper.json('/tree', { maxNodes: 5 });
  assert.deepEqual([few.tree.nodeCount, few.tree.truncated], [5, 'nodes']);
  const flat = await helper.json('/tree', { maxDepth: 2, package: 'com.example.notes' });
  assert.ok(flat.tree.missing > 0);
  assert.deepEqual(
    flat.tree.windows.map((window) => window.package),
    ['com.example.notes'],
  );
  assert.ok(flat.tree.windows[0].nodes.every((node) => node.depth < 2));
  assert.equal(code(await helper.ask('/tree', { package: 'com.example.shop' })), 'NO_WINDOW');
});

// As on a device: AOSP's WindowsForAccessibilityObserver.
test('a dialog is in front of its screen, and the tree has only the dialog', async () => {
  const { helper } = await withApp({
    root: {
      kind: 'button',
      id: 'ask',
      text: 'Ask',
      tap: [{ dialog: { title: 'Sure?', message: 'Really?', buttons: [{ text: 'Yes', do: [] }] } }],
    },
  });
  await helper.tap('ask');
  const { tree } = await helper.json('/tree', { package: 'com.example.t' });
  assert.deepEqual(
    tree.windows.map((window) => window.active),
    [true],
  );
  assert.ok(tree.windows[0].nodes.some((node) => node.text === 'Sure?'));
});

test('any text goes into a field at once', async () => {
  const { device, helper } = await withApp({
    root: {
      kind: 'column',
      children: [
        { kind: 'field', id: 'a', hint: 'A' },
        { kind: 'field', id: 'secret', password: true },
        { kind: 'field', id: 'keys', set_text: false },
        { kind: 'field', id: 'short', max_length: 3 },
      ],
    },
  });
  const text = 'Grüße, 東京 😀 "quoted" \\ and\ttab';
  assert.equal(code(await helper.ask('/text', { text })), 'NO_FIELD');
  await helper.tap('a');
  assert.deepEqual(await helper.json('/text', { text }), { ok: true, method: 'set', password: false, value: text });
  assert.equal((await helper.json('/text', { text: '!' })).value, `${text}!`);
  assert.equal((await helper.node('a')).text, `${text}!`);
  assert.equal((await helper.json('/text', { text: 'новый', mode: 'replace' })).value, 'новый');
  assert.equal((await helper.json('/text', { text: 'x', method: 'keys' })).value, 'новыйx');

  const secret = await helper.middle('secret');
  assert.deepEqual(await helper.json('/text', { text: 'pä', ...secret }), { ok: true, method: 'set', password: true });
  assert.equal((await helper.json('/text', { text: 'ss', ...secret })).method, 'keys');
  assert.equal((await helper.node('secret')).text, '••••');

  const keys = await helper.middle('keys');
  assert.deepEqual(await helper.json('/text', { text: 'typed', ...keys }), {
    ok: true,
    method: 'keys',
    password: false,
    value: 'typed',
  });
  await device.console('virtual clipboard mine');
  assert.deepEqual(await helper.json('/text', { text: 'é', ...keys }), {
    ok: true,
    method: 'paste',
    password: false,
    value: 'typedé',
  });
  assert.deepEqual(await helper.json('/text', { text: 'è', mode: 'replace', method: 'paste', ...keys }), {
    ok: true,
    method: 'paste',
    password: false,
    value: 'è',
  });
  await device.fault('clipboard-denied');
  assert.equal(code(await helper.ask('/text', { text: 'é', ...keys })), 'TEXT_NOT_TYPED');
  await device.fault('clipboard-denied', 0);
  assert.match(await device.console('virtual condition clipboard'), /^mine\r?$/m);
  assert.equal(code(await helper.ask('/text', { text: 'e', method: 'set', ...keys })), 'TEXT_NOT_TYPED');
  assert.equal((await helper.json('/text', { text: '東京都庁', ...(await helper.middle('short')) })).value, '東京都');
  assert.equal(code(await helper.ask('/text', { text: 'x', x: 5, y: 2300 })), 'NO_FIELD');
});

test('inputs: taps, long presses, swipes, keys, two fingers', async () => {
  const { helper } = await start('gestures');
  const said = async (id) => (await helper.node(id)).text;
  await helper.tap('tap_me');
  assert.equal(await said('tap_count'), 'Taps: 1');
  await helper.json('/tap', { ...(await helper.middle('double_tap_me')), count: 2, intervalMs: 60 });
  assert.equal(await said('double_count'), 'Double taps: 1');
  await helper.json('/long-press', await helper.middle('long_press_me'));
  assert.equal(await said('long_count'), 'Long presses: 1');
  const pad = await helper.middle('pad');
  await helper.json('/swipe', { x1: pad.x + 300, y1: pad.y, x2: pad.x - 300, y2: pad.y, holdMs: 100 });
  assert.equal(await said('swiped'), 'Swiped: left');
  await helper.json('/gesture', {
    durationMs: 300,
    pointers: [
      [
        [pad.x, pad.y - 200],
        [pad.x + 5.5, pad.y],
        [pad.x, pad.y + 200],
      ],
    ],
  });
  assert.equal(await said('swiped'), 'Swiped: down');

  const { x, y } = await helper.middle('pinch_pad');
  await helper.json('/gesture', {
    durationMs: 400,
    pointers: [
      [
        [x - 50, y],
        [x - 150, y],
      ],
      [
        [x + 50, y],
        [x + 150, y],
      ],
    ],
  });
  assert.equal(await said('pinched'), 'Pinched: out to 300 %, turned: 0');
  await helper.json('/gesture', {
    durationMs: 400,
    pointers: [
      [
        [x - 150, y],
        [x - 75, y],
      ],
      [
        [x + 150, y],
        [x + 75, y],
      ],
    ],
  });
  assert.equal(await said('pinched'), 'Pinched: in to 50 %, turned: 0');
  const turn = (from) =>
    Array.from({ length: 10 }, (_, i) => {
      const at = ((from + i * 10) * Math.PI) / 180;
      return [x + 150 * Math.cos(at), y + 150 * Math.sin(at)];
    });
  await helper.json('/gesture', { durationMs: 400, pointers: [turn(0), turn(180)] });
  assert.equal(await said('pinched'), 'Pinched: in to 50 %, turned: 90');
  await helper.json('/key', { keycode: 4 });
  assert.equal(await helper.node('pad'), undefined);
});

test('a step is one round trip: inputs, quiet, tree, events', async () => {
  const { helper } = await start('login');
  const place = {
    user: await helper.middle('email'),
    secret: await helper.middle('password'),
    go: await helper.middle('login_button'),
  };
  const step = await helper.json('/step', {
    actions: [
      { type: 'tap', ...place.user },
      { type: 'text', text: 'demo@example.com' },
      { type: 'text', text: 'secret123', ...place.secret },
      { type: 'tap', ...place.go },
    ],
    idle: { timeoutMs: 8000, quietMs: 700 },
  });
  assert.deepEqual(
    step.results.map((result) => [result.ok, result.method]),
    [
      [true, undefined],
      [true, 'set'],
      [true, 'set'],
      [true, undefined],
    ],
  );
  assert.equal(step.results[2].value, undefined);
  assert.ok(!JSON.stringify(step).includes('secret123'));
  assert.ok(step.idle.idle);
  assert.ok(step.idle.events.includes('TYPE_VIEW_TEXT_CHANGED') && step.idle.events.includes('TYPE_VIEW_FOCUSED'));
  assert.ok(
    step.news.events.some(
      (event) => event.type === 'TYPE_WINDOW_STATE_CHANGED' && event.package === 'com.example.notes',
    ),
  );
  assert.ok(step.tree.windows[0].nodes.length > 10);
  assert.equal(step.news.next, (await helper.json('/events', { since: step.news.next })).next);

  const half = await helper.ask('/step', {
    actions: [
      { type: 'key', keycode: 4 },
      { type: 'text', text: 'x' },
      { type: 'key', keycode: 3 },
    ],
    idle: null,
  });
  assert.deepEqual(
    [half.status, half.json.ok, half.json.results.length, half.json.results[1].error.code],
    [200, false, 2, 'NO_FIELD'],
  );
  assert.ok(half.json.tree && half.json.idle === undefined);
  const before = (await helper.json('/events')).next;
  assert.equal(
    code(await helper.ask('/step', { actions: [{ type: 'key', keycode: 4 }, { type: 'nothing' }] })),
    'BAD_REQUEST',
  );
  assert.equal((await helper.json('/events')).next, before); // nothing was done
});

test("quiet is decided by events: a timer's, an animation's, a toast's", async () => {
  const { helper } = await withApp({
    root: {
      kind: 'column',
      children: [
        {
          kind: 'button',
          id: 'go',
          text: 'Go',
          tap: [{ after: 120, do: [{ show: 'late' }, { toast: 'Done', long: true }] }],
        },
        { kind: 'text', id: 'late', text: 'Late', hidden: true },
      ],
    },
  });
  const at = await helper.middle('go');
  const step = await helper.json('/step', { actions: [{ type: 'tap', ...at }], idle: { quietMs: 200 } });
  assert.ok(step.idle.waitedMs >= 310 && step.idle.waitedMs < 600, `${step.idle.waitedMs} ms`);
  assert.ok(JSON.stringify(step.tree).includes('"Late"'));
  assert.deepEqual(
    step.news.events.map((event) => [event.type, event.class, event.text, event.toast]),
    [['TYPE_NOTIFICATION_STATE_CHANGED', 'android.widget.Toast', 'Done', true]],
  );
  const own = await helper.json('/wait-idle', { quietMs: 100, package: 'com.example.other' });
  assert.ok(own.idle && own.waitedMs >= 100);
});

test('a screen that is never quiet is a timeout that names the app', async () => {
  const { helper } = await start('busy');
  const waited = await helper.json('/wait-idle', { timeoutMs: 700, quietMs: 300 });
  assert.deepEqual([waited.idle, waited.reason], [false, 'timeout']);
  assert.ok(waited.waitedMs >= 700 && waited.waitedMs < 1500);
  assert.deepEqual(
    [waited.noisy[0].package, waited.noisy[0].type],
    ['com.example.notes', 'TYPE_WINDOW_CONTENT_CHANGED'],
  );
  assert.ok(waited.noisy[0].count >= 3);
});

test('screenshots: PNG and JPEG, of the size asked for', async () => {
  const { device, helper } = await start('about');
  const png = await helper.ask('/screenshot');
  assert.deepEqual(
    [png.headers['content-type'], png.headers['x-screen-size'], png.headers['x-image-size']],
    ['image/png', '1080x2400', '1080x2400'],
  );
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [1080, 2400]);
  const jpeg = await helper.ask('/screenshot', { format: 'jpeg', scale: 0.5, maxSidePx: 600 });
  assert.equal(jpeg.headers['x-image-size'], '270x600');
  assert.deepEqual([...jpeg.bytes.subarray(0, 3), ...jpeg.bytes.subarray(-2)], [0xff, 0xd8, 0xff, 0xff, 0xd9]);
  await device.shell('input keyevent SLEEP');
  assert.equal(code(await helper.ask('/screenshot')), 'SCREENSHOT_FAILED');
  assert.equal(code(await helper.ask('/tree')), 'NO_WINDOW');
});

test('frames: an image comes only when it has changed, and the answer says when there is none', async () => {
  const { device, helper } = await start('login');
  const first = await helper.ask('/frame', { maxSidePx: 600 });
  assert.deepEqual(
    ['content-type', 'x-frame', 'x-screen-size', 'x-image-size'].map((name) => first.headers[name]),
    ['image/jpeg', '1', '1080x2400', '270x600'],
  );
  assert.deepEqual(await helper.json('/frame', { since: 1, waitMs: 300 }), { ok: true, frame: 1, changed: false });
  const waiting = helper.ask('/frame', { since: 1, waitMs: 10000, maxSidePx: 600 });
  await helper.tap('email');
  const second = await waiting;
  assert.equal(second.headers['x-frame'], '2');
  assert.notDeepEqual(second.bytes, first.bytes);
  const known = Number((await helper.ask('/frame')).headers['x-frame']); // the keyboard may have come since
  await device.shell('input keyevent SLEEP');
  assert.deepEqual(await helper.json('/frame', { since: known, waitMs: 10000 }), {
    ok: true,
    frame: known + 1,
    changed: true,
    picture: false,
  });
  await device.shell('input keyevent WAKEUP');
  assert.equal((await helper.ask('/frame', { since: known + 1, waitMs: 10000 })).headers['content-type'], 'image/jpeg');
});

test('frameworks are detected by files and by classes', async () => {
  const { device, helper } = await start('about');
  assert.deepEqual((await helper.json('/framework')).frameworks, ['native']);
  await device.shell('am start -n com.example.shop/.MainActivity');
  const shop = await helper.json('/framework');
  assert.equal(shop.primary, 'react_native');
  assert.ok(shop.signals.some((signal) => signal.startsWith('class:com.facebook.react.')));
  assert.deepEqual((await helper.json('/framework', { package: PACKAGE })).frameworks, ['native']);
  assert.equal(code(await helper.ask('/framework', { package: 'com.example.none' })), 'NO_PACKAGE');
});

const REFUSED = [
  ['/tap', { x: 1 }, 400, 'BAD_REQUEST', /'y' is missing in the body/],
  ['/tap', { x: 1.5, y: 2 }, 400, 'BAD_REQUEST', /'x' in the body must be a whole number from -32767 to 32767/],
  ['/tap', { x: 1, y: 40000 }, 400, 'BAD_REQUEST', /whole number/],
  ['/tap', '{"x":1,"x":2,"y":1}', 400, 'BAD_REQUEST', /not JSON/],
  ['/tap', '[1,2]', 400, 'BAD_REQUEST', /the body must be an object/],
  ['/tap', '{"x":', 400, 'BAD_REQUEST', /not JSON/],
  ['/tap', `${'['.repeat(20)}${']'.repeat(20)}`, 400, 'BAD_REQUEST', /deeper than 16 levels/],
  ['/key', { keycode: 0 }, 400, 'BAD_REQUEST', /from 1 to 1023/],
  ['/key', { keycode: 4, longPress: 1 }, 400, 'BAD_REQUEST', /true or false/],
  ['/gesture', { durationMs: 10, pointers: [] }, 400, 'BAD_REQUEST', /list of 1 to 10 items/],
  ['/gesture', { durationMs: 10, pointers: [[[1]]] }, 400, 'BAD_REQUEST', /\[x, y\]/],
  ['/text', { text: 'x', mode: 'append' }, 400, 'BAD_REQUEST', /must be one of insert, replace/],
  ['/text', { text: 'x', x: 4 }, 400, 'BAD_REQUEST', /'y' is missing/],
  ['/text', { text: 'x'.repeat(65537) }, 400, 'BAD_REQUEST', /more than 65536/],
  ['/wait-idle', { quietMs: 20000 }, 400, 'BAD_REQUEST', /from 0 to 10000/],
  ['/screenshot', { scale: 2 }, 400, 'BAD_REQUEST', /a number from 0.05 to 1/],
  ['/step', {}, 400, 'BAD_REQUEST', /'actions' in the body must be a list of 0 to 16/],
  ['/step', { actions: [{ x: 1 }] }, 400, 'BAD_REQUEST', /'type' is missing in an action/],
  ['/step', { actions: [], tree: { deep: 1 } }, 400, 'BAD_REQUEST', /'deep' is unknown in tree/],
  ['/nothing', {}, 404, 'NOT_FOUND', /there is no '\/nothing'/],
];

test('a bad request gets a reason, and the connection stays open', async () => {
  const { helper } = await start('about');
  for (const [where, body, status, name, words] of REFUSED) {
    const answer = await helper.ask(where, body);
    assert.deepEqual([answer.status, code(answer)], [status, name], `${where} ${JSON.stringify(body).slice(0, 100)}`);
    assert.match(answer.json.error.message, words);
    assert.equal(answer.headers.connection, undefined);
  }
  const wrong = await helper.ask('/tap', null, { method: 'GET' });
  assert.deepEqual([wrong.status, code(wrong)], [405, 'METHOD_NOT_ALLOWED']);
});

test('HTTP: tokens, limits, requests in a row, pieces', async () => {
  const { helper } = await start('about');
  const head = (more, line = 'POST /keep-alive HTTP/1.1') => `${line}\r\nAuthorization: Bearer ${TOKEN}\r\n${more}`;
  const first = async (bytes) => (await raw(helper.port, bytes)).toString().split('\r\n')[0];
  for (const [bytes, answer] of [
    [head('Transfer-Encoding: chunked\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    [head('Content-Length: 1\r\nContent-Length: 1\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    [head('Content-Length: x\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    [head(`Authorization: Bearer ${TOKEN}\r\n\r\n`), 'HTTP/1.1 400 Bad Request'],
    [head('Folded\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    [head('\r\n', 'POST keep-alive HTTP/1.1'), 'HTTP/1.1 400 Bad Request'],
    [head('\r\n', 'POST /keep-alive HTTP/2'), 'HTTP/1.1 400 Bad Request'],
    [head('Content-Length: 262145\r\n\r\n'), 'HTTP/1.1 413 Content Too Large'],
    [head(`X: ${'x'.repeat(9000)}\r\n\r\n`), 'HTTP/1.1 431 Request Header Fields Too Large'],
    ['POST /keep-alive HTTP/1.1\r\n\r\n', 'HTTP/1.1 401 Unauthorized'],
    [`POST /keep-alive HTTP/1.1\r\nAuthorization: bearer ${TOKEN}\r\n\r\n`, 'HTTP/1.1 401 Unauthorized'],
    [head('Connection: close\r\n\r\n'), 'HTTP/1.1 200 OK'],
  ])
    assert.equal(await first(bytes), answer, bytes.slice(0, 200));

  const one = head('Content-Length: 2\r\n\r\n{}');
  const three = (await raw(helper.port, one + one + head('Connection: close\r\n\r\n'))).toString();
  assert.equal(three.match(/HTTP\/1\.1 200 OK/g).length, 3);
  assert.equal(three.match(/Connection: close/g).length, 1);
});

test('the ninth connection is refused', async () => {
  const { helper } = await start('about');
  const agents = Array.from({ length: 8 }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }));
  for (const agent of agents) // each stays open
    assert.equal((await request(helper.port, '/keep-alive', {}, { agent })).status, 200);
  const ninth = await request(helper.port, '/keep-alive', {});
  assert.deepEqual([ninth.status, code(ninth), ninth.headers.connection], [503, 'BUSY', 'close']);
  assert.equal((await request(helper.port, '/keep-alive', {}, { agent: agents[3] })).status, 200);
  agents.forEach((agent) => agent.destroy());
  await until(async () => (await request(helper.port, '/keep-alive', {})).status === 200, 'there is room again');
});

test('requests side by side; inputs one after another', async () => {
  const { helper } = await start('gestures');
  const at = await helper.middle('tap_me');
  const slow = helper.ask('/wait-idle', { quietMs: 800 });
  const taps = Array.from({ length: 6 }, () => helper.json('/tap', at));
  const began = performance.now();
  await helper.json('/keep-alive');
  assert.ok(performance.now() - began < 500);
  await Promise.all(taps);
  assert.equal((await slow).json.ok, true);
  assert.equal((await helper.node('tap_count')).text, 'Taps: 6');
});

test('it ends by itself after a while without requests', async () => {
  const { helper } = await start('about', { words: '-e lingerMs 1000' });
  const waited = await helper.json('/wait-idle', { quietMs: 1600, timeoutMs: 3000 }); // being at work counts
  assert.ok(waited.idle);
  assert.match(await helper.am.ended, /reason=host gone/);
});

test('it ends with the shell stream of am', async () => {
  const { device, helper } = await start('about');
  await helper.close();
  await until(async () => !/com\.agentest\.helper/.test(await device.shell('ps -A')), 'its process is gone');
  await assert.rejects(request(helper.port, '/status', null));
  assert.equal((await device.adb('shell', 'uiautomator dump')).status, 0);
});

for (const [what, words] of [
  ['am force-stop', `am force-stop ${PACKAGE}`],
  ['pm uninstall', `pm uninstall ${PACKAGE}`],
]) {
  test(`${what} kills it in the middle of a request`, async () => {
    const { device, helper } = await start('about');
    assert.match(await device.shell('pidof com.agentest.helper'), /^\d+/);
    const waiting = helper.ask('/wait-idle', { quietMs: 9000 });
    waiting.catch(() => {});
    await until(async () => (await request(helper.port, '/keep-alive', {})).status === 200, 'it waits');
    await device.shell(words);
    await assert.rejects(waiting);
    assert.match(await helper.am.ended, /shortMsg=Process crashed\.\nINSTRUMENTATION_CODE: 0/);
    assert.equal(await device.shell('pidof com.agentest.helper'), '');
  });
}

test('an update kills it, and it starts again', async () => {
  const { device, helper } = await start('about');
  await device.adb('install', '-r', APK);
  assert.match(await helper.am.ended, /Process crashed/);
  const again = await startHelper(server, device, { install: false });
  assert.equal((await again.json('/status')).versionCode, 4);
});

test('one UiAutomation at a time: a dump is killed while the helper holds it', async () => {
  const { device, helper } = await start('about');
  const dumped = await device.adb('shell', 'uiautomator dump');
  assert.deepEqual([dumped.status, dumped.err.trim()], [137, 'Killed']);
  assert.match(
    await device.shell('logcat -d -s AndroidRuntime'),
    /IllegalStateException: UiAutomationService .*already registered!/,
  );
  assert.match(
    await device.shell('ps -A -o PID,ARGS'),
    /^ *\d+ app_process .*commands\.am\.Am instrument .*com\.agentest\.helper/m,
  );
  await helper.json('/shutdown');
  await helper.am.ended;
  assert.match(await device.shell('uiautomator dump'), /dumped to/);
});

test('one UiAutomation at a time: the helper is refused while another holds it', async () => {
  const device = await startVirtual(server);
  await device.adb('install', '-r', APK);
  await device.fault('uiautomation-held', 2);
  const said = await instrument(server, device).ended;
  assert.match(
    said,
    /RESULT: error=UiAutomationService .*already registered!\nINSTRUMENTATION_RESULT: stage=uiautomation\nINSTRUMENTATION_CODE: 0/,
  );
  assert.match(await device.shell('ps -A -o PID,ARGS'), /io\.appium\.uiautomator2\.server/);
  await device.fault('uiautomation-held', 0);
  assert.equal((await (await startHelper(server, device)).json('/status')).ok, true);
});

// Begun, and its stream closed while it stalls.
async function abandonDump(device) {
  await device.fault('dump-lingers');
  const dump = spawn(
    'adb',
    ['-P', String(server.port), '-s', device.serial, 'shell', 'uiautomator dump /sdcard/left-1.xml'],
    { env: server.env, stdio: 'ignore' },
  );
  await until(
    async () => / 0 /.test((await device.console('virtual faults')).match(/^dump-lingers.*/m)[0]),
    'it stalls',
  );
  await stop(dump, 'SIGKILL');
}

const ps = (device) => device.shell('ps -A -o PID,ARGS');

test('fault dump-lingers: it holds the UiAutomation for a while after its stream was closed, or until it is killed', async () => {
  const device = await startVirtual(server);
  await abandonDump(device);
  assert.equal((await device.adb('shell', 'uiautomator dump')).status, 137);
  assert.match(await ps(device), /uiautomator\.Launcher dump \/sdcard\/left-1\.xml/);
  await until(async () => /dumped to/.test(await device.shell('uiautomator dump')), 'it has ended');

  await abandonDump(device);
  assert.equal((await device.adb('shell', 'pkill -9 -f left-2[.]xml')).status, 1);
  assert.equal((await device.adb('shell', 'pkill -9 -f left-1[.]xml')).status, 0);
  assert.doesNotMatch(await ps(device), /uiautomator/);
  assert.match(await device.shell('uiautomator dump'), /dumped to/);
});

test('fault helper-lingers: registered for a while after its end', async () => {
  const { device, helper } = await start('about');
  await device.fault('helper-lingers');
  await device.shell(`am force-stop ${PACKAGE}`);
  await helper.am.ended;
  assert.match(
    await instrument(server, device).ended,
    /already registered!\nINSTRUMENTATION_RESULT: stage=uiautomation/,
  );
  assert.match(await ps(device), /Am instrument .*com\.agentest\.helper/);
  await until(async () => /dumped to/.test(await device.shell('uiautomator dump')), 'it is over');
});

test('a second start replaces the first', async () => {
  const { device, helper } = await start('about');
  await helper.json('/keep-alive');
  const second = await startHelper(server, device, { install: false, token: 'another-token-of-16' });
  assert.match(await helper.am.ended, /Process crashed/);
  assert.equal((await request(second.port, '/status', null)).status, 401);
  assert.equal((await request(second.port, '/status', null, { token: 'another-token-of-16' })).status, 200);
  assert.ok(
    (await request(second.port, '/step', { actions: [], idle: SERVING }, { token: 'another-token-of-16' })).json.ok,
  );
});

test("fault helper-port-taken, and a port that is really somebody else's", async () => {
  const device = await startVirtual(server);
  await device.adb('install', '-r', APK);
  await device.fault('helper-port-taken');
  const taken = /error=bind failed: EADDRINUSE[^]*stage=listen\nINSTRUMENTATION_CODE: 0/;
  assert.match(await instrument(server, device).ended, taken);
  await device.console('virtual port tcp:8765 tcp:127.0.0.1:9');
  assert.match(await instrument(server, device).ended, taken);
  const { inside } = await startHelper(server, device, { words: '-e port 8766' });
  assert.equal(inside, 8766);
});

test('fault helper-crash: done, but not answered', async () => {
  const { device, helper } = await start('gestures');
  const at = await helper.middle('tap_me');
  await device.fault('helper-crash');
  await assert.rejects(helper.ask('/step', { actions: [{ type: 'tap', ...at }], idle: null, tree: null }));
  assert.match(await helper.am.ended, /Process crashed/);
  assert.match(await device.shell('logcat -d -b crash'), /FATAL EXCEPTION[^]*com\.agentest\.helper/);
  const again = await startHelper(server, device, { install: false });
  assert.equal((await again.node('tap_count')).text, 'Taps: 1');
});

// A finger that is on the screen; `answer` is what becomes of its request.
async function press(device, helper) {
  const at = await helper.middle('email');
  await device.console('virtual profile realistic');
  const answer = request(helper.port, '/long-press', { ...at, durationMs: 60000 });
  answer.catch(() => {});
  await until(
    async () => /touchingPointers=\[Pointer\(id=0, FINGER\)\]/.test(await device.shell('dumpsys input')),
    'a finger is down',
  );
  assert.match(await device.console('virtual touches'), /TouchStatesByDisplay:/);
  return { answer };
}

const LIFTED = /TouchStates: <no displays touched>/;

test('a helper that ends lifts its fingers, one that is killed does not', async () => {
  const { device, helper } = await start('login');
  const ended = await press(device, helper);
  await helper.json('/shutdown');
  assert.equal(code(await ended.answer), 'INTERNAL');
  assert.match(await helper.am.ended, /reason=shutdown/);
  assert.match(await device.shell('dumpsys input'), LIFTED);

  const second = await startHelper(server, device, { install: false });
  const killed = await press(device, second);
  await device.shell(`am force-stop ${PACKAGE}`);
  await assert.rejects(killed.answer);
  assert.doesNotMatch(await device.shell('dumpsys input'), LIFTED);
  await device.shell('input motionevent CANCEL 5 5'); // another device's
  assert.doesNotMatch(await device.shell('dumpsys input'), LIFTED);
  await device.shell('input motionevent DOWN 5 5; input motionevent CANCEL 5 5');
  assert.match(await device.shell('dumpsys input'), LIFTED);
});

test('a touch that another one has cancelled was not delivered', async () => {
  const { device, helper } = await start('login');
  const at = await helper.middle('email');
  await device.console('virtual profile realistic');
  const answer = request(helper.port, '/long-press', { ...at, durationMs: 4000 });
  await until(async () => !LIFTED.test(await device.shell('dumpsys input')), 'a finger is down');
  await device.shell('input motionevent DOWN 5 5; input motionevent CANCEL 5 5');
  assert.equal(code(await answer), 'INPUT_NOT_DELIVERED');
});

test('fault helper-hang: one request is never answered, others are', async () => {
  const { device, helper } = await start('about');
  await device.fault('helper-hang');
  const hung = request(helper.port, '/tree', {});
  hung.catch(() => {});
  await until(async () => / 0 /.test((await device.console('virtual faults')).match(/^helper-hang.*/m)[0]), 'it hangs');
  assert.equal((await helper.json('/tree')).ok, true);
  await helper.json('/shutdown');
  await helper.am.ended; // it is not waited for
  await assert.rejects(hung);
});

test('fault helper-lost: it says so and ends', async () => {
  const { device, helper } = await start('about');
  await device.fault('helper-lost');
  await helper.json('/keep-alive');
  const answer = await helper.ask('/tree');
  assert.deepEqual([answer.status, code(answer)], [503, 'UIAUTOMATION_LOST']);
  assert.match(await helper.am.ended, /reason=uiautomation lost/);
});

test('fault helper-broken: one request ends in an exception, the next works', async () => {
  const { device, helper } = await start('about');
  await device.fault('helper-broken');
  const answer = await helper.ask('/tree');
  assert.deepEqual([answer.status, code(answer)], [500, 'INTERNAL']);
  assert.match(answer.json.error.message, /^java\.lang\.\w+: /);
  assert.equal((await helper.json('/tree')).ok, true);
});

test('fault helper-undelivered: an input is reported as not delivered, and was not', async () => {
  const { device, helper } = await start('gestures');
  const at = await helper.middle('tap_me');
  await device.fault('helper-undelivered');
  const tapped = await helper.ask('/tap', at);
  assert.deepEqual([tapped.status, code(tapped)], [409, 'INPUT_NOT_DELIVERED']);
  assert.equal((await helper.node('tap_count')).text, 'Taps: 0');
  await helper.json('/tap', at);
  assert.equal((await helper.node('tap_count')).text, 'Taps: 1');
});

test('fault inject-denied: inputs are forbidden, setting text is not', async () => {
  const { device, helper } = await start('login');
  const at = await helper.middle('email');
  await device.fault('inject-denied', 100);
  const tapped = await helper.ask('/tap', at);
  assert.deepEqual([tapped.status, code(tapped)], [409, 'INPUT_FORBIDDEN']);
  assert.match(tapped.json.error.message, /Security settings/);
  assert.equal((await helper.json('/text', { text: 'ä', ...at })).method, 'set');
  assert.equal(code(await helper.ask('/text', { text: 'a', method: 'keys', ...at })), 'INPUT_FORBIDDEN');
});

test('the times of a phone: a step takes input and quiet, and the tree within it', async () => {
  const { device, helper } = await start('login');
  const at = await helper.middle('email');
  await device.console('virtual profile realistic');
  const began = performance.now();
  const step = await helper.json('/step', { actions: [{ type: 'tap', ...at }] });
  const took = performance.now() - began;
  const { inputMs, idleMs, treeMs } = step.timing; // each cut to a whole one
  // the tree that is returned is read while it is quiet
  for (const [ms, least] of [
    [inputMs, 8],
    [idleMs + treeMs, 178],
    [treeMs, 40],
  ])
    assert.ok(ms >= least, JSON.stringify(step.timing));
  assert.ok(inputMs + idleMs + treeMs <= took, `${JSON.stringify(step.timing)} of ${took} ms`);
});

test('a start under the times of a phone is there within 1.5 s', async () => {
  const device = await startVirtual(server);
  await device.console('virtual profile realistic');
  const began = performance.now();
  await startHelper(server, device);
  assert.ok(performance.now() - began < 1500, `${performance.now() - began} ms`);
});

test('am instrument of another package', async () => {
  const device = await startVirtual(server);
  await device.adb('install', '-r', APK);
  assert.match(
    await instrument(server, device, { runner: `${PACKAGE}/.Other` }).ended,
    /Unable to find instrumentation info/,
  );
  assert.match(await instrument(server, device, { runner: 'nonsense' }).ended, /INSTRUMENTATION_FAILED/);
  const waitless = await device.adb('shell', `am instrument -e token ${TOKEN} ${PACKAGE}/.HelperInstrumentation`);
  assert.deepEqual([waitless.status, waitless.out], [0, '']);
  assert.equal(fs.existsSync(path.join(root, 'android/helper/PROTOCOL.md')), true);
});
