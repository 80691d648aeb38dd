// chat.mjs: a strict mock of OpenAI's chat completions, and of what OpenRouter
// and DeepSeek do differently: options.flavour is openai, openrouter, deepseek
// or local (LM Studio, vLLM).
import { isDeepStrictEqual as same } from 'node:util';
import { hint, isObject, readDataUrl, refuse, schemaFault, strange, strictFault } from './checks.mjs';
import { id, opaque, pieces } from './parts.mjs';

const members = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'stream',
  'stream_options',
  'reasoning_effort',
  'n',
  'stop',
  'seed',
  'user',
  'response_format',
  'store',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'verbosity',
  'frequency_penalty',
  'presence_penalty',
];
// model: what OpenAI itself checks of it.
const models = {
  'gpt-4.1': {},
  'gpt-5.2': { reasoning: true },
  'gpt-5.6-luna': { reasoning: true, toolsNeedResponses: true },
};
const flavours = {
  openai: { base: '/v1', model: 'gpt-5.2', members },
  openrouter: {
    base: '/api/v1',
    model: 'openai/gpt-5.2-pro',
    members: [
      ...members,
      'reasoning',
      'provider',
      'models',
      'route',
      'usage',
      'plugins',
      'transforms',
      'include_reasoning',
    ],
  },
  deepseek: {
    base: '',
    model: 'deepseek-v4-flash',
    members: [
      ...members.filter((name) => !['max_completion_tokens', 'parallel_tool_calls', 'store'].includes(name)),
      'thinking',
    ],
  },
  local: { base: '/v1', model: 'qwen3-8b', members },
};
const kinds = { text: ['type', 'text', 'cache_control'], image_url: ['type', 'image_url'] };

function checkImage(part, place, role) {
  if (role !== 'user')
    refuse(
      `Invalid '${place}'. Image URLs are only allowed for messages with role 'user', but this message with role ` +
        `'${role}' contains an image URL.`,
    );
  const { url, detail, ...rest } = part.image_url ?? {};
  if (Object.keys(rest).length > 0 || !['auto', 'low', 'high', undefined].includes(detail))
    refuse(`Invalid value for '${place}.image_url'.`);
  readDataUrl(url, (why) => `Invalid '${place}.image_url.url'. ${why}`);
}

function checkContent(message, place) {
  const { content, role } = message;
  if (typeof content === 'string') return;
  if (content === null || content === undefined) {
    if (role === 'assistant' && message.tool_calls?.length > 0) return;
    refuse(`Invalid value for '${place}.content': expected a string, got null.`);
  }
  if (!Array.isArray(content) || content.length === 0)
    refuse(`Invalid type for '${place}.content': expected one of a string or array of objects.`);
  for (const [k, part] of content.entries()) {
    const where = `${place}.content[${k}]`;
    if (!kinds[part?.type])
      refuse(
        `Invalid value: '${part?.type}'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', ` +
          `'audio', and 'file'.`,
        { param: `${where}.type` },
      );
    const extra = strange(part, kinds[part.type]);
    if (extra) refuse(`Unknown parameter: '${where}.${extra}'.`, { code: 'unknown_parameter' });
    if (part.type === 'image_url') checkImage(part, place, role);
    else if (typeof part.text !== 'string') refuse(`Missing required parameter: '${where}.text'.`);
  }
}

function checkCalls(message, place) {
  if (!Array.isArray(message.tool_calls) || message.tool_calls.length === 0)
    refuse(
      `Invalid '${place}.tool_calls': empty array. Expected an array with minimum length 1, but got an empty ` +
        'array instead.',
    );
  for (const [k, call] of message.tool_calls.entries()) {
    const where = `${place}.tool_calls[${k}]`;
    const extra = strange(call, ['id', 'type', 'function']) ?? strange(call.function ?? {}, ['name', 'arguments']);
    if (extra) refuse(`Unknown parameter: '${where}.${extra}'.`, { code: 'unknown_parameter' });
    if (call?.type !== 'function') refuse(`Missing required parameter: '${where}.type'.`);
    if (typeof call.id !== 'string' || call.id === '' || call.id.length > 64)
      refuse(`Invalid '${where}.id': string too long. Expected a string with maximum length 64.`);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(call.function?.name ?? ''))
      refuse(
        `Invalid '${where}.function.name': string does not match pattern. Expected a string that matches the ` +
          `pattern '^[a-zA-Z0-9_-]+$'.`,
      );
    if (typeof call.function.arguments !== 'string')
      refuse(
        `Invalid type for '${where}.function.arguments': expected a string, but got ` +
          `${isObject(call.function.arguments) ? 'an object' : 'another type'} instead.`,
      );
  }
}

