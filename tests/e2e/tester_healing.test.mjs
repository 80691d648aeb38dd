// A recording is binding: what proved a step proves it in a replay, and what a
// model changes about the touches is only proposed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { atEnd, program, run as runProgram, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { steps } from './models/drivers.mjs';
import { inOrder } from './models/core.mjs';
import { startProfile } from './models/profiles.mjs';

const { tap, type, sees, done } = steps;

// An app with a form for messages. send: what the button does.
const sent = { goto: 'sent' };
const rate = {
  dialog: { title: 'Rate our app', message: 'Do you like it?', buttons: [{ text: 'Not now' }, { text: 'Rate' }] },
};
function app({
  send = [sent],
  label = 'Send',
  id = 'send',
  version = '1.0',
  total = '27.70 €',
  first,
  launcher = 'form',
} = {}) {
  const file = path.join(temporaryFolder(), 'app.json');
  const screens = {
    form: {
      activity: '.MainActivity',
      ...(first && { open: first }),
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          { kind: 'text', text: 'New message', h: 120 },
          { kind: 'field', id: 'body', hint: 'Message' },
          { kind: 'button', id, text: label, tap: send },
        ],
      },
    },
    sent: {
      activity: '.SentActivity',
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          { kind: 'text', text: 'Message sent', h: 120 },
          { kind: 'text', text: `Total: ${total}` },
          { kind: 'button', id: 'send_again', text: 'Send another' },
        ],
      },
    },
    shop: {
      activity: '.ShopActivity',
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          { kind: 'text', text: 'Winter sale', h: 120 },
          { kind: 'button', id: 'wishes', text: 'My wishes' },
          { kind: 'button', id: 'help', text: 'Help' },
          { kind: 'field', id: 'body', hint: 'Message' },
        ],
      },
    },
  };
  fs.writeFileSync(file, JSON.stringify({ package: 'com.example.post', label: 'Post', version, launcher, screens }));
  return file;
}

const adb = await startAdbServer();
const scenario = {
  goal: 'Send a message',
  packageName: 'com.example.post',
  steps: ['Write "hello" and send it; the confirmation is shown'],
};
let script;
const mock = await startProfile('openai', (turn) => script(turn));
atEnd(() => mock.stop());
const on = (what) => startVirtual(adb, ['--app', app(what)]);
const device = await on();

const honest = (proof = 'Message sent') =>
  inOrder({ calls: [type('Message', 'hello'), tap('Send'), sees(proof), done(1)] }, { text: 'Step 1: PASS' });

// A folder with a store and the recording of an honest run on a healthy app.
async function recorded(proof) {
  const data = temporaryFolder();
  const first = await play(device, { data, model: honest(proof) });
  assert.equal(first.status, 0, first.said);
  return data;
}

// One `run` of the scenario; without a model no key is there. {status, events, last, said}.
async function play(where, { data, model, args = [], expect }) {
  const file = path.join(data, 'scenario.json');
  const steps = expect ? scenario.steps.map((description) => ({ description, expect })) : scenario.steps;
  fs.writeFileSync(file, JSON.stringify({ ...scenario, steps, ...(model && { profile: mock.profile }) }));
  script = model;
  const env = {
    ...adb.env,
    DEEP_SEEK_KEY: '',
    CLAUDE_API_KEY: '',
    OPENAI_API_KEY: '',
    ...(model ? mock.environment : {}),
  };
  await where.shell('pm clear com.example.post');
  const { status, stdout, stderr } = await runProgram(
    program('mobile-tester-agent'),
    ['run', file, '--jsonl', '--data', data, '--device', where.serial, ...args],
    { env },
  );
  const events = String(stdout)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { status, events, last: events.at(-1), said: `${stdout}${stderr}` };
}
const logs = (run) =>
  run.events
    .filter(({ type: kind }) => kind === 'log')
    .map(({ message }) => message)
    .join('\n');
const touches = (run) =>
  run.events.filter(({ toolName, type: kind }) => kind === 'tool' && /^(tap|inputText|goBack)$/.test(toolName));

