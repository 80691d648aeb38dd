// The commands of docs/ci and of docs/team.md: each template is read as its system reads it, and its scripts are run with
// installed programs, in a folder like a team's checkout, each part of a job on a machine of its own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { describe } from 'node:test';
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
import {
  arch,
  CASES,
  connectDevices,
  layAction,
  layAndroidSdk,
  layCheckout,
  layStandIns,
  makeRelease,
  put,
  serveReleases,
  startJob,
  useAction,
  version,
} from './ci_rig.mjs';
import { installTree } from './installed.mjs';

const read = (name) => fs.readFileSync(path.join(root, 'docs/ci', name), 'utf8');
const github = YAML.parse(read('github-actions.yml')).jobs;
const gitlab = YAML.parse(read('gitlab-ci.yml'));
const circle = YAML.parse(read('circleci.yml')).jobs;
const jenkins = [...read('Jenkinsfile').matchAll(/sh '''([^]*?)'''/g)].map(([, script]) => script);

const release = makeRelease();
const fetching = async (folder) =>
  layStandIns(temporaryFolder(), await serveReleases({ [`/agentest/agentest/releases/download/v${version}`]: folder }));
const standIns = await fetching(release.folder);
const installed = path.join(installTree(temporaryFolder()), 'bin');
connectDevices(installed);

// One part of a job ran in that folder: its reports are there and no case failed. The names of the cases.
function passed(folder, { status, out, err }, reports = '.') {
  assert.equal(status, 0, out + err);
  const there = (name) => path.join(folder, reports, name);
  const xml = fs.readFileSync(there('report.xml'), 'utf8');
  assert.doesNotMatch(xml, /<(failure|error)/);
  assert.match(fs.readFileSync(there('report.html'), 'utf8'), /<html/);
  const runs = there(reports === '.' ? 'reports' : 'runs');
  assert.ok(fs.readdirSync(runs).length > 0);
  return [...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
}
const complete = (parts) => assert.deepEqual(parts.flat().sort(), [...CASES].sort());
// Bash takes a socket on its input for a network login, and skips BASH_ENV. Node's pipes are sockets.
const inShell = (folder, script, env, words = ['sh', '-e']) =>
  run('sh', ['-c', 'exec "$@" </dev/null', 'sh', ...words, '-c', script], { cwd: folder, env, timeout: 600000 });

test('all templates name the version of the programs', () => {
  const pages = ['github-actions.yml', 'gitlab-ci.yml', 'circleci.yml', 'README.md'].map(read).join('\n');
  const named = [...pages.matchAll(/agentest(?:@v|:|-)(\d+\.\d+\.\d+)|download\/v(\d+\.\d+\.\d+)/g)];
  assert.ok(named.length >= 6);
  for (const [words, one, other] of named) assert.equal(one ?? other, version, words);
});

const checkoutAction = 'actions/checkout@v4';
const isOurs = (step) => step.uses === `agentest/agentest@v${version}`;

// A part of CircleCI's job: its steps in order, each in a shell that reads BASH_ENV.
async function runCircle({ steps, parallelism }, at, commands = standIns) {
  const { env, adb } = await startJob([commands], {
    CIRCLE_NODE_INDEX: String(at),
    CIRCLE_NODE_TOTAL: String(parallelism),
  });
  const folder = layCheckout();
  env.BASH_ENV = put(env.HOME, 'bash_env', '');
  const ended = [];
  for (const step of steps) {
    const command = step.run?.command ?? step.run;
    if (!command) continue;
    const words = ['bash', '-eo', 'pipefail'];
    if (step.run.background) {
      connectDevices(path.join(env.HOME, `agentest-${version}-linux-${arch}`, 'bin'));
      const child = spawn(words[0], [...words.slice(1), '-c', command], { cwd: folder, env, stdio: 'ignore' });
      atEnd(() => stop(child));
      continue;
    }
    ended.push(await inShell(folder, command.replaceAll('x86_64', arch), env, words));
    if (ended.at(-1).status !== 0) break;
  }
  return { folder, ended, adb };
}

// Each has machines of its own, and mostly waits for apps.
describe('the systems', { concurrency: true }, () => {
  test('GitHub Actions: each scenario with the tag runs once, in one of the parts', async () => {
    const action = layAction();
    const { steps, strategy } = github.scenarios;
    assert.deepEqual([steps[0].uses, steps.slice(1).map(isOurs)], [checkoutAction, [true]]);
    const parts = strategy.matrix.part.map(async (part) => {
      const { env } = await startJob([standIns]);
      const folder = layCheckout();
      const inputs = Object.fromEntries(
        Object.entries(steps[1].with).map(([name, value]) => [name, String(value).replace('${{ matrix.part }}', part)]),
      );
      const done = await useAction(action, inputs, { cwd: folder, env });
      assert.equal(done.uploaded.length, 3);
      return passed(folder, done);
    });
    complete(await Promise.all(parts));
  });

  test('GitHub Actions: the app is built, installed on an emulator and tested', async () => {
    const { adb, env } = await startJob([standIns]);
    const sdk = await layAndroidSdk(adb, env);
    const folder = layCheckout();
    fs.mkdirSync(path.join(folder, 'flows'));
    fs.renameSync(path.join(folder, 'scenarios/Flow 1.yaml'), path.join(folder, 'flows/one.yaml'));
    const [{ uses }, buildStep, ours, ...more] = github.emulator.steps;
    assert.deepEqual([uses, isOurs(ours), more], [checkoutAction, true, []]);
    const apk = path.join(root, 'android/prebuilt/agentest-helper.apk');
    put(folder, 'gradlew', `#!/bin/sh\nmkdir -p "$(dirname ${ours.with.app})"; cp ${apk} ${ours.with.app}\n`, 0o755);
    assert.equal((await inShell(folder, buildStep.run, sdk.env)).status, 0);
    const done = await useAction(layAction(), ours.with, { cwd: folder, env: sdk.env });
    assert.deepEqual(passed(folder, done), ['Flow 1']);
    assert.match(done.out, /^Success$/m);
    assert.ok(sdk.log().some((line) => line.includes(`android-${ours.with['api-level']};`)));
  });

  test('GitLab: each scenario with the tag runs once, in one of the parts', async () => {
    const { script, parallel, image, artifacts } = gitlab.scenarios;
    assert.equal(image, `ghcr.io/agentest/agentest:${version}`);
    assert.equal(artifacts.reports.junit, 'report.xml');
    const parts = Array.from({ length: parallel }, async (_, at) => {
      const { env } = await startJob([installed], { CI_NODE_INDEX: String(at + 1), CI_NODE_TOTAL: String(parallel) });
      const folder = layCheckout();
      return passed(folder, await inShell(folder, script.join('\n'), env));
    });
    complete(await Promise.all(parts));
  });

  test('CircleCI: each scenario with the tag runs once; a tarball with another sum is refused', async () => {
    const job = circle.scenarios;
    const stored = Object.fromEntries(
      job.steps.filter((step) => !step.run && step !== 'checkout').flatMap(Object.entries),
    );
    assert.deepEqual(stored, {
      store_test_results: { path: 'results/report.xml' },
      store_artifacts: { path: 'results' },
    });
    const parts = Array.from({ length: job.parallelism }, async (_, at) => {
      const { folder, ended } = await runCircle(job, at);
      return passed(folder, ended.at(-1), 'results');
    });
    complete(await Promise.all(parts));

    const damaged = temporaryFolder();
    fs.cpSync(release.folder, damaged, { recursive: true });
    fs.appendFileSync(path.join(damaged, release.tarball), 'one byte more');
    const { ended, adb } = await runCircle({ ...job, steps: job.steps.slice(0, 2) }, 0, await fetching(damaged));
    assert.notEqual(ended[0].status, 0);
    assert.match(ended[0].err, /1 computed checksum did NOT match/);
    assert.ok(!fs.existsSync(path.join(adb.env.HOME, `agentest-${version}-linux-${arch}`)), 'nothing was unpacked');
  });

  test('Jenkins: each scenario with the tag runs once', async () => {
    const { env } = await startJob([installed]);
    const folder = layCheckout();
    complete(passed(folder, await inShell(folder, jenkins[0], env)));
  });
});

// The commands that run a suite of a server, in each system.
const suites = {
  'GitHub Actions': github.suite.steps.flatMap((step) => step.run ?? []).join('\n'),
  GitLab: gitlab.suite.script.join('\n'),
  CircleCI: circle.suite.steps.flatMap((step) => step.run ?? []).join('\n'),
  Jenkins: jenkins[1],
};

const adb = await startAdbServer();
const device = await startVirtual(adb);
const nats = await freePort();
const sample = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));
const environment = (folder, more) => ({
  ...adb.env,
  OLLAMA_HOST: 'http://127.0.0.1:1',
  LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  XDG_STATE_HOME: path.join(folder, 'state'),
  ANDROID_SERIAL: device.serial,
  ...Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (/_KEY$|^OPEN_ROUTER$/.test(name) ? [[name, '']] : [])),
  ),
  ...more,
});
const shell = (folder, script, more = {}) =>
  run('sh', ['-ec', script], { cwd: folder, env: environment(folder, more), timeout: 600000 });

