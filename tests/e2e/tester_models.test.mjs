// Models as users have them: odd tool names, calls that their server left in the
// text, errors in any shape, troubles of several kinds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { atEnd } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';
import { runWith, startDevices } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const bench = await startDevices();
const formats = ['anthropic', 'openai', 'deepseek', 'responses', 'gemini', 'ollama'];
const scenario = {
  packageName: 'com.example.notes',
  goal: 'The app welcomes its users',
  steps: ['The welcome "Welcome to Notes" is shown'],
};
const plan = [[[steps.sees('Welcome to Notes')]]];
const said = (run) => run.out + run.err;

// A driver whose calls are changed before they are sent.
const changed = (script, change) => (turn) => {
  const reply = script(turn);
  return reply.calls ? change(reply) : reply;
};
const rename = (name) => (reply) => ({
  ...reply,
  calls: reply.calls.map((call) => ({ ...call, name: name(call.name) })),
});
const asText = (write) => (reply) => ({ text: reply.calls.map(write).join('\n') });
const hermes = ({ name, args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

const passed = (run) => {
  assert.equal(run.status, 0, said(run));
  assert.deepEqual(run.mock.refusals, []);
};

describe('models', { concurrency: 2 }, () => {
  for (const format of formats) {
    test(`${format}: functions.tap is tap, and goes back as a name that the API takes`, async () => {
      passed(
        await runWith(
          bench,
          format,
          changed(
            goodTester(plan),
            rename((name) => `functions.${name}`),
          ),
          { scenario },
        ),
      );
    });

    test(`${format}: names of no tool are answered, and go back cleaned`, async () => {
      const odd = ['functions.fly', 'press the button', 'x'.repeat(200), 'täp', ''];
      const rest = goodTester(plan);
      let next = 0;
      let driven = false;
      const run = await runWith(
        bench,
        format,
        (turn) => {
          if (next < odd.length) return { calls: [{ name: odd[next++], args: {} }] };
          const first = !driven;
          driven = true;
          return rest(first ? { ...turn, last: [] } : turn);
        },
        { scenario },
      );
      passed(run);
      const answers = run.mock.requests.at(-1).turn.results.filter((result) => /there is no tool/.test(result.text));
      assert.equal(answers.length, odd.length);
    });

    test(`${format}: multi_tool_use.parallel is unpacked`, async () => {
      const pack = (reply) => ({
        ...reply,
        calls: [
          {
            name: 'multi_tool_use.parallel',
            args: {
              tool_uses: reply.calls.map(({ name, args }) => ({
                recipient_name: `functions.${name}`,
                parameters: args,
              })),
            },
          },
        ],
      });
      const both = [[[steps.sees('Welcome to Notes'), steps.sees('Log in')]]];
      passed(await runWith(bench, format, changed(goodTester(both), pack), { scenario }));
    });

    test(`${format}: calls in the text are calls`, async () => {
      passed(await runWith(bench, format, changed(goodTester(plan), asText(hermes)), { scenario }));
    });
  }

  const ways = {
    'a fenced object': ({ name, args }) =>
      `I go on.\n\`\`\`json\n${JSON.stringify({ name, arguments: args }, null, 2)}\n\`\`\``,
    'thoughts before': (call) => `<think>Perhaps {"name":"goBack","arguments":{}}?</think>\n${hermes(call)}`,
    parameters: ({ name, args }) => JSON.stringify({ name, parameters: args }),
    'an element': ({ name, args }) =>
      `<function=${name}>${Object.entries(args)
        .map(([key, value]) => `<parameter=${key}>${value}</parameter>`)
        .join('')}</function>`,
  };
  for (const [way, write] of Object.entries(ways)) {
    test(`calls in the text: ${way}`, async () => {
      passed(
        await runWith(bench, 'local', changed(goodTester(plan), asText(write)), {
          scenario,
          options: { stream: false },
        }),
      );
    });
  }

  test('unreadable calls in the text end the run at once, with the reason', async () => {
    const run = await runWith(bench, 'local', () => ({ text: '<tool_call>{name: tap, text: Login}</tool_call>' }), {
      scenario,
    });
    assert.equal(run.status, 3, said(run));
    assert.equal(run.last.end, 'model');
    assert.match(run.last.reason, /does not turn the model's tool calls into tool calls/);
    assert.equal(run.mock.asked.length, 1);
  });

  for (const format of formats) {
    test(`${format}: throttled, overloaded, then one 500 are survived`, async () => {
      const script = goodTester(plan);
      const troubles = [faults.throttled({ ms: 10 }), faults.overloaded(), faults.serverError()];
      passed(await runWith(bench, format, (turn) => troubles.shift() ?? script(turn), { scenario }));
    });
  }

  test('no request is longer than a small model’s context', async () => {
    let count = 0;
    const looks = (turn) =>
      count++ < 14
        ? {
            calls: [
              steps.other('getScreenDump'),
              steps.other('findUiElementsByText', { text: `nothing ${count} ${'words '.repeat(150)}` }),
            ],
          }
        : { calls: [steps.sees('Welcome to Notes'), steps.done(1)], turn };
    const run = await runWith(bench, 'ollama', looks, {
      scenario: { ...scenario, profile: 'Llama4' },
      options: { model: 'llama3-groq-tool-use:8b' },
    });
    assert.deepEqual(run.mock.refusals, [], said(run));
    const asked = run.mock.asked.filter((request) => request.body.options);
    assert.ok(asked.length >= 14, said(run));
    for (const { body, text } of asked)
      assert.ok(
        text.length / 4 + body.options.num_predict <= body.options.num_ctx,
        `${text.length} bytes, ${JSON.stringify(body.options)}`,
      );
    assert.ok(
      run.events.some((event) => /turns became a summary/.test(event.message)),
      said(run),
    );
  });

  test('a refused temperature is reported once', async () => {
    const mock = await startProfile('anthropic', goodTester(plan));
    atEnd(() => mock.stop());
    const server = await startServer(bench.server, { env: mock.environment });
    assert.equal((await server.post('/config', { executorInfoId: mock.profile, llmTemperature: 0.7 })).status, 200);
    const {
      json: { id },
    } = await server.post('/api/v1/runs', scenario);
    await server.runEnded(id);
    const {
      json: { events },
    } = await server.get(`/api/v1/runs/${id}/events?limit=200`);
    assert.equal(
      events.filter(
        (event) =>
          event.type === 'log' && /llmTemperature 0\.7 is not sent: the model 'claude-opus-4-7'/.test(event.message),
      ).length,
      1,
    );
    assert.ok(mock.asked.every(({ body }) => body.temperature === undefined));
    await server.stop(); // a run that has ended releases its device a moment later
  });

  test('a server that keeps failing is not said to be out of reach', async () => {
    const run = await runWith(bench, 'local', () => faults.serverError(), { scenario });
    assert.equal(run.status, 3, said(run));
    assert.match(run.last.reason, /failure of its server; HTTP 500/);
    assert.doesNotMatch(run.last.reason, /cannot be reached/);
  });
});
