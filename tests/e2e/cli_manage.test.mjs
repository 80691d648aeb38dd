// mobile-dev-agent's doctor, device, app and gc on a virtual device: what they
// do, and what they say where something is wrong.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { startMda, withStandIns } from './mda.mjs';

const crashing = {
  package: 'com.example.crashing',
  label: 'Crashing',
  screens: {
    main: {
      open: [
        {
          crash: {
            exception: 'java.lang.IllegalStateException',
            message: 'no config',
            stack: ['com.example.crashing.Main.onCreate(Main.java:7)'],
          },
        },
      ],
      root: { kind: 'text', text: 'never seen' },
    },
  },
};
const server = await startAdbServer();
const apps = temporaryFolder();
fs.writeFileSync(path.join(apps, 'crashing.json'), JSON.stringify(crashing));
const shipped = ['notes', 'shop'].map((name) => path.join(root, `virtual-android/apps/com.example.${name}.json`));
const device = await startVirtual(
  server,
  [...shipped, path.join(apps, 'crashing.json')].flatMap((file) => ['--app', file]),
);
const mda = startMda({ server, env: { ANDROID_SERIAL: '' } });
const apk = path.join(mda.folder, 'app.apk');
fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), apk);
const project = path.join(mda.folder, 'Demo.xcodeproj');
fs.mkdirSync(project);
const here = `--platform android --device ${device.serial}`;
const logsOf = (json) => json.artifacts.map((artifact) => artifact.type);

