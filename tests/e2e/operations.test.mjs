// Operations of mobile-tester-agent serve: alive, ready, and metrics that Prometheus' own client reads.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, root, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const device = await startVirtual(adbServer);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const good = () => goodTester([[[steps.sees('Log in')]]]);
let script = good();
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());
const server = await startServer(adbServer, { env: mock.environment });
await server.post('/config', { executorInfoId: mock.profile, replay: false });

// Parsed by the Python client of Prometheus: {family: {type, help, samples: [[name, labels, value]]}}.
const READ = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
out = {}
for family in text_string_to_metric_families(sys.stdin.read()):
    out[family.name] = {'type': family.type, 'help': family.documentation,
                        'samples': [[s.name, s.labels, s.value] for s in family.samples]}
print(json.dumps(out))`;
// Debian's package is for its own Python.
const python = ['/usr/bin/python3', 'python3'].find((file) => {
  return spawnSync(file, ['-c', 'import prometheus_client'], { stdio: 'ignore' }).status === 0;
});
assert.ok(python, 'no Python has prometheus_client: tools/install-deps --check installs it');
const parse = (text) => JSON.parse(execFileSync(python, ['-c', READ], { input: text, maxBuffer: 64 << 20 }));

async function metrics(from = server) {
  const answer = await from.get('/metrics');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return parse(answer.text);
}
const matches = (labels, wanted) => Object.entries(wanted).every(([name, value]) => labels[name] === value);
// The sum of a family's samples with these labels.
function value(families, family, wanted = {}, name = family) {
  const own = families[family.replace(/_total$/, '')] ?? assert.fail(`there is no ${family}`);
  return own.samples
    .filter(([sample, labels]) => sample === name && matches(labels, wanted))
    .reduce((sum, [, , one]) => sum + one, 0);
}

test('a server is alive and ready, in words and as JSON', async () => {
  const alive = await server.get('/healthz');
  assert.deepEqual([alive.status, alive.json], [200, { status: 'ok' }]);
  const ready = await server.get('/readyz');
  assert.equal(ready.status, 200, ready.text);
  assert.equal(ready.json.status, 'ready');
  assert.deepEqual(
    ready.json.checks.map(({ name, ok }) => [name, ok]),
    [
      ['store', true],
      ['bus', true],
      ['devices', true],
      ['drain', true],
    ],
  );
  const words = await server.get('/readyz', { Accept: 'text/plain' });
  assert.match(words.headers.get('content-type'), /^text\/plain/);
  assert.match(words.text, /^ready\nstore: it can be written\nbus: .*\ndevices: 1 of 1 can be used\ndrain: /);
});

test('a server without a device is ready, but not for those who need one', async () => {
  const alone = await startServer(await startAdbServer());
  const ready = await alone.get('/readyz');
  assert.equal(ready.status, 200, ready.text);
  const devices = ready.json.checks.find(({ name }) => name === 'devices');
  assert.equal(devices.ok, false);
  assert.match(devices.message, /none can be used \(0 of 0\): connect one/);
  const needed = await alone.get('/readyz?need=devices', { Accept: 'text/plain' });
  assert.equal(needed.status, 503);
  assert.match(needed.text, /^not ready\n[^]*\ndevices: problem: none can be used/);
  assert.equal((await alone.get('/readyz?need=money')).status, 400);
  assert.equal(value(await metrics(alone), 'agentest_ready'), 1);
});

test('a store that cannot be written is not ready', async () => {
  const own = await startServer(adbServer);
  assert.equal((await own.get('/readyz')).status, 200);
  // Another program holds the store's lock, as one that hangs would.
  const file = fs
    .readdirSync(own.data, { recursive: true })
    .map((name) => path.join(own.data, name))
    .find((name) => /\.(db|sqlite)$/.test(name));
  const holder = spawn('python3', [
    '-c',
    `import sqlite3,sys; c=sqlite3.connect(${JSON.stringify(file)}, isolation_level=None); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()`,
  ]);
  atEnd(() => holder.kill());
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  const refused = await until(async () => {
    const answer = await own.get('/readyz');
    return answer.status === 503 && answer;
  }, 'it is not ready');
  assert.match(refused.json.checks[0].message, /^cannot write in '.*': database is locked; another process is writing/);
  holder.stdin.end();
  await until(async () => (await own.get('/readyz')).status === 200, 'it is ready again');
});

test('metrics need the token, signs of life do not', async () => {
  const closed = await startServer(adbServer, { token: 'a-token-of-16-chars' });
  for (const [where, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 401],
  ])
    assert.equal((await fetch(closed.url + where)).status, status, where);
  assert.ok((await metrics(closed)).agentest_build_info);
});

test('a run, its steps, calls and model requests are counted', async () => {
  const before = await metrics();
  script = good();
  const first = await server.post('/api/v1/runs', login);
  assert.equal((await server.runEnded(first.json.id)).verdict, 'PASS');
  const after = await metrics();
  const grown = (family, labels, name) => value(after, family, labels, name) - value(before, family, labels, name);
  assert.equal(grown('agentest_runs_started_total'), 1);
  assert.equal(grown('agentest_runs_ended_total', { verdict: 'pass', end: 'done' }), 1);
  assert.equal(grown('agentest_steps_total', { verdict: 'pass' }), 1);
  assert.equal(grown('agentest_run_duration_seconds', {}, 'agentest_run_duration_seconds_count'), 1);
  assert.equal(grown('agentest_run_wait_seconds', {}, 'agentest_run_wait_seconds_count'), 1);
  const { events } = (await server.get(`/api/v1/runs/${first.json.id}/events`)).json;
  const asked = events.filter(({ type }) => type === 'model');
  const calls = events.filter(({ type }) => type === 'tool');
  assert.ok(asked.length > 0 && calls.length > 0);
  const { model } = asked[0];
  assert.equal(grown('agentest_model_calls_total', { model }), asked.length);
  assert.equal(grown('agentest_tool_calls_total'), calls.length);
  for (const [type, member] of [
    ['input', 'inputTokens'],
    ['output', 'outputTokens'],
  ])
    assert.equal(
      grown('agentest_model_tokens_total', { model, type }),
      asked.reduce((sum, event) => sum + event[member], 0),
      type,
    );
  const cost = asked.reduce((sum, event) => sum + event.costUsd, 0);
  assert.ok(Math.abs(grown('agentest_model_cost_usd_total', { model }) - cost) < 1e-6);
  assert.ok(
    grown('agentest_store_write_seconds', { operation: 'event' }, 'agentest_store_write_seconds_count') >=
      events.length,
  );
  assert.equal(value(after, 'agentest_devices', { state: 'free' }), 1);
});

test('errors of a model are counted by status, queued runs by age', async () => {
  const before = await metrics();
  script = () => faults.hang();
  const held = await server.post('/api/v1/runs', login);
  await until(async () => (await server.get(`/api/v1/runs/${held.json.id}`)).json.state === 'running', 'it runs');
  const queued = await server.post('/api/v1/runs', { ...login, device: device.serial });
  const during = await until(async () => {
    const now = await metrics();
    const busy = value(now, 'agentest_devices', { state: 'running' }); // looked at once a second
    return value(now, 'agentest_queue_oldest_seconds') > 0 && busy === 1 && now;
  }, 'the queue has an age');
  assert.equal(value(during, 'agentest_runs', { state: 'running' }), 1);
  assert.equal(value(during, 'agentest_runs', { state: 'queued' }), 1);
  await server.post('/stop-test');
  for (const { json } of [held, queued]) await server.runEnded(json.id);
  script = () => faults.wrongKey();
  const failed = await server.post('/api/v1/runs', login);
  await server.runEnded(failed.json.id);
  const after = await metrics();
  assert.equal(
    value(after, 'agentest_model_errors_total', { status: '401' }) -
      value(before, 'agentest_model_errors_total', { status: '401' }),
    1,
  );
  const [, labels] = after.agentest_model_errors.samples.find(([, { status }]) => status === '401');
  assert.notEqual(labels.model, 'other', 'the model is named');
  assert.ok(value(after, 'agentest_runs_ended_total', { end: 'stopped' }) >= 2);
  assert.equal(value(after, 'agentest_runs_ended_total', { end: 'model' }), 1);
});

test('requests are counted by the pattern of their path, which a client cannot choose', async () => {
  const names = ['zebra', 'x"y', 'a%0Ab', 'a\\b'];
  for (const name of names) {
    await server.get(`/api/v1/runs/${encodeURIComponent(name)}`);
    await server.get(`/api/v1/${encodeURIComponent(name)}`);
    await server.ask('BREW', `/api/v1/runs/${encodeURIComponent(name)}`);
  }
  const { text } = await server.get('/metrics');
  for (const name of names) assert.ok(!text.includes(name), name);
  const families = parse(text);
  const own = { method: 'GET', route: '/v1/runs/{id}', status: '404' };
  assert.ok(value(families, 'agentest_http_requests_total', own) >= names.length);
  assert.ok(value(families, 'agentest_http_requests_total', { route: 'other', status: '404' }) >= names.length);
  assert.ok(value(families, 'agentest_http_requests_total', { method: 'other', status: '405' }) >= names.length);
});

test('every metric has a unit, a help, and a line of the page', async () => {
  const { text } = await server.get('/metrics');
  const families = parse(text);
  const page = fs.readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(agentest_\w+|process_\w+)` \|/gm)].map(([, name]) => name).sort();
  const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name).sort();
  assert.deepEqual(documented, served);
  for (const [name, { type, help, samples }] of Object.entries(families)) {
    assert.match(help, /\.$/, name);
    assert.ok(['counter', 'gauge', 'histogram'].includes(type), name);
    if (type === 'counter') for (const [sample] of samples) assert.match(sample, /_total$/);
    if (type !== 'histogram') continue;
    const buckets = samples.filter(([sample]) => sample.endsWith('_bucket'));
    const bounds = buckets.map(([, { le }]) => Number(le.replace('+Inf', 'Infinity')));
    for (let i = 1; i < buckets.length; i++)
      if (bounds[i - 1] < bounds[i]) assert.ok(buckets[i - 1][2] <= buckets[i][2], `${name}: buckets grow`);
    assert.ok(bounds.includes(Infinity), name);
  }
});

