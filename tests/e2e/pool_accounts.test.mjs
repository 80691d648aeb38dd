// pool_accounts.test.mjs: the roles of docs/team.md, as a real server enforces them
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { program, root, run, temporaryFolder, until } from './lib.mjs';
import { checkHistory, lacking, startCluster, startStore } from './pool_rig.mjs';

const skip = lacking ?? false;
const docs = fs.readFileSync(path.join(root, 'docs/team.md'), 'utf8');
const config = docs
  .match(/```\n(authorization \{[\s\S]*?)```/)[1]
  .replace(/"\$(\w+)_PASSWORD"/g, (_, role) => role.toLowerCase());

const cluster = skip ? null : await startCluster({ nodes: 1, config });
const as = (user) => ({ AGENTEST_NATS_USER: user, AGENTEST_NATS_PASSWORD: user });
const urlOf = (user) => cluster.url.replace('nats://', `nats://${user}:${user}@`);

// A row for each kind: who may write it.
const kinds = {
  scenario: 'admin',
  suite: 'admin',
  schedule: 'admin',
  setting: 'admin',
  profile: 'admin',
  token: 'admin',
  secret: 'admin',
  webhook: 'admin',
  run: 'admin worker',
  suiteRun: 'admin worker',
  firing: 'admin worker',
  recipe: 'admin worker',
  proposal: 'admin worker',
  expect: 'admin worker',
  host: 'admin worker',
  device: 'admin worker',
  delivery: 'admin worker',
  audit: 'admin worker',
};

test('a worker cannot create the streams', { skip }, async () => {
  await assert.rejects(
    startStore(urlOf('worker')),
    /cannot create the streams of 'nats:.*': this account may not use \$JS\.API\.STREAM\.CREATE/,
  );
});

test('each role writes what it may, and is refused the rest by the server', { skip }, async () => {
  const hosts = {};
  for (const role of ['admin', 'worker', 'reader']) hosts[role] = await startStore(urlOf(role));
  await Promise.all(
    Object.entries(hosts).map(async ([role, host]) => {
      for (const [kind, may] of Object.entries(kinds)) {
        const answer = await host.ask({ do: 'put', kind, id: role, expected: 0, json: { by: role } });
        assert.equal(answer.ok, may.includes(role), `${role} ${kind}: ${JSON.stringify(answer)}`);
        if (!answer.ok)
          assert.match(
            answer.message,
            new RegExp(`may not use \\$KV\\.agentest_docs\\.${kind}\\.${role}; docs/team\\.md`),
          );
      }
    }),
  );
  const { admin, worker, reader } = hosts;
  assert.ok((await worker.ask({ do: 'event', run: 'worker', index: 1, json: {} })).ok);
  await until(async () => (await reader.ask({ do: 'last', run: 'worker' })).index === 1, 'the reader follows');
  assert.match(
    (await reader.ask({ do: 'event', run: 'worker', index: 2, json: {} })).message,
    /this account may not use agentest\.event\.worker/,
  );
  assert.equal((await worker.ask({ do: 'remove', kind: 'scenario', id: 'admin' })).ok, false);
  assert.ok((await worker.ask({ do: 'remove', kind: 'run', id: 'worker' })).ok);
  // The reader's clock is the servers', without a message of its own.
  const { now, wall } = await reader.ask({ do: 'now' });
  assert.ok(Math.abs(now - wall) < 60000);
  const means = await checkHistory(urlOf('admin'), [admin.file, worker.file, reader.file]);
  assert.equal(means.docs.get('scenario/admin').json.by, 'admin');
  await Promise.all(Object.values(hosts).map((host) => host.stop()));
});

test('credentials come from the environment, and no password is shown', { skip }, async () => {
  const list = (env, url = cluster.url) =>
    run(program('mobile-tester-agent'), ['scenarios', 'list', '--data', temporaryFolder(), '--nats', url], {
      env: { ...process.env, ...env },
    });
  assert.equal((await list(as('admin'))).status, 0);
  for (const [env, url] of [
    [as('wrong-user')],
    [{}],
    [{ AGENTEST_NATS_TOKEN: 'wrong-token' }],
    [{}, urlOf('wrong-password')],
  ]) {
    const refused = await list(env, url);
    assert.equal(refused.status, 2);
    assert.match(
      refused.err,
      /^mobile-tester-agent: cannot reach 'nats:\/\/127[^@]*': it refuses these credentials; check/,
    );
    assert.doesNotMatch(refused.err, /wrong-/);
  }
});

test('doctor says how the bus is', { skip }, async () => {
  const doctor = async (url) => {
    const { out } = await run(
      program('mobile-tester-agent'),
      ['doctor', '--json', '--data', temporaryFolder(), '--nats', url],
      { env: { ...process.env, OLLAMA_HOST: 'http://127.0.0.1:1' } },
    );
    return JSON.parse(out).store;
  };
  const bus = (await doctor(urlOf('admin'))).find((row) => row.check === 'bus');
  assert.equal(bus.level, 'warn');
  assert.match(bus.text, /^'nats:\/\/127\.0\.0\.1:\d+' answers, 1 copy of the store$/);
  assert.match(bus.remedy, /a cluster of three nodes keeps three copies/);
  const [away] = await doctor('nats://127.0.0.1:1');
  assert.equal(away.level, 'bad');
  assert.match(away.text, /^cannot reach 'nats:\/\/127\.0\.0\.1:1': no server answers there; check --nats/);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test('TLS: the server is checked, and shown a certificate', {
  skip: skip || (!hasOpenssl && 'openssl is not installed'),
}, async () => {
  const folder = temporaryFolder();
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=pool', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
  ]);
  assert.equal(made.status, 0, made.err);
  const tls = await startCluster({
    nodes: 1,
    config: `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${cert}", verify: true }`,
  });
  const list = (scheme, ...args) =>
    run(program('mobile-tester-agent'), [
      ...['scenarios', 'list', '--data', temporaryFolder(), '--nats', tls.url.replace('nats:', `${scheme}:`), ...args],
    ]);
  const whole = ['--nats-ca', cert, '--nats-cert', cert, '--nats-key', key];
  const good = await list('tls', ...whole);
  assert.equal(good.status, 0, good.err);
  // A certificate of this authority, but for another host.
  const other = await run(program('mobile-tester-agent'), [
    ...['scenarios', 'list', '--data', temporaryFolder(), '--nats', `tls://localhost:${tls.nodes[0].port}`, ...whole],
  ]);
  assert.match(other.err, /TLS failed/);
  // Each without something that it needs, and why it fails.
  for (const [scheme, args, why] of [
    ['tls', ['--nats-cert', cert, '--nats-key', key], /TLS failed; check --nats-ca, --nats-cert and --nats-key/],
    ['tls', ['--nats-ca', cert], /cannot reach/],
    ['tls', ['--nats-cert', cert], /--nats-cert and --nats-key belong together: give both/],
    ['tls', ['--nats-ca', `${cert}.none`], /--nats-ca: there is no file/],
    ['nats', [], /TLS failed; check --nats-ca/],
  ]) {
    const bad = await list(scheme, ...args);
    assert.notEqual(bad.status, 0, args.join(' '));
    assert.match(bad.err, why);
  }
});
