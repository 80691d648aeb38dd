// An emulator that takes only signed tokens, like those that Android Studio
// starts: it is used, and no key is left with it, however the program ends.
import { test, before } from 'node:test';
import assert from 'node:assert/strict';
import { hasRig, startEmulator } from './emulator.mjs';
import { adbOnly, startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
import { startMda } from './mda.mjs';

const needsRig = { skip: !hasRig };

let server, device, emulator;
before(async () => {
  if (!hasRig) return;
  server = await startAdbServer();
  device = await startVirtual(server);
  emulator = await startEmulator(server, device, { auth: 'jwt' });
});

const tap = { action: 'tap_coordinates', x: 540, y: 100 };
const keysOf = (pid) => emulator.keys().filter((name) => name.startsWith(`agentest-${pid}-`));

async function connected() {
  const agentest = await startAgentest(server, { env: { AGENTEST_LOG: 'debug' } });
  await device.shell('am force-stop com.example.notes');
  const { json, failed, text } = await agentest.connect('com.example.notes', {
    deviceId: device.serial,
    backend: 'grpc',
    steal: true,
    verbose: true,
  });
  assert.equal(failed, false, text);
  assert.equal(json.backend, 'grpc');
  return { agentest, told: text };
}

test('its touches are sent, and neither key nor token is printed', needsRig, async () => {
  const { agentest, told } = await connected();
  const [key] = keysOf(agentest.pid);
  assert.match(key, /^agentest-\d+-[0-9a-f]{32}\.jwk$/);

  const before = emulator.touches();
  const flow = await agentest.flowEchoed(tap);
  assert.equal(flow.json.success, true, flow.text);
  assert.equal(flow.json.backend, 'grpc');
  assert.equal(emulator.touches(), before + 2);
  assert.deepEqual([...emulator.outcomes()], ['ok']);

  const kid = key.match(/-([0-9a-f]{32})\./)[1];
  for (const text of [told, flow.text, agentest.log]) {
    assert.doesNotMatch(text, /eyJ/); // the first bytes of each token
    assert.ok(!text.includes(kid));
  }
  await agentest.client.close();
  await until(() => keysOf(agentest.pid).length === 0, 'the key is taken back');
});

test('SIGTERM: the key is removed', needsRig, async () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const { agentest } = await connected();
    assert.equal(keysOf(agentest.pid).length, 1);
    process.kill(agentest.pid, signal);
    await until(() => keysOf(agentest.pid).length === 0, `the key is taken back on ${signal}`);
  }
});

test('killed: the next process removes its key', needsRig, async () => {
  const { agentest: killed } = await connected();
  process.kill(killed.pid, 'SIGKILL');
  await until(() => {
    try {
      return !process.kill(killed.pid, 0);
    } catch {
      return true;
    }
  }, 'it has ended');
  assert.equal(keysOf(killed.pid).length, 1);
  const { agentest: next } = await connected();
  assert.deepEqual([keysOf(killed.pid).length, keysOf(next.pid).length], [0, 1]);
  await next.client.close();
  await until(() => emulator.keys().length === 0, 'the key is taken back');
});

test('mobile-dev-agent: each command removes its key', needsRig, async () => {
  const mda = startMda({ server, env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  await mda.ok('app launch --app-id com.example.notes --platform android');
  const before = emulator.touches();
  await mda.ok(['ui', 'tap', 'text:"Remember me"', '--platform', 'android']);
  assert.equal(emulator.touches(), before + 2);
  assert.deepEqual(emulator.keys(), []);
});
