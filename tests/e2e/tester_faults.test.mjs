// The faults of a provider in a run: a passing one is tried again, a permanent
// one ends the run with its reason, and a stop ends the run wherever it waits.
// providers.test.mjs has all faults for all formats, without a run.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atEnd } from './lib.mjs';
import { faultAt, faults, inOrder } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { runWith, startDevices, startRun } from './tester.mjs';

const bench = await startDevices();
const names = ['anthropic', 'openrouter', 'responses', 'gemini', 'ollama'];
const scenario = {
  packageName: 'com.example.notes',
  goal: 'The app welcomes its users',
  steps: ['"Welcome to Notes" is shown'],
};
const plan = [[[steps.sees('Welcome to Notes')]]];
// Each fault at another provider: each provider has some.
const rotate = (index) => names[index % names.length];
const said = (run) => run.out + run.err;

const passing = {
  throttled: () => faults.throttled({ ms: 30 }),
  overloaded: () => faults.overloaded(),
  serverError: () => faults.serverError(),
  badGateway: () => faults.badGateway(),
  reset: () => faults.reset(),
  garbage: () => faults.garbage(),
  errorInside: () => faults.errorInside(),
  cut: (turn, next) => faults.cut(next(turn), 0.4),
  resetInBody: (turn, next) => faults.resetInBody(next(turn), 0.6),
  errorInStream: (turn, next) => faults.errorInStream(next(turn), 0.3),
};

// Unusable replies: each gets a hint, and the run continues.
const odd = {
  empty: { text: '' },
  length: { text: 'I would first like to say', stop: 'length' },
  refused: { text: 'I will not', stop: 'refused' },
  malformed: { calls: [{ name: 'tap', rawArgs: '{"text": "Log' }] },
  'unknown tool': { calls: [{ name: 'adbShell', args: { command: 'id' } }] },
  'wrong arguments': { calls: [{ name: 'tap', args: { txt: 5 } }] },
};

const permanent = {
  wrongKey: /key|unauthorized|user not found/i,
  insufficientQuota: /quota|credit|balance|billing|usage limit/i,
  noModel: /model/i,
  badRequest: /./,
  redirect: /./,
};

describe('faults', { concurrency: 2 }, () => {
  for (const [index, [fault, make]] of Object.entries(passing).entries()) {
    for (const name of [rotate(index), rotate(index + 2)]) {
      test(`${name}: ${fault} in the middle of a run is asked again`, async () => {
        const driver = goodTester(plan);
        const run = await runWith(bench, name, faultAt(2, make, driver), { scenario });
        assert.equal(run.status, 0, said(run));
        assert.deepEqual(run.mock.refusals, []);
        const [, second, third] = run.mock.requests.filter((request) => request.body);
        assert.deepEqual(second.body, third.body, 'the same request again');
        const calls = driver.turns
          .flatMap(({ last }) => last)
          .filter((result) => result.name === 'verifyElementVisible');
        assert.equal(calls.length, 1, 'no call is done twice');
      });
    }
  }

  for (const [index, [fault, words]] of Object.entries(permanent).entries()) {
    for (const name of [rotate(index), rotate(index + 1)]) {
      test(`${name}: ${fault} ends the run, and is asked once`, async () => {
        const run = await runWith(bench, name, () => faults[fault](), { scenario });
        assert.equal(run.status, 3, said(run));
        assert.equal(run.last.end, 'model');
        assert.match(run.last.reason, words);
        assert.equal(run.mock.requests.filter((request) => request.turn).length, 1);
        assert.deepEqual(run.mock.repeated, []);
        if (run.mock.options.key) assert.ok(!said(run).includes(run.mock.options.key), 'the key is told to nobody');
      });
    }
  }

  for (const [index, [fault, reply]] of Object.entries(odd).entries()) {
    for (const name of [rotate(index), rotate(index + 3)]) {
      test(`${name}: a reply that is ${fault} is survived`, async () => {
        const run = await runWith(bench, name, inOrderThen(reply, goodTester(plan)), { scenario });
        assert.equal(run.status, 0, said(run));
        assert.deepEqual(run.mock.refusals, []);
      });
    }
  }

  for (const name of names) {
    test(`${name}: a context that is too long does not go on for ever`, async () => {
      const run = await runWith(bench, name, () => faults.tooLong(), { scenario });
      assert.equal(run.status, 3, said(run));
      assert.match(run.last.reason, /too long/);
      assert.ok(run.mock.requests.length <= 3, `${run.mock.requests.length} requests`);
    });
  }

  test('a model that is never to be had ends the run, not before it was asked again', async () => {
    const run = await runWith(bench, 'anthropic', () => faults.badGateway(), { scenario });
    assert.equal(run.status, 3, said(run));
    assert.match(run.last.reason, /502|Bad Gateway/);
    assert.ok(run.mock.requests.length > 1 && run.mock.requests.length < 8, `${run.mock.requests.length} requests`);
  });
});

function inOrderThen(first, then) {
  let gave = false;
  return (turn) => {
    if (gave) return then(turn);
    gave = true;
    return first;
  };
}

// The points at which a run may wait for its model.
const waits = {
  'an answer that does not come': () => faults.hang(),
  'the rest of an answer': (turn, next) => faults.hangInBody(next(turn), 0.5),
  'a pause that was asked for': () => faults.throttled({ seconds: 60 }),
  'a pause before the next try': () => faults.overloaded(),
};

describe('a stop', { concurrency: 2 }, () => {
  for (const [index, [wait, make]] of Object.entries(waits).entries()) {
    for (const name of [rotate(index), rotate(index + 2)]) {
      test(`${name}: ends a run that waits for ${wait}`, async () => {
        let came;
        const asked = new Promise((resolve) => {
          came = resolve;
        });
        const next = inOrder({ text: 'Step 1: PASS — so it is' });
        const mock = await startProfile(name, (turn) => {
          came();
          return make(turn, next);
        });
        atEnd(() => mock.stop());
        await bench.use(async (device) => {
          const run = startRun(device, bench.server, { scenario, mock });
          await Promise.race([asked, run.ended]);
          const began = performance.now();
          run.stop('SIGINT');
          await run.ended;
          const took = performance.now() - began;
          assert.notEqual(run.status, 0, said(run));
          assert.equal(run.last.end, 'stopped', said(run));
          assert.equal(run.last.reason, 'Test stopped by user');
          assert.ok(took < 2500, `${took} ms`); // a second, and this machine's own pace
          assert.ok(mock.requests.length <= 3);
        });
      });
    }
  }
});
