// The helper ends during a step: the flow continues with another one or
// over adb, or fails in time and says in which step; no finger stays down, nothing is
// done twice, and the next flow works.
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { stop, until } from './lib.mjs';
import { LIFTED, cancelled, failedIn, fallbacksOf, startWorld, steps, touches } from './lost.mjs';

const HELPER = 'com.agentest.helper';
const killHelper = (world) => world.device.shell(`am force-stop ${HELPER}`);

const world = await startWorld();
const forget = () => world.device.shell('logcat -c');

for (const [word, name] of touches) {
  test(`the helper is killed in a ${word}: reported, lifted, not repeated`, async () => {
    await world.connect();
    await forget();
    const reply = await world.during(steps[name], world.touched, () => killHelper(world));
    failedIn(reply, word, 'helper');
    assert.match(reply.json.error, /the finger that was still down was lifted/);
    assert.match(fallbacksOf(reply.json), LIFTED);
    assert.equal(await world.touched(), false);
    assert.match(reply.json.finalUiTree, /btn "Hold"/); // the session and its refs remain
    const ref = reply.json.finalUiTree.match(/(@b\d+) btn "Tap"/)[1];
    const flow = await world.passes({ action: 'tap', target: { ref } });
    assert.equal(flow.backend, 'helper');
    assert.deepEqual(await world.logged(), ['tapped']);
  });
}

test('the helper is killed while it waits for quiet after a tap: reported, not repeated', async () => {
  await world.connect();
  await forget();
  const reply = await world.during(
    steps.go,
    async () => (await world.logged()).includes('went'),
    () => killHelper(world),
  );
  failedIn(reply, 'tap', 'helper');
  assert.match(reply.json.error, /no finger is down/);
  assert.match(reply.json.finalUiTree, /btn "Close"/);
  await world.passes(steps.close);
  assert.deepEqual(await world.logged(), ['went']);
});

test('the helper is killed in a wait: the wait continues with another', async () => {
  await world.connect();
  await world.device.fault('helper-hang');
  const reply = await world.during(steps.settle, world.taken('helper-hang'), () => killHelper(world));
  assert.equal(reply.json.success, true, reply.text);
  assert.equal(reply.json.backend, 'helper');
});

for (const [fault, what, typed] of [
  ['helper-hang-input', 'before it has typed', ''],
  ['helper-crash-input', 'after it has typed', 'abc'],
]) {
  test(`the helper is killed in a text, ${what}: reported, not typed twice`, async () => {
    await world.device.shell('am force-stop com.example.touch');
    await world.connect();
    await world.passes({ action: 'tap', target: { id: 'field' } });
    await world.device.fault(fault);
    const reply = await world.during(steps.text, world.taken(fault), () => killHelper(world));
    failedIn(reply, '(tap|text)', 'helper');
    const field = (await world.agentest.tree()).match(/input .*/)[0];
    assert.equal(field.includes('abc'), typed !== '', field);
    assert.doesNotMatch(field, /abcabc/);
    const { results } = await world.passes({ ...steps.text, replace: true });
    assert.equal(results[0].value, 'abc');
  });
}

test('the helper loses its UiAutomation in a long press: reported, lifted, not repeated', async () => {
  await world.connect();
  await forget();
  await world.device.fault('helper-lost-touch');
  const reply = await world.flow([steps.press]);
  failedIn(reply, 'long press', 'helper');
  assert.match(reply.json.error, /UIAUTOMATION_LOST/);
  assert.match(fallbacksOf(reply.json), LIFTED);
  assert.equal(await world.touched(), false);
  assert.equal((await world.passes(steps.tap)).backend, 'helper');
  assert.deepEqual(await world.logged(), ['tapped']);
});

test('the helper is removed in a long press: what is left does the next flow, and says so', async () => {
  await world.connect();
  await forget();
  const reply = await world.during(steps.press, world.touched, async () => {
    await world.device.fault('install-refused', 1000);
    await world.device.adb('uninstall', HELPER);
  });
  failedIn(reply, 'long press', 'helper');
  assert.equal(await world.touched(), false);
  const flow = await world.passes(steps.tap);
  assert.equal(flow.backend, 'adb');
  assert.match(fallbacksOf(reply.json) + fallbacksOf(flow), /helper could not be brought up again: helper: install: /);
  assert.deepEqual(await world.logged(), ['tapped']);
  await world.device.fault('install-refused', 0);
  assert.equal((await world.connect()).json.backend, 'helper');
});

