// mobile-tester-agent tests the sample app with the model of every provider, and
// sends what the vendor's own client would send.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atEnd } from './lib.mjs';
import { clients } from './models/clients.mjs';
import { inOrder } from './models/core.mjs';
import { goodTester, notes, notesPlan, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { shape } from './models/shape.mjs';
import { canary, runWith, startDevices, traces } from './tester.mjs';

const bench = await startDevices();
const both = [true, false];
// The picture comes while the conversation is whole.
const plan = [
  [...notesPlan[0].slice(0, -1), [steps.other('takeScreenshot', { goalName: 'list' })], notesPlan[0].at(-1)],
  ...notesPlan.slice(1),
];
const names = {
  anthropic: both,
  deepseek: both,
  responses: both,
  gemini: both,
  ollama: both,
  openrouter: [true],
  local: [false],
};

// Those that carry the whole conversation: until the turns of an ended step leave it.
const wholeRequests = (mock) =>
  mock.requests.slice(0, (mock.prefixChanges[0]?.request ?? mock.requests.length + 1) - 1);

// The vendor's client in the same conversation: the same words, tools, replies
// and results. Gives its last request.
async function vendorRequest(name, mock, driver, stream) {
  const last = wholeRequests(mock).at(-1);
  const { system, tools, results } = last.turn;
  const [first, ...later] = last.turn.messages.filter((message) => message.role === 'user');
  const pictures = later.flatMap((message) => message.images ?? []); // the prefix that results
  // could not carry
  const replies = driver.turns.slice(0, wholeRequests(mock).length - 1).map(({ reply }) => reply);
  const theirs = await startProfile(name, inOrder(...replies, { text: 'The end.' }), { stream });
  atEnd(() => theirs.stop());
  let next = 0;
  const call = (tool) => {
    const {
      text,
      images: [own],
      isError,
    } = results[next++];
    const image = own ?? (tool === 'takeScreenshot' ? pictures.shift() : undefined);
    const caption = { chat: (id) => `The picture of ${tool} (${id}):`, ollama: () => 'The pictures of these results:' }[
      mock.format.name
    ];
    return { text, image, isError, caption };
  };
  const think = last.body.think !== false;
  await clients[mock.format.name](
    theirs,
    {
      system,
      tools: tools.map(({ schema, ...tool }) => ({
        ...tool,
        parameters: schema ?? { type: 'object', properties: {} },
      })),
      user: first.text,
      image: first.images[0],
      think,
      call,
    },
    stream,
  );
  return theirs.requests.at(-1);
}

describe('five steps to PASS', { concurrency: 2 }, () => {
  for (const [name, ways] of Object.entries(names)) {
    for (const stream of ways) {
      test(`${name}, ${stream ? 'streamed' : 'plain'}`, async () => {
        const driver = goodTester(plan);
        const run = await runWith(bench, name, driver, {
          scenario: notes,
          options: { stream, ...(stream ? { chunk: 100, comments: true } : {}) },
        });
        const { mock } = run;
        assert.deepEqual(driver.surprises, [], run.err);
        assert.equal(run.status, 0, `${run.err}\n${run.out.slice(-2000)}`);
        assert.deepEqual(mock.refusals, []);
        assert.deepEqual(mock.warnings, []);
        assert.deepEqual(mock.repeated, []);
        // Sent messages stay, apart from the turns of ended steps, which become the summary behind
        // the first message.
        const cuts = run.events.filter(({ type, message }) => type === 'log' && /^history: /.test(message));
        assert.ok(cuts.length < notes.steps.length, JSON.stringify(cuts));
        assert.deepEqual(
          mock.prefixChanges.map(({ part }) => part),
          cuts.map(() => 2),
        );
        assert.equal(mock.has(canary), false, 'the model never sees the secret');
        assert.deepEqual(traces(run.data, canary), []);
        assert.match(run.out + run.err, /PASS/);
        assert.ok(!(run.out + run.err).includes(canary));
        const { parameters, ...ours } = shape(mock.format.name, wholeRequests(mock).at(-1));
        const { parameters: others, ...vendor } = shape(
          mock.format.name,
          await vendorRequest(name, mock, driver, stream),
        );
        assert.deepEqual(ours, vendor);
        assert.equal(parameters.stream ?? false, others.stream ?? false);
      });
    }
  }
});
