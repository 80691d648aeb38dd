// Profiles of users, by variables, .env and the API; which model is taken; what
// is known of its cost; and each documented variable from both of its places.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { describe, test } from 'node:test';
import { atEnd, program, root, temporaryFolder, until } from './lib.mjs';
import { startModel } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startDevices, startRun } from './tester.mjs';
import { startS3 } from './s3.mjs';
import { startServer } from './tester_rig.mjs';

const bench = await startDevices();
const plan = [[[steps.sees('Welcome to Notes')]]];
const scenario = {
  packageName: 'com.example.notes',
  goal: 'The app welcomes its users',
  steps: ['The welcome "Welcome to Notes" is shown'],
};
const secret = 'header-secret-0123456789';

async function startMock(format = 'chat', options = { flavour: 'local', model: 'qwen' }) {
  const mock = await startModel(format, goodTester(plan), options);
  atEnd(() => mock.stop());
  return mock;
}

// A run without a chosen profile, with these variables in .env or beside it.
async function run({ dotenv = '', env = {}, more = {}, args = [] }) {
  const file = path.join(temporaryFolder(), 'variables');
  fs.writeFileSync(file, dotenv);
  return bench.use(
    (device) =>
      startRun(device, bench.server, { scenario: { ...scenario, ...more }, env, args: ['--env-file', file, ...args] })
        .ended,
  );
}
const said = (one) => one.out + one.err;

