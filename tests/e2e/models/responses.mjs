// responses.mjs: a strict mock of OpenAI's Responses API, used without state
import { isDeepStrictEqual as same } from 'node:util';
import { hint, isObject, readDataUrl, refuse, schemaFault, strange, strictFault } from './checks.mjs';
import { id, opaque, pieces } from './parts.mjs';

const members = [
  'model',
  'input',
  'instructions',
  'store',
  'include',
  'reasoning',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_output_tokens',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'text',
  'truncation',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'user',
  'background',
  'previous_response_id',
  'max_tool_calls',
];
const models = { 'gpt-5.2-pro': {}, 'gpt-6-luna': {} };
const itemMembers = {
  message: ['type', 'role', 'content', 'id', 'status', 'phase'],
  reasoning: ['type', 'id', 'summary', 'encrypted_content', 'status', 'content'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
};
const partMembers = {
  input_text: ['type', 'text'],
  input_image: ['type', 'image_url', 'detail', 'file_id'],
  output_text: ['type', 'text', 'annotations', 'logprobs'],
  refusal: ['type', 'refusal'],
};
const perRole = {
  user: ['input_text', 'input_image'],
  system: ['input_text'],
  developer: ['input_text'],
  assistant: ['output_text', 'refusal'],
  output: ['input_text', 'input_image'],
};
const unknown = (place) => refuse(`Unknown parameter: '${place}'.`, { param: place, code: 'unknown_parameter' });
const kind = (item) => item.type ?? (item.role ? 'message' : undefined);

function checkParts(parts, role, place) {
  if (typeof parts === 'string') return;
  if (!Array.isArray(parts) || parts.length === 0)
    refuse(`Invalid type for '${place}': expected one of an array of objects or string.`);
  for (const [k, part] of parts.entries()) {
    const where = `${place}[${k}]`;
    if (!perRole[role].includes(part?.type))
      refuse(
        `Invalid value: '${part?.type}'. Supported values are: ${perRole[role].map((name) => `'${name}'`).join(' and ')}.`,
        { param: where, code: 'invalid_value' },
      );
    const extra = strange(part, partMembers[part.type]);
    if (extra) unknown(`${where}.${extra}`);
    if (part.type === 'input_image') readDataUrl(part.image_url, (why) => `Invalid '${where}.image_url'. ${why}`);
    else if (part.type.endsWith('text') && typeof part.text !== 'string')
      refuse(`Missing required parameter: '${where}.text'.`);
  }
}

const itemChecks = {
  message(item, place) {
    if (!['user', 'assistant', 'system', 'developer'].includes(item.role))
      refuse(`Invalid value: '${item.role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`, {
        param: place,
      });
    checkParts(item.content, item.role, `${place}.content`);
  },
  function_call(item, place) {
    if (item.id !== undefined && !/^fc_/.test(item.id))
      refuse(`Invalid '${place}.id': '${item.id}'. Expected an ID that begins with 'fc'.`);
    if (typeof item.call_id !== 'string' || item.call_id === '')
      refuse(`Missing required parameter: '${place}.call_id'.`);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(item.name ?? ''))
      refuse(
        `Invalid '${place}.name': string does not match pattern. Expected a string that matches the pattern ` +
          `'^[a-zA-Z0-9_-]+$'.`,
      );
    if (typeof item.arguments !== 'string')
      refuse(
        `Invalid type for '${place}.arguments': expected a string, but got ` +
          `${isObject(item.arguments) ? 'an object' : 'another type'} instead.`,
      );
  },
  function_call_output(item, place) {
    if (typeof item.call_id !== 'string') refuse(`Missing required parameter: '${place}.call_id'.`);
    if (item.output === undefined) refuse(`Missing required parameter: '${place}.output'.`);
    checkParts(item.output, 'output', `${place}.output`);
  },
  reasoning(item, place) {
    if (!Array.isArray(item.summary)) refuse(`Missing required parameter: '${place}.summary'.`);
    if (!/^rs_/.test(item.id ?? ''))
      refuse(`Invalid '${place}.id': '${item.id}'. Expected an ID that begins with 'rs'.`);
  },
};