const roleMembers = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: [
    'role',
    'content',
    'name',
    'tool_calls',
    'refusal',
    'annotations',
    'audio',
    'reasoning_content',
    'reasoning_details',
    'reasoning',
  ],
  tool: ['role', 'content', 'tool_call_id'],
};

function checkMessages(messages, flavour) {
  let open = [];
  const seen = new Set();
  const close = (index) => {
    if (open.length > 0)
      refuse(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each ` +
          `'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
        { param: `messages.[${index}].role` },
      );
  };
  for (const [k, message] of messages.entries()) {
    const place = `messages[${k}]`;
    if (!roleMembers[message?.role])
      refuse(
        `Invalid value: '${message?.role}'. Supported values are: 'system', 'assistant', 'user', 'function', ` +
          `'tool', and 'developer'.`,
        { param: `${place}.role` },
      );
    const extra = strange(message, roleMembers[message.role]);
    if (extra || (flavour === 'openai' && Object.keys(message).some((name) => name.startsWith('reasoning'))))
      refuse(`Unknown parameter: '${place}.${extra ?? 'reasoning'}'.`, { code: 'unknown_parameter' });
    checkContent(message, place);
    if (message.role === 'tool') {
      if (typeof message.tool_call_id !== 'string') refuse(`Missing required parameter: '${place}.tool_call_id'.`);
      if (!open.includes(message.tool_call_id))
        refuse(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${k}].role` },
        );
      open = open.filter((name) => name !== message.tool_call_id);
      continue;
    }
    close(k);
    if (message.tool_calls === undefined) continue;
    checkCalls(message, place);
    open = message.tool_calls.map((call) => call.id);
    for (const name of open) {
      if (seen.has(name)) refuse(`Duplicate value for 'tool_call_id' of '${name}' in 'messages'.`);
      seen.add(name);
    }
  }
  close(messages.length);
}

function checkTools({ tools, tool_choice: choice }, flavour, warn) {
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0))
    refuse("Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.");
  const names = new Set();
  for (const [k, tool] of (tools ?? []).entries()) {
    if (tool.type !== 'function' || !isObject(tool.function))
      refuse(`Missing required parameter: 'tools[${k}].function'.`);
    const extra = strange(tool.function, ['name', 'description', 'parameters', 'strict']);
    if (extra) refuse(`Unknown parameter: 'tools[${k}].function.${extra}'.`, { code: 'unknown_parameter' });
    const { name, parameters, strict } = tool.function;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name ?? ''))
      refuse(
        `Invalid 'tools[${k}].function.name': string does not match pattern. Expected a string that matches the ` +
          `pattern '^[a-zA-Z0-9_-]+$'.`,
      );
    if (names.has(name)) refuse(`Duplicate function name '${name}' in 'tools'.`);
    names.add(name);
    const fault =
      parameters &&
      (schemaFault(parameters) ??
        (parameters.type !== 'object'
          ? 'schema must be a JSON Schema of \'type: "object"\''
          : strict
            ? strictFault(parameters)
            : undefined));
    if (fault)
      refuse(`Invalid schema for function '${name}': ${fault}`, {
        code: 'invalid_function_parameters',
        param: `tools[${k}].function.parameters`,
      });
  }
  if (choice === undefined) return;
  if (!tools) refuse("Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.");
  if (flavour === 'local') warn('tool_choice is not known everywhere');
}

const newest = (model) => models[model]?.toolsNeedResponses;

function checkOpenAi(body) {
  const model = models[body.model];
  if (!model)
    refuse(`The model \`${body.model}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: 'model_not_found',
    });
  if (!model.reasoning) return;
  if (body.max_tokens !== undefined)
    refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    );
  if (body.temperature !== undefined && body.temperature !== 1)
    refuse(
      `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default ` +
        '(1) value is supported.',
      { param: 'temperature', code: 'unsupported_value' },
    );
  if (newest(body.model) && body.tools && body.reasoning_effort !== 'none')
    refuse(
      `Function tools with reasoning_effort are not supported for ${body.model} in /v1/chat/completions. To use ` +
        `function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    );
}

function checkOpenRouter(body, options) {
  if (body.model !== options.model) refuse(`${body.model} is not a valid model ID`);
}

function checkDeepSeek(body, options, warn) {
  if (body.model !== options.model && body.model !== 'deepseek-flash') refuse('Model Not Exist');
  if (body.thinking && !['enabled', 'disabled', 'adaptive'].includes(body.thinking.type))
    refuse(`unknown variant \`${body.thinking.type}\`, expected one of \`enabled\`, \`disabled\``);
  const thinks = body.thinking?.type !== 'disabled';
  for (const name of ['temperature', 'top_p'])
    if (thinks && body[name] !== undefined) warn(`${name} is ignored while thinking`);
}

const perFlavour = { openai: checkOpenAi, openrouter: checkOpenRouter, deepseek: checkDeepSeek, local: () => {} };

// Reasoning comes back with the calls that it led to, byte for byte.
function checkReasoning({ messages }, issued, flavour) {
  for (const message of messages.filter((one) => one.tool_calls)) {
    const known = issued.get(message.tool_calls[0].id);
    if (!known) continue;
    if (flavour === 'deepseek' && message.reasoning_content !== known.reasoning_content)
      refuse('The `reasoning_content` in the thinking mode must be passed back to the API.');
    if (flavour === 'openrouter' && !same(message.reasoning_details, known.reasoning_details))
      refuse('Provider returned error: reasoning_details must be passed back unmodified');
  }
}

function check({ body, options, issued, warn }) {
  const { flavour } = options;
  const extra = strange(body, flavours[flavour].members);
  if (extra && flavour === 'openai')
    refuse(`Unknown parameter: '${extra}'.`, { param: extra, code: 'unknown_parameter' });
  if (extra) warn(`${extra} is not known`);
  if (typeof body.model !== 'string') refuse('you must provide a model parameter');
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    refuse("Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.");
  if (body.stream_options !== undefined && body.stream !== true)
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", { param: 'stream_options' });
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    if (body[name] !== undefined && !(Number.isInteger(body[name]) && body[name] > 0))
      refuse(`Invalid '${name}': integer below minimum value. Expected a value >= 1, but got ${body[name]} instead.`);
  }
  perFlavour[flavour](body, options, warn);
  checkTools(body, flavour, warn);
  checkMessages(body.messages, flavour);
  checkReasoning(body, issued, flavour);
}

