// serve --sync: scenarios of the store and of Firestore stay in step, and nothing that somebody wrote is lost.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, temporaryFolder, until } from './lib.mjs';
import { Firestore } from './models/firestore.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();

async function startFirestore(options) {
  const firestore = await new Firestore(options).start();
  atEnd(() => firestore.stop());
  return firestore;
}
async function serve(firestore, { env = {}, ...more } = {}) {
  const server = await startServer(adbServer, {
    args: ['--sync', 'lab', '--sync-seconds', '1'],
    env: { FIRESTORE_EMULATOR_HOST: firestore.host, ...env },
    ...more,
  });
  server.scenarios = async () => (await server.get('/api/v1/scenarios')).json.scenarios;
  server.find = async (goal) => (await server.scenarios()).find((one) => one.goal === goal);
  server.edit = async (id, change) => {
    const { json, headers } = await server.get(`/api/v1/scenarios/${id}`);
    const answer = await server.ask(
      'PUT',
      `/api/v1/scenarios/${id}`,
      { ...json, ...change },
      {
        'If-Match': headers.get('etag'),
      },
    );
    assert.equal(answer.status, 200, answer.text);
  };
  return server;
}
const words = ({ steps }) => steps.map((step) => step.description ?? step);
const rounds = (firestore) =>
  firestore.requests.filter(
    ({ method, path: where }) => where.endsWith(':runQuery') || (method === 'GET' && where.endsWith('/testScenarios')),
  ).length;
const metric = async (server, name) =>
  Number((await server.get('/metrics')).text.match(new RegExp(`^${name} (\\d+)$`, 'm'))[1]);
// Until a round that began after now has ended.
async function settle(firestore) {
  const before = rounds(firestore);
  await until(() => rounds(firestore) >= before + 2, 'a whole round');
}

test('what is on one side comes to the other, and changes and removals follow', async () => {
  const firestore = await startFirestore();
  firestore.pageSize = 2; // several pages
  for (const n of [1, 2, 3]) firestore.put(`There${n}`, { name: `there ${n}`, steps: ['open it', 'close it'] });
  const server = await serve(firestore);
  const { json: mine } = await server.post('/api/v1/scenarios', {
    goal: 'here',
    packageName: 'com.example.notes',
    tags: ['smoke'],
    steps: ['Look', { step: 'Count', expect: ['Total'] }],
  });
  await until(async () => (await server.scenarios()).length === 4, 'the documents come');
  const came = await server.find('there 2');
  assert.equal(came.id, 'There2');
  assert.deepEqual(words(came), ['open it', 'close it']);
  await until(() => firestore.read(mine.id), 'the scenario goes');
  assert.deepEqual(firestore.read(mine.id), {
    name: 'here',
    goal: 'here',
    packageName: 'com.example.notes',
    steps: ['Look', 'Count'],
  });
  // An edit there, which keeps what only this side has.
  firestore.put(mine.id, { name: 'here', goal: 'here, edited', steps: ['Count', 'Leave'] });
  const edited = await until(() => server.find('here, edited'), 'the edit comes');
  assert.deepEqual(words(edited), ['Count', 'Leave']);
  assert.equal(edited.packageName, 'com.example.notes');
  assert.ok(edited.steps[0].expect, 'the step has its expectations');
  // An edit here, which keeps the fields that only the other side has.
  const { fields } = firestore.documents.get('There1');
  firestore.put('There1', { name: 'there 1', steps: ['open it'], colour: { stringValue: 'red' } });
  assert.ok(fields);
  await until(async () => words((await server.find('there 1')) ?? { steps: [] }).length === 1, 'it is in step');
  await server.edit('There1', { goal: 'there one' });
  await until(() => firestore.read('There1').goal === 'there one', 'the edit goes');
  assert.deepEqual(firestore.documents.get('There1').fields.colour, { stringValue: 'red' });
  const patch = firestore.requests.findLast(({ method }) => method === 'PATCH');
  assert.ok(patch.query.get('currentDocument.updateTime'), 'with a precondition');
  // Removals, both ways.
  assert.equal((await server.ask('DELETE', '/api/v1/scenarios/There2')).status, 204);
  await until(() => !firestore.documents.has('There2'), 'it is removed there');
  firestore.documents.delete('There3');
  await until(async () => (await server.get('/api/v1/scenarios/There3')).status === 404, 'it is removed here', 120);
  const writes = () => firestore.requests.filter(({ method }) => ['PATCH', 'DELETE'].includes(method)).length;
  const before = writes();
  await settle(firestore);
  assert.equal(writes(), before, 'what is in step is left alone');
  assert.equal((await server.scenarios()).length, 2);
});

