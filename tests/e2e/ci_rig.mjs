// ci_rig.mjs: what a machine of continuous integration has around the commands of a job: installed programs, a release to
// fetch, an adb server, and stand-ins for commands that reach beyond this machine
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import YAML from 'yaml';
import { installTree } from './installed.mjs';
import { atEnd, lastingPort, root, run, startAdbServer, temporaryFolder } from './lib.mjs';

export const version = fs.readFileSync(path.join(root, 'meson.build'), 'utf8').match(/^ *version: '(.*)',$/m)[1];
export const arch = { x64: 'x86_64', arm64: 'arm64' }[process.arch];

export function put(folder, name, text, mode) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
  return file;
}

// A release as it is downloaded: {folder, tarball, sum}. AT_RELEASE names a folder that tools/release has made; otherwise
// it is of the programs under test.
export function makeRelease() {
  const name = `agentest-${version}-linux-${arch}`;
  if (process.env.AT_RELEASE) {
    const folder = path.resolve(root, process.env.AT_RELEASE);
    const tarball = fs.readdirSync(folder).find((each) => each.startsWith(`${name}.tar.`));
    return { folder, tarball, sum: sumOf(path.join(folder, tarball)) };
  }
  const folder = temporaryFolder();
  const staging = temporaryFolder();
  installTree(path.join(staging, name));
  const tarball = `${name}.tar.gz`;
  execFileSync('tar', ['-I', 'gzip -1', '-cf', path.join(folder, tarball), '-C', staging, name]);
  const sum = sumOf(path.join(folder, tarball));
  put(folder, 'SHA256SUMS', `${'0'.repeat(64)}  agentest-${version}-linux-other.tar.gz\n${sum}  ${tarball}\n`);
  return { folder, tarball, sum };
}

const sumOf = (file) => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');

// A host for releases: {url, asked: the paths}; folders: a path and the folder that it shows.
export async function serveReleases(folders) {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const prefix = Object.keys(folders).find((each) => request.url.startsWith(`${each}/`));
    const file = prefix && path.join(folders[prefix], path.basename(request.url));
    if (!file || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Length': fs.statSync(file).size });
    fs.createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${server.address().port}`, asked };
}

const where = (name) => execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();

// Commands in front of PATH that stay on this machine: curl fetches what is asked of GitHub from the releases' host, and
// root is needed for nothing.
export function layStandIns(folder, releases) {
  put(
    folder,
    'curl',
    `#!/bin/sh
for word; do
    shift
    case $word in https://github.com/*) word=${releases.url}/\${word#https://github.com/} ;; esac
    set -- "$@" "$word"
done
exec ${where('curl')} "$@"
`,
    0o755,
  );
  put(folder, 'sudo', '#!/bin/sh\nexec "$@"\n', 0o755);
  put(folder, 'apt-get', '#!/bin/sh\nexit 0\n', 0o755);
  return folder;
}

// Let virtual-android in a folder of programs be found by the adb server of a job, which looks for no emulators: on free
// ports, with `adb connect`.
export function connectDevices(bin) {
  const real = path.join(bin, 'virtual-android');
  fs.renameSync(real, `${real}.real`);
  const pids = `${real}.pids`;
  atEnd(() => {
    const running = fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8').trim().split('\n') : [];
    for (const pid of running) process.kill(Number(pid), 'SIGTERM');
  });
  const script = `#!/bin/sh
exec 2>&1 # a job's step does not wait for it
ports=$(mktemp -u)
mkfifo "$ports"
"$0.real" --port 0 "$@" > "$ports" &
pid=$!
echo $pid >> "$0.pids"
read -r line < "$ports"
rm "$ports"
adb connect "\${line##*adb=}"
wait $pid
`;
  fs.writeFileSync(real, script, { mode: 0o755 });
}

// Android's command-line tools: they write down what they are asked for, and the emulator is a virtual device that answers
// as emulator-PORT once a job asks for its boot. {sdk, log(), port, env: the job's with them}.
export async function layAndroidSdk(adb, env) {
  const sdk = temporaryFolder();
  const port = await lastingPort();
  const log = `echo "$(basename "$0") $*" >> ${sdk}/log`;
  put(sdk, 'cmdline-tools/latest/bin/sdkmanager', `#!/bin/sh\n${log}\n[ "$1" != --licenses ] || read -r yes\n`, 0o755);
  put(sdk, 'cmdline-tools/latest/bin/avdmanager', `#!/bin/sh\n${log}\nread -r no; [ "$no" = no ]\n`, 0o755);
  const emulator = `#!/bin/sh
${log}
[ ! -e ${sdk}/broken ] || { echo 'PANIC: broken'; exit 1; }
exec virtual-android --port "$4"
`;
  put(sdk, 'emulator/emulator', emulator, 0o755);
  // The adb server of a test looks for no emulators, as others do.
  const request = `host:emulator:${port + 1}`;
  const asking = `#!/bin/sh
case "$*" in *sys.boot_completed*) python3 -c "import socket
s = socket.create_connection(('127.0.0.1', ${adb.port}))
s.sendall(b'${request.length.toString(16).padStart(4, '0')}${request}')
s.recv(9)" ;; esac
exec ${where('adb')} "$@"
`;
  put(sdk, 'bin/adb', asking, 0o755);
  return {
    sdk,
    port,
    log: () => fs.readFileSync(path.join(sdk, 'log'), 'utf8').trim().split('\n'),
    env: {
      ...env,
      ANDROID_HOME: sdk,
      AGENTEST_KVM: put(sdk, 'kvm', ''),
      AGENTEST_EMULATOR_PORT: String(port),
      PATH: `${sdk}/bin:${env.PATH}`,
    },
  };
}

const flow = (name, tag, expected) => `appId: com.example.notes
name: ${name}
tags: [${tag}]
---
- launchApp:
    clearState: true
- assertVisible: ${expected}
`;
export const CASES = ['Notes: write a note and find it', ...[1, 2, 3, 4, 5, 6, 7].map((number) => `Flow ${number}`)];

// A checkout of a team: the sample scenario, with its recording, and flows. All have the tag but one.
export function layCheckout(folder = temporaryFolder()) {
  const sample = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));
  put(folder, 'scenarios/notes.json', JSON.stringify({ ...sample, tags: ['smoke'] }));
  for (const name of CASES.slice(1)) put(folder, `scenarios/${name}.yaml`, flow(name, 'smoke', 'Welcome to Notes'));
  put(folder, 'scenarios/other.yaml', flow('Other', 'slow', 'Never shown'));
  put(folder, 'ci/run_suite.py', fs.readFileSync(path.join(root, 'docs/ci/run_suite.py')));
  return folder;
}