const text = (content) =>
  Array.isArray(content)
    ? content
        .filter((part) => part.type === 'text')
        .map((part) => part.text)
        .join('')
    : (content ?? '');
const images = (content) =>
  (Array.isArray(content) ? content : [])
    .filter((part) => part.type === 'image_url')
    .map((part) => readDataUrl(part.image_url.url, String));
const parsed = (value) => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

function turn(body) {
  const said = body.messages.filter((message) => ['system', 'developer'].includes(message.role));
  return {
    system: said.map((message) => text(message.content)).join('\n'),
    tools: (body.tools ?? []).map(({ function: { name, description, parameters: schema } }) => ({
      name,
      description,
      schema,
    })),
    messages: body.messages
      .filter((message) => !said.includes(message))
      .map((message) =>
        message.role === 'tool'
          ? {
              role: 'user',
              text: '',
              results: [{ id: message.tool_call_id, text: text(message.content), images: [], isError: undefined }],
            }
          : {
              role: message.role,
              text: text(message.content),
              images: images(message.content),
              calls: (message.tool_calls ?? []).map((call) => ({
                id: call.id,
                name: call.function.name,
                args: parsed(call.function.arguments),
              })),
            },
      ),
  };
}

const stops = { done: 'stop', calls: 'tool_calls', length: 'length', refused: 'content_filter' };
const finish = (reply) => stops[reply.stop ?? (reply.calls?.length ? 'calls' : 'done')] ?? 'stop';

