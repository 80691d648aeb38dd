// Stored runs and their remains: queues on two devices, reports, retention, and
// a server that is killed at any point.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const devices = [await startVirtual(adbServer), await startVirtual(adbServer)];
const login = {
  goal: 'Log in',
  packageName: 'com.example.notes',
  steps: ['"Log in" is shown', '"Log in" is still shown'],
};
const plan = [[[steps.sees('Log in')]], [[steps.sees('Log in')]]];

// A server with a model whose script a test may replace.
async function start({ folder, env = {}, config = {} } = {}) {
  const mock = await startProfile('anthropic', (turn) => server.script(turn));
  atEnd(() => mock.stop());
  const server = await startServer(adbServer, { folder, env: { ...mock.environment, ...env } });
  server.mock = mock;
  server.script = () => faults.hang();
  const { text } = await server.post('/config', { executorInfoId: mock.profile, replay: false, ...config });
  assert.equal(text, 'Configuration updated successfully');
  server.submit = async (body = {}) => {
    const { status, json } = await server.post('/api/v1/runs', { ...login, ...body });
    assert.equal(status, 201, JSON.stringify(json));
    return json.id;
  };
  server.run = async (id) => (await server.get(`/api/v1/runs/${id}`)).json;
  server.is = (id, state) => until(async () => (await server.run(id)).state === state, `${id} is ${state}`);
  server.report = (id, ...names) => path.join(server.data, 'reports', id, ...names);
  server.manifest = (id) => JSON.parse(fs.readFileSync(server.report(id, 'manifest.json'), 'utf8'));
  server.kill = async () => {
    await stop(server.child, 'SIGKILL');
    await mock.stop();
  };
  return server;
}

test('two devices work at once, and what waits for them is in queues', async () => {
  const server = await start();
  const on = await Promise.all(devices.map(({ serial }) => server.submit({ device: serial })));
  for (const id of on) await server.is(id, 'running');
  const named = await server.submit({ device: devices[1].serial });
  const any = await server.submit();
  assert.deepEqual([(await server.run(named)).place, (await server.run(any)).place], [1, 2]);
  const {
    json: { devices: listed },
  } = await server.get('/api/v1/devices');
  for (const [i, { serial }] of devices.entries()) assert.equal(listed.find(({ id }) => id === serial).run, on[i]);

  // The one that any device may take gets the first that is free.
  await server.post(`/api/v1/runs/${on[0]}/stop`);
  assert.equal((await server.runEnded(on[0])).status, 'stopped');
  await server.is(any, 'running');
  assert.equal((await server.run(any)).device, devices[0].serial);

  // A stop of what is queued does not wait for the device.
  await server.post(`/api/v1/runs/${named}/stop`);
  const ended = await server.runEnded(named);
  assert.deepEqual([ended.status, ended.end, ended.device], ['stopped', 'stopped', undefined]);
  assert.equal((await server.run(on[1])).state, 'running');
  assert.equal((await server.post('/stop-test')).text, 'Test stopped');
  for (const id of [on[1], any]) assert.equal((await server.runEnded(id)).answer, 'Test stopped by user');
  assert.equal((await server.post('/stop-test')).status, 409);
});

test('a stop ends a run within its action, whatever it does', async () => {
  const server = await start();
  for (const script of [() => faults.hang(), goodTester(plan, { thought: 'x' })]) {
    server.script = script;
    const id = await server.submit();
    await server.is(id, 'running');
    const began = Date.now();
    await server.post(`/api/v1/runs/${id}/stop`);
    const run = await server.runEnded(id);
    assert.ok(Date.now() - began < 5000, `${Date.now() - began} ms`);
    assert.ok(['stopped', 'done'].includes(run.end), run.end);
  }
});