test('the suite of a server runs, and its report is fetched', async () => {
  const server = await startServer(adb, {
    token: 'the-token-of-continuous-integration',
    env: { ANDROID_SERIAL: device.serial },
  });
  const imported = await server.post('/api/v1/scenarios/import', sample);
  const [{ id }] = imported.json.scenarios;
  const made = await server.post('/api/v1/suites', { name: 'Nightly', scenarios: [id] });
  assert.equal(made.status, 201, made.text);
  const env = { AGENTEST_URL: server.url, AGENTEST_TOKEN: 'the-token-of-continuous-integration' };
  const same = new Set(Object.values(suites).map((script) => script.trim()));
  assert.deepEqual([...same], ['python3 ci/run_suite.py Nightly'], 'one command for all systems');
  const folder = layCheckout();
  const { status, out, err } = await shell(folder, [...same][0], env);
  assert.equal(status, 0, `${out}${err}`);
  assert.match(out, /\/suite-runs\/[0-9A-Z]{26}\n[^]*Nightly: PASS\n$/);
  assert.equal(fs.readFileSync(path.join(folder, 'report.xml'), 'utf8').match(/<testcase /g).length, 1);
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
const team = layCheckout();
fs.symlinkSync(path.dirname(program('mobile-tester-agent')), path.join(team, 'build'));
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
    assert.deepEqual([...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name).sort(), [...CASES].sort());
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
