// Secrets that the server keeps, of webhooks, providers and models: sealed in its file and in every stream of a pool.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { lacking, readStreams, startCluster } from './pool_rig.mjs';
import { traces } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const key = 'the key of these tests, kept by nobody';
const secrets = {
  signing: 'canary-signing-Kq8',
  slack: 'services/T0/B0/canary-slack-Zw3',
  github: 'ghs_canary-github-Xy5',
  provider: 'sk-canary-provider-Rt7',
  model: 'sk-canary-model-Pl2',
  header: 'canary-header-Mn6',
  scenario: 'canary-scenario-Vb4',
};
const adbServer = await startAdbServer();
await startVirtual(adbServer);
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

// A receiver that repeats what it got, as careless ones do, and then fails.
const got = [];
const receiver = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    got.push(request.url);
    const known = request.url === '/ci' ? secrets.signing : `${address}${request.url}`;
    response.writeHead(500).end(`${request.url} ${JSON.stringify(request.headers)} ${known}`);
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
atEnd(() => receiver.close());
const address = `http://127.0.0.1:${receiver.address().port}`;

// All of them, through the routes that people use.
async function store(server) {
  const hook = { events: ['run.ended'], allowPrivate: true };
  const ids = [];
  for (const body of [
    { ...hook, name: 'CI', url: `${address}/ci`, secret: secrets.signing },
    { ...hook, name: 'Chat', url: `${address}/${secrets.slack}`, template: 'slack' },
    { ...hook, name: 'Gone', url: `http://127.0.0.1:1/${secrets.slack}`, template: 'slack' },
    { ...hook, name: 'Hub', url: `${address}/repos/o/r`, template: 'github-status', secret: secrets.github },
  ]) {
    const made = await server.post('/api/v1/webhooks', body);
    assert.equal(made.status, 201, made.text);
    ids.push(made.json.id);
  }
  const provider = await server.ask('PUT', '/api/v1/providers/openai', { key: secrets.provider });
  assert.deepEqual([provider.status, provider.json.keyStored], [200, true], provider.text);
  const model = { format: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', key: secrets.model };
  const put = await server.ask('PUT', '/api/v1/profiles/Own', { ...model, headers: { 'X-Own': secrets.header } });
  assert.equal(put.status, 200, put.text);
  const secret = await server.ask('PUT', '/api/v1/secrets/password', { value: secrets.scenario });
  assert.equal(secret.status, 200, secret.text);
  return ids;
}

async function pass(server) {
  script = goodTester([[[steps.sees('Log in')]]]);
  const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
  const { status, json, text } = await server.post('/api/v1/runs', { ...login, profile: mock.profile });
  assert.equal(status, 201, text);
  assert.equal((await server.runEnded(json.id)).verdict, 'PASS');
  return json.id;
}

// Everything readable of the server.
async function readable(server, id) {
  const texts = {};
  for (const where of [
    '/api/v1/webhooks',
    '/api/v1/providers',
    '/api/v1/profiles',
    '/api/v1/audit?limit=500',
    '/api/v1/hosts',
    '/readyz',
    '/metrics',
    '/config',
    `/api/v1/runs/${id}`,
    `/api/v1/runs/${id}/events?limit=500`,
    `/api/v1/runs/${id}/export`,
  ])
    texts[where] = (await server.get(where)).text;
  for (const { id: one } of (await server.get('/api/v1/deliveries')).json.deliveries)
    texts[one] = (await server.get(`/api/v1/deliveries/${one}`)).text;
  texts.log = server.log;
  return texts;
}

async function tried(server, ids) {
  const all = await until(
    async () => {
      const { deliveries } = (await server.get('/api/v1/deliveries')).json;
      return (
        ids.every((id) => deliveries.some((one) => one.webhook === id && one.attempts > 0 && one.error)) && deliveries
      );
    },
    'each webhook was tried',
    120,
  );
  return all;
}

function clean(texts) {
  for (const [where, text] of Object.entries(texts))
    for (const [name, value] of Object.entries(secrets))
      assert.ok(!text.includes(value) && !text.includes(JSON.stringify(value).slice(1, -1)), `${where} has ${name}`);
}

test('one machine keeps them sealed, with a key of its own beside its file', async () => {
  const server = await startServer(adbServer, { env: mock.environment });
  const ids = await store(server);
  const id = await pass(server);
  await tried(server, ids);
  clean(await readable(server, id));
  assert.equal(fs.statSync(path.join(server.data, 'secrets.key')).mode & 0o777, 0o600);
  await server.stop();
  for (const value of Object.values(secrets)) assert.deepEqual(traces(server.folder, value), []);
  // Both have what they need at the next start.
  const again = await startServer(adbServer, { env: mock.environment, folder: server.folder });
  const before = got.length;
  assert.equal((await again.post(`/api/v1/webhooks/${ids[1]}/test`)).json.status, 500);
  assert.ok(got.slice(before).includes(`/${secrets.slack}`), `${got.slice(before)}`); // others are tried again meanwhile
  const own = (await again.get('/api/v1/profiles/Own')).json;
  assert.deepEqual([own.key.set, own.key.ends], [true, secrets.model.slice(-3)]);
  await again.stop();
  // Without its file, nothing is lost in silence.
  fs.renameSync(path.join(server.data, 'secrets.key'), path.join(server.folder, 'kept.key'));
  const lost = await startServer(adbServer, { env: mock.environment, folder: server.folder });
  const hook = (await lost.get(`/api/v1/webhooks/${ids[0]}`)).json;
  assert.match(hook.locked, /stored secrets need a key/);
  assert.match((await lost.post(`/api/v1/webhooks/${ids[0]}/test`)).json.error, /stored secrets need a key/);
  const refused = await lost.ask('PUT', `/api/v1/webhooks/${ids[0]}`, { ...hook, name: 'Renamed' });
  assert.deepEqual([refused.status, /need a key/.test(refused.json.detail)], [400, true], refused.text);
  assert.match((await lost.get('/api/v1/profiles/Own')).json.why, /stored secrets need a key/);
  const kept = await lost.ask('PUT', '/api/v1/profiles/Own', { model: 'other' });
  assert.equal(kept.status, 400, kept.text);
  await lost.stop();
  const env = { ...adbServer.env, AGENTEST_SECRETS_KEY_FILE: path.join(server.folder, 'kept.key') };
  const words = ['secrets', 'list', '--json', '--data', server.data];
  assert.equal((await run(program('mobile-tester-agent'), words, { env })).status, 0);
});

test('what an earlier version has stored plain works, and is sealed when it is next stored', async () => {
  const server = await startServer(adbServer, { env: mock.environment });
  const [id] = await store(server);
  await server.stop();
  const db = new DatabaseSync(path.join(server.data, 'store.sqlite'));
  const plain = { name: 'CI', url: `${address}/old`, events: ['run.ended'], template: 'json', secret: secrets.signing };
  db.prepare("UPDATE documents SET json = ? WHERE kind = 'webhook' AND id = ?").run(
    JSON.stringify({ ...plain, enabled: true, allowPrivate: true }),
    id,
  );
  db.close();
  const again = await startServer(adbServer, { env: mock.environment, folder: server.folder });
  const before = got.length;
  assert.equal((await again.post(`/api/v1/webhooks/${id}/test`)).json.status, 500);
  assert.equal(got[before], '/old');
  const { json } = await again.get(`/api/v1/webhooks/${id}`);
  assert.equal((await again.ask('PUT', `/api/v1/webhooks/${id}`, { ...json, name: 'Renamed' })).status, 200);
  await again.stop();
  assert.deepEqual(traces(again.folder, secrets.signing), [], 'nor is it in pages that are free now');
  const after = new DatabaseSync(path.join(server.data, 'store.sqlite'));
  const row = after.prepare("SELECT json FROM documents WHERE kind = 'webhook' AND id = ?").get(id);
  after.close();
  assert.deepEqual([JSON.parse(row.json).secret, JSON.parse(row.json).url], [undefined, undefined]);
});

test('no stream and no copy of a pool has one in plain words', { skip: lacking ?? false }, async () => {
  const cluster = await startCluster({ nodes: 1 });
  const env = { ...mock.environment, AGENTEST_SECRETS_KEY: key };
  const args = ['--nats', cluster.url];
  const a = await startServer(adbServer, { env: { ...env, AGENTEST_HOST: 'a' }, args });
  const ids = await store(a);
  const id = await pass(a);
  await tried(a, ids);
  // Another host with the key uses them.
  const b = await startServer(await startAdbServer(), { env: { ...env, AGENTEST_HOST: 'b' }, args });
  const before = got.length;
  assert.equal((await b.post(`/api/v1/webhooks/${ids[1]}/test`)).json.status, 500);
  assert.ok(got.slice(before).includes(`/${secrets.slack}`));
  for (const host of [a, b]) clean(await readable(host, id));
  const streams = await readStreams(cluster.url);
  for (const [name, messages] of Object.entries(streams)) {
    assert.ok(messages.length > 0, name);
    clean(Object.fromEntries(messages.map(({ subject, text }) => [subject, text])));
  }
  for (const host of [a, b]) await host.stop();
  for (const value of Object.values(secrets)) {
    for (const host of [a, b]) assert.deepEqual(traces(host.folder, value), []);
    for (const node of cluster.nodes) assert.deepEqual(traces(node.folder, value), []);
  }
  // A host without the key makes none of its own: the others could not read what it stores.
  const folder = temporaryFolder();
  const c = await startServer(adbServer, { env: { ...mock.environment, AGENTEST_HOST: 'c' }, args, folder });
  const hook = {
    name: 'New',
    url: `${address}/new`,
    events: ['run.ended'],
    secret: secrets.signing,
    allowPrivate: true,
  };
  const refused = await c.post('/api/v1/webhooks', hook);
  assert.deepEqual([refused.status, /set AGENTEST_SECRETS_KEY/.test(refused.json.detail)], [400, true], refused.text);
  const provider = await c.ask('PUT', '/api/v1/providers/anthropic', { key: secrets.provider });
  assert.deepEqual([provider.status, /set AGENTEST_SECRETS_KEY/.test(provider.json.detail)], [400, true]);
  assert.match((await c.get(`/api/v1/webhooks/${ids[0]}`)).json.locked, /set AGENTEST_SECRETS_KEY/);
  assert.ok(!fs.existsSync(path.join(c.data, 'secrets.key')));
  assert.deepEqual(traces(folder, secrets.signing), []);
});
