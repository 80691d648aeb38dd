// Each error code that a client can get: isError, the code, and advice.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { open } from './notes.mjs';
import { adbOnly, root, startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server, [
  '--app',
  appFile('com.example.closed', { debuggable: false }),
  '--app',
  path.join(root, 'virtual-android/apps/com.example.notes.json'),
]);
Object.assign(server.env, adbOnly);
const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });

function appFile(name, more) {
  const file = path.join(temporaryFolder(), `${name}.json`);
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: name,
      label: 'Test',
      screens: { main: { root: { kind: 'column', children: [{ kind: 'text', text: 'Here' }] } } },
      launcher: 'main',
      ...more,
    }),
  );
  return file;
}

// A refusal has isError and only {"error", "code"}.
function refused(reply, code, words) {
  assert.equal(reply.failed, true, reply.text);
  assert.equal(reply.content.length, 1);
  assert.deepEqual(Object.keys(reply.json).sort(), ['code', 'error']);
  assert.equal(reply.json.code, code, reply.text);
  assert.match(reply.json.error, words);
}

// A flow that failed at a step has the same two members in its trace.
function failedFlow(reply, code, words) {
  assert.equal(reply.failed, true, reply.text);
  assert.deepEqual([reply.json.success, reply.json.code], [false, code], reply.text);
  assert.match(reply.json.error, words);
}

const query = (sql, database = 'notes.db') => agentest.call('agentest_query_db', { database, query: sql });
const connect = (more) => agentest.connect('com.example.notes', more);

test('ADB_CONNECTION_ERROR: no device at all', async () => {
  const empty = await startAgentest(await startAdbServer());
  refused(await empty.connect('com.example.notes'), 'ADB_CONNECTION_ERROR', /no device.*(emulator|USB|adb connect)/i);
});

test('ADB_CONNECTION_ERROR: an unknown deviceId; the known ones are listed', async () => {
  refused(
    await connect({ deviceId: 'emulator-1' }),
    'ADB_CONNECTION_ERROR',
    new RegExp(`no device 'emulator-1'; available: ${device.serial}`),
  );
});

test('ADB_CONNECTION_ERROR: a device that is offline, and the next call once it is back', async () => {
  await device.fault('offline');
  await until(async () => /offline/.test((await server.adb('devices')).out), 'the server sees it offline');
  refused(await connect(), 'ADB_CONNECTION_ERROR', /offline.*adb (reconnect|kill-server)/);
  await device.fault('offline', 0);
  await device.attach();
  assert.equal((await connect()).failed, false);
});

test('ADB_CONNECTION_ERROR: the connection drops in the middle of a dump', async () => {
  await device.fault('drop-dump', 9);
  refused(await agentest.call('agentest_get_ui_tree'), 'ADB_CONNECTION_ERROR', /connection was lost/);
  await device.fault('drop-dump', 0);
  await device.attach();
  assert.match(await agentest.tree(), /Welcome to Notes/);
});

test('ADB_CONNECTION_ERROR: no adb server and no adb program', async () => {
  const lone = await startAgentest({
    env: {
      ...server.env,
      PATH: temporaryFolder(),
      ANDROID_ADB_SERVER_PORT: '9',
      ANDROID_HOME: '',
      ANDROID_SDK_ROOT: '',
    },
  });
  refused(
    await lone.connect('com.example.notes'),
    'ADB_CONNECTION_ERROR',
    /adb program was not found.*(platform-tools|ANDROID_HOME)/,
  );
});

test('no adb server, but an adb program: it is started', async () => {
  const other = await startAdbServer();
  await other.stop();
  const starter = await startAgentest(other);
  refused(await starter.connect('com.example.notes'), 'ADB_CONNECTION_ERROR', /no device/i);
  assert.match(await other.query('host:version'), /^OKAY/);
  await other.adb('kill-server');
});

test('PROTOCOL_ERROR: the peer is not an adb server', async () => {
  const web = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise((resolve) => {
    web.listen(0, '127.0.0.1', resolve);
  });
  const lost = await startAgentest({ env: { ...server.env, ANDROID_ADB_SERVER_PORT: String(web.address().port) } });
  refused(await lost.connect('com.example.notes'), 'PROTOCOL_ERROR', /not an adb server.*HTTP/);
  web.close();
});

test('GRPC_CONNECTION_ERROR: backend grpc', async () => {
  refused(await connect({ backend: 'grpc' }), 'GRPC_CONNECTION_ERROR', /"auto" or "adb"/);
  assert.equal((await connect({ backend: 'adb' })).failed, false);
});

test('APP_NOT_INSTALLED: with the names that are near', async () => {
  refused(await agentest.connect('com.example.note'), 'APP_NOT_INSTALLED', /near: 'com\.example\.notes'/);
  refused(
    await agentest.call('agentest_reset_app', { packageName: 'org.missing' }),
    'APP_NOT_INSTALLED',
    /installed apps: .*com\.example\.notes/,
  );
  await connect();
});

