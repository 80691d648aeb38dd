// What once failed, or stayed unverified, though all was done and proved: the way
// in which a model speaks decides nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults, inOrder } from './models/core.mjs';
import { steps as calls } from './models/drivers.mjs';
import { startBench } from './verdicts/bench.mjs';
import { both } from './verdicts/false_passes.mjs';
import { plan, step } from './verdicts/plan.mjs';

const { type, tap, sees, misses, done, start } = calls;
const acme = both[1];
const bench = await startBench();
const signIn = ({ user, password }) => [type('E-mail', user), type('Password', password)];
const press = (app) => tap(app.logIn, { selectorType: 'text' });
const wrong = { notes: 'Wrong e-mail or password', acme: 'That is not right' };
const next = {
  notes: { step: 'Open "Note 1 Meeting"; it can be edited', tap: 'Note 1 Meeting', shown: 'Edit note' },
  acme: { step: 'Begin to write a message', tap: 'Write a message', shown: 'New message' },
};
const terms = { ...acme.json, launcher: 'terms' };

// [what, app, steps, replies after the start, the requests that it takes at most]
const rows = both.flatMap((app) => [
  ['M1: a step whose name is a verdict', app, ['A failed login shows an error'], [
    { calls: [...signIn({ ...app, password: 'wrong999' }), press(app)] }, { calls: [sees(wrong[app.name])] },
    { text: 'Step 1: Failed login shows an error — PASS' },
  ]],
  ['M2: prose beside calls names another step', app, ['Sign in and see the list', next[app.name].step], [
    { text: 'Step 2 needs the list, so first the e-mail for step 1.', calls: signIn(app) },
    { text: 'Step 2 comes next.', calls: [press(app)] },
    { text: 'Step 1 is done when this is seen.', calls: [sees(app.home)] }, { calls: [done(1)] },
    { text: 'After step 1 this is step 2.', calls: [tap(next[app.name].tap)] },
    { calls: [sees(next[app.name].shown)] }, { calls: [done(2)] }, { text: 'Done.' },
  ]],
  ['M3: a plain message ends a run that is proved', app, ['Sign in and see the list'], [
    { calls: [...signIn(app), press(app)] }, { calls: [sees(app.home)] },
    { text: 'Step 1: PASS — the list is there' },
  ], 4],
  ['M3: no closing call', app, ['Sign in and see the list'], [
    { calls: [...signIn(app), press(app)] }, { calls: [sees(app.home)] }, { calls: [done(1)] }, faults.wrongKey(),
  ], 4],
  ['M6: a ref that there never was', app, ['Sign in and see the list'], [
    { calls: [...signIn(app), press(app)] }, { calls: [sees(app.home)] },
    { calls: [{ name: 'verifyElementVisible', args: { ref: '@z9' } }] }, { calls: [done(1)] }, { text: 'Done.' },
  ]],
  ['M6: an absence asserted the wrong way round first', app, ['Sign in and see the list'], [
    { calls: [...signIn(app), press(app)] }, { calls: [sees(wrong[app.name])] },
    { calls: [misses(wrong[app.name]), sees(app.home)] }, { calls: [done(1)] }, { text: 'Done.' },
  ]],
]).concat([
  ['M7: running text on a page is not a question', { ...acme, json: terms }, ['Tap Continue; the inbox is shown'], [
    { calls: [tap('Continue')] }, { calls: [sees('Inbox')] }, { calls: [done(1)] }, { text: 'Done.' },
  ]],
]);

describe('false fails', { concurrency: 3 }, () => {
  for (const [what, app, steps, replies, most] of rows) {
    test(`${what}: ${app.name}`, () => bench.with([app.json], async (device) => {
      const script = inOrder({ calls: [start(app.packageName)] }, ...replies);
      const scenario = plan(what, app.packageName, what, steps.map((text) => step(text)));
      const { run } = await bench.play(device, scenario, { style: () => script });
      assert.deepEqual([run.verdict, run.end], ['PASS', 'done'], `${run.summary}\n${run.reason}`);
      if (most) assert.ok(run.usage.iterations <= most, `${run.usage.iterations} requests`);
    }));
  }
});
