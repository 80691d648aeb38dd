// clients.mjs: the vendors' own clients, each driven as its documentation says.
// A conversation is {system, tools: [{name, description, parameters}], user,
// image, think, call}; call(name, args) gives {text, image, isError, caption};
// the caption goes before a picture that a result cannot carry. Pictures are
// {mime, data: Buffer}. Each client runs it until the model says its last
// words, and gives back {text, turns, usage, stop}.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';

const dataUrl = ({ mime, data }) => `data:${mime};base64,${data.toString('base64')}`;
const source = ({ mime, data }) => ({
  type: 'image',
  source: { type: 'base64', media_type: mime, data: data.toString('base64') },
});
const inline = ({ mime, data }) => ({ inlineData: { mimeType: mime, data: data.toString('base64') } });

async function anthropic(mock, { system, tools, user, image, think, call, parameters }, stream) {
  const client = new Anthropic({ apiKey: mock.options.key, baseURL: mock.url, maxRetries: 0 });
  const messages = [{ role: 'user', content: image ? [{ type: 'text', text: user }, source(image)] : user }];
  const request = {
    model: mock.options.model,
    max_tokens: 8192,
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    tools: tools.map(({ name, description, parameters: schema }) => ({ name, description, input_schema: schema })),
    ...(think ? { thinking: { type: 'adaptive' } } : {}),
    ...parameters,
  };
  for (let turns = 1; ; turns++) {
    const sent = { ...request, messages };
    const reply = stream ? await client.messages.stream(sent).finalMessage() : await client.messages.create(sent);
    messages.push({ role: 'assistant', content: reply.content });
    const results = [];
    for (const block of reply.content.filter((one) => one.type === 'tool_use')) {
      const { text, image: shown, isError } = await call(block.name, block.input);
      results.push({
        type: 'tool_result',
        tool_use_id: block.id,
        ...(isError ? { is_error: true } : {}),
        content: [{ type: 'text', text }, ...(shown ? [source(shown)] : [])],
      });
    }
    if (results.length === 0)
      return {
        text: reply.content
          .filter((one) => one.type === 'text')
          .map((one) => one.text)
          .join(''),
        turns,
        usage: reply.usage,
        stop: reply.stop_reason,
      };
    messages.push({ role: 'user', content: results });
  }
}

// A streamed answer, with the members that OpenAI's own helper does not know.
async function gather(chunks) {
  const message = { role: 'assistant', content: null };
  let usage, stop;
  for await (const { choices, usage: counted } of chunks) {
    usage = counted ?? usage;
    const [choice] = choices;
    stop = choice?.finish_reason ?? stop;
    for (const [name, part] of Object.entries(choice?.delta ?? {})) {
      if (['content', 'reasoning_content', 'reasoning', 'refusal'].includes(name) && part)
        message[name] = (message[name] ?? '') + part;
      if (name === 'reasoning_details') (message.reasoning_details ??= []).push(...part);
      for (const {
        index,
        id,
        function: { name: tool, arguments: args },
      } of name === 'tool_calls' ? part : []) {
        message.tool_calls ??= [];
        if (id) message.tool_calls[index] = { id, type: 'function', function: { name: tool, arguments: '' } };
        message.tool_calls[index].function.arguments += args ?? '';
      }
    }
  }
  return { message, usage, stop };
}

const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function chat(mock, { system, tools, user, image, call, parameters }, stream) {
  const client = new OpenAI({ apiKey: mock.options.key, baseURL: mock.url, maxRetries: 0 });
  const messages = [
    { role: 'system', content: system },
    {
      role: 'user',
      content: image
        ? [
            { type: 'text', text: user },
            { type: 'image_url', image_url: { url: dataUrl(image) } },
          ]
        : user,
    },
  ];
  const request = {
    model: mock.options.model,
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    ...parameters,
  };
  const ask = async () => {
    if (stream)
      return gather(
        await client.chat.completions.create({
          ...request,
          messages,
          stream: true,
          stream_options: { include_usage: true },
        }),
      );
    const {
      choices: [{ message, finish_reason: stop }],
      usage,
    } = await client.chat.completions.create({ ...request, messages });
    return { message, usage, stop };
  };
  for (let turns = 1; ; turns++) {
    const { message, usage, stop } = await ask();
    messages.push(message);
    if (!message.tool_calls) return { text: message.content ?? message.refusal, turns, usage, stop };
    const shown = [];
    for (const {
      id,
      function: { name, arguments: args },
    } of message.tool_calls) {
      const result = await call(name, read(args) ?? args);
      messages.push({ role: 'tool', tool_call_id: id, content: result.text });
      if (result.image && result.caption) shown.push({ type: 'text', text: result.caption(id) });
      if (result.image) shown.push({ type: 'image_url', image_url: { url: dataUrl(result.image) } });
    }
    if (shown.length > 0) messages.push({ role: 'user', content: shown });
  }
}

