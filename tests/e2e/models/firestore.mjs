// firestore.mjs: a Firestore of one collection over REST: create, read, list by pages, change by mask, delete,
// runQuery, preconditions, Google's errors, and access tokens for a signed assertion
import { createVerify } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

const errors = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
};

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const types = {
  stringValue: (value) => typeof value === 'string',
  integerValue: (value) => /^-?\d+$/.test(value) && typeof value === 'string',
  doubleValue: (value) => typeof value === 'number',
  booleanValue: (value) => typeof value === 'boolean',
  timestampValue: (value) => !Number.isNaN(Date.parse(value)),
  nullValue: (value) => value === null,
  arrayValue: ({ values = [] }) => values.every(isValue),
  mapValue: ({ fields = {} }) => Object.values(fields).every(isValue),
};
function isValue(value) {
  const names = Object.keys(value);
  return names.length === 1 && names[0] in types && types[names[0]](value[names[0]]);
}

export class Firestore {
  // account: {email, publicKey} whose assertions get tokens; otherwise it is an emulator.
  constructor({ project = 'lab', database = '(default)', account } = {}) {
    this.root = `/v1/projects/${project}/databases/${database}/documents`;
    this.name = `projects/${project}/databases/${database}/documents/testScenarios/`;
    this.account = account;
    this.documents = new Map();
    this.requests = []; // {method, path, query, body}
    this.faults = []; // {when(request), status, headers} that answer in place of the collection, once each
    this.tokens = new Set();
    this.clock = Date.now();
    this.pageSize = 300;
  }

  async start() {
    this.server = http.createServer((request, response) => this.#serve(request, response));
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    this.host = `127.0.0.1:${this.server.address().port}`;
    this.url = `http://${this.host}`;
    return this;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  // As the other dashboard would: plain values, with a new updatedAt.
  put(id, { name, goal = name, steps = [], ...more }) {
    const text = (stringValue) => ({ stringValue });
    const old = this.documents.get(id)?.fields;
    const now = { timestampValue: new Date(this.#tick()).toISOString() };
    return this.#store(id, {
      ...old,
      name: text(name),
      goal: text(goal),
      steps: {
        arrayValue: {
          values: steps.map((description, i) => ({
            mapValue: { fields: { id: { integerValue: String(i + 1) }, description: text(description) } },
          })),
        },
      },
      createdAt: old?.createdAt ?? now,
      updatedAt: now,
      ...more,
    });
  }

  // Plain: {name, goal, steps, packageName}.
  read(id) {
    const fields = this.documents.get(id)?.fields;
    return (
      fields && {
        name: fields.name?.stringValue,
        goal: fields.goal?.stringValue,
        packageName: fields.packageName?.stringValue,
        steps: (fields.steps?.arrayValue.values ?? []).map(({ mapValue }) => mapValue.fields.description.stringValue),
      }
    );
  }

  #tick() {
    this.clock = Math.max(this.clock + 1, Date.now());
    return this.clock;
  }

  #store(id, fields) {
    const time = new Date(this.#tick()).toISOString().replace('Z', '123Z'); // microseconds
    const document = {
      name: this.name + id,
      fields,
      createTime: this.documents.get(id)?.createTime ?? time,
      updateTime: time,
    };
    this.documents.set(id, document);
    return document;
  }

  async #serve(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const url = new URL(request.url, 'http://x');
    const asked = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: request.headers,
      text,
    };
    this.requests.push(asked);
    let status = 200;
    let headers = {};
    let body;
    try {
      const fault = this.faults.find(({ when = () => true }) => when(asked));
      if (fault) {
        this.faults.splice(this.faults.indexOf(fault), 1);
        headers = fault.headers ?? {};
        if (fault.act) await fault.act();
        if (fault.status) throw new Refusal(fault.status, fault.message ?? 'a fault');
      }
      body = asked.path === '/token' ? this.#token(asked) : this.#answer(asked);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      status = errors[error.status];
      body = { error: { code: status, message: error.message, status: error.status } };
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  #token({ text }) {
    const form = new URLSearchParams(text);
    const [header, claims, signature] = (form.get('assertion') ?? '').split('.');
    const read = (part) => JSON.parse(Buffer.from(part, 'base64url'));
    const { iss, aud, scope, iat, exp } = read(claims);
    const ok =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      read(header).alg === 'RS256' &&
      iss === this.account.email &&
      aud === `${this.url}/token` &&
      scope === 'https://www.googleapis.com/auth/datastore' &&
      exp - iat === 3600 &&
      createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(this.account.publicKey, signature, 'base64url');
    if (!ok) throw new Refusal('UNAUTHENTICATED', 'invalid_grant');
    const token = `token-${this.tokens.size + 1}`;
    this.tokens.add(token);
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' };
  }

