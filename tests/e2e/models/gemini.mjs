// gemini.mjs: a strict mock of Gemini's generateContent
import { isDeepStrictEqual as same } from 'node:util';
import { isObject, readImage, refuse, schemaFault, strange } from './checks.mjs';
import { id, opaque, pieces } from './parts.mjs';

const models = ['gemini-3.1-pro-preview', 'gemini-3.5-flash'];
const members = [
  'systemInstruction',
  'contents',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
  'labels',
  'store',
];
const generation = [
  'maxOutputTokens',
  'thinkingConfig',
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'seed',
  'mediaResolution',
  'responseModalities',
];
const partMembers = [
  'text',
  'inlineData',
  'functionCall',
  'functionResponse',
  'thought',
  'thoughtSignature',
  'partMetadata',
  'mediaResolution',
];
const datas = ['text', 'inlineData', 'functionCall', 'functionResponse'];
const skip = 'skip_thought_signature_validator';

// As protobuf's JSON reader says it.
function only(value, names, place) {
  if (!isObject(value)) refuse(`Invalid value at '${place}' (type.googleapis.com/google.protobuf.Struct)`);
  const extra = strange(value, names);
  if (extra)
    refuse(
      `Invalid JSON payload received. Unknown name "${extra}"${place ? ` at '${place}'` : ''}: Cannot find field.`,
    );
}

function checkInline(inline, place) {
  only(inline, ['mimeType', 'data', 'displayName'], place);
  if (!inline.mimeType) refuse(`Unable to submit request because it must have a mimeType parameter.`);
  readImage(inline.data, inline.mimeType, (why) => `Unable to process input image at ${place}: ${why}`);
}

const dataChecks = {
  text(text, place) {
    if (typeof text !== 'string') refuse(`Invalid value at '${place}.text' (TYPE_STRING), ${text}`);
  },
  inlineData: (inline, place) => checkInline(inline, `${place}.inline_data`),
  functionCall(call, place) {
    only(call, ['id', 'name', 'args'], `${place}.function_call`);
    if (!/^[a-zA-Z_][\w.:-]{0,127}$/.test(call.name ?? ''))
      refuse(`Invalid function name at '${place}.function_call'.`);
    if (call.args !== undefined && !isObject(call.args))
      refuse(
        `Invalid value at '${place}.function_call.args' (type.googleapis.com/google.protobuf.Struct), ` +
          `${JSON.stringify(call.args)}`,
      );
  },
  functionResponse(given, place) {
    only(given, ['id', 'name', 'response', 'parts', 'willContinue', 'scheduling'], `${place}.function_response`);
    if (!given.name) refuse(`GenerateContentRequest.${place}.function_response.name: Name cannot be empty.`);
    if (!isObject(given.response))
      refuse(
        `Invalid value at '${place}.function_response.response' (type.googleapis.com/google.protobuf.Struct), ` +
          `${JSON.stringify(given.response)}`,
      );
    for (const [k, part] of (given.parts ?? []).entries()) {
      only(part, ['inlineData', 'fileData'], `${place}.function_response.parts[${k}]`);
      checkInline(part.inlineData, `${place}.function_response.parts[${k}].inline_data`);
    }
  },
};

function checkPart(part, place) {
  only(part, partMembers, place);
  const data = datas.filter((name) => part[name] !== undefined);
  if (data.length === 0)
    refuse(`GenerateContentRequest.${place}.data: required oneof field 'data' must have one initialized field`);
  if (data.length > 1)
    refuse(`Invalid value at '${place}' (oneof), oneof field 'data' is already set. Cannot set '${data[1]}'`);
  dataChecks[data[0]](part[data[0]], place);
}

const calls = (content) => content.parts.filter((part) => part.functionCall);
const answers = (content) => content.parts.filter((part) => part.functionResponse);

function checkOrder(contents) {
  for (const [k, content] of contents.entries()) {
    const before = contents[k - 1];
    const given = answers(content).map((part) => part.functionResponse);
    const due = before?.role === 'model' ? calls(before).map((part) => part.functionCall) : [];
    if (given.length > 0 && due.length === 0)
      refuse('Please ensure that function response turn comes immediately after a function call turn.');
    if (given.length !== due.length)
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts ' +
          'of the function call turn.',
      );
    if (
      due.some(
        (call, i) =>
          !given.some((one) => (call.id ? one.id === call.id : given[i].name === call.name) && one.name === call.name),
      )
    )
      refuse('Please ensure that the function response parts match the function call parts of the function call turn.');
    if (content.role === 'model' && calls(content).length > 0 && before?.role !== 'user')
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
  }
  if (calls(contents.at(-1)).length > 0)
    refuse('Please ensure that function call turn comes immediately before a function response turn.');
}