test('a run leaves its folder; latest is the newest', async () => {
  const server = await start();
  const ids = [];
  for (let i = 0; i < 2; i++) {
    server.script = goodTester(plan);
    ids.push(await server.submit({ name: '<Log> & "in"' }));
    assert.equal((await server.runEnded(ids[i])).verdict, 'PASS');
  }
  const [, id] = ids;
  assert.equal(fs.readlinkSync(server.report('latest')), id);
  assert.deepEqual(fs.readdirSync(server.report(id)).sort(), [
    'junit.xml',
    'log.txt',
    'manifest.json',
    'model',
    'report.json',
    'report.md',
    'screenshots',
    'video',
  ]);
  for (const name of [[], ['manifest.json'], ['log.txt']])
    assert.equal(fs.statSync(server.report(id, ...name)).mode & 0o077, 0, name[0]);

  const manifest = server.manifest(id);
  assert.deepEqual(
    [manifest.status, manifest.scenario, manifest.packageName],
    ['completed', login.goal, login.packageName],
  );
  assert.ok(Date.parse(manifest.startedAt) <= Date.parse(manifest.endedAt));
  assert.deepEqual([manifest.logsEnabled, manifest.screenshotsEnabled, manifest.recordingEnabled], [true, true, false]);
  assert.deepEqual(manifest.videoChunks, []);
  for (const event of manifest.events) assert.ok(['tool', 'screenshot', 'log'].includes(event.type), event.type);
  const {
    json: { events },
  } = await server.get(`/api/v1/runs/${id}/events`);
  assert.deepEqual(
    events.map(({ index }) => index),
    events.map((_, i) => i + 1),
  );
  assert.deepEqual(
    manifest.events.map(({ index }) => index),
    events.filter(({ type }) => type !== 'video').map(({ index }) => index),
  );
  const shots = manifest.events.filter(({ screenshotPath }) => screenshotPath);
  assert.ok(shots.length > 0);
  for (const { screenshotPath } of shots) {
    assert.match(screenshotPath, /^screenshots\/\d{4}-[\w-]+\.png$/);
    assert.ok(fs.statSync(server.report(id, screenshotPath)).size > 0);
  }
  const tools = manifest.events.filter(({ type }) => type === 'tool');
  const lines = fs.readFileSync(server.report(id, 'log.txt'), 'utf8').split('\n');
  assert.equal(
    lines.filter((line) => /^\[\d\d:\d\d:\d\d\.\d{3}\] Tool called: tool \w+, args \{.*\} -> ./.test(line)).length,
    tools.length,
  );
  assert.match(
    fs.readFileSync(server.report(id, 'junit.xml'), 'utf8'),
    /<testsuite name="&lt;Log&gt; &amp; &quot;in&quot;" tests="2" failures="0" errors="0" skipped="0" time="\d+\.\d{3}" timestamp="[^"]+">/,
  );
  assert.match(fs.readFileSync(server.report(id, 'report.md'), 'utf8'), /^# PASS: `<Log> & "in"`\n/);
  assert.equal((await server.get('/report')).json.run, id);
});

test('without logs and screenshots there are none', async () => {
  const server = await start({ config: { logsEnabled: false, screenshotsEnabled: false } });
  server.script = goodTester(plan);
  const id = await server.submit();
  assert.equal((await server.runEnded(id)).verdict, 'PASS');
  assert.ok(!fs.existsSync(server.report(id, 'log.txt')));
  assert.deepEqual(fs.readdirSync(server.report(id, 'screenshots')), []);
  assert.deepEqual(server.manifest(id).events, []);
});