  #answer({ method, path, query, headers, text }) {
    const token = headers.authorization?.replace('Bearer ', '');
    if (this.account ? !this.tokens.has(token) : token !== 'owner')
      throw new Refusal('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    if (!path.startsWith(this.root)) throw new Refusal('NOT_FOUND', 'The database does not exist.');
    const rest = path.slice(this.root.length);
    const body = text ? JSON.parse(text) : {};
    if (body.fields && !Object.values(body.fields).every(isValue))
      throw new Refusal('INVALID_ARGUMENT', 'Invalid JSON payload received.');
    if (rest === ':runQuery' && method === 'POST') return this.#query(body.structuredQuery);
    const [, collection, id] = rest.split('/');
    if (collection !== 'testScenarios') throw new Refusal('NOT_FOUND', path);
    if (!id && method === 'GET') return this.#list(query);
    if (!id && method === 'POST') return this.#create(query.get('documentId'), body);
    if (method === 'GET') return this.documents.get(id) ?? this.#missing(id);
    this.#check(id, query);
    if (method === 'PATCH') return this.#patch(id, query.getAll('updateMask.fieldPaths'), body);
    if (method !== 'DELETE') throw new Refusal('INVALID_ARGUMENT', method);
    this.documents.delete(id);
    return {};
  }

  #missing(id) {
    throw new Refusal('NOT_FOUND', `Document "${this.name}${id}" not found.`);
  }

  #check(id, query) {
    const time = query.get('currentDocument.updateTime');
    const document = this.documents.get(id);
    if (time && !document) this.#missing(id);
    if (time && document.updateTime !== time)
      throw new Refusal('FAILED_PRECONDITION', 'the stored version does not match the required base version');
    if (query.get('currentDocument.exists') === 'true' && !document) this.#missing(id);
  }

  #list(query) {
    const all = [...this.documents.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const size = Math.min(Number(query.get('pageSize') ?? 20), this.pageSize);
    const from = query.get('pageToken') ? Number(Buffer.from(query.get('pageToken'), 'base64')) : 0;
    const next = from + size < all.length ? Buffer.from(String(from + size)).toString('base64') : undefined;
    return all.length === 0 ? {} : { documents: all.slice(from, from + size), nextPageToken: next };
  }

  #create(id, { fields }) {
    if (this.documents.has(id)) throw new Refusal('ALREADY_EXISTS', 'Document already exists');
    return this.#store(id, fields);
  }

  #patch(id, mask, { fields }) {
    const old = this.documents.get(id)?.fields ?? {};
    const kept = mask.length === 0 ? {} : { ...old };
    for (const name of mask) delete kept[name];
    for (const [name, value] of Object.entries(fields))
      if (mask.length === 0 || mask.includes(name)) kept[name] = value;
    return this.#store(id, kept);
  }

  #query({ from, where, orderBy, limit }) {
    const { field, op, value } = where.fieldFilter;
    if (from[0].collectionId !== 'testScenarios' || op !== 'GREATER_THAN_OR_EQUAL')
      throw new Refusal('INVALID_ARGUMENT', 'a query that this fake does not know');
    const key = (document) => Date.parse(document.fields[field.fieldPath]?.timestampValue);
    const found = [...this.documents.values()]
      .filter((document) => key(document) >= Date.parse(value.timestampValue))
      .sort((a, b) => key(a) - key(b))
      .slice(0, limit);
    if (orderBy[0].field.fieldPath !== field.fieldPath) throw new Refusal('INVALID_ARGUMENT', 'order');
    return found.length > 0 ? found.map((document) => ({ document })) : [{ readTime: new Date().toISOString() }];
  }
}