// Each step of the current turn has the signature that it was given, where it
// was given.
function checkSignatures(contents, issued) {
  const current = contents.findLastIndex((content) => content.role === 'user' && answers(content).length === 0);
  for (const [k, content] of contents.entries()) {
    if (content.role !== 'model') continue;
    for (const [i, part] of content.parts.entries()) {
      const known = issued.get(part.functionCall?.id);
      const first = part.functionCall && part === calls(content)[0];
      if (k > current && first && !part.thoughtSignature)
        refuse(
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to ' +
            'work correctly, and missing thought_signature may lead to degraded model performance. Additional ' +
            `data, function call \`default_api:${part.functionCall.name}\` , position ${i + 1}. Please refer to ` +
            'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
        );
      const wrong = part.functionCall
        ? known !== undefined && part.thoughtSignature !== known.thoughtSignature
        : part.thoughtSignature && !issued.has(part.thoughtSignature);
      if (wrong && part.thoughtSignature !== skip) refuse('Thought signature is not valid.');
      if (known && !same(part, known)) refuse('Function call was changed after its thought signature was made.');
    }
  }
}

const openApi = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
];

function checkOpenApi(schema, place) {
  only(schema, openApi, place);
  if (typeof schema.type !== 'string')
    refuse(
      `Invalid value at '${place}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), ` +
        `${JSON.stringify(schema.type)}`,
    );
  if (schema.type.toLowerCase() === 'object' && Object.keys(schema.properties ?? {}).length === 0)
    refuse(`GenerateContentRequest.${place}.properties: should be non-empty for OBJECT type`);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkOpenApi(property, `${place}.properties[${name}]`);
  if (schema.items) checkOpenApi(schema.items, `${place}.items`);
}

function checkTools(tools = []) {
  const names = new Set();
  for (const [k, tool] of tools.entries()) {
    only(tool, ['functionDeclarations'], `tools[${k}]`);
    for (const [i, declaration] of tool.functionDeclarations.entries()) {
      const place = `tools[${k}].function_declarations[${i}]`;
      only(
        declaration,
        ['name', 'description', 'parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema', 'behavior'],
        place,
      );
      if (!/^[a-zA-Z_][\w.:-]{0,127}$/.test(declaration.name ?? ''))
        refuse(
          `GenerateContentRequest.${place}.name: Invalid function name. Must start with a letter or an underscore.`,
        );
      if (declaration.parameters && declaration.parametersJsonSchema)
        refuse(`GenerateContentRequest.${place}: only one of parameters and parameters_json_schema may be set.`);
      if (declaration.parameters) checkOpenApi(declaration.parameters, `${place}.parameters`);
      const fault = declaration.parametersJsonSchema && schemaFault(declaration.parametersJsonSchema);
      if (fault) refuse(`GenerateContentRequest.${place}.parameters_json_schema: ${fault}`);
      if (names.has(declaration.name)) refuse(`Duplicate function declaration found: ${declaration.name}`);
      names.add(declaration.name);
    }
  }
}

function checkConfig({ generationConfig = {}, toolConfig }) {
  only(generationConfig, generation, 'generation_config');
  const thinking = generationConfig.thinkingConfig ?? {};
  only(thinking, ['thinkingLevel', 'thinkingBudget', 'includeThoughts'], 'generation_config.thinking_config');
  if (thinking.thinkingLevel !== undefined && thinking.thinkingBudget !== undefined)
    refuse('You can only set only one of thinking budget and thinking level.');
  if (!['minimal', 'low', 'medium', 'high', undefined].includes(thinking.thinkingLevel?.toLowerCase()))
    refuse(`Invalid value at 'generation_config.thinking_config.thinking_level', "${thinking.thinkingLevel}"`);
  if (generationConfig.maxOutputTokens !== undefined && !(generationConfig.maxOutputTokens >= 1))
    refuse('max_output_tokens must be positive.');
  const mode = toolConfig?.functionCallingConfig?.mode;
  if (!['AUTO', 'ANY', 'NONE', 'VALIDATED', undefined].includes(mode))
    refuse(`Invalid value at 'tool_config.function_calling_config.mode', "${mode}"`);
}