describe('profiles', { concurrency: 2 }, () => {
  test('one’s own profile in .env is taken without being chosen, with its headers and limits', async () => {
    const mock = await startMock();
    const ended = await run({
      dotenv: `PROFILE_MY_GW_BASE_URL=${mock.url}/chat/completions
PROFILE_MY_GW_MODEL=qwen
PROFILE_MY_GW_API_KEY=${mock.options.key}
PROFILE_MY_GW_HEADERS="X-Team: ${secret}"
PROFILE_MY_GW_MAX_OUTPUT_TOKENS=777
`,
    });
    assert.equal(ended.status, 0, said(ended));
    assert.equal(ended.last.profile, 'MY_GW');
    assert.equal(mock.asked[0].headers['x-team'], secret);
    assert.equal(mock.asked[0].body.max_tokens, 777);
    assert.ok(!said(ended).includes(secret) && !said(ended).includes(mock.options.key), 'a secret is told to nobody');
  });

  test('it can be chosen by any spelling of its name', async () => {
    const mock = await startMock('anthropic', {});
    const env = {
      PROFILE_MY_GW_FORMAT: 'anthropic',
      PROFILE_MY_GW_BASE_URL: mock.url,
      PROFILE_MY_GW_MODEL: 'claude-opus-4-7',
      PROFILE_MY_GW_API_KEY: mock.options.key,
      DEEP_SEEK_KEY: 'x',
    };
    const ended = await run({ env, args: ['--profile', 'my-gw'] });
    assert.equal(ended.status, 0, said(ended));
    assert.deepEqual(mock.refusals, []);
  });

  test('any one key is enough, and a missing one names the profiles that have theirs', async () => {
    const mock = await startMock('anthropic', {});
    const env = { CLAUDE_API_KEY: mock.options.key, ANTHROPIC_BASE_URL: mock.url };
    const ended = await run({ env });
    assert.equal(ended.status, 0, said(ended));
    assert.equal(ended.last.profile, 'Opus47');
    const refused = await run({ env, args: ['--profile', 'Gemini3Pro'] });
    assert.notEqual(refused.status, 0);
    assert.match(refused.err, /no key for Gemini3Pro .*ready are Opus47, Opus55, Sonnet55, Haiku55/);
  });

  test('a cost that is not known is null, and unknown to people', async () => {
    const mock = await startMock();
    const ended = await run({
      env: { LOCAL_OPENAI_BASE_URL: mock.url, LOCAL_OPENAI_API_KEY: mock.options.key, LOCAL_OPENAI_MODEL: 'qwen' },
    });
    assert.equal(ended.status, 0, said(ended));
    assert.equal(ended.last.profile, 'LocalOpenAI');
    assert.equal(ended.last.usage.costUsd, null);
    const events = ended.events.filter((event) => event.type === 'model');
    assert.ok(
      events.length > 0 && events.every((event) => event.costUsd === null && /cost unknown$/.test(event.message)),
      JSON.stringify(events),
    );
  });

  test('prices that are stated count, and a money budget without any is refused', async () => {
    const mock = await startMock();
    const env = { LOCAL_OPENAI_BASE_URL: mock.url, LOCAL_OPENAI_API_KEY: mock.options.key, LOCALOPENAI_MODEL: 'qwen' };
    const budget = { budgets: { costUsd: 5 } };
    const refused = await run({ env, more: budget });
    assert.notEqual(refused.status, 0);
    assert.match(
      refused.err,
      /budget of \$5\.00 cannot hold: the prices of 'qwen' \(LocalOpenAI\) are not known; set PROFILE_LocalOpenAI_INPUT_PRICE/i,
    );
    assert.equal(mock.asked.length, 0);
    const ended = await run({
      env: { ...env, LOCAL_OPENAI_INPUT_PRICE: '1', LOCAL_OPENAI_OUTPUT_PRICE: '2' },
      more: budget,
    });
    assert.equal(ended.status, 0, said(ended));
    const { inputTokens, outputTokens, costUsd } = ended.last.usage;
    assert.ok(Math.abs(costUsd - (inputTokens + 2 * outputTokens) / 1e6) < 1e-9, JSON.stringify(ended.last.usage));
    const spent = await run({
      env: { ...env, LOCAL_OPENAI_INPUT_PRICE: '900', LOCAL_OPENAI_OUTPUT_PRICE: '900' },
      more: { budgets: { costUsd: 0.5 } },
    });
    assert.equal(spent.last.end, 'budget', said(spent));
  });

  test('a changed model does not keep the price of the old one', async () => {
    const mock = await startMock('anthropic', {});
    const ended = await run({
      env: { CLAUDE_API_KEY: mock.options.key, ANTHROPIC_BASE_URL: mock.url, OPUS47_MODEL: 'claude-opus-4-6' },
    });
    assert.equal(ended.last.usage?.costUsd, null, said(ended));
  });

  test('the API makes, changes, tests and removes profiles, and never gives a secret back', async () => {
    const mock = await startMock();
    const server = await startServer(bench.server);
    const at = '/api/v1/profiles/Team-GW';
    const body = {
      format: 'openai',
      baseUrl: `${mock.url}/chat/completions`,
      model: 'qwen',
      key: mock.options.key,
      contextTokens: 16384,
      maxOutputTokens: 1234,
      prices: { input: 1, output: 4 },
      quirks: ['no-images'],
      headers: { 'X-Team': secret },
    };
    const made = await server.ask('PUT', at, body);
    assert.equal(made.status, 200, made.text);
    assert.equal(made.json.custom, true);
    assert.equal(made.json.baseUrl, mock.url);
    assert.equal(made.json.contextTokens, 16384);
    assert.deepEqual(made.json.prices, { input: 1, output: 4 });
    assert.deepEqual(made.json.headers, ['X-Team']);
    assert.ok(made.json.quirks.includes('no-images'));
    const list = await server.get('/api/v1/profiles');
    for (const answer of [made, list, await server.get(at), await server.get('/api/v1/config')])
      assert.ok(!answer.text.includes(secret) && !answer.text.includes(mock.options.key), answer.text);
    assert.equal(list.json.profiles[0].id, 'Team-GW');
    assert.equal((await server.get('/api/v1/profiles/team_gw')).json.id, 'Team-GW');
    assert.equal((await server.post(`${at}/test`)).json.ok, true);

    assert.equal((await server.post('/config', { executorInfoId: 'Team-GW' })).status, 200);
    // A device that no other test has.
    const ended = await bench.use(async (device) => {
      const {
        json: { id },
      } = await server.post('/api/v1/runs', { ...scenario, device: device.serial });
      return server.runEnded(id);
    });
    assert.equal(ended.verdict, 'PASS', JSON.stringify(ended));
    assert.equal(ended.profile, 'Team-GW');
    assert.ok(ended.usage.costUsd > 0);
    assert.equal(mock.asked[0].headers['x-team'], secret);

    const changed = await server.ask('PUT', at, { prices: null, contextTokens: null });
    assert.equal(changed.json.prices, null);
    assert.equal(changed.json.contextTokens, 32768);
    assert.ok(changed.json.key.set);
    const moved = await server.ask('PUT', at, { baseUrl: 'https://elsewhere.example/v1' });
    assert.deepEqual([moved.json.key.set, moved.json.headers], [false, []], 'secrets stay with their address');
    assert.equal((await server.ask('DELETE', at)).json.removed, true);
    assert.equal((await server.get(at)).status, 404);
    assert.ok(!server.log.includes(secret));
  });

  const wrong = [
    [{ baseUrl: 'https://x', model: 'm', price: { input: 1 } }, /a profile has no 'price'/],
    [{ baseUrl: 'https://x', model: 'm', prices: { input: 1 } }, /price of output is missing/],
    [{ baseUrl: 'https://x', model: 'm', quirks: ['fast'] }, /'fast' is not a quirk; valid are/],
    [{ baseUrl: 'https://x', model: 'm', format: 'soap' }, /'soap' is not a format: use openai/],
    [{ baseUrl: 'https://x', model: 'm', headers: { 'X-A': 'b\r\nX-B: c' } }, /header 'X-A' cannot be sent/],
    [{ key: 'k' }, /needs "model"/],
  ];
  test('a wrong member of a profile is refused by name', async () => {
    const server = await startServer(bench.server);
    for (const [body, why] of wrong) {
      const refused = await server.ask('PUT', '/api/v1/profiles/mine', body);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.text.replaceAll('\\"', '"'), why);
    }
    assert.equal((await server.get('/api/v1/profiles/mine')).status, 404);
    assert.match((await server.ask('PUT', '/api/v1/profiles/opus-47', { model: 'm' })).text, /too like 'Opus47'/);
  });

  test('a scalar of FastAPI’s errors and other bodies are quoted', async () => {
    const server = http
      .createServer((request, response) => {
        request.resume();
        response
          .writeHead(422, { 'content-type': 'application/json' })
          .end(JSON.stringify({ detail: [{ loc: ['body', 'tools', 0], msg: 'tools are not enabled' }] }));
      })
      .listen(0, '127.0.0.1');
    atEnd(() => server.close());
    await new Promise((resolve) => {
      server.once('listening', resolve);
    });
    const ended = await run({
      env: { LOCAL_OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`, LOCAL_OPENAI_MODEL: 'm' },
    });
    assert.equal(ended.status, 3, said(ended));
    assert.match(ended.last.reason, /HTTP 422; body\.tools\.0: tools are not enabled/);
  });
});

// --- each variable of docs/tester.md, from the environment and from .env ---

const documented = () =>
  fs
    .readFileSync(path.join(root, 'docs/tester.md'), 'utf8')
    .split('## Variables')[1]
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .flatMap((line) => [...line.split('|')[1].matchAll(/`([A-Za-z0-9_*]+)`/g)].map(([, name]) => name));

const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    [
      'PATH',
      'HOME',
      'TMPDIR',
      'LD_LIBRARY_PATH',
      'ASAN_OPTIONS',
      'LSAN_OPTIONS',
      'UBSAN_OPTIONS',
      'TSAN_OPTIONS',
    ].includes(name),
  ),
);

// The program with a variable in one of the two places.
function ask(command, variables, place, more = {}) {
  const folder = temporaryFolder();
  fs.writeFileSync(
    path.join(folder, '.env'),
    place === '.env'
      ? Object.entries(variables)
          .map(([name, value]) => `${name}='${value}'\n`)
          .join('')
      : '',
  );
  const env = {
    ...clean,
    XDG_STATE_HOME: folder,
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${bench.server.port}`,
    ...more,
    ...(place === '.env' ? {} : variables),
  };
  for (const name of Object.keys(variables)) if (place === '.env') delete env[name];
  return new Promise((resolve) =>
    execFile(program('mobile-tester-agent'), command, { cwd: folder, env }, (error, out, err) =>
      resolve({ status: error?.code ?? 0, out, err, folder }),
    ),
  );
}
const doctor = async (variables, place, more) =>
  JSON.parse((await ask(['doctor', '--json', '--data', 'data'], variables, place, more)).out);
const modelSays = async (id, variables, place) =>
  (await doctor(variables, place)).models.find((model) => model.check === id);

// A server that answers a list of models, or tells that it is a proxy.
async function listener(answer) {
  const seen = [];
  const server = http.createServer((request, response) => {
    seen.push(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  server.on('connect', (request, socket) => {
    seen.push(request);
    socket.end('HTTP/1.1 502 no\r\n\r\n');
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, seen };
}

// The request to the address shows that the key was found.
const hasKey = (id, base) => async (name, place) => {
  const server = await listener({ models: [], data: [] });
  await modelSays(id, { [base]: server.url, [name]: 'key-of-a-test' }, place);
  assert.ok(
    server.seen.some((request) =>
      Object.values(request.headers).some((value) => String(value).includes('key-of-a-test')),
    ),
  );
};
const sendsKey = (id, base) => async (name, place) => {
  const server = await listener({ models: [], data: [] });
  await modelSays(id, { [base]: server.url, [name]: 'key-of-a-test' }, place);
  assert.ok(server.seen.some((request) => request.headers.authorization === 'Bearer key-of-a-test'));
};
const isAddress = (id, key) => async (name, place) => {
  const server = await listener({ models: [], data: [] });
  await modelSays(id, { [name]: server.url, ...(key ? { [key]: 'key-of-a-test' } : {}) }, place);
  assert.ok(server.seen.length > 0);
};
const changes = (id, variables, what) => async (name, place) => {
  const says = await modelSays(id, variables, place);
  assert.match(says.text, what, JSON.stringify(says));
};
const isProxy = (target) => async (name, place) => {
  const proxy = await listener({ data: [{ id: 'm' }] });
  await modelSays(
    'P',
    { PROFILE_P_BASE_URL: target, PROFILE_P_MODEL: 'm', AGENTEST_ALLOW_HTTP_MODELS: '1', [name]: proxy.url },
    place,
  );
  assert.ok(proxy.seen.length > 0, `${name} was asked`);
};
const isNoProxy = async (name, place) => {
  const proxy = await listener({ data: [] });
  await modelSays(
    'P',
    {
      PROFILE_P_BASE_URL: 'http://unknown.invalid',
      PROFILE_P_MODEL: 'm',
      AGENTEST_ALLOW_HTTP_MODELS: '1',
      http_proxy: proxy.url,
      [name]: 'unknown.invalid',
    },
    place,
  );
  assert.equal(proxy.seen.length, 0, `${name} keeps away from the proxy`);
};
const isCaFile = async (name, place) => {
  const port = await new Promise((resolve) => {
    const server = net
      .createServer((socket) => socket.destroy())
      .listen(0, '127.0.0.1', () => resolve(server.address().port));
    atEnd(() => server.close());
  });
  const says = await modelSays(
    'P',
    { PROFILE_P_BASE_URL: `https://127.0.0.1:${port}`, PROFILE_P_MODEL: 'm', [name]: '/no/such/certificates.pem' },
    place,
  );
  assert.match(says.text, /certificates\.pem|certificate|CAfile/i, JSON.stringify(says));
};
const serves = async (name, place, value, check, args = []) => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'variables');
  fs.writeFileSync(file, place === '.env' ? `${name}=${value}\n` : '');
  const server = await startServer(bench.server, {
    folder,
    args: ['--env-file', file, ...args],
    env: place === '.env' ? {} : { [name]: value },
  });
  await check(server);
  await server.stop();
};
// The server ends and says why.
const refuses = (name, place, variables, pattern) =>
  ask(['serve', '--http', '127.0.0.1:0', '--data', 'data'], variables, place).then(({ err }) =>
    assert.match(err, pattern, name),
  );

// What a collector of traces gets from a run's first request.
async function traced(name, place, value, check) {
  const mock = await startMock();
  const seen = [];
  const collector = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    seen.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise((resolve) => collector.listen(0, '127.0.0.1', resolve));
  atEnd(() => collector.close());
  const url = `http://127.0.0.1:${collector.address().port}`;
  const file = path.join(temporaryFolder(), 'variables');
  const tried = { [name]: value ?? url };
  fs.writeFileSync(file, place === '.env' ? `${name}='${tried[name]}'\n` : '');
  await bench.use(async (device) => {
    const server = await startServer(bench.server, {
      args: ['--env-file', file],
      env: {
        LOCAL_OPENAI_BASE_URL: mock.url,
        LOCAL_OPENAI_API_KEY: mock.options.key,
        LOCAL_OPENAI_MODEL: 'qwen',
        ...(name !== 'OTEL_EXPORTER_OTLP_ENDPOINT' && { OTEL_EXPORTER_OTLP_ENDPOINT: url }),
        ...(place !== '.env' && tried),
      },
    });
    const { json } = await server.post('/api/v1/runs', { ...scenario, device: device.serial });
    await server.runEnded(json.id);
    await until(() => seen.length > 0, 'the collector gets spans');
    await server.stop();
  });
  check(seen[0]);
}

// A bus that wants to know who asks; the CONNECT of its first client.
async function connectTold(name, place, more) {
  let connect = '';
  const bus = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.write(
      'INFO {"server_id":"A","version":"2.9.0","proto":1,"headers":true,"max_payload":1048576,"auth_required":true}\r\n',
    );
    socket.on('data', (data) => {
      connect += data;
      if (/\r\n/.test(connect)) socket.end("-ERR 'Authorization Violation'\r\n");
    });
  });
  await new Promise((resolve) => bus.listen(0, '127.0.0.1', resolve));
  atEnd(() => bus.close());
  const url = `nats://127.0.0.1:${bus.address().port}`;
  await ask(
    ['doctor', '--json', '--data', 'data'],
    { AGENTEST_NATS_URL: url, ...more, [name]: 'word-of-a-test' },
    place,
  );
  return JSON.parse(connect.match(/^CONNECT (.*)\r\n/)[1]);
}
const isNatsFile = (option) => (name, place) =>
  refuses(
    name,
    place,
    { AGENTEST_NATS_URL: 'nats://127.0.0.1:1', [name]: '/gone/of-a-test' },
    new RegExp(`--nats-${option}: there is no file '/gone/of-a-test'`),
  );

// Read by the device's code and the log: variables_test.c finds each of them in
// the process's environment after the start.
const published = [
  'AGENTEST_LOG',
  'ANDROID_SERIAL',
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'SCRCPY_SERVER_PATH',
  'AGENTEST_HELPER',
  'AGENTEST_DISABLE_HELPER',
  'AGENTEST_HELPER_APK_DIR',
  'AGENTEST_DISABLE_KEEP_AWAKE',
  'AGENTEST_DISABLE_FRAMEWORK_SYNC',
  'AGENTEST_DISABLE_FIBER_INFERENCE',
  'AGENTEST_LEASE_DIR',
  'RCT_METRO_PORT',
];

const s3 = { AGENTEST_ARTIFACTS_S3: 'http://127.0.0.1:1/b' };
// A folder of a run that ended is copied with a signature that needs the variable.
async function signs(name, place, value, account) {
  const bucket = await startS3(account);
  const file = path.join(temporaryFolder(), 'variables');
  fs.writeFileSync(file, place === '.env' ? `${name}=${value}\n` : '');
  const env = { ...bucket.env, ...(place === '.env' ? {} : { [name]: value }) };
  if (place === '.env') delete env[name];
  const mock = await startMock();
  await bench.use(async (device) => {
    const server = await startServer(bench.server, {
      args: ['--env-file', file],
      env: {
        ...env,
        LOCAL_OPENAI_BASE_URL: mock.url,
        LOCAL_OPENAI_API_KEY: mock.options.key,
        LOCAL_OPENAI_MODEL: 'qwen',
      },
    });
    const { json } = await server.post('/api/v1/runs', { ...scenario, device: device.serial });
    await server.runEnded(json.id);
    await until(() => bucket.asked.some((line) => /^PUT runs.* 200$/.test(line)), 'it is copied');
    await server.stop();
  });
}

const probes = {
  CLAUDE_API_KEY: hasKey('Opus47', 'ANTHROPIC_BASE_URL'),
  ANTHROPIC_API_KEY: hasKey('Opus47', 'ANTHROPIC_BASE_URL'),
  ANTHROPIC_AUTH_TOKEN: hasKey('Opus47', 'ANTHROPIC_BASE_URL'),
  GOOGLE_API_KEY: hasKey('Gemini3Pro', 'GOOGLE_GEMINI_BASE_URL'),
  GEMINI_API_KEY: hasKey('Gemini3Pro', 'GOOGLE_GEMINI_BASE_URL'),
  DEEP_SEEK_KEY: hasKey('DeepSeekV4Flash', 'DEEPSEEK_BASE_URL'),
  DEEPSEEK_API_KEY: hasKey('DeepSeekV4Flash', 'DEEPSEEK_BASE_URL'),
  OPEN_ROUTER: hasKey('GPT52Pro', 'OPENROUTER_BASE_URL'),
  OPENROUTER_API_KEY: hasKey('GPT52Pro', 'OPENROUTER_BASE_URL'),
  OPENAI_API_KEY: hasKey('GPT61Sol', 'OPENAI_BASE_URL'),
  OLLAMA_API_KEY: sendsKey('Ollama', 'OLLAMA_HOST'),
  LOCAL_OPENAI_API_KEY: sendsKey('LocalOpenAI', 'LOCAL_OPENAI_BASE_URL'),
  ANTHROPIC_BASE_URL: isAddress('Opus47', 'CLAUDE_API_KEY'),
  GOOGLE_GEMINI_BASE_URL: isAddress('Gemini3Pro', 'GEMINI_API_KEY'),
  DEEPSEEK_BASE_URL: isAddress('DeepSeekV4Flash', 'DEEP_SEEK_KEY'),
  OPENROUTER_BASE_URL: isAddress('GPT52Pro', 'OPEN_ROUTER'),
  OPENAI_BASE_URL: isAddress('GPT61Sol', 'OPENAI_API_KEY'),
  OLLAMA_HOST: isAddress('Ollama'),
  LOCAL_OPENAI_BASE_URL: isAddress('LocalOpenAI'),
  'ID_*': changes('LocalOpenAI', { LOCAL_OPENAI_QUIRKS: 'fast' }, /LOCAL_OPENAI_QUIRKS: 'fast' is not a quirk/),
  'PROFILE_NAME_*': changes(
    'GW',
    { PROFILE_GW_BASE_URL: 'ftp://x', PROFILE_GW_MODEL: 'm' },
    /not an http or https URL/,
  ),
  AGENTEST_ALLOW_HTTP_MODELS: changes(
    'GW',
    { PROFILE_GW_BASE_URL: 'http://host.invalid', PROFILE_GW_MODEL: 'm', AGENTEST_ALLOW_HTTP_MODELS: '1' },
    /resolve/i,
  ),
  AGENTEST_MODEL_STREAM: async (name, place) => {
    const mock = await startMock();
    const variables = {
      LOCAL_OPENAI_BASE_URL: mock.url,
      LOCAL_OPENAI_API_KEY: mock.options.key,
      LOCAL_OPENAI_MODEL: 'qwen',
      [name]: '0',
    };
    await run(
      place === '.env'
        ? {
            dotenv: Object.entries(variables)
              .map(([key, value]) => `${key}=${value}\n`)
              .join(''),
          }
        : { env: variables },
    );
    assert.equal(mock.asked[0].body.stream, undefined);
  },
  https_proxy: isProxy('https://unknown.invalid'),
  HTTPS_PROXY: isProxy('https://unknown.invalid'),
  http_proxy: isProxy('http://unknown.invalid'),
  HTTP_PROXY: isProxy('http://unknown.invalid'),
  all_proxy: isProxy('https://unknown.invalid'),
  ALL_PROXY: isProxy('http://unknown.invalid'),
  no_proxy: isNoProxy,
  NO_PROXY: isNoProxy,
  CURL_CA_BUNDLE: isCaFile,
  SSL_CERT_FILE: isCaFile,
  'SECRET_*': async (name, place) => {
    const file = { ...scenario, steps: ['Log in with {{word}}'] };
    const variables = { SECRET_WORD: 'value-of-a-test', CLAUDE_API_KEY: 'x' };
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 's.json'), JSON.stringify(file));
    const asked = await ask(['run', path.join(folder, 's.json'), '--data', 'data'], variables, place);
    assert.doesNotMatch(asked.err, /SECRET_WORD/);
    assert.match(
      (await ask(['run', path.join(folder, 's.json'), '--data', 'data'], { CLAUDE_API_KEY: 'x' }, place)).err,
      /SECRET_WORD/,
    );
  },
  HOME_PATH: async (name, place) => {
    const home = temporaryFolder();
    await ask(['doctor', '--json'], { [name]: home }, place);
    assert.ok(fs.existsSync(path.join(home, 'store.sqlite')));
  },
  AGENTEST_REPORTS_DAYS: (name, place) =>
    serves(name, place, 'many', (server) =>
      until(() => /AGENTEST_REPORTS_DAYS is not a whole number/.test(server.log), 'the log names the variable'),
    ),
  AGENTEST_REPORTS_MAX_BYTES: (name, place) =>
    serves(name, place, 'many', (server) =>
      until(() => /AGENTEST_REPORTS_MAX_BYTES is not a whole number/.test(server.log), 'the log names the variable'),
    ),
  AGENTEST_HTTP_TOKEN: (name, place) =>
    serves(name, place, 'token-of-a-test-0123456789', async (server) => {
      assert.equal(
        (await server.get('/api/v1/profiles', { Authorization: 'Bearer token-of-a-test-0123456789' })).status,
        200,
      );
      assert.equal((await server.get('/api/v1/profiles')).status, 401);
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: (name, place) =>
    traced(name, place, undefined, ({ body }) => assert.match(body, /resourceSpans/)),
  OTEL_EXPORTER_OTLP_HEADERS: (name, place) =>
    traced(name, place, 'x-team=night', ({ headers }) => assert.equal(headers['x-team'], 'night')),
  OTEL_SERVICE_NAME: (name, place) =>
    traced(name, place, 'night tests', ({ body }) => assert.match(body, /"night tests"/)),
  OTEL_RESOURCE_ATTRIBUTES: (name, place) =>
    traced(name, place, 'lab=third floor', ({ body }) => assert.match(body, /"third floor"/)),
  AGENTEST_NATS_URL: (name, place) => refuses(name, place, { [name]: 'nats://127.0.0.1:1' }, /nats:\/\/127\.0\.0\.1:1/),
  AGENTEST_NATS_CREDS: isNatsFile('creds'),
  AGENTEST_NATS_CA: isNatsFile('ca'),
  AGENTEST_NATS_CERT: isNatsFile('cert'),
  AGENTEST_NATS_KEY: isNatsFile('key'),
  AGENTEST_NATS_USER: async (name, place) =>
    assert.equal((await connectTold(name, place, { AGENTEST_NATS_PASSWORD: 'x' })).user, 'word-of-a-test'),
  AGENTEST_NATS_PASSWORD: async (name, place) =>
    assert.equal((await connectTold(name, place, { AGENTEST_NATS_USER: 'x' })).pass, 'word-of-a-test'),
  AGENTEST_NATS_TOKEN: async (name, place) =>
    assert.equal((await connectTold(name, place)).auth_token, 'word-of-a-test'),
  AGENTEST_LOG_FORMAT: (name, place) =>
    serves(name, place, 'json', (server) => assert.match(server.log, /^\{"time":/m)),
  AGENTEST_SECRETS_KEY: (name, place) =>
    refuses(name, place, { [name]: 'short' }, /the key of stored secrets must have 16/),
  AGENTEST_SECRETS_KEY_FILE: (name, place) => refuses(name, place, { [name]: '/gone/of-a-test' }, /\/gone\/of-a-test/),
  AGENTEST_ARTIFACTS_S3: (name, place) => refuses(name, place, { [name]: 'nonsense' }, /copies' address must be https/),
  AWS_ACCESS_KEY_ID: (name, place) =>
    refuses(name, place, { ...s3, AWS_SECRET_ACCESS_KEY: 'a', [name]: 'with:colon' }, /need AWS_ACCESS_KEY_ID/),
  AWS_SECRET_ACCESS_KEY: (name, place) => signs(name, place, 'a-secret-of-a-test', { secret: 'a-secret-of-a-test' }),
  AWS_SESSION_TOKEN: (name, place) => signs(name, place, 'token-of-a-test', { token: 'token-of-a-test' }),
  AWS_REGION: (name, place) => signs(name, place, 'region-of-a-test', { region: 'region-of-a-test' }),
  AGENTEST_POOL_KEY: (name, place) => refuses(name, place, { [name]: 'short' }, /AGENTEST_POOL_KEY/),
  AGENTEST_POOL_KEY_FILE: (name, place) =>
    refuses(name, place, { [name]: '/gone/of-a-test' }, /the key of the pool: key file '\/gone\/of-a-test'/),
  AGENTEST_HOST: (name, place) =>
    serves(name, place, 'lab-of-a-test', async (server) => {
      const [host] = (await server.get('/api/v1/hosts')).json.hosts;
      assert.equal(host.name, 'lab-of-a-test');
    }),
  AGENTEST_URL: (name, place) =>
    serves(name, place, 'http://lab-of-a-test:1', async (server) => {
      const [host] = (await server.get('/api/v1/hosts')).json.hosts;
      assert.equal(host.url, 'http://lab-of-a-test:1');
    }),
  AGENTEST_CAPS: (name, place) =>
    bench.use((device) =>
      serves(name, place, 'word-of-a-test', (server) =>
        until(async () => {
          const [host] = (await server.get('/api/v1/hosts')).json.hosts;
          return host.devices.find(({ id }) => id === device.serial)?.caps.includes('word-of-a-test');
        }, 'the device has the word'),
      ),
    ),
  AGENTEST_LEASE_MS: (name, place) =>
    serves(name, place, 'long', (server) => assert.match(server.log, /AGENTEST_LEASE_MS is not a number/)),
  GOOGLE_APPLICATION_CREDENTIALS: async (name, place) => {
    const { err } = await ask(['serve', '--sync', 'lab', '--data', 'data'], { [name]: '/gone/of-a-test' }, place);
    assert.match(err, /'\/gone\/of-a-test'/);
  },
  FIRESTORE_EMULATOR_HOST: async (name, place) => {
    const firestore = await listener({});
    await serves(
      name,
      place,
      new URL(firestore.url).host,
      () => until(() => firestore.seen.length > 0, 'the emulator is asked'),
      ['--sync', 'lab'],
    );
  },
  ADB_SERVER_SOCKET: async (name, place) =>
    assert.match(
      JSON.stringify((await doctor({ [name]: 'tcp:unknown.invalid:5' }, place)).devices),
      /unknown\.invalid/,
    ),
};

describe('variables', { concurrency: 2 }, () => {
  const names = documented();
  test('the table of docs/tester.md and --help have the same variables', async () => {
    const { out } = await ask(['--help'], {}, 'the environment');
    const help = out.split('Environment, also in .env:')[1].split('\n\n')[0];
    const missing = names.filter((name) => !/\*/.test(name) && !new RegExp(`\\b${name}\\b`).test(help));
    assert.deepEqual(missing, []);
    const listed = [...help.matchAll(/^ {4}(\S.*)$/gm)]
      .flatMap(([, line]) => line.split(/ {2,}/)[0].split(/, ?/))
      .filter((name) => name && !/\*/.test(name));
    assert.deepEqual(
      listed.filter((name) => !names.includes(name)),
      [],
    );
  });
  for (const name of names.filter((one) => !published.includes(one))) {
    for (const place of ['the environment', '.env'])
      test(`${name} works from ${place}`, () => probes[name](name, place));
  }
});
