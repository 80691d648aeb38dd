// Conversations that once passed and must not: each ends UNVERIFIED or FAIL, for the right reason,
// on two apps.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inOrder } from './models/core.mjs';
import { steps as calls } from './models/drivers.mjs';
import { startBench } from './verdicts/bench.mjs';
import { both, healing, rows } from './verdicts/false_passes.mjs';
import { plan } from './verdicts/plan.mjs';

const bench = await startBench();

// Turns as a script: then it says that all is well.
const conversation = (packageName, turns, start = [{ calls: [calls.start(packageName)] }]) =>
  inOrder(
    ...start,
    ...turns.map((turn) => (typeof turn === 'function' ? async () => ({ calls: await turn() }) : { calls: turn })),
    { text: 'All is well.' },
  );

for (const app of both) {
  test(`H3: healing does not change the proof: ${app.name}`, async () => {
    const { steps, honest, broken, hasty } = healing(app);
    const scenario = plan('H3', app.packageName, 'Something is handed in', steps);
    const recorded = await bench.with([app.json], async (device) => {
      const style = () => conversation(app.packageName, honest);
      const { run, scenarioId } = await bench.play(device, scenario, { style });
      assert.equal(run.verdict, 'PASS', run.summary);
      return bench.recordingOf(scenarioId);
    });
    await bench.with([broken], async (device) => {
      const style = () => conversation(app.packageName, hasty, []);
      const { run, scenarioId } = await bench.play(device, scenario, { style, recording: recorded });
      assert.notEqual(run.verdict, 'PASS', run.summary);
      assert.deepEqual((await bench.recordingOf(scenarioId)).calls, recorded.calls, 'and the recording is as it was');
    });
  });

  describe(`false passes: ${app.name}`, { concurrency: 3 }, () => {
    for (const [what, verdict, reason, make] of rows) {
      const { json, steps, turns, only, at = 1 } = make(app);
      if (only && only !== app.name) continue;
      test(what, () =>
        bench.with([json ?? app.json], async (device) => {
          const style = () => conversation(app.packageName, turns(device));
          const { run } = await bench.play(device, plan(what, app.packageName, what, steps), { style });
          assert.equal(run.verdict, verdict, run.summary);
          const first =
            run.summary.split('\n').find((line) => line.startsWith(`Step ${at}: ${verdict}`)) ?? run.summary;
          assert.match(first, reason);
        }),
      );
    }
  });
}
