// The ten tools as the official client sees them, field by field.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { login, open } from './notes.mjs';
import { adbOnly, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const bare = await startVirtual(server, ['--no-sqlite3']);
Object.assign(server.env, adbOnly); // the helper's replies: backends.test.mjs
const agentest = await startAgentest(server);

const fingerprint = /^[0-9a-f]{6}$/;
const refsOf = (tree) => [...tree.matchAll(/^ *(@\w+) /gm)].map((match) => match[1]);

function keys(object, ...names) {
  assert.deepEqual(Object.keys(object).sort(), names.sort());
}

const loginScreen = (id) => `screen 1080x2400 com.example.notes #${id}
"Welcome to Notes"
@f1 input hint="E-mail"
@f2 input hint="Password" password
@c1 check "Remember me" unchecked
@b1 btn "Log in"
@l1 link "Forgot password?"
`;

test('tools/list: ten tools in 12,288 bytes, annotated', async () => {
  const { tools } = await agentest.client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    [
      'connect',
      'get_ui_tree',
      'run_flow',
      'reset_app',
      'get_logs',
      'screenshot',
      'device_info',
      'get_shared_prefs',
      'query_db',
      'set_network',
    ].map((name) => `agentest_${name}`),
  );
  assert.ok(Buffer.byteLength(JSON.stringify({ tools })) <= 12288);
  for (const tool of tools) {
    keys(tool.annotations, 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint');
    assert.ok(tool.title && tool.description, tool.name);
  }
  const reading = tools.filter((tool) => tool.annotations.readOnlyHint).map((tool) => tool.name.slice(9));
  assert.deepEqual(reading, ['get_ui_tree', 'get_logs', 'screenshot', 'device_info', 'get_shared_prefs']);
});

const least = {
  connect: { packageName: 'com.example.notes' },
  run_flow: { steps: [{ action: 'wait', timeoutMs: 0 }] },
  get_shared_prefs: { file: 'a' },
  query_db: { database: 'a', query: 'SELECT 1' },
  set_network: { wifi: true },
};
for (const name of [
  'connect',
  'get_ui_tree',
  'run_flow',
  'reset_app',
  'get_logs',
  'screenshot',
  'device_info',
  'get_shared_prefs',
  'query_db',
  'set_network',
]) {
  test(`${name}: a field that it does not know is refused by name`, async () => {
    const reply = await agentest.call(`agentest_${name}`, { ...least[name], nonsense: 1 });
    assert.equal(reply.failed, true);
    assert.equal(reply.json.code, 'INVALID_ARGUMENT');
    assert.match(reply.json.error, /unknown field 'nonsense'/);
  });
}

test('before connect a flow says what to do first', async () => {
  const { failed, json } = await agentest.flow({ action: 'wait', timeoutMs: 0 });
  assert.equal(failed, true);
  assert.equal(json.code, 'INVALID_ARGUMENT');
  assert.match(json.error, /agentest_connect/);
});

test('several devices: without deviceId the first of `adb devices` is taken', async () => {
  const first = (await server.adb('devices')).out.split('\n')[1].split('\t')[0];
  const { json } = await agentest.connect('com.example.notes');
  assert.equal(json.deviceId, first);
});

test('several devices: deviceId chooses, and later calls stay there', async () => {
  for (const { serial } of [bare, device]) {
    assert.equal((await agentest.connect('com.example.notes', { deviceId: serial })).json.deviceId, serial);
    assert.equal((await agentest.call('agentest_device_info')).json.deviceId, serial);
  }
});

test('several devices: ANDROID_SERIAL chooses where a call names none', async () => {
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: bare.serial } });
  assert.equal((await other.call('agentest_device_info')).json.deviceId, bare.serial);
});

