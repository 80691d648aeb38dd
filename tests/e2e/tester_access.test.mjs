// Access to mobile-tester-agent: every route of its description with every role,
// tokens, logins, and the audit of every route that writes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { EventSource } from 'eventsource';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { filesOf } from './tester.mjs';
import { startServer } from './tester_rig.mjs';

const roles = ['read', 'run', 'edit', 'admin'];
const shop = {
  package: 'com.example.shop',
  label: 'Shop',
  version: '1.0',
  uid: 10302,
  screens: {
    main: {
      activity: '.MainActivity',
      root: {
        kind: 'column',
        children: [
          { kind: 'text', id: 'title', text: 'The shop' },
          { kind: 'button', id: 'pay', text: 'Pay now', tap: [{ log: 'paid', tag: 'Shop' }] },
        ],
      },
    },
  },
};
const shopFile = path.join(temporaryFolder(), 'shop.json');
fs.writeFileSync(shopFile, JSON.stringify(shop));
const notesFile = path.join(import.meta.dirname, '../../virtual-android/apps/com.example.notes.json');
const adbServer = await startAdbServer();
const device = await startVirtual(adbServer, ['--app', shopFile, '--app', notesFile]);
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

const folder = temporaryFolder();
const tokenFile = path.join(folder, 'token');
fs.writeFileSync(tokenFile, 'token-of-the-file-0123\n', { mode: 0o600 });
const server = await startServer(adbServer, {
  folder,
  env: { ...mock.environment, AGENTEST_SECRETS_KEY: 'a key of this test, long enough' },
  args: ['--token-file', tokenFile],
});
const cli = (...words) =>
  run(program('mobile-tester-agent'), [...words, '--data', server.data], {
    cwd: folder,
    env: { ...adbServer.env, USER: 'ada' },
  });
const bearer = (token) => ({ Authorization: `Bearer ${token}` });
const file = bearer('token-of-the-file-0123');

// --- Tokens, made beside a server that runs

const tokens = {};
test('tokens are made by the command line, printed once, and work at once', async () => {
  for (const role of roles) {
    const made = await cli('tokens', 'add', `the-${role}`, '--role', role);
    assert.equal(made.status, 0, made.err);
    tokens[role] = made.out.trim();
    assert.match(tokens[role], /^agt_[0-9a-f]{64}$/);
    const me = await server.get('/api/v1/me', bearer(tokens[role]));
    assert.deepEqual([me.status, me.json], [200, { name: `the-${role}`, role, needsToken: true }]);
  }
  const list = await cli('tokens', 'list');
  assert.equal(list.out.split('\n').length - 1, roles.length, list.out);
  for (const role of roles) {
    assert.match(list.out, new RegExp(`^${role} +the-${role} .*last used \\d{4}-`, 'm'));
    assert.ok(!list.out.includes(tokens[role].slice(4)));
  }
  for (const words of [
    ['the-read', '--role', 'read'],
    ['other', '--role', 'owner'],
    ['other'],
    ['admin', '--role', 'read'],
    ['Anyone', '--role', 'read'],
    ['a b', '--role', 'read'],
    ['.a', '--role', 'read'],
    ['x'.repeat(65), '--role', 'read'],
    ['other', '--role', 'read', '--days', '0'],
  ]) {
    const wrong = await cli('tokens', 'add', ...words);
    assert.ok([2, 3].includes(wrong.status) && wrong.out === '', `${words}: ${wrong.status} ${wrong.err}`);
  }
});

test('the store has hashes, no tokens', () => {
  const bytes = filesOf(server.data).map((one) => one.bytes);
  for (const token of Object.values(tokens)) {
    assert.ok(!bytes.some((each) => each.includes(token.slice(4, 40))));
    assert.ok(!server.log.includes(token.slice(4, 40)));
  }
});

// --- Every route, every role

const described = (await server.get('/api/v1/openapi.json')).json;
const operations = Object.entries(described.paths).flatMap(([where, item]) =>
  Object.entries(item).map(([method, operation]) => ({ where, method: method.toUpperCase(), operation })),
);

