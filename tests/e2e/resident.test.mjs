// The helper that installs nothing, as its programs see it: from a device that has never seen us
// to the tree; who shares it; what happens where it cannot run; and that nothing of it stays.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, stop, temporaryFolder, until } from './lib.mjs';
import { APK } from './helper.mjs';
import { startMda } from './mda.mjs';
import { jar } from './resident.mjs';

const NOTES = 'com.example.notes';
const MAIN = /app_process \/ com\.agentest\.helper\.Main/;
const tap = { action: 'tap', target: { text: 'Remember me' } };
const login = [
  { action: 'type', target: { text: 'E-mail' }, value: 'demo@example.com' },
  { action: 'type', target: { text: 'Password' }, value: 'demo1234' },
  { action: 'tap', target: { text: 'Log in' } },
];

const server = await startAdbServer();

const processes = (device) => device.shell('ps -A -o PID,ARGS');
const runs = async (device) => MAIN.test(await processes(device));
const jars = async (device) =>
  (await device.shell('ls /data/local/tmp')).split('\n').filter((name) => name.startsWith('agentest-'));
const gone = (device) => until(async () => !(await runs(device)), 'the helper has ended on the device');
const starts = async (device) => ((await device.console('virtual journal')).match(/exec app_process/g) ?? []).length;

async function begin({ deviceArgs = [], env = {} } = {}) {
  const device = await startVirtual(server, deviceArgs, { lasting: true });
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
  return { device, agentest };
}

async function passes(agentest, ...steps) {
  const { json, text } = await agentest.flowEchoed(...steps);
  assert.equal(json?.success, true, text);
  return json;
}

test('a device that has never seen us: the tree by the helper, and nothing is installed', async (t) => {
  const { device, agentest } = await begin({ deviceArgs: ['--profile', 'realistic'], env: { AGENTEST_LOG: 'debug' } });
  const older = `/data/local/tmp/agentest-${'0'.repeat(64)}.jar`;
  await device.shell(`echo older > ${older}; echo half > ${older}.123; echo other > /data/local/tmp/other.jar`);
  const packages = await device.shell('pm list packages');
  const began = performance.now();
  const { json, text, texts } = await agentest.connect(NOTES);
  t.diagnostic(`connect to the first tree: ${(performance.now() - began).toFixed()} ms (limit of the design: 1000)`);
  assert.deepEqual(
    [json.backend, json.helperInstalled, json.fallbacks, json.diagnostics],
    ['resident', true, undefined, undefined],
    text,
  );
  assert.match(texts[1], /btn "Log in"/);
  assert.ok(await runs(device));
  assert.equal(await device.shell('pm list packages'), packages);
  const kept = await jars(device);
  assert.match(kept.join(), /^agentest-[0-9a-f]{64}\.jar$/); // ours alone
  assert.match(await device.shell('ls /data/local/tmp'), /^other\.jar$/m);

  await t.test('a step is one request, together with the texts before it', async (t2) => {
    const ticked = performance.now();
    const flow = await passes(agentest, tap);
    t2.diagnostic(
      `a tap until it has settled: ${(performance.now() - ticked).toFixed()} ms (limit of the design: 300)`,
    );
    assert.equal(flow.backend, 'resident');
    await passes(agentest, ...login);
    // The log is behind the replies; those before the first action are connect's.
    const asked = () => [...agentest.log.matchAll(/helper: step .*actions=(\d+)/g)].map(([, count]) => Number(count));
    const acted = () => asked().filter((count) => count > 0).length;
    await until(() => acted() >= 2, 'the log has all steps');
    // A tap, and two texts, each with the tap on its field, with the tap after them.
    const first = asked().findIndex((count) => count > 0);
    assert.deepEqual(asked().slice(first), [1, 5], asked().join());
  });

  await t.test('its end leaves a jar and no process; the next start pushes nothing', async () => {
    await agentest.client.close();
    await gone(device);
    assert.deepEqual(await jars(device), kept);
    await device.console('virtual journal clear');
    const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
    assert.equal((await next.connect(NOTES)).json.backend, 'resident');
    assert.doesNotMatch(await device.console('virtual journal'), /mv -f|sync/);
  });
});

// An earlier owner of the device may have left it there: it would read the screen and the texts of
// every later owner.
test('a jar of the same size under its name is replaced', async () => {
  const { device, agentest } = await begin();
  await agentest.connect(NOTES);
  await agentest.client.close();
  await gone(device);
  const [name] = await jars(device);
  const file = `/data/local/tmp/${name}`;
  const hash = async () => (await device.shell(`sha256sum ${file}`)).slice(0, 64);
  assert.equal(name, `agentest-${await hash()}.jar`);
  const local = path.join(temporaryFolder(), 'jar');
  await device.adb('pull', file, local);
  const bytes = fs.readFileSync(local);
  bytes[10] ^= 1; // a time of the zip: it runs all the same
  fs.writeFileSync(local, bytes);
  await device.adb('push', local, file);
  assert.notEqual(name, `agentest-${await hash()}.jar`);
  const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  assert.equal((await next.connect(NOTES)).json.backend, 'resident');
  assert.equal(name, `agentest-${await hash()}.jar`);
  assert.deepEqual(await jars(device), [name]);
});

