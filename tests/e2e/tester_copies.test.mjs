// Copies of runs' files in S3: signed, each content once, retried, made up for after a restart, and read when their host is gone.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { lacking, startCluster } from './pool_rig.mjs';
import { signature, startS3 } from './s3.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
await startVirtual(adbServer);
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

async function pass(server) {
  script = goodTester([[[steps.sees('Log in')]]]);
  const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
  const { status, json, text } = await server.post('/api/v1/runs', { ...login, profile: mock.profile, replay: false });
  assert.equal(status, 201, text);
  assert.equal((await server.runEnded(json.id)).verdict, 'PASS');
  return json.id;
}
const metric = async (server, name) =>
  Number((await server.get('/metrics')).text.match(new RegExp(`^agentest_artifact_${name} (\\d+)$`, 'm'))[1]);
const index = (s3, id) => [...s3.objects.keys()].find((key) => key.startsWith(`runs/${id}/`));
const copied = (s3, id) => until(() => index(s3, id), `run ${id} is copied`, 120);

test("the rig's signature is the one that AWS has published", () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  };
  const made = signature({
    method: 'GET',
    url: '/test.txt',
    headers,
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    signed: Object.keys(headers),
    time: headers['x-amz-date'],
    hash: headers['x-amz-content-sha256'],
  });
  assert.equal(made, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('wrong addresses and accounts are refused in words', async () => {
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'canary-b' };
  const folder = temporaryFolder();
  for (const [url, env, says] of [
    ['s3://bucket', aws, /must be https:\/\/HOST/],
    ['https://host', aws, /must be https:\/\/HOST/],
    ['https://host/', aws, /must be https:\/\/HOST/],
    ['https://me:pw@host/b', aws, /must be https:\/\/HOST/],
    ['https://host/b?x=1', aws, /must be https:\/\/HOST/],
    ['https://host/b/../c', aws, /must be https:\/\/HOST/],
    ['https://host/a b', aws, /must be https:\/\/HOST/],
    ['https://host/b', { ...aws, AWS_ACCESS_KEY_ID: '' }, /need AWS_ACCESS_KEY_ID and AWS_SECRET/],
    ['https://host/b', { ...aws, AWS_SECRET_ACCESS_KEY: '' }, /need AWS_ACCESS_KEY_ID and AWS_SECRET/],
    ['https://host/b', { ...aws, AWS_REGION: 'a/b' }, /AWS_REGION/],
  ]) {
    const words = ['serve', '--http', '127.0.0.1:0', '--data', path.join(folder, 'data'), '--artifacts-s3', url];
    const { status, err } = await run(program('mobile-tester-agent'), words, { env: { ...adbServer.env, ...env } });
    assert.equal(status, 2, `${url}: ${err}`);
    assert.match(err, says);
    assert.doesNotMatch(err, /canary|pw@/);
  }
});

test('each file of a run is there by its hash, equal ones once, and what fails is tried again', async () => {
  const s3 = await startS3({ token: 'a-session/token==' });
  const server = await startServer(adbServer, { env: { ...mock.environment, ...s3.env } });
  s3.fail = 503;
  const first = await pass(server);
  await until(async () => (await metric(server, 'copy_errors_total')) > 1, 'it was tried more than once');
  assert.equal(await metric(server, 'copies_waiting'), 1);
  assert.match(server.log, /not copied yet, and are tried again: .* answers 503/);
  assert.equal(server.log.match(/not copied yet/g).length, 1, 'it is said once');
  s3.fail = null;
  await copied(s3, first);
  const files = JSON.parse(s3.objects.get(index(s3, first))).files;
  const own = path.join(server.data, 'reports', first);
  const listed = (await server.get(`/api/v1/runs/${first}/artifacts`)).json.artifacts.map((file) => file.path);
  assert.deepEqual(files.map((file) => file.path).sort(), listed.filter((name) => !/thumbnails/.test(name)).sort());
  for (const file of files) {
    const bytes = fs.readFileSync(path.join(own, file.path));
    assert.equal(file.sha256, crypto.createHash('sha256').update(bytes).digest('hex'));
    assert.deepEqual(s3.objects.get(`blob/${file.sha256}`), bytes);
  }
  await copied(s3, await pass(server));
  const puts = s3.asked.filter((line) => /^PUT blob\/.* 200$/.test(line));
  assert.equal(new Set(puts).size, puts.length, 'no content was sent twice');
  const pictures = [...s3.objects.keys()].filter((key) => key.startsWith('blob/')).length;
  assert.equal(puts.length, pictures);
  assert.equal(await metric(server, 'objects_sent_total'), pictures);
  assert.equal(await metric(server, 'copies_waiting'), 0);
  assert.ok(
    s3.asked.every((line) => !/ 403$/.test(line)),
    'every signature was right',
  );
  assert.ok(!server.log.includes(s3.account.secret));
  await server.stop();
});

