// A worker does the runs of one device. Whatever ends it, its run ends with the reason and keeps
// its events, and everything else continues: the run on the other device, the server, the store,
// the stream of events, the next run there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, build, program, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

// A sanitizer would report the signals that these tests send, and maps more than any limit.
const sanitized = /san/.test(path.basename(build));
const quiet = Object.fromEntries(
  ['ASAN_OPTIONS', 'TSAN_OPTIONS', 'UBSAN_OPTIONS'].map((name) => [name, `${process.env[name] ?? ''}:handle_segv=0`]),
);
const adbServer = await startAdbServer();
const devices = [await startVirtual(adbServer), await startVirtual(adbServer)];
const scenario = (goal) => ({
  goal,
  packageName: 'com.example.notes',
  steps: ['"Log in" is shown', '"Log in" is still shown'],
});
const plan = [[[steps.sees('Log in')]], [[steps.sees('Log in')]]];

// Scripts by the goal of the scenario, which the model reads: two runs at once
// have one model.
const scripts = new Map();
const mock = await startProfile('anthropic', (turn) => {
  const goal = [...scripts.keys()].find((name) => JSON.stringify(turn.messages).includes(name));
  return scripts.get(goal)(turn);
});
atEnd(() => mock.stop());
const server = await startServer(adbServer, { env: { ...mock.environment, ...quiet } });
await server.post('/config', { executorInfoId: mock.profile, replay: false });
const submit = async (goal, device) => {
  const { status, json } = await server.post('/api/v1/runs', { ...scenario(goal), device: device.serial });
  assert.equal(status, 201, JSON.stringify(json));
  return json.id;
};
const eventsOf = async (id) => (await server.get(`/api/v1/runs/${id}/events?limit=500`)).json.events;

// The processes that a process has started, and which of them are workers.
const children = (pid) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().match(/^(\d+)\s+(\d+)\s+(.*)$/))
    .filter((row) => row && Number(row[2]) === pid)
    .map(([, id, , args]) => ({ pid: Number(id), args }));
const workers = (pid = server.child.pid) =>
  children(pid)
    .filter(({ args }) => / worker$/.test(args))
    .map((child) => child.pid);

// All events from now on, as the dashboard gets them.
async function follow() {
  const stream = { events: [], over: false };
  const abort = new AbortController();
  atEnd(() => abort.abort());
  const response = await fetch(`${server.url}/api/v1/events`, { signal: abort.signal });
  let text = '';
  (async () => {
    for await (const part of response.body) {
      text += Buffer.from(part).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5))
          .join('');
        if (data) stream.events.push(JSON.parse(data));
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      stream.over = true;
    });
  return stream;
}

let count = 0;
// A run that waits for its model, with its process; and one on the other device whose model answers
// on command.
async function startPair() {
  const [mine, other] = [`First ${++count}.`, `Second ${count}.`];
  let go, again;
  const gate = new Promise((resolve) => {
    go = resolve;
  });
  const held = new Promise((resolve) => {
    again = resolve;
  });
  const good = goodTester(plan);
  let turns = 0;
  scripts.set(mine, async () => {
    if (++turns === 1) return { text: 'I look.', calls: [steps.sees('Log in')] };
    await held;
    return { calls: [steps.other('takeScreenshot', { goalName: 'login' }), steps.sees('Log in')] };
  });
  scripts.set(other, async (turn) => {
    await gate;
    return good(turn);
  });
  const before = workers();
  const id = await submit(mine, devices[0]);
  await until(
    async () => (await eventsOf(id)).some(({ toolName }) => toolName === 'verifyElementVisible'),
    'the first run has measured',
  );
  const [pid] = workers().filter((one) => !before.includes(one));
  const second = await submit(other, devices[1]);
  await until(async () => (await server.get(`/api/v1/runs/${second}`)).json.state === 'running', 'the second run');
  return { id, pid, second, go, again, mine };
}

const rows = [
  { name: 'kill -9', hurt: ({ pid }) => process.kill(pid, 'SIGKILL'), reason: /^the worker ended \(signal 9\)$/ },
  {
    name: 'SIGSEGV',
    hurt: ({ pid }) => process.kill(pid, 'SIGSEGV'),
    reason: /^the worker ended \((signal 11|exit status \d+)\)$/,
  },
  {
    name: 'a hang',
    hurt: ({ pid }) => process.kill(pid, 'SIGSTOP'),
    reason: /^the worker was killed: it was silent for \d+ s$/,
  },
  {
    name: 'no memory',
    // It gets a mebibyte more: enough for the model's answer, too little for the picture that this asks for.
    hurt: ({ pid, again }) => {
      const has = Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmData:\s+(\d+) kB/)[1]) + 1024;
      execFileSync('prlimit', ['--pid', String(pid), `--data=${has * 1024}`]);
      again();
    },
    reason: /^the worker ended \((signal \d+|exit status \d+)\)$/,
    skip:
      (process.platform !== 'linux' && 'there is no prlimit') || (sanitized && 'a sanitizer maps more than any limit'),
  },
];