async function responses(mock, { system, tools, user, image, call, parameters }, stream) {
  const client = new OpenAI({ apiKey: mock.options.key, baseURL: mock.url, maxRetries: 0 });
  const input = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: user },
        ...(image ? [{ type: 'input_image', image_url: dataUrl(image) }] : []),
      ],
    },
  ];
  const request = {
    model: mock.options.model,
    instructions: system,
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
    ...parameters,
  };
  // The client's helper for streams adds members that the API refuses.
  const ask = async () => {
    const answer = await client.responses.create({ ...request, input, stream });
    if (!stream) return answer;
    for await (const { type, response } of answer)
      if (/^response\.(completed|incomplete|failed)$/.test(type)) return response;
    throw new Error('the stream has no end');
  };
  for (let turns = 1; ; turns++) {
    const reply = await ask();
    input.push(...reply.output);
    const calls = reply.output.filter((item) => item.type === 'function_call');
    for (const { call_id, name, arguments: args } of calls) {
      const { text, image: shown } = await call(name, read(args) ?? args);
      input.push({
        type: 'function_call_output',
        call_id,
        output: shown
          ? [
              { type: 'input_text', text },
              { type: 'input_image', image_url: dataUrl(shown) },
            ]
          : text,
      });
    }
    if (calls.length === 0)
      return {
        text: reply.output
          .flatMap((item) => item.content ?? [])
          .map((part) => part.text ?? part.refusal)
          .join(''),
        turns,
        usage: reply.usage,
        stop: reply.incomplete_details?.reason ?? reply.status,
      };
  }
}

// The documentation leaves parameters out if there are none.
const declaration = ({ name, description, parameters: schema }) => ({
  name,
  description,
  ...(Object.keys(schema.properties).length > 0 ? { parametersJsonSchema: schema } : {}),
});

async function gemini(mock, { system, tools, user, image, call, parameters }, stream) {
  const client = new GoogleGenAI({ apiKey: mock.options.key, httpOptions: { baseUrl: mock.url } });
  const contents = [{ role: 'user', parts: [{ text: user }, ...(image ? [inline(image)] : [])] }];
  const config = {
    systemInstruction: { parts: [{ text: system }] },
    tools: [{ functionDeclarations: tools.map(declaration) }],
    ...parameters,
  };
  const ask = async () => {
    const request = { model: mock.options.model, contents, config };
    if (!stream) return client.models.generateContent(request);
    const parts = [];
    let last;
    for await (last of await client.models.generateContentStream(request))
      parts.push(...(last.candidates?.[0]?.content?.parts ?? []));
    return {
      candidates: [{ ...last.candidates[0], content: { role: 'model', parts } }],
      usageMetadata: last.usageMetadata,
    };
  };
  for (let turns = 1; ; turns++) {
    const {
      candidates: [{ content, finishReason: stop }],
      usageMetadata: usage,
    } = await ask();
    const calls = (content?.parts ?? []).filter((part) => part.functionCall).map((part) => part.functionCall);
    if (calls.length === 0)
      return { text: (content?.parts ?? []).map((part) => part.text ?? '').join(''), turns, usage, stop };
    const results = [];
    for (const { id, name, args } of calls) {
      const { text, image: shown, isError } = await call(name, args);
      results.push({
        functionResponse: {
          id,
          name,
          response: { [isError ? 'error' : 'output']: text },
          ...(shown ? { parts: [inline(shown)] } : {}),
        },
      });
    }
    contents.push(content, { role: 'user', parts: results });
  }
}

async function ollama(mock, { system, tools, user, image, think, call, parameters }, stream) {
  const client = new Ollama({ host: mock.url });
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user, ...(image ? { images: [image.data.toString('base64')] } : {}) },
  ];
  const request = {
    model: mock.options.model,
    options: { num_ctx: 8192 },
    ...(think === undefined ? {} : { think }),
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    ...parameters,
  };
  const ask = async () => {
    if (!stream) return client.chat({ ...request, messages, stream: false });
    const message = { role: 'assistant', content: '' };
    let last;
    for await (last of await client.chat({ ...request, messages, stream: true })) {
      message.content += last.message.content;
      if (last.message.thinking) message.thinking = (message.thinking ?? '') + last.message.thinking;
      if (last.message.tool_calls) (message.tool_calls ??= []).push(...last.message.tool_calls);
    }
    return { ...last, message };
  };
  for (let turns = 1; ; turns++) {
    const { message, done_reason: stop, ...counts } = await ask();
    messages.push(message);
    if (!message.tool_calls?.length) return { text: message.content, turns, usage: counts, stop };
    const shown = [];
    let caption = '';
    for (const {
      id,
      function: { name, arguments: args },
    } of message.tool_calls) {
      const result = await call(name, args);
      caption = result.caption?.() ?? caption;
      messages.push({ role: 'tool', tool_name: name, ...(id ? { tool_call_id: id } : {}), content: result.text });
      if (result.image) shown.push(result.image.data.toString('base64'));
    }
    if (shown.length > 0) messages.push({ role: 'user', content: caption, images: shown });
  }
}

export const clients = { anthropic, chat, responses, gemini, ollama };
