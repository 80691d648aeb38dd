// Texts that look the same are the same to all three programs: blanks that don't
// break, soft hyphens, dashes, canonical forms.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAll, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';
import { startProfile } from './models/profiles.mjs';

// Texts as the screen shows them, and as people and models write them.
const texts = [
  ['Meeting at 3:45\u202fPM', 'Meeting at 3:45 PM'],
  ['1\u00a0035\u00a0₽', '1 035 ₽'],
  ['Donau\u00addampf', 'Donaudampf'],
  ['Re\u2011send e\u2011mail', 'Re-send e-mail'],
  ['2020\u20132024', '2020-2024'],
  ['Cafe\u0301 Noir', 'Caf\u00e9 Noir'],
  ['\u2066Inbox\u2069', 'Inbox'],
];
const file = path.join(temporaryFolder(), 'alike.json');
fs.writeFileSync(
  file,
  JSON.stringify({
    package: 'com.example.alike',
    label: 'Alike',
    start: 'main',
    vars: { hits: 0 },
    screens: {
      main: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          gap: 20,
          children: [
            ...texts.map(([shown]) => ({ kind: 'text', text: shown })),
            { kind: 'button', text: 'Don\u2019t save\u00a0it' },
          ],
        },
      },
    },
  }),
);
const { device, server, agentest } = await startAll('com.example.alike', { deviceArgs: ['--app', file] });

test('agentest finds and asserts them', async () => {
  for (const [shown, written] of texts) {
    const target = { text: written };
    const { json } = await agentest.flow(
      { action: 'assert_visible', target },
      { action: 'assert_text_equals', target, value: written },
      { action: 'assert_visible', target: { textContains: written.slice(1) } },
      { action: 'assert_text_contains', target, value: written.slice(1) },
      { action: 'tap', target },
    );
    assert.equal(json.success, true, JSON.stringify([shown, json]));
    const absent = (await agentest.flow({ action: 'assert_not_visible', target, timeoutMs: 0 })).json;
    assert.equal(absent.success, false, shown);
  }
});

test('the tree and an error show what is not as it looks', async () => {
  const tree = await agentest.tree();
  assert.match(tree, /"Meeting at 3:45\\u202fPM"/);
  assert.match(tree, /"1\\u00a0035\\u00a0₽"/);
  const { json } = await agentest.flow({ action: 'assert_visible', target: { text: "Don't save it" }, timeoutMs: 0 });
  assert.match(json.error ?? json.results.at(-1).error, /nearest: .*"Don\u2019t save\\u00a0it"/);
});

test('mobile-dev-agent finds and asserts them', async () => {
  const mda = startMda({ server });
  const where = ['--platform', 'android', '--device', device.serial];
  for (const [, written] of texts) await mda.ok(['ui', 'assert-visible', `text:"${written}"`, ...where]);
  const found = await mda.ok(['ui', 'find', 'print', '--contains', '3:45 PM', ...where]);
  assert.match(JSON.stringify(found), /Meeting at/);
  await mda.ok(['ui', 'tap', `text:"${texts[0][1]}"`, ...where]);
});

test('mobile-tester-agent proves them', async () => {
  const calls = texts.map(([, written]) => ['verifyElementVisible', { text: written }]);
  const told = [];
  let turns = 0;
  const mock = await startProfile('anthropic', (turn) => {
    if (turn.messages.length === turns) return { text: 'Again' };
    turns = turn.messages.length;
    told.push(...turn.last.map(({ text }) => text));
    const call = calls[told.length];
    return call ? { calls: [{ name: call[0], args: call[1] }] } : { text: 'Step 1: FAIL — only tried' };
  });
  atEnd(() => mock.stop());
  const home = temporaryFolder();
  const scenario = path.join(home, 'scenario.json');
  fs.writeFileSync(scenario, JSON.stringify({ goal: 'Try', packageName: 'com.example.alike', steps: ['Try it'] }));
  const other = await startVirtual(server, ['--app', file]); // agentest has the first
  const ended = await run(
    program('mobile-tester-agent'),
    ['run', scenario, '--device', other.serial, '--profile', mock.profile],
    { cwd: home, env: { ...server.env, ...mock.environment, XDG_STATE_HOME: home }, timeout: 300000 },
  );
  assert.equal(told.length, texts.length, JSON.stringify([told, ended]));
  for (const [k, [shown]] of texts.entries()) assert.match(told[k], /^VISIBLE: /, shown);
});
