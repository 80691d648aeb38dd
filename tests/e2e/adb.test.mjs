// The ordinary adb program drives virtual-android.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { freeEmulatorPort, root, run, shared, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const folder = temporaryFolder();

test('adb devices -l names the virtual device as an emulator', async () => {
  const { out } = await server.adb('devices', '-l');
  assert.match(out, new RegExp(`^${device.serial} +device .*product:\\S+ model:\\S+ device:\\S+`, 'm'));
});

test('an adb server finds the device by itself where an emulator would be', async () => {
  const port = await freeEmulatorPort();
  const found = await startVirtual(server, [], { port, attach: false });
  const scanning = await startAdbServer({ scan: true });
  await until(
    async () => (await scanning.adb('devices')).out.includes(`emulator-${port}\tdevice`),
    `emulator-${port} is found`,
  );
  assert.equal(found.serial, `emulator-${port}`);
});

test('adb connect reaches the same device by address', async () => {
  const { out } = await server.adb('connect', `127.0.0.1:${device.adbPort}`);
  assert.match(out, /connected to/);
  await server.adb('disconnect', `127.0.0.1:${device.adbPort}`);
});

test('adb shell keeps stdout, stderr and the exit status apart', async () => {
  const ended = await device.adb('shell', 'echo out; echo err >&2; exit 7');
  assert.deepEqual([ended.out, ended.err, ended.status], ['out\n', 'err\n', 7]);
});

test('adb shell passes stdin through', async () => {
  const ended = await run('adb', ['-P', String(server.port), '-s', device.serial, 'shell', 'cat'], {
    env: server.env,
    input: 'line one\nline two\n',
  });
  assert.equal(ended.out, 'line one\nline two\n');
});

test("an unknown command is the shell's error 127", async () => {
  const ended = await device.adb('shell', 'no-such-program');
  assert.equal(ended.status, 127);
  assert.match(ended.err, /no-such-program.*not found/);
});

test('adb push and pull bring 5 MB back unchanged', async () => {
  const sent = path.join(folder, 'sent');
  const back = path.join(folder, 'back');
  fs.writeFileSync(sent, crypto.randomBytes(5 << 20));
  const pushed = await device.adb('push', sent, '/sdcard/big.bin');
  assert.equal(pushed.status, 0, pushed.err);
  assert.equal((await device.shell('stat -c %s /sdcard/big.bin')).trim(), String(5 << 20));
  const pulled = await device.adb('pull', '/sdcard/big.bin', back);
  assert.equal(pulled.status, 0, pulled.err);
  assert.ok(fs.readFileSync(sent).equals(fs.readFileSync(back)));
});

test('adb pull of a missing file says so', async () => {
  const pulled = await device.adb('pull', '/sdcard/not-there', path.join(folder, 'x'));
  assert.notEqual(pulled.status, 0);
  assert.match(pulled.err + pulled.out, /No such file|does not exist/);
});

test("a path never leads out of the device's own files", async () => {
  const ended = await device.adb('shell', 'cat', '/sdcard/../../../../etc/hostname');
  assert.notEqual(ended.status, 0);
});

test('adb install reads the package from the APK; uninstall removes it', async () => {
  const apk = path.join(root, 'tests/data/apk');
  const file = fs.readdirSync(apk).find((name) => name.endsWith('.apk'));
  const installed = await device.adb('install', '-r', '-t', path.join(apk, file));
  assert.match(installed.out, /Success/, installed.err);
  const listed = await device.shell('pm list packages -3');
  const name = listed
    .split('\n')
    .map((line) => line.replace('package:', '').trim())
    .find((line) => line && !line.startsWith('com.example.notes') && !line.startsWith('com.example.shop'));
  assert.ok(name, listed);
  assert.match((await device.adb('uninstall', name)).out, /Success/);
  assert.doesNotMatch(await device.shell('pm list packages'), new RegExp(`${name}\\s`));
});

test('adb install of a file that is not an APK fails as on a device', async () => {
  const file = path.join(folder, 'fake.apk');
  fs.writeFileSync(file, 'not an apk');
  const installed = await device.adb('install', file);
  assert.notEqual(installed.status, 0);
  assert.match(installed.out + installed.err, /INSTALL_PARSE_FAILED/);
});

