// Hosts of a pool: their names and addresses, two of one name, and the message when one is lost.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { atEnd, program, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { lacking, startCluster } from './pool_rig.mjs';
import { startServer } from './tester_rig.mjs';

const skip = lacking ?? false;
const cluster = skip ? null : await startCluster({ nodes: 1 });

// The words and the status of a `serve` that refuses to start.
async function refusal(env, args = []) {
  const folder = temporaryFolder();
  const words = ['serve', '--http', '127.0.0.1:0', '--data', path.join(folder, 'data'), ...args];
  const child = spawn(program('mobile-tester-agent'), words, { cwd: folder, env: { ...process.env, ...env } });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
    if (/listening on/.test(err)) child.kill(); // it was not refused
  });
  const [status] = await once(child, 'close');
  return { status, err };
}

const wrong = [
  { AGENTEST_HOST: 'bad name/' },
  { AGENTEST_HOST: '-a' },
  { AGENTEST_HOST: '.' },
  { AGENTEST_HOST: 'é' },
  { AGENTEST_HOST: 'a/b' },
  { AGENTEST_HOST: ' ' },
  { AGENTEST_HOST: 'a'.repeat(65) },
  { AGENTEST_URL: 'lab-1:8080' },
  { AGENTEST_URL: 'ftp://lab-1' },
  { AGENTEST_URL: 'http://' },
  { AGENTEST_URL: 'http:///path' },
  { AGENTEST_URL: 'http://lab 1' },
  { AGENTEST_URL: 'http://me:secret-of-mine@lab-1' },
  { AGENTEST_URL: 'http://lab-1:0' },
  { AGENTEST_URL: 'http://lab-1:65536' },
  { AGENTEST_URL: 'http://lab-1:x' },
  { AGENTEST_URL: 'http://lab-1?x=1' },
  { AGENTEST_URL: 'http://lab-1/#x' },
  { AGENTEST_URL: 'http://[::1' },
  { AGENTEST_URL: 'javascript:alert(1)' },
];
for (const env of wrong) {
  const [[name, value]] = Object.entries(env);
  test(`${name}=${value.slice(0, 40)} is refused, and what is valid is said`, async () => {
    const { status, err } = await refusal(env);
    assert.equal(status, 2, err);
    assert.match(err, name === 'AGENTEST_HOST' ? /letters, digits, '\.', '_' and '-'/ : /it is http:\/\/HOST\[:PORT\]/);
    assert.doesNotMatch(err, /secret-of-mine/);
  });
}

for (const [name, values] of [
  ['AGENTEST_HOST', ['a', 'Lab_1.example-2', 'a'.repeat(64), '']],
  ['AGENTEST_URL', ['http://lab-1', 'https://lab_1.example:8443/', 'http://[::1]:80', 'https://lab/agentest', '']],
])
  for (const value of values)
    test(`${name}=${value.slice(0, 40)} is taken as it is`, async () => {
      const server = await startServer({ env: process.env }, { env: { [name]: value } });
      const [host] = (await server.get('/api/v1/hosts')).json.hosts;
      const shown = { AGENTEST_HOST: host.name, AGENTEST_URL: host.url ?? '' }[name];
      assert.ok(value === '' && name === 'AGENTEST_HOST' ? shown !== '' && shown !== '_' : shown === value, shown);
      await server.stop();
    });

const args = skip ? [] : ['--nats', cluster.url];
async function startHost(name, { devices = 0, folder } = {}) {
  const adbServer = await startAdbServer();
  for (let i = 0; i < devices; i++) await startVirtual(adbServer);
  return startServer(adbServer, { env: { AGENTEST_HOST: name }, args, folder });
}
const known = async (host) => (await host.get('/api/v1/hosts')).json.hosts;
const self = async (host) => (await known(host)).find((one) => one.self);

