// core.mjs: a mock of a model's API: HTTP, a script that answers, faults, a
// record of all requests. The formats are in files of their own.
//
// A script is a function (turn) => reply. turn is neutral:
//   {number, system, tools: [{name, description, schema}], messages, user,
//    results, last, images, model, stream, sent}
// sent is what a provider counts tokens of, as one text; number counts requests
// from 1; user is the text of all user messages; results are
// [{id, name, args, text, isError, images: [{mime, data}]}], all so far; last has
// those after the model's last turn. A reply is
//   {text, thought, calls: [{name, args} or {name, rawArgs}], stop, usage}
// with stop one of done, calls, length, refused, context, paused, malformed; or
// a fault (faults below).
//
// A request that compiles the expectations of a scenario (src/agent/proof/expect_prompt.c)
// comes before those of the run and counts apart, as mock.compiles. options.compile,
// (turn) => reply or the JSON of one, answers it; without that, no step has any.
import http from 'node:http';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from './checks.mjs';
import { anthropic } from './anthropic.mjs';
import { chat } from './chat.mjs';
import { responses } from './responses.mjs';
import { gemini } from './gemini.mjs';
import { ollama } from './ollama.mjs';

export const formats = { anthropic, chat, responses, gemini, ollama };

// Faults of the API itself; each format has its own words for them.
const apiFault =
  (name) =>
  (more = {}) => ({ fault: name, ...more });
export const faults = {
  throttled: apiFault('throttled'), // {seconds}, {ms}, {date}, {shouldRetry}: the hints of checks.mjs
  overloaded: apiFault('overloaded'),
  serverError: apiFault('serverError'),
  insufficientQuota: apiFault('insufficientQuota'),
  wrongKey: apiFault('wrongKey'),
  tooLong: apiFault('tooLong'),
  noModel: apiFault('noModel'),
  badRequest: apiFault('badRequest'),
  // Faults of what is in between.
  badGateway: () => ({ fault: 'badGateway' }),
  redirect: (location) => ({ fault: 'redirect', location }),
  reset: () => ({ fault: 'reset' }),
  hang: () => ({ fault: 'hang' }), // no head ever
  garbage: () => ({ fault: 'garbage' }), // 200, and no JSON
  empty: () => ({ fault: 'empty' }), // 200 without a body
  errorInside: (more = {}) => ({ fault: 'errorInside', ...more }), // a 200 whose body is an error
  // A body on its way; at: the part of it, 0 to 1, that is sent first.
  cut: (reply, at = 0.5) => ({ fault: 'cut', reply, at }),
  resetInBody: (reply, at = 0.5) => ({ fault: 'resetInBody', reply, at }),
  hangInBody: (reply, at = 0.5) => ({ fault: 'hangInBody', reply, at }),
  errorInStream: (reply, at = 0.5) => ({ fault: 'errorInStream', reply, at }),
};

// A client must not ask again after these.
export const permanent = ['insufficientQuota', 'wrongKey', 'noModel', 'badRequest', 'redirect'];

const badGateway = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>',
};

const compiling = 'You turn the steps of a test into checks';

// The value of options.compile, or of its promise, as a reply.
async function compiled(options, turn) {
  const said = (await options.compile?.(turn)) ?? { steps: [{ step: 1, expect: [] }] };
  return said.text !== undefined || said.fault || said.calls ? said : { text: JSON.stringify(said), stop: 'done' };
}

function neutral(format, body, number, route) {
  const { system = '', tools = [], messages } = format.turn(body);
  const calls = new Map(messages.flatMap((message) => message.calls ?? []).map((call) => [call.id, call]));
  const named = (result) => ({
    images: [],
    ...result,
    name: calls.get(result.id)?.name ?? result.name,
    args: calls.get(result.id)?.args,
  });
  const results = messages.flatMap((message) => message.results ?? []).map(named);
  const lastTurn = messages.findLastIndex((message) => message.role === 'assistant');
  const users = messages.filter((message) => message.role === 'user');
  return {
    number,
    system,
    tools,
    messages,
    results,
    model: route.model ?? body.model,
    stream: route.stream,
    user: users.map((message) => message.text ?? '').join('\n'),
    last: messages
      .slice(lastTurn + 1)
      .flatMap((message) => message.results ?? [])
      .map(named),
    images: [...users.flatMap((message) => message.images ?? []), ...results.flatMap((result) => result.images)],
  };
}

// Write bytes in pieces of size bytes, one write each.
async function trickle(response, bytes, size) {
  if (!size) {
    response.write(bytes);
    return;
  }
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    if (!response.write(bytes.subarray(at, at + size)))
      await Promise.race([once(response, 'drain'), once(response, 'close')]).catch(() => {});
    await nextTurn();
  }
}

const comment = (options) => (options.comment ?? ': keep-alive') + (options.crlf ? '\r\n\r\n' : '\n\n');

