// The adb server, or the device itself, is lost during a step: reported in
// time, no finger stays down once it is back, nothing is done
// twice, and the next flow works.
import test from 'node:test';
import assert from 'node:assert/strict';
import { startVirtual, stop } from './lib.mjs';
import { LIFTED, cancelled, failedIn, fallbacksOf, startWorld, steps, touches } from './lost.mjs';

for (const backend of ['auto', 'adb']) {
  const by = backend === 'adb' ? 'adb' : 'helper';

  test(`${by}: the adb server is killed in a long press, and comes back: reported, lifted, the next flow works`, async () => {
    const w = await startWorld({ backend });
    const reply = await w.during(steps.press, w.touched, async () => {
      await w.server.stop();
      await w.server.start();
      await w.device.attach();
    });
    failedIn(reply, 'long press', by);
    assert.match(fallbacksOf(reply.json), LIFTED);
    assert.equal(await w.touched(), false);
    await w.passes(steps.tap);
    assert.deepEqual(await w.logged(), ['tapped']);
  });

  test(`${by}: the adb server is killed while the screen is read, and comes back: the flow continues`, async () => {
    const w = await startWorld({ backend });
    const fault = backend === 'adb' ? 'stall-dump' : 'helper-hang';
    await w.device.fault(fault);
    const stopScan = w.device.scan();
    const reply = await w.during(steps.settle, w.taken(fault), async () => {
      await w.server.stop();
      await w.server.start();
    });
    assert.equal(reply.json.success, true, reply.text);
    await w.passes(steps.tap);
    await stopScan();
  });

  test(`${by}: the adb server is killed and none can be started: reported at once; lifted by the next flow once one is there`, async () => {
    const w = await startWorld({ backend, env: { PATH: '/nonexistent', ANDROID_HOME: '/nonexistent' } });
    const reply = await w.during(steps.press, w.touched, () => w.server.stop());
    failedIn(reply, 'long press', by, /^ADB_CONNECTION_ERROR$/);
    assert.match(reply.json.error, /a finger may still be down: it is lifted as soon as the device can be reached/);
    assert.equal(await w.touched(), true);
    const none = await w.flow([steps.tap]);
    assert.equal(none.failed, true);
    assert.match(none.text, /no adb server is running: .*platform-tools/);

    await w.server.start();
    await w.device.attach();
    const flow = await w.passes({ action: 'assert_visible', target: { id: 'tap' } }); // touches nothing itself
    assert.match(fallbacksOf(flow), LIFTED);
    assert.equal(await w.touched(), false);
    await w.passes(steps.tap);
    assert.deepEqual(await w.logged(), ['tapped']);
  });
}

test('helper: the adb server is killed in a text, and comes back: reported, not typed twice', async () => {
  const w = await startWorld();
  await w.passes({ action: 'tap', target: { id: 'field' } });
  await w.device.fault('helper-hang-input');
  const reply = await w.during(steps.text, w.taken('helper-hang-input'), async () => {
    await w.server.stop();
    await w.server.start();
    await w.device.attach();
  });
  failedIn(reply, '(tap|text)', 'helper');
  const { results } = await w.passes({ ...steps.text, replace: true });
  assert.equal(results[0].value, 'abc');
});

test('the adb server is killed in a long press: agentest starts one by itself', async () => {
  const w = await startWorld();
  const stopScan = w.device.scan(); // a server that looks for emulators does the same
  try {
    const reply = await w.during(steps.press, w.touched, () => w.server.stop());
    failedIn(reply, 'long press', 'helper');
    assert.match(fallbacksOf(reply.json), LIFTED);
    await w.passes(steps.tap);
    assert.deepEqual(await w.logged(), ['tapped']);
  } finally {
    await stopScan();
    await w.server.adb('kill-server'); // it is not a child of the test
  }
});

// Before Android 7 the end of a command's stream does not say how it ended.
for (const [version, api] of [
  ['6', '23'],
  ['11', '30'],
]) {
  test(`Android ${version}: the adb server is killed in a swipe by adb: the finger of a killed \`input\` is lifted`, async () => {
    const w = await startWorld({ backend: 'adb', deviceArgs: ['--api', api] });
    const reply = await w.during(steps.swipe, w.touched, async () => {
      await w.server.stop();
      await w.server.start();
      await w.device.attach();
    });
    failedIn(reply, 'swipe', 'adb');
    assert.match(fallbacksOf(reply.json), LIFTED);
    assert.equal(await w.touched(), false);
    await w.passes(steps.tap);
    assert.deepEqual(await w.logged(), ['tapped']); // there is no tap on the pad
  });
}

// The device

for (const [backend, word, name] of [
  ['auto', 'long press', 'press'],
  ['adb', 'swipe', 'swipe'],
]) {
  const by = backend === 'adb' ? 'adb' : 'helper';

  test(`${by}: the device is gone in a ${word}: reported; once it is back the next flow works`, async () => {
    const w = await startWorld({ backend });
    const { consolePort: port } = w.device;
    const reply = await w.during(steps[name], w.touched, () => stop(w.device.child, 'SIGKILL'));
    failedIn(reply, word, by, /^ADB_CONNECTION_ERROR$/);
    assert.match(reply.json.error, /a finger may still be down/);
    const none = await w.flow([steps.tap]);
    assert.equal(none.failed, true);
    assert.match(none.text, /no device .*(start an emulator|is connected)|not found/);

    w.device = await startVirtual(w.server, w.args, { port });
    await w.passes(steps.home); // in the same session
    assert.equal(await w.touched(), false);
    await w.connect();
    await w.passes(steps.tap);
    assert.deepEqual(await w.logged(), ['tapped']);
  });
}

test('the device is gone while the screen is read: reported, in time', async () => {
  const w = await startWorld();
  await w.device.fault('helper-hang');
  const reply = await w.during(steps.settle, w.taken('helper-hang'), () => stop(w.device.child, 'SIGKILL'));
  assert.equal(reply.failed, true);
  assert.equal(reply.json.code, 'ADB_CONNECTION_ERROR');
  assert.match(reply.json.error, /device '.*' not found \(`adb devices` lists what is connected/);
});

for (const [word, name] of touches.slice(0, 2)) {
  for (const api of ['30', '34']) {
    test(`adb, API ${api}: a ${word} is cancelled`, async () => {
      const w = await startWorld({ backend: 'adb', deviceArgs: ['--api', api] });
      await cancelled(w, { ...steps[name], durationMs: 60000 }, w.touched);
    });
  }
}
