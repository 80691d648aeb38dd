// Expectations of steps are compiled once, before anything is touched, and kept: by the store for
// the same steps, by people who wrote them, never by an app.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, root, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const clear = () => device.shell('pm clear com.example.notes');

// The program with a model and a store; compile answers its request for expectations.
async function startTester(compile, plan = notesPlan) {
  const mock = await startProfile('anthropic', goodTester(plan), { compile });
  atEnd(() => mock.stop());
  const folder = temporaryFolder();
  const env = {
    ...server.env,
    XDG_STATE_HOME: path.join(folder, 'state'),
    SECRET_PASSWORD: 'secret123',
    ...mock.environment,
  };
  const tester = async (name, text, ...words) => {
    fs.writeFileSync(path.join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
    await clear();
    const ended = await run(program('mobile-tester-agent'), ['run', name, '--jsonl', ...words], { cwd: folder, env });
    if (mock.failure) throw mock.failure;
    const events = ended.out
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    return {
      ...ended,
      events,
      last: events.at(-1),
      compiled: events.filter(({ type, message }) => type === 'log' && /expectations/.test(message)),
    };
  };
  return { mock, tester, folder, scenario: { ...notes, profile: mock.profile } };
}

test('the model is asked once for the same steps, before the app is started', async () => {
  const { mock, tester, scenario } = await startTester(() => ({
    steps: [
      { step: 1, expect: [{ shown: 'the list of notes' }] },
      { step: 3, expect: [{ text: 'invented by the model' }] },
    ],
  }));
  const first = await tester('a.json', scenario, '--no-replay');
  assert.equal(mock.compiles.length, 1, first.out + first.err);
  const { system, user, tools } = mock.compiles[0].turn;
  assert.match(system, /never the app/);
  assert.ok(user.includes('2. "Search for \\"Meeting\\"; \\"Note 1 Meeting\\" is found"'), user);
  assert.deepEqual(tools, []);
  const [told] = first.compiled;
  assert.match(
    told.message,
    /^expectations compiled: 1 for 5 steps\nstep 3: an expectation quotes what the scenario does not say: "invented by the model" is shown$/,
  );
  assert.ok(told.index < first.events.find(({ toolName }) => toolName).index, 'nothing was touched before');
  assert.equal(told.outputTokens, 20);

  const second = await tester('a.json', { ...scenario, goal: 'Another goal', name: 'The same steps' }, '--no-replay');
  assert.equal(mock.compiles.length, 1, second.err);
  assert.deepEqual(second.compiled, []);
  const changed = { ...scenario, steps: scenario.steps.with(3, 'Go back; the results are there again') };
  await tester('a.json', changed, '--no-replay');
  assert.equal(mock.compiles.length, 2, 'other steps');
});

test('a scenario with expectations for every step asks no model', async () => {
  const { mock, tester, scenario } = await startTester(() => assert.fail('it was asked'));
  const shown = ['New note', 'Note 1 Meeting', 'Edit note', '{absent: Edit note}', 'Synchronise'];
  const yaml = `goal: ${scenario.goal}\npackageName: ${scenario.packageName}\nprofile: ${scenario.profile}\nsteps:\n${scenario.steps
    .map((step, k) => `  - step: ${JSON.stringify(step)}\n    expect:\n      - ${shown[k]}\n`)
    .join('')}`;
  const { last, err } = await tester('a.yaml', yaml, '--no-replay');
  assert.equal(mock.compiles.length, 0, err);
  assert.equal(last.verdict, 'PASS', JSON.stringify(last));
  assert.deepEqual(
    last.steps.map(({ expectations }) => expectations.map(({ words, outcome }) => `${words}: ${outcome}`)),
    [
      ['"New note" is shown: holds'],
      ['"Note 1 Meeting" is shown: holds'],
      ['"Edit note" is shown: holds'],
      ['"Edit note" is not shown: holds'],
      ['"Synchronise" is shown: holds'],
    ],
  );
  assert.deepEqual(last.steps[3].expectations[0].claim, { absent: 'Edit note' });
});

for (const [name, reply] of [
  ['prose', { text: 'I would rather not.', stop: 'done' }],
  ['a call', { calls: [{ name: 'tap', args: { text: 'Delete account' } }] }],
  ['an empty object', {}],
  [
    'steps that do not exist',
    {
      steps: [
        { step: 99, expect: ['Log in'] },
        { step: 'all', expect: 7 },
      ],
    },
  ],
]) {
  test(`${name} as an answer fails nothing, and compiles nothing`, async () => {
    const { mock, tester, scenario } = await startTester(() => reply);
    const { last, compiled, err } = await tester('a.json', scenario, '--no-replay');
    assert.equal(mock.compiles.length, 1);
    assert.deepEqual([last.end, last.steps[0].verdict], ['done', 'PASS'], JSON.stringify(last) + err);
    assert.equal(compiled.length, 1, err);
  });
}

test('a run that plays a recording does not wait for a model', async () => {
  const { mock, tester } = await startTester(() => ({ text: 'No.', stop: 'done' }));
  const {
    steps: _,
    compiled: __,
    ...sample
  } = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));
  const scenario = { ...sample, profile: mock.profile, steps: _.map((step) => step.description ?? step) };
  const { events } = await tester('a.json', scenario);
  const first = events.find(({ toolName }) => toolName && toolName !== 'startTestingScenario');
  assert.equal(first.replayed, true);
  assert.ok(
    !events.some(({ index, message }) => index < first.index && /expectations/.test(message ?? '')),
    'nothing was compiled before it',
  );
});