function reasoning(reply, { body, options }) {
  if (reply.thought === undefined) return {};
  if (options.flavour === 'deepseek' && body.thinking?.type !== 'disabled') return { reasoning_content: reply.thought };
  if (options.flavour !== 'openrouter') return {};
  return {
    reasoning: reply.thought,
    reasoning_details: [
      { type: 'reasoning.summary', summary: reply.thought, format: 'openai-responses-v1', index: 0 },
      { type: 'reasoning.encrypted', data: opaque(60), id: id('rs_'), format: 'openai-responses-v1', index: 0 },
    ],
  };
}

function message(reply, context) {
  const calls = (reply.calls ?? []).map(({ name, args, rawArgs }) => ({
    id: id('call_'),
    type: 'function',
    function: { name, arguments: rawArgs ?? JSON.stringify(args ?? {}) },
  }));
  const thought = reasoning(reply, context);
  for (const call of calls) context.issued.set(call.id, thought);
  const refused =
    reply.stop === 'refused' && context.options.flavour === 'openai'
      ? { refusal: reply.text ?? 'I can’t help with that.' }
      : {};
  return {
    role: 'assistant',
    content: reply.text ?? null,
    ...refused,
    ...thought,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function usage(reply, { tokens, options }) {
  const base = { prompt_tokens: tokens.in, completion_tokens: 20, total_tokens: tokens.in + 20 };
  const details = {
    prompt_tokens_details: { cached_tokens: tokens.cached },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
  if (options.flavour === 'deepseek')
    return {
      ...base,
      prompt_cache_hit_tokens: tokens.cached,
      prompt_cache_miss_tokens: tokens.in - tokens.cached,
      ...details,
      ...reply.usage,
    };
  return { ...base, ...details, ...(options.flavour === 'openrouter' ? { cost: 0.00125 } : {}), ...reply.usage };
}

const head = (context, object) => ({ id: id('chatcmpl-'), object, created: 1795000000, model: context.body.model });

function plain(reply, context) {
  return {
    ...head(context, 'chat.completion'),
    choices: [{ index: 0, finish_reason: finish(reply), logprobs: null, message: message(reply, context) }],
    usage: usage(reply, context),
  };
}

function callDeltas(call, index) {
  const [first, ...rest] = ['', ...pieces(call.function.arguments)];
  return [
    {
      tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: first } }],
    },
    ...rest.map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
}

function stream(reply, context) {
  const all = message(reply, context);
  const about = head(context, 'chat.completion.chunk');
  const deltas = [
    { role: 'assistant', content: all.content === null ? null : '' },
    ...pieces(all.reasoning_content ?? '').map((part) => ({ reasoning_content: part })),
    ...(all.reasoning_details ?? []).map((detail) => ({
      reasoning: detail.summary ?? null,
      reasoning_details: [detail],
    })),
    ...pieces(all.content ?? '').map((part) => ({ content: part })),
    ...(all.refusal ? [{ refusal: all.refusal }] : []),
    ...(all.tool_calls ?? []).flatMap(callDeltas),
  ];
  const wantsUsage =
    context.body.stream_options?.include_usage ||
    (context.options.flavour === 'openrouter' && context.body.usage?.include);
  const none = wantsUsage ? { usage: null } : {};
  const chunk = (delta, reason = null) => ({
    data: { ...about, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }], ...none },
  });
  return [
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish(reply)),
    ...(wantsUsage ? [{ data: { ...about, choices: [], usage: usage(reply, context) } }] : []),
    { data: '[DONE]' },
  ];
}

// An error in the provider's words and envelope.
function error(
  options,
  status,
  { message: words, type = 'invalid_request_error', param = null, code = null, headers = {} },
) {
  const body =
    options.flavour === 'openrouter'
      ? {
          error: { code: status, message: words, metadata: { provider_name: 'OpenAI', raw: words } },
          user_id: 'user_1',
        }
      : { error: { message: words, type, param, code } };
  return { status, headers: { 'x-request-id': id('req_'), ...headers }, body };
}

