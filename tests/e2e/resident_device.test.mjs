// app_process of virtual-android with our jar: started, used, disturbed and
// killed through the ordinary adb and plain HTTP.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { TOKEN, instrument, request } from './helper.mjs';
import { CLASS, EXEC, JAR, LINGER_MS, SOCKET, jar, line, push, reach, start, startRaw } from './resident.mjs';

const server = await startAdbServer();
const folder = temporaryFolder();

const listed = async (device) =>
  (await device.shell('ps -A -o PID,ARGS')).split('\n').filter((row) => row.includes(CLASS));
const code = (json) => json.error?.code;

async function startDevice(args = []) {
  const device = await startVirtual(server, args);
  await push(device, folder, jar());
  return device;
}

const device = await startDevice();

async function serving(options) {
  const stream = start(server, device, options);
  await stream.serving();
  return { stream, helper: await reach(device) };
}

test('it serves: stages, status with the version of the jar, and an end in order', async () => {
  const { stream, helper } = await serving();
  assert.equal(
    stream.out,
    [
      ...['uiautomation', 'events', 'listen'].flatMap((stage) => [
        `INSTRUMENTATION_STATUS: stage=${stage}`,
        'INSTRUMENTATION_STATUS_CODE: 0',
      ]),
      'INSTRUMENTATION_STATUS: protocolVersion=2',
      `INSTRUMENTATION_STATUS: socket=${SOCKET}`,
      'INSTRUMENTATION_STATUS: stage=serving',
      'INSTRUMENTATION_STATUS: versionCode=98',
      'INSTRUMENTATION_STATUS_CODE: 0',
      '',
    ].join('\n'),
  );
  const status = await helper.json('/status');
  assert.deepEqual([status.version, status.versionCode, status.lingerMs], ['9.8.7', 98, LINGER_MS]);
  assert.ok((await helper.json('/tree')).tree.nodeCount > 0);
  const [row] = await listed(device);
  assert.match(row, new RegExp(`^ *\\d+ app_process / ${CLASS}$`));
  assert.equal((await device.shell('pidof app_process')).trim(), row.match(/\d+/)[0]);
  assert.ok((await helper.json('/shutdown')).ok);
  const { status: exit, out, err } = await stream.ended;
  assert.equal(exit, 0);
  assert.match(
    out,
    /INSTRUMENTATION_RESULT: reason=shutdown\nINSTRUMENTATION_RESULT: stage=serving\nINSTRUMENTATION_CODE: -1\n$/,
  );
  assert.equal(err, '');
  assert.deepEqual(await listed(device), []);
  assert.equal((await device.adb('shell', 'pidof app_process')).status, 1);
  helper.close();
});

test('the end of its input ends it in order', async () => {
  const { stream, helper } = await serving();
  stream.child.stdin.end();
  const { status, out } = await stream.ended;
  assert.equal(status, 0);
  assert.match(out, /RESULT: reason=stdin ended\n/);
  assert.deepEqual(await listed(device), []);
  helper.close();
});

test('over exec: too, where adbd closes its input and sends no SIGHUP', async () => {
  const stream = await startRaw(server, device);
  await device.fault('resident-deaf', 1);
  stream.socket.destroy();
  const helper = await reach(device);
  assert.ok((await helper.json('/status')).ok);
  await helper.json('/shutdown');
  await until(async () => (await listed(device)).length === 0, 'it has ended');
  helper.close();

  const heard = await startRaw(server, device);
  heard.socket.destroy();
  await until(async () => (await listed(device)).length === 0, 'it has seen its input end');
});

test('CLASSPATH of one command, exported, or not exported', async () => {
  for (const command of [`CLASSPATH=${JAR} app_process / ${CLASS}`, `CLASSPATH=${JAR} exec app_process / ${CLASS}`]) {
    const { stream, helper } = await serving({ command });
    await helper.json('/shutdown');
    assert.equal((await stream.ended).status, 0);
    helper.close();
  }
  const { status, err } = await start(server, device, { command: `CLASSPATH=${JAR}; app_process / ${CLASS}` }).ended;
  assert.equal(status, 134);
  assert.equal(err, 'Aborted \n');
});

test('without its class it aborts; the shell says so, which exec has replaced', async () => {
  const half = jar().subarray(0, 100);
  for (const bytes of [null, half, jar({ dex: 'dex\n035\0Lcom/example/Main;' })]) {
    await device.shell(`rm -f ${JAR}`);
    if (bytes) await push(device, folder, bytes);
    assert.deepEqual(await start(server, device).ended, { status: 134, out: '', err: '' });
    const waited = await start(server, device, { command: `export CLASSPATH=${JAR}; app_process / ${CLASS}` }).ended;
    assert.deepEqual(waited, { status: 134, out: '', err: 'Aborted \n' });
    assert.match(
      await device.shell('logcat -d'),
      /E appproc *: ERROR: could not find class 'com\.agentest\.helper\.Main'/,
    );
  }
  await push(device, folder, jar());
});