test('adb logcat dumps and follows', async () => {
  await device.shell('monkey -p com.example.notes --pct-syskeys 0 -c android.intent.category.LAUNCHER 1');
  await until(
    async () => /com\.example\.notes/.test((await device.adb('logcat', '-d')).out),
    'the launch is in the log',
  );
  const follow = spawn('adb', ['-P', String(server.port), '-s', device.serial, 'logcat', '-v', 'threadtime'], {
    env: server.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  follow.stdout.on('data', (data) => {
    text += data;
  });
  await until(() => text.length > 0, 'the log is followed');
  await device.shell('log -t MyTag hello-from-a-test');
  await until(() => text.includes('hello-from-a-test'), 'a new line arrives');
  follow.kill();
  await once(follow, 'exit');
});

test('adb forward to a closed port is refused, and the list is kept', async () => {
  const { out } = await device.adb('forward', 'tcp:0', 'tcp:9');
  assert.match(out, /^\d+\n$/);
  assert.match((await server.adb('forward', '--list')).out, new RegExp(`${device.serial} tcp:${out.trim()} tcp:9`));
  assert.equal((await device.adb('forward', '--remove', `tcp:${out.trim()}`)).status, 0);
});

test('adb forward reaches a socket of the device', async () => {
  const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  await device.console(`virtual port tcp:8765 tcp:127.0.0.1:${echo.address().port}`);
  const port = Number((await device.adb('forward', 'tcp:0', 'tcp:8765')).out);
  const socket = net.connect(port, '127.0.0.1');
  socket.write('through the device');
  const [answer] = await once(socket, 'data');
  assert.equal(answer.toString(), 'through the device');
  socket.destroy();
  echo.close();
});

test("adb exec-out screencap -p is a whole PNG of the screen's size", async () => {
  const { stdout } = await device.adb('exec-out', 'screencap', '-p');
  assert.deepEqual([...stdout.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  assert.equal(stdout.subarray(-8, -4).toString(), 'IEND');
  const [, width, height] = (await device.shell('wm size')).match(/(\d+)x(\d+)/);
  assert.deepEqual([stdout.readUInt32BE(16), stdout.readUInt32BE(20)], [Number(width), Number(height)]);
});

test('twenty shells at once are each answered', async () => {
  const words = Array.from({ length: 20 }, (_, i) => device.shell(`echo shell-${i}`));
  assert.deepEqual(
    await Promise.all(words),
    Array.from({ length: 20 }, (_, i) => `shell-${i}\n`),
  );
});

test("the device survives the adb server's death", async () => {
  await server.stop();
  await server.start();
  await device.attach();
  assert.equal(await device.shell('echo back'), 'back\n');
});

test('adb emu asks the console, with the token of its HOME', async () => {
  const other = await startAdbServer();
  fs.writeFileSync(path.join(other.env.HOME, '.emulator_console_auth_token'), 'tok');
  const emulator = await startVirtual(other);
  const named = await emulator.adb('emu', 'avd', 'name');
  assert.match(named.out, /^Virtual_Android_\d+/m, named.err);
  assert.equal((await emulator.adb('emu', 'network', 'speed', 'gsm')).status, 0);
});

test('a captured dump is shown as it was captured', {
  skip: !fs.existsSync(shared) && 'no fixtures here',
}, async () => {
  const app = path.join(folder, 'captured.json');
  const dump = path.join(shared, 'fixtures/android/uiautomator/native-login-demo-accounts.xml');
  fs.writeFileSync(
    app,
    JSON.stringify({
      package: 'com.example.captured',
      label: 'Captured',
      start: 'main',
      screens: { main: { dump } },
    }),
  );
  const captured = await startVirtual(server, ['--app', app]);
  await captured.shell('monkey -p com.example.captured --pct-syskeys 0 -c android.intent.category.LAUNCHER 1');
  await captured.shell('uiautomator dump /sdcard/d.xml');
  const xml = await captured.shell('cat /sdcard/d.xml');
  assert.match(xml, /text="[^"]*@example\.com/);
});
