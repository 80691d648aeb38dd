// Traces of runs over OTLP/HTTP, read by OpenTelemetry's own protocol files.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import protobuf from 'protobufjs';
import { atEnd, root, startAdbServer, startVirtual, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const protocol = new protobuf.Root();
protocol.resolvePath = (_, file) => path.join(root, 'tests/data/otlp', file);
protocol.loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto');
const Request = protocol.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');

// Every member is a field of the protocol, by its JSON name, with a value of its type.
function check(type, json, where) {
  type.resolve?.();
  for (const [name, value] of Object.entries(json)) {
    const field = type.fields[name] ?? assert.fail(`${where}.${name} is not a field of ${type.name}`);
    field.resolve();
    for (const one of field.repeated ? value : [value]) {
      if (field.resolvedType instanceof protobuf.Type) check(field.resolvedType, one, `${where}.${name}`);
      else if (field.resolvedType instanceof protobuf.Enum)
        assert.ok(field.resolvedType.valuesById[one] !== undefined, `${where}.${name}`);
      else if (field.type === 'bytes') assert.match(one, /^[0-9a-f]+$/, 'ids are hexadecimal in OTLP');
      else if (/64$/.test(field.type)) assert.match(one, /^\d+$/, `${where}.${name} is a text`);
      else assert.equal(typeof one, { string: 'string', bool: 'boolean' }[field.type] ?? 'number', `${where}.${name}`);
    }
  }
  assert.equal(type.verify({}), null);
}

// A collector that answers as its script says.
async function startCollector() {
  const collector = { requests: [], answers: [], spans: () => collector.taken.flatMap(spansOf), taken: [] };
  const listening = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString());
    collector.requests.push({ url: request.url, headers: request.headers, body, at: performance.now() });
    const { status = 200, headers = {}, json = {} } = collector.answers.shift() ?? {};
    if (status === 200) collector.taken.push(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(json));
  });
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => listening.close());
  collector.url = `http://127.0.0.1:${listening.address().port}`;
  return collector;
}
const spansOf = (body) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
const plain = (attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const attributesOf = (span) => plain(span.attributes);

const adbServer = await startAdbServer();
await startVirtual(adbServer);
const secret = 'S3cr3t-c4n4ry';
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
// Its second step has a secret, which no screen shows.
const secretive = { ...login, steps: [login.steps[0], 'The password is {{password}}'] };
const good = () => goodTester([[[steps.sees('Log in')]]]);
let script = good();
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

async function serve(collector, env = {}) {
  const server = await startServer(adbServer, {
    env: { ...mock.environment, SECRET_PASSWORD: secret, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env },
  });
  await server.post('/config', { executorInfoId: mock.profile, replay: false });
  return server;
}
async function runOn(server, scenario = login) {
  const { json } = await server.post('/api/v1/runs', scenario);
  return server.runEnded(json.id);
}
const counted = async (server, name) =>
  Number((await server.get('/metrics')).text.match(new RegExp(`^${name} (\\d+)$`, 'm'))[1]);

test('a run is a trace of its steps, calls and model requests', async () => {
  const collector = await startCollector();
  const server = await serve(collector, {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20k1, x-team = qa%2Cnight',
    OTEL_SERVICE_NAME: 'night tests',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=lab,service.name=other',
  });
  script = good();
  const run = await runOn(server, secretive);
  await until(() => collector.spans().some(({ name }) => name === 'run'), 'the run is exported');
  const [request] = collector.requests;
  assert.equal(request.url, '/v1/traces');
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers.authorization, 'Bearer k1');
  assert.equal(request.headers['x-team'], 'qa,night');
  for (const { body } of collector.requests) check(Request, body, 'request');
  const resource = plain(request.body.resourceSpans[0].resource.attributes);
  assert.equal(resource['service.name'], 'night tests');
  assert.equal(resource['deployment.environment.name'], 'lab');

  const spans = collector.spans();
  const { events } = (await server.get(`/api/v1/runs/${run.id}/events`)).json;
  const of = (prefix) => spans.filter(({ name }) => name.startsWith(prefix));
  assert.equal(of('run').length, 1);
  assert.equal(of('step ').length, 2);
  assert.equal(of('execute_tool ').length, events.filter(({ type }) => type === 'tool').length);
  const asked = events.filter(({ type }) => type === 'model');
  assert.equal(of('chat ').length, asked.length);
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  for (const { traceId, spanId } of spans) assert.deepEqual([traceId.length, spanId.length], [32, 16]);

  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const [whole] = of('run');
  assert.equal(whole.parentSpanId, undefined);
  for (const span of spans) {
    assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), span.name);
    if (span === whole) continue;
    const parent = byId.get(span.parentSpanId) ?? assert.fail(`${span.name} has a parent`);
    assert.ok(parent === whole || parent.name.startsWith('step '), span.name);
    assert.ok(BigInt(span.endTimeUnixNano) <= BigInt(parent.endTimeUnixNano), `${span.name} ends in its parent`);
  }
  const model = attributesOf(of('chat ')[0]);
  assert.equal(of('chat ')[0].kind, 3);
  assert.equal(model['gen_ai.operation.name'], 'chat');
  assert.equal(model['gen_ai.provider.name'], 'anthropic');
  assert.equal(model['gen_ai.request.model'], asked[0].model);
  assert.equal(model['gen_ai.usage.input_tokens'], String(asked[0].inputTokens));
  assert.equal(model['gen_ai.usage.output_tokens'], String(asked[0].outputTokens));
  const own = attributesOf(whole);
  assert.equal(own['agentest.run.id'], run.id);
  assert.deepEqual([own['agentest.verdict'], whole.status.message], [run.verdict, run.verdict]);
  const [first, second] = of('step ').sort((a, b) => a.name.localeCompare(b.name));
  assert.deepEqual([attributesOf(first)['agentest.verdict'], first.status], ['PASS', undefined]);
  assert.deepEqual([attributesOf(second)['agentest.verdict'], second.status.code], [run.steps[1].verdict, 2]);
  assert.ok(!JSON.stringify(collector.requests).includes(secret), 'no secret is exported');
  assert.ok(JSON.stringify(spans).includes('{{password}}'));
});