test('before API 24 it runs over exec:', async () => {
  const { device, agentest } = await begin({ deviceArgs: ['--api', '23'] });
  const { json, text } = await agentest.connect(NOTES);
  assert.equal(json.backend, 'resident', text);
  await passes(agentest, tap);
  await agentest.client.close();
  await gone(device);
});

test('AGENTEST_HELPER: another value is refused, by name', async () => {
  const { agentest } = await begin({ env: { AGENTEST_HELPER: 'both' } });
  const { failed, json } = await agentest.connect(NOTES);
  assert.equal(failed, true);
  assert.match(json.error, /AGENTEST_HELPER is 'both': use 'resident' .* or 'apk'/);
});

test('a launch that fails leaves no helper that was started in the meantime', async () => {
  const { device, agentest } = await begin({ deviceArgs: ['--profile', 'realistic'] });
  const { failed, json } = await agentest.connect('com.example.nobody');
  assert.equal(failed, true);
  assert.match(json.error, /not installed/);
  await gone(device);
  const again = await agentest.connect(NOTES);
  assert.equal(again.json.backend, 'resident', again.text);
  await passes(agentest, tap);
});

// Programs of one user, on one device.
const mdaOf = async (device) => {
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await mda.ok(`session set --platform android --app-id ${NOTES}`);
  return mda;
};

test('a single command uses the helper that another program runs, and starts none itself', async () => {
  const { device, agentest } = await begin();
  const mda = await mdaOf(device);
  await device.shell(`am start -n ${NOTES}/.LoginActivity`);
  await mda.ok('ui snapshot --no-screenshot');
  assert.equal(await starts(device), 0);
  assert.match(await device.console('virtual journal'), /uiautomator dump/);
  await agentest.connect(NOTES);
  await device.console('virtual journal clear');
  await mda.ok('ui snapshot --no-screenshot');
  await mda.ok('ui tap id:remember');
  assert.doesNotMatch(await device.console('virtual journal'), /uiautomator dump|app_process/);
  assert.ok(await runs(device)); // it belongs to the other one
  await passes(agentest, tap);

  await agentest.client.close();
  await gone(device);
  await mda.ok('ui snapshot --no-screenshot');
  assert.equal(await runs(device), false);
});

test('two programs that start at once share one; when its owner ends, the other starts its own', async () => {
  const device = await startVirtual(server, ['--profile', 'realistic']);
  const mda = await mdaOf(device);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  await mda.ok('live start');
  await Promise.all([agentest.connect(NOTES), mda.ok('ui snapshot --no-screenshot')]);
  assert.equal(await starts(device), 1);
  await agentest.client.close();
  await mda.ok('ui snapshot --no-screenshot');
  await mda.ok('ui tap id:remember');
  assert.ok(await runs(device));
  await mda.ok('live stop');
  await gone(device);
});

for (const [fault, what] of [
  [undefined, 'nothing that a killed owner left is believed'],
  ['resident-deaf', 'a helper that does not see its input end dies of the hang-up'],
]) {
  test(what, async () => {
    const { device, agentest } = await begin();
    if (fault) await device.fault(fault);
    await agentest.connect(NOTES);
    process.kill(agentest.pid, 'SIGKILL');
    const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
    const { json, text } = await next.connect(NOTES);
    assert.equal(json.backend, 'resident', text);
    await passes(next, tap);
    assert.equal((await processes(device)).match(/helper\.Main/g).length, 1);
  });
}

// If it cannot run, adb takes over, the reply says so once, and it is not tried again on that
// device.
for (const [fault, words] of [
  ['no-app-process', /the device does not let the shell start it/],
  ['resident-killed', /the device killed it at its start.* in the developer options\)/],
  ['resident-linkage', /this build of Android is not what the helper knows/],
]) {
  test(`${fault}: adb takes over; reported once, remembered for this build of the device`, async () => {
    const { device, agentest } = await begin();
    await device.fault(fault, 9);
    const { json, texts } = await agentest.connect(NOTES);
    assert.equal(json.backend, 'adb', texts[0]);
    assert.match(json.diagnostics.join('\n'), words);
    assert.match(json.fallbacks.join('\n'), /not tried again on this build/);
    assert.match(json.fallbacks.join('\n'), words, 'with what to do about it');
    await passes(agentest, tap);
    assert.equal(await runs(device), false);
    await agentest.client.close();

    await device.fault(fault, 0);
    await device.console('virtual journal clear');
    const silent = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
    const again = await silent.connect(NOTES);
    assert.equal(again.json.fallbacks, undefined);
    assert.match(again.json.diagnostics.join('\n'), words);
    assert.match(again.json.diagnostics.join('\n'), /^\[resident\] not before the device or agentest is updated/m);
    assert.doesNotMatch(again.json.diagnostics.join('\n'), /resident: /, 'named once');
    assert.equal(await starts(device), 0);
    await silent.client.close();

    await stop(device.child);
    await startVirtual(server, ['--api', '33'], { port: device.consolePort }); // its system was updated
    const updated = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
    assert.equal((await updated.connect(NOTES)).json.backend, 'resident');
  });
}

