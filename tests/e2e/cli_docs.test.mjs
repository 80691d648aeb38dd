// The examples of docs/cli.md and --help are run word for word, on a virtual device or with
// stand-ins for tools that this machine lacks.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { build, root, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startMda, withStandIns } from './mda.mjs';

const page = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
const examples = page.match(/^ {4}mobile-dev-agent .*$/gm).map((line) => line.trim());

const server = await startAdbServer();
const device = await startVirtual(server);
const avds = temporaryFolder();
fs.writeFileSync(path.join(avds, 'Pixel_8.ini'), `path=${avds}/Pixel_8.avd\n`);
const tools = withStandIns({ ANDROID_AVD_HOME: avds, ANDROID_SERIAL: device.serial });
const mda = startMda({ server, env: { ...tools, PATH: `${build}:${tools.PATH}` } });
const android = '--platform android';

// The examples run in a folder with the files that they name.
fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(mda.folder, 'app.apk'));
fs.mkdirSync(path.join(mda.folder, 'Demo.xcodeproj'));
fs.writeFileSync(path.join(mda.folder, 'login.yaml'), 'appId: com.example.notes\n---\n- tapOn: Log in\n');
fs.mkdirSync(path.join(mda.folder, 'flows'));
fs.copyFileSync(path.join(mda.folder, 'login.yaml'), path.join(mda.folder, 'flows/login.yaml'));
fs.mkdirSync(path.join(mda.folder, '.maestro'));
fs.copyFileSync(path.join(mda.folder, 'login.yaml'), path.join(mda.folder, '.maestro/login.yaml'));
fs.writeFileSync(path.join(mda.folder, 'commands.txt'), 'session show\nquit\n');

const plain = async () => mda.ok('session reset');
const onAndroid = async () => {
  await plain();
  await mda.ok(`session set ${android}`);
};
// The login screen of the sample app, with a snapshot of it.
async function login() {
  await onAndroid();
  await mda.ok('session set --app-id com.example.notes');
  await run('adb', ['-s', device.serial, 'shell', 'pm', 'clear', 'com.example.notes'], { env: server.env });
  await mda.ok('app launch');
  await mda.ok('ui snapshot --no-screenshot');
}
const focused = async () => {
  await login();
  await mda.ok('ui tap id:email');
};
const on = (screen) => async () => {
  await login();
  await device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
};
const listed = on('list');
const onIos = async () => {
  await plain();
  await mda.ok('session set --platform ios');
};
const built = async () => {
  await plain();
  await mda.ok('app build-ios --project ./Demo.xcodeproj --scheme Demo');
};
// A separate device for the example that uninstalls the app.
const onAnother = async () => {
  const other = await startVirtual(server);
  await onAndroid();
  return { ANDROID_SERIAL: other.serial };
};
const offAgain = async () => {
  await mda.run('live stop');
  await plain();
};

// The preparation of each command, by the words that begin the line; the
// first row that fits counts.
const before = [
  ['app build-ios --project', plain],
  ['app build-ios', built],
  ['app install', onAndroid],
  ['app id', plain],
  ['app uninstall', onAnother],
  ['app', login],
  ['ui type', focused],
  ['ui press', focused],
  ['ui clear', focused],
  ['ui scroll', listed],
  ...['ui long-press', 'ui double-tap', 'ui drag', 'ui pinch', 'ui swipe'].map((words) => [words, on('gestures')]),
  ['ui set', on('settings')],
  ['ui scroll-to', listed],
  ['ui wait', login],
  ['ui', login],
  ['device screenshot', onAndroid],
  ['device info', onAndroid],
  ['device network', onAndroid],
  ['device', plain],
  ['flow', login],
  ['record', login],
  ['test flows', login],
  ['test', onIos],
  ['logs', login],
  ['live', offAgain],
  ['', plain],
];
const stdin = { 'flow run --app-id': '- tapOn: Log in\n', repl: 'session show\nquit\n' };
const begins = (line, words) => line === words || words === '' || line.startsWith(`${words} `);

// Run until the first event: the command would follow the log forever.
async function follow(line) {
  const child = mda.spawn(line.split(' ').slice(1));
  let out = '';
  const ended = new Promise((resolve) => {
    child.on('close', (status) => resolve(status));
  });
  child.stdout.on('data', (piece) => {
    const first = !out.includes('\n');
    out += piece;
    if (first && out.includes('\n')) child.kill('SIGINT'); // a second one would end it at once
  });
  await run('adb', ['-s', device.serial, 'shell', 'am', 'force-stop', 'com.example.notes'], { env: server.env });
  await mda.run('app launch');
  const status = await ended;
  const result = JSON.parse(out.trimEnd().split('\n').at(-1));
  assert.equal(result.type, 'result');
  return { status, out };
}