test('the helper is removed between two steps: the flow continues over adb, and says so', async () => {
  await world.connect();
  await forget();
  await world.device.fault('install-refused', 1000);
  let removed;
  const reply = await world.flow(
    [steps.tap, { action: 'assert_visible', target: { id: 'close' }, timeoutMs: 20000 }, steps.close],
    {
      onprogress: ({ message }) => {
        if (/step 2/.test(message))
          removed ??= world.device
            .adb('uninstall', HELPER)
            .then(() => world.device.shell('am start -a android.intent.action.VIEW -d touch://lively'));
      },
    },
  );
  await removed;
  await world.device.fault('install-refused', 0);
  assert.equal(reply.json?.success, true, reply.text);
  assert.equal(reply.json.backend, 'adb');
  assert.match(fallbacksOf(reply.json), /not by helper: helper: install: /);
  assert.deepEqual(await world.logged(), ['tapped']);
});

test('the device reconnects in a long press: its helper is gone by it, and its finger lifted', async () => {
  await world.connect();
  await forget();
  const stopScan = world.device.scan();
  const reply = await world.during(steps.press, world.touched, () => world.device.adb('reconnect'));
  failedIn(reply, 'long press', 'helper');
  assert.equal(await world.touched(), false);
  await world.passes(steps.tap);
  await stopScan();
  assert.deepEqual(await world.logged(), ['tapped']);
});

for (const [word, name] of touches) {
  test(`helper: a ${word} is cancelled`, async () => {
    await world.connect({ backend: 'auto' });
    const flow = await cancelled(world, { ...steps[name], durationMs: 60000 }, world.touched);
    assert.equal(flow.backend, 'helper');
  });
}

// UiAutomation

test('the UiAutomation of a helper that has just been killed is waited for', async () => {
  await world.connect();
  await world.device.fault('helper-lingers');
  await killHelper(world);
  const flow = await world.passes(steps.tap);
  assert.equal(flow.backend, 'helper');
  assert.match(fallbacksOf(flow), /helper: waited \d+ ms for the device's one UiAutomation/);
});

test('a dump of our own that was cancelled is ended before the next', async () => {
  await world.connect({ backend: 'adb' });
  await world.device.fault('dump-lingers');
  const cancel = new AbortController();
  const ended = world.flow([steps.tap], { signal: cancel.signal }).catch((error) => String(error));
  await until(world.taken('dump-lingers'), 'it holds it');
  cancel.abort('enough');
  assert.match(await ended, /enough|abort/i);
  const flow = await world.passes(steps.tap);
  assert.doesNotMatch(fallbacksOf(flow), /waited/);
  // pkill -f looks at the shell that runs it, too: that must not be meant
  const [line, pattern] = (await world.device.console('virtual journal')).match(/.*pkill -9 -f '(.*?)'.*/);
  assert.doesNotMatch(line, new RegExp(pattern));
});

test("the UiAutomation of somebody else's dump, which was cut off, is waited for", async () => {
  const { server, device } = world;
  await world.connect({ backend: 'adb' });
  await device.shell('logcat -c');
  await device.fault('dump-lingers');
  const dump = spawn('adb', ['-P', String(server.port), '-s', device.serial, 'shell', 'uiautomator dump'], {
    env: server.env,
    stdio: 'ignore',
  });
  await until(world.taken('dump-lingers'), 'it holds it');
  const refused = async () => /already registered/.test(await device.shell('logcat -d -v raw -s AndroidRuntime'));
  const reply = await world.during(steps.tap, refused, () => stop(dump, 'SIGKILL'));
  assert.equal(reply.json.success, true, reply.text);
  assert.match(
    fallbacksOf(reply.json),
    /tree: adb waited \d+ ms for the device's one UiAutomation, held by another `uiautomator` command/,
  );
});

test('the error names another tool that holds it at once', async () => {
  await world.connect({ backend: 'adb' });
  await world.device.fault('uiautomation-held', 1000);
  const reply = await world.agentest.call('agentest_get_ui_tree');
  const left = Number((await world.device.console('virtual faults')).match(/^uiautomation-held +(\d+)/m)[1]);
  await world.device.fault('uiautomation-held', 0);
  assert.equal(reply.failed, true);
  assert.match(reply.text, /held by Appium's UiAutomator2 server/);
  assert.equal(left, 999); // one dump
});
