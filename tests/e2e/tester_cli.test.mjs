// The command line of mobile-tester-agent: words, scenarios, runs, doctor, and
// what becomes of a run for CI.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { goodTester, liar, looper, notes, notesPlan } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';

const keys = ['CLAUDE_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GEMINI_API_KEY', 'GOOGLE_API_KEY',
  'DEEP_SEEK_KEY', 'DEEPSEEK_API_KEY', 'OPEN_ROUTER', 'OPENROUTER_API_KEY', 'OPENAI_API_KEY'];
const server = await startAdbServer();
const lonely = await startAdbServer(); // without a device

// The program in a folder of its own, where it finds no key and no Ollama.
function startTester(env = {}) {
  const folder = temporaryFolder();
  const all = { ...server.env, OLLAMA_HOST: 'http://127.0.0.1:1', LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    XDG_STATE_HOME: path.join(folder, 'state'), SECRET_PASSWORD: 'secret123', ...env };
  for (const name of keys) if (!(name in env)) delete all[name];
  const tester = (...args) => {
    const options = typeof args.at(-1) === 'object' ? args.pop() : {};
    return run(program('mobile-tester-agent'), args, { cwd: folder, ...options, env: { ...all, ...options.env } });
  };
  return Object.assign(tester, {
    folder,
    file(name, content) {
      const file = path.join(folder, name);
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
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

test('--help names every command, option and variable, in lines that fit', async () => {
  const tester = startTester();
  for (const args of [['--help'], ['serve', '--help'], ['scenarios', 'import', '--help'], ['-h']]) {
    const { status, out, err } = await tester(...args);
    assert.equal(status, 0, err);
    for (const word of ['serve', 'run SCENARIO', 'scenarios list', 'scenarios show ID', 'scenarios import FILE', 'scenarios export',
      'runs list', 'runs show ID', 'runs import FILE', 'runs export ID', 'doctor', '--http [HOST:]PORT', '--token-file FILE', '--env-file FILE',
      '--data DIR', '--jsonl', '--junit FILE', '--no-replay', '--report DIR', '--profile ID', '--device ID', 'CLAUDE_API_KEY', 'HOME_PATH'])
      assert.ok(out.includes(word), word);
    for (const line of out.split('\n')) assert.ok([...line].length <= 100, line);
  }
  assert.match((await tester('--version')).out, /^mobile-tester-agent \d+\.\d+\.\d+\n$/);
});

for (const [args, says] of [
  [['--hepl'], /unknown option '--hepl': did you mean '--help'/],
  [['srve'], /unknown command 'srve': did you mean 'serve'/],
  [['scenarios'], /unknown command 'scenarios': did you mean .*'scenarios \w+'/],
  [['runs', 'lst'], /unknown command 'runs'/],
  [['run'], /run needs SCENARIO/],
  [['run', 'a.json', 'b.json'], /unexpected argument 'b\.json'/],
  [['run', '--device'], /--device needs a value/],
  [['scenarios', 'list', 'x'], /unknown option 'x'|'x'/],
  [['scenarios', 'show'], /scenarios show needs ID/],
  [['runs', 'list', '--state', 'gone'], /queued, running, ended/],
  [['runs', 'export', 'x', '--format', 'pdf'], /json, junit, markdown/],
  [['doctor', '--json', '--json'], /given twice/],
]) {
  test(`${args.join(' ')}: status 2, an empty stdout, and what is valid`, async () => {
    const { status, out, err } = await startTester()(...args);
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, says);
  });
}

test('scenarios of JSON, YAML and standard input come back as they were', async () => {
  const tester = startTester();
  const more = { ...scenario, id: 'my-own', name: 'Log in', tags: ['smoke'], allowed: ['delete'], budgets: { minutes: 3, costUsd: 0.5 } };
  const yaml = 'goal: Log in\npackageName: com.example.notes\nsteps:\n  - Tap "Log in"\n  - The list is shown\n';
  const imported = await tester('scenarios', 'import', tester.file('a.json', [scenario, more]), tester.file('b.yaml', yaml));
  assert.equal(imported.status, 0, imported.err);
  const ids = imported.out.trim().split('\n');
  assert.equal(ids.length, 3);
  assert.equal(ids[1], 'my-own');
  const exported = await tester.json('scenarios', 'export');
  assert.deepEqual(exported.map(({ id, ...rest }) => rest).filter((one) => !one.name), [scenario, scenario]);
  assert.deepEqual(exported.find(({ id }) => id === 'my-own'), more);

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
  assert.match(none.err, /no 'nobody': `list` shows the ids/);
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
