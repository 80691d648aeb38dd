// ollama.mjs: a mock of Ollama's native API. The real server checks little and
// cuts long prompts silently; what it would swallow is a warning here.
import { isObject, readImage, refuse, schemaFault, strange } from './checks.mjs';
import { id, pieces } from './parts.mjs';

const models = {
  'qwen3:0.6b': { capabilities: ['completion', 'tools', 'thinking'], context: 40960 },
  'llama3-groq-tool-use:8b': { capabilities: ['completion', 'tools'], context: 8192 },
  'qwen3-vl:8b': { capabilities: ['completion', 'tools', 'thinking', 'vision'], context: 262144 },
};
const members = [
  'model',
  'messages',
  'tools',
  'stream',
  'think',
  'keep_alive',
  'options',
  'format',
  'truncate',
  'shift',
  'logprobs',
  'top_logprobs',
];
const optionNames = [
  'num_ctx',
  'num_predict',
  'temperature',
  'seed',
  'top_k',
  'top_p',
  'min_p',
  'stop',
  'repeat_penalty',
  'repeat_last_n',
  'num_keep',
  'num_batch',
  'num_gpu',
  'num_thread',
  'presence_penalty',
  'frequency_penalty',
];
const messageMembers = ['role', 'content', 'thinking', 'images', 'tool_calls', 'tool_name', 'tool_call_id'];
const goType = (value) => (Array.isArray(value) ? 'array' : typeof value);

function mustBe(value, test, place, type) {
  if (!test(value))
    refuse(`json: cannot unmarshal ${goType(value)} into Go struct field ChatRequest.${place} of type ${type}`);
}

function checkMessage(message, place, warn) {
  mustBe(message, isObject, 'messages', 'api.Message');
  mustBe(message.content ?? '', (value) => typeof value === 'string', 'messages.content', 'string');
  if (!['system', 'user', 'assistant', 'tool'].includes(message.role))
    refuse(`invalid role: ${message.role}, must be one of ["user","assistant","system","tool"]`);
  const extra = strange(message, messageMembers);
  if (extra) warn(`${place}.${extra} is not known`);
  for (const image of message.images ?? [])
    readImage(image, undefined, (why) => (why.startsWith('invalid') ? 'illegal base64 data at input byte 4' : why));
  if (message.images?.length > 0 && message.role !== 'user' && message.role !== 'tool')
    warn(`${place}.images of a ${message.role}`);
  for (const call of message.tool_calls ?? []) {
    mustBe(call.function, isObject, 'messages.tool_calls.function', 'api.ToolCallFunction');
    mustBe(
      call.function.arguments,
      isObject,
      'messages.tool_calls.function.arguments',
      'api.ToolCallFunctionArguments',
    );
    if (typeof call.function.name !== 'string') warn(`${place}: a call without a name`);
  }
}

// The server checks no pairs; a template that meets a stray result is lost.
function checkPairs(messages, warn) {
  let open = [];
  for (const [k, message] of messages.entries()) {
    if (message.role !== 'tool') {
      if (open.length > 0) warn(`messages[${k}]: no result for ${open.map((call) => call.function.name).join(', ')}`);
      open = message.tool_calls ?? [];
      continue;
    }
    const index = open.findIndex((call) =>
      message.tool_call_id ? call.id === message.tool_call_id : call.function.name === message.tool_name,
    );
    if (index < 0) warn(`messages[${k}]: a result of no call`);
    else {
      if (message.tool_name !== open[index].function.name)
        warn(`messages[${k}]: tool_name is not ${open[index].function.name}`);
      open = open.filter((call, i) => i !== index);
    }
  }
  if (open.length > 0) warn('the last calls have no result');
}

function checkTools(tools, warn) {
  for (const tool of tools ?? []) {
    mustBe(tool.function, isObject, 'tools.function', 'api.ToolFunction');
    if (tool.type !== 'function') warn('a tool without its type');
    const fault = schemaFault(tool.function.parameters);
    if (fault) refuse(`invalid tool ${tool.function.name}: ${fault}`);
  }
}

function check({ body, tokens, warn }) {
  if (!body.model) refuse('model is required');
  const model = models[body.model];
  if (!model) refuse(`model '${body.model}' not found`, { status: 404 });
  const extra = strange(body, members);
  if (extra) warn(`${extra} is not known`);
  mustBe(body.options ?? {}, isObject, 'options', 'map[string]interface {}');
  const option = strange(body.options ?? {}, optionNames);
  if (option) warn(`options.${option} is not known`);
  if (body.options?.num_ctx === undefined) warn('options.num_ctx is not given: a long prompt would be cut silently');
  else if (body.options.num_ctx > model.context) warn(`options.num_ctx is more than ${body.model} has`);
  mustBe(body.messages, Array.isArray, 'messages', '[]api.Message');
  if (body.think && !model.capabilities.includes('thinking')) refuse(`"${body.model}" does not support thinking`);
  if (body.tools?.length > 0 && !model.capabilities.includes('tools'))
    refuse(`registry.ollama.ai/library/${body.model} does not support tools`);
  body.messages.forEach((message, k) => checkMessage(message, `messages[${k}]`, warn));
  if (body.messages.some((message) => message.images?.length > 0) && !model.capabilities.includes('vision'))
    refuse('this model is missing data required for image input');
  checkTools(body.tools, warn);
  checkPairs(body.messages, warn);
}