// A folder of PATH that has adb and nothing else.
function bareTools(...more) {
  const folder = temporaryFolder();
  const adb = (process.env.PATH ?? '')
    .split(':')
    .map((part) => path.join(part, 'adb'))
    .find((file) => fs.existsSync(file));
  fs.symlinkSync(adb, path.join(folder, 'adb'));
  for (const [name, script] of more) {
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return { PATH: folder, HOME: folder, JAVA_HOME: '' };
}

test('doctor: each check with what was found; iOS is not on this system', async () => {
  const json = await mda.ok('doctor', {
    env: bareTools(
      ['maestro', 'echo "a notice"; echo 1.39.0'],
      ['java', `echo 'openjdk version "17.0.9" 2023-10-17' >&2`],
    ),
  });
  const checks = Object.fromEntries(json.data.checks.map((check) => [check.check, check]));
  for (const check of json.data.checks) {
    for (const name of ['check', 'platform', 'level', 'found', 'version', 'path', 'text', 'remedy'])
      assert.ok(name in check, name);
  }
  assert.equal(checks.adb.level, 'ok');
  assert.ok(checks.adb.path.endsWith('/adb'));
  assert.match(checks.adb.version, /^\d+\./);
  assert.equal(checks.maestro.version, '1.39.0');
  assert.equal(checks.java.version, '17.0.9');
  assert.equal(checks['xcrun/simctl'].counts, false);
  assert.equal(checks['xcrun/simctl'].found, false);
  const text = await mda.run('doctor', { env: bareTools() });
  assert.equal(text.status, 0, text.stderr);
  assert.match(text.stdout, /not on this system/);
  assert.match(text.stdout, /^warn +maestro/m);
});

test('doctor: 127 where a program is missing, 1 where a check fails', async () => {
  const missing = await mda.fails('doctor --platform ios', 127, { env: bareTools() });
  assert.equal(missing.error.code, 'MISSING_DEPENDENCY');
  assert.ok(missing.data.checks.every((check) => check.platform !== 'android'));
  const broken = await mda.fails('doctor --platform android', 1, {
    env: bareTools(['maestro', 'echo no JVM >&2; exit 3']),
  });
  const maestro = broken.data.checks.find((check) => check.check === 'maestro');
  assert.equal(maestro.level, 'bad');
  assert.match(maestro.text, /exit status 3: no JVM/);
  const corrupt = startMda({ server });
  fs.mkdirSync(path.join(corrupt.state, 'sessions/default'), { recursive: true });
  fs.writeFileSync(path.join(corrupt.state, 'sessions/default/session.json'), '{');
  assert.equal((await corrupt.run('doctor', { env: bareTools() })).status, 0);
});

test('doctor: Ctrl-C ends it, and the program that it asked', async () => {
  const env = bareTools(['maestro', `echo $$ > '${mda.folder}/pid'; exec /bin/sleep 1000`]);
  const child = mda.spawn('doctor --platform android --json', { env });
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  const pid = await until(() => Number(fs.readFileSync(`${mda.folder}/pid`, 'utf8')), 'maestro runs');
  child.kill('SIGINT');
  assert.equal(await ended, 1);
  assert.equal(JSON.parse(said).error.code, 'CANCELLED');
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('device list: the device, as a table and as data', async () => {
  const json = await mda.ok('device list --platform android');
  const row = json.data.devices.find((entry) => entry.id === device.serial);
  assert.deepEqual([row.platform, row.usable, row.kind], ['android', true, 'emulator']);
  assert.match(row.os, /^Android \d+/);
  assert.deepEqual(json.next_steps[0].argv.slice(0, 3), ['ui', 'snapshot', '-i']);
  const text = await mda.run('device list --platform android');
  assert.match(text.stdout, new RegExp(`^android +${device.serial} +emulator +device`, 'm'));
  assert.match(text.stdout, /1 of 1 device can be used/);
});

test('device list: a platform that cannot list is a warning, alone it is the failure', async () => {
  const json = await mda.ok('device list --platform all', { env: bareTools() });
  assert.ok(json.data.devices.some((entry) => entry.id === device.serial));
  assert.equal(json.warnings.length, 1);
  assert.match(json.warnings[0], /^ios: .*xcrun/);
  const alone = await mda.fails('device list --platform ios', 127, { env: bareTools() });
  assert.equal(alone.error.code, 'MISSING_DEPENDENCY');
});

test('device list: a device that is offline does not hide the others', async () => {
  const ghost = await startVirtual(server);
  await ghost.fault('offline');
  await until(async () => (await server.query('host:devices')).includes('offline'), 'the ghost is offline');
  const json = await mda.ok('device list --platform android');
  const state = Object.fromEntries(json.data.devices.map((entry) => [entry.id, entry]));
  assert.equal(state[device.serial].usable, true);
  assert.equal(state[ghost.serial].usable, false);
  assert.ok(state[ghost.serial].remedy);
  ghost.child.kill();
  await until(async () => !(await server.query('host:devices')).includes(ghost.serial), 'the ghost is gone');
});

test('device screenshot: a whole PNG, in the run folder or where --out says', async () => {
  const kept = await mda.ok(`device screenshot ${here}`);
  assert.equal(kept.data.path, path.join(kept.run_dir, 'artifacts/screenshot.png'));
  assert.deepEqual([kept.data.width, kept.data.height], [1080, 2400]);
  assert.equal(fs.statSync(kept.data.path).size, kept.data.bytes);
  assert.equal(fs.readFileSync(kept.data.path).toString('latin1', 1, 4), 'PNG');
  assert.ok(logsOf(kept).includes('screenshot'));
  const own = await mda.ok(`device screenshot ${here} --out ./own.png`);
  assert.equal(own.data.path, path.join(fs.realpathSync(mda.folder), 'own.png'));
  assert.ok(own.artifacts.some((artifact) => artifact.path === own.data.path));
  const nowhere = await mda.fails(`device screenshot ${here} --out no/such/own.png`, 1);
  assert.match(nowhere.error.message, /no\/such\/own\.png/);
});

test('device screenshot: half an image is a failure and leaves no file', async () => {
  await device.fault('screencap-truncate', 9);
  const failed = await mda.fails(`device screenshot ${here} --out ./half.png`, 1);
  await device.console('virtual fault screencap-truncate 0');
  assert.ok(failed.error.message);
  assert.ok(!fs.existsSync(path.join(mda.folder, 'half.png')));
});

test('device boot, shutdown, erase: what is wrong with the words', async () => {
  for (const [words, says] of [
    ['device boot --avd x --device y', /--avd or --device, not both/],
    ['device boot --avd x --platform ios', /--avd names an Android virtual device/],
    ['device boot --wait --no-wait', /not both/],
    ['device boot --timeout-ms soon', /--timeout-ms cannot be 'soon'/],
    ['device boot --platform windows', /--platform cannot be 'windows'/],
    ['device boot now', /device boot takes no 'now'/],
    ['device erase --platform ios', /which device\? erase removes all apps/],
  ])
    assert.match((await mda.fails(words, 2)).error.message, says);
  const erase = await mda.fails(`device erase ${here}`, 1);
  assert.equal(erase.error.code, 'UNSUPPORTED');
  const help = await mda.run('device erase --help');
  assert.match(help.stdout, /Destructive/);
});

test('device shutdown: among several devices neither the emulator nor the last one seen is guessed', async () => {
  const wireless = await startVirtual(server, [], { attach: false });
  const serial = `127.0.0.1:${wireless.adbPort}`;
  await server.query(`host:connect:${serial}`);
  await until(
    async () => (await server.query('host:devices')).includes(`${serial}\tdevice`),
    'the TCP device is online',
  );
  await mda.ok(`ui snapshot ${here}`);
  const failed = await mda.fails('device shutdown --platform android', 2);
  assert.match(failed.error.message, /devices are connected and none of them is named/);
  assert.ok((await server.query('host:devices')).includes(device.serial));
  wireless.child.kill();
  await until(
    async () => !(await server.query('host:devices')).includes(`${serial}\tdevice`),
    'the TCP device is gone',
  );
});

test('device boot: a running one is not a failure', async () => {
  const json = await mda.ok(`device boot ${here}`);
  assert.deepEqual([json.data.id, json.data.ready], [device.serial, true]);
  assert.equal(json.target.device.id, device.serial);
});

test("device boot --avd: the SDK's emulator starts, its log is kept; shutdown ends it", async () => {
  const home = temporaryFolder();
  fs.writeFileSync(path.join(home, 'Small.ini'), `path=${home}/Small.avd\n`);
  const env = withStandIns({
    ANDROID_AVD_HOME: home,
    VIRTUAL_ANDROID: path.join(process.env.AT_BUILD ?? 'build', 'virtual-android'),
  });
  env.VIRTUAL_ANDROID = path.resolve(root, env.VIRTUAL_ANDROID);
  const list = await mda.ok('device list --platform android', { env });
  assert.ok(list.data.devices.some((entry) => entry.id === 'Small' && entry.bootable));
  const booted = await mda.run('device boot --avd Small --headless --jsonl', { env });
  assert.equal(booted.status, 0, booted.stdout);
  assert.ok(booted.events.some((event) => event.event === 'progress'));
  const log = booted.json.artifacts.find((artifact) => artifact.path.includes('_emulator_start'));
  assert.ok(
    log && fs.readFileSync(log.path, 'utf8').includes('Android emulator version'),
    JSON.stringify(booted.json.artifacts),
  );
  const id = booted.json.data.id;
  assert.equal((await mda.ok('device boot --platform android --device Small', { env })).data.id, id);
  assert.equal((await mda.ok(`device shutdown --platform android --device ${id}`, { env })).data.id, id);
  await until(async () => !(await server.query('host:devices')).includes(id), 'the emulator is gone');
  const unknown = await mda.fails('device boot --avd Large', 1, { env });
  assert.match(unknown.error.message, /Small/);
  const bare = await mda.run('device boot --avd Small --json', { env: { ANDROID_AVD_HOME: home, ...bareTools() } });
  assert.equal(bare.status, 127, bare.stdout);
});

test('app id: read from the file, no device', async () => {
  const json = await mda.ok('app id --app ./app.apk');
  assert.equal(json.platform, 'android');
  assert.match(json.data.app_id, /^[a-z]+(\.[a-z]+)+$/);
  assert.equal((await mda.run('app id --app ./app.apk')).stdout, `${json.data.app_id}\n`);
  fs.writeFileSync(path.join(mda.folder, 'fake.apk'), 'not an apk');
  for (const [words, says] of [
    ['app id --app ./none.apk', /no file or folder '\.\/none\.apk'/],
    ['app id --app ./app.zip', /is not an app: Android apps end in \.apk/],
    ['app id --app ./fake.apk', /fake\.apk/],
    ['app id', /which app\? add --app PATH/],
    ['app install', /which app\? add --app PATH/],
    ['app install --app ./app.apk --platform ios', /an app for android, and --platform says ios/],
    ['app launch', /which app\? add --app-id/],
    ['app uninstall', /which app\?/],
    ['app terminate', /which app\?/],
  ])
    assert.match((await mda.fails(words, 2)).error.message, says);
});

test("app install and uninstall; the session's app", async () => {
  const id = (await mda.ok('app id --app ./app.apk')).data.app_id;
  const installed = await mda.ok(`app install --app ./app.apk --device ${device.serial}`);
  assert.deepEqual([installed.data.app_id, installed.data.installed], [id, true]);
  assert.equal(installed.target.app.app_id, id);
  assert.equal(installed.target.device.id, device.serial);
  assert.deepEqual(installed.next_steps[0].argv.slice(0, 2), ['app', 'launch']);
  assert.match(await device.shell('pm list packages'), new RegExp(`package:${id}\n`));
  const removed = await mda.ok(`app uninstall --app-id ${id} ${here}`);
  assert.equal(removed.data.uninstalled, true);
  const again = await mda.fails(`app uninstall --app-id ${id} ${here}`, 1);
  assert.equal(again.error.code, 'APP_NOT_INSTALLED');
  await mda.ok(`session set --session kept --platform android --device ${device.serial} --app ${apk} --app-id ${id}`);
  assert.equal((await mda.ok('app install --session kept')).data.app_id, id);
  const text = await mda.run('app uninstall --session kept');
  assert.equal(text.stdout, `${id} is removed from ${device.serial}, with its data\n`);
});

test('app install --boot: with a device that runs, nothing is booted', async () => {
  const json = await mda.ok(`app install --app ./app.apk --boot --device ${device.serial}`);
  assert.ok(!json.artifacts.some((artifact) => artifact.path.includes('emulator')));
  const gone = await mda.fails('app install --app ./app.apk --device no-such-serial', 1);
  assert.match(gone.error.message, /no-such-serial/);
});

test('app launch waits for the window; terminate ends it', async () => {
  const launched = await mda.ok(`app launch --app-id com.example.notes ${here}`);
  assert.deepEqual([launched.data.launched, launched.data.outcome], [true, 'settled']);
  assert.match(await device.shell('pidof com.example.notes'), /^\d+/);
  assert.equal((await mda.ok(`app terminate --app-id com.example.notes ${here}`)).data.was_running, true);
  assert.equal(await device.shell('pidof com.example.notes'), '');
  const idle = await mda.run(`app terminate --app-id com.example.notes ${here}`);
  assert.equal(idle.stdout, 'com.example.notes was not running\n');
  const none = await mda.fails(`app launch --app-id com.example.none ${here}`, 1);
  assert.equal(none.error.code, 'APP_NOT_INSTALLED');
});

test('app launch: a crash at the start is a failure with the exception', async () => {
  const json = await mda.fails(`app launch --app-id com.example.crashing ${here}`, 1);
  assert.equal(json.error.code, 'APP_CRASH');
  assert.match(json.error.message, /IllegalStateException: "no config"/);
  assert.deepEqual(json.next_steps[0].argv.slice(0, 2), ['logs', 'tail']);
});

test('app build-ios: 127 without xcodebuild; what is given is kept', async () => {
  const json = await mda.fails(
    ['app', 'build-ios', '--session', 'build', '--project', './Demo.xcodeproj', '--scheme', 'Demo'],
    127,
    { env: bareTools() },
  );
  assert.match(json.error.message, /xcodebuild|xcrun/);
  const kept = JSON.parse(fs.readFileSync(path.join(mda.state, 'sessions/build/session.json')));
  const real = fs.realpathSync(project);
  assert.deepEqual([kept.defaults.build.ios.project, kept.defaults.build.ios.scheme], [real, 'Demo']);
  assert.equal(
    (await mda.fails('app build-ios --session build', 127, { env: bareTools() })).data.configuration,
    'Debug',
  );
  assert.match((await mda.fails('app build-ios', 2)).error.message, /which project\?/);
  assert.match((await mda.fails('app build-ios --project ./Demo.xcodeproj', 2)).error.message, /which scheme\?/);
  assert.match((await mda.fails('app build-ios --project ./No.xcodeproj', 2)).error.message, /no file or folder/);
  assert.match(
    (await mda.fails('app build-ios --project ./Demo.xcodeproj --workspace ./Demo.xcodeproj', 2)).error.message,
    /not both/,
  );
});

test('iOS on stand-ins: list, boot, build, install, launch, terminate, shutdown, erase', async () => {
  const env = withStandIns();
  const ios = '--platform ios';
  const list = await mda.ok(`device list ${ios}`, { env });
  assert.ok(list.data.devices.some((entry) => entry.usable) && list.data.devices.some((entry) => entry.bootable));
  const booted = await mda.ok(`device boot ${ios} --device iphone-latest`, { env });
  const sim = `${ios} --device ${booted.data.id}`;
  const built = await mda.ok(
    ['app', 'build-ios', '--session', 'ios', '--project', './Demo.xcodeproj', '--scheme', 'Demo'],
    { env },
  );
  assert.match(built.data.derived_data, new RegExp(`^${fs.realpathSync(mda.cache)}/derived-data/[0-9a-f]{16}$`));
  assert.ok(built.data.app_path.endsWith('.app'));
  assert.deepEqual(built.next_steps[0].argv.slice(0, 2), ['app', 'install']);
  const installed = await mda.ok(['app', 'install', '--app', built.data.app_path, ...sim.split(' ')], { env });
  assert.equal(installed.platform, 'ios');
  const launched = await mda.ok(`app launch --app-id ${installed.data.app_id} ${sim}`, { env });
  assert.equal(launched.data.launched, true);
  await mda.ok(`app terminate --app-id ${installed.data.app_id} ${sim}`, { env });
  const shot = await mda.ok(`device screenshot ${sim}`, { env });
  assert.ok(shot.data.width > 0);
  await mda.ok(`app uninstall --app-id ${installed.data.app_id} ${sim}`, { env });
  for (const entry of (await mda.ok(`device list ${ios}`, { env })).data.devices)
    if (entry.state === 'Booted') await mda.ok(`device shutdown ${ios} --device ${entry.id}`, { env });
  const none = await mda.fails(['app', 'install', '--app', built.data.app_path], 1, { env });
  assert.match(none.error.message, /boot/);
  const again = await mda.ok(['app', 'install', '--boot', '--app', built.data.app_path], { env });
  assert.equal(again.target.device.platform, 'ios');
  assert.ok((await mda.ok(`device list ${ios}`, { env })).data.devices.some((entry) => entry.state === 'Booted'));
  const two = (await mda.ok(`device list ${ios}`, { env })).data.devices.filter((entry) => entry.bootable);
  await mda.ok(`device boot ${ios} --device ${two[0].id}`, { env });
  const many = await mda.fails(['app', 'install', '--boot', '--app', built.data.app_path], 2, { env });
  assert.match(many.error.message, /2 simulators are booted/);
  assert.equal(many.error.code, 'AMBIGUOUS_DEVICE');
  await mda.ok(`ui snapshot ${ios} --device ${two[0].id}`, { env });
  for (const words of ['', '--device booted'])
    assert.match(
      (await mda.fails(`device shutdown ${ios} ${words}`.trim(), 2, { env })).error.message,
      /2 simulators are booted/,
    );
  await mda.ok(`device shutdown ${ios} --device ${two[0].id}`, { env });
  await mda.ok(`device shutdown ${ios}`, { env });
  const erased = await mda.ok(`device erase ${sim}`, { env });
  assert.match(erased.data.removed, /all apps/);
  const broken = await mda.fails(['app', 'build-ios', '--session', 'ios', '--scheme', 'Broken'], 1, { env });
  assert.equal(broken.error.code, 'BUILD_FAILED');
  assert.equal(broken.error.retry_may_help, false);
  assert.ok(broken.artifacts.some((artifact) => artifact.path.includes('xcodebuild')));
});

test('wrong options, each with the right one beside it', async () => {
  for (const [words, says] of [
    ['device lst', /unknown command 'device lst': did you mean 'device list'/],
    ['gc --dry', /unknown option '--dry': did you mean '--dry-run'/],
    ['gc --keep-last many', /--keep-last cannot be 'many'/],
    ['gc --keep-last -1', /--keep-last/],
    ['gc now', /gc takes no 'now'/],
    ['completion', /completion needs <shell>/],
    ['completion tcsh', /<shell> cannot be 'tcsh' \(valid: bash, zsh, fish\)/],
    ['device list --session ../../x', /session/],
    ['app launch --session .hidden --app-id x', /session/],
  ])
    assert.match((await mda.fails(words, 2)).error.message, says);
  const variable = await mda.fails('gc', 2, { env: { MOBILE_DEV_AGENT_GC_KEEP_LAST: 'ten' } });
  assert.match(variable.error.message, /MOBILE_DEV_AGENT_GC_KEEP_LAST/);
  assert.deepEqual(fs.existsSync(path.join(mda.state, 'x')), false);
});

test('a damaged session.json: what is wrong, and it is left as it is', async () => {
  const file = path.join(mda.state, 'sessions/torn/session.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '{"schema_version": 1, "defau');
  for (const words of [`app launch --app-id com.example.notes ${here}`, `device screenshot ${here}`]) {
    const json = await mda.fails(`${words} --session torn`, 1);
    assert.ok(json.error.message.includes(file) && json.error.message.includes('session reset'), json.error.message);
  }
  assert.equal(fs.readFileSync(file, 'utf8'), '{"schema_version": 1, "defau');
});

// Runs as folders: name, whether it succeeded, age in days, size.
function makeRuns(folder, rows) {
  rows.forEach(([ok, days, bytes], i) => {
    const at = new Date(Date.now() - days * 86400000 - i * 1000);
    const name = `${at
      .toISOString()
      .replace(/[-:]|\..*/g, '')
      .replace('T', '-')}-${String(i).padStart(6, '0')}`;
    const run_ = path.join(folder, 'runs', name);
    fs.mkdirSync(run_, { recursive: true });
    fs.writeFileSync(path.join(run_, 'trace.jsonl'), 'x'.repeat(bytes));
    if (ok !== null)
      fs.writeFileSync(
        path.join(run_, 'result.json'),
        JSON.stringify({ ok, timing: { started_at: at.toISOString() } }),
      );
  });
}

test('gc: the plan is what is carried out, and it makes no folder itself', async () => {
  const own = startMda();
  makeRuns(own.cache, [
    [true, 0, 100],
    [true, 1, 100],
    [false, 2, 100],
    [null, 3, 100],
    [true, 4, 100],
    [false, 30, 100],
  ]);
  const dry = await own.ok('gc --dry-run --keep-last 2');
  assert.equal(dry.run_dir, null);
  assert.equal(dry.data.runs.length, 6);
  assert.deepEqual(
    dry.data.runs.map((row) => row.verdict),
    ['keep_newest', 'keep_newest', 'keep_failure', 'keep_failure', 'delete_old', 'delete_old'],
  );
  assert.equal(fs.readdirSync(path.join(own.cache, 'runs')).length, 6);
  const done = await own.ok('gc --keep-last 2');
  assert.deepEqual(done.data.runs, dry.data.runs);
  assert.equal(done.data.freed_bytes, dry.data.freed_bytes);
  assert.deepEqual(
    fs.readdirSync(path.join(own.cache, 'runs')).sort(),
    dry.data.runs
      .filter((row) => !row.removed)
      .map((row) => row.name)
      .sort(),
  );
  assert.equal((await own.run('gc')).stdout, 'removed 0 of 4 runs, 0 bytes freed\n');
});

test('gc: options override the environment, which overrides the defaults', async () => {
  const own = startMda();
  makeRuns(
    own.cache,
    Array.from({ length: 25 }, (_, i) => [true, i / 100, 1000]),
  );
  const env = { MOBILE_DEV_AGENT_GC_KEEP_LAST: '10' };
  assert.equal((await own.ok('gc --dry-run')).data.removed_count, 5);
  assert.equal((await own.ok('gc --dry-run', { env })).data.removed_count, 15);
  assert.equal((await own.ok('gc --dry-run --keep-last 3', { env })).data.removed_count, 22);
  assert.equal((await own.ok('gc --dry-run --max-bytes 2500')).data.kept_bytes < 2500, true);
  assert.match((await own.run('gc --keep-last 22')).stdout, /removed 3 of 25 runs, 3\.\d kB freed\n$/);
});

test('gc: a run that is being written stays, and so does what a link leads to', async () => {
  const own = startMda({ server });
  makeRuns(own.cache, [
    [true, 9, 10],
    [true, 9, 10],
  ]);
  const other = temporaryFolder();
  fs.writeFileSync(path.join(other, 'precious'), '1');
  fs.symlinkSync(other, path.join(own.cache, 'runs', '20200101-000000-abcdef'));
  await device.fault('stall', 99);
  const busy = own.spawn(`app launch --app-id com.example.notes ${here}`);
  await until(() => fs.readdirSync(path.join(own.cache, 'runs')).length === 4, 'the run has begun');
  const json = await own.ok('gc --keep-last 0 --keep-failure-days 0 --max-bytes 0');
  assert.deepEqual(
    json.data.runs.map((row) => row.verdict),
    ['keep_busy', 'delete_old', 'delete_old'],
  );
  busy.kill('SIGKILL');
  await device.console('virtual fault stall 0');
  assert.ok(fs.existsSync(path.join(other, 'precious')));
  // A run killed by kill -9 has no result: it counts as failed, and is removed like a failed one.
  const after = await own.ok('gc --keep-last 0 --keep-failure-days 0');
  assert.equal(after.data.runs[0].outcome, 'unknown');
  assert.deepEqual(fs.readdirSync(path.join(own.cache, 'runs')), ['20200101-000000-abcdef']);
});

test('gc: builds are counted, stay for days after their use, and go beyond the size', async () => {
  const own = startMda();
  makeRuns(own.cache, [[true, 1, 1000]]);
  for (const [name, days] of [
    ['0123456789abcdef', 2],
    ['fedcba9876543210', 9],
  ]) {
    const folder = path.join(own.cache, 'derived-data', name);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'products'), 'x'.repeat(5000));
    fs.utimesSync(folder, new Date(), new Date(Date.now() - days * 86400000));
  }
  const builds = () => fs.readdirSync(path.join(own.cache, 'derived-data'));
  const json = await own.ok('gc --dry-run');
  assert.deepEqual(
    json.data.builds.map((row) => [row.name, row.verdict]),
    [
      ['0123456789abcdef', 'keep_build'],
      ['fedcba9876543210', 'delete_old'],
    ],
  );
  assert.match(
    (await own.run('gc')).stdout,
    /^delete_old +build fedcba9876543210 .*\nremoved 0 of 1 runs and 1 of 2 builds, /,
  );
  assert.deepEqual(builds(), ['0123456789abcdef']);
  assert.equal((await own.ok('gc --max-bytes 2000')).data.kept_bytes < 2000, true);
  assert.deepEqual(builds(), []);
});

test('old runs go by themselves after a command, at most once an hour', async () => {
  const own = startMda({ server });
  const runs = () => fs.readdirSync(path.join(own.cache, 'runs')).length;
  makeRuns(
    own.cache,
    Array.from({ length: 40 }, (_, i) => [true, i + 1, 10]),
  );
  await own.ok('session show');
  assert.equal(runs(), 40);
  const shot = await own.ok(`device screenshot ${here}`);
  assert.equal(runs(), 20);
  assert.ok(fs.existsSync(shot.run_dir));
  await own.ok(`device screenshot ${here}`);
  assert.equal(runs(), 21);
  fs.utimesSync(path.join(own.cache, 'last-gc'), new Date(), new Date(Date.now() - 3600001));
  await own.ok(`device screenshot ${here}`);
  assert.equal(runs(), 20);
});

test('a home that cannot be written: the run is in a temporary cache, with a warning', async () => {
  const own = startMda({ server });
  const env = { HOME: '/proc', XDG_CACHE_HOME: '', MOBILE_DEV_AGENT_CACHE_DIR: '', TMPDIR: own.folder };
  const json = await own.ok(`device screenshot ${here}`, { env });
  assert.ok(
    json.run_dir.startsWith(path.join(own.folder, `agentest-${process.getuid()}`, 'mobile-dev-agent/runs/')),
    json.run_dir,
  );
  assert.match(
    json.warnings.join('\n'),
    /'\/proc\/\.cache\/mobile-dev-agent' cannot be written: this run is in '.*MOBILE_DEV_AGENT_CACHE_DIR/,
  );
});

test('an unknown AVD and an unknown device are the same failure', async () => {
  for (const words of ['device boot --avd nope', 'device boot --device nope', 'device shutdown --device nope']) {
    const json = await mda.fails(`${words} --platform android`, 1);
    assert.equal(json.error.code, 'NO_DEVICE', words);
  }
});

test('doctor: a missing adb has its remedy in the list', async () => {
  const json = await mda.run('doctor --platform android --json', {
    env: { PATH: '/nowhere', ANDROID_HOME: '/nowhere', ANDROID_SDK_ROOT: '', HOME: '/nowhere' },
  });
  const row = json.json.data.checks.find((one) => one.check === 'adb');
  assert.match(row.remedy, /platform-tools/);
});

test('a session of a wrong form names its file and the way out', async () => {
  const own = startMda();
  const file = path.join(own.state, 'sessions/bad/session.json');
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, '{"schema_version":1,"defaults":{"platform":7}}');
  const json = await own.fails('ui tap @e1 --session bad', 1);
  assert.ok(json.error.message.includes(file) && json.error.message.includes('session reset'), json.error.message);
});

test('gc: killed at any moment, the next one ends the work', async () => {
  const own = startMda();
  makeRuns(
    own.cache,
    Array.from({ length: 60 }, (_, i) => [true, 10 + i, 100]),
  );
  for (const after of [1, 3, 6]) {
    const child = own.spawn('gc --keep-last 5');
    const ended = new Promise((resolve) => {
      child.on('exit', resolve);
    });
    setTimeout(() => child.kill('SIGKILL'), after);
    await ended;
  }
  await own.ok('gc --keep-last 5');
  assert.equal(fs.readdirSync(path.join(own.cache, 'runs')).length, 5);
});

// Root may write everywhere, therefore a read-only folder is a mount.
async function mounted(t, options, body, folder = temporaryFolder()) {
  const mount = await run('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]);
  if (mount.status !== 0) {
    t.skip(`1 skipped: no tmpfs can be mounted here (${mount.err.trim()})`);
    return;
  }
  try {
    await body(folder);
  } finally {
    await run('umount', [folder]);
  }
}

test('gc: the output names a run that cannot be removed, and the others are removed', async (t) => {
  const own = startMda();
  makeRuns(own.cache, [
    [true, 1, 10],
    [true, 2, 10],
    [true, 3, 10],
  ]);
  const stays = path.join(own.cache, 'runs', fs.readdirSync(path.join(own.cache, 'runs')).sort()[1]);
  fs.mkdirSync(path.join(stays, 'artifacts'));
  await mounted(
    t,
    'size=64k',
    async () => {
      const json = await own.fails('gc --keep-last 0', 1);
      assert.ok(json.error.message.includes(stays), json.error.message);
      assert.deepEqual(
        json.data.runs.map((row) => row.removed),
        [true, false, true],
      );
      assert.equal(json.data.removed_count, 2);
      assert.deepEqual(fs.readdirSync(path.join(own.cache, 'runs')), [path.basename(stays)]);
    },
    path.join(stays, 'artifacts'),
  );
});

test('a read-only state directory: reading works, and what is not kept is said', async (t) => {
  await mounted(t, 'ro,size=64k', async (folder) => {
    const env = { MOBILE_DEV_AGENT_STATE_DIR: folder };
    assert.equal((await mda.run('device list --platform android', { env })).status, 0);
    const shot = await mda.ok(`device screenshot ${here}`, { env });
    assert.match(shot.warnings.join('\n'), /[Rr]ead-only/);
    const set = await mda.fails('session set --platform android', 1, { env });
    assert.match(set.error.message, /[Rr]ead-only/);
  });
});

test('a read-only cache: one clear line where a folder is needed, gc and doctor continue', async (t) => {
  await mounted(t, 'ro,size=64k', async (folder) => {
    const env = { MOBILE_DEV_AGENT_CACHE_DIR: folder };
    const shot = await mda.fails(`device screenshot ${here}`, 1, { env });
    assert.equal(shot.error.code, 'IO_ERROR');
    assert.ok(shot.error.message.includes(folder), shot.error.message);
    assert.equal((await mda.run('gc', { env })).status, 0);
    assert.equal((await mda.run('app id --app ./app.apk', { env })).status, 0);
  });
});

test("a full disk: the failure is said, the command's own work is done where it can be", async (t) => {
  await mounted(t, 'size=64k', async (folder) => {
    const env = { MOBILE_DEV_AGENT_CACHE_DIR: folder };
    fill(folder, 1);
    const launched = await mda.ok(`app launch --app-id com.example.notes ${here}`, { env });
    assert.match(launched.warnings.join('\n'), /[Nn]o space left/);
    assert.ok(!fs.existsSync(path.join(launched.run_dir, 'result.json')));
    const shot = await mda.fails(`device screenshot ${here}`, 1, { env });
    assert.match(shot.error.message, /[Nn]o space left/);
    assert.ok(!fs.existsSync(path.join(shot.run_dir, 'artifacts/screenshot.png')));
    assert.equal((await mda.run('gc --keep-last 0 --keep-failure-days 0', { env })).status, 0);
  });
});

// All but pages of a small disk.
function fill(folder, pages) {
  const file = path.join(folder, 'ballast');
  const fd = fs.openSync(file, 'w');
  try {
    for (;;) fs.writeSync(fd, Buffer.alloc(4096));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
  fs.closeSync(fd);
  fs.truncateSync(file, fs.statSync(file).size - pages * 4096);
}