test('a jar that ends without a word is started twice, and then no more', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'agentest-helper.jar'), jar({ dex: 'dex\n035\0Lcom/example/Main;' }));
  const { device, agentest } = await begin({ env: { AGENTEST_HELPER_APK_DIR: folder } });
  const { json } = await agentest.connect(NOTES);
  assert.equal(json.backend, 'adb');
  assert.match(json.diagnostics.join('\n'), /^\[resident\] launch: the helper ended without a word$/m);
  assert.match(json.fallbacks.join('\n'), /not tried again on this build/);
  assert.equal(await starts(device), 2);
  const pushes = async () => ((await device.console('virtual journal')).match(/^sync:/gm) ?? []).length;
  assert.equal(await pushes(), 1, 'its content was looked at: it is whole');
  await agentest.client.close();
  for (const dir of [folder, '']) {
    // the other jar is tried
    await device.console('virtual journal clear');
    const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_HELPER_APK_DIR: dir } });
    assert.equal((await next.connect(NOTES)).json.backend, dir ? 'adb' : 'resident');
    assert.deepEqual([await starts(device), await pushes()], dir ? [0, 0] : [1, 1]);
    await next.client.close();
  }
});

test('an installed helper of this version replaces a resident one that cannot run', async () => {
  const { device, agentest } = await begin();
  await device.adb('install', '-r', APK);
  await device.fault('no-app-process', 9);
  const { json, texts } = await agentest.connect(NOTES);
  assert.equal(json.backend, 'helper', texts[0]);
  assert.doesNotMatch(texts.join('\n'), /was installed on the device/);
});

test('a jar that was pushed in half never runs', async () => {
  const { device, agentest } = await begin();
  await device.fault('jar-half-pushed');
  const { json } = await agentest.connect(NOTES);
  assert.equal(json.backend, 'adb');
  assert.match(json.diagnostics.join('\n'), /\[resident\] push: /);
  assert.equal(await starts(device), 0);
  await agentest.client.close();
  const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  assert.equal((await next.connect(NOTES)).json.backend, 'resident'); // it was not the device's fault
  assert.equal((await jars(device)).length, 1);
});

test('the reply names another holder of UiAutomation, which keeps running', async () => {
  const { device, agentest } = await begin();
  await device.fault('uiautomation-held', 1000);
  const { json, texts } = await agentest.connect(NOTES);
  assert.match(texts.join('\n'), /UiAutomation is held by (Appium|another program|.*\(process \d+\))/);
  assert.notEqual(json.backend, 'resident');
  await device.fault('uiautomation-held', 0);
  const next = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  assert.equal((await next.connect(NOTES, { steal: true })).json.backend, 'resident'); // not remembered
});

test('adbd restarts between two steps: the flow continues with another helper', async () => {
  const { device, agentest } = await begin();
  await agentest.connect(NOTES);
  const stopScan = device.scan();
  await device.fault('adbd-restart').catch(() => {}); // ends the console's own stream, perhaps
  await device.attach();
  const flow = await passes(agentest, tap);
  assert.equal(flow.backend, 'resident');
  await stopScan();
});

test('maestro gets the device from another user of the helper, and gives it back', async () => {
  const { device, agentest } = await begin();
  await agentest.connect(NOTES);
  const mda = await mdaOf(device);
  const folder = temporaryFolder();
  fs.writeFileSync(
    path.join(folder, 'maestro'),
    `#!/bin/sh\nexec adb -P ${server.port} -s ${device.serial} shell 'uiautomator dump /data/local/tmp/m.xml && ` +
      `ps -A -o ARGS'\n`,
    { mode: 0o755 },
  );
  fs.writeFileSync(path.join(folder, 'flow.yaml'), `appId: ${NOTES}\n---\n- launchApp\n`);
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { data } = await mda.ok(['test', '--runner', 'maestro', '--flow', path.join(folder, 'flow.yaml')], { env });
  assert.match(data.tail, /dumped to/);
  assert.match(data.tail, MAIN); // it waited, and was not ended
  assert.equal((await passes(agentest, tap)).backend, 'resident');
  assert.equal(await starts(device), 1);
});
