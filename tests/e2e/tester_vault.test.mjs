// Secrets that mobile-tester-agent stores: by the command line and over HTTP,
// their key, and a run with one that is found nowhere.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { appFile, canary, traces } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const key = 'the key of these tests, kept by nobody';
const other = 'another key of these tests, as long';
const adbServer = await startAdbServer();
const device = await startVirtual(adbServer, ['--app', appFile()]);
const mock = await startProfile('anthropic', (turn) => script(turn));
let script = goodTester(notesPlan);
atEnd(() => mock.stop());
const folder = temporaryFolder();
const data = path.join(folder, 'data');
const keyFile = path.join(folder, 'key');
fs.writeFileSync(keyFile, `${other}\n`, { mode: 0o600 });

// `mobile-tester-agent words`, with stdin.
const cli = (words, { input = '', env = { AGENTEST_SECRETS_KEY: key } } = {}) =>
  run(program('mobile-tester-agent'), [...words, '--data', data], {
    cwd: folder,
    env: { ...adbServer.env, USER: 'ada', ...env },
    input,
  });
const serve = (env = {}) =>
  startServer(adbServer, {
    folder,
    env: { ...mock.environment, SECRET_PASSWORD: undefined, AGENTEST_SECRETS_KEY: key, ...env },
  });
const configure = (server) => server.post('/config', { executorInfoId: mock.profile, replay: false });

test('a secret is set from stdin, listed without its value, and not at rest', async () => {
  const set = await cli(['secrets', 'set', 'Password'], { input: `${canary}\n` });
  assert.equal(set.status, 0, set.err);
  assert.match(set.err, /\{\{password\}\}/);
  const list = await cli(['secrets', 'list'], { env: {} });
  assert.match(list.out, /^\d{4}-\S+ {2}\{\{password\}\} {2}by the command line \(ada\)\n$/);
  const [one] = JSON.parse((await cli(['secrets', 'list', '--json'])).out);
  assert.deepEqual([one.name, one.by], ['password', 'the command line (ada)']);
  assert.deepEqual(traces(folder, canary), []);
  assert.deepEqual(
    traces(folder, key).map((file) => path.basename(file)),
    [],
  );
  assert.match((await cli(['audit'])).out, /the command line \(ada\) {2}added secret password {2}revision 1\n/);
});

