// pool_runs.test.mjs: two hosts do the runs of a pool; each run once, whatever happens to a host
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { atEnd, startAdbServer, startVirtual, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { lacking, readCopy, startCluster, startStore } from './pool_rig.mjs';
import { startServer } from './tester_rig.mjs';

const skip = lacking ?? false;
const leaseMs = 3000;

// A script for each run, by its goal; another attempt begins with its first turn.
const scripts = new Map();
const play = (turn) => {
  const goal = JSON.stringify(turn.messages).match(/see it \d+!/)[0];
  if (turn.messages.length === 1) scripts.set(goal, goodTester([[[steps.sees('Log in')]]]));
  return scripts.get(goal)(turn);
};
const mock = skip ? null : await startProfile('anthropic', play);
if (mock) atEnd(() => mock.stop());
const cluster = skip ? null : await startCluster({ nodes: 1 });

// A host with two devices of its own.
async function startHost(name) {
  const adbServer = await startAdbServer();
  const devices = [await startVirtual(adbServer), await startVirtual(adbServer)];
  const env = { ...mock.environment, AGENTEST_HOST: name, AGENTEST_LEASE_MS: String(leaseMs) };
  const host = await startServer(adbServer, { env, args: ['--nats', cluster.url] });
  host.devices = devices;
  return host;
}

const known = async (host) => (await host.get('/api/v1/hosts')).json.hosts;
const hosts = skip ? [] : await Promise.all([startHost('a'), startHost('b')]);
const [a, b] = hosts;
if (!skip) {
  await a.post('/config', { executorInfoId: mock.profile, replay: false });
  for (const host of hosts)
    await until(
      async () => (await known(host)).flatMap(({ devices }) => devices).length === 4,
      'each host knows all devices',
      60,
    );
}

let count = 0;
async function submit(host, more = {}) {
  const { status, json } = await host.post('/api/v1/runs', {
    goal: `see it ${count++}!`,
    packageName: 'com.example.notes',
    steps: ['"Log in" is shown'],
    profile: mock.profile,
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(json));
  return json.id;
}

async function ended(host, id) {
  let run;
  await until(
    async () => {
      run = (await host.get(`/api/v1/runs/${id}`)).json;
      return run.state === 'ended';
    },
    `run ${id} ends`,
    180,
  );
  return run;
}

const history = async (host, id) =>
  (await host.get(`/api/v1/runs/${id}/events?limit=500`)).json.events
    .filter(({ type }) => type === 'state')
    .map(({ message, state, attempt }) => `${state || message} ${attempt}`);

test('runs are spread over the hosts, and each is done once', { skip }, async () => {
  const ids = [];
  for (let i = 0; i < 12; i++) ids.push(await submit(hosts[i % 2]));
  const runs = [];
  for (const id of ids) runs.push(await ended(a, id));
  assert.deepEqual([...new Set(runs.map(({ verdict }) => verdict))], ['PASS']);
  assert.deepEqual([...new Set(runs.map(({ host }) => host))].sort(), ['a', 'b']);
  for (const id of ids) assert.deepEqual(await history(b, id), ['queued 1', 'running 1', 'ended 1']);
});

// Its verdict is known, and is what counts; only the report is missing.
test('a run whose host died before it had written the report ends as it went', { skip }, async () => {
  const whole = await ended(a, await submit(a));
  const { docs } = readCopy(path.join(a.data, 'pool.sqlite'));
  const id = `${whole.id.slice(0, -4)}GONE`;
  const final = { ...docs.get(`run/${whole.id}`).json, id, host: 'gone', holder: id };
  const store = await startStore(cluster.url);
  const json = { ...final, state: 'running', final };
  const put = await store.ask({ do: 'put', kind: 'run', id, expected: 0, json });
  assert.ok(put.ok, JSON.stringify(put));
  const run = await ended(b, id);
  assert.deepEqual([run.verdict, run.end, run.attempt], [whole.verdict, whole.end, whole.attempt]);
  await store.stop();
});

// A person asks the host that does not have the run.
test('a suite on all devices means those of all hosts', { skip }, async () => {
  const scenario = await a.post('/api/v1/scenarios', {
    name: 'Log in',
    goal: `see it ${count++}!`,
    packageName: 'com.example.notes',
    steps: ['"Log in" is shown'],
    profile: mock.profile,
  });
  assert.equal(scenario.status, 201, scenario.text);
  const suite = await a.post('/api/v1/suites', { name: 'All', scenarios: [scenario.json.id], devices: ['all'] });
  const run = await a.post(`/api/v1/suites/${suite.json.id}/run`);
  assert.equal(run.status, 201, run.text);
  const done = await until(
    async () => {
      const { json } = await a.get(`/api/v1/suite-runs/${run.json.id}`);
      return json.state === 'ended' && json;
    },
    'the suite run ends',
    120,
  );
  const serials = hosts.flatMap(({ devices }) => devices.map(({ serial }) => serial));
  assert.deepEqual(done.cases.map(({ device }) => device).sort(), serials.sort());
});

test('any host stops a run, and lets another drain', { skip }, async () => {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    const id = await submit(to, { device: to.devices[0].serial, setup: [], steps: ['"No such text" is shown'] });
    assert.equal((await from.post(`/api/v1/runs/${id}/stop`)).status, 200);
    assert.equal((await ended(from, id)).status, 'stopped');
  }
  assert.equal((await a.post('/api/v1/hosts/b/drain')).status, 200);
  await until(async () => (await known(b)).find(({ id }) => id === 'b').draining, 'it drains');
  const id = await submit(b, { device: b.devices[0].serial });
  const other = await submit(b);
  assert.equal((await ended(b, other)).host, 'a');
  assert.equal((await a.get(`/api/v1/runs/${id}`)).json.state, 'queued');
  assert.equal((await a.post('/api/v1/hosts/b/resume')).status, 200);
  assert.equal((await ended(a, id)).host, 'b');
});

// It thaws after its lease is over, and writes nothing over what the other one has done.
test('a host that was taken for gone can still drain', { skip }, async () => {
  const store = await startStore(cluster.url);
  for (const [path, draining] of [
    ['drain', true],
    ['resume', false],
  ]) {
    const removed = await store.ask({ do: 'remove', kind: 'host', id: 'a' });
    assert.ok(removed.ok, JSON.stringify(removed));
    const answer = await a.post(`/api/v1/hosts/a/${path}`);
    assert.ok(answer.status < 300, answer.text);
    assert.equal((await known(a)).find(({ id }) => id === 'a').draining, draining);
  }
  await store.stop();
});

test('a host that stands still loses its runs, and they end once', { skip }, async () => {
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push(await submit(a, { retryInfra: 2 }));
  const running = async () => (await a.get('/api/v1/runs?state=running')).json.runs.filter(({ host }) => host === 'b');
  await until(async () => (await running()).length > 0, 'the other host has one', 60);
  b.child.kill('SIGSTOP');
  for (const id of ids) await ended(a, id);
  b.child.kill('SIGCONT');
  const late = await submit(b, { device: b.devices[0].serial });
  await ended(b, late);
  for (const id of ids) {
    const states = await history(b, id);
    assert.equal(states.filter((state) => state.startsWith('ended')).length, 1, states.join());
    assert.match(states.at(-1), /^ended/);
  }
});

test('a host that ends gives its runs back, and they are done once more', { skip }, async () => {
  const c = await startHost('c');
  await until(
    async () => (await known(a)).some(({ id, devices }) => id === 'c' && devices.length === 2),
    'it is known',
  );
  const ids = [];
  for (let i = 0; i < 12; i++) ids.push(await submit(a));
  const running = async (host) =>
    (await a.get('/api/v1/runs?state=running')).json.runs.some((run) => run.host === host);
  await until(async () => (await running('a')) && (await running('c')), 'both have one', 60);
  await c.stop();
  let attempts = 0;
  for (const id of ids) {
    const run = await ended(a, id);
    assert.equal(run.verdict, 'PASS', JSON.stringify(run));
    for (const { host, end, reason } of run.attempts ?? [])
      assert.deepEqual([host, end, reason], ['c', 'lost', "host 'c' was stopped"]);
    attempts += run.attempt - 1;
  }
  assert.ok(attempts >= 1, 'it had a run');
});

test('a host that is killed loses its runs to the other', { skip }, async () => {
  const ids = [];
  for (let i = 0; i < 8; i++) ids.push(await submit(a, { retryInfra: 2 }));
  await until(
    async () => {
      const list = (await a.get('/api/v1/runs?state=running')).json.runs;
      return list.some(({ host }) => host === 'b');
    },
    'the other host has one',
    60,
  );
  b.child.kill('SIGKILL');
  for (const id of ids) {
    const run = await ended(a, id);
    assert.equal(run.verdict, 'PASS', JSON.stringify(run));
    const states = await history(a, id);
    assert.equal(states.filter((state) => state.startsWith('ended')).length, 1, states.join());
    // A host that is killed between a claim and its first event tells nothing of that attempt.
    const attempts = states.filter((state) => state.startsWith('running'));
    assert.equal(new Set(attempts).size, attempts.length, states.join());
    assert.equal(attempts.at(-1), `running ${run.attempt}`, states.join());
  }
});