function check({ body, issued, entry, warn }) {
  if (entry.url.includes('key=')) warn('the key is in the URL');
  only(body, members, '');
  if (body.systemInstruction) {
    only(body.systemInstruction, ['role', 'parts'], 'system_instruction');
    body.systemInstruction.parts.forEach((part, k) => checkPart(part, `system_instruction.parts[${k}]`));
  }
  if (!Array.isArray(body.contents) || body.contents.length === 0)
    refuse('* GenerateContentRequest.contents: contents is not specified');
  for (const [k, content] of body.contents.entries()) {
    only(content, ['role', 'parts'], `contents[${k}]`);
    if (!['user', 'model'].includes(content.role)) refuse('Please use a valid role: user, model.');
    if (!Array.isArray(content.parts) || content.parts.length === 0)
      refuse(`* GenerateContentRequest.contents[${k}].parts: contents.parts must not be empty.`);
    content.parts.forEach((part, i) => checkPart(part, `contents[${k}].parts[${i}]`));
  }
  if (body.contents[0].role !== 'user')
    refuse('Please ensure that single turn requests end with a user role or the role field is empty.');
  checkOrder(body.contents);
  checkSignatures(body.contents, issued);
  checkTools(body.tools);
  checkConfig(body);
}

const text = (content) =>
  (content?.parts ?? [])
    .filter((part) => part.text && !part.thought)
    .map((part) => part.text)
    .join('');
const images = (parts = []) =>
  parts
    .filter((part) => part.inlineData)
    .map(({ inlineData }) => ({ mime: inlineData.mimeType, data: Buffer.from(inlineData.data, 'base64') }));
const said = (response) => response.output ?? response.result ?? response.error;

// The name of a call replaces its id if a client leaves ids out.
function turn(body) {
  return {
    system: text(body.systemInstruction),
    tools: (body.tools ?? [])
      .flatMap((tool) => tool.functionDeclarations)
      .map(({ name, description, parameters, parametersJsonSchema }) => ({
        name,
        description,
        schema: parametersJsonSchema ?? parameters,
      })),
    messages: body.contents.map((content) => ({
      role: content.role === 'model' ? 'assistant' : 'user',
      text: text(content),
      images: images(content.parts),
      calls: calls(content).map(({ functionCall: call }) => ({
        id: call.id ?? call.name,
        name: call.name,
        args: call.args ?? {},
      })),
      results: answers(content).map(({ functionResponse: given }) => ({
        id: given.id ?? given.name,
        name: given.name,
        isError: given.response.error !== undefined,
        images: images(given.parts),
        text: typeof said(given.response) === 'string' ? said(given.response) : JSON.stringify(given.response),
      })),
    })),
  };
}

const stops = {
  done: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  refused: 'SAFETY',
  malformed: 'MALFORMED_FUNCTION_CALL',
};

function parts(reply, { body, issued }) {
  const all = [];
  const signature = opaque(40);
  if (reply.thought && body.generationConfig?.thinkingConfig?.includeThoughts)
    all.push({ text: reply.thought, thought: true });
  if (reply.text) all.push({ text: reply.text });
  for (const [k, { name, args }] of (reply.calls ?? []).entries()) {
    const part = {
      functionCall: { id: id('', 4), name, args: args ?? {} },
      ...(k === 0 ? { thoughtSignature: signature } : {}),
    };
    issued.set(part.functionCall.id, part);
    all.push(part);
  }
  issued.set(signature, true);
  if (!reply.calls?.length && reply.thought !== undefined) all.push({ text: '', thoughtSignature: signature });
  return all;
}

// Arguments that cannot be read are the server's own kind of end.
const kindOf = (reply) =>
  reply.calls?.some((call) => call.rawArgs !== undefined)
    ? { ...reply, calls: [], text: undefined, stop: 'malformed' }
    : reply;
const usage = (reply, { tokens }) => ({
  usageMetadata: {
    promptTokenCount: tokens.in,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 8,
    cachedContentTokenCount: tokens.cached,
    totalTokenCount: tokens.in + 28,
    ...reply.usage,
  },
});
const about = (context) => ({ modelVersion: context.route.model, responseId: id('', 10) });

function plain(given, context) {
  const reply = kindOf(given);
  const finishReason = stops[reply.stop ?? 'done'];
  const all = parts(reply, context);
  const candidate = {
    ...(['SAFETY', 'MALFORMED_FUNCTION_CALL'].includes(finishReason) && all.length === 0
      ? { content: {} }
      : { content: { role: 'model', parts: all } }),
    finishReason,
    index: 0,
  };
  if (finishReason === 'MALFORMED_FUNCTION_CALL')
    candidate.finishMessage = `Malformed function call: call:${given.calls?.[0]?.name}(${given.calls?.[0]?.rawArgs}`;
  return { candidates: [candidate], ...usage(reply, context), ...about(context) };
}