test('the log is an object a line, with the run and the device', async () => {
  const own = await startServer(adbServer, {
    args: ['--log-format', 'json'],
    env: { ...mock.environment, AGENTEST_LOG: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  });
  await own.post('/config', { executorInfoId: mock.profile, replay: false });
  script = good();
  const { json } = await own.post('/api/v1/runs', login);
  await own.runEnded(json.id);
  await until(() => /traces are not exported/.test(own.log), 'the collector is missed');
  await own.stop();
  const entries = own.log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const entry of entries) {
    assert.match(entry.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(['error', 'warn', 'info', 'debug', 'trace'].includes(entry.level), entry.level);
    assert.ok(entry.module && entry.message && entry.host, JSON.stringify(entry));
  }
  const missed = entries.find(({ module }) => module === 'traces');
  assert.equal(missed.url, 'http://127.0.0.1:1/v1/traces');
  const ofRun = entries.filter(({ run }) => run === json.id);
  assert.ok(ofRun.length > 0, own.log);
  assert.ok(ofRun.some((entry) => entry.device === device.serial));
});

test('a format that does not exist is named', () => {
  const refused = spawnSync(program('mobile-tester-agent'), ['serve', '--log-format', 'xml']);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr.toString(), /--log-format 'xml' is unknown: it is text or json/);
});