for (const { name, hurt, reason, skip } of rows) {
  test(`${name}: one run ends, everything else continues`, { skip }, async () => {
    const stream = await follow();
    const pair = await startPair();
    const seen = await eventsOf(pair.id);
    hurt(pair);
    const ended = await server.runEnded(pair.id);
    assert.equal(ended.end, 'error');
    assert.match(ended.reason, reason);
    assert.equal(ended.verdict, 'UNVERIFIED');
    assert.equal(ended.status, 'failed');
    assert.match(ended.answer, /^Agent failed: the worker /);

    // Its events are all there, with the end as the last one, and its files too.
    const events = await eventsOf(pair.id);
    assert.deepEqual(
      events.map(({ index }) => index),
      events.map((_, i) => i + 1),
    );
    assert.deepEqual(events.slice(0, seen.length), seen);
    assert.deepEqual([events.at(-1).type, events.at(-1).state, events.at(-1).end], ['state', 'ended', 'error']);
    const folder = path.join(server.data, 'reports', pair.id);
    assert.match(
      fs.readFileSync(path.join(folder, 'junit.xml'), 'utf8'),
      /<error message="the worker [^"]*" type="error"/,
    );
    assert.equal(JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8')).status, 'failed');

    // The other run has noticed nothing.
    pair.go();
    const other = await server.runEnded(pair.second);
    assert.equal(other.verdict, 'PASS', JSON.stringify(other));
    await until(
      () =>
        [pair.id, pair.second].every((id) =>
          stream.events.some((event) => event.run === id && event.state === 'ended'),
        ),
      'the stream has both ends',
    );
    assert.equal(stream.over, false);

    // The device has a new worker.
    pair.again();
    scripts.set(pair.mine, goodTester(plan));
    const next = await server.runEnded(await submit(pair.mine, devices[0]));
    assert.equal(next.verdict, 'PASS', JSON.stringify(next));
  });
}

test('a run that was stopped has its orderly end from its worker, which then leaves', async () => {
  const pair = await startPair();
  await server.post(`/api/v1/runs/${pair.id}/stop`);
  const ended = await server.runEnded(pair.id);
  assert.deepEqual([ended.end, ended.answer], ['stopped', 'Test stopped by user']);
  pair.go();
  await server.runEnded(pair.second);
  await until(() => workers().length === 0, 'no worker is left');
});

test("no secret is in a worker's arguments or environment", {
  skip: process.platform !== 'linux' && 'there is no /proc',
}, async () => {
  scripts.set('Type it.', () => faults.hang());
  const { json: run } = await server.post('/api/v1/runs', {
    ...scenario('Type it.'),
    steps: ['Type {{password}}'],
    device: devices[0].serial,
  });
  await until(() => workers().length > 0, 'its worker');
  for (const pid of workers()) assert.doesNotMatch(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /secret123/);
  await server.post(`/api/v1/runs/${run.id}/stop`);
  await server.runEnded(run.id);
});

test('a server that is killed leaves no worker', async () => {
  const own = await startServer(adbServer, { env: mock.environment });
  await own.post('/config', { executorInfoId: mock.profile, replay: false });
  scripts.set('Left alone.', () => faults.hang());
  const { json } = await own.post('/api/v1/runs', { ...scenario('Left alone.'), device: devices[0].serial });
  await until(async () => (await own.get(`/api/v1/runs/${json.id}`)).json.state === 'running', 'the run');
  const pids = await until(() => {
    const found = workers(own.child.pid);
    return found.length && found;
  }, 'its worker');
  await stop(own.child, 'SIGKILL');
  const lives = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  await until(() => !pids.some(lives), 'the worker has ended');
});

test('run: a worker that dies is status 3, with a result and JUnit', async () => {
  scripts.set('From a shell.', () => faults.hang());
  const folder = temporaryFolder();
  const file = path.join(folder, 'scenario.json');
  const junit = path.join(folder, 'junit.xml');
  fs.writeFileSync(
    file,
    JSON.stringify({ ...scenario('From a shell.'), profile: mock.profile, device: devices[0].serial }),
  );
  const child = spawn(program('mobile-tester-agent'), ['run', file, '--jsonl', '--junit', junit], {
    cwd: folder,
    env: { ...adbServer.env, ...mock.environment, ...quiet, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => stop(child));
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  await until(() => /startTestingScenario/.test(out), 'the run has begun');
  const over = once(child, 'close');
  process.kill(workers(child.pid)[0], 'SIGSEGV');
  assert.deepEqual(await over, [3, null]);
  const result = JSON.parse(out.trim().split('\n').at(-1));
  assert.deepEqual([result.type, result.end, result.exitStatus], ['result', 'error', 3]);
  assert.match(fs.readFileSync(junit, 'utf8'), /<error message="the worker ended \([^"]*\)" type="error"/);
});
