// Data kept of runs: the recording that a run has made or changed, how often a scenario passed, and
// the runs selected by a query.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { atEnd, program, root, run as runProgram, startAdbServer, startVirtual } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { inOrder } from './models/core.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const { tap, type, sees, done } = steps;
const adbServer = await startAdbServer();
const app = path.join(root, 'virtual-android/apps/com.example.notes.json');
const device = await startVirtual(adbServer, ['--app', app]);
const { version } = JSON.parse(fs.readFileSync(app, 'utf8'));
let script;
const mock = await startProfile('openai', (turn) => script(turn));
atEnd(() => mock.stop());
const server = await startServer(adbServer, { env: { ...mock.environment, AGENTEST_LOG: 'info' } });
const configure = (replay) =>
  server.post('/config', { executorInfoId: mock.profile, replay, screenshotsEnabled: false });
await configure(true);

const plan = [[[type('E-mail', 'a@b.c'), sees('a@b.c')]], [[tap('Forgot password?'), sees('Reset password')]]];
const scenario = {
  goal: 'Find the forgotten password',
  packageName: 'com.example.notes',
  tags: ['smoke', 'login'],
  steps: ['Type "a@b.c"; the field holds "a@b.c"', 'Ask for a new password'],
};
const {
  json: { id },
} = await server.post('/api/v1/scenarios', scenario);
const where = `/api/v1/scenarios/${id}/recording`;
const runs = {};

async function play(name) {
  const { json } = await server.post('/api/v1/runs', { scenarioId: id });
  runs[name] = await server.runEnded(json.id);
  return runs[name];
}
const toolsOf = ({ calls }) => calls.map(({ tool, args }) => `${tool} ${args.text}`);

test('a run tells the version of the app, and leaves its recording', async () => {
  assert.equal((await server.get(where)).status, 204);
  script = goodTester(plan);
  const run = await play('first');
  assert.equal(run.verdict, 'PASS', run.summary);
  assert.equal(run.appVersion, version);
  assert.deepEqual(run.tags, scenario.tags);
  assert.equal(run.healed, undefined);
  const { json } = await server.get(where);
  assert.deepEqual(Object.keys(json), ['recording', 'made']);
  assert.equal(json.made.run, run.id);
  assert.equal(json.recording.appVersion, version);
  assert.deepEqual(toolsOf(json.recording), [
    'inputText a@b.c',
    'verifyElementVisible a@b.c',
    'tap Forgot password?',
    'verifyElementVisible Reset password',
  ]);
});

test('a run that is played changes nothing of it', async () => {
  const before = (await server.get(where)).json;
  const run = await play('played');
  assert.equal(run.reason, 'replayed 2/2 steps, 0 tokens');
  assert.deepEqual((await server.get(where)).json, before);
});

// Put a recording in the place of the one there is, whose third call finds
// nothing, as if the app had changed.
async function spoil() {
  const { json } = await server.get('/api/v1/scenarios/export');
  const copy = json.scenarios.find((each) => each.id === id);
  Object.assign(copy.recording.calls[2], { args: { text: 'Lost it?' }, target: { text: 'Lost it?' } });
  const imported = await server.post('/api/v1/scenarios/import', copy);
  assert.equal(imported.status, 201, imported.text);
  await server.ask('DELETE', `/api/v1/scenarios/${imported.json.scenarios[0].id}`);
}
const heals = () =>
  inOrder(
    { calls: [tap('Forgot password?'), sees('Reset password'), done(2)] },
    { text: 'Step 1: PASS\nStep 2: PASS' },
  );
const now = [
  'inputText a@b.c',
  'verifyElementVisible a@b.c',
  'tap Forgot password?',
  'verifyElementVisible Reset password',
];
const was = now.with(2, 'tap Lost it?');

test('a run whose model took over says where, and what was recorded', async () => {
  await spoil();
  script = heals();
  const { verdict, healed, summary, replayedSteps } = await play('healed');
  assert.equal(verdict, 'PASS', summary);
  assert.equal(replayedSteps, 1);
  assert.deepEqual(
    [healed.step, healed.call, healed.recorded.tool, healed.recorded.args.text],
    [2, 3, 'tap', 'Lost it?'],
  );
  assert.match(healed.why, /^the app is not as it was recorded: tap: NOT_FOUND/);
});

