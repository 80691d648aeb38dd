// A device that sleeps or is locked is woken unless it asks for a PIN, the reply says so, and the
// screen stays on while a session is open; the settings are restored however the session ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, installed, startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
import { startMda } from './mda.mjs';

const APP = 'com.example.notes';
const SETTING = 'global stay_on_while_plugged_in';
const server = await startAdbServer();
const off = { AGENTEST_DISABLE_KEEP_AWAKE: '1' };

const isAwake = async (device) => /mWakefulness=Awake/.test(await device.shell('dumpsys power'));
const stays = async (device) => (await device.shell(`settings get ${SETTING}`)).trim();
const start = async (device, env = {}) => startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
const shown = (reply) => JSON.stringify([reply.content, reply._meta]);
const passes = (reply) => assert.ok(!reply.failed, shown(reply));

const ways = [
  ['resident', {}],
  ['the installed helper', installed],
  ['adb', adbOnly],
];
for (const [name, env] of ways) {
  test(`${name}: a sleeping device is woken, at connect and between two calls, and the reply says so`, async () => {
    const device = await startVirtual(server);
    await device.shell('input keyevent SLEEP');
    const agentest = await start(device, { ...env, ...off });
    const connected = await agentest.connect(APP);
    passes(connected);
    assert.match(shown(connected), /Remember me/);
    assert.match(shown(connected), /the device was asleep: its screen was turned on/);
    await device.shell('input keyevent SLEEP');
    const tree = await agentest.call('agentest_get_ui_tree');
    passes(tree);
    assert.match(tree.text, /Remember me/);
    await device.shell('input keyevent SLEEP');
    const flow = await agentest.flow({ action: 'tap', target: { id: 'remember' } });
    passes(flow);
    assert.match(shown(flow), /the device was asleep/);
    assert.equal(await isAwake(device), true);
  });

  test(`${name}: a keyguard without a PIN is dismissed`, async () => {
    const device = await startVirtual(server);
    await device.console('virtual lock');
    await device.shell('input keyevent SLEEP');
    const agentest = await start(device, { ...env, ...off });
    const connected = await agentest.connect(APP);
    passes(connected);
    assert.match(shown(connected), /Remember me/);
    await device.console('virtual lock');
    passes(await agentest.flow({ action: 'tap', target: { id: 'remember' } }));
  });

  test(`${name}: every reply affected by a required PIN says so`, async () => {
    const device = await startVirtual(server);
    const agentest = await start(device, { ...env, ...off });
    passes(await agentest.connect(APP));
    await device.console('virtual lock pin');
    await device.shell('input keyevent SLEEP');
    const tree = await agentest.call('agentest_get_ui_tree');
    assert.match(shown(tree), /lock screen/);
    const tap = await agentest.flow({ action: 'tap', target: { id: 'remember' } });
    assert.equal(tap.failed, true, shown(tap));
    assert.match(shown(tap), /lock(ed| screen)/);
    const again = await agentest.connect(APP);
    assert.equal(again.failed, true, shown(again));
    assert.match(shown(again), /the lock screen is over it; unlock the device/);
    assert.doesNotMatch(shown(again), /did not come to the front/);
  });
}

test('a picture is taken of a device that was woken', async () => {
  const device = await startVirtual(server);
  const agentest = await start(device, { ...adbOnly, ...off });
  passes(await agentest.connect(APP));
  await device.shell('sleep 1; input keyevent SLEEP');
  passes(await agentest.call('agentest_screenshot'));
  assert.equal(await isAwake(device), true);
});

