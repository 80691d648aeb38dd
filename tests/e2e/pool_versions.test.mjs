// pool_versions.test.mjs: hosts of neighbouring versions share a pool, others are refused, and nothing of a newer one is lost
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { atEnd, program, startAdbServer, temporaryFolder, until } from './lib.mjs';
import { startHost, startModelOfRuns } from './pool_hosts.mjs';
import { checkHistory, lacking, startCluster } from './pool_rig.mjs';

const skip = lacking ?? false;
const cluster = skip ? null : await startCluster({ nodes: 1 });
const model = skip ? null : await startModelOfRuns();
const a = skip ? null : await startHost('a', { url: cluster.url, model, leaseMs: 30000, devices: 1 });
const connection = skip ? null : await connect({ servers: new URL(cluster.url).host });
const bucket = skip ? null : await new Kvm(connection).open('agentest_docs');
if (!skip)
  atEnd(async () => {
    await connection.close();
    await model.stop();
  });

const own = skip ? 0 : (await a.get('/api/v1/hosts')).hosts[0].schema;
const put = (key, json, revision = 1) => bucket.put(key, JSON.stringify({ revision, createdMs: 0, json }));
const host = (name, schema) => ({ name, version: `9.${schema}.0`, schema, platforms: [], models: [], draining: false });
const scenario = (count) => ({
  goal: `see it ${count}!`,
  packageName: 'com.example.notes',
  steps: ['"Log in" is shown'],
});

// The end of a program that does not start: its status and words.
async function refused() {
  const adbServer = await startAdbServer();
  const folder = temporaryFolder();
  const args = ['serve', '--http', '127.0.0.1:0', '--data', folder, '--nats', cluster.url];
  const child = spawn(program('mobile-tester-agent'), args, {
    env: { ...adbServer.env, ...model.environment, AGENTEST_HOST: 'c' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (data) => {
    text += data;
  });
  const [status] = await once(child, 'exit');
  return { status, text };
}

test('hosts of neighbouring versions work side by side', { skip }, async () => {
  await put('host.older', host('older', own - 1));
  await put('host.newer', host('newer', own + 1));
  const b = await startHost('b', { url: cluster.url, model, leaseMs: 30000, devices: 0 });
  await until(async () => (await b.get('/api/v1/hosts')).hosts.length === 4, 'it sees all');
  await b.server.stop();
  await bucket.delete('host.older');
  await bucket.delete('host.newer');
});

test('a host of another version does not start, and says what to upgrade', { skip }, async () => {
  await put('host.old', host('old', own - 2));
  const old = await refused();
  assert.equal(old.status, 2, old.text);
  assert.match(
    old.text,
    new RegExp(
      `host 'old' of this pool has version 9\\.${own - 2}\\.0 \\(schema ${own - 2}\\), and this program has \\S+ ` +
        `\\(schema ${own}\\): only neighbours share a pool; upgrade 'old' to schema ${own - 1} first`,
    ),
  );
  await bucket.delete('host.old');
  await put('host.new', host('new', own + 2));
  const late = await refused();
  assert.equal(late.status, 2, late.text);
  assert.match(late.text, new RegExp(`\\(schema ${own}\\): .*; upgrade this host to schema ${own + 1} first`));
  await bucket.delete('host.new');
});

// As a host of the next version would store them.
test('members and kinds of a newer version outlast the hosts that do not know them', { skip }, async () => {
  await put('future.thing', { nobody: 'knows it' });
  await put('run.NOTHING', 'not an object');
  await a.post('/api/v1/hosts/a/drain');
  const { id } = await a.post('/api/v1/runs', { ...scenario(1), profile: model.profile });
  const key = `run.${id}`;
  const entry = await until(() => bucket.get(key), 'it is stored');
  const value = entry.json();
  value.revision++;
  value.json.later = { of: 'a newer host' };
  value.json.scenario.later = [1, 2];
  await bucket.put(key, JSON.stringify(value), { previousSeq: entry.revision });
  await a.post('/api/v1/hosts/a/resume');
  const run = await a.server.runEnded(id);
  assert.equal(run.verdict, 'PASS', JSON.stringify(run));
  const { json } = (await bucket.get(key)).json();
  assert.equal(json.state, 'ended');
  assert.deepEqual(json.later, { of: 'a newer host' });
  assert.deepEqual(json.scenario.later, [1, 2]);
  assert.deepEqual((await bucket.get('future.thing')).json().json, { nobody: 'knows it' });
  await bucket.delete('run.NOTHING');
  const means = await checkHistory(cluster.url, []);
  assert.equal(means.docs.get(`run/${id}`).json.later.of, 'a newer host');
});