const images = (message) => (message.images ?? []).map((image) => readImage(image, undefined, String));

// The name of a call replaces its id if a client leaves ids out.
function turn(body) {
  const rest = body.messages.filter((message) => message.role !== 'system');
  return {
    system: body.messages
      .filter((message) => message.role === 'system')
      .map((message) => message.content)
      .join('\n'),
    tools: (body.tools ?? []).map(({ function: { name, description, parameters: schema } }) => ({
      name,
      description,
      schema,
    })),
    messages: rest.map((message) =>
      message.role === 'tool'
        ? {
            role: 'user',
            text: '',
            results: [
              {
                id: message.tool_call_id ?? message.tool_name,
                name: message.tool_name,
                text: message.content,
                images: images(message),
              },
            ],
          }
        : {
            role: message.role,
            text: message.content ?? '',
            images: images(message),
            calls: (message.tool_calls ?? []).map((call) => ({
              id: call.id ?? call.function.name,
              name: call.function.name,
              args: call.function.arguments,
            })),
          },
    ),
  };
}

// A model that can think does, unless the request forbids it.
const thinks = (body) => body.think !== false && models[body.model].capabilities.includes('thinking');

const about = (context) => ({ model: context.body.model, created_at: '2026-11-21T10:00:00.123456789Z' });

// The server returns calls that it cannot read as words.
function message(reply, { body }) {
  const broken = reply.calls?.find((call) => call.rawArgs !== undefined);
  const calls = broken
    ? []
    : (reply.calls ?? []).map(({ name, args }, index) => ({
        id: id('call_', 4),
        function: { index, name, arguments: args ?? {} },
      }));
  return {
    role: 'assistant',
    content: broken ? `{"name": "${broken.name}", "parameters": ${broken.rawArgs}` : (reply.text ?? ''),
    ...(reply.thought && thinks(body) ? { thinking: reply.thought } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function end(reply, { tokens, body }) {
  const room = body.options?.num_ctx ?? 4096;
  return {
    done: true,
    done_reason: reply.stop === 'length' ? 'length' : 'stop',
    total_duration: 5191566416,
    load_duration: 2154458,
    prompt_eval_count: Math.min(tokens.in, room),
    prompt_eval_duration: 383809000,
    eval_count: 20,
    eval_duration: 4799921000,
    ...reply.usage,
  };
}

const plain = (reply, context) => ({ ...about(context), message: message(reply, context), ...end(reply, context) });

function stream(reply, context) {
  const all = message(reply, context);
  const line = (more) => ({
    line: { ...about(context), message: { role: 'assistant', content: '', ...more }, done: false },
  });
  return [
    ...pieces(all.thinking).map((thinking) => line({ thinking })),
    ...pieces(all.content).map((content) => line({ content })),
    ...(all.tool_calls ?? []).map((call) => line({ tool_calls: [call] })),
    { line: { ...about(context), message: { role: 'assistant', content: '' }, ...end(reply, context) } },
  ];
}

const error = (status, words) => ({ status, body: { error: words } });
const show = ({ capabilities, context }) => ({
  capabilities,
  details: { family: 'qwen3' },
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': context },
});

export const ollama = {
  name: 'ollama',
  keyHeader: 'authorization',
  streamType: 'application/x-ndjson',
  defaults: () => ({ model: 'qwen3:0.6b', key: '' }),
  route({ url, body }) {
    if (url === '/api/tags') return { answer: { models: Object.keys(models).map((name) => ({ name, model: name })) } };
    if (url === '/api/version') return { answer: { version: '0.12.9' } };
    if (url === '/api/show') {
      if (!models[body?.model ?? body?.name]) refuse(`model '${body?.model}' not found`, { status: 404 });
      return { answer: show(models[body.model ?? body.name]) };
    }
    if (url !== '/api/chat') refuse('404 page not found', { status: 404 });
    return { stream: body?.stream !== false };
  },
  authorize({ headers }, { key }) {
    if (key !== '' && headers.authorization !== `Bearer ${key}`) refuse('unauthorized', { status: 401 });
  },
  check,
  turn,
  plain,
  stream,
  prefix: (body) => [body.tools ?? [], ...body.messages],
  refusal: ({ status, message: words }) => error(status, words),
  errors: {
    throttled: (fault) => ({
      ...error(429, 'too many requests'),
      headers: fault.seconds === undefined ? {} : { 'retry-after': String(fault.seconds) },
    }),
    overloaded: () => error(503, 'server busy, please try again.  maximum pending requests exceeded'),
    serverError: () => error(500, 'llama runner process has terminated: exit status 2'),
    insufficientQuota: () => error(402, 'you have reached your usage limit, upgrade to continue'),
    wrongKey: () => error(401, 'unauthorized'),
    tooLong: () => error(400, 'the input length exceeds the context length'),
    noModel: (fault, { model }) => error(404, `model '${model}' not found`),
    badRequest: (fault, { model }) => error(400, `"${model}" does not support thinking`),
  },
  streamError: (body) => [{ line: body }],
};
