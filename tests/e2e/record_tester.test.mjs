// A run of mobile-tester-agent is recorded while it acts, and no secret of it stands in the flow.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { atEnd } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { appFile, record, replay, startRecorded } from './record_rig.mjs';
import { startServer } from './tester_rig.mjs';

const { tap, type, sees } = steps;
const packageName = 'com.example.notes';
const world = await startRecorded(appFile(packageName));
const plan = [
  [[type('E-mail', '{{PASSWORD}}')], [type('Password', '{{PASSWORD}}')]],
  [[tap('Remember me'), sees('Remember me')]],
];
const script = goodTester(plan);
const mock = await startProfile('openai', (turn) => script(turn));
atEnd(() => mock.stop());
const server = await startServer(world.server, { env: mock.environment });
await server.post('/config', { executorInfoId: mock.profile, screenshotsEnabled: false });

test('the run is a flow that replays, with its secrets as variables', async () => {
  let run;
  const answer = await record(world, ['--app-id', packageName, '--clear-state', '--no-replay'], async () => {
    const scenario = await server.post('/api/v1/scenarios', {
      goal: 'Fill in the form',
      packageName,
      steps: ['Type {{PASSWORD}} as e-mail and password', 'Have it remembered; "Remember me" shows'],
    });
    const { json } = await server.post('/api/v1/runs', { scenarioId: scenario.json.id });
    run = await server.runEnded(json.id);
  });
  assert.notEqual(run.verdict, 'FAIL', run.summary);
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.ok(answer.recorded.every(({ program }) => program === 'mobile-tester-agent'));
  assert.doesNotMatch(answer.flow, /secret123/);
  assert.match(answer.flow, /id: email\n- inputText: "\$\{EMAIL\}"\n/);
  assert.match(answer.flow, /id: remember\n    checked: true\n/);
  assert.deepEqual(answer.json.data.secrets, ['EMAIL', 'PASSWORD']);
  for (const { path } of answer.json.artifacts) assert.doesNotMatch(fs.readFileSync(path, 'utf8'), /secret123/);
  const again = await replay(world, answer.flow, ['--env', 'EMAIL=secret123', '--env', 'PASSWORD=secret123']);
  assert.equal(again.status, 0, again.stdout);
});