test('a failed model request and its run are errors', async () => {
  const collector = await startCollector();
  const server = await serve(collector);
  script = () => faults.wrongKey();
  await runOn(server);
  const whole = await until(() => collector.spans().find(({ name }) => name === 'run'), 'the run is exported');
  assert.equal(whole.status.code, 2);
  assert.equal(attributesOf(whole)['agentest.end'], 'model');
  const request = collector.spans().find(({ kind }) => kind === 3);
  assert.equal(attributesOf(request)['error.type'], '401');
  assert.equal(request.status.code, 2);
});

test('a collector that is away for a while loses nothing, and holds up no run', async () => {
  const collector = await startCollector();
  collector.answers.push({ status: 503 }, { status: 429, headers: { 'Retry-After': '0' } });
  const server = await serve(collector);
  script = good();
  const run = await runOn(server);
  assert.equal(run.verdict, 'PASS');
  await until(() => collector.spans().some(({ name }) => name === 'run'), 'the run is exported', 120);
  assert.ok(collector.requests.length >= 3);
  const ids = collector.spans().map(({ spanId }) => spanId);
  assert.equal(new Set(ids).size, ids.length, 'each span once');
  assert.equal(await counted(server, 'agentest_trace_spans_dropped_total'), 0);
  await until(
    async () => (await counted(server, 'agentest_trace_spans_exported_total')) === ids.length,
    'they are counted',
  );
  assert.equal(server.log.match(/traces are not exported/g).length, 1, server.log);
});

test('what a collector refuses is counted, and not sent again', async () => {
  const collector = await startCollector();
  collector.answers.push({ status: 400 });
  const server = await serve(collector);
  script = good();
  await runOn(server);
  await until(async () => (await counted(server, 'agentest_trace_spans_dropped_total')) > 0, 'they are counted');
  const refused = spansOf(collector.requests[0].body);
  const later = collector.spans().map(({ spanId }) => spanId);
  assert.ok(refused.every(({ spanId }) => !later.includes(spanId)));
});

test('the end sends what is left', async () => {
  const collector = await startCollector();
  const server = await serve(collector);
  script = good();
  await runOn(server);
  await server.stop();
  assert.equal(collector.spans().filter(({ name }) => name === 'run').length, 1);
});

test('a collector that does not answer does not hold up the end', async () => {
  const silent = http.createServer(() => {});
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const server = await serve({ url: `http://127.0.0.1:${silent.address().port}` });
  script = good();
  assert.equal((await runOn(server)).verdict, 'PASS');
  assert.equal(await server.stop(), 0);
});

test('a wrong variable is named, without its value', async () => {
  for (const [env, words] of [
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }, /OTEL_EXPORTER_OTLP_HEADERS is not a list like name=value/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=hunter2%0d%0ab' }, /OTEL_EXPORTER_OTLP_HEADERS is not a list/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'hunter2:4318' }, /must begin with http:\/\/ or https:\/\//],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: 'hunter2' }, /OTEL_EXPORTER_OTLP_TIMEOUT is not a number of milliseconds/],
  ]) {
    const server = await startServer(adbServer, {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...env },
    });
    assert.match(server.log, words);
    assert.ok(!server.log.includes('hunter2'), server.log);
    assert.equal(await server.ended, 2);
  }
});