test('connect: a metadata block, then the tree', async () => {
  const { failed, content, json, texts } = await agentest.connect('com.example.notes', { deviceId: device.serial });
  assert.equal(failed, false);
  assert.deepEqual(
    content.map((block) => block.type),
    ['text', 'text'],
  );
  const { diagnostics, screenFingerprint, session, ...rest } = json;
  assert.match(session, /^[a-z2-7]{10}$/);
  assert.deepEqual(rest, {
    deviceId: device.serial,
    packageName: 'com.example.notes',
    backend: 'adb',
    helperInstalled: false,
    frameworkSync: [],
  });
  assert.match(screenFingerprint, fingerprint);
  assert.deepEqual(diagnostics.slice(0, 2), [
    '[helper] disabled by AGENTEST_DISABLE_HELPER',
    '[framework-sync] attach starting for package=com.example.notes framework=undefined',
  ]);
  assert.equal(texts[1], loginScreen(screenFingerprint));
});

test('connect: verbose tells more of the detection', async () => {
  const { json } = await agentest.connect('com.example.notes', { deviceId: device.serial, verbose: true });
  assert.match(json.diagnostics.join('\n'), /^\[framework-sync\] /m);
});

test('get_ui_tree: only the compact tree', async () => {
  const { content, text } = await agentest.call('agentest_get_ui_tree');
  assert.equal(content.length, 1);
  assert.equal(text, loginScreen(text.match(/#([0-9a-f]{6})\n/)[1]));
});

test('get_ui_tree: onlyInteractive drops plain text and keeps the refs', async () => {
  const whole = await agentest.tree();
  const less = await agentest.tree({ onlyInteractive: true });
  assert.match(whole, /^ *"Welcome to Notes"$/m);
  assert.doesNotMatch(less, /^ *"/m);
  assert.match(less, /"Log in"/);
  assert.deepEqual(refsOf(less), refsOf(whole));
});

test('get_ui_tree: what depth leaves out is counted', async () => {
  await agentest.connect('com.example.shop', { deviceId: device.serial });
  const whole = refsOf(await agentest.tree());
  const cut = await agentest.tree({ depth: 1 });
  const left = [...cut.matchAll(/\.\.\. \+(\d+) more interactive elements?$/gm)].map((match) => Number(match[1]));
  assert.ok(left.length > 0, cut);
  assert.equal(refsOf(cut).length + left.reduce((a, b) => a + b), whole.length);
  assert.ok(!/^ {2}/m.test(cut), cut);
});

test('get_ui_tree: maxLines says what is not shown and how to see it', async () => {
  const cut = await agentest.tree({ maxLines: 5 });
  assert.match(cut, /\.\.\. \d+ more interactive elements and \d+ texts not shown/);
});

const roles = [
  'button',
  'text_field',
  'text_view',
  'check_box',
  'switch',
  'radio_button',
  'slider',
  'scroll_view',
  'image',
  'image_button',
  'container',
  'list',
  'list_item',
  'tab',
  'toolbar',
  'progress_bar',
  'spinner',
  'web_view',
  'unknown',
];
const members = {
  id: 'string',
  text: 'string',
  desc: 'string',
  cls: 'string',
  hint: 'string',
  state: 'string',
  pane: 'string',
  tooltip: 'string',
  clickable: true,
  enabled: false,
  checked: true,
  focused: true,
  selected: true,
  password: true,
  scrollable: true,
};
function checkNode({ role, bounds, actions = [], children = [], ...rest }) {
  assert.ok(roles.includes(role), role);
  assert.match(bounds, /^\[-?\d+,-?\d+\]\[-?\d+,-?\d+\]$/);
  for (const action of actions)
    assert.ok(['tap', 'long_press', 'type', 'scroll', 'check', 'adjust'].includes(action), action);
  for (const [name, value] of Object.entries(rest)) {
    assert.ok(name in members, `${name} is no member of the contract`);
    if (members[name] === 'string') assert.ok(typeof value === 'string' && value !== '', name);
    else assert.equal(value, members[name], name);
  }
  children.forEach(checkNode);
  return children;
}
const flat = (node) => [node, ...(node.children ?? []).flatMap(flat)];

test("get_ui_tree: full is JSON of the contract's members", async () => {
  for (const app of ['com.example.shop', 'com.example.notes']) {
    await agentest.connect(app, { deviceId: device.serial });
    const { content, json } = await agentest.call('agentest_get_ui_tree', { format: 'full' });
    assert.equal(content.length, 1);
    checkNode(json);
  }
  const nodes = flat((await agentest.call('agentest_get_ui_tree', { format: 'full' })).json);
  const email = nodes.find((node) => node.id?.endsWith('/email'));
  assert.deepEqual(email.actions, ['tap', 'long_press', 'type']);
  assert.equal(email.role, 'text_field');
  assert.equal(email.hint, 'E-mail');
  assert.equal(nodes.find((node) => node.id?.endsWith('/password')).password, true);
});

test('run_flow: all passed on the same screen: a handful of bytes, and the refs hold', async () => {
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  const { content, json, text } = await agentest.flowEchoed(
    { action: 'type', target: { ref: '@f1' }, value: 'a@b.c' },
    { action: 'assert_text_equals', target: { ref: '@f1' }, value: 'a@b.c' },
  );
  assert.equal(content.length, 1);
  keys(
    json,
    'success',
    'stepsCompleted',
    'totalSteps',
    'results',
    'screenFingerprint',
    'screenChanged',
    'changed',
    'backend',
    'timing',
  );
  assert.deepEqual(json.changed, ['@f1 value "" -> "a@b.c"']);
  assert.deepEqual([json.success, json.stepsCompleted, json.totalSteps, json.screenChanged], [true, 2, 2, false]);
  assert.match(json.screenFingerprint, fingerprint);
  assert.ok(text.length < 1000, text);
  for (const [index, result] of json.results.entries()) {
    assert.equal(result.stepIndex, index);
    assert.equal(result.success, true);
    assert.ok(Number.isInteger(result.durationMs));
    assert.equal(result.error, undefined);
  }
  assert.deepEqual(json.results[0].action, { action: 'type', target: { ref: '@f1' }, value: 'a@b.c' });
  const again = await agentest.flow({ action: 'clear_text', target: { ref: '@f1' } });
  assert.equal(again.json.success, true, again.text);
});

test('run_flow: without echo each fact comes once, and the screen is a separate block', async () => {
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  const passed = await agentest.flow({ action: 'tap', target: { text: 'Remember me' } });
  assert.deepEqual(JSON.parse(passed.text), {
    success: true,
    results: [{ target: 'check "Remember me" unchecked @c1' }],
  });
  const [head, ...lines] = passed.texts[1].trimEnd().split('\n');
  assert.match(head, /^screen .*#\w{6} since #\w{6}: .*1 changed/);
  assert.deepEqual(lines, ['~ @c1 check "Remember me" unchecked -> check "Remember me" checked']);
  const failed = await agentest.flow(
    { action: 'tap', target: { text: 'Remember me' } },
    { action: 'tap', target: { id: 'no_such_id' } },
  );
  const { error, results, ...rest } = JSON.parse(failed.text);
  assert.deepEqual(rest, {
    success: false,
    code: 'ELEMENT_NOT_FOUND',
    stepsCompleted: 1,
    totalSteps: 2,
    screenChanged: true,
  });
  assert.deepEqual(results[1], { success: false });
  assert.match(error, /^Element not found matching/);
});

test('run_flow: what the client has seen is not shown again: after a failure a line, of another screen its tree', async () => {
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  const failed = await agentest.flow({ action: 'tap', target: { id: 'no_such_id' } });
  assert.match(failed.texts[1], /^screen [^\n]* since [^\n]*: nothing [^\n]*\n$/);
  const passed = await agentest.flow(...login);
  assert.match(passed.texts[1], /^screen 1080x2400 com\.example\.notes #\w{6}\n/);
  await device.shell('pm clear com.example.notes'); // logged out again
  await agentest.connect('com.example.notes', { deviceId: device.serial });
});

test('run_flow: a changed screen comes with its tree', async () => {
  const { failed, json } = await agentest.flowEchoed(...login);
  assert.equal(failed, false, json.error);
  assert.equal(json.screenChanged, true);
  assert.match(json.finalUiTree, new RegExp(`^screen 1080x2400 com\\.example\\.notes #${json.screenFingerprint}\n`));
  assert.match(json.finalUiTree, /New note/);
  assert.equal(json.finalUiTree, await agentest.tree());
});

test('run_flow: loadingDetected names the spinner that was waited out', async () => {
  await device.shell('pm clear com.example.notes');
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  const { json } = await agentest.flowEchoed(...login);
  assert.equal(json.results[0].loadingDetected, undefined);
  assert.match(json.results[2].loadingDetected, /progress/);
  assert.doesNotMatch(json.finalUiTree, /progress/);
});

test('run_flow: it stops at the first failure and shows the screen there', async () => {
  const { failed, json } = await agentest.flowEchoed(
    { action: 'assert_visible', target: { text: 'New note' } },
    { action: 'tap', target: { id: 'no_such_id' } },
    { action: 'tap', target: { text: 'New note' } },
  );
  assert.equal(failed, true);
  assert.deepEqual([json.success, json.stepsCompleted, json.totalSteps, json.screenChanged], [false, 1, 3, false]);
  assert.equal(json.results.length, 2);
  assert.equal(json.results[1].success, false);
  assert.match(json.results[1].error, /^Element not found matching: \{"id":"no_such_id"\}/);
  assert.equal(json.error, json.results[1].error);
  assert.equal(json.code, 'ELEMENT_NOT_FOUND');
  assert.match(json.finalUiTree, /New note/);
});

test('run_flow: a permission prompt is reported, and answered like any screen', async () => {
  const asked = await agentest.flow({ action: 'tap', target: { description: 'Camera' } });
  assert.match(asked.text, /"systemDialogs":\[\{/);
  assert.match(JSON.stringify(asked.json.systemDialogs), /permission/);
  const given = await agentest.flow(
    { action: 'tap', target: { text: 'While using the app' } },
    { action: 'assert_visible', target: { text: 'New note' } },
  );
  assert.equal(given.json.success, true, given.text);
});

test('run_flow: a ref whose element is gone is refused, not another element tapped', async () => {
  const [, ref] = (await agentest.tree()).match(/(@b\d+) btn "New note"/);
  await device.shell('am start -a android.intent.action.VIEW -d notes://about');
  const { json } = await agentest.flowEchoed({ action: 'tap', target: { ref } });
  assert.equal(json.code, 'ELEMENT_NOT_FOUND');
  assert.match(json.error, /no longer on the screen/);
  assert.match(json.finalUiTree, /Notes 1\.4\.2/);
});

test('reset_app: restarts, keeps the data, returns the tree', async () => {
  await open(agentest, device, 'about');
  const pid = await device.shell('pidof com.example.notes');
  const { failed, json, texts, structuredContent } = await agentest.call('agentest_reset_app');
  assert.equal(failed, false);
  assert.equal(texts.length, 2);
  assert.deepEqual(json, { packageName: 'com.example.notes' });
  assert.equal(structuredContent.uiTree, texts[1]);
  assert.match(
    texts[1],
    new RegExp(`^screen 1080x2400 com\\.example\\.notes #${structuredContent.screenFingerprint}\n`),
  );
  assert.match(texts[1], /New note/); // still logged in
  assert.notEqual(await device.shell('pidof com.example.notes'), pid);
});

test('reset_app: packageName makes that app the connected one', async () => {
  const { json, texts } = await agentest.call('agentest_reset_app', { packageName: 'com.example.shop' });
  assert.equal(json.packageName, 'com.example.shop');
  assert.match(texts[1], /com\.example\.shop/);
  assert.equal((await agentest.call('agentest_reset_app')).json.packageName, 'com.example.shop');
  await agentest.call('agentest_reset_app', { packageName: 'com.example.notes' });
});

test("get_logs: metadata, then the app's lines, oldest first", async () => {
  const { content, json, texts } = await agentest.call('agentest_get_logs');
  assert.equal(content.length, 2);
  assert.equal(json.packageName, 'com.example.notes');
  const lines = texts[1].trim().split('\n');
  assert.equal(json.lines, lines.length);
  assert.ok(
    lines.every((line) => /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [VDIWEF] \S+ *: /.test(line)),
    texts[1],
  );
  assert.ok(texts[1].indexOf('Application started') < texts[1].indexOf('list opened'), texts[1]);
});

test('get_logs: level and text filter', async () => {
  const info = await agentest.call('agentest_get_logs', { level: 'I' });
  assert.match(info.texts[1], / I NotesApp: Application started/);
  assert.doesNotMatch(info.texts[1], / [VD] \S+ *: /);
  const some = await agentest.call('agentest_get_logs', { text: 'list opened' });
  assert.equal(some.json.lines, 1);
  assert.match(some.texts[1], /MainActivity: list opened/);
});

test('get_logs: what is cut is counted', async () => {
  const { json, texts } = await agentest.call('agentest_get_logs', { maxLines: 1 });
  assert.equal(json.lines, 1);
  assert.ok(json.omittedOlderLines > 0);
  assert.match(json.note, new RegExp(`${json.omittedOlderLines} older matching lines left out`));
  assert.equal(texts[1].trim().split('\n').length, 1);
});

test('get_logs: an empty answer says why', async () => {
  const none = await agentest.call('agentest_get_logs', { text: 'never-logged' });
  assert.equal(none.failed, false);
  assert.equal(none.content.length, 1);
  assert.equal(none.json.lines, 0);
  assert.match(none.json.note, /filter/);
  const missing = await agentest.call('agentest_get_logs', { packageName: 'com.example.missing' });
  assert.match(missing.json.note, /not installed/);
});

const sizeOfPng = (bytes) => {
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('screenshot: an image that fits a model, and its scale', async () => {
  const { content } = await agentest.call('agentest_screenshot');
  const [image, text] = content;
  assert.equal(content.length, 2);
  assert.equal(image.type, 'image');
  assert.ok(image.data.length <= (900000 * 4) / 3 + 4);
  const bytes = Buffer.from(image.data, 'base64');
  assert.ok(bytes.length <= 900000);
  const [, width, height, scale] = text.text.match(
    /^(\d+)x(\d+) shown, device 1080x2400: multiply coordinates by ([\d.]+)$/,
  );
  assert.ok(Math.max(width, height) <= 1568);
  assert.ok(Math.abs(height * scale - 2400) < 3 && Math.abs(width * scale - 1080) < 3);
  if (image.mimeType === 'image/png') assert.deepEqual(sizeOfPng(bytes), [Number(width), Number(height)]);
  else assert.deepEqual([image.mimeType, bytes.readUInt16BE(0)], ['image/jpeg', 0xffd8]);
});

test("screenshot: fullSize is a PNG file of the device's size, private to the user", async () => {
  const folder = path.join(temporaryFolder(), 'out');
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_OUTPUT_DIR: folder } });
  const { content, text } = await other.call('agentest_screenshot', { fullSize: true });
  assert.equal(content.length, 1);
  const [, file] = text.match(/^1080x2400 PNG saved as (.+)$/);
  assert.equal(path.dirname(file), folder);
  const bytes = fs.readFileSync(file);
  assert.deepEqual(sizeOfPng(bytes), [1080, 2400]);
  assert.equal(bytes.subarray(-8, -4).toString(), 'IEND');
  assert.equal(fs.statSync(file).mode & 0o077, 0);
});

test('saved files go after a week, and the oldest of too many bytes; others stay', async () => {
  const tmp = temporaryFolder();
  const folder = path.join(tmp, `agentest-${process.getuid()}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  const day = 86400000;
  const make = (name, days, bytes) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, '');
    fs.truncateSync(file, bytes); // a file with holes takes no room
    fs.utimesSync(file, new Date(), new Date(Date.now() - days * day));
  };
  make('screenshot-1790000000001.png', 6, 1000);
  make('flow-trace-1790000000002.json', 8, 1000);
  make('ui-tree-1790000000003.json', 2, 400 * 1024 * 1024);
  make('screenshot-1790000000004.png', 3, 200 * 1024 * 1024);
  make('screenshot-mine.png', 30, 1000);
  make('lease-x', 30, 10);
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, TMPDIR: tmp } });
  const { text } = await other.call('agentest_screenshot', { fullSize: true });
  const saved = path.basename(text.match(/saved as (.+)$/)[1]);
  assert.deepEqual(
    fs
      .readdirSync(folder)
      .filter((name) => /^(screenshot|flow|ui|lease-x)/.test(name))
      .sort(),
    ['lease-x', 'screenshot-mine.png', 'ui-tree-1790000000003.json', saved].sort(),
  );
});

test('device_info: what the device is', async () => {
  const { content, json } = await agentest.call('agentest_device_info');
  assert.equal(content.length, 1);
  const property = async (name) => (await device.shell(`getprop ${name}`)).trim();
  assert.deepEqual(json, {
    deviceId: device.serial,
    model: await property('ro.product.model'),
    manufacturer: await property('ro.product.manufacturer'),
    androidVersion: await property('ro.build.version.release'),
    apiLevel: Number(await property('ro.build.version.sdk')),
    abi: await property('ro.product.cpu.abi'),
    isEmulator: true,
    screen: { width: 1080, height: 2400, density: 420 },
  });
});

test('get_shared_prefs: the file as it is, with or without .xml', async () => {
  const { content, json } = await agentest.call('agentest_get_shared_prefs', { file: 'user_prefs' });
  assert.equal(content.length, 1);
  keys(json, 'packageName', 'file', 'content');
  assert.deepEqual([json.packageName, json.file], ['com.example.notes', 'user_prefs.xml']);
  assert.match(json.content, /^<\?xml version='1\.0'/);
  assert.match(json.content, /<string name="email">demo@example\.com<\/string>/);
  const same = await agentest.call('agentest_get_shared_prefs', {
    file: 'user_prefs.xml',
    packageName: 'com.example.notes',
  });
  assert.deepEqual(same.json, json);
});

const query = (sql, more) => agentest.call('agentest_query_db', { database: 'notes.db', query: sql, ...more });

for (const [who, where] of [
  ['device', device],
  ['host', bare],
]) {
  test(`query_db: rows by the sqlite of the ${who}, with what the app wrote just now`, async () => {
    await where.shell('pm clear com.example.notes');
    await agentest.connect('com.example.notes', { deviceId: where.serial });
    const sql = 'SELECT id, title, body FROM notes WHERE id IN (3, 7)';
    const { content, json } = await query(sql);
    assert.equal(content.length, 1);
    assert.deepEqual(json, {
      packageName: 'com.example.notes',
      database: 'notes.db',
      query: sql,
      rowCount: 2,
      engine: who,
      rows: "3|Note 3 🎉 Party|Bring 🍰 and 🎈\n7|Note 7 \"quoted\" & <tagged>|it's 'fine'\n",
    });
    const saved = await agentest.flow(
      ...login,
      { action: 'tap', target: { text: 'New note' } },
      { action: 'type', target: { id: 'title' }, value: 'Fresh' },
      { action: 'tap', target: { text: 'Save' } },
    );
    assert.equal(saved.json.success, true, saved.text);
    assert.equal((await query("SELECT count(*), max(title = 'Fresh') FROM notes")).json.rows, '201|1\n');
    assert.equal((await query('SELECT 1 WHERE 0')).json.rows, '');
  });
}

test('query_db: on the device a statement may write, on a copy it may not', async () => {
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  assert.equal((await query("UPDATE notes SET body = 'written' WHERE id = 1")).failed, false);
  assert.equal((await query('SELECT body FROM notes WHERE id = 1')).json.rows, 'written\n');
  await agentest.connect('com.example.notes', { deviceId: bare.serial });
  const refused = await query("UPDATE notes SET body = 'written' WHERE id = 1");
  assert.equal(refused.json.code, 'UNSUPPORTED');
  assert.match(refused.json.error, /only reading statements/);
});

const condition = async (name) => (await device.console(`virtual condition ${name}`)).trim();
const network = async (args) => {
  const { content, failed, json, text } = await agentest.call('agentest_set_network', args);
  assert.equal(failed, false, text);
  assert.equal(content.length, 1);
  keys(json, 'applied', 'message');
  assert.deepEqual(json.applied, args);
  return json.message;
};

test('set_network: each preset reaches the emulator', async () => {
  await agentest.connect('com.example.notes', { deviceId: device.serial });
  for (const preset of ['gsm', 'gprs', 'edge', 'umts', '3g', 'hsdpa', 'lte', 'full']) {
    assert.equal(await network({ preset }), `Network speed preset: ${preset}`);
    assert.equal(await condition('network speed'), preset === '3g' ? 'umts' : preset);
  }
});

test('set_network: speed, delay and several at once', async () => {
  await network({ speed: '500:2000' });
  assert.equal(await condition('network speed'), '500:2000');
  await network({ delay: '100:300' });
  assert.equal(await condition('network delay'), '100:300');
  assert.equal(await network({ preset: '3g', delay: 'umts' }), 'Network speed preset: 3g; Latency: umts');
  assert.deepEqual([await condition('network speed'), await condition('network delay')], ['umts', 'umts']);
});

test('set_network: offline takes the radios away, the next preset brings them back', async () => {
  await network({ preset: 'offline' });
  assert.deepEqual([await condition('wifi'), await condition('data')], ['off', 'off']);
  await network({ preset: 'full' });
  assert.deepEqual(
    [await condition('wifi'), await condition('data'), await condition('network speed')],
    ['on', 'on', 'full'],
  );
});

test('set_network: a preset brings mobile data back that another process took away', async () => {
  await network({ preset: 'offline' });
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  const reply = await other.call('agentest_set_network', { preset: 'full', delay: 'none', wifi: true });
  assert.equal(reply.failed, false, reply.text);
  assert.deepEqual([await condition('wifi'), await condition('data')], ['on', 'on']);
});

test('set_network: wifi and airplane mode', async () => {
  await network({ wifi: false });
  assert.equal(await condition('wifi'), 'off');
  await network({ wifi: true });
  assert.equal(await condition('wifi'), 'on');
  await network({ airplaneMode: true });
  assert.equal(await condition('airplane'), 'on');
  await network({ airplaneMode: false });
  assert.equal(await condition('airplane'), 'off');
});

// Shapes in which clients and models send arguments that are right in meaning.
const text = JSON.stringify;
for (const [what, tool, args, words] of [
  [
    'steps as a string',
    'run_flow',
    { steps: text([{ action: 'assert_visible', target: { text: 'E-mail' } }]) },
    /"success":true/,
  ],
  [
    'a string at every depth',
    'run_flow',
    {
      steps: [
        text({
          action: 'Assert_Visible',
          target: text({ text: 'E-mail', index: '0', ref: null }),
          timeoutMs: '0',
          state: '',
          scrollTarget: {},
        }),
      ],
    },
    /"success":true/,
  ],
  [
    'one step alone',
    'run_flow',
    { steps: { action: 'wait', timeoutMs: '1' }, observe: '', echo: 'False', session: 'null', deviceId: '' },
    /"success":true/,
  ],
  [
    'optional arguments that are empty',
    'get_ui_tree',
    {
      format: '',
      depth: null,
      offset: '0',
      maxLines: {},
      since: 'null',
      onlyInteractive: 'false',
      session: '',
      deviceId: [],
    },
    /^screen /,
  ],
  ['a choice in another case', 'get_logs', { level: 'w', maxLines: '5' }, /"lines":|lines/],
  [
    'an empty backend',
    'connect',
    { packageName: 'com.example.notes', backend: '', steal: 'true', verbose: '' },
    /"deviceId"/,
  ],
]) {
  test(`arguments: ${what}`, async () => {
    await device.shell('pm clear com.example.notes'); // a test may have logged in
    await agentest.connect('com.example.notes', { deviceId: device.serial });
    const reply = await agentest.call(`agentest_${tool}`, args);
    assert.equal(reply.failed, false, reply.text);
    assert.match(reply.text, words);
  });
}
