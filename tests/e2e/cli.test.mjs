// The command line of agentest: --help, --version, --print-config, doctor.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';

const server = await startAdbServer();
const device = await startVirtual(server);
const agentest = (...args) => run(program('agentest'), args, { env: server.env });

for (const [args, words] of [
  [
    ['--help'],
    ['doctor', '--print-config CLIENT', '--http [HOST:]PORT', '--version', 'ANDROID_SERIAL', 'AGENTEST_LOG'],
  ],
  [
    ['serve', '--help'],
    ['--print-config CLIENT', '--http [HOST:]PORT', '--token-file FILE', '--no-token'],
  ],
  [
    ['doctor', '--help'],
    ['--json', '--start', '--device SERIAL'],
  ],
])
  test(`agentest ${args.join(' ')} has its options`, async () => {
    const { status, out, err } = await agentest(...args);
    assert.equal(status, 0, err);
    for (const word of words) assert.ok(out.includes(word), word);
    assert.ok(!args.includes('doctor') || !out.includes('--print-config'), 'the page is of doctor alone');
  });

test('virtual-android: an app file that is not there', async () => {
  const { status, err } = await run(program('virtual-android'), ['--app', '/no/such.json'], { env: server.env });
  assert.equal(status, 1);
  assert.match(err, /^virtual-android: the app file: unable to open \/no\/such\.json: No such file/);
});

test('--version', async () => {
  assert.match((await agentest('--version')).out, /^agentest \d+\.\d+\.\d+ \([0-9a-f]{12}, \d{4}-\d\d-\d\d\)\n$/);
});

for (const [args, says] of [
  [['--hepl'], /unknown option '--hepl': did you mean '--help'/],
  [['--wizard'], /unknown option '--wizard'/],
  [['doctro'], /unknown command 'doctro': did you mean 'doctor'/],
  [['doctor', '--jsn'], /did you mean '--json'/],
  [['doctor', '--device'], /--device needs a value/],
  [['doctor', '--json=1'], /--json takes no value/],
  [['doctor', '--json', '--json'], /given twice/],
  [
    ['--print-config', 'emacs'],
    /valid: claude, claude-desktop, cursor, vscode, windsurf, codex, gemini, zed, jetbrains/,
  ],
]) {
  test(`${args.join(' ')}: status 2, an empty stdout, and the valid words`, async () => {
    const { status, out, err } = await agentest(...args);
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, says);
  });
}

test('--print-config: the text to paste, with the path as it was called; on stderr the place', async () => {
  const folder = temporaryFolder();
  const link = path.join(folder, 'agentest');
  fs.symlinkSync(program('agentest'), link);
  const commands = {
    cursor: (text) => JSON.parse(text).mcpServers.agentest.command,
    windsurf: (text) => JSON.parse(text).mcpServers.agentest.command,
    zed: (text) => JSON.parse(text).context_servers.agentest.command,
    vscode: (text) => JSON.parse(text).servers.agentest.command,
    codex: (text) => JSON.parse(text.match(/^\[mcp_servers\.agentest\]\ncommand = (".*")\n$/)[1]),
    claude: (text) => text.match(/^claude mcp add agentest -- (.*)\n$/)[1].replace(/^'(.*)'$/, '$1'),
  };
  for (const [client, read] of Object.entries(commands)) {
    const { status, out, err } = await run(link, ['--print-config', client]);
    assert.equal(status, 0, client);
    assert.equal(read(out), link, client);
    assert.match(err, client === 'claude' ? /Run this/ : /\.(json|toml)/, client);
    const byName = await run('agentest', [`--print-config=${client}`], { env: { PATH: folder } });
    assert.equal(byName.out, out, client);
  }
});

test('--print-config quotes a path with a blank and a quote in it', async () => {
  const folder = path.join(temporaryFolder(), 'it\'s "here"');
  fs.mkdirSync(folder);
  const copy = path.join(fs.realpathSync(folder), 'agentest');
  fs.copyFileSync(program('agentest'), copy);
  const { out } = await run(copy, ['--print-config', 'cursor']);
  assert.equal(JSON.parse(out).mcpServers.agentest.command, copy);
  const shell = (await run(copy, ['--print-config', 'claude'])).out;
  const words = (await run('sh', ['-c', `claude() { printf '%s\\n' "$@"; }; ${shell}`])).out.split('\n');
  assert.deepEqual(words.slice(0, 5), ['mcp', 'add', 'agentest', '--', copy]);
});

test('doctor: a usable device, status 0', async () => {
  const { status, out } = await agentest('doctor');
  assert.equal(status, 0, out);
  assert.match(out, /^ {2}ok {4}adb +\/.*adb$/m);
  assert.match(out, /^ {2}ok {4}server +tcp:127\.0\.0\.1:\d+, version \d+$/m);
  assert.match(out, new RegExp(`^${device.serial}.*: device$`, 'm'));
  assert.match(out, /^ {2}ok {4}android +\d+.* \(API level \d+\), /m);
  assert.match(out, /^ {2}ok {4}screen +1080x2400, \d+ dpi$/m);
  assert.match(out, /^ {2}ok {4}tree +\d+ nodes in \d+ ms, \S+ in front$/m);
  assert.match(out, /^ {2}ok {4}apps +\d+ of \d+ installed apps debuggable: .*com\.example\.notes/m);
  assert.match(out, /^ {2}(ok|warn) +keyboard +/m);
  assert.match(out, /^1 of 1 device usable$/m);
});

test('doctor --json: the same for programs', async () => {
  const { status, out } = await agentest('doctor', '--json');
  const report = JSON.parse(out);
  assert.equal(status, 0);
  assert.equal(report.usable, 1);
  assert.deepEqual(
    report.checks.map((check) => check.check),
    ['adb', 'server'],
  );
  const [found] = report.devices;
  assert.deepEqual([found.serial, found.state, found.usable], [device.serial, 'device', true]);
  assert.deepEqual(
    found.checks.map((check) => check.check),
    ['android', 'screen', 'tree', 'apps', 'keyboard'],
  );
});

test('doctor: a screen that cannot be read makes a device unusable, status 1', async () => {
  await device.fault('garbage-dump', 50);
  const { status, out } = await agentest('doctor');
  await device.fault('garbage-dump', 0);
  assert.equal(status, 1, out);
  assert.match(out, /^ {2}bad {3}tree /m);
  assert.match(out, /^0 of 1 device usable$/m);
});

test('doctor: a device that is not there, status 1 with a remedy', async () => {
  const { status, out } = await agentest('doctor', '--device', 'nobody');
  assert.equal(status, 1);
  assert.match(out, /bad +devices +no device 'nobody'\n +connect one with USB debugging/);
});

test('doctor: without an adb server it says so and does not start one; --start does', async () => {
  const other = await startAdbServer();
  await other.stop();
  const doctor = (...args) => run(program('agentest'), ['doctor', ...args], { env: other.env });
  const { status, out } = await doctor();
  assert.equal(status, 1);
  assert.match(out, /bad +server +.*\n +`agentest doctor --start` starts it/);
  await assert.rejects(other.query('host:version'));
  assert.match((await doctor('--start')).out, /ok +server/);
  assert.match(await other.query('host:version'), /^OKAY/);
  await other.adb('kill-server');
});

test('doctor: no adb program is a warning while a server runs', async () => {
  const env = { ...server.env, PATH: temporaryFolder(), ANDROID_HOME: '', ANDROID_SDK_ROOT: '' };
  const { status, out } = await run(program('agentest'), ['doctor'], { env });
  assert.equal(status, 0, out);
  assert.match(out, /warn +adb +the adb program was not found/);
});
