// mobile-tester-agent over HTTP: the contract's texts and codes, /api/v1, its
// description, events, and what keeps strangers out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import test from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EventSource } from 'eventsource';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const device = await startVirtual(adbServer);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const plan = [[[steps.sees('Log in')]]];
let script = goodTester(plan);
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());
const server = await startServer(adbServer, { env: mock.environment });
const chosen = await server.post('/config', { executorInfoId: mock.profile, maxAgentIterations: 400, replay: false });
assert.equal(chosen.text, 'Configuration updated successfully');
const quick = () => {
  script = goodTester(plan);
};
const hang = () => {
  script = () => faults.hang();
};

// A run submitted without waiting.
async function submit(body = login) {
  const { status, json, headers } = await server.post('/api/v1/runs', body);
  assert.equal(status, 201, JSON.stringify(json));
  assert.equal(headers.get('location'), `/api/v1/runs/${json.id}`);
  return json.id;
}
const isRunning = (id) =>
  until(async () => (await server.get(`/api/v1/runs/${id}`)).json.state === 'running', `${id} runs`);
const stopAll = async () => {
  await server.post('/stop-test');
  await until(async () => (await server.get('/api/v1/status')).json.runs.length === 0, 'all runs have ended');
};

// --- The contract, row by row, as a proxy leaves the path or not.

const rows = [
  ['GET', '/report', undefined, 404, 'No report available'],
  ['GET', '/report/file', undefined, 400, 'Missing path'],
  ['GET', '/report/file?path=', undefined, 400, 'Missing path'],
  ['GET', '/report/file?path=log.txt', undefined, 404, 'Not found'],
  ['POST', '/stop-test', undefined, 409, 'No test is running'],
  ['POST', '/stop-test', {}, 409, 'No test is running'],
  ['POST', '/run-test', {}, 400, 'Missing goal'],
  ['POST', '/run-test', { packageName: 'a' }, 400, 'Missing goal'],
  ['POST', '/run-test', { goal: '  ', packageName: 'a', steps: ['x'] }, 400, 'Missing goal'],
  ['POST', '/run-test', { goal: 'G' }, 400, 'Missing packageName'],
  ['POST', '/run-test', { goal: 'G', packageName: ' ', steps: [] }, 400, 'Missing packageName'],
  ['POST', '/run-test', { goal: 'G', packageName: 'a' }, 400, 'Missing steps'],
  ['POST', '/run-test', { goal: 'G', packageName: 'a', steps: [] }, 400, 'Missing steps'],
  ['POST', '/run-test', { goal: 'G', packageName: 'a', steps: ['', ' '] }, 400, 'Missing steps'],
  ['POST', '/run-test', '{"goal":', 400, /^Invalid JSON: /],
  ['POST', '/run-test', '', 400, /^Invalid JSON: the body is empty$/],
  ['POST', '/config', { executorInfoId: 'X' }, 400, 'Invalid configuration: Unknown executorInfoId: X'],
  ['POST', '/config', { executorInfoId: 'opus47' }, 400, 'Invalid configuration: Unknown executorInfoId: opus47'],
  ['POST', '/config', '{', 400, /^Invalid configuration: /],
  ['POST', '/config', [], 400, /^Invalid configuration: /],
];
for (const prefix of ['', '/api']) {
  for (const [method, where, body, status, text] of rows) {
    test(`${method} ${prefix}${where} ${JSON.stringify(body) ?? ''} is ${status}`, async () => {
      const answer = await server.ask(method, prefix + where, body);
      assert.equal(answer.status, status, answer.text);
      if (text instanceof RegExp) assert.match(answer.text, text);
      else assert.equal(answer.text, text);
      assert.match(answer.headers.get('content-type'), /^text\/plain/);
    });
  }
}

test('a test runs, is answered in words, and leaves its report', async () => {
  quick();
  const answer = await server.post('/api/run-test', { ...login, unknown: 1 });
  assert.equal(answer.status, 200);
  assert.match(answer.text, /^onAgentFinished: [^]*Step 1: PASS — /);
  const { json: manifest } = await server.get('/report');
  assert.equal(manifest.status, 'completed');
  assert.equal(manifest.scenario, login.goal);
  assert.equal(manifest.packageName, login.packageName);
  const log = await server.get('/api/report/file?path=log.txt');
  assert.equal(log.status, 200);
  assert.match(log.headers.get('content-type'), /^text\/plain/);
  const shot = manifest.events.find(({ screenshotPath }) => screenshotPath);
  const picture = await server.get(`/report/file?path=${encodeURIComponent(shot.screenshotPath)}`);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  for (const outside of ['../x', '/etc/passwd', 'screenshots/../../../x', '..'])
    assert.deepEqual(
      [
        (await server.get(`/report/file?path=${encodeURIComponent(outside)}`)).status,
        (await server.get(`/report/file?path=${encodeURIComponent(outside)}`)).text,
      ],
      [403, 'Forbidden'],
      outside,
    );
});

