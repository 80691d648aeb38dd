// Any host serves any run's files and any device's picture: signed, in parts, without loops, with clear errors.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';
import { makeCertificate } from './tls.mjs';

const adbServer = await startAdbServer();
const device = await startVirtual(adbServer);
const mock = await startProfile('anthropic', goodTester([[[steps.sees('Log in')]]]));
atEnd(() => mock.stop());
const key = { AGENTEST_POOL_KEY: 'a-key-of-the-pool-0123456789' };

// The host that does the run; it needs a token, which the others do not know.
const maker = await startServer(adbServer, {
  env: { ...mock.environment, ...key, AGENTEST_HOST: 'lab-a' },
  token: 'the-token-of-the-maker',
});
await maker.post('/config', { executorInfoId: mock.profile, replay: false });
const submitted = await maker.post('/api/v1/runs', {
  goal: 'Log in',
  packageName: 'com.example.notes',
  steps: ['"Log in" is shown'],
});
const run = await maker.runEnded(submitted.json.id);

const store = path.join(maker.data, 'store.sqlite');
const sql = (text, ...values) => {
  const db = new DatabaseSync(store);
  db.prepare(text).run(...values);
  db.close();
};
// Sets the address of the host that did the run.
const setUrl = (url) =>
  sql(
    `INSERT INTO documents(kind, id, revision, created_ms, updated_ms, scenario, state, device, json)
     VALUES('host', 'lab-a', 1, 0, 0, '', '', '', ?)
     ON CONFLICT DO UPDATE SET json = excluded.json`,
    JSON.stringify({ name: 'lab-a', url }),
  );
sql("UPDATE documents SET json = json_set(json, '$.host', 'lab-a') WHERE kind = 'run'");
setUrl(maker.url);

// A host with the same store, but its own folder of reports.
async function startOther(env) {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'data'));
  fs.symlinkSync(store, path.join(folder, 'data', 'store.sqlite'));
  return startServer(adbServer, { env: { ...mock.environment, AGENTEST_HOST: 'lab-b', ...env }, folder });
}
const other = await startOther(key);
const below = `/api/v1/runs/${run.id}`;

test('files of a run come from the host that has them, with types, tags and caching', async () => {
  const own = await maker.get(`${below}/artifacts`);
  const theirs = await other.get(`${below}/artifacts`);
  assert.equal(theirs.status, 200, theirs.text);
  assert.deepEqual(theirs.json, own.json);
  assert.ok(own.json.artifacts.length > 3);
  for (const { path: name } of own.json.artifacts) {
    const one = await maker.get(`${below}/artifacts/${name}`);
    const two = await other.get(`${below}/artifacts/${name}`);
    assert.equal(two.status, 200, name);
    assert.deepEqual(two.bytes, one.bytes, name);
    for (const header of ['content-type', 'etag', 'cache-control'])
      assert.equal(two.headers.get(header), one.headers.get(header), `${header} of ${name}`);
  }
  const picture = own.json.artifacts.find(({ type }) => type === 'image/png').path;
  const small = await other.get(`${below}/artifacts/${picture}?width=160`);
  assert.equal(small.headers.get('content-type'), 'image/jpeg');
  const tag = (await maker.get(`${below}/artifacts/${picture}`)).headers.get('etag');
  assert.equal((await other.get(`${below}/artifacts/${picture}`, { 'If-None-Match': tag })).status, 304);
});

test('a part of a file is asked for and passed on as such', async () => {
  const whole = await maker.get(`${below}/artifacts/log.txt`);
  const part = await other.get(`${below}/artifacts/log.txt`, { Range: 'bytes=5-20' });
  assert.equal(part.status, 206);
  assert.deepEqual(part.bytes, whole.bytes.subarray(5, 21));
  assert.equal(part.headers.get('content-range'), `bytes 5-20/${whole.bytes.length}`);
  const beyond = await other.get(`${below}/artifacts/log.txt`, { Range: 'bytes=99999999-' });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers.get('content-range'), `bytes */${whole.bytes.length}`);
});

test('exports come too, with their names', async () => {
  for (const format of ['junit', 'html', 'json']) {
    const one = await maker.get(`${below}/exports/${format}`);
    const two = await other.get(`${below}/exports/${format}`);
    assert.equal(two.status, 200, two.text.slice(0, 300));
    if (format !== 'html') assert.deepEqual(two.bytes, one.bytes);
    assert.equal(two.headers.get('content-type'), one.headers.get('content-type'));
    assert.equal(two.headers.get('content-disposition'), one.headers.get('content-disposition'));
  }
});

test('refusals of the other host are passed on', async () => {
  const missing = await other.get(`${below}/artifacts/none.txt`);
  assert.equal(missing.status, 404);
  assert.equal(missing.json.status, 404);
  assert.equal((await other.get(`${below}/artifacts/..%2F..%2Fstore.sqlite`)).status, 403);
});

