// Waiting isn't looping: an app that is only slow passes, whatever way the
// model waits, and the time for waiting is limited and told.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';

const server = await startAdbServer();
const folder = temporaryFolder();
const apk = path.join(folder, 'com.example.slow.json');

// The screen does not show that the upload is running; it is complete after so many ms.
fs.writeFileSync(
  apk,
  JSON.stringify({
    package: 'com.example.slow',
    label: 'Slow',
    permissions: [],
    vars: { state: 'Not uploaded' },
    screens: {
      home: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          children: [
            { kind: 'button', text: 'Upload', tap: [{ after: 15000, do: [{ set: { state: 'Upload complete' } }] }] },
            { kind: 'button', text: 'Nothing', tap: [] },
            { kind: 'text', text: '${state}' },
            { kind: 'list', rows: { count: 60, template: { kind: 'text', h: 150, text: 'Row ${i}' } } },
          ],
        },
      },
    },
  }),
);
const device = await startVirtual(server, ['--app', apk]);

// A model that makes the calls of turns, one turn each: turns gets the results of the turn before.
async function play(turns, { steps = ['Upload the file; "Upload complete" is shown'], budgets = {} } = {}) {
  const told = [];
  let asked = 0;
  let reply;
  const mock = await startProfile('anthropic', (turn) => {
    if (turn.messages.length === asked) return reply;
    asked = turn.messages.length;
    told.push(...turn.last.map(({ text }) => text));
    const calls = turns(
      turn.last.map(({ text }) => text),
      told,
    );
    reply = calls ? { calls: calls.map(([name, args]) => ({ name, args })) } : { text: 'done' };
    return reply;
  });
  atEnd(() => mock.stop());
  const home = temporaryFolder();
  const scenario = path.join(home, 'scenario.json');
  fs.writeFileSync(
    scenario,
    JSON.stringify({
      goal: 'Upload',
      packageName: 'com.example.slow',
      steps,
      budgets: { iterations: 200, ...budgets },
    }),
  );
  const { status, out, err } = await run(
    program('mobile-tester-agent'),
    ['run', scenario, '--jsonl', '--device', device.serial, '--profile', mock.profile, '--no-replay'],
    { cwd: home, env: { ...server.env, ...mock.environment, XDG_STATE_HOME: home }, timeout: 300000 },
  );
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { status, told, lines, end: lines.at(-1), err };
}

const seen = ['verifyElementVisible', { text: 'Upload complete' }];
const pass = ['stepDone', { step: 1, verdict: 'passed', reason: 'the upload is complete' }];

// The ways in which a model waits; each starts over until the text is there.
const ways = {
  'wait and look in turn': ['wait', 'getScreenDump'],
  'wait and verify in turn': ['wait', 'verify'],
  'only verify': ['verify'],
  'wait alone, over and over': ['wait', 'wait', 'wait', 'wait', 'wait', 'wait', 'getScreenDump'],
};
for (const [name, way] of Object.entries(ways)) {
  test(`a slow app passes: ${name}`, async () => {
    let at = -1;
    const { status, end, lines } = await play((last) => {
      if (at++ < 0) return [['tap', { text: 'Upload' }]];
      if (last.some((text) => text.startsWith('VISIBLE'))) return [pass];
      if (last.some((text) => /"Upload complete"/.test(text))) return [seen, pass];
      if (last.some((text) => text.includes('is PASS'))) return undefined;
      const tool = way[(at - 1) % way.length];
      return [{ wait: ['wait', { ms: 500 }], verify: seen }[tool] ?? [tool, {}]];
    });
    assert.equal(end.verdict, 'PASS', JSON.stringify(end));
    assert.equal(status, 0);
    assert.ok(!lines.some(({ message }) => /stuck|same calls/.test(message ?? '')));
  });
}

test('waitFor waits in one call, and says how long', async () => {
  const { status, told, lines } = await play(
    (last, all) =>
      [
        [
          ['tap', { text: 'Upload' }],
          ['waitFor', { text: 'Upload complete', seconds: 2 }],
        ],
        [
          ['waitFor', { text: 'Upload complete', seconds: 100 }],
          ['waitFor', { absent: 'Not uploaded', seconds: 10 }],
          pass,
        ],
      ][all.length / 2],
  );
  assert.equal(status, 0);
  assert.match(told[1], /^NOT_VISIBLE: 'Upload complete' has not come .*; waited 2 s of 120 s in this step/);
  assert.match(
    told[2] ?? lines.filter(({ toolName }) => toolName === 'waitFor')[1].result,
    /^VISIBLE: 'Upload complete'/,
  );
  assert.ok(lines.some(({ toolName, result }) => toolName === 'stepDone' && /^OK: step 1 is PASS/.test(result)));
});

test('the time for waiting in a step is limited, and what is asserted then is judged at once', async () => {
  const calls = [
    ['waitFor', { text: 'Nowhere', seconds: 300 }],
    ['wait', { ms: 10000 }],
    ['verifyElementVisible', { text: 'Not uploaded' }],
    ['stepDone', { step: 1, status: 'FAIL', reason: 'it never comes' }],
  ];
  let next = 0;
  const { told, lines } = await play(() => [calls[next++]], {
    budgets: { stepSeconds: 4 },
    steps: ['"Nowhere" is shown', 'Another'],
  });
  const answers = lines.filter(({ type }) => type === 'tool').map(({ result }) => result);
  assert.match(told[0], /waited 4 s of 4 s in this step/);
  assert.match(told[1], /^TIMEOUT: no time for waiting is left in this step/);
  assert.ok(
    answers.some((text) => /^VISIBLE: .*Not uploaded/.test(text)),
    answers.join('\n'),
  );
});

test('touches without an effect are a loop', async () => {
  const { end, told } = await play(() => [['tap', { text: 'Nothing' }]]);
  assert.match(end.steps[0].reason, /stuck: the same calls again and again/);
  assert.match(told.join('\n'), /the same calls came 3 times/);
});

test('an element out of sight is reported as such, and scrollTo finds it', async () => {
  const calls = [
    [['tap', { text: 'Row 41' }]],
    [['scrollTo', { text: 'Row 41' }]],
    [['verifyElementVisible', { text: 'Row 41' }]],
    [['tap', { text: 'Upload complete' }]],
    [['restartApp', {}]],
    [['stepDone', { step: 9, verdict: 'PASS', reason: 'x' }]],
    [['stepDone', { step: 1, verdict: 'FAIL', reason: 'only tried' }]],
  ];
  let next = 0;
  const { told, lines } = await play(() => calls[next++]);
  assert.match(told[0], /^NOT_FOUND: .*the screen goes on \(.*\): scrollTo/);
  assert.match(told[1], /^OK: 'Row 41' is on the screen/);
  assert.match(told[2], /^VISIBLE/);
  assert.match(told[4], /^OK: launched com\.example\.slow/);
  const ends = lines.filter(({ toolName }) => toolName === 'stepDone');
  assert.match(ends[0].result, /^ERROR: there are steps 1 to 1/);
  assert.equal(ends[0].resultPrefix, 'ERROR');
});
