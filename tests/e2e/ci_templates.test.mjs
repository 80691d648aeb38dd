// The commands of docs/ci and of docs/team.md: each template is read as its system reads it, and its scripts are run
// on a virtual device, in a folder like a team's checkout.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import YAML from 'yaml';
import { spawn } from 'node:child_process';
import {
  atEnd,
  freePort,
  program,
  root,
  run,
  startAdbServer,
  startVirtual,
  stop,
  temporaryFolder,
  until,
} from './lib.mjs';
import { startServer } from './tester_rig.mjs';

const read = (name) => fs.readFileSync(path.join(root, 'docs/ci', name), 'utf8');
const adb = await startAdbServer();
const device = await startVirtual(adb);
const nats = await freePort();
const sample = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));
const SCENARIOS = 8;

// A checkout: scenarios with and without the tag, and what the templates call by name. The device is there already.
function checkout() {
  const folder = temporaryFolder();
  const put = (name, text, mode) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text, { mode });
  };
  for (let i = 1; i <= SCENARIOS; i++)
    put(`scenarios/${i}.json`, JSON.stringify({ ...sample, name: `Scenario ${i}`, tags: ['smoke'] }));
  put('scenarios/other.json', JSON.stringify({ ...sample, name: 'Other', tags: ['slow'] }));
  put('ci/run_suite.py', read('run_suite.py'));
  put('bin/virtual-android', '#!/bin/sh\nexit 0\n', 0o755);
  fs.symlinkSync(program('mobile-tester-agent'), path.join(folder, 'bin/mobile-tester-agent'));
  return folder;
}

function environment(folder, more) {
  const env = {
    ...adb.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    XDG_STATE_HOME: path.join(folder, 'state'),
    PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
    ANDROID_SERIAL: device.serial,
    ...more,
  };
  for (const name of Object.keys(env)) if (/_KEY$|^OPEN_ROUTER$|^HOME_PATH$/.test(name)) delete env[name];
  return env;
}
const shell = (folder, script, more = {}) =>
  run('sh', ['-ec', script], { cwd: folder, env: environment(folder, more), timeout: 240000 });

// {what: [scripts, one for each part]}, and of those that run a suite of a server.
const github = YAML.parse(read('github-actions.yml')).jobs;
const gitlab = YAML.parse(read('gitlab-ci.yml'));
const jenkins = [...read('Jenkinsfile').matchAll(/sh '''([^]*?)'''/g)].map(([, script]) => script);
const stepsOf = (job) => job.steps.flatMap(({ run }) => run ?? []).join('\n');
const parts = github.scenarios.strategy.matrix.part;
const scripts = {
  'GitHub Actions': parts.map((part) => stepsOf(github.scenarios).replaceAll('${{ matrix.part }}', part)),
  GitLab: Array.from(
    { length: gitlab.scenarios.parallel },
    (_, at) =>
      `CI_NODE_INDEX=${at + 1} CI_NODE_TOTAL=${gitlab.scenarios.parallel}\n${gitlab.scenarios.script.join('\n')}`,
  ),
  Jenkins: [jenkins[0]],
};
const suites = { 'GitHub Actions': stepsOf(github.suite), GitLab: gitlab.suite.script.join('\n'), Jenkins: jenkins[1] };

const casesOf = (xml) => [...xml.matchAll(/<testcase [^>]*name="([^"]*)"/g)].map(([, name]) => name);