const wrongKey = {
  openai: [
    'Incorrect API key provided: sk-wrong. You can find your API key at https://platform.openai.com/account/api-keys.',
    { code: 'invalid_api_key' },
  ],
  openrouter: ['User not found.', {}],
  deepseek: [
    'Authentication Fails, Your api key: ****-key is invalid',
    { type: 'authentication_error', code: 'invalid_request_error' },
  ],
  local: ['Unauthorized', {}],
};
const noCredit = {
  openai: [
    429,
    'You exceeded your current quota, please check your plan and billing details.',
    { type: 'insufficient_quota', code: 'insufficient_quota' },
  ],
  openrouter: [402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', {}],
  deepseek: [402, 'Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }],
  local: [402, 'Insufficient credits', {}],
};

export const chat = {
  name: 'chat',
  keyHeader: 'authorization',
  defaults: ({ flavour = 'openai' }) => ({
    flavour,
    base: flavours[flavour].base,
    model: flavours[flavour].model,
    ...(flavour === 'openrouter' ? { comment: ': OPENROUTER PROCESSING' } : {}),
  }),
  route({ url, body }, { base, model }) {
    if (url === `${base}/models`)
      return {
        answer: {
          object: 'list',
          data: [...Object.keys(models), model].map((name) => ({ id: name, object: 'model' })),
        },
      };
    if (url !== `${base}/chat/completions`) refuse(`Invalid URL (POST ${url})`, { status: 404 });
    return { stream: body?.stream === true };
  },
  authorize({ headers }, { key, flavour }) {
    const [, given] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (given === undefined && flavour === 'openrouter') refuse('No auth credentials found', { status: 401 });
    if (given === undefined)
      refuse(
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer " +
          'auth (i.e. Authorization: Bearer YOUR_KEY).',
        { status: 401 },
      );
    if (given !== key) refuse(wrongKey[flavour][0], { status: 401, ...wrongKey[flavour][1] });
  },
  check,
  turn,
  plain,
  stream,
  headers: ({ options }) => (options.flavour === 'openrouter' ? { 'x-generation-id': id('gen-') } : {}),
  prefix: (body) => [body.tools ?? [], ...body.messages],
  refusal: (refusal, options) => error(options, refusal.status, refusal),
  errors: {
    throttled: (fault, options) =>
      error(options, 429, {
        message: 'Rate limit reached for requests per min (RPM): Limit 3, Used 3.',
        type: 'requests',
        code: 'rate_limit_exceeded',
        headers: hint(fault),
      }),
    overloaded: (fault, options) =>
      error(options, 503, {
        message: 'The engine is currently overloaded, please try again later',
        type: 'server_error',
        headers: hint(fault),
      }),
    serverError: (fault, options) =>
      error(options, 500, {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        headers: hint(fault),
      }),
    insufficientQuota: (fault, options) =>
      error(options, noCredit[options.flavour][0], {
        message: noCredit[options.flavour][1],
        ...noCredit[options.flavour][2],
      }),
    wrongKey: (fault, options) =>
      error(options, 401, { message: wrongKey[options.flavour][0], ...wrongKey[options.flavour][1] }),
    tooLong: (fault, options) =>
      error(options, 400, {
        message:
          "This model's maximum context length is 400000 tokens. However, your messages resulted in 400123 tokens.",
        param: 'messages',
        code: 'context_length_exceeded',
      }),
    noModel: (fault, options) =>
      error(options, 404, {
        message: `The model \`${options.model}\` does not exist or you do not have access to it.`,
        code: 'model_not_found',
      }),
    badRequest: (fault, options) =>
      error(options, 400, { message: "Invalid type for 'messages': expected an array of objects." }),
  },
  // OpenRouter ends a stream that has begun with a chunk that has an error.
  streamError: (body) => [
    {
      data: {
        id: id('gen-'),
        object: 'chat.completion.chunk',
        ...body,
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
    },
  ],
};
