// Suite runs of thousands of cases over HTTP: their start, a stop while they start, and a crash.
import assert from 'node:assert/strict';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const CASES = 2500;
const PATIENCE_SECONDS = 600; // with sanitizers on a busy machine they take more than a minute

const bench = await startAdbServer();
await startVirtual(bench);
// No case ends by itself: what a suite run comes to does not depend on how fast they are.
const mock = await startProfile('deepseek', () => new Promise(() => {}));
atEnd(() => mock.stop());

async function startMany(folder = temporaryFolder()) {
  const server = await startServer(bench, { env: mock.environment, folder });
  const {
    json: { scenarios },
  } = await server.post('/api/v1/scenarios/import', [
    {
      name: 'Many',
      goal: 'Row {{row}}',
      packageName: 'com.example.notes',
      steps: ['"{{row}}" is shown'],
      profile: mock.profile,
    },
  ]);
  const data = Array.from({ length: CASES }, (_, i) => ({ row: `${i + 1}` }));
  const suite = await server.post('/api/v1/suites', { name: 'Many', scenarios: [scenarios[0].id], data });
  assert.equal(suite.status, 201, suite.text);
  const run = await server.post(`/api/v1/suites/${suite.json.id}/run`);
  assert.equal(run.status, 201, run.text);
  server.suiteRun = `/api/v1/suite-runs/${run.json.id}`;
  return { server, folder, begun: run.json };
}

const look = async (server) => (await server.get(server.suiteRun)).json;

async function endOf(server) {
  const json = await until(
    async () => {
      const now = await look(server);
      return now.state === 'ended' && now;
    },
    'the suite run ends',
    PATIENCE_SECONDS,
  );
  assert.equal(json.counts.total, CASES);
  assert.equal(json.counts.aborted, CASES, JSON.stringify(json.counts));
  assert.ok(json.cases.every((one) => one.state === 'ended' && one.result));
  assert.equal(json.starting, undefined);
  const { runs } = (await server.get('/api/v1/runs?state=queued')).json;
  assert.deepEqual(runs, []);
  return json;
}

test('a start of thousands answers at once, goes on, and stops in order', async () => {
  const { server, begun } = await startMany();
  assert.equal(begun.starting, true);
  assert.ok(begun.submitted >= 1 && begun.submitted < CASES, `${begun.submitted} cases have runs`);
  assert.equal(begun.counts.total, CASES);
  const all = await until(
    async () => {
      const now = await look(server);
      return !now.starting && now;
    },
    'all cases have runs',
    PATIENCE_SECONDS,
  );
  assert.equal(new Set(all.cases.map((one) => one.run)).size, CASES);
  const page = (await server.get('/api/v1/runs?state=queued&limit=3')).json;
  const first = page.runs[0];
  assert.ok(first.place > CASES - 10, `the newest is the last: ${first.place}`);
  assert.equal(first.scenario, undefined);
  const metrics = (await server.get('/metrics')).text;
  const queued = Number(/agentest_runs\{state="queued"\} (\d+)/.exec(metrics)[1]);
  assert.ok(queued >= CASES - 2, `${queued} runs are queued`);
  const stopped = await server.post(`${server.suiteRun}/stop`);
  assert.equal(stopped.status, 200, stopped.text);
  assert.equal(stopped.json.stopping, true);
  await endOf(server);
  await server.stop();
});

test('a stop while it starts: no case begins later', async () => {
  const { server } = await startMany();
  const stopped = await server.post(`${server.suiteRun}/stop`);
  assert.equal(stopped.status, 200, stopped.text);
  const { counts, cases } = await endOf(server);
  assert.ok(counts.skipped >= CASES - 1);
  assert.ok(cases.filter((one) => one.run).length < CASES, 'some never got a run');
  await server.stop();
});

test('a server that is killed while it starts: the suite run ends with the next one', async () => {
  const { server, folder } = await startMany();
  await stop(server.child, 'SIGKILL');
  const next = await startServer(bench, { env: mock.environment, folder });
  next.suiteRun = server.suiteRun;
  await endOf(next);
  await next.stop();
});