test('ADB_COMMAND_ERROR: preferences and databases that are not there: what is there', async () => {
  refused(
    await agentest.call('agentest_get_shared_prefs', { file: 'nope' }),
    'ADB_COMMAND_ERROR',
    /no shared_prefs\/nope\.xml.*settings\.xml/,
  );
  refused(await query('SELECT 1', 'nope.db'), 'ADB_COMMAND_ERROR', /no databases\/nope\.db.*notes\.db/);
});

test('ADB_COMMAND_ERROR: SQL that is wrong', async () => {
  refused(await query('SELEC 1'), 'ADB_COMMAND_ERROR', /syntax error/);
  refused(await query('SELECT * FROM note'), 'ADB_COMMAND_ERROR', /no such table: note.*available: .*notes/);
});

test('ADB_COMMAND_ERROR: a release build', async () => {
  refused(
    await agentest.call('agentest_get_shared_prefs', { file: 'a', packageName: 'com.example.closed' }),
    'ADB_COMMAND_ERROR',
    /not debuggable/,
  );
  refused(
    await agentest.call('agentest_query_db', { database: 'a', query: 'SELECT 1', packageName: 'com.example.closed' }),
    'ADB_COMMAND_ERROR',
    /not debuggable/,
  );
});

test('ADB_COMMAND_ERROR: a dump that is killed, a picture that is cut off, input that is refused', async () => {
  await device.fault('killed-dump', 9);
  refused(await agentest.call('agentest_get_ui_tree'), 'ADB_COMMAND_ERROR', /another automation tool/);
  await device.fault('killed-dump', 0);
  await device.fault('screencap-truncate', 9);
  refused(await agentest.call('agentest_screenshot'), 'ADB_COMMAND_ERROR', /cut off or damaged/);
  await device.fault('screencap-truncate', 0);
  await device.fault('inject-denied', 9);
  failedFlow(
    await agentest.flow({ action: 'tap', target: { text: 'Log in' } }),
    'ADB_COMMAND_ERROR',
    /INJECT_EVENTS|USB debugging/,
  );
  await device.fault('inject-denied', 0);
});

for (const [code, fault, words, again] of [
  ['TREE_PARSE_ERROR', 'garbage-dump', /no <hierarchy>.*try again/, true],
  ['TREE_PARSE_ERROR', 'truncate-dump', /ends in the middle.*try again/, true],
  ['ADB_COMMAND_ERROR', 'null-root', /no window in front.*try again/, true],
  ['ADB_COMMAND_ERROR', 'idle-error', /could not get an idle state.*try again/, false],
]) {
  test(`${code}: ${fault}${again ? '; what is bad once is read again' : ''}`, async () => {
    await device.fault(fault, 99);
    refused(await agentest.call('agentest_get_ui_tree'), code, words);
    await device.fault(fault, again ? 1 : 0);
    assert.match(await agentest.tree(), /Welcome to Notes/);
    await device.fault(fault, 0);
  });
}

test('ELEMENT_NOT_FOUND: the nearest candidates', async () => {
  failedFlow(
    await agentest.flow({ action: 'tap', target: { id: 'pasword' } }),
    'ELEMENT_NOT_FOUND',
    /nearest: input hint="Password" password \(id "com\.example\.notes:id\/password"\)/,
  );
  failedFlow(
    await agentest.flow({ action: 'tap', target: { text: 'Log-in' } }),
    'ELEMENT_NOT_FOUND',
    /nearest: btn "Log in"/,
  );
});

test('ELEMENT_NOT_FOUND: a ref that was never given out', async () => {
  failedFlow(
    await agentest.flow({ action: 'tap', target: { ref: '@b42' } }),
    'ELEMENT_NOT_FOUND',
    /agentest_get_ui_tree for fresh refs/,
  );
});

test('ASSERTION_FAILED: expected and found', async () => {
  failedFlow(
    await agentest.flow({ action: 'assert_text_equals', target: { id: 'login_title' }, value: 'Hello' }),
    'ASSERTION_FAILED',
    /"Hello".*"Welcome to Notes"/,
  );
});

test('IDLE_TIMEOUT: a screen that never rests', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d notes://busy');
  failedFlow(
    await agentest.flow({ action: 'wait_for_stable', timeoutMs: 700 }),
    'IDLE_TIMEOUT',
    /not stable after 700 ms/,
  );
  await open(agentest, device, 'settings');
});

test('APP_CRASH: exception, message, frames, and what was done', async () => {
  const reply = await agentest.flow({ action: 'tap', target: { text: 'Crash' } }, { action: 'wait', timeoutMs: 60000 });
  failedFlow(
    reply,
    'APP_CRASH',
    /crashed: java\.lang\.IllegalStateException: "Note 42 has no owner"; at com\.example\.notes\.data/,
  );
  assert.equal(reply.json.appCrashDetected, true);
  assert.deepEqual(
    [reply.json.crash.process, reply.json.crash.exception, reply.json.crash.message],
    ['com.example.notes', 'java.lang.IllegalStateException', 'Note 42 has no owner'],
  );
  assert.equal(reply.json.results.length, 1);
  assert.equal((await agentest.call('agentest_reset_app')).failed, false);
});

