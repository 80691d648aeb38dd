// tester_doctor.test.mjs: what doctor finds before a run does, what a killed
// process leaves behind, and where a description of the API is looked for
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { appFile, startRun } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const server = await startAdbServer();
const device = await startVirtual(server, ['--app', appFile()]);
const scenario = { goal: 'g', packageName: 'com.example.notes', steps: ['Look'] };

const tester = (args, options = {}) => run(program('mobile-tester-agent'), args, { env: server.env, ...options });
async function storeOf(data) {
  const { out, status } = await tester(['doctor', '--json', '--data', data]);
  assert.equal(status, 3); // no key is here
  const report = JSON.parse(out);
  assert.equal(report.ready, false);
  return report.store[0];
}

test('doctor: a store that is as it should be', async () => {
  const data = path.join(temporaryFolder(), 'data');
  const store = await storeOf(data);
  assert.deepEqual([store.level, store.text], ['ok', path.join(data, 'store.sqlite')]);
  assert.deepEqual(
    fs.readdirSync(data).filter((name) => name.startsWith('.probe')),
    [],
    'the probe is gone',
  );
});

test('doctor: a full disk', async (t) => {
  const data = temporaryFolder();
  const mount = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', data]);
  if (mount.status !== 0) return t.skip(`1 skipped: no tmpfs can be mounted here (${mount.err.trim()})`);
  try {
    assert.equal((await storeOf(data)).level, 'ok');
    const { bavail, bsize } = fs.statfsSync(data);
    // Enough is left to open the store, and too little for a report.
    fs.writeFileSync(path.join(data, 'rest'), Buffer.alloc(bavail * bsize - 128 * 1024));
    const store = await storeOf(data);
    assert.equal(store.level, 'bad');
    assert.match(store.text, /No space left|disk/);
  } finally {
    await run('umount', [data]);
  }
});

test('doctor: a damaged store', async () => {
  const data = temporaryFolder();
  fs.writeFileSync(
    path.join(data, 's.json'),
    JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ ...scenario, goal: `goal ${i} ${'x'.repeat(400)}` }))),
  );
  assert.equal((await tester(['scenarios', 'import', path.join(data, 's.json'), '--data', data])).status, 0);
  const file = path.join(data, 'store.sqlite');
  const bytes = fs.readFileSync(file);
  bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 8192);
  fs.writeFileSync(file, bytes);
  const store = await storeOf(data);
  assert.equal(store.level, 'bad');
  assert.match(store.text, /damaged: move it away/);
  fs.writeFileSync(file, 'this is a text');
  assert.match((await storeOf(data)).text, /not a database; move it away/);
});

test('a file that is not there is a mistake in the command', async () => {
  const cwd = temporaryFolder();
  for (const args of [
    ['run', 'gone.json'],
    ['scenarios', 'import', 'gone.yaml'],
    ['runs', 'import', 'gone.json'],
    ['scenarios', 'list', '--env-file', 'gone.env'],
  ]) {
    const { status, err } = await tester([...args, '--data', path.join(cwd, 'data')], { cwd });
    assert.equal(status, 2, `${args.join(' ')}: ${err}`);
    assert.match(err, /there is no file 'gone\./);
  }
});

test('a run whose process was killed has ended for the next list', async () => {
  const mock = await startProfile('anthropic', (turn) =>
    turn.last.length > 0 ? new Promise(() => {}) : { calls: [steps.sees('Welcome to Notes')] },
  );
  atEnd(() => mock.stop());
  const killed = startRun(device, server, { scenario, mock });
  await killed.until((events) => events.some(({ toolName }) => toolName === 'verifyElementVisible'));
  killed.stop('SIGKILL');
  await killed.ended;
  const listed = await tester(['runs', 'list', '--data', killed.data]);
  assert.equal(listed.status, 0, listed.err);
  assert.doesNotMatch(listed.out, /running/);
  const [{ id, state, reason }] = JSON.parse((await tester(['runs', 'list', '--json', '--data', killed.data])).out);
  assert.equal(state, 'ended');
  assert.match(reason, /ended in the middle of this run/);
  assert.match((await tester(['runs', 'show', id, '--data', killed.data])).out, /state: +ended/);
});

test('a list leaves a running run alone', async () => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const mock = await startProfile('anthropic', async () => {
    await held;
    return { text: 'Step 1: FAIL — it is late' };
  });
  atEnd(() => mock.stop());
  const going = startRun(device, server, { scenario, mock });
  await going.until((events) => events.some(({ toolName }) => toolName === 'startTestingScenario'));
  const listed = JSON.parse((await tester(['runs', 'list', '--json', '--data', going.data])).out);
  assert.deepEqual(
    listed.map(({ state }) => state),
    ['running'],
  );
  release();
  const ended = await going.ended;
  assert.equal(ended.last.state, 'ended', ended.out.slice(-1000));
  assert.notEqual(ended.last.end, 'lost');
});

test('the description is found where the original and others have it', async () => {
  const http = await startServer(server);
  for (const where of ['/swagger', '/openapi.json']) {
    const { status, headers } = await http.get(where);
    assert.deepEqual([status, headers.get('location')], [302, '/api/v1/openapi.json'], where);
  }
});

test("POST /config of the original's dashboard leaves guards and budgets as the team has set them", async () => {
  const http = await startServer(server);
  const first = (await http.get('/api/v1/config')).json;
  assert.deepEqual(first.budgets, { tokens: 1000000, minutes: 60 });
  await http.post('/config', { guardedActions: 'pause', budgets: { tokens: 5000 }, replay: false });
  const posted = await http.post('/config', {
    executorInfoId: 'Opus47',
    llmTemperature: 0,
    maxAgentIterations: 9,
    logTokensConsumption: true,
    logsEnabled: true,
    screenshotsEnabled: true,
    recordingEnabled: false,
  });
  assert.equal(posted.text, 'Configuration updated successfully');
  const { guardedActions, budgets, replay, maxAgentIterations } = (await http.get('/api/v1/config')).json;
  assert.deepEqual(
    { guardedActions, budgets, replay, maxAgentIterations },
    { guardedActions: 'pause', budgets: { tokens: 5000 }, replay: false, maxAgentIterations: 9 },
  );
  await http.post('/config', { budgets: {} });
  assert.deepEqual((await http.get('/api/v1/config')).json.budgets, {}, 'no limit, said so');
});