test("the picture of another host's device", async () => {
  const own = await other.get(`/api/v1/devices/${device.serial}/frame?host=lab-a`);
  assert.equal(own.status, 200, own.text.slice(0, 300));
  assert.equal(own.headers.get('content-type'), 'image/png');
  assert.ok(Number(own.headers.get('x-frame')) > 0);
  // Video is not passed on: one record says so, and the dashboard shows pictures.
  const video = await other.get(`/api/v1/devices/${device.serial}/stream?host=lab-a`);
  assert.match(video.text, /UNSUPPORTED/);
  const none = await other.get(`/api/v1/devices/${device.serial}/frame?host=lab-c`);
  assert.equal(none.status, 503);
  assert.match(none.json.detail, /'lab-c' has it, and is not in the pool now/);
});

test('a stranger cannot use the signature of a host', async () => {
  const ask = (headers) => fetch(`${maker.url}${below}/artifacts/log.txt`, { headers });
  assert.equal((await ask({})).status, 401);
  assert.equal((await ask({ 'X-Agentest-Pool': 'v1.1.00' })).status, 401);
  const now = `v1.${Date.now()}.${'0'.repeat(64)}`;
  assert.equal((await ask({ 'X-Agentest-Pool': now })).status, 401);
});

test('hosts with another key, without one, or with a short one, say so', async () => {
  const wrong = await startOther({ AGENTEST_POOL_KEY: 'another-key-of-a-pool' });
  const refused = await wrong.get(`${below}/artifacts/log.txt`);
  assert.equal(refused.status, 502);
  assert.match(refused.json.detail, /'lab-a' has it, but refuses this host: AGENTEST_POOL_KEY differs/);
  await wrong.stop();
  const without = await startOther({});
  const told = await without.get(`${below}/artifacts/log.txt`);
  assert.equal(told.status, 503);
  assert.match(told.json.detail, /give all hosts the same AGENTEST_POOL_KEY/);
  await without.stop();
  const short = await startServer(adbServer, { env: { AGENTEST_POOL_KEY: 'short' } });
  assert.match(short.log, /AGENTEST_POOL_KEY needs at least 16 characters/);
});

test('files of a machine that had another name are found, and files that are gone are not looked for elsewhere', async () => {
  sql("UPDATE documents SET json = json_set(json, '$.host', 'old-name') WHERE kind = 'run'");
  assert.equal((await maker.get(`${below}/artifacts/log.txt`)).status, 200);
  const alone = await startOther({});
  assert.equal((await alone.get(`${below}/artifacts/log.txt`)).status, 404);
  await alone.stop();
  sql("UPDATE documents SET json = json_set(json, '$.host', 'lab-a') WHERE kind = 'run'");
});

// A server of HTTPS before the maker, as one in front of a real host.
async function startFront(options) {
  const front = https.createServer(options, (request, response) => {
    const { method, url, headers } = request;
    const inner = http.request(maker.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(inner);
  });
  await once(front.listen(0, 'localhost'), 'listening');
  atEnd(() => {
    front.closeAllConnections();
    front.close();
  });
  return `https://localhost:${front.address().port}`;
}

test("a host's address with TLS needs a certificate that SSL_CERT_FILE names", async () => {
  const { env, options } = await makeCertificate();
  const trusting = await startOther({ ...key, ...env });
  setUrl(await startFront(options));
  const got = await trusting.get(`${below}/artifacts/log.txt`);
  assert.equal(got.status, 200, got.text.slice(0, 300));
  assert.deepEqual(got.bytes, (await maker.get(`${below}/artifacts/log.txt`)).bytes);
  await trusting.stop();
  const refused = await other.get(`${below}/artifacts/log.txt`);
  assert.equal(refused.status, 502);
  assert.match(refused.json.detail, /'lab-a' has it, but it can't be reached: .*certificate/);
  setUrl(maker.url);
});

test('an address that leads back ends there', async () => {
  setUrl(other.url);
  const looped = await other.get(`${below}/artifacts/log.txt`);
  assert.equal(looped.status, 404);
  setUrl(maker.url);
});

test('a host that is away is named', async () => {
  const { json: files } = await other.get(`${below}/artifacts`);
  const picture = files.artifacts.find(({ type }) => type === 'image/png').path;
  const seen = await other.get(`${below}/artifacts/${picture}`);
  await maker.stop();
  // A picture never changes: a host that has shown it keeps it.
  const kept = await other.get(`${below}/artifacts/${picture}`);
  assert.equal(kept.status, 200, kept.text.slice(0, 300));
  assert.deepEqual(kept.bytes, seen.bytes);
  for (const header of ['content-type', 'etag', 'cache-control'])
    assert.equal(kept.headers.get(header), seen.headers.get(header));
  const part = await other.get(`${below}/artifacts/${picture}`, { Range: 'bytes=1-3' });
  assert.equal(part.bytes.toString(), 'PNG');
  const away = await other.get(`${below}/artifacts/log.txt`);
  assert.equal(away.status, 502);
  assert.match(away.json.detail, /'lab-a' has it, but it can't be reached: .*connect/i);
  // Its events are in the store.
  const { json } = await other.get(`${below}/events`);
  assert.ok(json.events.length > 3);
});