// A stream's events as bytes: strings are sent as they are.
function streamBytes(events, options) {
  const end = options.crlf ? '\r\n' : '\n';
  const parts = [];
  for (const event of events) {
    if (options.comments && !event.line) parts.push(comment(options));
    if (event.line !== undefined) parts.push(`${JSON.stringify(event.line)}${end}`);
    else {
      const data = typeof event.data === 'string' ? event.data : JSON.stringify(event.data);
      parts.push(`${event.event ? `event: ${event.event}${end}` : ''}data: ${data}${end}${end}`);
    }
  }
  return parts.map((part) => Buffer.from(part));
}

const bodies = ['cut', 'resetInBody', 'hangInBody', 'errorInStream'];

class Mock {
  requests = []; // all that came, in order, but for compiles
  compiles = []; // those that compile expectations
  warnings = []; // requests that a real server ignores, and a client should not send
  issued = new Map(); // opaque reasoning that must come back
  #open = new Set();

  constructor(format, script, options) {
    this.format = format;
    this.script = script;
    this.options = { key: `key-of-the-${format.name}-mock`, ...format.defaults?.(options), ...options };
    this.server = http.createServer((request, response) => this.#serve(request, response));
    this.server.keepAliveTimeout = 60000;
  }

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.origin = `http://127.0.0.1:${this.server.address().port}`;
    this.url = this.origin + (this.options.base ?? '');
    return this;
  }

