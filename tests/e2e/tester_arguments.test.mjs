// Each tool with each form of its arguments: alone, missing, empty, of a wrong
// type, stale. No form ends the program, and every answer says how it went.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from './lib.mjs';
import { driver, steps } from './models/drivers.mjs';
import { runWith, startDevices } from './tester.mjs';

const app = path.join(root, 'virtual-android/apps/com.example.notes.json');
const bench = await startDevices({ apps: [app], count: 3 });
const prefix = /^(OK|TAPPED|VISIBLE|NOT_VISIBLE|NOT_FOUND|AMBIGUOUS|ERROR|TIMEOUT|SKIPPED|UNCLEAR|HOLDS)\b/;
const scenario = {
  packageName: 'com.example.notes',
  goal: 'Tools take any arguments',
  steps: ['The page is shown', 'It stays', 'It stays'], // one that stepDone ends is not the last
  budgets: { iterations: 500, tokens: 100000000, stepAttempts: 500 },
};

// Values by the type of a parameter: those that fit, and those that do not.
const fitting = {
  string: ['E-mail', '', ' ', '\u0000', 'x'.repeat(5000), '"\\{{nothing}}'],
  integer: [1, 0, -1, 9007199254740991],
  number: [1, 0.5],
  boolean: [true, false],
  array: [[], ['a']],
  object: [{}],
};
const odd = [null, true, 1.5, -3, 'no number', [], ['@b1'], {}, { text: 'x' }];
const refs = ['@b1', '@f1', '@z99', '@b999999999999', 'b1', '@', ''];
const typeOf = ({ type }) => [type].flat()[0];

const quick = { seconds: 1, ms: 50, durationMs: 10 }; // nothing here has to wait
const valueOf = (name, { enum: choices, type }) => choices?.[0] ?? quick[name] ?? (type === 'integer' ? 1 : 'Log in');

// All forms of a tool's arguments, from its schema as the model gets it.
function formsOf({ properties = {}, required = [] }) {
  const names = Object.keys(properties);
  const limits = Object.fromEntries(names.filter((name) => name in quick).map((name) => [name, quick[name]]));
  const needed = Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name])]));
  const alone = (name, value) => ({ ...limits, ...needed, [name]: value });
  const own = (name) =>
    name === 'ref'
      ? refs
      : [
          ...(properties[name].enum ?? []),
          ...(name in quick ? [quick[name]] : (fitting[typeOf(properties[name])] ?? [])),
        ];
  const any = (name) => (name === 'ref' ? '@b1' : valueOf(name, properties[name]));
  const whole = Object.fromEntries(names.map((name) => [name, any(name)]));
  return [
    {},
    needed,
    { surprise: true, ...needed },
    whole,
    ...required.map((name) => Object.fromEntries(Object.entries(needed).filter(([each]) => each !== name))),
    ...names.flatMap((name) => [...own(name), ...odd].map((value) => alone(name, value))),
  ];
}

// Asks for the tools, then calls one of them in every form, one call a turn.
const caller = (name, start) => {
  const answers = [];
  let forms;
  const script = driver((turn) => {
    if (!turn.tools.some((tool) => tool.name === 'tap')) return { text: 'no' }; // a look at a picture
    if (!forms) {
      forms = formsOf(turn.tools.find((tool) => tool.name === name)?.schema ?? {});
      return { calls: start };
    }
    if (answers.length > 0 || script.asked) answers.push(...turn.last.map(({ text }) => text));
    script.asked = true;
    const form = forms[answers.length];
    return form ? { calls: [{ name, args: form }] } : { text: 'Step 1: FAIL — nothing was tested' };
  });
  return Object.assign(script, { answers, forms: () => forms });
};

const toolNames = await (async () => {
  let names;
  const script = (turn) => {
    names ??= turn.tools.map(({ name }) => name);
    return { text: 'Step 1: FAIL — nothing was tested' };
  };
  const run = await runWith(bench, 'anthropic', script, { scenario });
  assert.ok(names?.length > 10, run.err);
  return names;
})();

describe('tools and arguments', { concurrency: 3 }, () => {
  for (const name of toolNames) {
    test(name, async () => {
      const start = [steps.start(), { name: 'perceiveScreen', args: {} }];
      const script = caller(name, start);
      const run = await runWith(bench, 'anthropic', script, { scenario, options: { stream: false } });
      assert.ok([0, 1].includes(run.status), `it ended with ${run.status}: ${run.out.slice(-400)}${run.err}`);
      const forms = script.forms();
      const bad = script.answers.findIndex((text) => !prefix.test(text));
      assert.equal(bad, -1, `${JSON.stringify(forms[bad])}: ${script.answers[bad]}`);
      assert.equal(script.answers.length, forms.length, `${run.last.summary}\n${run.last.reason}`);
    });
  }
});