function checkItems(input) {
  for (const [k, item] of input.entries()) {
    const place = `input[${k}]`;
    if (!isObject(item) || !itemMembers[kind(item)])
      refuse(
        `Invalid value: '${item?.type}'. Supported values are: 'function_call', 'function_call_output', ` +
          `'message', and 'reasoning'.`,
        { param: place, code: 'invalid_value' },
      );
    const extra = strange(item, itemMembers[kind(item)]);
    if (extra) unknown(`${place}.${extra}`);
    itemChecks[kind(item)](item, place);
  }
}

function checkPairs(input) {
  const calls = input.filter((item) => item.type === 'function_call').map((item) => item.call_id);
  const outputs = input.filter((item) => item.type === 'function_call_output').map((item) => item.call_id);
  const open = calls.find((name) => !outputs.includes(name));
  if (open) refuse(`No tool output found for function call ${open}.`, { param: 'input' });
  const stray = input.find(
    (item, k) =>
      item.type === 'function_call_output' &&
      !input.slice(0, k).some((one) => one.type === 'function_call' && one.call_id === item.call_id),
  );
  if (stray) refuse(`No tool call found for function call output with call_id ${stray.call_id}.`, { param: 'input' });
  if (new Set(calls).size !== calls.length || new Set(outputs).size !== outputs.length)
    refuse('Duplicate item found with the same call_id.', { param: 'input' });
}

// Reasoning comes back whole, as it was given, before what it led to.
function checkReasoning({ input, store }, issued) {
  for (const [k, item] of input.entries()) {
    if (item.type === 'reasoning') {
      const known = issued.get(item.id);
      if (store === false && !item.encrypted_content)
        refuse(
          `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try ` +
            `again with \`store\` set to true, or remove this item from your input.`,
          { status: 404 },
        );
      if (!known || item.encrypted_content !== known.encrypted_content || !same(item.summary, known.summary))
        refuse(
          `The encrypted content for item ${item.id} could not be verified. Reason: Encrypted content could not ` +
            'be decrypted or parsed.',
          { code: 'invalid_encrypted_content' },
        );
      if (!['function_call', 'message'].includes(kind(input[k + 1] ?? {})))
        refuse(`Item '${item.id}' of type 'reasoning' was provided without its required following item.`);
    }
    const needs = item.type === 'function_call' && issued.get(item.id);
    if (needs && !input.slice(0, k).some((one) => one.id === needs))
      refuse(
        `Item '${item.id}' of type 'function_call' was provided without its required 'reasoning' item: '${needs}'.`,
      );
  }
}

function checkTools({ tools, tool_choice: choice }) {
  const names = new Set();
  for (const [k, tool] of (tools ?? []).entries()) {
    if (tool.type !== 'function') refuse(`Invalid value: '${tool.type}'.`, { param: `tools[${k}]` });
    if (typeof tool.name !== 'string')
      refuse(`Missing required parameter: 'tools[${k}].name'.`, { code: 'missing_required_parameter' });
    const extra = strange(tool, ['type', 'name', 'description', 'parameters', 'strict', 'defer_loading']);
    if (extra) unknown(`tools[${k}].${extra}`);
    const fault = !isObject(tool.parameters)
      ? "None is not of type 'object'"
      : (schemaFault(tool.parameters) ?? (tool.strict === false ? undefined : strictFault(tool.parameters)));
    if (fault)
      refuse(`Invalid schema for function '${tool.name}': ${fault}`, {
        code: 'invalid_function_parameters',
        param: `tools[${k}].parameters`,
      });
    if (names.has(tool.name)) refuse(`Duplicate function name '${tool.name}' in 'tools'.`);
    names.add(tool.name);
  }
  if (typeof choice === 'string' && !['auto', 'none', 'required'].includes(choice))
    refuse(`Invalid value: '${choice}'.`, { param: 'tool_choice' });
}