test("lines begin with their priority in systemd's journal, and only there", () => {
  const folder = temporaryFolder();
  const wrong = (name, stream) => {
    const file = path.join(folder, name);
    const fd = fs.openSync(file, 'w');
    const { dev, ino } = fs.fstatSync(fd);
    spawnSync(
      program('mobile-tester-agent'),
      ['serve', '--http', '0.0.0.0:0', '--data', path.join(folder, name + 'd')],
      {
        env: { ...adbServer.env, JOURNAL_STREAM: stream ?? `${dev}:${ino}` },
        stdio: ['ignore', 'ignore', fd],
      },
    );
    fs.closeSync(fd);
    return fs.readFileSync(file, 'utf8');
  };
  assert.match(wrong('journal'), /^<3>error server: .*open to other machines/m);
  assert.match(wrong('other', '1:1'), /^error server: .*open to other machines/m);
});

test('a bus that is away is not ready, and says so in the metrics', async () => {
  const folder = temporaryFolder();
  const start = async (port) => {
    const child = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)]);
    let log = '';
    child.stderr.on('data', (data) => {
      log += data;
    });
    atEnd(() => child.kill('SIGKILL'));
    await until(() => /Server is ready/.test(log), 'the bus is ready');
    return { child, port: Number(log.match(/client connections on 127\.0\.0\.1:(\d+)/)[1]) };
  };
  const bus = await start(-1); // any free port
  const own = await startServer(adbServer, { args: ['--nats', `nats://127.0.0.1:${bus.port}`] });
  const check = async () => (await own.get('/readyz')).json.checks.find(({ name }) => name === 'bus');
  assert.deepEqual(await check(), { name: 'bus', ok: true, message: 'it is reachable' });
  assert.equal(value(await metrics(own), 'agentest_bus_connected'), 1);
  await own.post('/api/v1/scenarios', login);
  const written = { operation: 'put' };
  assert.ok(
    value(await metrics(own), 'agentest_store_write_seconds', written, 'agentest_store_write_seconds_count') > 0,
  );
  bus.child.kill('SIGKILL');
  const away = await until(async () => {
    const answer = await own.get('/readyz');
    return answer.status === 503 && answer.json.checks.find(({ name }) => name === 'bus');
  }, 'it is not ready');
  assert.match(away.message, /^the bus at '.*' is away: connecting again/);
  const during = await metrics(own);
  assert.deepEqual([value(during, 'agentest_bus_connected'), value(during, 'agentest_ready')], [0, 0]);
  await start(bus.port);
  await until(async () => (await own.get('/readyz')).status === 200, 'it is ready again');
  assert.ok(value(await metrics(own), 'agentest_bus_reconnects_total') >= 1);
});
