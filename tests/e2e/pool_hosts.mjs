// pool_hosts.mjs: hosts of a pool with devices of their own, the runs that they do, and the check of both
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { checkHistory } from './pool_rig.mjs';
import { startServer } from './tester_rig.mjs';

// A model that does short runs, each told by its goal. begun: goal → how often a run of it has begun.
export async function startModelOfRuns() {
  const scripts = new Map();
  const begun = new Map();
  const model = await startProfile('anthropic', (turn) => {
    const goal = JSON.stringify(turn.messages).match(/see it \d+!/)[0];
    if (turn.messages.length === 1) {
      scripts.set(goal, goodTester([[[steps.sees('Log in')]]]));
      begun.set(goal, (begun.get(goal) ?? 0) + 1);
    }
    return scripts.get(goal)(turn);
  });
  return Object.assign(model, { begun });
}

// A host that can be killed, frozen and started again with the same folder and devices.
export async function startHost(name, { url, model, leaseMs, devices: count = 2, env = {}, args = [] }) {
  const adbServer = await startAdbServer();
  const devices = [];
  for (let i = 0; i < count; i++) devices.push(await startVirtual(adbServer));
  const host = { name, devices, folder: temporaryFolder() };
  host.copy = path.join(host.folder, 'data', 'pool.sqlite');
  host.start = async (more = {}) => {
    host.server = await startServer(adbServer, {
      folder: host.folder,
      env: { ...model.environment, AGENTEST_HOST: name, AGENTEST_LEASE_MS: String(leaseMs), ...env, ...more },
      args: ['--nats', url, ...args],
    });
    assert.ok(host.server.url, host.server.log);
  };
  host.child = () => host.server.child;
  host.kill = () => stop(host.child(), 'SIGKILL');
  host.get = async (where) => (await host.server.get(where)).json;
  host.post = async (where, body) => {
    const { status, json } = await host.server.post(where, body);
    assert.ok(status < 300, `${where}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  // The processes that do its runs.
  host.workers = () => {
    const tasks = `/proc/${host.child().pid}/task`;
    const children = fs.readdirSync(tasks).map((task) => fs.readFileSync(`${tasks}/${task}/children`, 'utf8'));
    const commands = children.join(' ').split(' ').filter(Boolean);
    return commands.filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker'));
  };
  await host.start();
  return host;
}

// The states in a run's events: ['queued 1', 'running 1', …].
const statesOf = (events) =>
  events
    .map((text) => JSON.parse(text))
    .filter(({ type }) => type === 'state')
    .map(({ message, state, attempt }) => `${state || message} ${attempt}`);

// Ends of attempts that another one may follow, as docs/team.md and docs/tester.md have them.
const retried = new Set(['lost', 'error', 'model', 'device', 'machine']);

// Each run was done once, or again with a reason; the model has seen no attempt that no one counted.
export function checkRuns(means, begun) {
  const reasons = new Map();
  let again = 0;
  for (const [key, { json }] of means.docs) {
    if (!key.startsWith('run/') || json.state !== 'ended') continue;
    const states = statesOf(means.events.get(key.slice(4)));
    const told = JSON.stringify({ key, states, attempts: json.attempts, end: json.end, reason: json.reason });
    const { attempt = 1, attempts = [] } = json;
    assert.equal(json.verdict, 'PASS', told);
    assert.equal(attempts.length, attempt - 1, told);
    const expected = [];
    for (let i = 1; i <= attempt; i++) {
      expected.push(`queued ${i}`);
      if (states.includes(`running ${i}`)) expected.push(`running ${i}`);
    }
    assert.deepEqual(states, [...expected, `ended ${attempt}`], told);
    for (const { end, reason } of attempts) {
      assert.ok(retried.has(end) && reason, told);
      reasons.set(end, (reasons.get(end) ?? 0) + 1);
      again++;
    }
    const starts = begun.get(json.goal) ?? 0;
    assert.ok(starts >= 1 && starts <= attempt, `${starts} starts: ${told}`);
  }
  return { again, reasons: Object.fromEntries(reasons) };
}

// Let no run be taken, check the history of all, and go on. Returns what the streams mean.
export async function checkPool(url, hosts, begun) {
  for (const host of hosts) await hosts[0].post(`/api/v1/hosts/${host.name}/drain`);
  await until(async () => (await hosts[0].get('/api/v1/runs?state=running')).runs.length === 0, 'no run is done', 120);
  const copies = hosts.map(({ copy }) => copy);
  let failed;
  let checked;
  try {
    const means = await checkHistory(url, copies);
    checked = { means, ...checkRuns(means, begun) };
  } finally {
    const resumed = await Promise.allSettled(hosts.map((host) => hosts[0].post(`/api/v1/hosts/${host.name}/resume`)));
    failed = resumed.find(({ status }) => status === 'rejected');
  }
  if (failed) throw failed.reason; // what failed before has been thrown already
  return checked;
}