  async stop() {
    for (const response of this.#open) response.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  // Requests for an answer, without probes.
  get asked() {
    return this.requests.filter((request) => request.turn || request.refused);
  }
  get refusals() {
    return this.requests.filter((request) => request.refused).map((request) => request.refused);
  }

  // Requests that came after an answer that forbids them.
  get repeated() {
    const index = this.requests.findIndex((request) => request.refused || permanent.includes(request.answered));
    return index < 0 ? [] : this.requests.slice(index + 1);
  }

  // Places where a request did not go on as the one before it.
  get prefixChanges() {
    const said = this.requests.filter((request) => request.body).map((request) => this.format.prefix(request.body));
    const changes = [];
    for (let i = 1; i < said.length; i++) {
      const differs = said[i - 1].findIndex((part, k) => JSON.stringify(part) !== JSON.stringify(said[i][k]));
      if (differs >= 0) changes.push({ request: i + 1, part: differs });
    }
    return changes;
  }

  // Returns true if any request has this text: in its path, headers or body.
  has(text) {
    const written = JSON.stringify(text).slice(1, -1);
    return this.requests.some((request) =>
      [request.url, JSON.stringify(request.headers), request.text].some(
        (part) => part.includes(text) || part.includes(written),
      ),
    );
  }

  async #serve(request, response) {
    const parts = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      return;
    } // the client has gone
    this.#open.add(response);
    response.on('error', () => {});
    const entry = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      text: Buffer.concat(parts).toString(),
      time: performance.now(),
    };
    entry.closed = new Promise((resolve) =>
      response.on('close', () => {
        this.#open.delete(response);
        resolve(performance.now());
      }),
    );
    this.requests.push(entry);
    request.socket.setNoDelay(true);
    try {
      await this.#answer(entry, response);
    } catch (error) {
      if (!(error instanceof Refusal)) this.failure = error;
      const said = error instanceof Refusal ? error : new Refusal(`the mock failed: ${error.stack}`, { status: 500 });
      entry.refused = said.message;
      this.#whole(response, this.format.refusal(said, this.options));
    }
  }

  async #answer(entry, response) {
    const { format, options } = this;
    if (entry.method === 'POST') entry.body = this.#read(entry);
    const route = format.route(entry, options);
    format.authorize(entry, options);
    if (route.answer) {
      entry.answered = 'probe';
      this.#whole(response, { status: 200, body: route.answer });
      return;
    }
    if (!entry.body) throw new Refusal('Method Not Allowed', { status: 405 });
    entry.route = route;
    const context = {
      body: entry.body,
      entry,
      route,
      options,
      issued: this.issued,
      warn: (words) => this.warnings.push(`request ${this.requests.indexOf(entry) + 1}: ${words}`),
    };
    format.check(context);
    const turn = neutral(format, entry.body, this.asked.length + 1, route);
    if (turn.system.startsWith(compiling)) {
      this.requests.splice(this.requests.indexOf(entry), 1);
      this.compiles.push({ ...entry, turn });
      context.tokens = { in: 0, cached: 0 };
      await this.#reply(await compiled(options, turn), context, response);
      return;
    }
    entry.turn = turn;
    context.tokens = this.#tokens(entry);
    turn.sent = entry.prefix;
    const reply = await this.script(entry.turn);
    entry.answered = reply.fault ?? 'reply';
    await this.#reply(reply, context, response);
  }

  #read(entry) {
    if (!/^application\/json\b/.test(entry.headers['content-type'] ?? ''))
      throw new Refusal('content-type must be application/json', { status: 415 });
    try {
      return JSON.parse(entry.text);
    } catch {
      throw new Refusal('We could not parse the JSON body of your request.');
    }
  }

  // About as many tokens as a tokenizer would count, and how many of them the
  // request before had in the same place.
  #tokens(entry) {
    entry.prefix = JSON.stringify(this.format.prefix(entry.body)).replace(/[A-Za-z0-9+/=]{400,}/g, 'image');
    const now = entry.prefix;
    const before = this.requests.findLast((request) => request !== entry && request.prefix)?.prefix ?? '';
    let same = 0;
    while (same < before.length && before[same] === now[same]) same++;
    return { in: Math.ceil(now.length / 4), cached: Math.floor(same / 4) };
  }

  async #reply(reply, context, response) {
    const { options, format } = this;
    if (reply.fault === 'reset') return void response.socket.resetAndDestroy();
    if (reply.fault === 'hang') return;
    if (reply.fault === 'badGateway') return this.#whole(response, badGateway);
    if (reply.fault === 'redirect')
      return this.#whole(response, {
        status: 307,
        headers: { location: reply.location ?? `${this.origin}/elsewhere` },
        body: '',
      });
    if (reply.fault === 'garbage' || reply.fault === 'empty')
      return this.#whole(response, {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: reply.fault === 'empty' ? '' : '\u0000\u0001{"half": [',
      });
    if (reply.fault === 'errorInside') return this.#errorInside(reply, context, response);
    if (reply.fault && !bodies.includes(reply.fault)) {
      if (!format.errors[reply.fault]) throw new Error(`${format.name} has no fault ${reply.fault}`);
      return this.#whole(response, format.errors[reply.fault](reply, options));
    }
    await this.#body(reply, context, response, options);
  }

  async #errorInside(reply, context, response) {
    const said = this.format.errors[reply.as ?? 'serverError'](reply, this.options);
    if (!context.route.stream) return this.#whole(response, { status: 200, body: said.body });
    this.#head(response, context);
    response.end(Buffer.concat(streamBytes(this.format.streamError(said.body), this.options)));
  }

  #head(response, context, more = {}) {
    const type = context.route.stream
      ? (this.format.streamType ?? 'text/event-stream; charset=utf-8')
      : 'application/json';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...more });
  }

  // The bytes of a good answer, and what a fault does to them.
  #bytes(reply, context) {
    const good = reply.fault ? reply.reply : reply;
    if (!context.route.stream) return [Buffer.from(JSON.stringify(this.format.plain(good, context)))];
    const parts = streamBytes(this.format.stream(good, context), this.options);
    if (reply.fault !== 'errorInStream') return parts;
    const said = this.format.errors.overloaded(reply, this.options);
    const until = Math.floor(parts.length * reply.at);
    return [...parts.slice(0, until), ...streamBytes(this.format.streamError(said.body), this.options)];
  }

  async #body(reply, context, response, options) {
    const bytes = Buffer.concat(this.#bytes(reply, context));
    const fixed = !context.route.stream && !options.chunk && !reply.fault;
    this.#head(response, context, {
      ...this.format.headers?.(context),
      ...(fixed ? { 'content-length': bytes.length } : {}),
    });
    const partly = reply.fault && reply.fault !== 'errorInStream';
    const sent = partly ? bytes.subarray(0, Math.floor(bytes.length * reply.at)) : bytes;
    if (options.firstPause) await this.#keepAlive(response, context);
    await trickle(response, sent, options.chunk);
    if (reply.fault === 'hangInBody') return;
    if (reply.fault === 'resetInBody') {
      await nextTurn();
      response.socket?.resetAndDestroy();
      return;
    }
    response.end();
  }

  // Keepalives that are not silence: some comments before the first event.
  async #keepAlive(response, context) {
    for (let i = 0; i < 5 && context.route.stream && !this.format.streamType; i++) {
      response.write(comment(this.options));
      await nextTurn();
    }
  }

  #whole(response, { status, headers = {}, body }) {
    if (response.destroyed) return;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  }
}

// Start a mock of one format. options: key, model, flavour, chunk (bytes per
// write), comments, crlf, firstPause, and what a format's defaults() names.
export const startModel = (name, script, options = {}) => new Mock(formats[name], script, options).start();

// Answers in order; the last one again and again.
export const inOrder = (...replies) => {
  let next = 0;
  return (turn) => {
    const reply = replies[Math.min(next++, replies.length - 1)];
    return typeof reply === 'function' ? reply(turn) : reply;
  };
};

// The fault at the nth request (from 1), the script's answer at all others.
export const faultAt = (number, fault, script) => {
  let count = 0;
  return (turn) => (++count === number ? (typeof fault === 'function' ? fault(turn, script) : fault) : script(turn));
};
