// tester_sample.test.mjs: the first run: POST /api/v1/sample without a device and a model
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { freePort, program, root, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startServer } from './tester_rig.mjs';

const password = 'secret123';
const scenarios = async (server) => (await server.get('/api/v1/scenarios')).json.scenarios;
const usable = async (server) =>
  (await server.get('/api/v1/devices')).json.devices.filter((device) => device.usable).map(({ id }) => id);
// The virtual devices that this server has started: its children.
const children = (pid) =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('--parent-fd'))
    .map((line) => Number.parseInt(line, 10));
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('a server without a device, a model and a secret runs the sample by itself', async () => {
  const adb = await startAdbServer();
  const server = await startServer(adb, { env: { SECRET_PASSWORD: undefined } });
  assert.deepEqual((await server.get('/api/v1/sample')).json, { ready: true });
  const first = await server.post('/api/v1/sample');
  assert.equal(first.status, 201, first.text);
  const again = await server.post('/api/v1/sample');
  assert.deepEqual([again.status, again.json.id], [200, first.json.id], 'a second click finds the run of the first');
  const run = await server.runEnded(first.json.id);
  assert.equal(run.verdict, 'PASS', run.reason);
  assert.equal(run.replayedSteps, 5);
  assert.equal(run.scenarioRevision, 1, 'it is known which version ran');
  const [device] = await usable(server);
  assert.equal(run.device, device);

  const next = await server.post('/api/v1/sample');
  assert.equal(next.status, 201);
  assert.notEqual(next.json.id, first.json.id);
  assert.equal((await server.runEnded(next.json.id)).verdict, 'PASS', 'a second run starts afresh');
  assert.equal((await scenarios(server)).length, 1, 'there is one sample');
  assert.deepEqual(await usable(server), [device], 'and one device');

  const { text } = await server.get('/api/v1/scenarios/export');
  assert.ok(text.includes('{{sample_password}}'));
  for (const where of [
    '/api/v1/scenarios/export',
    `/api/v1/runs/${run.id}`,
    `/api/v1/runs/${run.id}/events?limit=1000`,
  ])
    assert.ok(!(await server.get(where)).text.includes(password), `${where} has no password`);

  const [pid] = children(server.child.pid);
  assert.ok(pid > 0);
  await server.stop();
  await until(() => !isAlive(pid), 'the device ends with its server');
});

test('of two requests at once one starts the run', async () => {
  const server = await startServer(await startAdbServer());
  const answers = await Promise.all(Array.from({ length: 4 }, () => server.post('/api/v1/sample')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
  assert.equal(children(server.child.pid).length, 1);
  await server.runEnded(answers[0].json.id);
});

test('the device ends with a server that is killed', async () => {
  const server = await startServer(await startAdbServer());
  const { json } = await server.post('/api/v1/sample');
  await server.runEnded(json.id);
  const [pid] = children(server.child.pid);
  server.child.kill('SIGKILL');
  await until(() => !isAlive(pid), 'the device has ended');
});

test('a connected device that has the app is taken', async () => {
  const adb = await startAdbServer();
  const device = await startVirtual(adb);
  const server = await startServer(adb);
  const { json } = await server.post('/api/v1/sample');
  const run = await server.runEnded(json.id);
  assert.deepEqual([run.verdict, run.device], ['PASS', device.serial]);
  assert.deepEqual(children(server.child.pid), []);
});

test('a device without the app is left alone', async () => {
  const adb = await startAdbServer();
  const folder = temporaryFolder();
  const app = path.join(folder, 'other.json');
  fs.writeFileSync(
    app,
    JSON.stringify({ package: 'com.example.other', label: 'Other', screens: { home: { title: 'Other', nodes: [] } } }),
  );
  const device = await startVirtual(adb, ['--app', app]);
  const server = await startServer(adb);
  const { json } = await server.post('/api/v1/sample');
  const run = await server.runEnded(json.id);
  assert.equal(run.verdict, 'PASS', run.reason);
  assert.notEqual(run.device, device.serial);
});

test('without virtual-android the server says what to do, and notices a device that comes', async () => {
  const adb = await startAdbServer();
  const alone = temporaryFolder();
  const copy = path.join(alone, 'mobile-tester-agent');
  fs.copyFileSync(program('mobile-tester-agent'), copy);
  // Beside it there is no data either, and without the helper no one reads the value of a slider.
  const env = { AGENTEST_HELPER_APK_DIR: path.join(root, 'android/prebuilt') };
  const server = await startServer(adb, { program: copy, env });
  const { json } = await server.get('/api/v1/sample');
  assert.equal(json.ready, false);
  assert.match(json.why, /virtual-android is not installed/);
  assert.equal(json.command, 'virtual-android');
  const refused = await server.post('/api/v1/sample');
  assert.equal(refused.json.detail, json.why);
  await startVirtual(adb);
  assert.equal((await server.get('/api/v1/sample')).json.ready, true);
  const run = await server.post('/api/v1/sample');
  const ended = await server.runEnded(run.json.id);
  assert.equal(ended.verdict, 'PASS', ended.reason);
});

test('without adb the server says so', async () => {
  const adb = await startAdbServer();
  const server = await startServer(adb, {
    env: { ANDROID_ADB_SERVER_PORT: String(await freePort()), ADB_SERVER_SOCKET: undefined, PATH: '/nowhere' },
  });
  const { json } = await server.get('/api/v1/sample');
  assert.equal(json.ready, false);
  assert.match(json.why, /adb is not installed/);
  assert.match((await server.post('/api/v1/sample')).json.detail, /adb is not installed/);
});