function check({ body, issued }) {
  const extra = strange(body, members);
  if (extra === 'max_tokens' || extra === 'max_completion_tokens')
    refuse(
      `Unsupported parameter: '${extra}'. In the Responses API, this parameter has moved to 'max_output_tokens'. ` +
        'Try again with the new parameter.',
      { param: extra, code: 'unsupported_parameter' },
    );
  if (extra === 'messages')
    refuse("Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.", {
      code: 'unsupported_parameter',
    });
  if (extra) unknown(extra);
  if (!models[body.model])
    refuse(`The requested model '${body.model}' does not exist.`, {
      status: 400,
      code: 'model_not_found',
      param: 'model',
    });
  if (body.temperature !== undefined)
    refuse("Unsupported parameter: 'temperature' is not supported with this model.", {
      param: 'temperature',
      code: 'unsupported_parameter',
    });
  if (body.max_output_tokens !== undefined && !(body.max_output_tokens >= 16))
    refuse(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ` +
        `${body.max_output_tokens} instead.`,
      { param: 'max_output_tokens' },
    );
  if (!['none', 'minimal', 'low', 'medium', 'high', 'xhigh', undefined].includes(body.reasoning?.effort))
    refuse(`Invalid value: '${body.reasoning.effort}'.`, { param: 'reasoning.effort' });
  if (body.include?.some((name) => name !== 'reasoning.encrypted_content'))
    refuse(`Invalid value: '${body.include[0]}'.`, { param: 'include[0]' });
  if (body.previous_response_id !== undefined)
    refuse(`Previous response with id '${body.previous_response_id}' not found.`, {
      code: 'previous_response_not_found',
    });
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  if (!Array.isArray(input) || input.length === 0) refuse("Missing required parameter: 'input'.");
  checkItems(input);
  checkPairs(input);
  checkReasoning({ ...body, input }, issued);
  checkTools(body);
}

const text = (parts) =>
  typeof parts === 'string'
    ? parts
    : parts
        .filter((part) => part.text)
        .map((part) => part.text)
        .join('');
const images = (parts) =>
  typeof parts === 'string'
    ? []
    : parts.filter((part) => part.type === 'input_image').map((part) => readDataUrl(part.image_url, String));
const parsed = (value) => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

function turn(body) {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const messages = [];
  const at = (role) =>
    messages.at(-1)?.role === role
      ? messages.at(-1)
      : messages[messages.push({ role, text: '', images: [], calls: [], results: [] }) - 1];
  const system = [body.instructions ?? ''];
  for (const item of input) {
    if (item.type === 'function_call')
      at('assistant').calls.push({ id: item.call_id, name: item.name, args: parsed(item.arguments) });
    else if (item.type === 'function_call_output')
      at('user').results.push({ id: item.call_id, text: text(item.output), images: images(item.output) });
    else if (['system', 'developer'].includes(item.role)) system.push(text(item.content));
    else if (kind(item) === 'message') {
      at(item.role).text += text(item.content);
      at(item.role).images.push(...images(item.content));
    }
  }
  return {
    system: system.join(''),
    tools: (body.tools ?? []).map(({ name, description, parameters: schema }) => ({ name, description, schema })),
    messages,
  };
}

function output(reply, { body, issued }) {
  const items = [];
  if (reply.thought !== undefined) {
    const item = {
      id: id('rs_'),
      type: 'reasoning',
      summary: body.reasoning?.summary ? [{ type: 'summary_text', text: reply.thought }] : [],
    };
    if (body.include?.includes('reasoning.encrypted_content')) item.encrypted_content = opaque(90);
    issued.set(item.id, item);
    items.push(item);
  }
  const reasoning = items[0]?.id;
  const part =
    reply.stop === 'refused'
      ? { type: 'refusal', refusal: reply.text ?? 'I can’t help with that.' }
      : { type: 'output_text', text: reply.text, annotations: [], logprobs: [] };
  if (reply.text || reply.stop === 'refused')
    items.push({ id: id('msg_'), type: 'message', status: 'completed', role: 'assistant', content: [part] });
  for (const { name, args, rawArgs } of reply.calls ?? []) {
    const item = {
      id: id('fc_'),
      type: 'function_call',
      status: 'completed',
      arguments: rawArgs ?? JSON.stringify(args ?? {}),
      call_id: id('call_'),
      name,
    };
    if (reasoning) issued.set(item.id, reasoning);
    items.push(item);
  }
  return items;
}

const reasons = { length: 'max_output_tokens', refused: undefined };

function envelope(reply, context, items) {
  const reason = reasons[reply.stop];
  return {
    id: id('resp_'),
    object: 'response',
    created_at: 1795000000,
    status: reason ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: reason ? { reason } : null,
    instructions: context.body.instructions ?? null,
    metadata: {},
    model: context.body.model,
    output: items,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: context.body.tools ?? [],
    top_p: 1,
    store: context.body.store ?? true,
    usage: {
      input_tokens: context.tokens.in,
      input_tokens_details: { cached_tokens: context.tokens.cached },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 8 },
      total_tokens: context.tokens.in + 20,
      ...reply.usage,
    },
  };
}

const plain = (reply, context) => envelope(reply, context, output(reply, context));

function textEvents(item, index) {
  const [part] = item.content;
  const place = { item_id: item.id, output_index: index, content_index: 0 };
  if (part.type === 'refusal')
    return [
      { type: 'response.refusal.delta', ...place, delta: part.refusal },
      { type: 'response.refusal.done', ...place, refusal: part.refusal },
    ];
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...pieces(part.text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ];
}

const itemEvents = {
  reasoning: () => [],
  message: textEvents,
  function_call: (item, index) => [
    ...pieces(item.arguments).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      item_id: item.id,
      output_index: index,
      delta,
    })),
    { type: 'response.function_call_arguments.done', item_id: item.id, output_index: index, arguments: item.arguments },
  ],
};
const begun = {
  reasoning: (item) => item,
  message: (item) => ({ ...item, status: 'in_progress', content: [] }),
  function_call: (item) => ({ ...item, status: 'in_progress', arguments: '' }),
};

function stream(reply, context) {
  const items = output(reply, context);
  const whole = envelope(reply, context, items);
  const opened = { ...whole, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: opened },
    { type: 'response.in_progress', response: opened },
  ];
  for (const [index, item] of items.entries()) {
    events.push({ type: 'response.output_item.added', output_index: index, item: begun[item.type](item) });
    events.push(...itemEvents[item.type](item, index), {
      type: 'response.output_item.done',
      output_index: index,
      item,
    });
  }
  events.push({ type: `response.${whole.status}`, response: whole });
  return events.map((event, sequence_number) => ({ event: event.type, data: { ...event, sequence_number } }));
}

const error = (status, message, { type = 'invalid_request_error', param = null, code = null, headers = {} } = {}) => ({
  status,
  headers: { 'x-request-id': id('req_'), ...headers },
  body: { error: { message, type, param, code } },
});

export const responses = {
  name: 'responses',
  keyHeader: 'authorization',
  defaults: () => ({ model: 'gpt-5.2-pro', base: '/v1' }),
  route({ url, body }, { base }) {
    if (url === `${base}/models`)
      return { answer: { object: 'list', data: Object.keys(models).map((name) => ({ id: name, object: 'model' })) } };
    if (url !== `${base}/responses`) refuse(`Invalid URL (POST ${url})`, { status: 404 });
    return { stream: body?.stream === true };
  },
  authorize({ headers }, { key }) {
    const [, given] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (given === undefined) refuse("You didn't provide an API key.", { status: 401 });
    if (given !== key)
      refuse(
        'Incorrect API key provided: sk-wrong. You can find your API key at ' +
          'https://platform.openai.com/account/api-keys.',
        { status: 401, code: 'invalid_api_key' },
      );
  },
  check,
  turn,
  plain,
  stream,
  prefix: (body) => [
    body.instructions ?? '',
    body.tools ?? [],
    ...(typeof body.input === 'string' ? [body.input] : body.input),
  ],
  refusal: ({ status, message, ...more }) => error(status, message, more),
  errors: {
    throttled: (fault) =>
      error(429, 'Rate limit reached for gpt-5.2-pro on tokens per min (TPM): Limit 30000, Used 30000.', {
        type: 'tokens',
        code: 'rate_limit_exceeded',
        headers: hint(fault),
      }),
    overloaded: (fault) =>
      error(503, 'The engine is currently overloaded, please try again later', {
        type: 'server_error',
        headers: hint(fault),
      }),
    serverError: (fault) =>
      error(500, 'The server had an error while processing your request. Sorry about that!', {
        type: 'server_error',
        headers: hint(fault),
      }),
    insufficientQuota: () =>
      error(429, 'You exceeded your current quota, please check your plan and billing details.', {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }),
    wrongKey: () => error(401, 'Incorrect API key provided: sk-wrong.', { code: 'invalid_api_key' }),
    tooLong: () =>
      error(400, 'Your input exceeds the context window of this model. Please adjust your input and try again.', {
        param: 'input',
        code: 'context_length_exceeded',
      }),
    noModel: (fault, { model }) =>
      error(404, `The model \`${model}\` does not exist or you do not have access to it.`, { code: 'model_not_found' }),
    badRequest: () => error(400, "Invalid type for 'input': expected one of a string or array of objects."),
  },
  streamError: ({ error: said }) => [
    { event: 'error', data: { ...said, type: 'error', code: said.code ?? said.type, sequence_number: 99 } },
  ],
};