test('a second host of a name is refused, and the first one goes on', { skip }, async () => {
  const a = await startHost('twin', { devices: 1 });
  await until(async () => (await self(a))?.devices.length === 1, 'its device is known');
  const { status, err } = await refusal({ AGENTEST_HOST: 'twin' }, args);
  assert.equal(status, 2, err);
  assert.match(err, /the pool has another host 'twin' \(started .*AGENTEST_HOST/);
  const folder = temporaryFolder();
  fs.symlinkSync(a.data, path.join(folder, 'data')); // it has the first one's folder, too
  const again = spawn(
    program('mobile-tester-agent'),
    ['serve', '--http', '127.0.0.1:0', '--data', path.join(folder, 'data'), ...args],
    { env: { ...process.env, AGENTEST_HOST: 'twin' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  again.stderr.on('data', (data) => {
    said += data;
  });
  assert.equal((await once(again, 'close'))[0], 2, said);
  const one = await self(a);
  assert.deepEqual([one.draining, one.devices.length], [false, 1]);
  assert.doesNotMatch(a.log, /has the name/);
});

test('a host that was killed comes back under its name, with its folder or a new one', { skip }, async () => {
  let host = await startHost('phoenix');
  for (const keeps of [true, false, true]) {
    const started = (await self(host)).startedAt;
    host.child.kill('SIGKILL');
    await host.ended;
    host = await startHost('phoenix', keeps ? { folder: host.folder } : {});
    const now = await self(host);
    assert.deepEqual([now.id, now.draining, now.startedAt !== started], ['phoenix', false, true]);
  }
  await host.stop();
});

test('a host that stood still while another took its name takes no runs, and says so', { skip }, async () => {
  const first = await startHost('sleeper', { devices: 1 });
  await until(async () => (await self(first))?.devices.length === 1, 'its device is known');
  first.child.kill('SIGSTOP');
  const second = await startHost('sleeper', { devices: 1 });
  first.child.kill('SIGCONT');
  await until(() => /another host has the name 'sleeper' now.*AGENTEST_HOST/.test(first.log), 'it says so');
  await until(async () => (await self(second))?.devices.length === 1, 'the second one is known with its device');
  assert.equal(await self(first), undefined);
  await first.stop();
  assert.equal((await self(second)).devices.length, 1, 'the first one took nothing with it');
  await second.stop();
});

test('a host that is killed is told to a webhook once, however many hosts remain', { skip }, async () => {
  const got = [];
  const receiver = http.createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      got.push({ id: request.headers['webhook-id'], event: JSON.parse(body) });
      response.writeHead(200).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  atEnd(() => receiver.close());
  const own = await startCluster({ nodes: 1 });
  const key = { AGENTEST_SECRETS_KEY: 'the key of these tests, kept by nobody' };
  const start = async (name) =>
    startServer(await startAdbServer(), { env: { AGENTEST_HOST: name, ...key }, args: ['--nats', own.url] });
  const [a, b, c, d] = await Promise.all(['a', 'b', 'c', 'd'].map(start));
  for (const host of [a, b, c, d]) await until(async () => (await known(host)).length === 4, 'each knows all');
  const hook = { name: 'Ops', url: `http://127.0.0.1:${receiver.address().port}`, events: ['host.lost'] };
  const { json, status } = await a.post('/api/v1/webhooks', { ...hook, allowPrivate: true });
  assert.equal(status, 201);
  await d.stop(); // it leaves in order, so it is not lost
  b.child.kill('SIGKILL');
  const delivered = await until(
    async () => (await c.get(`/api/v1/deliveries?webhook=${json.id}`)).json.deliveries[0]?.state === 'delivered',
    'it is delivered',
    300,
  );
  assert.ok(delivered);
  // Until the others have removed the host, each of them sees it as lost again and again.
  for (const host of [a, c]) await until(async () => (await known(host)).length === 2, 'it is gone', 300);
  assert.equal(got.length, 1, JSON.stringify(got));
  const [{ id, event }] = got;
  assert.deepEqual([event.type, event.data.host.name, event.id], ['host.lost', 'b', id]);
  const { deliveries } = (await a.get(`/api/v1/deliveries?webhook=${json.id}`)).json;
  assert.deepEqual(
    deliveries.map((one) => [one.event, one.state, one.attempts]),
    [['host.lost', 'delivered', 1]],
  );
});
