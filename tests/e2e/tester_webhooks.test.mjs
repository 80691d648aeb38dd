// Webhooks to real receivers: signatures, retries, once among two servers, after a kill, and where they must not go.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';
import { makeCertificate } from './tls.mjs';

const adbServer = await startAdbServer();
await startVirtual(adbServer);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());
const certificate = await makeCertificate();
const environment = { env: { ...mock.environment, ...certificate.env } };
const server = await startServer(adbServer, environment);
await server.post('/config', { executorInfoId: mock.profile, replay: false });

// A receiver that keeps what it gets; answer(request, number) is [status, body, headers], or nothing: it stays silent.
// tls: its certificate, as https.createServer() takes it.
async function startReceiver(answer = () => [200, 'fine'], tls = null) {
  const receiver = { got: [] };
  const listener = (tls ? https : http).createServer(tls ?? {}, (request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const got = { method: request.method, path: request.url, headers: request.headers, body };
      receiver.got.push(got);
      const reply = answer(got, receiver.got.length);
      if (reply) response.writeHead(reply[0], reply[2]).end(reply[1]);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  atEnd(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address();
  receiver.url = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return receiver;
}

const secret = `whsec_${crypto.randomBytes(24).toString('base64')}`;
const hook = (url, more = {}) => ({
  name: 'CI',
  url,
  events: ['run.ended'],
  secret,
  allowPrivate: true,
  ...more,
});
async function add(body, to = server) {
  const made = await to.post('/api/v1/webhooks', body);
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}
const remove = async (id, from = server) =>
  assert.equal((await from.ask('DELETE', `/api/v1/webhooks/${id}`)).status, 204);
async function pass(on = server) {
  script = goodTester([[[steps.sees('Log in')]]]); // it plays one run
  // Two servers have one device: the other one lets go of it a moment after its run.
  const id = await until(async () => {
    const { status, json, text } = await on.post('/api/v1/runs', login);
    assert.ok(status === 201 || (status === 409 && json.code === 'DEVICE_BUSY'), text);
    return json.id;
  }, 'the device is free');
  const run = await on.runEnded(id);
  assert.equal(run.verdict, 'PASS');
  return run;
}
const deliveries = async (webhook, on = server) =>
  (await on.get(`/api/v1/deliveries?webhook=${webhook}`)).json.deliveries;
const ended = (webhook, state, on = server) =>
  until(async () => (await deliveries(webhook, on)).find((one) => one.state === state), `a delivery is ${state}`, 120);

// As docs/automation.md tells receivers to.
function verify({ headers, body }) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const wanted = crypto.createHmac('sha256', key).update(signed).digest();
  const [version, text] = headers['webhook-signature'].split(',');
  return version === 'v1' && crypto.timingSafeEqual(wanted, Buffer.from(text, 'base64'));
}

test('a run that ends is told once, signed, with what came of it; its failure is another event', async () => {
  const receiver = await startReceiver();
  const id = await add(hook(receiver.url, { events: ['run.ended', 'run.failed'], link: 'https://tests.example' }));
  const run = await pass();
  const delivered = await ended(id, 'delivered');
  assert.equal(delivered.attempts, 1);
  assert.equal(delivered.status, 200);
  assert.equal(delivered.answer, 'fine');
  assert.equal(receiver.got.length, 1, 'a run that passed has not failed');
  const [got] = receiver.got;
  assert.ok(verify(got));
  assert.ok(!verify({ ...got, body: got.body.replace('PASS', 'FAIL') }));
  assert.ok(Math.abs(Number(got.headers['webhook-timestamp']) - Date.now() / 1000) < 300);
  assert.equal(got.headers['webhook-id'], delivered.id);
  const event = JSON.parse(got.body);
  assert.equal(event.type, 'run.ended');
  assert.equal(event.id, delivered.id);
  assert.equal(event.data.run.id, run.id);
  assert.equal(event.data.run.verdict, 'PASS');
  assert.equal(event.data.link, `https://tests.example/runs/${run.id}`);
  const { json: whole } = await server.get(`/api/v1/deliveries/${delivered.id}`);
  assert.equal(whole.data.run.id, run.id);
  await remove(id);
});

test('a run that fails is told as ended and as failed, and one that somebody stopped as ended only', async () => {
  const receiver = await startReceiver();
  const id = await add(hook(receiver.url, { events: ['run.ended', 'run.failed'] }));
  script = goodTester([[[steps.sees('Nonsense')]]]);
  const { json: failing } = await server.post('/api/v1/runs', { ...login, steps: ['"Nonsense" is shown'] });
  assert.notEqual((await server.runEnded(failing.id)).verdict, 'PASS');
  const told = () => receiver.got.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.run.id}`);
  await until(() => told().length === 2, 'both are told');
  script = () => new Promise(() => {});
  const { json: stopped } = await server.post('/api/v1/runs', login);
  await until(async () => (await server.get(`/api/v1/runs/${stopped.id}`)).json.state === 'running', 'it runs');
  assert.equal((await server.post(`/api/v1/runs/${stopped.id}/stop`)).status, 200);
  assert.equal((await server.runEnded(stopped.id)).end, 'stopped');
  await until(() => told().length === 3, 'its end is told');
  await pass(); // what follows is told later
  await until(() => told().length === 4, 'the last one is told');
  assert.deepEqual(told().slice(0, 2).sort(), [`run.ended ${failing.id}`, `run.failed ${failing.id}`]);
  assert.equal(told()[2], `run.ended ${stopped.id}`);
  assert.match(told()[3], /^run.ended /);
  await remove(id);
});

test('a secret is never shown, and stays unless another one is sent', async () => {
  const receiver = await startReceiver();
  const id = await add(hook(receiver.url));
  const { json: shown, text } = await server.get(`/api/v1/webhooks/${id}`);
  assert.equal(shown.secretSet, true);
  assert.ok(!text.includes(secret));
  const put = await server.ask('PUT', `/api/v1/webhooks/${id}`, { ...shown, name: 'Renamed' });
  assert.equal(put.status, 200, put.text);
  const tested = await server.post(`/api/v1/webhooks/${id}/test`);
  assert.equal(tested.json.ok, true, tested.text);
  assert.ok(verify(receiver.got[0]));
  assert.equal(JSON.parse(receiver.got[0].body).type, 'webhook.test');
  assert.ok(!(await server.get('/api/v1/webhooks')).text.includes(secret));
  assert.ok(!server.log.includes(secret));
  await remove(id);
});

test('a receiver with TLS has a certificate that SSL_CERT_FILE names', async () => {
  const receiver = await startReceiver(undefined, certificate.options);
  const id = await add(hook(receiver.url));
  const tested = await server.post(`/api/v1/webhooks/${id}/test`);
  assert.equal(tested.json.ok, true, tested.text);
  await pass();
  const delivered = await ended(id, 'delivered');
  assert.equal(delivered.attempts, 1);
  await remove(id);
  const stranger = await startReceiver(undefined, (await makeCertificate()).options);
  const other = await add(hook(stranger.url));
  const refused = await server.post(`/api/v1/webhooks/${other}/test`);
  assert.match(refused.json.error, /certificate/);
  assert.equal(stranger.got.length, 0);
  await remove(other);
});

test('a receiver that fails gets the same delivery again, and one that echoes the secret is masked', async () => {
  const receiver = await startReceiver((_, number) => (number === 1 ? [500, `no: ${secret}`] : [204, '']));
  const id = await add(hook(receiver.url));
  await pass();
  const waiting = await until(
    async () => (await deliveries(id)).find(({ status }) => status === 500),
    'the first attempt has failed',
  );
  if (waiting.state === 'waiting') {
    assert.equal(waiting.answer, 'no: …');
    assert.match(waiting.error, /refused/);
    assert.ok(Date.parse(waiting.nextAt) > Date.parse(waiting.createdAt));
  }
  const delivered = await ended(id, 'delivered');
  assert.equal(delivered.attempts, 2);
  assert.equal(delivered.error, undefined);
  const [one, two] = receiver.got;
  assert.equal(one.headers['webhook-id'], two.headers['webhook-id']);
  assert.equal(one.body, two.body);
  assert.ok(verify(one) && verify(two));
  await remove(id);
});

// --- Where no webhook goes.

const blocked = [
  ['http://127.0.0.1:PORT', /loopback/, 'refused when stored: http'],
  ['https://127.0.0.1:PORT', /its address is loopback, and not public/],
  ['https://localhost:PORT', /its address is loopback, and not public/],
  ['https://127.1:PORT', /its address is loopback, and not public/],
  ['https://2130706433:PORT', /its address is loopback, and not public/],
  ['https://0.0.0.0:PORT', /its address is reserved/],
  ['https://[::1]:PORT', /its address is loopback, and not public/],
  ['https://[::ffff:127.0.0.1]:PORT', /its address is loopback, and not public/],
  ['https://169.254.169.254/latest/meta-data', /its address is link-local/],
  ['https://10.0.0.1', /its address is private/],
  ['https://224.0.0.1', /its address is multicast/],
];
for (const [url, words, refused] of blocked)
  test(`without allowPrivate nothing is sent to ${url}`, async () => {
    const receiver = await startReceiver();
    const body = hook(url.replace('PORT', new URL(receiver.url).port), { allowPrivate: false });
    if (refused) {
      const answer = await server.post('/api/v1/webhooks', body);
      assert.equal(answer.status, 400);
      assert.equal(answer.json.pointer, '#/url');
      return;
    }
    const id = await add(body);
    const { json } = await server.post(`/api/v1/webhooks/${id}/test`);
    assert.equal(json.ok, false);
    assert.match(json.error, words);
    assert.equal(receiver.got.length, 0);
    await remove(id);
  });

test('a redirect is not followed', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver(() => [307, '', { Location: target.url }]);
  const id = await add(hook(receiver.url));
  const { json } = await server.post(`/api/v1/webhooks/${id}/test`);
  assert.equal(json.ok, false);
  assert.equal(json.status, 307);
  assert.match(json.error, /redirected, which is not followed/);
  assert.equal(target.got.length, 0);
  await remove(id);
});

// --- Other receivers' words.

test('Slack and GitHub get what they understand', async () => {
  const receiver = await startReceiver(() => [201, '{}']);
  const ids = [];
  ids.push(await add(hook(`${receiver.url}/services/T/B/X`, { template: 'slack' })));
  ids.push(await add(hook(`${receiver.url}/repos/o/r`, { template: 'github-check', secret: 'ghs_1' })));
  const run = await pass();
  await ended(ids[0], 'delivered');
  const slack = receiver.got.find((got) => got.path === '/services/T/B/X');
  const { text, blocks } = JSON.parse(slack.body);
  assert.match(text, /Log in/);
  assert.equal(blocks[0].text.text, text);
  assert.equal(slack.headers['webhook-signature'], undefined);
  const failed = await ended(ids[1], 'failed');
  assert.match(failed.error, /there is no commit/);
  assert.equal(failed.attempts, 1, 'trying again would not help');
  const { json } = await server.post(`/api/v1/webhooks/${ids[1]}/test`);
  assert.equal(json.ok, true);
  const github = receiver.got.find((got) => got.path === '/repos/o/r');
  assert.equal(github.method, 'GET');
  assert.equal(github.headers.authorization, 'Bearer ghs_1');
  assert.ok(!(await server.get('/api/v1/webhooks')).text.includes('/services/T/B/X'), "Slack's address is a secret");
  assert.ok(run.id);
  for (const id of ids) await remove(id);
});

test('a suite that a schedule or a person starts ends with one message, and a check run of its commit', async () => {
  const receiver = await startReceiver(() => [201, '{}']);
  const told = await add(hook(receiver.url, { events: ['suite.ended', 'suite.failed'] }));
  const github = { template: 'github-check', events: ['suite.ended'], secret: 'ghs_1' };
  const checked = await add(hook(`${receiver.url}/repos/o/r`, github));
  const ids = [];
  for (const step of ['"Log in" is shown', '"Nonsense" is shown'])
    ids.push((await server.post('/api/v1/scenarios', { ...login, name: step.split('"')[1], steps: [step] })).json.id);
  const { json: suite } = await server.post('/api/v1/suites', { name: 'Nightly', scenarios: ids });
  script = goodTester([[[steps.sees('Log in')]], [[steps.sees('Nonsense')]]]);
  const refused = await server.post(`/api/v1/suites/${suite.id}/run`, { commit: 'main' });
  assert.equal(refused.status, 400, refused.text);
  const started = await server.post(`/api/v1/suites/${suite.id}/run`, { commit: '0123abcdef' });
  assert.equal(started.status, 201, started.text);
  await ended(told, 'delivered');
  await ended(checked, 'delivered');
  const events = await until(() => {
    const all = receiver.got.filter((got) => got.path === '/').map(({ body }) => JSON.parse(body));
    return all.length === 2 && all;
  }, 'both events');
  assert.deepEqual(events.map(({ type }) => type).sort(), ['suite.ended', 'suite.failed']);
  const { suiteRun, commit } = events[0].data;
  assert.equal(commit, '0123abcdef');
  assert.equal(suiteRun.id, started.json.id);
  assert.equal(suiteRun.counts.total, 2);
  assert.equal(suiteRun.counts.failed, suiteRun.failures.length);
  assert.ok(suiteRun.failures.some(({ name }) => name === 'Nonsense'));
  const check = JSON.parse(receiver.got.find((got) => got.path === '/repos/o/r/check-runs').body);
  assert.equal(check.head_sha, '0123abcdef');
  assert.equal(check.conclusion, 'failure');
  assert.equal(check.output.annotations.length, suiteRun.failures.length);
  assert.ok(check.output.annotations.every(({ message }) => message.length > 0));
  for (const id of [told, checked]) await remove(id);
});

// --- A host that is killed, and two hosts.

test('a delivery that was not acknowledged is sent again after kill -9, and two servers send each one once', async () => {
  let silent = true;
  const receiver = await startReceiver(() => (silent ? undefined : [200, '']));
  const first = await startServer(adbServer, environment);
  await first.post('/config', { executorInfoId: mock.profile, replay: false });
  const id = await add(hook(receiver.url), first);
  const run = await pass(first);
  await until(() => receiver.got.length === 1, 'it is being sent');
  first.child.kill('SIGKILL');
  await first.ended;
  silent = false;
  const both = await Promise.all([
    startServer(adbServer, { ...environment, folder: first.folder }),
    startServer(adbServer, { ...environment, folder: first.folder }),
  ]);
  const again = await ended(id, 'delivered', both[0]);
  assert.equal(JSON.parse(receiver.got[1].body).data.run.id, run.id);
  assert.equal(receiver.got[1].headers['webhook-id'], receiver.got[0].headers['webhook-id']);
  assert.equal(again.attempts, 2);
  const runs = [];
  for (const on of [both[0], both[1], both[0], both[1]]) runs.push((await pass(on)).id);
  await until(
    async () => (await deliveries(id, both[1])).filter(({ state }) => state === 'delivered').length === 5,
    'all are delivered',
  );
  for (const one of both) await one.stop();
  const told = receiver.got.slice(2).map(({ body }) => JSON.parse(body).data.run.id);
  assert.deepEqual(told.sort(), runs.sort());
});

test('runs that ended while no host told of them are told at the next start', async () => {
  const receiver = await startReceiver();
  const own = await startServer(adbServer, environment);
  await own.post('/config', { executorInfoId: mock.profile, replay: false });
  const id = await add(hook(receiver.url), own);
  const run = await pass(own);
  await ended(id, 'delivered', own);
  await own.stop();
  // As if the host had been killed between the run's end and its delivery.
  const db = new DatabaseSync(path.join(own.data, 'store.sqlite'));
  db.exec("DELETE FROM documents WHERE kind = 'delivery'");
  db.close();
  const later = await startServer(adbServer, { ...environment, folder: own.folder });
  await ended(id, 'delivered', later);
  assert.deepEqual(
    receiver.got.map(({ body }) => JSON.parse(body).data.run.id),
    [run.id, run.id],
  );
  const other = await add(hook(receiver.url, { name: 'Later' }), later);
  await later.stop();
  const last = await startServer(adbServer, { ...environment, folder: own.folder });
  await pass(last);
  await ended(other, 'delivered', last);
  assert.equal((await deliveries(other, last)).length, 1, 'it hears nothing of what was before it');
});
