// The command line of mobile-tester-agent: words, scenarios, runs, doctor, and
// what becomes of a run for CI.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { atEnd, program, root, run, startAdbServer, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { goodTester, liar, looper, notes, notesPlan } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { makeCertificate } from './tls.mjs';

// Variables of the person who runs the tests, which the program must not see.
const foreign = [
  'CURL_CA_BUNDLE',
  'SSL_CERT_FILE',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
  'HOME_PATH',
  'CLAUDE_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'DEEP_SEEK_KEY',
  'DEEPSEEK_API_KEY',
  'OPEN_ROUTER',
  'OPENROUTER_API_KEY',
  'OPENAI_API_KEY',
];
const server = await startAdbServer();
const lonely = await startAdbServer(); // without a device

// The program in a separate folder, where it finds no key and no Ollama.
function startTester(env = {}) {
  const folder = temporaryFolder();
  const all = {
    ...server.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    XDG_STATE_HOME: path.join(folder, 'state'),
    SECRET_PASSWORD: 'secret123',
    ...env,
  };
  for (const name of foreign) if (!(name in env)) delete all[name];
  const tester = (...args) => {
    const options = typeof args.at(-1) === 'object' ? args.pop() : {};
    return run(program('mobile-tester-agent'), args, { cwd: folder, ...options, env: { ...all, ...options.env } });
  };
  return Object.assign(tester, {
    folder,
    env: all,
    // A command under way, with the lines of its stdout as events.
    spawn(...args) {
      const child = spawn(program('mobile-tester-agent'), args, {
        cwd: folder,
        env: all,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const job = {
        events: [],
        said: '',
        kill: (signal) => child.kill(signal),
        ended: once(child, 'close').then(([status, by]) => status ?? by),
      };
      child.stderr.on('data', (part) => {
        job.said += part;
      });
      createInterface({ input: child.stdout }).on('line', (line) => job.events.push(JSON.parse(line)));
      job.until = (check) => until(() => check(job.events), 'events of the run');
      atEnd(() => stop(child, 'SIGKILL'));
      return job;
    },
    file(name, content, mode = 0o644) {
      const file = path.join(folder, name);
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
      return file;
    },
    // A command that must succeed, and its result.
    async json(...args) {
      const { status, out, err } = await tester(...args);
      assert.equal(status, 0, err);
      return JSON.parse(out);
    },
  });
}

const scenario = { goal: 'Log in', packageName: 'com.example.notes', steps: ['Tap "Log in"', 'The list is shown'] };

const listed = [
  'serve',
  'run [SCENARIO...]',
  'doctor',
  'runs import FILE',
  'runs export ID',
  'recordings accept ID',
  '--http [HOST:]PORT',
  'HOME_PATH',
];
const runs = ['runs list', 'runs show ID', 'runs import FILE', 'runs export ID'];
for (const [words, has] of [
  ['--help', [...listed, 'scenarios import FILE', 'CLAUDE_API_KEY']],
  ['-h', listed],
  ['serve --help', ['--http [HOST:]PORT', '--token-file FILE', '--env-file FILE', '--data DIR']],
  [
    'run --help',
    [
      ...['--jsonl', '--junit FILE', '--no-replay', '--accept-healed', '--fail-on-healed', '--report DIR'],
      ...['--profile ID', '--device ID', '--min-proof strong|any', '--second-model ID', '--data DIR'],
    ],
  ],
  ['runs --help', runs],
  ['runs list --help', ['--scenario ID', '--state STATE', '--since TIME', '--json']],
  ['scenarios import --help', ['FILE...', '--data DIR', '--env-file FILE']],
])
  test(`mobile-tester-agent ${words}`, async () => {
    const { status, out, err } = await startTester()(...words.split(' '));
    assert.equal(status, 0, err);
    for (const word of has) assert.ok(out.includes(word), word);
    assert.ok(has !== runs || !out.includes('scenarios'), 'the page is of runs alone');
  });

test('--version', async () => {
  assert.match(
    (await startTester()('--version')).out,
    /^mobile-tester-agent \d+\.\d+\.\d+ \([0-9a-f]{12}, \d{4}-\d\d-\d\d\)\n$/,
  );
});

for (const [args, says] of [
  [['--hepl'], /unknown option '--hepl': did you mean '--help'/],
  [['srve'], /unknown command 'srve': did you mean 'serve'/],
  [['scenarios'], /unknown command 'scenarios': did you mean .*'scenarios \w+'/],
  [['runs', 'lst'], /unknown command 'runs'/],
  [['run'], /run needs SCENARIO/],
  [['run', 'a.json', 'b.json'], /there is no file '.*a\.json'/],
  [['run', '--device'], /--device needs a value/],
  [['scenarios', 'list', 'x'], /unknown option 'x'|'x'/],
  [['scenarios', 'show'], /scenarios show needs ID/],
  [['runs', 'list', '--state', 'gone'], /queued, running, ended/],
  [['runs', 'list', '--since', 'x'], /--since 'x' is not a time: give a day/],
  [['runs', 'export', 'x', '--format', 'pdf'], /json, html, junit, markdown/],
  [['doctor', '--json', '--json'], /given twice/],
]) {
  test(`${args.join(' ')}: status 2, an empty stdout, and what is valid`, async () => {
    const { status, out, err } = await startTester()(...args);
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, says);
  });
}

test('an unwritable output is not a verdict, and the error says so', {
  skip: !fs.existsSync('/dev/full'),
}, async () => {
  const tester = startTester();
  const sample = path.join(root, 'scenarios/notes.json');
  for (const words of [`run ${sample}`, `run ${sample} --jsonl`, 'runs list --json']) {
    const { status, err } = await run('sh', ['-c', `${program('mobile-tester-agent')} ${words} >/dev/full`], {
      cwd: tester.folder,
      env: tester.env,
    });
    assert.equal(status, 3, words);
    assert.match(err, /^mobile-tester-agent: cannot write to stdout: /m);
  }
});

test('a JUnit file that cannot be made is called by its name', async () => {
  const { status, err } = await startTester()(
    'run',
    path.join(root, 'scenarios/notes.json'),
    '--junit',
    'missing/report.xml',
  );
  assert.equal(status, 3);
  assert.match(err, /cannot create 'missing\/report\.xml': /);
});

test('scenarios of JSON, YAML and standard input come back as they were', async () => {
  const tester = startTester();
  const more = {
    ...scenario,
    id: 'my-own',
    name: 'Log in',
    tags: ['smoke'],
    allowed: ['delete'],
    budgets: { minutes: 3, costUsd: 0.5 },
  };
  const yaml = 'goal: Log in\npackageName: com.example.notes\nsteps:\n  - Tap "Log in"\n  - The list is shown\n';
  const imported = await tester(
    'scenarios',
    'import',
    tester.file('a.json', [scenario, more]),
    tester.file('b.yaml', yaml),
  );
  assert.equal(imported.status, 0, imported.err);
  const ids = imported.out.trim().split('\n');
  assert.equal(ids.length, 3);
  assert.equal(ids[1], 'my-own');
  const exported = await tester.json('scenarios', 'export');
  assert.deepEqual(
    exported.map(({ id, ...rest }) => rest).filter((one) => !one.name),
    [scenario, scenario],
  );
  assert.deepEqual(
    exported.find(({ id }) => id === 'my-own'),
    more,
  );

  const other = startTester();
  const again = await other('scenarios', 'import', '-', { input: JSON.stringify(exported) });
  assert.equal(again.status, 0, again.err);
  assert.deepEqual(await other.json('scenarios', 'export'), exported);
  await other('scenarios', 'import', '-', { input: JSON.stringify(exported) }); // changes nothing
  assert.equal((await other.json('scenarios', 'list', '--json')).length, 3);
  assert.deepEqual(await other.json('scenarios', 'export', 'my-o'), [more]);

  const shown = await other('scenarios', 'show', 'my-own');
  assert.match(shown.out, /goal: +Log in\napp: +com\.example\.notes\n[^]*Step 2\. The list is shown\n/);
  assert.match((await other('scenarios', 'list')).out, /^my-own .* 2 steps +Log in$/m);
  const none = await other('scenarios', 'show', 'nobody');
  assert.equal(none.status, 2);
  assert.match(none.err, /there is no scenario 'nobody'; `scenarios list` shows them/);
});

for (const [name, content, says] of [
  ['no-goal.json', { packageName: 'a', steps: ['b'] }, /'.*no-goal\.json': Missing goal/],
  ['no-steps.yaml', 'goal: a\npackageName: b\n', /Missing steps/],
  ['second.json', [scenario, { goal: 'a' }], /scenario 2: Missing packageName/],
  ['broken.json', '{"goal":', /'.*broken\.json': not JSON, at byte \d+/],
  ['broken.yaml', 'goal: a\n  b: c\n', /'.*broken\.yaml': line 2, column \d+: /],
  ['alias.yaml', 'goal: &a x\nsteps: [*a]\n', /line 2, column 9: aliases are not allowed/],
]) {
  test(`a file that is wrong (${name}) is refused by import and run alike, and nothing is stored`, async () => {
    const tester = startTester();
    const file = tester.file(name, content);
    for (const words of [['scenarios', 'import', file], ...(Array.isArray(content) ? [] : [['run', file]])]) {
      const { status, out, err } = await tester(...words);
      assert.equal(status, 2, err);
      assert.equal(out, '');
      assert.match(err, says);
    }
    assert.deepEqual(await tester.json('scenarios', 'list', '--json'), []);
    assert.deepEqual(await tester.json('runs', 'list', '--json'), []);
  });
}

test('its folder: --data, else HOME_PATH of .env, else one of this user', async () => {
  const tester = startTester();
  const home = path.join(tester.folder, 'home');
  tester.file('.env', `HOME_PATH=${home} # here\n`);
  const missing = await tester('scenarios', 'list');
  assert.equal(missing.status, 3);
  assert.match(missing.err, /HOME_PATH: .*home/);
  fs.mkdirSync(home);
  for (const [args, folder] of [
    [[], home],
    [['--data', 'own'], path.join(tester.folder, 'own')],
    [['--env-file', tester.file('empty.env', '')], path.join(tester.folder, 'state/mobile-tester-agent')],
  ]) {
    assert.equal((await tester('scenarios', 'list', ...args)).status, 0);
    assert.equal(fs.statSync(path.join(folder, 'store.sqlite')).mode & 0o077, 0);
    assert.ok(fs.statSync(path.join(folder, 'reports')).isDirectory());
  }
  const wrong = await tester('scenarios', 'list', '--env-file', tester.file('wrong.env', 'A=1\nsk-key\n'));
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /wrong\.env': line 2 is not NAME=value/);
  assert.doesNotMatch(wrong.err, /sk-key/);
});

test('doctor: what is missing, a line each with its remedy, status 3', async () => {
  const { status, out } = await startTester(lonely.env)('doctor');
  assert.equal(status, 3);
  assert.match(out, /bad +devices +no device can be used\n +connect one .*virtual-android/);
  assert.match(out, /warn +Opus47 +no key for Opus47 .*CLAUDE_API_KEY/);
  assert.match(out, /bad +models +no model can be asked/);
  assert.match(out, /ok +store +.*store\.sqlite\nnot ready\n$/);
});

const device = await startVirtual(server);

test('doctor: a device, a model and the store make it ready; a wrong key does not', async () => {
  const mock = await startProfile('anthropic', liar());
  atEnd(() => mock.stop());
  const ready = await startTester(mock.environment)('doctor');
  assert.equal(ready.status, 0, ready.out);
  assert.match(ready.out, new RegExp(`ok +android +${device.serial}`));
  assert.match(ready.out, /ok +Opus47 +'claude-opus-4-7' answers/);
  assert.match(ready.out, /\nready\n$/);
  const wrong = await startTester({ ...mock.environment, CLAUDE_API_KEY: 'sk-wrong-7f3e' })('doctor', '--json');
  assert.equal(wrong.status, 3);
  const report = JSON.parse(wrong.out);
  assert.equal(report.ready, false);
  assert.match(report.models.find(({ check }) => check === 'Opus47').text, /refuses the key; HTTP 401/);
  assert.doesNotMatch(wrong.out + wrong.err, /sk-wrong-7f3e/);
});

// There is no login yet.
const clear = () => device.shell('pm clear com.example.notes');

for (const words of [['serve'], []]) {
  test(`${words[0] ?? 'without a command'}: serves until SIGTERM, and then ends with status 0`, async () => {
    const tester = startTester();
    const child = tester.spawn(
      ...words,
      '--http',
      '127.0.0.1:0',
      '--token-file',
      tester.file('token', 'sesame\n', 0o600),
    );
    const url = await until(() => child.said.match(/http:\/\/[\d.]+:\d+/)?.[0], 'the server listens');
    assert.equal((await fetch(`${url}/report`)).status, 401);
    const report = await fetch(`${url}/report`, { headers: { Authorization: 'Bearer sesame' } });
    assert.deepEqual([report.status, await report.text()], [404, 'No report available']);
    child.kill('SIGTERM');
    assert.equal(await child.ended, 0);
    assert.doesNotMatch(child.said, /sesame/);
  });
}

// A run with a mock's model and the scenario of the sample app.
async function runNotes(script, words = [], { env = {}, options = {} } = {}) {
  const mock = await startProfile('anthropic', script, options);
  atEnd(() => mock.stop());
  const tester = startTester({ ...mock.environment, ...env });
  const file = tester.file('notes.json', { ...notes, profile: mock.profile });
  await clear();
  const ended = await tester('run', file, ...words);
  if (mock.failure) throw mock.failure;
  return { ...ended, tester, mock, file };
}

test('run: a run that passes: lines on stderr, the summary on stdout, status 0; then without a model', async () => {
  const { status, out, err, tester, mock, file } = await runNotes(goodTester(notesPlan));
  assert.equal(status, 0, out + err);
  assert.match(out, /^Step 1: PASS — .*\n(Step [2-5]: PASS — .*\n){4}PASS\b.*\n$/);
  assert.match(err, /^\[\d\d:\d\d:\d\d\.\d{3}\] Tool called: tool tap, args \{.*\} -> TAPPED: /m);
  const folder = err.match(/^report: (.*)$/m)[1];
  for (const name of ['manifest.json', 'log.txt', 'junit.xml', 'report.md'])
    assert.ok(fs.existsSync(path.join(folder, name)), name);
  assert.equal(fs.realpathSync(path.join(folder, '../latest')), fs.realpathSync(folder));

  const asked = mock.requests?.length;
  await clear();
  const again = await tester('run', file, { env: { CLAUDE_API_KEY: '' } });
  assert.equal(again.status, 0, again.out + again.err);
  assert.match(again.err, /\(replayed\)/);
  assert.equal(mock.requests?.length, asked);
  const asking = await tester('run', file, '--no-replay', { env: { CLAUDE_API_KEY: '' } });
  assert.notEqual(asking.status, 0);
  assert.match(asking.err, /CLAUDE_API_KEY/);
  await clear();
  const third = await tester('run', file, { env: { CLAUDE_API_KEY: '' } }); // that was valid once
  assert.equal(third.status, 0, third.out + third.err);

  const listed = await tester.json('runs', 'list', '--json');
  assert.ok(listed.length >= 3);
  const [first] = listed.slice(-1);
  assert.equal(first.verdict, 'PASS');
  assert.match((await tester('runs', 'list')).out, new RegExp(`^${first.id} .* PASS +${device.serial} `, 'm'));
  assert.match((await tester('runs', 'show', first.id)).out, /verdict: +PASS\n[^]*Step 5: PASS/);
  const exported = await tester.json('runs', 'export', first.id);
  assert.deepEqual(
    exported.events.map(({ index }) => index),
    exported.events.map((_, i) => i + 1),
  );
  const other = startTester();
  const imported = await other('runs', 'import', '-', { input: JSON.stringify(exported) });
  assert.equal(imported.out, `${first.id}\n`, imported.err);
  assert.deepEqual(await other.json('runs', 'export', first.id), exported);
  const twice = await other('runs', 'import', '-', { input: JSON.stringify(exported) });
  assert.notEqual(twice.status, 0);
  assert.match((await other('runs', 'export', first.id, '--format', 'junit')).out, /<testsuite [^>]*tests="5"/);
  assert.match((await other('runs', 'export', first.id, '--format', 'markdown')).out, /^5\. \*\*PASS\*\*: /m);

  // The scenario with its recording runs elsewhere without a key.
  assert.equal((await tester('scenarios', 'import', file)).status, 0);
  const [scenarioOfIt] = await tester.json('scenarios', 'export', '--recordings');
  assert.ok(scenarioOfIt.recording.calls.length > 5);
  const carried = other.file('carried.json', scenarioOfIt);
  await clear();
  const elsewhere = await other('run', carried);
  assert.equal(elsewhere.status, 0, elsewhere.out + elsewhere.err);
});

test('run --jsonl --junit --report: for programs', async () => {
  const reports = path.join(temporaryFolder(), 'ci');
  const junit = path.join(temporaryFolder(), 'junit.xml');
  const { status, out, err } = await runNotes(goodTester(notesPlan), [
    '--jsonl',
    '--junit',
    junit,
    '--report',
    reports,
  ]);
  assert.equal(status, 0, err);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const result = lines.pop();
  assert.deepEqual(
    lines.map(({ index }) => index),
    lines.map((_, i) => i + 1),
  );
  assert.deepEqual(
    [result.type, result.verdict, result.status, result.end, result.exitStatus],
    ['result', 'PASS', 'completed', 'done', 0],
  );
  assert.match(fs.readFileSync(junit, 'utf8'), /<testsuite [^>]*tests="5" failures="0"/);
  assert.ok(fs.existsSync(path.join(reports, result.id, 'manifest.json')));
  const page = fs.readFileSync(path.join(reports, result.id, 'report.html'), 'utf8');
  assert.equal(JSON.parse(page.match(/<script type="application\/json" id="run">(.*)<\/script>/)[1]).verdict, 'PASS');
  assert.equal(err, '');
});

test('run: a model that lies has not passed, status 1', async () => {
  const { status, out } = await runNotes(liar(5));
  assert.equal(status, 1);
  assert.doesNotMatch(out, /^PASS/m);
});

test("run: what is not the app's fault is status 3, with the reason", async () => {
  const wrong = await runNotes(liar(5), [], { env: { CLAUDE_API_KEY: 'sk-wrong-7f3e' } });
  assert.equal(wrong.status, 3);
  assert.match(wrong.out + wrong.err, /refuses the key; HTTP 401/);
  assert.doesNotMatch(wrong.out + wrong.err, /sk-wrong-7f3e/);
  const keyless = await runNotes(liar(5), [], { env: { CLAUDE_API_KEY: '' } });
  assert.equal(keyless.status, 2);
  assert.match(keyless.err, /CLAUDE_API_KEY/);
  const nobody = await runNotes(liar(5), ['--device', 'emulator-1']);
  assert.equal(nobody.status, 3);
  assert.match(nobody.err, /emulator-1/);
  const other = await runNotes(liar(5), ['--profile', 'Opus99']);
  assert.equal(other.status, 2);
  assert.match(other.err, /Opus99/);
  const secret = await runNotes(liar(5), [], { env: { SECRET_PASSWORD: undefined } });
  assert.equal(secret.status, 2);
  assert.match(secret.err, /SECRET_PASSWORD/);
});

test("run: the prompt has the user's notes about the app, and only about this one", async () => {
  const mock = await startProfile('anthropic', liar());
  atEnd(() => mock.stop());
  const tester = startTester(mock.environment);
  const apps = path.join(tester.folder, 'data', 'apps');
  fs.mkdirSync(apps, { recursive: true });
  fs.writeFileSync(path.join(apps, 'com.example.notes.md'), 'The list is called "the shelf" by its users.\n');
  fs.writeFileSync(path.join(apps, 'com.example.shop.md'), 'Another app.\n');
  await tester(
    'run',
    tester.file('notes.json', { ...scenario, profile: mock.profile }),
    '--data',
    path.join(tester.folder, 'data'),
  );
  const { system } = mock.asked[0].turn;
  assert.match(system, /# About this app\nThe list is called "the shelf" by its users\./);
  assert.doesNotMatch(system, /Another app/);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`run: ${signal} stops it in order within a second, status 3`, async () => {
    const mock = await startProfile('anthropic', looper());
    atEnd(() => mock.stop());
    const tester = startTester(mock.environment);
    const file = tester.file('notes.json', { ...notes, profile: mock.profile });
    const child = tester.spawn('run', file, '--jsonl');
    await child.until((events) => events.some(({ toolName }) => toolName === 'tap'));
    const began = performance.now();
    child.kill(signal);
    assert.equal(await child.ended, 3);
    assert.ok(performance.now() - began < 2000, `${performance.now() - began} ms`);
    assert.deepEqual([child.events.at(-1).type, child.events.at(-1).status], ['result', 'stopped']);
    const [stored] = await tester.json('runs', 'list', '--json');
    assert.deepEqual([stored.state, stored.status], ['ended', 'stopped']);
  });
}

// A provider's list of models over TLS, with an unsigned certificate; and a proxy that answers in
// the place of any host.
const models = (request, response) => response.end(JSON.stringify({ data: [{ id: 'claude-opus-4-7' }] }));

test('models over TLS: an unsigned certificate is refused, one of SSL_CERT_FILE is not', async () => {
  const { env: trusting, options } = await makeCertificate();
  const provider = https.createServer(options, models).listen(0, 'localhost');
  await once(provider, 'listening');
  atEnd(() => provider.close());
  const env = { ANTHROPIC_BASE_URL: `https://localhost:${provider.address().port}`, CLAUDE_API_KEY: 'sk-canary' };
  const opus = async (more) =>
    JSON.parse((await startTester({ ...env, ...more })('doctor', '--json')).out).models.find(
      ({ check }) => check === 'Opus47',
    );
  const refused = await opus();
  assert.equal(refused.level, 'warn');
  assert.match(refused.text, /'localhost:\d+': .*certificate/);
  const trusted = await opus(trusting);
  assert.equal(trusted.level, 'ok', trusted.text);
});

test('models beyond this machine: by the usual proxy variables, and without TLS only if that is allowed', async () => {
  const seen = [];
  const proxy = http
    .createServer((request, response) => {
      seen.push(request.url);
      models(request, response);
    })
    .listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(() => proxy.close());
  const env = {
    ANTHROPIC_BASE_URL: 'http://model.example',
    CLAUDE_API_KEY: 'sk-canary',
    http_proxy: `http://127.0.0.1:${proxy.address().port}`,
  };
  const opus = async (more) =>
    JSON.parse((await startTester({ ...env, ...more })('doctor', '--json')).out).models.find(
      ({ check }) => check === 'Opus47',
    );
  assert.equal((await opus({ AGENTEST_ALLOW_HTTP_MODELS: '1' })).level, 'ok');
  const asked = seen.splice(0);
  assert.ok(asked.length > 0);
  for (const url of asked) assert.match(url, /^http:\/\/model\.example\/v1\/models/);
  const refused = await opus();
  assert.equal(refused.level, 'warn');
  assert.match(refused.text, /http/);
  const mock = await startProfile('anthropic', liar());
  atEnd(() => mock.stop());
  assert.equal((await opus(mock.environment)).level, 'ok');
  assert.deepEqual(seen, []); // not even asked, and this machine without the proxy
});
