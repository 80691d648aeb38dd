// Runs that grow long: what is left out of the conversation leaves one that
// every provider takes, with its pairs, ids and opaque reasoning.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultAt, faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { runWith, startDevices } from './tester.mjs';

const bench = await startDevices();
const names = ['anthropic', 'deepseek', 'openrouter', 'responses', 'gemini', 'ollama'];
const count = 16;
const scenario = {
  packageName: 'com.example.notes',
  goal: 'The form keeps what is chosen',
  steps: Array.from(
    { length: count },
    (_, k) => `Choose, ${k + 1} times in all, whether to be remembered; the box shows it`,
  ),
};
const plan = scenario.steps.map((_, k) => [
  [steps.tap('Remember me'), steps.other('perceiveScreen')],
  [
    steps.other('findUiElementsByText', { text: `${'e'.repeat(k % 3)}` || 'o' }),
    steps.other('verifyState', { text: 'Remember me', state: k % 2 === 0 ? 'checked' : 'unchecked' }),
  ],
]);
const shortened = (run) => run.events.filter((event) => /turns became a summary/.test(event.message ?? ''));

describe('long runs', { concurrency: 2 }, () => {
  for (const [index, name] of names.entries()) {
    test(`${name}: a conversation is shortened, and continues`, async () => {
      const driver = goodTester(plan);
      const run = await runWith(bench, name, driver, { scenario, options: { stream: index % 2 === 0 } });
      assert.deepEqual(driver.surprises, []);
      assert.equal(run.status, 0, run.err + run.out.slice(-3000));
      assert.deepEqual(run.mock.refusals, []);
      assert.deepEqual(run.mock.warnings, []);
      assert.ok(shortened(run).length > 0, 'it was long enough');
      // The system prompt and the tools never change; what follows changes only
      // where it was shortened.
      const [first, ...rest] = run.mock.requests.map(({ turn }) => JSON.stringify([turn.system, turn.tools]));
      assert.ok(rest.every((one) => one === first));
      const changed = new Set(run.mock.prefixChanges.map(({ request }) => request));
      assert.equal(changed.size, shortened(run).length);
      assert.ok(run.mock.requests.at(-1).turn.user.includes(scenario.goal), 'the goal stays');
      assert.match(run.mock.requests.at(-1).turn.user, /Step 1\b.*PASS/, 'what is done stays, in a line');
    });

    if (index % 2 === 0)
      test(`${name}: a context that is too long is shortened at once`, async () => {
        const driver = goodTester(plan.slice(0, 4));
        const run = await runWith(bench, name, faultAt(9, faults.tooLong(), driver), {
          scenario: { ...scenario, steps: scenario.steps.slice(0, 4) },
          options: { stream: index % 4 === 0 },
        });
        assert.deepEqual(driver.surprises, []);
        assert.equal(run.status, 0, run.err + run.out.slice(-3000));
        assert.deepEqual(run.mock.refusals, []);
        const [before, after] = run.mock.requests.slice(8, 10);
        assert.ok(after.text.length < before.text.length, `${before.text.length}, then ${after.text.length}`);
      });
  }
});