// The environment of a job that has an adb server of its own and no keys. PATH: the folders, then this machine's.
export async function startJob(folders, more = {}) {
  const adb = await startAdbServer();
  const env = {
    ...adb.env,
    OLLAMA_HOST: 'http://127.0.0.1:1',
    LOCAL_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    PATH: [...folders, process.env.PATH].join(':'),
    ...more,
  };
  for (const name of Object.keys(env))
    if (/_KEY$|^OPEN_ROUTER$|^GITHUB_|^AT_/.test(name) && !(name in more)) delete env[name];
  return { adb, env };
}

// --- A runner of GitHub: the steps of a composite action, with the expressions that action.yml uses.

const expression = /\$\{\{ *(.*?) *\}\}/g;
const fill = (text, known) =>
  String(text).replace(expression, (_, name) => {
    assert.ok(name in known, `the runner knows ${name}`);
    return known[name];
  });

export const action = YAML.parse(fs.readFileSync(path.join(root, 'action.yml'), 'utf8'));

// Its folder, as a runner checks it out.
export function layAction() {
  const folder = path.join(temporaryFolder(), '_actions/agentest/agentest', `v${version}`);
  for (const name of ['action.yml', 'meson.build', 'packaging/action'])
    fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  return folder;
}

const outputsOf = (file) =>
  Object.fromEntries([...fs.readFileSync(file, 'utf8').matchAll(/^([^=\n]+)=(.*)$/gm)].map(([, ...row]) => row));

async function runStep(step, known, context) {
  const { folder, cwd, env, paths } = context;
  const files = { GITHUB_OUTPUT: 'output', GITHUB_PATH: 'path', GITHUB_STEP_SUMMARY: 'summary' };
  for (const [name, file] of Object.entries(files)) files[name] = put(folder, `${step.id}.${file}`, '');
  const script = put(folder, `${step.id}.sh`, fill(step.run, known));
  const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value, known)]));
  assert.equal(step.shell, 'sh');
  const ended = await run('sh', ['-e', script], {
    cwd: path.resolve(cwd, fill(step['working-directory'] ?? '.', known)),
    env: { ...env, ...own, ...files, PATH: [...paths, env.PATH].join(':') },
    timeout: 600000,
  });
  paths.unshift(...fs.readFileSync(files.GITHUB_PATH, 'utf8').split('\n').filter(Boolean).reverse());
  for (const [name, value] of Object.entries(outputsOf(files.GITHUB_OUTPUT)))
    known[`steps.${step.id}.outputs.${name}`] = value;
  return { ...ended, summary: fs.readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

// Run the action: {status, out, err, outputs, summary, uploaded: the files of the artifact, paths}.
export async function useAction(folder, inputs, { cwd, env }) {
  const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
  assert.deepEqual(unknown, [], 'inputs of the action');
  const known = {};
  for (const [name, { default: value }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = String(inputs[name] ?? value);
  for (const { value } of Object.values(action.outputs))
    for (const [, name] of value.matchAll(expression)) known[name] = '';
  for (const [, name] of JSON.stringify(action.runs).matchAll(/(steps\.[\w-]+\.outputs\.[\w-]+)/g)) known[name] = '';
  const context = {
    folder: temporaryFolder(),
    cwd,
    paths: [],
    env: { ...env, GITHUB_ACTION_PATH: folder, GITHUB_ACTIONS: 'true' },
  };
  context.env.RUNNER_TEMP = context.folder;
  const result = { status: 0, out: '', err: '', summary: '', uploaded: [], paths: context.paths };
  for (const step of action.runs.steps) {
    const always = step.if?.startsWith('always()');
    if (result.status !== 0 && !always) continue;
    if (step.uses) {
      assert.match(step.uses, /^actions\/upload-artifact@v\d+$/);
      assert.equal(step.if, "always() && inputs.artifact != ''");
      const listed = fill(step.with.path, known).split('\n').filter(Boolean);
      if (known['inputs.artifact']) result.uploaded = listed.filter((file) => fs.existsSync(file));
      continue;
    }
    const ended = await runStep(step, known, context);
    result.out += ended.out;
    result.err += ended.err;
    result.summary += ended.summary;
    result.status ||= ended.status;
  }
  result.outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, known)]),
  );
  return result;
}
