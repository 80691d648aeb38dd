// shape.mjs: the form of a request, to compare two clients' requests for the same conversation: ids
// are numbered, opaque reasoning and pictures become names, insignificant members are left out.

const ids = ['id', 'tool_use_id', 'tool_call_id', 'call_id'];
const opaque = ['signature', 'encrypted_content', 'thoughtSignature'];
// Members that say nothing: whatever their value, or with this one.
const anything = () => true;
const meaningless = {
  cache_control: anything,
  detail: anything,
  annotations: anything,
  logprobs: anything,
  caller: anything,
  is_error: (value) => value === false,
  status: (value) => value === 'completed',
};
const isDropped = (name, value) => value === undefined || value === null || meaningless[name]?.(value);

function simplify(value, key, numbers) {
  if (typeof value === 'string') {
    if (ids.includes(key)) {
      if (!numbers.has(value)) numbers.set(value, `id ${numbers.size + 1}`);
      return numbers.get(value);
    }
    if (opaque.includes(key) || (key === 'data' && value.length > 40)) return 'opaque';
    const named = [...numbers].reduce((text, [id, number]) => text.replaceAll(id, number), value);
    return named.replace(/^data:(image\/\w+);base64,.*$/s, '<$1>');
  }
  if (Array.isArray(value)) return value.map((one) => simplify(one, undefined, numbers));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, member]) => !isDropped(name, member))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, simplify(member, name, numbers)]));
}

const asParts = (type) => (content) =>
  typeof content === 'string' ? (content === '' ? [] : [{ type, text: content }]) : (content ?? []);
// Texts that came in pieces are one text.
const joined = (parts) =>
  parts.reduce((all, part) => {
    const before = all.at(-1);
    const goesOn =
      before?.text !== undefined &&
      part.text !== undefined &&
      before.thought === part.thought &&
      !before.thoughtSignature;
    return goesOn ? [...all.slice(0, -1), { ...part, text: before.text + part.text }] : [...all, part];
  }, []);
const list = (value) => (Array.isArray(value) ? value : [value]);

// Per format: system, tools and messages with one way of writing each thing.
const forms = {
  anthropic(body) {
    const parts = asParts('text');
    return {
      system: parts(body.system),
      messages: body.messages.map((message) => ({
        ...message,
        content: parts(message.content).map((block) =>
          block.type === 'tool_result' ? { ...block, content: parts(block.content) } : block,
        ),
      })),
      tools: body.tools,
      rest: ['system', 'messages', 'tools'],
    };
  },
  chat(body) {
    const role = (name) => (name === 'developer' ? 'system' : name);
    return {
      messages: body.messages.map((message) => ({
        ...message,
        role: role(message.role),
        content: asParts('text')(message.content),
      })),
      tools: body.tools?.map((tool) => ({ ...tool, function: { ...tool.function, strict: undefined } })),
      rest: ['messages', 'tools'],
    };
  },
  responses(body) {
    const type = (item) => (item.role === 'assistant' ? 'output_text' : 'input_text');
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
    return {
      system: body.instructions,
      messages: input.map((item) =>
        item.role
          ? { type: 'message', ...item, content: asParts(type(item))(item.content) }
          : item.type === 'function_call_output'
            ? { ...item, output: asParts('input_text')(item.output) }
            : item,
      ),
      tools: body.tools,
      rest: ['instructions', 'input', 'tools'],
    };
  },
  gemini(body) {
    return {
      system: body.systemInstruction?.parts,
      messages: body.contents.map((content) => ({ ...content, parts: joined(content.parts) })),
      tools: list(body.tools),
      rest: ['systemInstruction', 'contents', 'tools'],
    };
  },
  ollama(body) {
    return {
      messages: body.messages.map((message) => ({
        ...message,
        content: message.content || undefined,
        images: message.images?.map(() => '<image>'),
      })),
      tools: body.tools,
      rest: ['messages', 'tools'],
    };
  },
};

// request: one of a mock's requests. {system, tools, messages, parameters}
export function shape(format, request) {
  const { rest, ...form } = forms[format](request.body);
  const numbers = new Map();
  const parameters = Object.fromEntries(Object.entries(request.body).filter(([name]) => !rest.includes(name)));
  return { ...simplify(form, undefined, numbers), parameters: simplify(parameters, undefined, numbers) };
}