test('what was not copied when the server ended is copied after the next start, and nothing twice', async () => {
  const s3 = await startS3();
  s3.fail = 500;
  const server = await startServer(adbServer, { env: { ...mock.environment, ...s3.env } });
  const ids = [await pass(server), await pass(server)];
  server.child.kill('SIGKILL');
  await server.ended;
  const video = crypto.randomBytes(5 << 20); // libcurl asks before it sends as much
  fs.writeFileSync(path.join(server.data, 'reports', ids[0], 'video-1.mp4'), video);
  s3.fail = null;
  const again = await startServer(adbServer, { env: { ...mock.environment, ...s3.env }, folder: server.folder });
  for (const id of ids) await copied(s3, id);
  const sent = JSON.parse(s3.objects.get(index(s3, ids[0]))).files.find((file) => file.path === 'video-1.mp4');
  assert.deepEqual(s3.objects.get(`blob/${sent.sha256}`), video);
  await again.stop();
  const asked = s3.asked.length;
  const last = await startServer(adbServer, { env: { ...mock.environment, ...s3.env }, folder: server.folder });
  await copied(s3, await pass(last));
  assert.ok(s3.asked.slice(asked).every((line) => !ids.some((id) => line.includes(id))));
  await last.stop();
});

test('the proxy of the variables is used', async () => {
  const s3 = await startS3();
  const proxy = { AGENTEST_ARTIFACTS_S3: 'http://s3.example/reports', HTTP_PROXY: new URL(s3.url).origin };
  const server = await startServer(adbServer, { env: { ...mock.environment, ...s3.env, ...proxy } });
  await copied(s3, await pass(server));
  assert.equal(s3.proxied, s3.asked.length);
  await server.stop();
});

test('a wrong secret is said, with what to check', async () => {
  const s3 = await startS3();
  const env = { ...mock.environment, ...s3.env, AWS_SECRET_ACCESS_KEY: 'another one' };
  const server = await startServer(adbServer, { env });
  await pass(server);
  await until(() => /answers 403.*check AWS_ACCESS_KEY_ID/.test(server.log), 'it says so');
  assert.ok(!server.log.includes('another one'));
  await server.stop();
});

test('when its host is gone, any other shows the files of a run from their copies', {
  skip: lacking ?? false,
}, async () => {
  const cluster = await startCluster({ nodes: 1 });
  const s3 = await startS3();
  const env = { ...mock.environment, ...s3.env, AGENTEST_LEASE_MS: '3000' };
  const args = ['--nats', cluster.url];
  const a = await startServer(adbServer, { env: { ...env, AGENTEST_HOST: 'a' }, args });
  const id = await pass(a);
  await copied(s3, id);
  s3.fail = 503;
  const other = await pass(a);
  const below = `/api/v1/runs/${id}`;
  const listed = (await a.get(`${below}/artifacts`)).json.artifacts;
  const picture = listed.find(({ type }) => type === 'image/png').path;
  const bytes = (await a.get(`${below}/artifacts/${picture}`)).bytes;
  const b = await startServer(await startAdbServer(), { env: { ...env, AGENTEST_HOST: 'b' }, args });
  await a.stop();
  const asked = await b.get(`${below}/artifacts/${picture}`);
  assert.deepEqual([asked.status, /its copies can't be read.*503/.test(asked.json?.detail)], [503, true], asked.text);
  s3.fail = null;
  assert.deepEqual((await b.get(`${below}/artifacts/${picture}`)).bytes, bytes);
  assert.deepEqual(
    (await b.get(`${below}/artifacts`)).json.artifacts.map((file) => file.path).sort(),
    listed
      .map((file) => file.path)
      .filter((name) => !/thumbnails/.test(name))
      .sort(),
  );
  const part = await b.get(`${below}/artifacts/${picture}`, { Range: 'bytes=1-3' });
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'PNG']);
  assert.equal((await b.get(`${below}/exports/html`)).status, 200);
  assert.equal(await metric(b, 'runs_fetched_total'), 1);
  const missing = await b.get(`/api/v1/runs/${other}/artifacts`);
  assert.deepEqual([missing.status, /host 'a' has it, is away.* no copy/.test(missing.json.detail)], [503, true]);
  // Nothing that a bucket says gets out of the run's folder, and a content that was changed is not shown.
  const list = JSON.parse(s3.objects.get(index(s3, id)));
  for (const [change, says] of [
    [{ path: '../../escaped.txt' }, /damaged/],
    [{ path: '/tmp/escaped.txt' }, /damaged/],
    [{ path: '.hidden' }, /damaged/],
    [{ sha256: '../x' }, /damaged/],
    [{ sha256: 'f'.repeat(64) }, /its files yet|can't be read/],
  ]) {
    const [file, ...rest] = list.files;
    const files = [{ ...file, ...change }, ...rest];
    s3.objects.set(`runs/${other}/a.json`, Buffer.from(JSON.stringify({ ...list, files })));
    const answer = await b.get(`/api/v1/runs/${other}/artifacts`);
    assert.equal(answer.status, 503, answer.text);
    assert.match(answer.json.detail, says);
  }
  const [file] = list.files;
  s3.objects.set(`blob/${file.sha256}`, Buffer.from('changed'));
  s3.objects.set(`runs/${other}/a.json`, Buffer.from(JSON.stringify(list)));
  assert.match((await b.get(`/api/v1/runs/${other}/artifacts`)).json.detail, /differs from its hash/);
  assert.ok(!fs.existsSync(path.join(b.data, 'reports', other)));
  assert.deepEqual(
    fs.readdirSync(b.data).filter((name) => /escaped/.test(name)),
    [],
  );
  await b.stop();
});