test('each route says its role, or that it is open', () => {
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  assert.deepEqual(
    open.filter(({ operation }) => operation['x-role']).map(({ where }) => where),
    [],
  );
  // A route that is opened on purpose is added here.
  assert.deepEqual([...new Set(open.map(({ where }) => where.replace(/^\/api(\/v1)?(?=\/)/, '')))].sort(), [
    '/',
    '/healthz',
    '/login',
    '/logout',
    '/openapi.json',
    '/readyz',
    '/swagger',
  ]);
  for (const { where, method, operation } of operations)
    if (!open.some((one) => one.operation === operation))
      assert.ok(roles.includes(operation['x-role']), `${method} ${where}: x-role ${operation['x-role']}`);
  // A client that may only read changes nothing.
  const changes = operations.filter(({ method, operation }) => method !== 'GET' && operation['x-role'] === 'read');
  assert.deepEqual(
    changes.map(({ operation }) => operation.operationId),
    ['clientError'],
  );
});

// A request that has no effect: the query of an own path is refused, and the
// contract's paths get no body.
const harmless = ({ where }) =>
  `${where.replace(/\{\w+\}/g, 'x')}${where.startsWith('/api/v1/') ? '?no-such-parameter=1' : ''}`;

for (const way of ['token', 'login', 'token-file']) {
  test(`every route × every role, by ${way}`, async () => {
    const given = way === 'token-file' ? ['admin'] : roles;
    for (const role of given) {
      const token = way === 'token-file' ? 'token-of-the-file-0123' : tokens[role];
      let headers = bearer(token);
      if (way === 'login') {
        const entered = await server.post('/api/v1/login', { token });
        assert.equal(entered.status, 204, entered.text);
        headers = { Cookie: entered.headers.get('set-cookie').split(';')[0] };
      }
      for (const one of operations) {
        const needs = one.operation['x-role'];
        if (!needs) continue;
        const answer = await server.ask(one.method, harmless(one), undefined, headers);
        const what = `${role}: ${one.method} ${one.where}: ${answer.status} ${answer.text.slice(0, 200)}`;
        const may = roles.indexOf(role) >= roles.indexOf(needs);
        if (may) assert.ok(![401, 403].includes(answer.status) && answer.status < 500, what);
        else {
          assert.equal(answer.status, 403, what);
          assert.equal(
            answer.json.detail,
            `this needs the role ${needs}; the token 'the-${role}' has the role ${role}`,
          );
        }
      }
    }
  });
}

test('strangers get 401 at every route that is not open', async () => {
  for (const one of operations) {
    const answer = await server.ask(one.method, harmless(one));
    if (one.operation['x-role']) assert.equal(answer.status, 401, `${one.method} ${one.where}`);
    else assert.notEqual(answer.status, 401, `${one.method} ${one.where}`);
  }
});

test('neither a wrong token nor one of another form lets in', async () => {
  const wrong = [`agt_${'0'.repeat(64)}`, tokens.admin.slice(0, -1), `${tokens.admin}0`, tokens.admin.toUpperCase()];
  for (const token of [...wrong, tokens.admin.slice(4), `${tokens.admin} x`, '']) {
    const answer = await server.get('/api/v1/config', bearer(token));
    assert.equal(answer.status, 401, token);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  }
  const basic = await server.get('/api/v1/config', { Authorization: `Basic ${tokens.admin}` });
  assert.equal(basic.status, 401);
  assert.equal((await server.post('/api/v1/login', { token: wrong[0] })).status, 401);
  assert.equal((await server.get('/api/v1/me', { Authorization: `bearer ${tokens.run}` })).status, 200);
});

