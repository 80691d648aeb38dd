// The mock servers of models/ against the vendors' own clients: they understand
// every answer, and what they send is accepted. So the mocks are not mirrors of
// our own codecs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { ApiError as GeminiError } from '@google/genai';
import { atEnd } from './lib.mjs';
import { clients } from './models/clients.mjs';
import { faultAt, faults, inOrder, startModel } from './models/core.mjs';
import { shape } from './models/shape.mjs';

async function start(...words) {
  const mock = await startModel(...words);
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
  { name: 'perceiveScreen', description: 'What the screen shows.', parameters: { type: 'object', properties: {} } },
  {
    name: 'tap',
    description: 'Tap an element.',
    parameters: {
      type: 'object',
      properties: { text: text('its label'), position: { type: 'integer', minimum: 0, default: 0 } },
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
const typed = 'naïve "quotes" \\ 🎉 שלום\nsecond line';

// Two calls at once, one with a text that needs escaping, one without
// arguments, then the end.
const script = (think) =>
  inOrder(
    {
      ...(think ? { thought: 'The form is empty.' } : {}),
      text: 'I will log in. ✓',
      calls: [{ name: 'inputText', args: { fieldSelector: 'email', text: typed } }, { name: 'perceiveScreen' }],
    },
    {
      ...(think ? { thought: 'Now the button.' } : {}),
      calls: [{ name: 'tap', args: { text: 'Log in', position: 0 } }],
    },
    { ...(think ? { thought: 'Done.' } : {}), text: 'Step 1: PASS — the list is shown ✓' },
  );

const variants = {
  anthropic: [{}],
  chat: [
    { flavour: 'openai' },
    { flavour: 'openrouter', comments: true },
    { flavour: 'deepseek', comments: true },
    { flavour: 'local' },
  ],
  responses: [{}],
  gemini: [{}],
  ollama: [{ model: 'qwen3-vl:8b' }],
};
const ways = [
  { stream: false },
  { stream: false, chunk: 3 },
  { stream: true },
  { stream: true, chunk: 1, think: true },
  { stream: true, crlf: true, chunk: 7, think: true },
  { stream: false, think: true },
];

describe('conversations', { concurrency: 8 }, () => {
  for (const [format, flavours] of Object.entries(variants)) {
    for (const flavour of flavours) {
      for (const { stream, think, ...more } of ways) {
        const about = `${format} ${Object.values(flavour).join(' ')} ${stream ? 'streamed' : 'plain'} ${JSON.stringify(more)}${think ? ' thinking' : ''}`;
        test(`${about}: calls, results, pictures, the end`, async () => {
          const mock = await start(format, script(think), { ...flavour, ...more });
          const called = [];
          const call = (name, args) => {
            called.push([name, args]);
            return name === 'perceiveScreen' ? { text: 'OK: 3 items', image: png } : { text: `OK: ${name}` };
          };
          const {
            text: said,
            turns,
            usage,
            stop,
          } = await clients[format](
            mock,
            { system: 'You test apps.', tools, user: 'Goal: log in', image: png, think, call },
            stream,
          );
          assert.deepEqual(mock.refusals, []);
          assert.deepEqual(mock.warnings, []);
          assert.equal(said, 'Step 1: PASS — the list is shown ✓');
          assert.equal(turns, 3);
          assert.ok(usage, 'usage is counted');
          assert.ok(['end_turn', 'stop', 'completed', 'STOP'].includes(stop), stop);
          assert.deepEqual(called, [
            ['inputText', { fieldSelector: 'email', text: typed }],
            ['perceiveScreen', {}],
            ['tap', { text: 'Log in', position: 0 }],
          ]);
          assert.deepEqual(mock.prefixChanges, []);

          const { turn } = mock.requests[2];
          assert.equal(turn.system, 'You test apps.');
          assert.deepEqual(
            turn.tools.map((tool) => tool.name),
            ['perceiveScreen', 'tap', 'inputText'],
          );
          assert.match(turn.user, /Goal: log in/);
          assert.deepEqual(
            turn.results.map(({ name, text: result }) => [name, result]),
            [
              ['inputText', 'OK: inputText'],
              ['perceiveScreen', 'OK: 3 items'],
              ['tap', 'OK: tap'],
            ],
          );
          assert.deepEqual(turn.results[0].args, { fieldSelector: 'email', text: typed });
          assert.deepEqual(
            turn.last.map(({ name }) => name),
            ['tap'],
          );
          assert.deepEqual(
            turn.images.map((image) => [image.mime, image.data.equals(png.data)]),
            [
              ['image/png', true],
              ['image/png', true],
            ],
          );
        });
      }
    }
  }

  for (const format of Object.keys(clients)) {
    test(`${format}: a conversation has one shape, plain or streamed`, async () => {
      const shapes = [];
      for (const stream of [false, true]) {
        const mock = await start(format, script(true), variants[format][0]);
        await clients[format](
          mock,
          {
            system: 'You test apps.',
            tools,
            user: 'Goal: log in',
            image: png,
            think: true,
            call: () => ({ text: 'OK' }),
          },
          stream,
        );
        const { parameters, ...form } = shape(format, mock.requests[2]);
        shapes.push(form);
      }
      assert.deepEqual(shapes[0], shapes[1]);
      assert.ok(JSON.stringify(shapes[0]).length > 800, 'little is left out');
    });
  }
});

const short = (mock, format, stream) =>
  clients[format](
    mock,
    { system: 'You test apps.', tools, user: 'Goal: log in', call: () => ({ text: 'OK' }) },
    stream,
  );
const failure = (promise) =>
  promise.then(
    () => assert.fail('it did not fail'),
    (error) => error,
  );

// The class of a vendor's client that each fault must become; null: any error.
const classes = {
  throttled: [429, Anthropic.RateLimitError, OpenAI.RateLimitError],
  serverError: [500, Anthropic.InternalServerError, OpenAI.InternalServerError],
  wrongKey: [401, Anthropic.AuthenticationError, OpenAI.AuthenticationError],
  tooLong: [400, Anthropic.BadRequestError, OpenAI.BadRequestError],
  noModel: [404, Anthropic.NotFoundError, OpenAI.NotFoundError],
  badRequest: [400, Anthropic.BadRequestError, OpenAI.BadRequestError],
  badGateway: [502, Anthropic.InternalServerError, OpenAI.InternalServerError],
  reset: [undefined, Anthropic.APIConnectionError, OpenAI.APIConnectionError],
};

describe('errors', { concurrency: 8 }, () => {
  for (const format of Object.keys(clients)) {
    for (const [name, [status, ofAnthropic, ofOpenAi]] of Object.entries(classes)) {
      test(`${format}: ${name} has a separate class of error`, async () => {
        for (const stream of [false, true]) {
          const mock = await start(format, () => faults[name]());
          const error = await failure(short(mock, format, stream));
          const expected = {
            anthropic: ofAnthropic,
            chat: ofOpenAi,
            responses: ofOpenAi,
            gemini: name === 'reset' ? Error : GeminiError,
            ollama: Error,
          }[format];
          assert.ok(error instanceof expected, `${error.constructor.name}: ${error.message}`);
          const told = format === 'gemini' && name === 'wrongKey' ? 400 : status;
          if (told) assert.equal(error.status ?? error.status_code, told, error.message);
          assert.equal(mock.requests.length, 1);
        }
      });
    }

    test(`${format}: a wrong key is refused, and nothing is counted as asked`, async () => {
      const mock = await start(format, () => ({ text: 'never' }), { key: 'right' });
      const error = await failure(
        short({ ...mock, url: mock.url, options: { ...mock.options, key: 'wrong' } }, format, false),
      );
      assert.equal(error.status ?? error.status_code, format === 'gemini' ? 400 : 401, error.message);
      assert.equal(mock.requests[0].turn, undefined);
    });

    test(`${format}: a cut stream is not an answer`, async () => {
      const reply = {
        text: 'I will tap it now, and then look at what has changed.',
        calls: [{ name: 'tap', args: { text: 'Log in' } }],
      };
      for (const at of [0.3, 0.7]) {
        const mock = await start(format, () => faults.resetInBody(reply, at));
        await failure(short(mock, format, true));
      }
    });
  }
});

test('a hint of when to ask again is followed by the clients that retry', async () => {
  for (const [format, retry] of [
    [
      'anthropic',
      (mock) =>
        new Anthropic({ apiKey: mock.options.key, baseURL: mock.url }).messages.create({
          model: 'claude-opus-4-7',
          max_tokens: 9,
          messages: [{ role: 'user', content: 'hi' }],
        }),
    ],
    [
      'chat',
      (mock) =>
        new OpenAI({ apiKey: mock.options.key, baseURL: mock.url }).chat.completions.create({
          model: 'gpt-5.2',
          messages: [{ role: 'user', content: 'hi' }],
        }),
    ],
  ]) {
    const mock = await start(
      format,
      faultAt(1, faults.throttled({ ms: 30 }), () => ({ text: 'hello' })),
    );
    assert.match(JSON.stringify(await retry(mock)), /hello/);
    const [first, second] = mock.requests;
    assert.equal(mock.requests.length, 2);
    assert.ok(second.time - first.time >= 25, `${second.time - first.time} ms`);
  }
});

test('a redirect carries no key away if it is not followed', async () => {
  const other = await start('anthropic', () => ({ text: 'stolen' }));
  const mock = await start('anthropic', () => faults.redirect(`${other.url}/v1/messages`));
  const answer = await fetch(`${mock.url}/v1/messages`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-api-key': mock.options.key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'claude-opus-4-7', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
  });
  assert.equal(answer.status, 307);
  assert.equal(other.requests.length, 0);
});

const ends = {
  length: {
    anthropic: 'max_tokens',
    chat: 'length',
    responses: 'max_output_tokens',
    gemini: 'MAX_TOKENS',
    ollama: 'length',
  },
  refused: { anthropic: 'refusal', chat: 'content_filter', responses: 'completed', gemini: 'SAFETY', ollama: 'stop' },
};
for (const [stop, expected] of Object.entries(ends)) {
  test(`an answer that ended by ${stop} says so`, async () => {
    for (const format of Object.keys(clients)) {
      for (const stream of [false, true]) {
        const mock = await start(format, () => ({ text: 'I was about', stop }));
        assert.equal((await short(mock, format, stream)).stop, expected[format], format);
      }
    }
  });
}

test('arguments that are not JSON arrive unchanged if the format can carry them', async () => {
  for (const format of ['chat', 'responses']) {
    for (const stream of [false, true]) {
      const mock = await start(
        format,
        inOrder({ calls: [{ name: 'tap', rawArgs: '{"text": "Log' }] }, { text: 'done' }),
      );
      const seen = [];
      await clients[format](
        mock,
        {
          system: 's',
          tools,
          user: 'u',
          call: (name, args) => {
            seen.push(args);
            return { text: 'ERROR: not JSON', isError: true };
          },
        },
        stream,
      );
      assert.deepEqual(seen, ['{"text": "Log']);
    }
  }
  const mock = await start('gemini', () => ({ calls: [{ name: 'tap', rawArgs: '{"text": "Log' }] }));
  assert.equal((await short(mock, 'gemini', false)).stop, 'MALFORMED_FUNCTION_CALL');
});

// Requests that break one rule each: [change of a good body, what is said].
const call = { id: 'toolu_1', name: 'tap', input: {} };
const wrongJpeg = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/jpeg', data: png.data.toString('base64') },
};
const pair = [
  { role: 'user', content: 'u' },
  { role: 'assistant', content: [{ type: 'tool_use', ...call }] },
];
const calledChat = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'tap', arguments: '{}' } }],
};
const item = { type: 'function_call', call_id: 'c', name: 'tap', arguments: '{}' };
const bodies = {
  anthropic: {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    good: {
      model: 'claude-opus-4-7',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ name: 'tap', input_schema: { type: 'object', properties: {} } }],
    },
    rows: [
      [{ max_tokens: undefined }, /^max_tokens: Field required$/],
      [{ temperature: 0 }, /^`temperature` is deprecated for this model\.$/],
      [{ thinking: { type: 'enabled', budget_tokens: 2000 } }, /thinking\.type\.enabled/],
      [{ max_completion_tokens: 5 }, /^max_completion_tokens: Extra inputs are not permitted$/],
      [
        { messages: [...pair, { role: 'user', content: 'go on' }] },
        /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1\./,
      ],
      [
        {
          messages: [
            ...pair,
            {
              role: 'user',
              content: [
                { type: 'text', text: 'x' },
                { type: 'tool_result', tool_use_id: 'toolu_1', content: 'OK' },
              ],
            },
          ],
        },
        /immediately after: toolu_1/,
      ],
      [
        {
          messages: [
            pair[0],
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_9', content: 'OK' }] },
          ],
        },
        /unexpected `tool_use_id`/,
      ],
      [
        {
          messages: [
            ...pair,
            {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: [wrongJpeg] }],
            },
          ],
        },
        /if `is_error` is true/,
      ],
      [{ messages: [{ role: 'user', content: [wrongJpeg] }] }, /appears to be a image\/png image/],
      [{ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, /must be non-empty/],
      [{ messages: [{ role: 'system', content: 's' }, pair[0]] }, /^role 'system' is not supported on this model$/],
      [{ messages: [pair[0], { role: 'assistant', content: 'I' }] }, /prefill/],
      [{ tools: [{ name: 'tap', input_schema: { type: 'objekt' } }] }, /input_schema/],
      [{ tools: [{ name: 'a b', input_schema: { type: 'object' } }] }, /String should match pattern/],
      [
        {
          messages: [
            pair[0],
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: '', signature: 'forged' },
                { type: 'text', text: 'x' },
              ],
            },
            pair[0],
          ],
        },
        /Invalid `signature`/,
      ],
    ],
  },
  chat: {
    path: '/chat/completions',
    headers: {},
    good: { model: 'gpt-5.2', messages: [{ role: 'user', content: 'hi' }] },
    rows: [
      [{ max_tokens: 10 }, /^Unsupported parameter: 'max_tokens'/],
      [{ temperature: 0 }, /^Unsupported value: 'temperature' does not support 0/],
      [
        { model: 'gpt-5.6-luna', tools: [{ type: 'function', function: { name: 'tap' } }] },
        /use \/v1\/responses or set reasoning_effort to 'none'/,
      ],
      [{ stream_options: { include_usage: true } }, /only allowed when 'stream' is enabled/],
      [
        { messages: [{ role: 'user', content: 'u' }, calledChat, { role: 'user', content: 'x' }] },
        /did not have response messages: a$/,
      ],
      [
        { messages: [{ role: 'tool', tool_call_id: 'a', content: 'OK' }] },
        /must be a response to a preceeding message/,
      ],
      [
        {
          messages: [
            calledChat,
            {
              role: 'tool',
              tool_call_id: 'a',
              content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
            },
          ],
        },
        /only allowed for messages with role 'user'/,
      ],
      [
        {
          messages: [
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'tap', arguments: {} } }],
            },
          ],
        },
        /expected a string, but got an object/,
      ],
      [{ messages: [{ role: 'user', content: null }] }, /got null/],
      [
        {
          tools: [
            {
              type: 'function',
              function: {
                name: 'tap',
                strict: true,
                parameters: { type: 'object', properties: { text: { type: 'string' } }, required: [] },
              },
            },
          ],
        },
        /'additionalProperties' is required/,
      ],
      [{ think: false }, /^Unknown parameter: 'think'\.$/],
    ],
  },
  responses: {
    path: '/responses',
    headers: {},
    good: { model: 'gpt-5.2-pro', input: [{ role: 'user', content: 'hi' }], store: false },
    rows: [
      [
        {
          tools: [
            {
              type: 'function',
              name: 'tap',
              parameters: { type: 'object', properties: { text: { type: 'string' } }, required: [] },
            },
          ],
        },
        /'additionalProperties' is required/,
      ],
      [
        { tools: [{ type: 'function', function: { name: 'tap' } }] },
        /^Missing required parameter: 'tools\[0\]\.name'\.$/,
      ],
      [{ max_tokens: 100 }, /moved to 'max_output_tokens'/],
      [{ temperature: 0 }, /'temperature' is not supported with this model/],
      [{ input: [item] }, /^No tool output found for function call c\.$/],
      [
        { input: [{ type: 'function_call_output', call_id: 'c', output: 'OK' }] },
        /^No tool call found for function call output with call_id c\.$/,
      ],
      [{ input: [{ type: 'reasoning', id: 'rs_1', summary: [] }, item] }, /^No tool output/],
      [
        {
          input: [
            { type: 'reasoning', id: 'rs_1', summary: [] },
            { role: 'user', content: 'x' },
          ],
        },
        /^Item with id 'rs_1' not found/,
        404,
      ],
      [{ input: [{ ...item, id: 'call_1' }] }, /Expected an ID that begins with 'fc'/],
      [
        { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] },
        /^Invalid value: 'input_text'/,
      ],
    ],
  },
  gemini: {
    path: '/v1beta/models/gemini-3.1-pro-preview:generateContent',
    headers: {},
    good: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    rows: [
      [
        { tools: [{ functionDeclarations: [{ name: 'look', parameters: { type: 'object', properties: {} } }] }] },
        /should be non-empty for OBJECT type/,
      ],
      [
        {
          tools: [
            {
              functionDeclarations: [
                {
                  name: 'tap',
                  parameters: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
                },
              ],
            },
          ],
        },
        /Unknown name "additionalProperties"/,
      ],
      [
        {
          contents: [
            { role: 'user', parts: [{ text: 'u' }] },
            { role: 'model', parts: [{ functionCall: { name: 'tap', args: {} } }] },
            { role: 'user', parts: [{ functionResponse: { name: 'tap', response: {} } }] },
          ],
        },
        /missing a thought_signature in functionCall parts/,
      ],
      [
        {
          contents: [
            { role: 'user', parts: [{ text: 'u' }] },
            { role: 'model', parts: [{ functionCall: { name: 'tap' } }] },
            { role: 'user', parts: [{ text: 'x' }] },
          ],
        },
        /number of function response parts is equal/,
      ],
      [
        { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'tap', response: {} } }] }] },
        /immediately after a function call turn/,
      ],
      [{ contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] }, /valid role: user, model/],
      [
        {
          contents: [
            { role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: png.data.toString('base64') } }] },
          ],
        },
        /appears to be a image\/png/,
      ],
      [
        { generationConfig: { thinkingConfig: { thinkingLevel: 'low', thinkingBudget: 5 } } },
        /only one of thinking budget and thinking level/,
      ],
      [{ messages: [] }, /Unknown name "messages"/],
    ],
  },
  ollama: {
    path: '/api/chat',
    headers: {},
    good: {
      model: 'qwen3:0.6b',
      messages: [{ role: 'user', content: 'hi' }],
      stream: false,
      options: { num_ctx: 4096 },
    },
    rows: [
      [{ model: 'x' }, /^model 'x' not found$/, 404],
      [{ model: 'llama3-groq-tool-use:8b', think: true }, /^"llama3-groq-tool-use:8b" does not support thinking$/],
      [
        { messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'tap', arguments: '{}' } }] }] },
        /cannot unmarshal string into Go struct field/,
      ],
      [{ messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }, /cannot unmarshal array/],
      [{ messages: [{ role: 'user', content: 'x', images: ['data:image/png;base64,AAAA'] }] }, /illegal base64 data/],
    ],
  },
};