for (const [name, all] of Object.entries(scripts))
  test(`${name}: each scenario with the tag runs once, in one of the parts`, async () => {
    const found = [];
    for (const script of all) {
      assert.doesNotMatch(script, /\$\{\{/, 'everything was filled in');
      const folder = checkout();
      const { status, out, err } = await shell(folder, script);
      assert.equal(status, 0, out + err);
      const xml = fs.readFileSync(path.join(folder, 'report.xml'), 'utf8');
      assert.doesNotMatch(xml, /<(failure|error)/);
      found.push(...new Set(xml.match(/Scenario \d/g)));
      assert.match(fs.readFileSync(path.join(folder, 'report.html'), 'utf8'), /<html/);
      assert.ok(fs.readdirSync(path.join(folder, 'reports')).length > 0);
    }
    assert.deepEqual(
      found.sort(),
      Array.from({ length: SCENARIOS }, (_, at) => `Scenario ${at + 1}`),
    );
  });

test('the suite of a server runs, and its report is fetched', async () => {
  const server = await startServer(adb, {
    token: 'the-token-of-continuous-integration',
    env: { ANDROID_SERIAL: device.serial },
  });
  const imported = await server.post('/api/v1/scenarios/import', sample);
  const [{ id }] = imported.json.scenarios;
  const made = await server.post('/api/v1/suites', { name: 'Nightly', scenarios: [id], repeat: 2 });
  assert.equal(made.status, 201, made.text);
  const env = { AGENTEST_URL: server.url, AGENTEST_TOKEN: 'the-token-of-continuous-integration' };
  for (const [name, script] of Object.entries(suites)) {
    const folder = checkout();
    const { status, out, err } = await shell(folder, script, env);
    assert.equal(status, 0, `${name}: ${out}${err}`);
    assert.match(out, /\/suite-runs\/[0-9A-Z]{26}\n[^]*Nightly: PASS\n$/);
    assert.equal(casesOf(fs.readFileSync(path.join(folder, 'report.xml'), 'utf8')).length, 2, name);
  }
  const folder = checkout();
  const wrong = await shell(folder, 'python3 ci/run_suite.py Weekly', env);
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /^run_suite: no suite is called 'Weekly'; there are: Nightly\n$/);
  const closed = await shell(folder, 'python3 ci/run_suite.py Nightly', { ...env, AGENTEST_TOKEN: 'wrong' });
  assert.equal(closed.status, 2);
  assert.match(closed.err, /^run_suite: \/suites: 401 /);
});

// --- docs/team.md, whose commands are tried in their order, in one folder.

const page = fs.readFileSync(path.join(root, 'docs/team.md'), 'utf8');
const commands = page.match(/^ {4}(\.\/|build\/|nats-server ).*$/gm).map((line) => line.trim());
const team = checkout();
fs.symlinkSync(path.dirname(program('mobile-tester-agent')), path.join(team, 'build'));
fs.writeFileSync(path.join(team, 'scenarios/notes.json'), JSON.stringify(sample));
fs.writeFileSync(path.join(team, 'token.txt'), 'a-token-for-the-team\n', { mode: 0o600 });

// Start a command that stays, and wait until it says that it is there; it ends with the tests.
async function start(command, ready) {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: team,
    env: environment(team),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => stop(child));
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      out += data;
    });
  return until(() => out.match(ready), `${command} is ready`);
}
const passes = async (command) => {
  const { status, out, err } = await shell(team, command);
  assert.equal(status, 0, out + err);
  return out + err;
};
const serves = async (command) => {
  const [, url] = await start(command, /listening on (http:\S+)/);
  assert.equal((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/healthz`)).status, 200);
};

const tried = {
  'build/mobile-tester-agent doctor': async (command) => {
    const { out, err } = await shell(team, command);
    assert.ok((out + err).includes(device.serial), out + err);
  },
  'build/mobile-tester-agent run scenarios/notes.json': passes,
  'build/mobile-tester-agent run scenarios --tag smoke --junit report.xml --html report.html': async (command) => {
    await passes(command);
    const xml = fs.readFileSync(path.join(team, 'report.xml'), 'utf8');
    assert.equal(new Set(xml.match(/Scenario \d/g)).size, SCENARIOS);
  },
  'build/mobile-tester-agent run --rerun-failed': async (command) => {
    assert.match(await passes(command), /nothing to run again/);
  },
  'build/mobile-tester-agent serve --http 0.0.0.0:8123 --token-file token.txt': (command) =>
    serves(command.replace(':8123', ':0')),
  'build/mobile-tester-agent tokens add lead --role admin': async (command) =>
    assert.match(await passes(command), /^agt_/m),
  'build/mobile-tester-agent tokens add ci --days 90 --role run': async (command) =>
    assert.match(await passes(command), /^agt_/m),
  'build/mobile-tester-agent tokens list': async (command) => assert.match(await passes(command), /\bci\b[^]*\blead\b/),
  'build/mobile-tester-agent audit --limit 20': async (command) => assert.match(await passes(command), /\blead\b/),
  'build/mobile-tester-agent audit --by ci --json': passes,
  './demo pool': () => {}, // readme.test.mjs, in a fresh clone
  'nats-server --jetstream --store_dir jetstream': (command) =>
    start(`${command} --addr 127.0.0.1 --port ${nats}`, /Server is ready/),
  'build/mobile-tester-agent serve --nats nats://127.0.0.1:4222': (command) =>
    serves(`${command.replace('4222', nats)} --http 127.0.0.1:0 --data pool`),
};

test('each command of docs/team.md has a test', () => {
  assert.deepEqual([...new Set(commands)].sort(), Object.keys(tried).sort());
});

for (const command of commands) test(command, () => tried[command](command));