test('the command line wakes a device, leaves its setting alone, and tells a lock', async () => {
  const device = await startVirtual(server);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  const before = await stays(device);
  await device.shell(`am start -n ${APP}/.LoginActivity; input keyevent SLEEP`);
  const snapshot = await mda.run('ui snapshot --platform android --json');
  assert.equal(snapshot.status, 0, snapshot.stdout);
  assert.equal(await isAwake(device), true);
  assert.equal(await stays(device), before);
  await device.shell('input keyevent SLEEP');
  const tap = await mda.run(['ui', 'tap', 'coords:500,500', '--platform', 'android', '--json']);
  assert.equal(await isAwake(device), true, tap.stdout);
  await device.console('virtual lock pin');
  await device.shell('input keyevent SLEEP');
  const locked = await mda.run(['ui', 'tap', 'coords:500,500', '--platform', 'android', '--json']);
  assert.match(locked.stdout, /lock/);
});

test('a helper reads texts that uiautomator cannot write, also for one command', async () => {
  const device = await startVirtual(server);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await device.shell(`am start -n ${APP}/.LoginActivity`);
  await device.fault('illegal-character', 1000);
  const snapshot = await mda.run('ui snapshot --platform android --json');
  assert.equal(snapshot.status, 0, snapshot.stdout);
  assert.match(snapshot.stdout, /Remember me/);
});

test('a device that the client puts to sleep stays asleep, and the reply says so', async () => {
  const device = await startVirtual(server);
  const agentest = await start(device);
  passes(await agentest.connect(APP));
  const flow = await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_SLEEP' });
  const tree = await agentest.call('agentest_get_ui_tree');
  assert.equal(await isAwake(device), false, shown(flow));
  assert.equal(tree.failed, true, shown(tree));
  assert.match(shown(tree), /the device is asleep: its screen is off; the key KEYCODE_WAKEUP wakes it/);
  await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_WAKEUP' });
  assert.match(await agentest.tree(), /Remember me/);
  await device.shell('input keyevent SLEEP'); // the device sleeps by itself this time
  passes(await agentest.call('agentest_get_ui_tree'));
  assert.equal(await isAwake(device), true);
});

async function dozer(ms = '3000') {
  const device = await startVirtual(server);
  await device.shell(`settings put system screen_off_timeout ${ms}; settings put ${SETTING} 0`);
  return device;
}

for (const [name, env] of ways) {
  test(`${name}: an open session keeps the screen on, and its end undoes that`, async () => {
    const device = await dozer();
    const agentest = await start(device, env);
    passes(await agentest.connect(APP));
    await until(async () => (await stays(device)) === '15', 'it is kept awake');
    await device.shell('input keyevent WAKEUP; settings put system screen_off_timeout 100');
    passes(await agentest.flow({ action: 'wait', timeoutMs: 500 }));
    assert.equal(await isAwake(device), true);
    await agentest.client.close();
    await until(async () => (await stays(device)) === '0', 'the setting is as it was');
    await until(async () => !(await isAwake(device)), 'the screen goes off');
  });
}

test('a session that is killed leaves the setting as it was', async () => {
  const device = await dozer();
  await device.shell(`settings put ${SETTING} 2`);
  const agentest = await start(device);
  passes(await agentest.connect(APP));
  await until(async () => (await stays(device)) === '15', 'it is kept awake');
  process.kill(agentest.pid, 'SIGKILL');
  await until(async () => (await stays(device)) === '2', 'the setting is as it was');
});

test('the next session restores the settings of a device that was switched off', async () => {
  const device = await dozer();
  await device.shell(`echo 3 > /data/local/tmp/.agentest-stay-awake; settings put ${SETTING} 15`);
  const agentest = await start(device);
  passes(await agentest.connect(APP));
  await agentest.client.close();
  await until(async () => (await stays(device)) === '3', 'the setting is as it was');
  assert.doesNotMatch(await device.shell('ls -a /data/local/tmp'), /stay-awake/);
});

test('AGENTEST_DISABLE_KEEP_AWAKE leaves the device alone', async () => {
  const device = await dozer('60000');
  const agentest = await start(device, off);
  passes(await agentest.connect(APP));
  passes(await agentest.flow({ action: 'tap', target: { id: 'remember' } }));
  assert.equal(await stays(device), '0');
});