// The server is killed once the run has come so far; its model hangs at that
// request, or answers.
const points = [
  ['while runs are queued', (server) => server.is(server.first, 'running')],
  ['while the model thinks', (server) => until(() => server.mock.requests.length > 0, 'a request')],
  ['in the middle of its tools', (server) => until(() => server.mock.requests.length > 1, 'a second request')],
  ['near its end', (server) => until(() => server.mock.requests.length > 3, 'more requests')],
];
for (const [name, reached] of points) {
  test(`kill -9 ${name}: the next start is clean, and tells`, async () => {
    const folder = temporaryFolder();
    const server = await start({ folder });
    const good = goodTester(plan);
    let answered = 0;
    server.script = (turn) => (name === 'while the model thinks' || ++answered > 4 ? faults.hang() : good(turn));
    server.first = await server.submit({ device: devices[0].serial });
    const queued = await server.submit({ device: devices[0].serial });
    await reached(server);
    const {
      json: { events: before },
    } = await server.get(`/api/v1/runs/${server.first}/events`);
    await server.kill();

    const next = await start({ folder });
    for (const id of [server.first, queued]) {
      const run = await next.run(id);
      assert.deepEqual([run.state, run.end, run.status, run.verdict], ['ended', 'lost', 'failed', 'UNVERIFIED']);
      assert.match(run.answer, /^Agent failed: the server ended in the middle of this run/);
      assert.match(next.log, new RegExp(`run ${id} was cut off`));
    }
    const {
      json: { events },
    } = await next.get(`/api/v1/runs/${server.first}/events`);
    assert.deepEqual(events.slice(0, before.length), before); // not one is lost
    assert.deepEqual(
      events.map(({ index }) => index),
      events.map((_, i) => i + 1),
    );
    const last = events.at(-1);
    assert.deepEqual([last.type, last.state, last.end], ['state', 'ended', 'lost']);
    const manifest = next.manifest(server.first);
    assert.equal(manifest.status, 'failed');
    assert.ok(manifest.endedAt);
    assert.match(fs.readFileSync(next.report(server.first, 'junit.xml'), 'utf8'), /<error message="the server ended/);
    assert.deepEqual(
      fs.readdirSync(next.report(server.first)).filter((file) => /\.\w{6}$/.test(file)),
      [],
    ); // no half of a file

    // The devices are free, and the next run is as any other.
    next.script = goodTester(plan);
    const again = await next.submit({ device: devices[0].serial });
    assert.equal((await next.runEnded(again)).verdict, 'PASS');
    await next.kill();
    const third = await start({ folder });
    assert.doesNotMatch(third.log, /cut off/); // the message comes once
    assert.equal((await third.run(again)).verdict, 'PASS');
  });
}

test('a run of another process is not lost', async () => {
  const folder = temporaryFolder();
  const server = await start({ folder });
  const id = await server.submit();
  await server.is(id, 'running');
  const other = await start({ folder });
  assert.equal((await other.run(id)).state, 'running');
  const { status, json } = await other.post('/api/v1/runs', { ...login, device: (await server.run(id)).device });
  assert.equal(status, 409, JSON.stringify(json));
  assert.match(JSON.stringify(json), /in use by mobile-tester-agent/);
  assert.equal((await server.run(id)).state, 'running');
});

test('old reports go, by age and by size; the newest stays', async () => {
  const folder = temporaryFolder();
  const server = await start({ folder });
  const ids = [];
  for (let i = 0; i < 3; i++) {
    server.script = goodTester(plan);
    ids.push(await server.submit());
    await server.runEnded(ids[i]);
  }
  await server.stop();
  // A folder of a run of long ago, which the store does not know.
  const old = '01HZZZZZZZ0000000000000000';
  fs.mkdirSync(server.report(old), { recursive: true });
  fs.mkdirSync(server.report('mine'));
  const next = await start({ folder, env: { AGENTEST_REPORTS_MAX_BYTES: '1' } });
  await until(() => !fs.existsSync(next.report(ids[0])), 'the oldest goes');
  await until(() => !fs.existsSync(next.report(ids[1])), 'the second, too');
  await until(() => !fs.existsSync(next.report(old)), 'that of long ago');
  assert.ok(fs.existsSync(next.report(ids[2], 'manifest.json')));
  assert.ok(fs.existsSync(next.report('mine')));
  const run = await next.run(ids[0]);
  assert.deepEqual([run.verdict, run.expired], ['PASS', true]);
  assert.deepEqual((await next.get(`/api/v1/runs/${ids[0]}/events`)).json.events, []);
  assert.equal((await next.get('/report')).json.run, ids[2]);
});

test('a file that is not a store is reported, and stays as it is', async () => {
  for (const [content, says] of [
    ['this is no database, '.repeat(300), /is not a database; move it away/],
    [Buffer.alloc(5000, 1), /is not a database; move it away/],
  ]) {
    const folder = temporaryFolder();
    const file = path.join(folder, 'data', 'store.sqlite');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    const server = await startServer(adbServer, { folder });
    assert.equal(await server.ended, 3, server.log);
    assert.match(server.log, says);
    assert.deepEqual(fs.readFileSync(file), Buffer.from(content));
  }
});