test("the model's calls are only proposed: the recording stays, and the change is listed call by call", async () => {
  const { json } = await server.get(where);
  assert.deepEqual(toolsOf(json.recording), was);
  assert.equal(json.made.run, undefined); // it came from a file
  assert.equal(runs.healed.proposed, true);
  const { proposal } = json;
  assert.deepEqual(toolsOf(proposal.recording), now);
  assert.equal(proposal.made.run, runs.healed.id);
  assert.match(proposal.why, /^the app is not as it was recorded: tap: NOT_FOUND/);
  assert.deepEqual(
    proposal.changes.map(({ step, kind, was: before, now: after }) => [step, kind, before.args.text, after.args.text]),
    [[2, 'changed', 'Lost it?', 'Forgot password?']],
  );
});

test('a change that is rejected has no effect, and can be made again', async () => {
  assert.equal((await server.post(where, { choice: 'perhaps' })).status, 400);
  const other = await server.post(where, { choice: 'reject', run: runs.first.id }); // not that run's change
  assert.deepEqual([other.status, other.headers.get('content-type')], [409, 'application/problem+json']);
  const rejected = await server.post(where, { choice: 'reject', run: runs.healed.id, by: 'Ada\u001b[31m' });
  assert.equal(rejected.status, 200);
  assert.deepEqual(toolsOf(rejected.json.recording), was);
  assert.deepEqual(Object.keys(rejected.json).sort(), ['made', 'recording']);
  const again = await server.post(where, { choice: 'reject' });
  assert.deepEqual([again.status, again.headers.get('content-type')], [409, 'application/problem+json']);
  script = heals();
  assert.ok((await play('again')).healed);
  assert.equal((await server.get(where)).json.proposal.made.run, runs.again.id);
});

test('a run without its recording that proves other things is a change too, and the newest counts', async () => {
  await configure(false);
  script = goodTester([plan[0], [[tap('Forgot password?')], [sees('We have sent you an e-mail.')]]]);
  assert.equal((await play('another')).verdict, 'PASS', runs.another.summary);
  await configure(true);
  const { json } = await server.get(where);
  assert.deepEqual(toolsOf(json.recording), was);
  assert.equal(json.proposal.made.run, runs.another.id);
  assert.match(json.proposal.why, /other assertions/);
  assert.deepEqual([runs.another.healed, runs.another.proposed], [undefined, true]);
});

test('a change that is accepted is the recording, with who has accepted it', async () => {
  script = heals();
  await play('accepted');
  const accepted = await server.post(where, { choice: 'accept', by: 'Ada' });
  assert.equal(accepted.status, 200);
  assert.deepEqual(toolsOf(accepted.json.recording).slice(0, 4), now);
  assert.deepEqual(Object.keys(accepted.json).sort(), ['accepted', 'made', 'recording']);
  assert.equal(accepted.json.accepted.by, 'Ada');
  assert.ok(Math.abs(Date.now() - Date.parse(accepted.json.accepted.at)) < 600_000);
  assert.equal((await server.post(where, { choice: 'accept' })).status, 409);
  assert.match(
    server.log,
    new RegExp(`a changed recording was rejected recording=\\w+ run=${runs.healed.id} by=Ada[^\u001b\n]*\n`),
  );
  assert.match(
    server.log,
    new RegExp(`a changed recording was accepted recording=\\w+ run=${runs.accepted.id} by=Ada\n`),
  );
});

test('the accepted recording is played', async () => {
  const run = await play('replayed');
  assert.deepEqual([run.verdict, run.healed, run.reason], ['PASS', undefined, 'replayed 2/2 steps, 0 tokens']);
});