test('a terminal asks for the value and does not show it', async () => {
  const pty = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b''
while b'not shown' not in seen:
    seen += os.read(fd, 1000)
os.write(fd, b'typed-value-7\\n')
try:
    while True:
        part = os.read(fd, 1000)
        if not part: break
        seen += part
except OSError:
    pass
sys.stdout.write(seen.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
  const words = [program('mobile-tester-agent'), 'secrets', 'set', 'typed', '--data', data];
  const child = spawn('python3', ['-c', pty, ...words], { env: { ...adbServer.env, AGENTEST_SECRETS_KEY: key } });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  const [status] = await once(child, 'close');
  assert.equal(status, 0, out);
  assert.match(out, /\{\{typed\}\}/);
  assert.doesNotMatch(out, /typed-value/);
  assert.equal((await cli(['secrets', 'remove', 'typed'])).status, 0);
});

test('wrong values, names and keys are refused in words', async () => {
  const without = { env: {} };
  for (const [words, more, says] of [
    [['secrets', 'set', 'x'], { input: '' }, /must not be empty/],
    [['secrets', 'set', 'x'], { input: Buffer.from('a\0b') }, /must be UTF-8 text/],
    [['secrets', 'set', 'x'], { input: 'v'.repeat(5000) }, /more than|up to/],
    [['secrets', 'set', 'a b'], { input: 'v' }, /a secret's name/],
    [['secrets', 'set', 'x', 'value'], { input: '' }, /unexpected argument/],
    [['secrets', 'remove', 'unknown'], {}, /there is no stored secret 'unknown'/],
    [['secrets', 'set', 'x'], { input: 'v', ...without }, /set AGENTEST_SECRETS_KEY/],
    [['secrets', 'set', 'x'], { input: 'v', env: { AGENTEST_SECRETS_KEY: other } }, /encrypted with another key/],
    [['secrets', 'list'], { env: { AGENTEST_SECRETS_KEY: 'short' } }, /must have 16 to/],
    [['secrets', 'list'], { env: { AGENTEST_SECRETS_KEY: key, AGENTEST_SECRETS_KEY_FILE: keyFile } }, /not both/],
    [['secrets', 'rekey'], { input: 'short' }, /must have 16 to/],
  ]) {
    const { status, out, err } = await cli(words, more);
    assert.ok([2, 3].includes(status) && out === '', `${words}: ${status} ${out}`);
    assert.match(err, says);
    assert.doesNotMatch(err, new RegExp(`${key}|${other}`));
  }
});

test('a run has the stored secret, and leaves no trace of it', async () => {
  const server = await serve();
  await configure(server);
  script = goodTester(notesPlan);
  const { status, json } = await server.post('/api/v1/runs', { ...notes, device: device.serial });
  assert.equal(status, 201, JSON.stringify(json));
  const done = await server.runEnded(json.id);
  assert.equal(done.verdict, 'PASS', done.reason);
  await server.post('/api/v1/client-errors', { message: `it said ${canary}`, stack: canary });
  assert.match(server.log, /it said \{\{password\}\}/);
  assert.ok(!server.log.includes(canary));
  const shown = await server.get(`/api/v1/devices/${device.serial}/screen?packageName=${notes.packageName}`);
  assert.ok(!shown.text.includes(canary));
  for (const where of [`/api/v1/runs/${done.id}`, `/api/v1/runs/${done.id}/events?limit=500`, '/api/v1/secrets'])
    assert.ok(!(await server.get(where)).text.includes(JSON.stringify(canary).slice(1, -1)), where);
  assert.ok(!JSON.stringify(mock.requests).includes(canary));
  await server.stop();
  assert.deepEqual(traces(folder, canary), []);
});

test('routes write secrets, and never show one', async () => {
  const server = await serve();
  const put = await server.ask('PUT', '/api/v1/secrets/API-Key', { value: 'value-of-the-page' });
  assert.deepEqual([put.status, put.json.name, put.json.by], [200, 'api_key', 'anyone']);
  const list = await server.get('/api/v1/secrets');
  assert.deepEqual([list.json.usable, list.json.secrets.map(({ name }) => name)], [true, ['api_key', 'password']]);
  assert.ok(!list.text.includes('value-of'));
  for (const body of [{}, { value: '' }, { value: 7 }, { value: 'v'.repeat(5000) }, { value: 'a\0b' }])
    assert.equal((await server.ask('PUT', '/api/v1/secrets/x', body)).status, 400, JSON.stringify(body).slice(0, 40));
  assert.equal((await server.ask('PUT', '/api/v1/secrets/a%20b', { value: 'v' })).status, 400);
  assert.equal((await server.get('/api/v1/secrets/password')).status, 405);
  assert.equal((await server.ask('DELETE', '/api/v1/secrets/unknown')).status, 404);
  assert.equal((await server.ask('DELETE', '/api/v1/secrets/key-ring')).status, 404, 'the keys are not a secret');
  assert.equal((await server.ask('DELETE', '/api/v1/secrets/api_key')).status, 204);
  await server.stop();
});

test('with another key nothing is empty: runs are refused, and say why', async () => {
  const server = await serve({ AGENTEST_SECRETS_KEY: other });
  await configure(server);
  const list = (await server.get('/api/v1/secrets')).json;
  assert.deepEqual([list.usable, /encrypted with another key/.test(list.why)], [false, true]);
  const put = await server.ask('PUT', '/api/v1/secrets/x', { value: 'v' });
  assert.deepEqual([put.status, /encrypted with another key/.test(put.json.detail)], [409, true]);
  const told = mock.requests.length;
  const refused = await server.post('/api/v1/runs', { ...notes, device: device.serial });
  const why = refused.status === 201 ? (await server.runEnded(refused.json.id)).reason : refused.json.detail;
  assert.match(why, /encrypted with another key/);
  assert.equal(mock.requests.length, told);
  await server.stop();
});

test('a new key is for all secrets, and the old one for none', async () => {
  const rekeyed = await cli(['secrets', 'rekey', '--new-key-file', keyFile]);
  assert.equal(rekeyed.status, 0, rekeyed.err);
  const old = await cli(['secrets', 'set', 'x'], { input: 'v' });
  assert.match(old.err, /encrypted with another key/);
  const now = { AGENTEST_SECRETS_KEY: '', AGENTEST_SECRETS_KEY_FILE: keyFile };
  const server = await serve(now);
  assert.equal((await server.get('/api/v1/secrets')).json.usable, true);
  await configure(server);
  await device.shell(`pm clear ${notes.packageName}`);
  script = goodTester(notesPlan);
  const done = await server.runEnded((await server.post('/api/v1/runs', { ...notes, device: device.serial })).json.id);
  assert.equal(done.verdict, 'PASS', done.reason);
  await server.stop();
  assert.deepEqual(traces(folder, canary), []);
});
