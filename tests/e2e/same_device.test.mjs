// One device under two serials (emulator-N and localhost:N+1) is one device: for
// the lease, for "the only device", and for the devices of the tester.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, program, run, startAdbServer, startAgentest, startVirtual } from './lib.mjs';

const APP = 'com.example.notes';
const server = await startAdbServer();
const device = await startVirtual(server);
const port = Number(device.serial.split('-')[1]) + 1;
const other = `localhost:${port}`;
await device.adb('connect', other);
await device.adb('wait-for-device');

const names = (await run('adb', ['-P', String(server.port), 'devices'], { env: server.env })).out;
test('the adb server has the device twice', () => {
  assert.match(
    names,
    new RegExp(`${device.serial}\\s+device[^]*${other}\\s+device|${other}\\s+device[^]*${device.serial}\\s+device`),
  );
});

test('the command line finds the only device, and lists the second name as such', async () => {
  const env = { ...server.env, ...adbOnly };
  delete env.ANDROID_SERIAL;
  const shown = await run(program('mobile-dev-agent'), ['ui', 'snapshot', '--platform', 'android', '--json'], { env });
  assert.equal(shown.code ?? shown.status, 0, shown.out + shown.err);
  const listed = await run(program('mobile-dev-agent'), ['device', 'list', '--platform', 'android'], { env });
  assert.match(listed.out, new RegExp(`it is the device ${device.serial}: use that name`));
});

for (const [first, second] of [
  [device.serial, other],
  [other, device.serial],
]) {
  test(`a session on ${first === other ? 'the second' : 'the first'} name keeps others from both`, async () => {
    const one = await startAgentest(server, { env: adbOnly });
    const two = await startAgentest(server, { env: adbOnly });
    const had = await one.connect(APP, { deviceId: first });
    assert.ok(!had.failed, had.text);
    assert.equal(had.json?.deviceId ?? had.structuredContent.deviceId, first);
    const refused = await two.connect(APP, { deviceId: second });
    assert.equal(refused.failed, true, refused.text);
    assert.match(refused.text, /in use|another/);
    const stolen = await two.connect(APP, { deviceId: second, steal: true });
    assert.ok(!stolen.failed, stolen.text);
    await one.client.close();
    await two.client.close();
  });
}

test("one process: a connect by the second name continues with the first one's device", async () => {
  const agentest = await startAgentest(server, { env: adbOnly });
  assert.ok(!(await agentest.connect(APP, { deviceId: device.serial })).failed);
  const again = await agentest.connect(APP, { deviceId: other });
  assert.ok(!again.failed, again.text);
  await agentest.client.close();
});

test('a command by the second name is warned of a session on the first', async () => {
  const agentest = await startAgentest(server, { env: adbOnly });
  assert.ok(!(await agentest.connect(APP, { deviceId: device.serial })).failed);
  const pressed = await run(
    program('mobile-dev-agent'),
    ['ui', 'press', 'back', '--platform', 'android', '--device', other, '--json'],
    { env: { ...server.env, ...adbOnly } },
  );
  assert.match(
    JSON.parse(pressed.out).warnings.join(),
    /^a session of agentest \S+ \(pid \d+\) has this device/,
    pressed.out,
  );
  await agentest.client.close();
});

test('two devices stay two', async () => {
  const second = await startVirtual(server);
  const one = await startAgentest(server, { env: adbOnly });
  const two = await startAgentest(server, { env: adbOnly });
  assert.ok(!(await one.connect(APP, { deviceId: device.serial })).failed);
  const reply = await two.connect(APP, { deviceId: second.serial });
  assert.ok(!reply.failed, reply.text);
});
