// Our codecs and our retries against the strict mocks of models/: conversations
// in every format, plain and streamed, held against what the vendors' own
// clients send, and every fault of such an API.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atEnd } from './lib.mjs';
import { startAsker } from './models/asker.mjs';
import { clients } from './models/clients.mjs';
import { faultAt, faults, inOrder } from './models/core.mjs';
import { formatOf, profiles, startProfile } from './models/profiles.mjs';
import { shape } from './models/shape.mjs';

const ask = startAsker();

async function start(name, script, options) {
  const mock = await startProfile(name, script, options);
  atEnd(async () => {
    await mock.stop();
    if (mock.failure) throw mock.failure;
  });
  return mock;
}

const png = {
  mime: 'image/png',
  data: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const text = (description) => ({ type: 'string', description });
const tools = [
  {
    name: 'perceiveScreen',
    description: 'What the screen shows.',
    parameters: { type: 'object', properties: {}, required: [] },
  },
  {
    name: 'tap',
    description: 'Tap an element.',
    parameters: {
      type: 'object',
      properties: { text: text('its label'), position: { type: 'integer', default: 0 } },
      required: ['text'],
    },
  },
  {
    name: 'inputText',
    description: 'Type into a field.',
    parameters: {
      type: 'object',
      properties: { fieldSelector: text('the field'), text: text('what to type') },
      required: ['fieldSelector', 'text'],
    },
  },
];
const typed = 'naïve "quotes" \\ 🎉 שלום\nsecond line\u0001';
const script = () =>
  inOrder(
    {
      thought: 'The form is empty.',
      text: 'I will log in. ✓',
      calls: [{ name: 'inputText', args: { fieldSelector: 'email', text: typed } }, { name: 'perceiveScreen' }],
    },
    { thought: 'Now the button.', calls: [{ name: 'tap', args: { text: 'Log in', position: 0 } }] },
    { thought: 'Done.', text: 'Step 1: PASS — the list is shown ✓' },
  );
const talk = {
  system: 'You test apps.',
  tools,
  user: 'Goal: log in',
  image: png,
  results: {
    inputText: { text: 'OK: typed' },
    perceiveScreen: { text: 'OK: 3 items', image: png },
    tap: { text: 'TAPPED: (540,1200)' },
  },
};
const words = (parts, kind = 'text') =>
  parts
    .filter((part) => part.kind === kind)
    .map((part) => part.text)
    .join('');
const calls = (turn) =>
  turn.parts.filter((part) => part.kind === 'call').map(({ name, args, text: raw }) => [name, args ?? raw]);
const ways = [
  { stream: false },
  { stream: false, chunk: 3 },
  { stream: true },
  { stream: true, chunk: 1 },
  { stream: true, chunk: 7, crlf: true, comments: true, firstPause: true },
];

// The captions of pictures that had to be put behind the results.
const captions = {
  chat: (id) => `The picture of perceiveScreen (${id}):`,
  ollama: () => 'The pictures of these results:',
};

describe('conversations', { concurrency: 8 }, () => {
  for (const name of profiles) {
    test(`${name}: a conversation with parallel calls, reasoning and pictures`, async () => {
      for (const way of ways) {
        const mock = await start(name, script(), way);
        const { turns, error, said } = await ask(mock, talk).ended;
        assert.equal(error, undefined, JSON.stringify(way));
        assert.deepEqual(mock.refusals, []);
        assert.deepEqual(mock.warnings, []);
        assert.deepEqual(
          turns.map((turn) => turn.stop),
          ['calls', 'calls', 'done'],
        );
        assert.deepEqual(turns.flatMap(calls), [
          ['inputText', { fieldSelector: 'email', text: typed }],
          ['perceiveScreen', {}],
          ['tap', { text: 'Log in', position: 0 }],
        ]);
        assert.equal(words(turns[0].parts), 'I will log in. ✓');
        assert.equal(words(turns[2].parts), 'Step 1: PASS — the list is shown ✓');
        assert.deepEqual(mock.prefixChanges, []);
        assert.ok(
          turns.every(({ usage }) => usage.in > 100 && usage.out > 0),
          JSON.stringify(turns),
        );
        if (formatOf(name) !== 'ollama') assert.ok(turns[2].usage.cached > 100, 'the prompt cache is used');
        const told = (result) => [result.name, result.text.split('\n')[0]];
        assert.deepEqual(mock.requests[2].turn.results.map(told), [
          ['inputText', 'OK: typed'],
          ['perceiveScreen', 'OK: 3 items'],
          ['tap', 'TAPPED: (540,1200)'],
        ]);
        const seen = mock.requests[2].turn.images.map((image) => image.data.equals(png.data));
        assert.deepEqual(seen, name === 'ollama' ? [] : [true, true]);
        if (way.stream)
          assert.match(
            said
              .filter((one) => !one.thought)
              .map((one) => one.text)
              .join(''),
            /^I will log in\. ✓.*Step 1: PASS — the list is shown ✓$/s,
          );
      }
    });

    test(`${name}: a request has the shape that the vendor's own client gives it`, async () => {
      for (const stream of [false, true]) {
        const mock = await start(name, script(), { stream });
        assert.equal((await ask(mock, talk).ended).error, undefined);
        const theirs = await start(name, script(), { stream });
        const image = name === 'ollama' ? undefined : png;
        const blind = '\n(A picture was taken. This model cannot see pictures.)';
        const results = { ...talk.results, perceiveScreen: { text: `OK: 3 items${image ? '' : blind}`, image } };
        const think = mock.requests[0].body.think !== false;
        await clients[mock.format.name](
          theirs,
          { ...talk, image, think, call: (tool) => ({ caption: captions[mock.format.name], ...results[tool] }) },
          stream,
        );
        const { parameters, ...ours } = shape(mock.format.name, mock.requests[2]);
        const { parameters: others, ...vendor } = shape(mock.format.name, theirs.requests[2]);
        assert.deepEqual(ours, vendor);
        assert.equal(parameters.stream ?? false, others.stream ?? false);
      }
    });
  }
});

const reply = {
  thought: 'It is there.',
  text: 'I tap the button now, and look at what has changed on the screen. ✓',
  calls: [{ name: 'tap', args: { text: 'Log in', position: 0 } }],
};
const rest = () => inOrder(reply, { thought: 'Done.', text: 'Step 1: PASS — done' });
const whole = [reply.text, [['tap', reply.calls[0].args]], 'Step 1: PASS — done'];
const outcome = ({ turns }) => [words(turns[0].parts), calls(turns[0]), words(turns[1].parts)];

// The fault at the first request; later requests are answered as if it had not happened.
const passing = {
  throttled: () => faults.throttled({ ms: 40 }),
  overloaded: () => faults.overloaded(),
  serverError: () => faults.serverError(),
  badGateway: () => faults.badGateway(),
  reset: () => faults.reset(),
  garbage: () => faults.garbage(),
  empty: () => faults.empty(),
  errorInside: () => faults.errorInside(),
  cutEarly: (turn, next) => faults.cut(next(turn), 0.2),
  cut: (turn, next) => faults.cut(next(turn), 0.55),
  resetInBody: (turn, next) => faults.resetInBody(next(turn), 0.6),
};
// Streams that end early may already have said all.
const perhaps = {
  cutLate: (turn, next) => faults.cut(next(turn), 0.9),
  errorInStream: (turn, next) => faults.errorInStream(next(turn), 0.7),
};
const permanent = {
  wrongKey: 'auth',
  insufficientQuota: 'billing',
  noModel: 'bad model',
  badRequest: 'bad request',
  tooLong: 'too long',
  redirect: 'bad request',
};

// A script that gives the same reply again to the same request.
const steady = (answer) => {
  const said = new Map();
  return (turn) =>
    said.get(turn.messages.length) ?? said.set(turn.messages.length, answer(turn)).get(turn.messages.length);
};

describe('faults', { concurrency: 24 }, () => {
  for (const name of profiles) {
    for (const stream of [false, true]) {
      const about = `${name}, ${stream ? 'streamed' : 'plain'}`;
      for (const [fault, make] of Object.entries({ ...passing, ...(stream ? perhaps : {}) })) {
        test(`${about}: ${fault} is survived`, async () => {
          const mock = await start(name, faultAt(1, make, steady(rest())), { stream });
          const done = await ask(mock, talk).ended;
          assert.equal(done.error, undefined);
          assert.deepEqual(outcome(done), whole);
          assert.deepEqual(mock.refusals, []);
          if (!perhaps[fault]) {
            assert.equal(done.retries.length, 1);
            assert.equal(mock.requests.length, 3);
            assert.deepEqual(mock.requests[0].body, mock.requests[1].body, 'the same request again');
          }
          if (fault === 'throttled' && mock.format.name !== 'ollama') {
            assert.equal(done.retries[0].failure.class, 'throttled');
            assert.equal(done.retries[0].waitMs, 40, 'its own hint');
          }
        });
      }

      for (const [fault, kind] of Object.entries(permanent)) {
        test(`${about}: ${fault} ends it, and nothing is asked again`, async () => {
          const elsewhere = await start('local', () => ({ text: 'stolen' }));
          const made = fault === 'redirect' ? faults.redirect(`${elsewhere.url}/chat/completions`) : faults[fault]();
          const mock = await start(name, made.fault === 'redirect' ? () => made : () => faults[fault](), { stream });
          const { failure, error, retries } = await ask(mock, talk).ended;
          assert.equal(failure.class, kind, JSON.stringify(failure));
          assert.ok(error.length > 0);
          assert.ok(!error.includes(mock.options.key) || mock.options.key === '', error);
          assert.deepEqual([retries.length, mock.requests.length, elsewhere.requests.length], [0, 1, 0]);
        });
      }

      test(`${about}: a cancelled conversation ends at once, wherever it hangs`, async () => {
        for (const make of [
          () => faults.hang(),
          (turn) => faults.hangInBody(rest()(turn), 0.5),
          () => faults.throttled({ seconds: 30 }),
        ]) {
          let asked;
          const came = new Promise((resolve) => {
            asked = resolve;
          });
          const mock = await start(
            name,
            (turn) => {
              asked();
              return make(turn);
            },
            { stream },
          );
          const conversation = ask(mock, talk);
          await came;
          const began = performance.now();
          conversation.cancel();
          const { error, turns } = await conversation.ended;
          const took = performance.now() - began;
          assert.match(error, /cancel/i);
          assert.deepEqual(turns, []);
          assert.ok(took < 1000, `${took} ms`);
          assert.equal(mock.requests.length, 1);
        }
      });

      test(`${about}: ends that are none of the usual ones`, async () => {
        const said = {
          length: { stop: 'length', text: 'I was about to' },
          refused: { stop: 'refused', text: 'I will not' },
        };
        for (const [stop, given] of Object.entries(said)) {
          const mock = await start(name, () => given, { stream });
          const { turns, error } = await ask(mock, talk).ended;
          assert.equal(error, undefined);
          if (stop === 'length' || mock.format.name !== 'ollama') assert.equal(turns[0].stop, stop);
          assert.equal(mock.requests.length, 1);
        }
      });

      test(`${about}: arguments that are not JSON, and an unknown tool, get an answer`, async () => {
        const mock = await start(
          name,
          steady(
            inOrder(
              { calls: [{ name: 'tap', rawArgs: '{"text": "Log' }] },
              { calls: [{ name: 'rootShell', args: { command: 'id' } }] },
              { text: 'Step 1: FAIL — no' },
            ),
          ),
          { stream },
        );
        const { turns, error } = await ask(mock, talk).ended;
        assert.equal(error, undefined);
        assert.deepEqual(mock.refusals, []);
        if (['chat', 'responses'].includes(mock.format.name)) {
          assert.deepEqual(
            turns.map((turn) => turn.stop),
            ['calls', 'calls', 'done'],
          );
          assert.deepEqual(calls(turns[0]), [['tap', '{"text": "Log']]);
        }
        if (mock.format.name === 'gemini')
          assert.deepEqual(
            turns.map((turn) => turn.stop),
            ['malformed'],
          );
        assert.equal(mock.has(mock.options.key || 'no key'), mock.options.key !== '', 'the key is in the header only');
      });
    }
  }
});

test('a stream that ends anywhere is asked for again, and is never half an answer', async () => {
  const points = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);
  await Promise.all(
    ['anthropic', 'openrouter', 'responses', 'gemini', 'seeing'].flatMap((name) =>
      points.map(async (at, k) => {
        const end = k % 2 ? faults.cut : faults.resetInBody;
        const mock = await start(
          name,
          faultAt(1, (turn, next) => end(next(turn), at), steady(rest())),
          { chunk: 50 },
        );
        const done = await ask(mock, talk).ended;
        assert.equal(done.error, undefined, `${name} at ${at}`);
        assert.deepEqual(outcome(done), whole, `${name} at ${at}`);
        assert.deepEqual(mock.refusals, []);
      }),
    ),
  );
});