test('a missing or wrong first line ends it with the reason', async () => {
  const rows = [
    ['{"token":1}\n', /error='token' must be there in the first line of stdin and be a string/],
    [line({ token: 'short' }), /error=a token has 16 to 256/],
    [line({ socket: 'scrcpy' }), /error='socket' in the first line of stdin must be agentest- and 16 hex digits/],
    [line({ lingerMs: 5 }), /error='lingerMs' in the first line of stdin must be a whole number from 1000/],
    [line({ port: 1 }), /error=.*'port'/],
    ['x'.repeat(5000), /error=the first line of stdin has more than 4096 bytes/],
  ];
  for (const [input, words] of rows) {
    const { status, out } = await start(server, device, { input }).ended;
    assert.equal(status, 1);
    assert.match(out, words);
    assert.match(out, /INSTRUMENTATION_RESULT: stage=arguments\nINSTRUMENTATION_CODE: 0\n$/);
  }
  const empty = start(server, device, { input: '' });
  empty.child.stdin.end();
  assert.match((await empty.ended).out, /error=stdin ended before its first line/);
});

test('a hang-up ends it with exec; without exec only the shell, and a deaf helper stays', async () => {
  const { stream, helper } = await serving();
  await device.fault('resident-deaf', 2);
  await stream.hangUp();
  await until(async () => (await listed(device)).length === 0, 'SIGHUP has ended it');
  helper.close();

  await device.fault('resident-deaf', 1);
  const left = await serving({ command: `CLASSPATH=${JAR} app_process / ${CLASS}` });
  await left.stream.hangUp();
  assert.ok((await left.helper.json('/status')).ok); // it lives on, and has the UiAutomation
  const second = await start(server, device, { input: line({ socket: 'agentest-fedcba9876543210' }) }).ended;
  assert.equal(second.status, 1);
  assert.match(second.out, /error=.*already registered.*\nINSTRUMENTATION_RESULT: stage=uiautomation/);
  const [row] = await listed(device);
  assert.equal((await device.adb('shell', `kill ${row.match(/\d+/)[0]}`)).status, 0);
  await until(async () => (await listed(device)).length === 0, 'SIGTERM has ended it');
  left.helper.close();
});

test('it lingers, and no longer', async () => {
  await device.fault('resident-deaf', 1);
  const { stream, helper } = await serving({
    input: line({ lingerMs: 1000 }),
    command: `CLASSPATH=${JAR} app_process / ${CLASS}`,
  });
  await stream.hangUp();
  await until(async () => (await listed(device)).length === 0, 'it is gone without a request');
  helper.close();
});

test('killed: the status names the signal, the shell the word', async () => {
  for (const [signal, status, word] of [
    ['-9', 137, 'Killed \n'],
    ['-TERM', 143, 'Terminated \n'],
    ['', 143, 'Terminated \n'],
  ]) {
    for (const [command, err] of [
      [EXEC, ''],
      [`CLASSPATH=${JAR} app_process / ${CLASS}`, word],
    ]) {
      const { stream, helper } = await serving({ command });
      await device.shell(`kill ${signal} $(pidof app_process)`);
      const ended = await stream.ended;
      assert.deepEqual([ended.status, ended.err], [status, err]);
      assert.doesNotMatch(ended.out, /INSTRUMENTATION_RESULT/);
      helper.close();
    }
  }
});

test('one UiAutomation: dump, am instrument and app_process exclude each other', async () => {
  const { stream, helper } = await serving();
  const dump = await device.adb('shell', 'uiautomator dump');
  assert.deepEqual([dump.status, dump.err], [137, 'Killed\n']);
  assert.match(await device.shell('logcat -d'), /IllegalStateException: UiAutomationService .*already registered!/);

  assert.ok((await helper.json('/release')).ok);
  assert.ok((await helper.json('/release')).ok); // twice is once
  assert.equal(code(await helper.json('/tree')), 'RELEASED');
  assert.equal((await helper.ask('/tap', { x: 1, y: 1 })).status, 409);
  assert.match(await device.shell('uiautomator dump'), /dumped to/);

  await device.fault('uiautomation-held', 1);
  const held = await helper.ask('/acquire');
  assert.equal(held.status, 409);
  assert.equal(code(held.json), 'UIAUTOMATION_HELD');
  assert.match(held.json.error.message, /already registered/);
  assert.ok((await helper.json('/acquire')).ok);
  assert.ok((await helper.json('/tree')).ok);
  await helper.json('/shutdown');
  await stream.ended;
  helper.close();

  await device.adb('install', '-r', new URL('../../android/prebuilt/agentest-helper.apk', import.meta.url).pathname);
  const am = instrument(server, device);
  await until(() => am.said.includes('stage=serving'), 'the installed helper serves');
  assert.match((await start(server, device).ended).out, /already registered/);
  await am.stop();
  await am.ended;
  const again = await until(async () => {
    const next = await serving().catch(() => null);
    return next;
  }, 'the slot is free again');
  assert.match(await instrument(server, device).ended, /already registered/);
  await again.helper.json('/shutdown');
  await again.stream.ended;
  again.helper.close();
});