// Act while it records: it would wait forever.
async function act(line) {
  const child = mda.spawn(line.split(' ').slice(1));
  let err = '';
  const ended = new Promise((resolve) => {
    child.on('close', (status) => resolve(status));
  });
  child.stderr.on('data', (piece) => (err += piece));
  await until(() => err.includes('recording: '), 'it records');
  for (const field of ['email', 'password']) await mda.ok(`ui tap id:${field}`);
  if (!line.includes('--steps')) child.kill('SIGINT');
  return { status: await ended, out: err };
}

async function tryLine(line) {
  const words = line.slice('mobile-dev-agent '.length);
  const [, prepare] = before.find(([start]) => begins(words, start));
  const env = { ...mda.env, STAND_IN_DIR: temporaryFolder(), ...(await prepare()) };
  if (line.includes('--follow')) return follow(line);
  if (begins(words, 'record')) return act(line);
  const input = Object.entries(stdin).find(([start]) => words.startsWith(start))?.[1] ?? '';
  const command = line.replaceAll('emulator-5554', device.serial);
  return run('sh', ['-c', command], { cwd: mda.folder, env, input });
}

test('docs/cli.md is what the program prints', async () => {
  const answer = await mda.run('help --markdown');
  assert.equal(answer.stdout, page, 'write it anew: build/mobile-dev-agent help --markdown > docs/cli.md');
});

test('the manual page has every command and option, and no warning', async (t) => {
  const file = path.join(mda.folder, 'mobile-dev-agent.1');
  const { stdout } = await mda.run('help --man');
  fs.writeFileSync(file, stdout);
  assert.equal(fs.readFileSync(path.join(build, 'mobile-dev-agent.1'), 'utf8'), stdout);
  const text = stdout.replaceAll(/\\[&]/g, '').replaceAll('\\-', '-');
  for (const [, name] of page.matchAll(/^## (.+)$/gm)) assert.ok(text.includes(`.Ss ${name}\n`), name);
  for (const [, option] of page.matchAll(/^\| .*`(--[a-z-]+)/gm)) assert.ok(text.includes(option), option);
  if ((await run('which', ['mandoc'])).status !== 0) return t.skip('1 skipped: no mandoc here');
  const lint = await run('mandoc', ['-Tlint', '-W', 'warning', file]);
  assert.equal(lint.out + lint.err, '');
});

test('each command has a page with all its parts, and its examples are in the docs', async () => {
  const names = page.match(/^## .+$/gm).map((line) => line.slice(3));
  const all = (await mda.run('--help')).stdout;
  for (const name of names) {
    assert.match(all, new RegExp(`^    ${name} `, 'm'));
    const help = await mda.run([...name.split(' '), '--help']);
    assert.equal(help.status, 0, help.stderr);
    for (const part of ['Usage:', 'Options:', 'Examples:', 'Exit codes:'])
      assert.ok(help.stdout.includes(`\n${part}\n`), `${name}: ${part}`);
    const own = help.stdout
      .match(/^ {4}mobile-dev-agent .*$/gm)
      .slice(1)
      .map((line) => line.trim());
    assert.ok(own.length > 0, name);
    for (const line of own) assert.ok(examples.includes(line), line);
  }
});

test('the main page and the pages of groups have all parts, and no line is longer than 100 columns', async () => {
  const names = page.match(/^## .+$/gm).map((line) => line.slice(3).split(' '));
  const groups = [...new Set(names.filter((words) => words.length > 1).map((words) => words[0]))];
  for (const words of [[], ...groups.map((name) => [name]), ...names]) {
    const help = await mda.run([...words, '--help']);
    assert.equal(help.status, 0, help.stderr);
    for (const part of ['Options:', 'Examples:', 'Exit codes:'])
      assert.ok(help.stdout.includes(`\n${part}\n`), `${words}: ${part}`);
    for (const line of help.stdout.split('\n')) assert.ok(line.length <= 100, `${words}: ${line}`);
  }
});

for (const line of examples) {
  test(line, async () => {
    const ended = await tryLine(line);
    assert.equal(ended.status, 0, `${ended.err}\n${ended.out}`);
  });
}

test('no process of the examples is left', async () => {
  for (const words of ['live stop', 'live stop --session login']) await mda.run(words);
  const list = await mda.ok('device list --platform android');
  for (const row of list.data.devices) {
    if (row.usable && row.id !== device.serial) await mda.run(`device shutdown ${android} --device ${row.id}`);
  }
});
