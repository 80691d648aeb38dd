// The assertions about states, places, numbers and sums, each called by a
// scripted model on a page that has them, and each that does not hold.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';

const server = await startAdbServer();
const folder = temporaryFolder();
const apk = path.join(folder, 'com.example.bill.json');
const line = (name, amount) => ({
  kind: 'row',
  h: 120,
  children: [
    { kind: 'text', text: name, w: 500 },
    { kind: 'text', text: amount, w: 300 },
  ],
});
fs.writeFileSync(
  apk,
  JSON.stringify({
    package: 'com.example.bill',
    label: 'Bill',
    permissions: [],
    vars: { total: '27.70 €' },
    screens: {
      home: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          gap: 30,
          children: [
            { kind: 'text', text: 'Dr. Petra Osterholm' },
            { kind: 'text', text: 'Room 214' },
            { kind: 'text', text: 'Dr. Ilse Wagner' },
            { kind: 'text', text: 'Room 318' },
            line('Medicines', '27.70 €'),
            line('Delivery', '3.50 €'),
            line('Sum', '${total}'),
            { kind: 'switch', text: 'Large text', id: 'large' },
            { kind: 'button', text: 'Recalculate', tap: [{ set: { total: '31.20 €' } }] },
            { kind: 'button', text: 'Later', enabled: false },
          ],
        },
      },
    },
  }),
);
const device = await startVirtual(server, ['--app', apk]);

async function play(calls, steps = [{ step: 'Try it' }, { step: 'And again' }]) {
  const told = [];
  let next = 0;
  let turns = -1;
  let reply;
  const mock = await startProfile('anthropic', (turn) => {
    if (turn.messages.length === turns) return reply;
    turns = turn.messages.length;
    told.push(...turn.last.map(({ text }) => text));
    const call = calls[next++];
    reply = call ? { calls: [{ name: call[0], args: call[1] }] } : { text: 'Step 2: FAIL — only tried' };
    return Object.assign(reply, { seen: turn.user });
  });
  atEnd(() => mock.stop());
  const home = temporaryFolder();
  const scenario = path.join(home, 'scenario.json');
  fs.writeFileSync(scenario, JSON.stringify({ goal: 'Try', packageName: 'com.example.bill', steps }));
  const once = async () => {
    const { out, err } = await run(
      program('mobile-tester-agent'),
      ['run', scenario, '--jsonl', '--device', device.serial, '--profile', mock.profile],
      { cwd: home, env: { ...server.env, ...mock.environment, XDG_STATE_HOME: home }, timeout: 300000 },
    );
    const lines = out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    return { told, lines, end: lines.at(-1), err };
  };
  return { ...(await once()), again: once };
}

// Each call with what the model must be told.
const rows = [
  ['verifyState', { text: 'Large text', state: 'unchecked' }, /^VISIBLE: /],
  ['verifyState', { text: 'Large text', state: 'checked' }, /^NOT_VISIBLE: /],
  ['verifyState', { text: 'Later', state: 'disabled' }, /^VISIBLE: /],
  ['verifyState', { text: 'Later' }, /^ERROR: verifyState: 'state' is missing/],
  ['verifyState', { state: 'checked' }, /^ERROR: 'text' is missing or empty/],
  ['verifyState', { ref: '@c99', state: 'checked' }, /^ERROR: /],
  ['verifyState', { text: 'Nowhere', state: 'checked' }, /^NOT_FOUND: /],
  ['verifyNear', { text: 'Room 214', anchor: 'Petra Osterholm' }, /^VISIBLE: /],
  ['verifyNear', { text: 'Room 318', anchor: 'Petra Osterholm' }, /^NOT_VISIBLE: /],
  ['verifyNear', { text: '3.50 €', anchor: 'Delivery', where: 'beside' }, /^VISIBLE: /],
  ['verifyNear', { text: '3.50 €', anchor: 'Sum', where: 'beside' }, /^NOT_VISIBLE: /],
  ['verifyNear', { text: 'Room 214', anchor: 'Dr. Nobody' }, /^NOT_FOUND: /],
  ['verifyCount', { text: 'Dr.', count: 2 }, /^VISIBLE: /],
  ['verifyCount', { text: 'Dr.', count: 3 }, /^NOT_VISIBLE: /],
  ['verifyCount', { text: 'Room', atLeast: 2 }, /^VISIBLE: /],
  ['verifySum', { near: 'Sum', of: ['Medicines', 'Delivery'] }, /^NOT_VISIBLE: .*27\.70/],
  ['tap', { text: 'Recalculate' }, /^TAPPED: .*~ "27\.70 €" -> "31\.20 €" near "Sum"/],
  ['verifySum', { near: 'Sum', of: ['Medicines', 'Delivery'] }, /^VISIBLE: .*31\.20/],
];

test('states, places, numbers and sums are asserted', async () => {
  const { told } = await play(rows.map(([name, args]) => [name, args]));
  for (const [k, [name, args, says]] of rows.entries()) assert.match(told[k], says, `${name} ${JSON.stringify(args)}`);
});

test('an expectation whose words fit nothing is bound, and only then', async () => {
  const steps = [
    { step: 'Recalculate, and check the total', expect: [{ amount: '31.20 €', near: 'Total' }, { text: 'Medicines' }] },
  ];
  const { told, lines, end, again } = await play(
    [
      ['tap', { text: 'Recalculate' }],
      ['bindExpectation', { expectation: 1, text: 'Sum' }],
      ['verifyNear', { text: '31.20 €', anchor: 'Sum' }],
      ['stepDone', { step: 1, verdict: 'PASS', reason: 'it is 31.20 €' }],
      ['bindExpectation', { expectation: 2, text: 'Delivery' }],
      ['bindExpectation', { expectation: 1, text: 'Nowhere' }],
      ['bindExpectation', { expectation: 1, text: 'Sum' }],
      ['stepDone', { step: 1, verdict: 'PASS', reason: 'it is 31.20 €' }],
    ],
    steps,
  );
  assert.match(told[1], /^ERROR: the engine has not looked for its words yet/);
  assert.match(told[3], /^OK: step 1 is UNVERIFIED/);
  assert.match(told[4], /^ERROR: its words are on the screen/);
  assert.match(told[5], /^NOT_FOUND: /);
  assert.match(told[6], /^OK: bound to 'Sum'/);
  assert.match(lines.findLast(({ toolName }) => toolName === 'stepDone').result, /^OK: step 1 is PASS/);
  assert.ok(lines.some(({ toolName, result }) => toolName === 'bindExpectation' && /^OK/.test(result)));
  assert.equal(end.steps[0].verdict, 'PASS');

  // The recording has the binding.
  const asked = told.length;
  const second = await again();
  assert.equal(second.end.verdict, 'PASS', second.err);
  assert.equal(told.length, asked, 'no model was asked');
  assert.ok(
    second.lines.some(
      ({ toolName, result, replayed }) => toolName === 'bindExpectation' && replayed && /^OK/.test(result),
    ),
  );
});