test('a page of another site may not use a login', async () => {
  const entered = await server.post('/api/v1/login', { token: tokens.admin });
  const cookie = { Cookie: entered.headers.get('set-cookie').split(';')[0] };
  for (const foreign of [{ Origin: 'http://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
    const answer = await server.post('/api/v1/tokens', { name: 'evil', role: 'admin' }, { ...cookie, ...foreign });
    assert.equal(answer.status, 403, answer.text);
  }
  const form = await server.ask('POST', '/api/v1/tokens', 'name=evil', { ...cookie, 'Content-Type': 'text/plain' });
  assert.equal(form.status, 415);
  assert.equal((await server.get('/api/v1/tokens', cookie)).json.tokens.length, roles.length);
});

test('no trick makes a role more than it is', async () => {
  const body = JSON.stringify({ name: 'evil', role: 'admin' });
  const post = (where, headers) =>
    server.raw(
      [
        `POST ${where} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        ...headers,
        '',
        body,
      ].join('\r\n'),
    );
  const reader = `Authorization: Bearer ${tokens.read}`;
  for (const where of [
    '/api/v1/tokens',
    '/v1/tokens',
    '/api/v1/tokens/',
    '//api/v1/tokens',
    '/api//v1/tokens',
    '/API/v1/tokens',
    '/api/api/v1/tokens',
    '/api/v1/%74okens',
    '/api/v1/tokens%00',
    '/api/v1/runs/../tokens',
    '/api/v1/login/../tokens',
    '/healthz/../api/v1/tokens',
    '/api/v1/tokens?role=admin',
    '/api/v1/tokens#/healthz',
  ]) {
    const answer = await post(where, [reader]);
    assert.match(answer, /^HTTP\/1.1 4\d\d /, where);
  }
  const entered = await server.post('/api/v1/login', { token: tokens.admin });
  const cookie = `Cookie: ${entered.headers.get('set-cookie').split(';')[0]}`;
  for (const headers of [
    [reader, cookie],
    [cookie, reader],
    [reader, `Authorization: Bearer ${tokens.admin}`],
    [`Authorization: Bearer ${tokens.admin}`, reader],
    [reader, 'X-HTTP-Method-Override: GET', 'X-Original-URL: /healthz', 'X-Role: admin'],
    [`Authorization: Bearer ${tokens.read}, Bearer ${tokens.admin}`],
    [`Authorization: Bearer ${tokens.read}\0${tokens.admin}`],
  ])
    assert.match(await post('/api/v1/tokens', headers), /^HTTP\/1.1 40[013] |^$/, headers.join());
  // One that reads can't stop a run by the contract's path either.
  for (const where of ['/stop-test', '/api/stop-test', '/config', '/run-test'])
    assert.equal((await server.post(where, {}, bearer(tokens.read))).status, 403, where);
  const list = (await server.get('/api/v1/tokens', file)).json.tokens;
  assert.deepEqual(
    list.filter(({ name }) => name === 'evil'),
    [],
  );
  // An address that a client claims is not the audit's.
  const named = { ...bearer(tokens.edit), 'X-Forwarded-For': '10.9.8.7', 'X-Real-IP': '10.9.8.7' };
  assert.equal((await server.post('/api/v1/scenarios', { goal: 'x' }, named)).status, 201);
  const [entry] = (await server.get('/api/v1/audit?limit=1', file)).json.entries;
  assert.deepEqual([entry.by, entry.address], ['the-edit', '127.0.0.1']);
});

// --- Revoking

const gone = async (headers) => (await server.get('/api/v1/status', headers)).status === 401;

test('a revoked token, its logins and its streams end at once, and no others', async () => {
  const added = await server.post('/api/v1/tokens', { name: 'guest', role: 'read' }, bearer(tokens.admin));
  assert.equal(added.status, 201, added.text);
  assert.equal(added.headers.get('cache-control'), 'no-store');
  const token = added.json.token;
  const entered = await server.post('/api/v1/login', { token });
  const cookie = { Cookie: entered.headers.get('set-cookie').split(';')[0] };
  const follow = (headers) =>
    new EventSource(`${server.url}/api/v1/events`, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
    });
  const streams = [follow(bearer(token)), follow(cookie)];
  const other = follow(bearer(tokens.read));
  const codes = [];
  await Promise.all([...streams, other].map((stream) => new Promise((done) => stream.addEventListener('open', done))));
  const ended = streams.map(
    (stream) =>
      new Promise((resolve) => {
        stream.addEventListener('error', ({ code }) => {
          codes.push(code);
          if (code === 401) resolve();
        });
      }),
  );
  let otherEnded = false;
  other.addEventListener('error', () => {
    otherEnded = true;
  });
  const removed = await server.ask('DELETE', '/api/v1/tokens/guest', undefined, bearer(tokens.admin));
  assert.equal(removed.status, 204, removed.text);
  assert.ok(await gone(bearer(token)), 'the token');
  assert.ok(await gone(cookie), 'its login');
  await Promise.all(ended); // they are cut off, come again and are refused
  assert.ok(!otherEnded);
  for (const stream of [...streams, other]) stream.close();
  // A token of the same name is another one.
  const again = await server.post('/api/v1/tokens', { name: 'guest', role: 'admin' }, file);
  assert.equal(again.status, 201);
  assert.ok((await gone(bearer(token))) && (await gone(cookie)));
  // By another process, at once too.
  assert.ok(!(await gone(bearer(again.json.token))));
  const left = follow(bearer(again.json.token));
  await new Promise((resolve) => left.addEventListener('open', resolve));
  const cut = new Promise((resolve) => left.addEventListener('error', ({ code }) => code === 401 && resolve()));
  assert.equal((await cli('tokens', 'remove', 'guest')).status, 0);
  assert.ok(await gone(bearer(again.json.token)));
  await cut;
  left.close();
  const twice = await cli('tokens', 'remove', 'guest');
  assert.deepEqual([twice.status, /there is no token 'guest'/.test(twice.err)], [3, true], twice.err);
});

test('roles of tokens are read, not guessed', async () => {
  for (const [body, status] of [
    [{ name: 'x', role: 'owner' }, 400],
    [{ name: 'x' }, 400],
    [{ name: '', role: 'read' }, 400],
    [{ name: 'admin', role: 'read' }, 400],
    [{ name: '../x', role: 'read' }, 400],
    [{ name: 'x', role: 'read', days: 0 }, 400],
    [{ name: 'x', role: 'read', days: '3' }, 400],
    [{ name: 'x', role: 'read', days: 4000 }, 400],
    [{ name: 'the-read', role: 'read' }, 409],
  ]) {
    const answer = await server.post('/api/v1/tokens', body, file);
    assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.text}`);
  }
  const days = await server.post('/api/v1/tokens', { name: 'soon', role: 'read', days: 1 }, file);
  const ms = Date.parse(days.json.expiresAt) - Date.parse(days.json.createdAt);
  assert.deepEqual([days.status, ms, days.json.valid], [201, 86_400_000, true]);
  const list = (await server.get('/api/v1/tokens', file)).json.tokens;
  assert.deepEqual(
    list.map(({ name }) => name),
    ['soon', 'the-admin', 'the-edit', 'the-read', 'the-run'],
  );
  assert.ok(!JSON.stringify(list).includes('hash'));
  assert.equal(list.find(({ name }) => name === 'soon').by, 'admin');
  assert.equal((await server.ask('DELETE', '/api/v1/tokens/soon', undefined, file)).status, 204);
});

// --- The audit

const admin = () => bearer(tokens.admin);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const quick = () => {
  script = goodTester([[[steps.sees('Log in')]]]);
};
const ended = (id) =>
  until(async () => (await server.get(`/api/v1/runs/${id}`, admin())).json.state === 'ended', `${id} ends`, 180);
const ask = async (method, where, body, statuses = [200, 201, 204]) => {
  const answer = await server.ask(method, where, body, admin());
  assert.ok(statuses.includes(answer.status), `${method} ${where}: ${answer.status} ${answer.text}`);
  return answer;
};
const configure = (more = {}) =>
  ask('PUT', '/api/v1/config', { executorInfoId: mock.profile, replay: false, screenshotsEnabled: false, ...more });
const newScenario = async (scenario = login) => (await ask('POST', '/api/v1/scenarios', scenario)).json.id;
const newRun = async (body = login) => {
  quick();
  const { id } = (await ask('POST', '/api/v1/runs', body)).json;
  return id;
};
const endedRun = async (body) => {
  const id = await newRun(body);
  await ended(id);
  return id;
};
const hangs = async () => {
  script = () => new Promise(() => {});
  return (await ask('POST', '/api/v1/runs', login)).json.id;
};

// A run whose model took over from a recording, which it proposes to change.
async function proposed() {
  await configure({ replay: true });
  const two = { ...login, goal: 'Find the way', steps: ['"Log in" is shown', 'Ask for a new password'] };
  const id = await newScenario(two);
  const tap = steps.tap('Forgot password?');
  script = goodTester([[[steps.sees('Log in')]], [[tap, steps.sees('Reset password')]]]);
  const first = (await ask('POST', '/api/v1/runs', { scenarioId: id })).json.id;
  await ended(first);
  const copy = (await ask('GET', '/api/v1/scenarios/export')).json.scenarios.find((one) => one.id === id);
  const call = copy.recording.calls.find(({ tool }) => tool === 'tap');
  Object.assign(call, { args: { text: 'Lost it?' }, target: { text: 'Lost it?' } });
  await ask('POST', '/api/v1/scenarios/import', copy);
  script = inOrder(
    { calls: [tap, steps.sees('Reset password'), steps.done(2)] },
    { text: 'Step 1: PASS\nStep 2: PASS' },
  );
  await ended((await ask('POST', '/api/v1/runs', { scenarioId: id })).json.id);
  return id;
}

// A request for each route that writes, by its operationId. It returns what
// the entry must say: [what, kind, target]. A new route that writes needs one.
// The three routes of documents that clients keep: a list's path, a first and
// another body.
const documents = (name, kind, path_, body, other) => {
  const add = async () => (await ask('POST', path_, await body())).json;
  return {
    [`add${name}`]: async () => ['added', kind, (await add()).id, undefined, 1],
    [`put${name}`]: async () => {
      const { id } = await add();
      await ask('PUT', `${path_}/${id}`, { ...(await body()), ...other });
      return ['changed', kind, id, 1, 2];
    },
    [`remove${name}`]: async () => {
      const { id } = await add();
      await ask('DELETE', `${path_}/${id}`);
      return ['removed', kind, id, 1];
    },
  };
};
const schedule = async () => ({
  name: 'Nightly',
  cron: '0 3 * * *',
  zone: 'UTC',
  scenario: await newScenario(),
  enabled: false,
});

const suite = async () => ({ name: 'Nightly', scenarios: [await newScenario()], devices: ['any'] });
const webhook = async () => ({
  name: 'Hook',
  url: 'http://127.0.0.1:9/',
  events: ['run.ended'],
  template: 'json',
  enabled: false,
  allowPrivate: true,
});
const startSuite = async () => {
  const { id } = (await ask('POST', '/api/v1/suites', await suite())).json;
  return (await ask('POST', `/api/v1/suites/${id}/run`)).json.id;
};
const suiteEnded = (id) =>
  until(async () => (await ask('GET', `/api/v1/suite-runs/${id}`)).json.state === 'ended', `${id} ends`, 180);

const writes = {
  ...documents('Suite', 'suite', '/api/v1/suites', suite, { name: 'Weekly' }),
  ...documents('Webhook', 'webhook', '/api/v1/webhooks', webhook, { name: 'Other' }),
  testWebhook: async (where) => {
    const { id } = (await ask('POST', '/api/v1/webhooks', await webhook())).json;
    await ask('POST', where.replace('{id}', id));
    return ['tested', 'webhook', id];
  },
  runSuite: async () => {
    quick();
    const id = await startSuite();
    await suiteEnded(id);
    return ['ran', 'suiteRun', id];
  },
  stopSuiteRun: async (where) => {
    script = () => new Promise(() => {});
    const id = await startSuite();
    await ask('POST', where.replace('{id}', id));
    await suiteEnded(id);
    return ['stopped', 'suiteRun', id];
  },
  rerunSuiteRun: async (where) => {
    quick();
    const first = await startSuite();
    await suiteEnded(first);
    const { id } = (await ask('POST', where.replace('{id}', first), { only: 'all' })).json;
    await suiteEnded(id);
    return ['ran', 'suiteRun', id];
  },
  drainHost: async (where) => {
    const [{ id }] = (await ask('GET', '/api/v1/hosts')).json.hosts;
    await ask('POST', where.replace('{id}', id));
    return ['drained', 'host', id];
  },
  resumeHost: async (where) => {
    const [{ id }] = (await ask('GET', '/api/v1/hosts')).json.hosts;
    await ask('POST', where.replace('{id}', id));
    return ['resumed', 'host', id];
  },
  ...documents('Schedule', 'schedule', '/api/v1/schedules', schedule, { name: 'Weekly' }),
  runTest: async (where) => {
    quick();
    await ask('POST', where, login);
    return ['ran', 'run'];
  },
  stopTest: async (where) => {
    const id = await hangs();
    await ask('POST', where);
    await ended(id);
    return ['stopped', 'run', undefined];
  },
  configure: async (where) => {
    await ask('POST', where, { executorInfoId: mock.profile, replay: false });
    return ['changed', 'settings', 'config'];
  },
  putConfig: async () => {
    await configure();
    return ['changed', 'settings', 'config'];
  },
  addScenario: async () => ['added', 'scenario', await newScenario()],
  importScenarios: async (where) => {
    const { json } = await ask('POST', where, [login]);
    return ['imported', 'scenario', json.scenarios[0].id];
  },
  putScenario: async (where) => {
    const id = await newScenario();
    await ask('PUT', where.replace('{id}', id), { ...login, goal: 'Another' });
    return ['changed', 'scenario', id, 1, 2];
  },
  removeScenario: async (where) => {
    const id = await newScenario();
    await ask('DELETE', where.replace('{id}', id));
    return ['removed', 'scenario', id, 1];
  },
  duplicateScenario: async (where) => {
    const { json } = await ask('POST', where.replace('{id}', await newScenario()));
    return ['added', 'scenario', json.id, undefined, 1];
  },
  compileExpectations: async (where) => {
    mock.options.compile = () => ({ steps: [{ step: 1, expect: [{ text: 'Log in' }] }] });
    const id = await newScenario();
    await ask('POST', where.replace('{id}', id));
    return ['compiled', 'scenario', id, 1, 2];
  },
  chooseRecording: async (where) => {
    const id = await proposed();
    await ask('POST', where.replace('{id}', id), { choice: 'accept' });
    const kept = (await ask('GET', where.replace('{id}', id))).json.accepted;
    assert.equal(kept.by, 'the-admin', 'the recording says who accepted it');
    return ['accepted', 'recording', id];
  },
  removeRecording: async (where) => {
    const id = await newScenario();
    await configure({ replay: true });
    await endedRun({ scenarioId: id });
    await ask('DELETE', where.replace('{id}', id));
    return ['removed', 'recording', id];
  },
  addRun: async () => ['ran', 'run', await endedRun()],
  removeRun: async (where) => {
    const id = await endedRun();
    await ask('DELETE', where.replace('{id}', id));
    return ['removed', 'run', id];
  },
  stopRun: async (where) => {
    const id = await hangs();
    await ask('POST', where.replace('{id}', id));
    await ended(id);
    return ['stopped', 'run', id];
  },
  approveRun: async (where) => {
    await configure({ guardedActions: 'pause' });
    script = inOrder(
      { calls: [steps.start(shop.package)] },
      { calls: [steps.tap('Pay now'), steps.sees('The shop')] },
      { text: 'Step 1: PASS' },
    );
    const { id } = (
      await ask('POST', '/api/v1/runs', {
        packageName: shop.package,
        goal: 'The shop opens',
        steps: ['The shop is shown'],
      })
    ).json;
    await until(async () => (await ask('GET', `/api/v1/runs/${id}`)).json.approval, 'it asks', 60);
    await ask('POST', where.replace('{id}', id), { approved: false });
    await ended(id);
    return ['refused', 'run', id];
  },
  runSample: async (where) => {
    const { json } = await ask('POST', where);
    await ended(json.id);
    return ['ran', 'run', json.id];
  },
  pointedStep: async (where) => {
    await ask('POST', where.replace('{id}', device.serial), { packageName: login.packageName, tool: 'goBack' });
    return ['pointed', 'device', device.serial];
  },
  putProfile: async (where) => {
    await ask('PUT', where.replace('{id}', 'own'), { model: 'm', baseUrl: 'http://127.0.0.1:1/v1' });
    return ['changed', 'model', 'own', undefined, 1];
  },
  removeProfile: async (where) => {
    await ask('PUT', where.replace('{id}', 'other'), { model: 'm', baseUrl: 'http://127.0.0.1:1/v1' });
    await ask('DELETE', where.replace('{id}', 'other'));
    return ['removed', 'model', 'other'];
  },
  putProvider: async (where) => {
    await ask('PUT', where.replace('{id}', 'openrouter'), { key: 'k-0123456789abcdef' });
    return ['changed', 'model', 'openrouter'];
  },
  putSecret: async (where) => {
    await ask('PUT', where.replace('{name}', 'first'), { value: 'v' });
    return ['added', 'secret', 'first', undefined, 1];
  },
  removeSecret: async (where) => {
    await ask('PUT', '/api/v1/secrets/second', { value: 'v' });
    await ask('DELETE', where.replace('{name}', 'second'));
    return ['removed', 'secret', 'second', 1];
  },
  addToken: async (where) => {
    await ask('POST', where, { name: `one-${Math.random()}`.slice(0, 12), role: 'read' });
    return ['added', 'token'];
  },
  removeToken: async (where) => {
    await ask('POST', '/api/v1/tokens', { name: 'short', role: 'read' });
    await ask('DELETE', where.replace('{name}', 'short'));
    return ['removed', 'token', 'short', 1];
  },
};
// They change nothing.
const silent = ['login', 'logout', 'clientError', 'checkFlow', 'testProfile', 'testProvider'];
const newest = async () => (await ask('GET', '/api/v1/audit?limit=1')).json.entries[0];

for (const { where, method, operation } of operations) {
  const id = operation.operationId.replace(/Plain$/, '');
  if (method === 'GET' || silent.includes(id)) continue;
  test(`${method} ${where} leaves an entry in the audit`, async () => {
    await configure();
    assert.ok(writes[id], `${id} writes: add a request for it to this test`);
    const [what, kind, target, before, after] = await writes[id](where);
    const entry = await newest();
    assert.deepEqual([entry.what, entry.kind], [what, kind], JSON.stringify(entry));
    if (target !== undefined) assert.equal(entry.target, target);
    if (before !== undefined) assert.equal(entry.before, before);
    if (after !== undefined) assert.equal(entry.after, after);
    assert.deepEqual([entry.by, entry.role, entry.address], ['the-admin', 'admin', '127.0.0.1']);
    assert.ok(Math.abs(Date.now() - Date.parse(entry.at)) < 600_000);
  });
}

test('what is refused, and what only reads, is not in the audit', async () => {
  const before = await newest();
  await server.ask('DELETE', '/api/v1/scenarios/nothing', undefined, admin());
  await server.post('/api/v1/scenarios', login, bearer(tokens.read));
  await server.post('/api/v1/scenarios', { goal: 7 }, admin());
  await ask('GET', '/api/v1/scenarios');
  await ask('POST', '/api/v1/client-errors', { message: 'x' });
  assert.deepEqual(await newest(), before);
});

test('the audit is read in pages, by name, and by the command line', async () => {
  const all = [];
  for (let before = ''; ; ) {
    const { json } = await ask('GET', `/api/v1/audit?limit=7${before && `&before=${before}`}`);
    all.push(...json.entries);
    if (!json.more) break;
    before = json.next;
  }
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.ok(all.length > 30, `${all.length}`);
  assert.deepEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
    all.map(({ at }) => at),
  );
  const mine = (await ask('GET', '/api/v1/audit?by=the-adm&limit=500')).json.entries;
  assert.deepEqual([...new Set(mine.map(({ by }) => by))], ['the-admin']);
  const shown = await cli('audit', '--by', 'command line');
  assert.match(shown.out, /^\S+Z?  the command line \(ada\)  added token the-read  revision 1$/m, shown.out);
  assert.match(shown.out, /removed token guest/);
  assert.ok(Object.values(tokens).every((token) => !JSON.stringify(all).includes(token.slice(4))));
  const json = JSON.parse((await cli('audit', '--json', '--limit', '3')).out);
  assert.deepEqual(json, all.slice(0, 3));
});

// --- A server without --token-file

test('a server without tokens is open, and its first token closes it', async () => {
  const open = await startServer(adbServer);
  assert.match(open.log, /every user of this machine can use this server.* as an admin/);
  assert.deepEqual((await open.get('/api/v1/me')).json, { name: 'anyone', role: 'admin', needsToken: false });
  const cookie = { Cookie: (await open.post('/api/v1/login', { token: '' })).headers.get('set-cookie').split(';')[0] };
  const stream = new EventSource(`${open.url}/api/v1/events`);
  await new Promise((resolve) => stream.addEventListener('open', resolve));
  const cut = new Promise((resolve) => stream.addEventListener('error', ({ code }) => code === 401 && resolve()));
  const low = await open.post('/api/v1/tokens', { name: 'me', role: 'edit' });
  assert.deepEqual([low.status, /must have the role admin/.test(low.json.detail)], [409, true]);
  const first = await open.post('/api/v1/tokens', { name: 'me', role: 'admin' });
  assert.equal(first.status, 201, first.text);
  assert.equal((await open.get('/api/v1/me')).status, 401);
  assert.equal((await open.get('/api/v1/me', cookie)).status, 401, 'a login of everybody ends too');
  await cut;
  stream.close();
  const me = bearer(first.json.token);
  assert.equal((await open.get('/api/v1/me', me)).json.role, 'admin');
  const last = await open.ask('DELETE', '/api/v1/tokens/me', undefined, me);
  assert.deepEqual([last.status, /last token with the role admin/.test(last.json.detail)], [409, true]);
  // Without any token it stays closed until it is started again.
  const words = ['tokens', 'remove', 'me', '--data', open.data];
  assert.equal((await run(program('mobile-tester-agent'), words, { env: adbServer.env })).status, 0);
  assert.equal((await open.get('/api/v1/me', me)).status, 401);
  assert.equal((await open.get('/api/v1/me')).status, 401);
  await open.stop();
});

test('a server beyond this machine needs a token of either kind', async () => {
  const place = temporaryFolder();
  const data = path.join(place, 'data');
  const none = await run(program('mobile-tester-agent'), ['serve', '--http', '0.0.0.0:0', '--data', data], {
    env: adbServer.env,
  });
  assert.deepEqual([none.status, /tokens add/.test(none.err)], [2, true], none.err);
  const words = ['tokens', 'add', 'ci', '--role', 'run', '--data', data];
  const made = await run(program('mobile-tester-agent'), words, { env: adbServer.env });
  assert.match(made.err, /no token has the role admin yet/);
  const wide = await startServer(adbServer, { folder: place });
  assert.doesNotMatch(wide.log, /every user/);
  assert.equal((await wide.get('/api/v1/me')).status, 401);
  assert.equal((await wide.get('/api/v1/me', bearer(made.out.trim()))).json.name, 'ci');
  assert.equal((await wide.post('/api/v1/tokens', { name: 'x', role: 'read' }, bearer(made.out.trim()))).status, 403);
});