test('what changed on both sides is kept twice, and named', async () => {
  const firestore = await startFirestore();
  firestore.put('Both', { name: 'both', steps: ['a'] });
  const folder = temporaryFolder();
  const first = await serve(firestore, { folder });
  await until(async () => (await first.get('/api/v1/scenarios/Both')).status === 200, 'it comes');
  await settle(firestore);
  await first.stop();
  // Without --sync this side is edited, and the other one too.
  const apart = await startServer(adbServer, { folder });
  const { json, headers } = await apart.get('/api/v1/scenarios/Both');
  const edited = { ...json, goal: 'edited here', packageName: 'com.example.notes' };
  assert.equal(
    (await apart.ask('PUT', '/api/v1/scenarios/Both', edited, { 'If-Match': headers.get('etag') })).status,
    200,
  );
  await apart.stop();
  firestore.put('Both', { name: 'both', goal: 'edited there', steps: ['b'] });
  const server = await serve(firestore, { folder });
  // Until the first round, this version is the scenario itself.
  const copy = await until(async () => {
    const one = await server.find('edited here');
    return one?.id !== 'Both' && one;
  }, 'this version is kept');
  assert.equal(copy.name, "both (conflict: this server's version)");
  assert.notEqual(copy.id, 'Both');
  assert.equal((await server.find('edited there')).id, 'Both');
  await until(() => firestore.read(copy.id)?.goal === 'edited here', 'and goes to Firestore');
  assert.equal(firestore.read('Both').goal, 'edited there');
  assert.match(server.log, /was changed here and in Firestore: both are kept scenario=Both copy=/);
  assert.equal(await metric(server, 'agentest_sync_conflicts_total'), 1);
  await settle(firestore);
  assert.equal((await server.scenarios()).length, 2, 'once');
});

test('a change in the middle of a write is not overwritten', async () => {
  const firestore = await startFirestore();
  firestore.put('Race', { name: 'race', steps: ['a'] });
  const server = await serve(firestore);
  await until(async () => (await server.get('/api/v1/scenarios/Race')).status === 200, 'it comes');
  await settle(firestore);
  firestore.faults.push({
    when: ({ method }) => method === 'PATCH',
    act: () => firestore.put('Race', { name: 'race', goal: 'quicker', steps: ['a'] }),
  });
  await server.edit('Race', { goal: 'mine', packageName: 'com.example.notes' });
  await until(() => server.find('quicker'), 'the other version comes', 120);
  assert.ok(await server.find('mine'), 'this version stays');
  assert.equal(firestore.read('Race').goal, 'quicker');
});

test('an emptied collection does not empty the store', async () => {
  const firestore = await startFirestore();
  for (let n = 0; n < 20; n++) firestore.put(`Many${n}`, { name: `many ${n}`, steps: ['a'] });
  const server = await serve(firestore);
  await until(async () => (await server.scenarios()).length === 20, 'they come');
  await settle(firestore);
  firestore.documents.clear();
  await until(() => /20 of 20 scenarios are gone on one side: nothing is removed/.test(server.log), 'it says so', 120);
  assert.equal((await server.scenarios()).length, 20);
});