// Texts come in pieces, calls whole; a signature without a call comes last.
function stream(given, context) {
  const reply = kindOf(given);
  const whole = plain(given, context);
  const { finishReason, finishMessage } = whole.candidates[0];
  const split = (part) => (part.text ? pieces(part.text, 3).map((text) => ({ ...part, text })) : [part]);
  const all = (whole.candidates[0].content.parts ?? []).flatMap(split);
  const rest = { ...usage(reply, context), modelVersion: whole.modelVersion, responseId: whole.responseId };
  const chunks = all.map((part) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
    ...rest,
  }));
  if (chunks.length === 0) chunks.push({ candidates: [{ content: {}, index: 0 }], ...rest });
  Object.assign(chunks.at(-1).candidates[0], { finishReason, ...(finishMessage ? { finishMessage } : {}) });
  return chunks.map((data) => ({ data }));
}

const error = (code, status, message, details) => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});
const states = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  415: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
};
const badKey = [
  'API key not valid. Please pass a valid API key.',
  [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
  ],
];
const quota = (fault) => [
  {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [
      {
        quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
        quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
      },
    ],
  },
  ...(fault.seconds !== undefined || fault.ms !== undefined
    ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${fault.seconds ?? fault.ms / 1000}s` }]
    : []),
];

export const gemini = {
  name: 'gemini',
  keyHeader: 'x-goog-api-key',
  defaults: () => ({ model: 'gemini-3.1-pro-preview', crlf: true }),
  route({ url, method }, options) {
    if (method === 'GET' && /^\/v1beta\/models(\?|$)/.test(url))
      return {
        answer: {
          models: models.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
        },
      };
    const [, model, verb, query] =
      /^\/v1beta\/models\/([^:/?]+):(generateContent|streamGenerateContent)(\?.*)?$/.exec(url) ?? [];
    const single = method === 'GET' && /^\/v1beta\/models\/([^:/?]+)$/.exec(url);
    if (single && models.includes(single[1]))
      return { answer: { name: `models/${single[1]}`, supportedGenerationMethods: ['generateContent'] } };
    if (!model) refuse('Requested entity was not found.', { status: 404 });
    if (![...models, options.model].includes(model))
      refuse(
        `models/${model} is not found for API version v1beta, or is not supported for ${verb}. Call ` +
          'ModelService.ListModels to see the list of available models and their supported methods.',
        { status: 404 },
      );
    if (verb === 'streamGenerateContent' && !/[?&]alt=sse(&|$)/.test(query ?? ''))
      refuse('the mock streams as SSE only: alt=sse');
    return { model, stream: verb === 'streamGenerateContent' };
  },
  authorize({ headers, url }, { key }) {
    const given = headers['x-goog-api-key'] ?? new URL(url, 'http://mock').searchParams.get('key') ?? undefined;
    if (given === undefined)
      refuse(
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or " +
          'other form of API consumer identity to call this API.',
        { status: 403 },
      );
    if (given !== key) refuse(badKey[0], { details: badKey[1] });
  },
  check,
  turn,
  plain,
  stream,
  prefix: (body) => [body.systemInstruction ?? '', body.tools ?? [], ...body.contents],
  refusal: ({ status, message, details }) => error(status, states[status] ?? 'UNKNOWN', message, details),
  errors: {
    throttled: (fault) =>
      error(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan and billing details. Please retry in a moment.',
        quota(fault),
      ),
    overloaded: () => error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    serverError: () =>
      error(
        500,
        'INTERNAL',
        'An internal error has occurred. Please retry or report in ' +
          'https://developers.generativeai.google/guide/troubleshooting',
      ),
    insufficientQuota: () =>
      error(
        403,
        'PERMISSION_DENIED',
        'This API method requires billing to be enabled. Please enable billing on project #1.',
        [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'BILLING_DISABLED', domain: 'googleapis.com' }],
      ),
    wrongKey: () => error(400, 'INVALID_ARGUMENT', badKey[0], badKey[1]),
    tooLong: () =>
      error(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
      ),
    noModel: (fault, { model }) =>
      error(
        404,
        'NOT_FOUND',
        `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      ),
    badRequest: () => error(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'),
  },
  streamError: (body) => [{ data: body }],
};