test('a test that is stopped says so, to both', async () => {
  hang();
  const waiting = server.post('/run-test', login);
  await until(async () => (await server.get('/api/v1/status')).json.runs[0]?.state === 'running', 'it runs');
  const stopped = await server.post('/api/stop-test');
  assert.deepEqual([stopped.status, stopped.text], [200, 'Test stopped']);
  const answer = await waiting;
  assert.deepEqual([answer.status, answer.text], [200, 'Test stopped by user']);
  assert.equal((await server.get('/report')).json.status, 'stopped');
});

test('a client that leaves does not stop its run', async () => {
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const good = goodTester(plan);
  script = async (turn) => {
    await gate;
    return good(turn);
  };
  const leaving = new AbortController();
  const request = fetch(`${server.url}/run-test`, {
    method: 'POST',
    body: JSON.stringify(login),
    headers: { 'Content-Type': 'application/json' },
    signal: leaving.signal,
  }).catch((error) => error.name);
  const id = await until(async () => (await server.get('/api/v1/status')).json.runs[0]?.id, 'it runs');
  leaving.abort();
  assert.equal(await request, 'AbortError');
  await until(
    async () => (await server.get('/api/v1/status')).json.requests === 1,
    'the server has noticed; it answers this one only',
  );
  release();
  assert.equal((await server.runEnded(id)).verdict, 'PASS');
});

test('a second run waits for the device, and its place is visible', async () => {
  hang();
  const first = await submit();
  await isRunning(first);
  const second = await submit();
  const third = await submit();
  const place = async (id) => (await server.get(`/api/v1/runs/${id}`)).json.place;
  assert.deepEqual([await place(second), await place(third)], [1, 2]);
  const open = (await server.get('/api/v1/status')).json.runs;
  assert.deepEqual(
    open.map((run) => [run.id, run.place]),
    [
      [first, undefined],
      [second, 1],
      [third, 2],
    ],
  );
  for (const run of [...open, (await server.get(`/api/v1/runs/${second}`)).json])
    assert.deepEqual(
      ['owner', 'final'].filter((name) => name in run),
      [],
      "these are the server's own",
    );
  assert.equal((await server.get('/api/v1/runs?state=queued')).json.runs.length, 2);
  const {
    json: { devices },
  } = await server.get('/api/v1/devices');
  assert.equal(devices.find(({ id }) => id === device.serial).run, first);
  assert.equal((await server.ask('DELETE', `/api/v1/runs/${first}`)).status, 409);
  assert.equal((await server.post(`/api/v1/runs/${first}/approve`, { approved: true })).status, 409);
  assert.equal((await server.post(`/api/v1/runs/${second}/stop`)).status, 200);
  assert.equal((await server.runEnded(second)).status, 'stopped');
  assert.equal(await place(third), 1);
  await stopAll();
  assert.equal((await server.post(`/api/v1/runs/${first}/stop`)).status, 409);
  assert.equal((await server.ask('DELETE', `/api/v1/runs/${second}`)).status, 204);
  assert.equal((await server.get(`/api/v1/runs/${second}`)).status, 404);
});

// --- Manners of HTTP

test('heads, methods, tags and unknown paths', async () => {
  const head = await server.ask('HEAD', '/api/v1/config');
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  assert.ok(Number(head.headers.get('content-length')) > 0);
  const wrong = await server.get('/run-test');
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST']);
  const both = await server.ask('PATCH', '/api/v1/scenarios');
  assert.deepEqual([both.status, both.headers.get('allow')], [405, 'GET, HEAD, POST']);
  assert.equal(both.headers.get('content-type'), 'application/problem+json');
  const options = await server.ask('OPTIONS', '/api/v1/runs');
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, POST']);
  assert.equal(options.headers.get('access-control-allow-origin'), null);
  for (const where of [
    '/api/nope',
    '/v1/nope',
    '/api/v2/runs',
    '/api/v1/runs/none',
    '/api/v1/scenarios/none',
    '/api/v1/profiles/none',
  ]) {
    const { status, json, headers } = await server.get(where);
    assert.equal(status, 404, where);
    assert.deepEqual(Object.keys(json), ['type', 'title', 'status', 'detail', 'code']);
    assert.equal(headers.get('content-type'), 'application/problem+json');
  }
  const read = await server.get('/api/v1/config');
  const again = await server.get('/api/v1/config', { 'If-None-Match': read.headers.get('etag') });
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
  for (const name of ['x-content-type-options', 'content-security-policy', 'referrer-policy'])
    assert.ok(read.headers.get(name), name);
  assert.match(read.headers.get('content-security-policy'), /default-src 'none'/);
  assert.deepEqual((await server.get('/healthz')).json, { status: 'ok' });
});