test('a quota pauses, and the rest is done later', async () => {
  const firestore = await startFirestore();
  firestore.put('Quota', { name: 'quota', steps: ['a'] });
  firestore.faults.push(
    { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' },
    { status: 'UNAVAILABLE', headers: { 'Retry-After': '1' } },
  );
  const server = await serve(firestore);
  await until(async () => (await server.get('/api/v1/scenarios/Quota')).status === 200, 'it comes', 120);
  assert.match(server.log, /not in step with Firestore: Firestore answers 429 RESOURCE_EXHAUSTED: Quota exceeded\./);
  assert.equal(server.log.match(/not in step with Firestore/g).length, 1);
  await until(() => /in step with Firestore again/.test(server.log), 'it says so');
  assert.equal(await metric(server, 'agentest_sync_errors_total'), 2);
});

test('documents that are no scenarios are left alone', async () => {
  const firestore = await startFirestore();
  firestore.put('bad id with spaces', { name: 'spaces', steps: ['a'] });
  firestore.put('Odd', { name: 'odd', steps: ['a'] });
  firestore.documents.get('Odd').fields.goal = { integerValue: '7' };
  firestore.documents.get('Odd').fields.steps = { stringValue: 'none' };
  firestore.put('Good', { name: 'good', steps: ['a'] });
  const server = await serve(firestore);
  await until(() => server.find('good'), 'the good one comes');
  await settle(firestore);
  assert.ok(firestore.documents.has('bad id with spaces'));
  assert.ok(firestore.documents.has('Odd'));
  assert.match(server.log, /a scenario is not in step: .* scenario=bad id with spaces/);
});

test('a service account signs for its tokens, and a token that ends is replaced', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = { email: 'tester@lab.iam.gserviceaccount.com', publicKey };
  const firestore = await startFirestore({ database: 'second', account });
  firestore.put('Signed', { name: 'signed', steps: ['a'] });
  const file = path.join(temporaryFolder(), 'account.json');
  const write = (more = {}) =>
    fs.writeFileSync(
      file,
      JSON.stringify({
        type: 'service_account',
        project_id: 'lab',
        private_key_id: 'k1',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        client_email: account.email,
        token_uri: `${firestore.url}/token`,
        ...more,
      }),
    );
  write();
  const env = {
    FIRESTORE_EMULATOR_HOST: '',
    GOOGLE_APPLICATION_CREDENTIALS: file,
    AGENTEST_FIRESTORE_URL: firestore.url,
  };
  const server = await serve(firestore, { args: ['--sync', 'lab:second', '--sync-seconds', '1'], env });
  await until(async () => (await server.get('/api/v1/scenarios/Signed')).status === 200, 'it comes');
  firestore.tokens.clear(); // they are revoked
  firestore.put('Signed', { name: 'signed', goal: 'signed again', steps: ['a'] });
  await until(() => server.find('signed again'), 'with another token', 120);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).split('\n')[1];
  assert.ok(!server.log.includes(key) && !/token-\d/.test(server.log), server.log);
  await server.stop();
  for (const [more, said] of [
    [{ private_key: 'none' }, /the private key in '.*' cannot be used: an RSA key as PKCS#8 is needed/],
    [{ client_email: '' }, /is not the JSON file of a service account/],
  ]) {
    write(more);
    const wrong = await startServer(adbServer, { args: ['--sync', 'lab'], env });
    assert.match(wrong.log, said);
    assert.equal(await wrong.ended, 2);
  }
});

test('wrong options are named', async () => {
  for (const [args, env, said] of [
    [['--sync', 'a/b'], {}, /--sync 'a\/b' is not a project, or PROJECT:DATABASE/],
    [['--sync', 'lab'], {}, /--sync needs GOOGLE_APPLICATION_CREDENTIALS/],
    [['--sync', 'lab', '--sync-seconds', '0'], {}, /--sync-seconds '0' is not a number from 1 to 86400/],
    [['--sync', 'lab'], { GOOGLE_APPLICATION_CREDENTIALS: '/does/not/exist' }, /'\/does\/not\/exist'/],
  ]) {
    const server = await startServer(adbServer, { args, env });
    assert.match(server.log, said);
    assert.notEqual(await server.ended, 0);
  }
});