test("APP_CRASH: behind the system's dialog", async () => {
  await open(agentest, device, 'settings');
  failedFlow(
    await agentest.flow({ action: 'tap', target: { text: 'Crash with a dialog' } }),
    'APP_CRASH',
    /NullPointerException/,
  );
  await connect();
});

for (const [what, tool, args, words] of [
  ['a missing field', 'connect', {}, /'packageName' is missing/],
  ['a wrong type', 'get_ui_tree', { depth: 'deep' }, /'depth'.*(number|integer)/],
  ['a value out of range', 'get_logs', { maxLines: 0 }, /'maxLines'.*1/],
  ['a choice that there is not', 'set_network', { preset: '5g' }, /'preset' cannot be '5g' \(valid: gsm.*offline\)/],
  ['nothing to set', 'set_network', {}, /nothing to set/],
  ['speed and preset', 'set_network', { preset: 'lte', speed: '1:2' }, /not both/],
  ['a speed', 'set_network', { speed: 'fast' }, /up:down/],
  ['a delay', 'set_network', { delay: '5' }, /min:max/],
  ['a path for a name', 'get_shared_prefs', { file: '../../etc/passwd' }, /below the app's folder .*without '\.\.'/],
  ['no steps', 'run_flow', { steps: [] }, /1 to 200 steps/],
  [
    'an unknown action',
    'run_flow',
    { steps: [{ action: 'wait', timeoutMs: 1 }, { action: 'fly' }] },
    /no step has run: steps\[1\]: unknown action 'fly' \(valid: .*tap/,
  ],
  [
    'a target without a field',
    'run_flow',
    { steps: [{ action: 'tap', target: {} }] },
    /steps\[0\] \(tap\).*ref, id, text/,
  ],
  [
    "a step's unknown field",
    'run_flow',
    { steps: [{ action: 'tap', target: { id: 'a' }, speed: 1 }] },
    /unknown field 'speed' \(valid: action, target, force, expectCrash\)/,
  ],
  ['a command of the sqlite3 program', 'query_db', { database: 'notes.db', query: '.shell id' }, /give SQL/],
]) {
  test(`INVALID_ARGUMENT: ${what}`, async () => {
    refused(await agentest.call(`agentest_${tool}`, args), 'INVALID_ARGUMENT', words);
  });
}

test('INVALID_ARGUMENT: a package name with a command in it connects to nothing', async () => {
  refused(await agentest.connect('a.b; reboot'), 'INVALID_ARGUMENT', /not a package name/);
  refused(
    await agentest.flow({ action: 'wait', timeoutMs: 1 }),
    'INVALID_ARGUMENT',
    /no app is connected: call agentest_connect/,
  );
  await connect();
});

test('UNSUPPORTED: network speed on a device that is not an emulator', async () => {
  const address = `127.0.0.1:${device.adbPort}`;
  await server.adb('connect', address);
  const physical = await startAgentest(server, { env: { ANDROID_SERIAL: address } });
  refused(
    await physical.call('agentest_set_network', { preset: '3g' }),
    'UNSUPPORTED',
    /emulators only.*"offline", wifi and airplaneMode work/,
  );
  assert.equal((await physical.call('agentest_set_network', { wifi: false })).failed, false);
  assert.equal((await device.console('virtual condition wifi')).trim(), 'off');
  assert.equal((await physical.call('agentest_set_network', { wifi: true })).failed, false);
  await server.adb('disconnect', address);
});

test('INVALID_ARGUMENT: an empty package name', async () => {
  const other = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  refused(await other.connect(''), 'INVALID_ARGUMENT', /'packageName' is empty/);
});

test('INVALID_ARGUMENT: after a failed connect the previous session is used only by its handle', async () => {
  const { session } = (await agentest.connect('com.example.notes', { steal: true })).json;
  refused(await agentest.connect(''), 'INVALID_ARGUMENT', /'packageName' is empty/);
  refused(
    await agentest.call('agentest_get_ui_tree'),
    'INVALID_ARGUMENT',
    new RegExp(`the last agentest_connect failed: connect again, or pass session; '${session}'`),
  );
  assert.match((await agentest.call('agentest_get_ui_tree', { session })).text, /^screen /);
  await agentest.connect('com.example.notes');
});

test('TIMEOUT: a query that does not end', async () => {
  const hasty = await startAgentest(server, {
    env: { ANDROID_SERIAL: device.serial, AGENTEST_COMMAND_TIMEOUT_MS: '1000' },
  });
  refused(
    await hasty.call('agentest_query_db', {
      packageName: 'com.example.notes',
      database: 'notes.db',
      query: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c',
    }),
    'TIMEOUT',
    /timed out.*the query takes too long/,
  );
});

test('TIMEOUT: a device that answers no command', async () => {
  await device.fault('stall', 99);
  refused(await agentest.call('agentest_device_info'), 'TIMEOUT', /timed out/);
  await device.fault('stall', 0);
  assert.equal((await agentest.call('agentest_device_info')).failed, false);
});