test('a scenario that passes and fails on one version is flaky', async () => {
  const calm = (await server.get('/api/v1/stats')).json.scenarios[0];
  assert.deepEqual([calm.scenarioId, calm.flaky, calm.passRate, calm.fail], [id, false, 1, 0]);
  await configure(false);
  script = goodTester([plan[0], [[tap('Forgot password?'), sees('No such text')]]]);
  assert.equal((await play('failed')).verdict, 'FAIL');
  script = () => new Promise(() => {});
  const {
    json: { id: hanging },
  } = await server.post('/api/v1/runs', { scenarioId: id });
  await server.post('/stop-test');
  runs.stopped = await server.runEnded(hanging);
  await configure(true);
  const [stats, ...others] = (await server.get(`/api/v1/stats?scenario=none,${id}&runs=100`)).json.scenarios;
  assert.deepEqual(others, []);
  const { last, passRate, ...counts } = stats;
  const passed = Object.keys(runs).length - 2;
  assert.deepEqual(counts, {
    scenarioId: id,
    name: scenario.goal,
    pass: passed,
    fail: 1,
    unverified: 0,
    none: 1,
    runs: passed + 2,
    flaky: true,
  });
  assert.equal(passRate.toFixed(9), (passed / (passed + 1)).toFixed(9));
  assert.deepEqual(
    last.map((run) => run.id),
    Object.values(runs)
      .map((run) => run.id)
      .reverse(),
  );
  assert.deepEqual(
    last.slice(0, 2).map(({ verdict, end }) => [verdict, end]),
    [
      [undefined, 'stopped'],
      ['FAIL', 'done'],
    ],
  );
  const byId = Object.fromEntries(last.map((run) => [run.id, run]));
  assert.deepEqual(
    [byId[runs.played.id].replayed, byId[runs.played.id].tokens, byId[runs.healed.id].healed],
    [true, 0, true],
  );
  const first = byId[runs.first.id];
  assert.deepEqual(
    [first.replayed, first.healed, first.appVersion, first.profile],
    [false, false, version, mock.profile],
  );
  assert.equal(first.durationMs, Date.parse(runs.first.endedAt) - Date.parse(runs.first.startedAt));
  assert.equal(first.tokens, runs.first.usage.inputTokens + runs.first.usage.outputTokens);
  const [few] = (await server.get(`/api/v1/stats?scenario=${id}&runs=2`)).json.scenarios;
  assert.deepEqual([few.runs, few.flaky], [2, false]);
});

const filters = [
  ['verdict=FAIL', ['failed']],
  ['verdict=FAIL&state=ended&tag=smoke', ['failed']],
  ['verdict=PASS&tag=smok', []],
  ['tag=SMOKE&verdict=FAIL', ['failed']],
  ['profile=none', []],
  ['until=2020-01-01', []],
  ['since=2020-01-01T00:00:00%2B02:00&verdict=FAIL', ['failed']],
];
for (const [query, names] of filters) {
  test(`runs?${query}`, async () => {
    const { status, json } = await server.get(`/api/v1/runs?${query}`);
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual(
      json.runs.map((run) => run.id),
      names.map((name) => runs[name].id),
    );
  });
}

test('runs between two moments, and moments that are none', async () => {
  const since = encodeURIComponent(runs.played.queuedAt);
  const until = encodeURIComponent(runs.again.queuedAt);
  const { json } = await server.get(`/api/v1/runs?since=${since}&until=${until}`);
  assert.deepEqual(
    json.runs.map((run) => run.id),
    [runs.healed.id, runs.played.id],
  );
  const { status, json: problem } = await server.get('/api/v1/runs?since=yesterday');
  assert.deepEqual([status, problem.detail], [400, "'since' must be a time like 2026-02-04T10:11:12Z, or a day"]);
});

test('the command line lists by the same', async () => {
  const list = (...words) =>
    runProgram(program('mobile-tester-agent'), ['runs', 'list', '--data', server.data, ...words]);
  const { stdout } = await list(
    '--verdict',
    'FAIL',
    '--tag',
    'smoke',
    '--profile',
    mock.profile,
    '--device',
    device.serial,
    '--text',
    'forgotten',
    '--since',
    '2020-01-01',
    '--json',
  );
  assert.deepEqual(
    JSON.parse(stdout).map((run) => run.id),
    [runs.failed.id],
  );
  assert.equal(String((await list('--until', '2020-01-01')).stdout), '');
  const wrong = await list('--since', 'soon');
  assert.equal(wrong.status, 2);
  assert.match(String(wrong.stderr), /--since 'soon' is not a time: give a day/);
});

test('a recording can be removed', async () => {
  assert.equal((await server.ask('DELETE', where)).status, 204);
  assert.equal((await server.get(where)).status, 204);
  assert.equal((await server.ask('DELETE', where)).status, 404);
  assert.equal((await server.get('/api/v1/scenarios/none/recording')).status, 404);
});