describe('a regression is never healed', { concurrency: 1 }, () => {
  let data, dead;
  before(async () => {
    data = await recorded();
    dead = await on({ send: [] });
  });

  test('without a model it fails by the recorded proof', async () => {
    const run = await play(dead, { data });
    assert.equal(run.status, 1, run.said);
    assert.match(run.last.summary, /^Step 1: FAIL — .*verifyElementVisible: NOT_VISIBLE: 'Message sent'/m);
    assert.equal(run.last.class, 'app');
  });

  test('a model cannot put another assertion in its place', async () => {
    const run = await play(dead, {
      data,
      model: inOrder({ calls: [sees('Send'), done(1)] }, { text: 'Step 1: PASS' }),
    });
    assert.equal(run.status, 1, run.said);
    assert.match(run.last.summary, /^Step 1: FAIL — the recorded proof does not hold: NOT_VISIBLE: 'Message sent'/m);
    assert.match(
      JSON.stringify(mock.requests.at(-1).body),
      /no other takes its place:\\nStep 1: verifyElementVisible \\"Message sent\\"/,
    );
  });

  test('the repaired app passes by the same recording', async () => {
    const run = await play(device, { data });
    assert.equal(run.status, 0, run.said);
    assert.equal(run.last.reason, 'replayed 1/1 steps, 0 tokens');
  });
});

test('an app that answers silently after three seconds passes', async () => {
  const data = await recorded();
  const slow = await on({ send: [{ after: 3000, do: [sent] }] });
  const run = await play(slow, { data });
  assert.equal(run.status, 0, run.said);
});

test('all of the text that proved a step belongs to it', async () => {
  const data = await recorded('Total');
  const run = await play(await on({ total: '31.20 €' }), { data });
  assert.equal(run.status, 1, run.said);
  assert.match(run.last.summary, /the text is "Total: 31\.20 €", and was "Total: 27\.70 €" when this was recorded/);
});

// The model asserts nothing: the engine alone knows what proved the step.
describe('an expectation that the engine has evaluated is recorded', { concurrency: 1 }, () => {
  const expect = [{ text: 'Total' }];
  const afterAll = (where) =>
    inOrder(
      { calls: [type('Message', 'hello'), tap('Send')] },
      async () => {
        await until(async () => /SentActivity/.test(await where.shell('dumpsys activity activities')), 'it is sent');
        return { calls: [done(1)] };
      },
      { text: 'Step 1: PASS' },
    );
  const recording = async (data) => {
    const tester = (...words) => runProgram(program('mobile-tester-agent'), [...words, '--data', data]);
    await tester('scenarios', 'import', path.join(data, 'scenario.json'));
    const [{ recording: made }] = JSON.parse((await tester('scenarios', 'export', '--recordings')).stdout);
    return made;
  };
  let data, slow;
  before(async () => {
    data = temporaryFolder();
    slow = await on({ send: [{ after: 3000, do: [sent] }] });
    const first = await play(slow, { data, model: afterAll(slow), expect });
    assert.equal(first.status, 0, first.said);
  });

  test('with its whole text, and how long it took', async () => {
    const [{ heldAfterMs, ...proof }, ...others] = (await recording(data)).proofs;
    assert.deepEqual(
      [proof, others],
      [{ claim: { text: 'Total' }, text: 'Total: 27.70 €', by: 'expectation', step: 1 }, []],
    );
    assert.ok(heldAfterMs >= 2000 && heldAfterMs < 300_000, String(heldAfterMs));
  });

  test('the slow app passes', async () => {
    const run = await play(slow, { data, expect });
    assert.equal(run.status, 0, run.said);
    assert.equal(run.last.reason, 'replayed 1/1 steps, 0 tokens');
  });

  test('a button that does nothing fails', async () => {
    const run = await play(await on({ send: [] }), { data, expect });
    assert.equal(run.status, 1, run.said);
    assert.match(run.last.summary, /^Step 1: FAIL — an expectation does not hold: "Total" is not on the screen/m);
    assert.equal(run.last.class, 'app');
  });

  test('another amount fails, and no model can say otherwise', async () => {
    const wrong = await on({ total: '31.20 €' });
    const run = await play(wrong, {
      data,
      expect,
      model: inOrder({ calls: [sees('Message sent'), done(1)] }, { text: 'Step 1: PASS' }),
    });
    assert.equal(run.status, 1, run.said);
    assert.match(
      run.last.summary,
      /^Step 1: FAIL — an expectation does not hold: the text is "Total: 31\.20 €", and was "Total: 27\.70 €" when this was recorded/m,
    );
    assert.match(JSON.stringify(mock.requests.at(-1).body), /Step 1: \\"Total\\" is shown \(the engine checks this\)/);
  });

  test('and binds a scenario that has lost its expectations', async () => {
    const run = await play(await on({ total: '31.20 €' }), { data });
    assert.equal(run.status, 1, run.said);
    assert.match(run.last.summary, /^Step 1: FAIL — an expectation does not hold: the text is/m);
  });
});

