// Recordings are played without a model and proved again; the model takes over if a touch no longer
// fits. A long conversation is cut to what every provider takes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { program, root, run as runProgram, temporaryFolder } from './lib.mjs';
import { steps } from './models/drivers.mjs';
import { inOrder } from './models/core.mjs';
import { profiles } from './models/profiles.mjs';
import { runWith, startDevices, startRun } from './tester.mjs';

const sample = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));
const bench = await startDevices({ apps: [path.join(root, 'virtual-android/apps/com.example.notes.json')], count: 2 });
const play = (scenario) => bench.use((device) => startRun(device, bench.server, { scenario }).ended);
const said = (run) => run.out + run.err;
const verdicts = (run) => run.last.steps.map((step) => step.verdict);

// The sample, with another note looked for in its third step.
function changed() {
  const copy = structuredClone(sample);
  const call = copy.recording.calls.find(({ step, args }) => step === 3 && args.text === 'Bread and butter');
  call.args.text = 'Bread and jam';
  return copy;
}

// The sample, whose third step begins with a button that has another name.
function renamed() {
  const copy = structuredClone(sample);
  const call = copy.recording.calls.find(({ step }) => step === 3);
  Object.assign(call, { args: { text: 'Find it' }, target: { description: 'Find it' } });
  return copy;
}

describe('recordings', { concurrency: 2 }, () => {
  test('the sample passes without a key, with 0 tokens', async () => {
    const run = await play(sample);
    assert.equal(run.status, 0, said(run));
    assert.deepEqual(verdicts(run), Array(5).fill('PASS'));
    assert.equal(run.last.reason, 'replayed 5/5 steps, 0 tokens');
    const tools = run.events.filter(({ type, toolName }) => type === 'tool' && toolName !== 'startTestingScenario');
    assert.equal(tools.length, sample.recording.calls.length);
    assert.ok(tools.every(({ replayed }) => replayed === true));
    assert.deepEqual(
      run.events.filter(({ type }) => type === 'model'),
      [],
    );
  });

  test('without a model a mismatch fails its step, and says why', async () => {
    const run = await play(changed());
    assert.equal(run.status, 1, said(run));
    assert.deepEqual(verdicts(run), ['PASS', 'PASS', 'FAIL', 'UNVERIFIED', 'UNVERIFIED']);
    assert.match(
      run.last.summary,
      /^Step 3: FAIL — the app is not as it was recorded: verifyElementVisible: NOT_VISIBLE: 'Bread and jam'/m,
    );
    assert.match(run.last.summary, /^Step 5: UNVERIFIED — not reached$/m);
    assert.match(run.last.reason, /no model can go on: set the key of one/);
  });

  test('the model takes over in the step that no longer fits', async () => {
    const { tap, type, sees, done, other } = steps;
    const script = inOrder(
      {
        calls: [
          tap('Search', { selectorType: 'content-desc' }),
          type('Search notes', 'Bread'),
          sees('Bread and butter'),
          tap('Navigate up'),
          sees('New note'),
          done(3),
        ],
      },
      { calls: [tap('Settings'), tap('sort_title', { selectorType: 'resource-id' }), sees('Text size: 50%'), done(4)] },
      { calls: [other('swipeUp'), tap('Log out')] },
      { calls: [tap('Log out', { selectorType: 'text' }), sees('Welcome to Notes'), done(5)] },
      { text: 'Step 3: PASS\nStep 4: PASS\nStep 5: PASS' },
    );
    const run = await runWith(bench, 'anthropic', script, { scenario: renamed() });
    assert.equal(run.status, 0, said(run));
    assert.deepEqual(verdicts(run), Array(5).fill('PASS'));
    assert.equal(run.last.replayedSteps, 2);
    assert.deepEqual(
      [run.last.healed.step, run.last.healed.call, run.last.healed.recorded.args.text],
      [3, 10, 'Find it'],
    );
    assert.deepEqual(run.mock.refusals, []);
    const first = JSON.stringify(run.mock.requests[0].body.messages);
    assert.match(first, /Step 1: PASS\\nStep 2: PASS\\nBegin with step 3\./);
    assert.match(first, /You take over in step 3: the app is not as it was recorded: tap: NOT_FOUND/);
    assert.match(first, /no other takes its place:\\nStep 3: verifyElementVisible \\"New note\\"/);
    assert.match(first, /The screen now: OK.*New note/); // the list of notes, not the start
  });

  test("the model's calls are played the next time", async () => {
    const data = temporaryFolder();
    const file = path.join(data, 'scenario.json');
    const { tap, type, sees, done } = steps;
    const scenario = {
      goal: 'Find the forgotten password',
      packageName: 'com.example.notes',
      steps: ['Type "a@b.c"; the field holds "a@b.c"', 'Ask for a new password'],
    };
    const script = inOrder(
      { calls: [type('E-mail', 'a@b.c'), sees('a@b.c'), done(1)] },
      { calls: [tap('Forgot password?'), sees('Reset password'), done(2)] },
      { text: 'Step 1: PASS\nStep 2: PASS' },
    );
    const first = await runWith(bench, 'openai', script, { scenario });
    assert.equal(first.status, 0, said(first));
    const tester = (...words) =>
      runProgram(program('mobile-tester-agent'), [...words, '--data', first.data], { env: bench.server.env });
    fs.writeFileSync(file, JSON.stringify(scenario));
    await tester('scenarios', 'import', file);
    const [exported] = JSON.parse((await tester('scenarios', 'export', '--recordings')).stdout);
    assert.equal(exported.recording.device, '1080x2400@420');
    const again = await play(exported);
    assert.equal(again.status, 0, said(again));
    assert.equal(again.last.reason, 'replayed 2/2 steps, 0 tokens');
  });
});

describe('a long conversation', { concurrency: 2 }, () => {
  for (const name of profiles.filter((each) => each !== 'seeing')) {
    test(`${name} takes what is left of it`, async () => {
      const { tap, type, sees, done, other } = steps;
      const looks = Array.from({ length: 24 }, (_, i) => ({
        thought: `look ${i}`,
        calls: [
          tap('Settings', { selectorType: 'content-desc' }),
          other('goBack'),
          other('findUiElementsByText', { text: `Note ${i % 9}` }),
        ],
      }));
      const script = inOrder(
        {
          calls: [
            type('E-mail', 'demo@example.com'),
            type('Password', 'secret123'),
            tap('Log in', { selectorType: 'text' }),
            sees('New note'),
            done(1),
          ],
        },
        ...looks,
        { calls: [sees('New note'), done(2)] },
        { text: 'Step 1: PASS\nStep 2: PASS' },
      );
      const scenario = { goal: 'Look long', packageName: 'com.example.notes', steps: ['Log in', 'Look at the list'] };
      const run = await runWith(bench, name, script, { scenario });
      assert.equal(run.status, 0, said(run));
      assert.deepEqual(run.mock.refusals, []);
      const cuts = run.events.filter(
        ({ type: kind, message }) => kind === 'log' && /^history: \d+ of \d+ turns became a summary$/.test(message),
      );
      assert.ok(cuts.length >= 1 && cuts.length <= 6, JSON.stringify(cuts));
      assert.match(JSON.stringify(run.mock.requests.at(-1).body), /Step 1 PASS: \\\\?"New note\\\\?" is shown/);
    });
  }
});