test('a provider says when to ask again, or that it is in vain', async () => {
  for (const name of ['anthropic', 'openrouter', 'responses']) {
    const soon = await start(name, faultAt(1, faults.throttled({ date: new Date(Date.now() + 1500) }), steady(rest())));
    const done = await ask(soon, talk).ended;
    assert.equal(done.error, undefined);
    assert.ok(done.retries[0].waitMs <= 2000, `${done.retries[0].waitMs} ms`);
    assert.equal(soon.requests.length, 3);
    const never = await start(name, () => faults.serverError({ shouldRetry: false }));
    const { failure, retries } = await ask(never, talk).ended;
    assert.deepEqual([failure.status, retries.length, never.requests.length], [500, 0, 1]);
    const late = await start(name, () => faults.throttled({ seconds: 100000 }));
    assert.equal((await ask(late, talk).ended).failure.class, 'throttled');
    assert.equal(late.requests.length, 1, 'nobody waits for a day');
  }
});

test('the key is in one header, and nowhere else', async () => {
  for (const name of profiles.filter((one) => one !== 'ollama' && one !== 'seeing')) {
    const mock = await start(name, () => ({ text: 'hello' }), { key: `canary-${name}-5d1` });
    assert.equal((await ask(mock, talk).ended).error, undefined);
    for (const { url, headers, text: body } of mock.requests) {
      assert.ok(!url.includes('canary') && !body.includes('canary'));
      const holders = Object.entries(headers)
        .filter(([, value]) => value.includes('canary'))
        .map(([header]) => header);
      assert.deepEqual(holders, [mock.format.keyHeader]);
    }
  }
});