const keyed = { 'x-api-key': (key) => key, authorization: (key) => `Bearer ${key}`, 'x-goog-api-key': (key) => key };

for (const [format, { path, headers, good, rows }] of Object.entries(bodies)) {
  test(`${format}: the rules are kept strictly`, async () => {
    const mock = await start(format, () => ({ text: 'hello' }));
    const key = { [mock.format.keyHeader]: keyed[mock.format.keyHeader](mock.options.key) };
    const send = async (body, more = {}) => {
      const answer = await fetch(mock.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...key, ...more },
        body: JSON.stringify(body),
      });
      const { error } = await answer.json();
      return { status: answer.status, said: error?.message ?? error };
    };
    assert.equal((await send(good)).status, 200, mock.refusals[0]);
    for (const [change, words, status = 400] of rows) {
      const answer = await send({ ...good, ...change });
      assert.equal(answer.status, status, JSON.stringify(change));
      assert.match(answer.said, words);
    }
    assert.equal((await send(good, { 'content-type': 'text/plain' })).status, 415);
    assert.deepEqual(mock.repeated.length, mock.requests.length - 2);
  });
}

test('Ollama and DeepSeek swallow mistakes; the mocks warn of them', async () => {
  const local = await start('ollama', () => ({ text: 'hello' }));
  await fetch(`${local.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'qwen3:0.6b', messages: [{ role: 'tool', content: 'x' }], colour: 1 }),
  });
  assert.match(local.warnings.join('\n'), /colour is not known\n.*num_ctx is not given.*\n.*a result of no call/);
});

test('reasoning that does not come back as it was given is refused', async () => {
  const forget = {
    anthropic: 'thinking',
    gemini: 'thoughtSignature',
    responses: 'encrypted_content',
    chat: 'reasoning_content',
  };
  for (const [format, member] of Object.entries(forget)) {
    const mock = await start(format, script(true), format === 'chat' ? { flavour: 'deepseek' } : {});
    const real = globalThis.fetch;
    // The client is as it is; on its way the reasoning is lost.
    globalThis.fetch = (url, options) =>
      real(url, { ...options, body: options.body && JSON.stringify(lose(JSON.parse(options.body), member)) });
    try {
      const error = await failure(
        clients[format](mock, { system: 's', tools, user: 'u', think: true, call: () => ({ text: 'OK' }) }, false),
      );
      assert.ok([400, 404].includes(error.status), error.message);
      assert.equal(mock.requests.length, 2);
    } finally {
      globalThis.fetch = real;
    }
  }
});

// The body without that member, and for thinking without its blocks.
function lose(value, member) {
  if (Array.isArray(value)) return value.filter((one) => one?.type !== member).map((one) => lose(one, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== member || (member === 'thinking' && name === 'thinking' && value.model))
      .map(([name, one]) => [name, lose(one, member)]),
  );
}

test('continued requests are told from others', async () => {
  const mock = await start('chat', () => ({ text: 'hello' }));
  const client = new OpenAI({ apiKey: mock.options.key, baseURL: mock.url });
  const ask = (...words) =>
    client.chat.completions.create({ model: 'gpt-5.2', messages: words.map((content) => ({ role: 'user', content })) });
  await ask('a', 'b');
  await ask('a', 'b', 'canary-7f3');
  await ask('a', 'c');
  assert.deepEqual(mock.prefixChanges, [{ request: 3, part: 2 }]);
  assert.equal(mock.has('canary-7f3'), true);
  assert.equal(mock.has('canary-8'), false);
});
