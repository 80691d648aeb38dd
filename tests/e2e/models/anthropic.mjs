// anthropic.mjs: a strict mock of the Messages API
import { isDeepStrictEqual as same } from 'node:util';
import { hint, isObject, readImage, refuse, schemaFault, strange } from './checks.mjs';
import { id, opaque, pieces } from './parts.mjs';

const models = {
  'claude-opus-4-7': { adaptiveOnly: true, noSampling: true },
  'claude-opus-4-6': {},
  'claude-opus-5-5': { adaptiveOnly: true, noSampling: true },
};
const members = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'stream',
  'metadata',
  'service_tier',
  'cache_control',
  'container',
  'context_management',
  'inference_geo',
];
const blockMembers = {
  text: ['type', 'text', 'cache_control', 'citations'],
  image: ['type', 'source', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
};
const perRole = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
};
const blocks = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);

function checkText(block, place) {
  if (typeof block.text !== 'string') refuse(`${place}.text.text: Field required`);
  if (block.text === '')
    refuse(
      block.cache_control
        ? `${place}.text: cache_control cannot be set for empty text blocks`
        : `${place}: text content blocks must be non-empty`,
    );
}

function checkImage(block, place) {
  const { source } = block;
  if (!isObject(source) || source.type !== 'base64')
    refuse(
      `${place}.image.source: Input tag '${source?.type}' found using 'type' does not match any of the expected tags`,
    );
  if (!['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(source.media_type))
    refuse(
      `${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    );
  if (source.data?.length > 10 << 20)
    refuse(`${place}.image.source.base64: image exceeds 10 MB maximum: ${source.data.length} bytes > 10485760 bytes`);
  readImage(source.data, source.media_type, (why) => `${place}.image.source.base64.data: ${why}`);
}

function checkToolUse(block, place) {
  if (typeof block.id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(block.id))
    refuse(`${place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  if (typeof block.name !== 'string' || !/^[a-zA-Z0-9_-]{1,200}$/.test(block.name))
    refuse(`${place}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'`);
  if (!isObject(block.input)) refuse(`${place}.tool_use.input: Input should be a valid dictionary`);
}

function checkResult(block, place) {
  if (typeof block.tool_use_id !== 'string') refuse(`${place}.tool_result.tool_use_id: Field required`);
  if (block.is_error !== undefined && typeof block.is_error !== 'boolean')
    refuse(`${place}.tool_result.is_error: Input should be a valid boolean`);
  for (const [k, part] of blocks(block.content ?? []).entries()) {
    if (!['text', 'image'].includes(part.type))
      refuse(
        `${place}.tool_result.content.${k}: Input tag '${part.type}' found using 'type' does not match any of ` +
          'the expected tags',
      );
    if (block.is_error && part.type !== 'text')
      refuse(`${place}.tool_result: all content must be type "text" if \`is_error\` is true`);
    checkBlock(part, `${place}.tool_result.content.${k}`);
  }
}

const checks = { text: checkText, image: checkImage, tool_use: checkToolUse, tool_result: checkResult };

function checkBlock(block, place) {
  if (!isObject(block) || !blockMembers[block.type])
    refuse(`${place}: Input tag '${block?.type}' found using 'type' does not match any of the expected tags`);
  const extra = strange(block, blockMembers[block.type]);
  if (extra) refuse(`${place}.${block.type}.${extra}: Extra inputs are not permitted`);
  checks[block.type]?.(block, place);
}

function checkMessage(message, index) {
  const place = `messages.${index}`;
  if (!isObject(message)) refuse(`${place}: Input should be a valid dictionary`);
  const extra = strange(message, ['role', 'content']);
  if (extra) refuse(`${place}.${extra}: Extra inputs are not permitted`);
  if (message.role === 'system') refuse("role 'system' is not supported on this model");
  if (!perRole[message.role]) refuse(`${place}.role: Input should be 'user' or 'assistant'`);
  if (typeof message.content !== 'string' && !Array.isArray(message.content))
    refuse(`${place}.content: Field required`);
  if (message.content.length === 0) refuse(`${place}: all messages must have non-empty content`);
  for (const [k, block] of blocks(message.content).entries()) {
    checkBlock(block, `${place}.content.${k}`);
    if (!perRole[message.role].includes(block.type))
      refuse(
        `${place}.content.${k}: \`${block.type}\` blocks can only be in ` +
          `\`${message.role === 'user' ? 'assistant' : 'user'}\` messages`,
      );
  }
}

// Neighbours of one role are one message to the API.
function merged(messages) {
  const all = [];
  for (const [index, message] of messages.entries()) {
    const content = blocks(message.content);
    if (all.at(-1)?.role === message.role) all.at(-1).content.push(...content);
    else all.push({ role: message.role, content: [...content], index });
  }
  return all;
}

function checkPairs(messages) {
  const seen = new Set();
  for (const [k, { role, content, index }] of messages.entries()) {
    const calls =
      k > 0 && role === 'user'
        ? messages[k - 1].content.filter((block) => block.type === 'tool_use').map((block) => block.id)
        : [];
    const results = content.filter((block) => block.type === 'tool_result');
    for (const { tool_use_id: name } of results) {
      if (!calls.includes(name))
        refuse(
          `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${name}. ` +
            `Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        );
      if (results.filter((block) => block.tool_use_id === name).length > 1)
        refuse(
          `messages.${index}.content.0: each tool_use must have a single result. Found multiple \`tool_result\` ` +
            `blocks with id: ${name}`,
        );
    }
    const open = calls.filter((name) => !results.some((block) => block.tool_use_id === name));
    const early = calls.length > 0 && content.slice(0, results.length).some((block) => block.type !== 'tool_result');
    const without = early ? calls : open;
    if (without.length > 0)
      refuse(
        `messages.${messages[k - 1].index}: \`tool_use\` ids were found without \`tool_result\` blocks ` +
          `immediately after: ${without.join(', ')}. Each \`tool_use\` block must have a corresponding ` +
          `\`tool_result\` block in the next message.`,
      );
    for (const block of content.filter((one) => one.type === 'tool_use')) {
      if (seen.has(block.id)) refuse(`messages.${index}.content: \`tool_use\` ids must be unique`);
      seen.add(block.id);
    }
  }
}

// Blocks of reasoning come back as they were given, in the same turn.
function checkThinking(messages, issued) {
  const current = messages.findLastIndex(
    (message) => message.role === 'user' && !message.content.some((block) => block.type === 'tool_result'),
  );
  for (const [k, { role, content, index }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const given = content.filter((block) => block.type.endsWith('thinking'));
    const known = issued.get(content.find((block) => block.type === 'tool_use')?.id);
    for (const block of given) {
      if (![...issued.values()].flat().some((one) => one.signature === block.signature))
        refuse(`messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`);
    }
    if (!known || (k < current && given.length === 0)) continue;
    if (!same(given, known) || !same(content.slice(0, known.length), known))
      refuse(
        `messages.${index}.content.0: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant ` +
          'message cannot be modified. These blocks must remain as they were in the original response.',
      );
  }
}

function checkTools({ tools = [], tool_choice: choice, thinking }, messages) {
  const names = new Set();
  for (const [k, tool] of tools.entries()) {
    const place = `tools.${k}.custom`;
    const extra = strange(tool, [
      'name',
      'description',
      'input_schema',
      'cache_control',
      'type',
      'strict',
      'eager_input_streaming',
    ]);
    if (extra) refuse(`${place}.${extra}: Extra inputs are not permitted`);
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name ?? ''))
      refuse(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    if (tool.input_schema?.type !== 'object') refuse(`${place}.input_schema.type: Field required`);
    const fault = schemaFault(tool.input_schema);
    if (fault)
      refuse(`${place}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (${fault})`);
    if (names.has(tool.name)) refuse('tools: Tool names must be unique.');
    names.add(tool.name);
  }
  const used = messages.some(({ content }) => content.some((block) => block.type.startsWith('tool_')));
  if (used && tools.length === 0) refuse('Requests which include `tool_use` or `tool_result` blocks must define tools');
  if (choice && !['auto', 'any', 'tool', 'none'].includes(choice.type))
    refuse(`tool_choice: Input tag '${choice.type}' found using 'type' does not match any of the expected tags`);
  if (['any', 'tool'].includes(choice?.type) && thinking?.type === 'adaptive')
    refuse('Thinking may not be enabled when tool_choice forces tool use.');
}

function checkCacheMarks(body) {
  const all = [
    ...(body.tools ?? []),
    ...(Array.isArray(body.system) ? body.system : []),
    ...body.messages.flatMap((message) => blocks(message.content)),
  ];
  const marks = [...all, ...all.flatMap((block) => (Array.isArray(block.content) ? block.content : []))].filter(
    (block) => block.cache_control,
  );
  const count = marks.length + (body.cache_control ? 1 : 0);
  if (count > 4) refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${count}.`);
  const wrong = marks.find(
    ({ cache_control: mark }) => mark.type !== 'ephemeral' || !['5m', '1h', undefined].includes(mark.ttl),
  );
  if (wrong) refuse('cache_control: Input should be {"type":"ephemeral"}');
}

function checkParameters(body, version) {
  const extra = strange(body, members);
  if (extra) refuse(`${extra}: Extra inputs are not permitted`);
  const model = models[body.model];
  if (!model) refuse(`model: ${body.model}`, { status: 404, type: 'not_found_error' });
  if (body.max_tokens === undefined) refuse('max_tokens: Field required');
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 1)
    refuse('max_tokens: Input should be greater than or equal to 1');
  if (body.max_tokens > 128000)
    refuse(
      `max_tokens: ${body.max_tokens} > 128000, which is the maximum allowed number of output tokens for ${body.model}`,
    );
  for (const name of ['temperature', 'top_p', 'top_k']) {
    if (body[name] === undefined) continue;
    if (version !== '2023-06-01') refuse(`${name}: Extra inputs are not permitted`);
    if (model.noSampling) refuse(`\`${name}\` is deprecated for this model.`);
  }
  if (model.adaptiveOnly && body.thinking?.type === 'enabled')
    refuse(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and ' +
        '"output_config.effort" to control thinking behavior.',
    );
  if (body.thinking && !['adaptive', 'disabled', 'enabled'].includes(body.thinking.type))
    refuse(`thinking: Input tag '${body.thinking.type}' found using 'type' does not match any of the expected tags`);
  const effort = body.output_config?.effort;
  if (effort && !['low', 'medium', 'high', 'xhigh', 'max'].includes(effort))
    refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  if (body.stream !== undefined && typeof body.stream !== 'boolean') refuse('stream: Input should be a valid boolean');
}

function check({ body, entry, issued }) {
  checkParameters(body, entry.headers['anthropic-version']);
  for (const [k, block] of (Array.isArray(body.system) ? body.system : []).entries()) checkBlock(block, `system.${k}`);
  if (!Array.isArray(body.messages) || body.messages.length === 0) refuse('messages: at least one message is required');
  body.messages.forEach(checkMessage);
  const messages = merged(body.messages);
  if (messages[0].role !== 'user') refuse('messages: first message must use the "user" role');
  if (messages.at(-1).role !== 'user')
    refuse('This model does not support assistant message prefill. The conversation must end with a user message.');
  checkPairs(messages);
  checkThinking(messages, issued);
  checkTools(body, messages);
  checkCacheMarks(body);
}

const text = (content) =>
  blocks(content ?? '')
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('');
const images = (content) =>
  (Array.isArray(content) ? content : [])
    .filter((block) => block.type === 'image')
    .map(({ source }) => ({ mime: source.media_type, data: Buffer.from(source.data, 'base64') }));

function turn(body) {
  return {
    system: text(body.system),
    tools: (body.tools ?? []).map(({ name, description, input_schema: schema }) => ({ name, description, schema })),
    messages: merged(body.messages).map(({ role, content }) => ({
      role,
      text: text(content),
      images: images(content),
      calls: content
        .filter((block) => block.type === 'tool_use')
        .map(({ id: name, name: tool, input }) => ({ id: name, name: tool, args: input })),
      results: content
        .filter((block) => block.type === 'tool_result')
        .map((block) => ({
          id: block.tool_use_id,
          text: text(block.content),
          images: images(block.content),
          isError: block.is_error === true,
        })),
    })),
  };
}

const stops = {
  done: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refused: 'refusal',
  context: 'model_context_window_exceeded',
  paused: 'pause_turn',
};

function content(reply, { body, issued }) {
  const thinking =
    body.thinking?.type === 'adaptive' && reply.thought !== undefined
      ? [
          {
            type: 'thinking',
            thinking: body.thinking.display === 'summarized' ? reply.thought : '',
            signature: opaque(48),
          },
        ]
      : [];
  const calls = (reply.calls ?? []).map(({ name, args, rawArgs }) => ({
    type: 'tool_use',
    id: id('toolu_01'),
    name,
    input: args ?? {},
    rawArgs,
    caller: { type: 'direct' },
  }));
  for (const call of calls) issued.set(call.id, thinking);
  if (calls.length === 0) issued.set(id('text'), thinking);
  return [...thinking, ...(reply.text ? [{ type: 'text', text: reply.text }] : []), ...calls];
}

const stopReason = (reply) => stops[reply.stop ?? (reply.calls?.length ? 'calls' : 'done')];
const usage = (reply, { body, tokens }) => {
  const marked = JSON.stringify(body).includes('"cache_control"');
  const cached = marked ? tokens.cached : 0;
  const written = marked ? tokens.in - cached : 0;
  return {
    input_tokens: tokens.in - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    output_tokens: 20,
    service_tier: 'standard',
    ...reply.usage,
  };
};

const envelope = (reply, context, blocksOf) => ({
  id: id('msg_01'),
  type: 'message',
  role: 'assistant',
  model: context.body.model,
  content: blocksOf,
  stop_reason: stopReason(reply),
  stop_sequence: null,
  usage: usage(reply, context),
});

// Arguments that are not JSON cannot be in a whole answer, where input is an object: a real server
// gives the part that it could read.
const plain = (reply, context) =>
  envelope(
    reply,
    context,
    content(reply, context).map(({ rawArgs, ...block }) => block),
  );

const deltas = {
  text: (block) => pieces(block.text, 3).map((part) => ({ type: 'text_delta', text: part })),
  thinking: (block) => [
    ...pieces(block.thinking, 3).map((part) => ({ type: 'thinking_delta', thinking: part })),
    { type: 'signature_delta', signature: block.signature },
  ],
  tool_use: (block) =>
    (block.rawArgs === undefined && Object.keys(block.input).length === 0
      ? ['']
      : ['', ...pieces(block.rawArgs ?? JSON.stringify(block.input))]
    ).map((part) => ({ type: 'input_json_delta', partial_json: part })),
};
const begun = {
  text: () => ({ type: 'text', text: '' }),
  thinking: () => ({ type: 'thinking', thinking: '', signature: '' }),
  tool_use: ({ rawArgs, ...block }) => ({ ...block, input: {} }),
};

function stream(reply, context) {
  const all = content(reply, context);
  const message = envelope(reply, context, []);
  const events = [
    {
      type: 'message_start',
      message: { ...message, stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
    },
    { type: 'ping' },
  ];
  for (const [index, block] of all.entries()) {
    events.push({ type: 'content_block_start', index, content_block: begun[block.type](block) });
    for (const delta of deltas[block.type](block)) events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  }
  events.push(
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage },
    { type: 'message_stop' },
  );
  return events.map((data) => ({ event: data.type, data }));
}

const error = (status, type, message, headers = {}) => {
  const request = id('req_01');
  return {
    status,
    headers: { 'request-id': request, ...headers },
    body: { type: 'error', error: { type, message }, request_id: request },
  };
};

export const anthropic = {
  name: 'anthropic',
  keyHeader: 'x-api-key',
  defaults: () => ({ model: 'claude-opus-4-7' }),
  route({ url, body }) {
    if (url === '/v1/models' || url.startsWith('/v1/models?'))
      return { answer: { data: Object.keys(models).map((name) => ({ type: 'model', id: name })), has_more: false } };
    if (url !== '/v1/messages') refuse('Not found', { status: 404, type: 'not_found_error' });
    return { stream: body?.stream === true };
  },
  authorize({ headers }, { key }) {
    const given = headers['x-api-key'] ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (given === undefined) refuse('x-api-key header is required', { status: 401, type: 'authentication_error' });
    if (given !== key) refuse('invalid x-api-key', { status: 401, type: 'authentication_error' });
    if (headers['anthropic-version'] === undefined) refuse('anthropic-version: header is required');
    if (!['2023-06-01', '2026-10-21'].includes(headers['anthropic-version']))
      refuse(`anthropic-version: "${headers['anthropic-version']}" is not a valid version`);
  },
  check,
  turn,
  plain,
  stream,
  prefix: (body) =>
    JSON.parse(
      JSON.stringify([body.tools ?? [], body.system ?? '', ...body.messages], (name, value) =>
        name === 'cache_control' ? undefined : value,
      ),
    ),
  refusal: ({ status, type, message }) => error(status, type ?? 'invalid_request_error', message),
  errors: {
    throttled: (fault) =>
      error(
        429,
        'rate_limit_error',
        'This request would exceed your organization’s rate limit of 50 requests per minute.',
        hint(fault),
      ),
    overloaded: (fault) => error(529, 'overloaded_error', 'Overloaded', hint(fault)),
    serverError: (fault) => error(500, 'api_error', 'Internal server error', hint(fault)),
    insufficientQuota: () => error(402, 'billing_error', 'Your credit balance is too low to access the Anthropic API.'),
    wrongKey: () => error(401, 'authentication_error', 'invalid x-api-key'),
    tooLong: () => error(400, 'invalid_request_error', 'prompt is too long: 1048577 tokens > 1000000 maximum'),
    noModel: (fault, { model }) => error(404, 'not_found_error', `model: ${model}`),
    badRequest: () => error(400, 'invalid_request_error', 'messages.0.content: Input should be a valid list'),
  },
  streamError: (body) => [{ event: 'error', data: body }],
};