test('a wrong screen is noticed before anything is touched', async () => {
  const data = await recorded();
  const run = await play(await on({ launcher: 'shop' }), { data });
  assert.equal(run.status, 1, run.said);
  assert.match(run.last.summary, /^Step 1: FAIL — .*another screen is in front: it has "Winter sale"/m);
  assert.deepEqual(touches(run), []);
});

test('another version of the app is tried with the recording, and told', async () => {
  const data = await recorded();
  const next = await on({ version: '2.0' });
  const run = await play(next, { data });
  assert.equal(run.status, 0, run.said);
  assert.match(logs(run), /the recording was made with version 1\.0 of the app, and is tried on 2\.0/);
  assert.doesNotMatch(logs(await play(next, { data })), /is tried on/); // it has its own now
});

test('another locale has separate recordings', async () => {
  const data = await recorded();
  const german = await on();
  await german.shell('setprop persist.sys.locale de-DE');
  const none = await play(german, { data });
  assert.equal(none.status, 3, none.said);
  assert.match(none.last.reason, /there is no recording/);
});

test('a dialog that comes once is optional, and named where it is in the way', async () => {
  const data = await recorded();
  const rated = await on({ send: [sent, rate] });
  const heals = inOrder({ calls: [tap('Not now'), sees('Message sent'), done(1)] }, { text: 'Step 1: PASS' });
  const healed = await play(rated, { data, model: heals });
  assert.equal(healed.status, 0, healed.said);
  assert.match(healed.last.healed.why, /a dialog is in the way: "Rate our app"/);
  assert.equal(healed.last.proposed, true);
  const plain = await play(device, { data }); // the recording is as it was
  assert.deepEqual([plain.status, plain.last.reason], [0, 'replayed 1/1 steps, 0 tokens'], plain.said);
  const accepted = await play(rated, {
    data,
    model: inOrder({ calls: [tap('Not now'), sees('Message sent'), done(1)] }, { text: 'Step 1: PASS' }),
    args: ['--accept-healed'],
  });
  assert.equal(accepted.status, 0, accepted.said);
  const without = await play(device, { data });
  assert.equal(without.status, 0, without.said);
  assert.match(logs(without), /skipped tap: the dialog "Rate our app" did not come/);
  const early = await play(await on({ first: [rate] }), { data });
  assert.equal(early.status, 0, early.said);
});

describe('a healed run', { concurrency: 1 }, () => {
  let data, renamed;
  const heals = () => inOrder({ calls: [tap('Submit'), sees('Message sent'), done(1)] }, { text: 'Step 1: PASS' });
  const list = async () =>
    JSON.parse(
      (await runProgram(program('mobile-tester-agent'), ['recordings', 'list', '--json', '--data', data])).stdout,
    );
  before(async () => {
    data = await recorded();
    renamed = await on({ label: 'Submit', id: 'submit' });
  });

  test('passes, says so, and can fail a build', async () => {
    const junit = path.join(data, 'junit.xml');
    const run = await play(renamed, { data, model: heals(), args: ['--fail-on-healed', '--junit', junit] });
    assert.equal(run.status, 4, run.said);
    assert.deepEqual(
      [run.last.verdict, run.last.healed.step, run.last.proposed, run.last.exitStatus],
      ['PASS', 1, true, 4],
    );
    assert.match(fs.readFileSync(junit, 'utf8'), /<property name="healed" value="step 1"\/>/);
    const again = await play(renamed, { data });
    assert.equal(again.status, 1, again.said); // nothing was accepted
  });

  test('its recording is rejected or accepted by the command line', async () => {
    const [proposal] = (await list()).filter(({ proposed }) => proposed);
    // The line that the help of the command has as its example.
    const choose = async (verb) => {
      const { out } = await runProgram(program('mobile-tester-agent'), ['recordings', verb, '--help']);
      const [, words] = out.match(/^ {4}mobile-tester-agent (recordings \w+ [0-9a-f]{12})$/m);
      const own = words.replace(/[0-9a-f]{12}/, proposal.id.slice(0, 12)).split(' ');
      return runProgram(program('mobile-tester-agent'), [...own, '--data', data]);
    };
    assert.equal(JSON.parse((await choose('show')).stdout).id, proposal.id);
    assert.equal((await choose('reject')).status, 0);
    assert.deepEqual(
      (await list()).map(({ proposed }) => proposed),
      [false],
    );
    assert.equal((await choose('accept')).status, 2);
    assert.equal((await play(renamed, { data, model: heals() })).status, 0);
    assert.equal((await choose('accept')).status, 0);
    const played = await play(renamed, { data });
    assert.deepEqual([played.status, played.last.healed], [0, undefined], played.said);
  });
});