test('queries and bodies are checked', async () => {
  for (const [where, words] of [
    ['runs?limit=0', /from 1 to 500/],
    ['runs?limt=1', /no parameter 'limt'/],
    ['runs?state=x', /queued, running, ended/],
    ['runs?text=a&text=b', /comes twice/],
    ['scenarios?text=%ff', /not UTF-8/],
  ]) {
    const { status, json } = await server.get(`/api/v1/${where}`);
    assert.equal(status, 400, where);
    assert.match(json.detail, words);
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  assert.equal((await server.post('/run-test', 'goal=x', form)).status, 415);
  assert.match(
    (await server.post('/run-test', 'goal=x', form)).json.detail,
    /must be application\/json; with curl: -H 'Content-Type: application\/json'$/,
  );
  assert.equal((await server.post('/api/v1/scenarios', '{"goal":"x"}', { 'Content-Type': 'text/plain' })).status, 415);
  assert.equal(
    (await server.post('/api/v1/scenarios', '{"goal":"x"}', { 'Content-Type': 'application/json; charset=utf-8' }))
      .status,
    201,
  );
  assert.equal((await server.post('/api/v1/scenarios', `"${'x'.repeat(5 << 20)}"`)).status, 413);
  assert.equal((await server.post('/api/v1/scenarios', '{')).status, 400);
  assert.equal((await server.post('/api/v1/runs', {})).json.detail, 'Missing goal');
  assert.equal((await server.post('/api/v1/runs', { scenarioId: 'none' })).status, 404);
  assert.equal((await server.post('/api/v1/runs', { ...login, profile: 'none' })).status, 400);
});

// --- Who may ask

test('other sites, names and ports are refused, its own page is not', async () => {
  const head = (more) => `GET /api/v1/config HTTP/1.1\r\nConnection: close\r\n${more}\r\n`;
  const local = `Host: 127.0.0.1:${server.port}\r\n`;
  for (const [more, status] of [
    [local, 200],
    ['Host: localhost\r\n', 200],
    ['Host: evil.example\r\n', 403],
    [`Host: evil.example:${server.port}\r\n`, 403],
    ['Host: 127.0.0.1.evil.example\r\n', 403],
    [`${local}Host: evil.example\r\n`, 400],
    [`${local}Origin: http://127.0.0.1:${server.port}\r\n`, 200],
    [`${local}Origin: http://localhost:5173\r\n`, 403],
    [`${local}Origin: http://localhost:${server.port}\r\n`, 403],
    [`${local}Sec-Fetch-Site: same-origin\r\n`, 200],
    [`${local}Sec-Fetch-Site: same-site\r\n`, 403],
    [`${local}Sec-Fetch-Site: cross-site\r\n`, 403],
    [`${local}Sec-Fetch-Site: none\r\n`, 200],
    [`${local}Origin: https://evil.example\r\n`, 403],
    [`${local}Origin: null\r\n`, 403],
    [`${local}Origin: http://evil.example\r\nOrigin: http://localhost\r\n`, 400],
  ])
    assert.match(await server.raw(head(more)), new RegExp(`^HTTP/1.1 ${status} `), more);
  const foreign = await server.post('/stop-test', undefined, { Origin: 'http://evil.example' });
  assert.equal(foreign.status, 403);
  const page = (more) => `GET / HTTP/1.1\r\nConnection: close\r\n${local}${more}\r\n`;
  assert.match(
    await server.raw(page('Sec-Fetch-Site: cross-site\r\n')),
    /^HTTP\/1\.1 200 /,
    'a link may lead to the page',
  );
});

test('a request with hundreds of parameters gets an answer', async () => {
  for (const count of [33, 500]) {
    const query = Array.from({ length: count }, (_, k) => `p${k}=1`).join('&');
    assert.match(
      await server.raw(`GET /api/v1/runs?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 4\d\d /,
      `${count}`,
    );
  }
});

test('hundreds of event streams leave room for others', async () => {
  const sockets = Array.from({ length: 400 }, () => {
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  });
  try {
    // Use new connections: the server may have closed an idle one to make room.
    for (let k = 0; k < 5; k++)
      assert.match(
        await server.raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
        /^HTTP\/1\.1 200 /,
      );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('a token keeps others out, and a cookie lets EventSource in', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'token');
  fs.writeFileSync(file, 'a-token-of-ours\n', { mode: 0o600 });
  const closed = await startServer(adbServer, { args: ['--token-file', file] });
  const bearer = { Authorization: 'Bearer a-token-of-ours' };
  for (const where of ['/api/v1/config', '/report', '/api/v1/events', '/api/nope']) {
    const { status, headers } = await closed.get(where);
    assert.equal(status, 401, where);
    assert.equal(headers.get('www-authenticate'), 'Bearer');
  }
  assert.equal((await closed.post('/run-test', {})).status, 401);
  assert.equal((await closed.get('/healthz')).status, 200);
  assert.equal((await closed.get('/api/v1/config', { Authorization: 'Bearer a-token-of-our' })).status, 401);
  assert.equal((await closed.get('/api/v1/config', { Authorization: 'Basic a-token-of-ours' })).status, 401);
  assert.equal((await closed.get('/api/v1/config', bearer)).status, 200);
  assert.equal((await closed.post('/api/v1/login', { token: 'wrong' })).status, 401);
  const entered = await closed.post('/api/v1/login', { token: 'a-token-of-ours' });
  const cookie = entered.headers.get('set-cookie');
  assert.match(cookie, /^mobile_tester_login=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
  assert.doesNotMatch(cookie, /a-token-of-ours/);
  const own = { Cookie: cookie.split(';')[0] };
  assert.equal((await closed.get('/api/v1/config', own)).status, 200);
  assert.equal((await closed.get('/api/v1/config', { Cookie: 'mobile_tester_login=' })).status, 401);
  const second = {
    Cookie: (await closed.post('/api/v1/login', { token: 'a-token-of-ours' })).headers.get('set-cookie').split(';')[0],
  };
  assert.match((await closed.post('/api/v1/logout', undefined, own)).headers.get('set-cookie'), /Max-Age=0/);
  assert.equal((await closed.get('/api/v1/config', own)).status, 401, 'a logout ends its login');
  assert.equal((await closed.get('/api/v1/config', second)).status, 200, 'and no other');
  // Wrong tokens are answered one after the other, and then none is looked at.
  const began = Date.now();
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, k) => closed.get('/api/v1/config', { Authorization: `Bearer wrong-${k}` })),
  );
  assert.deepEqual([...new Set(tries.map(({ status }) => status))], [401]);
  assert.ok(Date.now() - began >= 1000, `twelve took ${Date.now() - began} ms`);
  const open = await run(
    program('mobile-tester-agent'),
    ['serve', '--http', '0.0.0.0:0', '--data', path.join(folder, 'data')],
    { env: adbServer.env },
  );
  assert.equal(open.status, 2);
  assert.match(open.err, /open to other machines: give a token/);
});

test('no path leads out of a run', async () => {
  quick();
  const id = await submit();
  await server.runEnded(id);
  fs.symlinkSync('/etc/passwd', path.join(server.data, 'reports', id, 'link.txt'));
  fs.symlinkSync('/etc', path.join(server.data, 'reports', id, 'folder'));
  const base = `/api/v1/runs/${id}/artifacts`;
  // Names with a dot are ours, in any case, at any depth.
  const hidden = ['.work/flow/a.yaml', '.WORK/flow/a.yaml', 'attempt-2/.Work/a.yaml', 'attempt-2/.a', '.index'];
  for (const name of hidden) {
    const file = path.join(server.data, 'reports', id, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, 'root:');
  }
  const listed = (await server.get(base)).json.artifacts.map((one) => one.path);
  assert.deepEqual(
    listed.filter((name) => /(^|\/)\./.test(name)),
    [],
  );
  for (const where of [
    ...hidden.map((name) => `${base}/${name}`),
    `${base}/../manifest.json`,
    `${base}/%2e%2e/%2e%2e/x`,
    `${base}/..%2f..%2fx`,
    `${base}//etc/passwd`,
    `${base}/%2fetc%2fpasswd`,
    `${base}/link.txt`,
    `${base}/folder/passwd`,
    `${base}/screenshots/..%2f..%2f${id}%2flog.txt`,
    `${base}/.`,
    `${base}/screenshots`,
    `${base}/log.txt%00.png`,
    `/api/v1/runs/..%2f..%2fx/artifacts/log.txt`,
    `/api/v1/runs/${id}%2f..%2f${id}/artifacts/log.txt`,
    `${base}/log.txt/`,
    `/report/file?path=link.txt`,
    `/report/file?path=folder/passwd`,
    `/report/file?path=..%2f${id}%2flog.txt`,
  ]) {
    const answer = await server.raw(`GET ${where} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    if (where.includes('%00')) continue; // libmicrohttpd ends the path there: it is log.txt itself
    assert.match(answer, /^HTTP\/1\.1 (403|404) /, where);
    assert.doesNotMatch(answer, /root:/);
  }
});

// --- Scenarios

test('scenarios are kept, with who changed them last', async () => {
  const base = '/api/v1/scenarios';
  const made = await server.post(base, { goal: 'Draft' });
  assert.deepEqual(made.json.missing, ['packageName', 'steps']);
  const where = made.headers.get('location');
  assert.equal(where, `${base}/${made.json.id}`);
  const first = made.headers.get('etag');
  const put = await server.ask('PUT', where, { ...login, name: 'Mine', tags: ['a'] }, { 'If-Match': first });
  assert.deepEqual([put.status, put.json.revision, put.json.missing], [200, 2, []]);
  assert.equal((await server.ask('PUT', where, login, { 'If-Match': first })).status, 412);
  assert.equal((await server.ask('PUT', where, { ...login, revision: 1 })).status, 409);
  assert.equal((await server.ask('DELETE', where, undefined, { 'If-Match': first })).status, 412);
  assert.equal((await server.get(where, { 'If-None-Match': put.headers.get('etag') })).status, 304);
  const races = await Promise.all(
    Array.from({ length: 8 }, (_, k) =>
      server.ask('PUT', where, { ...login, name: `racer ${k}` }, { 'If-Match': put.headers.get('etag') }),
    ),
  );
  assert.deepEqual(races.map(({ status }) => status).sort(), [200, 412, 412, 412, 412, 412, 412, 412]);
  const copy = await server.post(`${where}/duplicate`);
  assert.equal(copy.status, 201);
  assert.match(copy.json.name, /\(copy\)$/);
  assert.notEqual(copy.json.id, made.json.id);
  const found = await server.get(`${base}?text=racer&limit=1`);
  assert.deepEqual([found.json.scenarios.length, found.json.more], [1, true]);
  const rest = await server.get(`${base}?text=racer&limit=1&before=${found.json.next}`);
  assert.deepEqual([rest.json.scenarios[0].id, rest.json.more], [made.json.id, false]);
  quick();
  const run1 = await submit({ scenarioId: copy.json.id, tags: ['once'] });
  const ended = await server.runEnded(run1);
  assert.deepEqual([ended.scenarioId, ended.verdict], [copy.json.id, 'PASS']);
  assert.deepEqual(
    (await server.get(`/api/v1/runs?scenario=${copy.json.id}`)).json.runs.map(({ id }) => id),
    [run1],
  );
  assert.equal((await server.ask('DELETE', where)).status, 204);
  assert.equal((await server.get(where)).status, 404);
});

test('scenarios come and go as our export and as documents of Firestore', async () => {
  const fields = (goal) => ({
    name: { stringValue: goal },
    goal: { stringValue: goal },
    createdAt: { timestampValue: '2026-11-21T10:00:00Z' },
    updatedAt: { timestampValue: '2026-11-21T10:00:00Z' },
    steps: {
      arrayValue: {
        values: [{ mapValue: { fields: { id: { integerValue: '1' }, description: { stringValue: 'Tap "Ok"' } } } }],
      },
    },
  });
  const document = (goal) => ({
    name: 'projects/p/databases/(default)/documents/testScenarios/abc',
    fields: fields(goal),
    createTime: 'x',
    updateTime: 'x',
  });
  const many = await server.post('/api/v1/scenarios/import', { documents: [document('Old one'), document('Old two')] });
  assert.deepEqual([many.status, many.json.imported], [201, 2]);
  assert.deepEqual(
    many.json.scenarios.map(({ goal, steps: list, missing }) => [goal, list, missing]),
    [
      ['Old one', ['Tap "Ok"'], ['packageName']],
      ['Old two', ['Tap "Ok"'], ['packageName']],
    ],
  );
  assert.equal((await server.post('/api/v1/scenarios/import', document('Single'))).json.imported, 1);
  const before = (await server.get('/api/v1/scenarios?limit=500')).json.scenarios.length;
  const half = await server.post('/api/v1/scenarios/import', { scenarios: [login, { goal: 1 }] });
  assert.deepEqual([half.status, /scenario 2/.test(half.json.detail)], [400, true]);
  const other = await server.post('/api/v1/scenarios/import', { compilerOptions: { strict: true } });
  assert.deepEqual(
    [other.status, other.json.detail],
    [400, 'scenario 1: it is not a scenario: it has no goal and no steps, and no flow'],
  );
  assert.equal((await server.get('/api/v1/scenarios?limit=500')).json.scenarios.length, before, 'all or none');
  const out = await server.get('/api/v1/scenarios/export?format=firestore');
  assert.match(out.headers.get('content-disposition'), /^attachment/);
  const one = out.json.documents.find(({ fields: { goal } }) => goal.stringValue === 'Old one');
  assert.deepEqual(one.fields.steps, fields('x').steps);
  assert.ok(one.fields.createdAt.timestampValue);
  const own = await server.get('/api/v1/scenarios/export');
  assert.equal(own.json.scenarios.length, before);
  assert.equal((await server.post('/api/v1/scenarios/import', own.json)).json.imported, before);
});

// --- Files

test('artifacts, parts of them, and exports to be saved', async () => {
  quick();
  const id = await submit();
  await server.runEnded(id);
  const {
    json: { artifacts },
  } = await server.get(`/api/v1/runs/${id}/artifacts`);
  const shot = artifacts.find(({ type }) => type === 'image/png');
  const whole = await server.get(shot.href);
  assert.equal(whole.bytes.length, shot.bytes);
  assert.match(whole.headers.get('cache-control'), /immutable/);
  const part = await server.get(shot.href, { Range: 'bytes=1-3' });
  assert.deepEqual(
    [part.status, part.text, part.headers.get('content-range')],
    [206, 'PNG', `bytes 1-3/${shot.bytes}`],
  );
  const tail = await server.get(shot.href, { Range: 'bytes=-4', 'If-Range': whole.headers.get('etag') });
  assert.deepEqual(tail.bytes, whole.bytes.subarray(-4));
  assert.equal((await server.get(shot.href, { Range: 'bytes=1-3', 'If-Range': '"other"' })).status, 200);
  const beyond = await server.get(shot.href, { Range: `bytes=${shot.bytes}-` });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${shot.bytes}`]);
  assert.equal((await server.get(shot.href, { 'If-None-Match': whole.headers.get('etag') })).status, 304);
  const junit = await server.get(`/api/v1/runs/${id}/exports/junit`);
  assert.match(
    junit.headers.get('content-disposition'),
    /^attachment; filename="[a-z0-9-]+-PASS-\d{4}-\d\d-\d\d-junit\.xml"$/,
  );
  assert.match(junit.text, /^<\?xml[^]*<testsuite [^>]*tests="1" failures="0" errors="0"/);
  const markdown = (await server.get(`/api/v1/runs/${id}/exports/markdown`)).text;
  assert.match(markdown, /PASS/);
  assert.ok(markdown.includes(`- Run: [${id}](${server.url}/runs/${id})`), markdown);
  assert.equal((await server.get(`/api/v1/runs/${id}/exports/json`)).json.verdict, 'PASS');
  assert.equal((await server.get(`/api/v1/runs/${id}/exports/manifest`)).json.status, 'completed');
  assert.equal((await server.get(`/api/v1/runs/${id}/exports/pdf`)).status, 404);
});

// --- Models

test('a key is written, used and never shown', async () => {
  const key = 'sk-canary-0123456789-3f2';
  const where = `/api/v1/profiles/${mock.profile}`;
  const before = (await server.get(where)).json;
  assert.equal(before.key.set, true);
  assert.notEqual(before.key.from, 'settings');
  const set = await server.ask('PUT', where, { key });
  assert.deepEqual(set.json.key, { set: true, ends: '3f2', from: 'settings' });
  const tried = await server.post(`${where}/test`);
  assert.deepEqual([tried.status, tried.json.ok], [200, false], 'the mock has another key');
  const moved = await server.ask('PUT', where, { baseUrl: 'http://127.0.0.1:1' });
  assert.deepEqual(
    [moved.json.key, moved.json.usable],
    [{ set: false }, false],
    'a key does not follow to another address',
  );
  for (const read of ['/api/v1/profiles', where, '/api/v1/config', '/api/v1/status', '/report'])
    assert.ok(!(await server.get(read)).text.includes('canary'), read);
  assert.ok(!server.log.includes('canary'));
  assert.equal((await server.ask('DELETE', where)).json.baseUrl, before.baseUrl);
  assert.equal((await server.post(`${where}/test`)).json.ok, true);
  for (const bad of [{ key: 1 }, [], { model: {} }]) assert.equal((await server.ask('PUT', where, bad)).status, 400);
});

// --- Events

const listen = (query, headers) => {
  const source = new EventSource(`${server.url}/api/v1/events${query}`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
  });
  const heard = { source, events: [], ids: [], named: [] };
  source.onmessage = (message) => {
    heard.events.push(JSON.parse(message.data));
    heard.ids.push(message.lastEventId);
  };
  for (const name of ['end', 'resync']) source.addEventListener(name, () => heard.named.push(name));
  atEnd(() => source.close());
  return heard;
};
const ofRun = async (id) => {
  const all = [];
  for (let after = 0; ; ) {
    const { json } = await server.get(`/api/v1/runs/${id}/events?after=${after}&limit=50`);
    all.push(...json.events);
    after = json.next;
    if (!json.more) return all;
  }
};

test('a device that vanishes as soon as the list was read is told', async () => {
  const source = new EventSource(`${server.url}/api/v1/events`);
  atEnd(() => source.close());
  const changes = [];
  source.addEventListener('change', ({ data }) => changes.push(JSON.parse(data).kind));
  await until(() => source.readyState === EventSource.OPEN, 'it is open');
  const listed = async () => (await server.get('/api/v1/devices')).json.devices.map(({ id }) => id);
  assert.ok((await listed()).includes(device.serial));
  const before = changes.length;
  await device.console('virtual fault vanish 1');
  await until(async () => !(await listed()).includes(device.serial), 'the list is without it');
  await until(() => changes.includes('devices', before), 'its readers are told');
  source.close();
  await device.console('virtual fault vanish 0');
  await device.returns();
});

test('EventSource hears a run from its start to its end, and what it missed', async () => {
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const good = goodTester(plan);
  script = async (turn) => {
    await gate;
    return good(turn);
  };
  const everything = listen('');
  await until(() => everything.source.readyState === EventSource.OPEN, 'it is open');
  const id = await submit();
  const early = listen(`?run=${id}`);
  await until(() => early.events.length >= 2, 'it hears the run begin');
  release();
  await until(() => early.named.includes('end'), 'the stream ends');
  await until(() => early.source.readyState === EventSource.CLOSED, 'it does not come again');
  const stored = await ofRun(id);
  assert.deepEqual(early.events, stored);
  assert.deepEqual(
    early.ids,
    stored.map(({ index }) => String(index)),
  );
  assert.equal(stored.at(-1).state, 'ended');
  const late = listen(`?run=${id}`, { 'Last-Event-ID': String(stored.length - 3) });
  await until(() => late.named.includes('end'), 'the rest ends too');
  assert.deepEqual(late.events, stored.slice(-3));
  const whole = await server.get(`/api/v1/events?run=${id}&after=${stored.length}`);
  assert.equal(whole.status, 204);
  await until(
    () => everything.events.some(({ state, run: of }) => state === 'ended' && of === id),
    'all runs have it too',
  );
  assert.deepEqual(
    everything.events.filter(({ run: of }) => of === id),
    stored,
  );
  const from = everything.events.findIndex(({ run: of, index }) => of === id && index === 2);
  const again = listen('', { 'Last-Event-ID': everything.ids[from] });
  await until(() => again.events.length >= stored.length - 2, 'what came after the second');
  assert.deepEqual(
    again.events.filter(({ run: of }) => of === id),
    stored.slice(2),
  );
  const lost = listen('', { 'Last-Event-ID': 'ffffffff-7' });
  await until(() => lost.named.includes('resync'), 'it is told that it must read anew');
  assert.equal((await server.get('/api/v1/events?run=none')).status, 404);
  for (const { source } of [everything, again, lost, late, early]) source.close();
});

// A run with many large events: one step per turn keeps its history short.
const flood = (turns, calls) => {
  let turn = 0;
  script = () =>
    turn++ < turns
      ? {
          calls: [
            ...Array.from({ length: calls }, (_, k) =>
              steps.other('findUiElementsByText', { text: `${'x'.repeat(950)} ${turn} ${k}` }),
            ),
            steps.done(turn, 'FAIL', 'not there'),
          ],
        }
      : { text: 'Nothing was there.' };
  return { ...login, steps: Array.from({ length: turns }, (_, k) => `Look for it ${k + 1}`) };
};

const followers = async () => (await server.get('/api/v1/status')).json.followers;
const follow = (count) => until(async () => (await followers()) === count, `${count} follow`);

test('a client that does not read is dropped, and the others are not held up', async (t) => {
  await follow(0); // those of the tests before have left
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write('GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'readable');
  const reader = listen('');
  t.after(() => {
    socket.destroy();
    reader.source.close();
  });
  await follow(2);
  const id = await submit(flood(14, 100));
  const ended = await server.runEnded(id);
  const stored = await ofRun(id);
  assert.ok(stored.length > 1300, `${stored.length} events: ${ended.reason}`);
  await until(() => reader.events.at(-1)?.state === 'ended', 'the quick one has all');
  assert.equal(reader.events.length, stored.length);
  await follow(1);
});

test('two hundred readers get all of a run', async () => {
  const wanted = flood(3, 10);
  await follow(0);
  const agent = new http.Agent({ maxSockets: Infinity });
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const flooding = script;
  script = async (turn) => {
    await gate;
    return flooding(turn);
  };
  const id = await submit(wanted);
  const texts = Array.from(
    { length: 200 },
    () =>
      new Promise((resolve, reject) => {
        http
          .get(`${server.url}/api/v1/events?run=${id}`, { agent }, (response) => {
            let text = '';
            response
              .on('data', (data) => {
                text += data;
              })
              .on('end', () => resolve(text))
              .on('error', reject);
          })
          .on('error', reject);
      }),
  );
  await follow(200);
  release();
  const stored = await server.runEnded(id).then(() => ofRun(id));
  for (const text of await Promise.all(texts)) {
    assert.equal(text.match(/^id: /gm).length, stored.length);
    assert.match(text, /event: end\ndata: {}\n\n$/);
  }
  agent.destroy();
});

// --- The description

test('openapi.json is valid, every path answers, and every answer is as described', async () => {
  quick();
  await stopAll();
  const described = await server.get('/api/v1/openapi.json');
  const config = await createConfig({ extends: ['spec'] });
  const problems = await lintFromString({ source: described.text, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'openapi', components: described.json.components });
  const runId = await submit();
  await server.runEnded(runId);
  const {
    json: { id: scenarioId },
  } = await server.post('/api/v1/scenarios', login);
  const {
    json: {
      artifacts: [{ path: file }],
    },
  } = await server.get(`/api/v1/runs/${runId}/artifacts`);
  const { json: schedule } = await server.post('/api/v1/schedules', {
    name: 'Nightly',
    cron: '@daily',
    scenario: scenarioId,
  });
  const webhook = { name: 'CI', url: 'https://[::1]:1', events: ['run.ended'] };
  const { json: hook } = await server.post('/api/v1/webhooks', webhook);
  await server.runEnded(await submit());
  const delivery = await until(
    async () => (await server.get('/api/v1/deliveries')).json.deliveries[0],
    'a delivery is stored',
  );
  const { json: suite } = await server.post('/api/v1/suites', { name: 'All', scenarios: [scenarioId] });
  const { json: suiteRun } = await server.post(`/api/v1/suites/${suite.id}/run`);
  await until(
    async () => (await server.get(`/api/v1/suite-runs/${suiteRun.id}`)).json.state === 'ended',
    'the suite run ends',
  );
  const fill = (where) =>
    where
      .replace('suites/{id}', `suites/${suite.id}`)
      .replace('suite-runs/{id}', `suite-runs/${suiteRun.id}`)
      .replace('webhooks/{id}', `webhooks/${hook.id}`)
      .replace('deliveries/{id}', `deliveries/${delivery.id}`)
      .replace('schedules/{id}', `schedules/${schedule.id}`)
      .replace('{path}', file)
      .replace('{format}', 'junit')
      .replace('devices/{id}', `devices/${device.serial}`)
      .replace(
        /(scenarios|runs|profiles|providers)\/\{id\}/,
        (_, kind) =>
          `${kind}/${{ scenarios: scenarioId, runs: runId, profiles: 'Opus47', providers: 'anthropic' }[kind]}`,
      );
  const bodies = {
    Login: { token: 'x' },
    ClientError: { message: 'x is undefined' },
    RunTest: login,
    ScenarioInput: login,
    FlowInput: { flow: { file: 'a.yaml', files: { 'a.yaml': 'appId: x\n---\n- clearText\n' } } },
    RunInput: login,
    Import: login,
    ProfileInput: {},
    ProviderInput: {},
    Approval: { approved: true },
    RecordingChoice: { choice: 'accept' },
    WebhookInput: webhook,
    SuiteInput: { name: 'All', scenarios: [scenarioId] },
    SuiteRerun: { only: 'all' },
    SuiteRunInput: { commit: '0123abc' },
    ScheduleInput: { name: 'Nightly', cron: '@weekly', scenario: scenarioId },
    ConfigInput: { executorInfoId: mock.profile },
    SecretInput: { value: 'v' },
    TokenInput: { name: 'first', role: 'read' }, // refused: the server stays open
    PointedStep: { packageName: login.packageName, tool: 'goBack' },
  };
  const order = { delete: 1 };
  const operations = Object.entries(described.json.paths)
    .flatMap(([where, item]) => Object.entries(item).map(([method, operation]) => ({ where, method, operation })))
    .sort((a, b) => (order[a.method] ?? 0) - (order[b.method] ?? 0));
  assert.ok(operations.length >= 40, `${operations.length} operations`);
  for (const { where, method, operation } of operations) {
    quick();
    const reference = operation.requestBody?.content['application/json'].schema.$ref.split('/').at(-1);
    const body = reference && bodies[reference];
    assert.ok(!reference || body, `a body for ${reference}`);
    const query = where.endsWith('/report/file')
      ? '?path=log.txt'
      : where.endsWith('/events') && !where.includes('{id}')
        ? `?run=${runId}`
        : '';
    const answer = await server.ask(method.toUpperCase(), fill(where).replace('{name}', 'password') + query, body);
    const said = operation.responses[answer.status] ?? operation.responses.default;
    const what = `${method} ${where}: ${answer.status} ${answer.text.slice(0, 300)}`;
    assert.ok(operation.responses[answer.status] || [404, 409].includes(answer.status), what);
    assert.ok(answer.status < 500, what);
    if (!said.content) {
      assert.equal(answer.bytes.length, 0, what);
      continue;
    }
    const type = answer.headers.get('content-type').split(';')[0];
    const content = said.content[type] ?? said.content['application/octet-stream'];
    assert.ok(content, `${what}: ${type}`);
    if (!/json$/.test(type) || !content.schema.$ref) continue;
    const validate = ajv.compile({ $ref: `openapi${content.schema.$ref}` });
    if (content.schema.$ref.endsWith('/File')) continue;
    assert.ok(validate(answer.json), `${what}\n${ajv.errorsText(validate.errors)}`);
  }
});

test('SIGTERM ends runs, waiters and streams, and then the server', async () => {
  hang();
  await stopAll();
  const waiting = server.post('/run-test', login);
  const id = await until(
    async () =>
      (await server.get('/api/v1/status')).json.runs[0]?.state === 'running' &&
      (await server.get('/api/v1/status')).json.runs[0].id,
    'it runs',
  );
  const stream = fetch(`${server.url}/api/v1/events`).then((response) => response.text());
  await until(async () => (await server.get('/api/v1/status')).json.followers > 0, 'somebody follows');
  assert.equal(await server.stop(), 0);
  assert.equal((await waiting).text, 'Test stopped by user');
  assert.equal(typeof (await stream), 'string');
  const again = await startServer(adbServer, { env: mock.environment, folder: server.folder });
  const { json } = await again.get(`/api/v1/runs/${id}`);
  assert.deepEqual([json.state, json.status], ['ended', 'stopped']);
});