test('its socket: the token, and no app as a peer', async () => {
  const { stream, helper } = await serving();
  assert.equal((await helper.ask('/status', {}, { token: 'x'.repeat(48) })).status, 401);
  assert.match(await device.console(`virtual connect localabstract:${SOCKET} 2000`), /closed after [1-9]\d* bytes/);
  assert.match(await device.console(`virtual connect localabstract:${SOCKET} 10123`), /closed after 0 bytes/);
  assert.ok((await helper.json('/status')).ok);
  await helper.json('/shutdown');
  await stream.ended;
  const nobody = await request(helper.port, '/status', {}, { token: TOKEN }).catch((error) => error);
  assert.ok(nobody instanceof Error); // adb accepts, and hangs up: the port is closed
  helper.close();
});

test('the times of a phone: a start, a tap, a tree', async (t) => {
  await device.console('virtual profile realistic');
  t.after(() => device.console('virtual profile zero'));
  const began = performance.now();
  const { stream, helper } = await serving();
  const startMs = performance.now() - began;
  const { timing } = await helper.json('/step', { actions: [{ type: 'tap', x: 5, y: 5 }], idle: null });
  t.diagnostic(`start ${Math.round(startMs)} ms, ${JSON.stringify(timing)}`);
  assert.ok(startMs >= 600 && timing.inputMs >= 8 && timing.treeMs >= 40);
  await helper.json('/shutdown');
  await stream.ended;
  helper.close();
});

test('fault no-app-process: as a program that is not there', async () => {
  await device.fault('no-app-process');
  const { status, err } = await start(server, device).ended;
  assert.equal(status, 127);
  assert.match(err, /app_process: inaccessible or not found/);
});

test('fault resident-killed: dead as it takes the UiAutomation', async () => {
  await device.fault('resident-killed');
  const { status, out } = await start(server, device).ended;
  assert.equal(status, 137);
  assert.match(out, /stage=uiautomation\nINSTRUMENTATION_STATUS_CODE: 0\n$/);
});

test('fault resident-linkage: an end in words', async () => {
  await device.fault('resident-linkage');
  const { status, out } = await start(server, device).ended;
  assert.equal(status, 1);
  assert.match(
    out,
    /RESULT: error=No direct method <init>.*\nINSTRUMENTATION_RESULT: stage=uiautomation\nINSTRUMENTATION_CODE: 0\n$/,
  );
});

test('fault resident-silent: it starts and says nothing, until it is hung up', async () => {
  await device.fault('resident-silent');
  const stream = start(server, device);
  await until(async () => (await listed(device)).length === 1, 'it runs');
  stream.child.stdin.end(); // is not read
  assert.equal((await listed(device)).length, 1);
  assert.equal(stream.out, '');
  await stream.hangUp();
  await until(async () => (await listed(device)).length === 0, 'the hang-up has ended it');
});

test('fault resident-stall: the step is done, and nothing answers from then on', async () => {
  await device.shell('monkey -p com.example.notes -c android.intent.category.LAUNCHER 1');
  const { stream, helper } = await serving();
  await device.fault('resident-stall');
  const asked = helper.ask('/step', { actions: [{ type: 'key', keycode: 3 }], idle: null, tree: null });
  asked.catch(() => {});
  await until(
    async () => /launcher/.test(await device.shell('dumpsys window | grep mCurrentFocus')),
    'the key has arrived',
  );
  const later = request(helper.port, '/status', {}, {});
  later.catch(() => {});
  const answered = await Promise.race([
    asked.then(
      () => 'step',
      () => 'lost',
    ),
    later.then(
      () => 'status',
      () => 'lost',
    ),
    listed(device).then(() => 'nobody'),
  ]);
  assert.equal(answered, 'nobody');
  await stream.hangUp();
  await assert.rejects(asked);
  await assert.rejects(later);
  helper.close();
});

test('fault adbd-restart: all that adbd has started is gone, and the device comes back', async () => {
  await device.fault('resident-deaf', 1);
  const { stream, helper } = await serving({ command: `CLASSPATH=${JAR} app_process / ${CLASS}` });
  await device.fault('adbd-restart');
  await stream.ended;
  const stopScan = device.scan();
  await until(
    async () => (await listed(device)).length === 0 && (await device.shell('echo up')) === 'up\n',
    'it is back without the helper',
  );
  await stopScan();
  await device.fault('resident-deaf', 0);
  helper.close();
  const again = await serving();
  await again.helper.json('/shutdown');
  await again.stream.ended;
  again.helper.close();
});

test('fault jar-half-pushed: a short file under the name of the push', async () => {
  const bytes = jar({ dex: `dex\n035\0Lcom/agentest/helper/Main;${'x'.repeat(9000)}` });
  await device.fault('jar-half-pushed');
  const pushed = await push(device, folder, bytes, '/data/local/tmp/short.jar');
  assert.notEqual(pushed.status, 0);
  const size = Number(await device.shell('stat -c %s /data/local/tmp/short.jar'));
  assert.ok(size > 0 && size < bytes.length, `${size} of ${bytes.length}`);
  const { status } = await start(server, device, { command: EXEC.replace(JAR, '/data/local/tmp/short.jar') }).ended;
  assert.equal(status, 134);
});
