// mobile-dev-agent with two devices: which of them is meant, and that no command
// guesses.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, root, startAdbServer, startAgentest, startVirtual } from './lib.mjs';
import { startMda } from './mda.mjs';

const server = await startAdbServer();
const [first, second] = [await startVirtual(server), await startVirtual(server)];
const mda = startMda({ server, env: adbOnly });
const notes = 'com.example.notes';
fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(mda.folder, 'app.apk'));
fs.writeFileSync(path.join(mda.folder, 'flow.yaml'), 'appId: com.example.notes\n---\n- back\n');

for (const line of [
  'device boot',
  'device shutdown',
  'device screenshot',
  'app install --app ./app.apk',
  `app uninstall --app-id ${notes}`,
  `app launch --app-id ${notes}`,
  `app terminate --app-id ${notes}`,
  'ui snapshot',
  'ui tap text:Notes',
  'ui tap coords:1,1',
  'ui type x',
  'ui press back',
  'ui swipe up',
  'ui assert-visible x',
  'ui assert-not-visible x',
  'ui find print --name x',
  'flow run --flow flow.yaml',
  'test --flow flow.yaml',
  'logs tail',
]) {
  test(`two devices and none named: ${line.split(' --')[0]} refuses and lists them`, async () => {
    const json = await mda.fails(`${line} --platform android`, 2);
    assert.equal(json.error.code, 'AMBIGUOUS_DEVICE');
    assert.ok(
      json.error.message.includes(first.serial) && json.error.message.includes(second.serial),
      json.error.message,
    );
    assert.match(json.error.message, /--device/);
    assert.equal(json.target.device, null);
    assert.match(await first.shell('pm list packages -3'), new RegExp(notes));
  });
}

test('the device of the session, of ANDROID_SERIAL and of --device is taken', async () => {
  const here = async (words, env = {}) => (await mda.ok(words, { env })).target.device;
  await mda.ok(`session set --session fixed --platform android --device ${second.serial}`);
  assert.equal((await here('ui press back --session fixed')).id, second.serial);
  assert.equal((await here('ui press back', { ANDROID_SERIAL: second.serial })).id, second.serial);
  const named = await here(`ui press back --device ${second.serial}`);
  assert.deepEqual([named.id, named.platform], [second.serial, 'android']);
  assert.match(named.name, /\w/);
});

test('after a snapshot of one device the session means that device', async () => {
  for (const device of [second, first]) {
    const session = `--session of-${device.serial}`;
    const { data } = await mda.ok(`ui snapshot ${session} --device ${device.serial}`);
    assert.equal((await mda.ok(`ui tap @${data.snapshot.elements[0].ref} ${session}`)).target.device.id, device.serial);
    for (const line of [
      'ui press back',
      'ui snapshot',
      'device screenshot',
      `app launch --app-id ${notes}`,
      'logs tail',
    ]) {
      assert.equal((await mda.ok(`${line} ${session}`)).target.device.id, device.serial, line);
    }
  }
});

test("a ref is of its snapshot's device, whatever the session's default is", async () => {
  await mda.ok(`session set --session both --platform android --device ${first.serial}`);
  const { data } = await mda.ok(`ui snapshot --session both --device ${second.serial}`);
  const ref = `@${data.snapshot.elements[0].ref}`;
  assert.equal((await mda.ok(`ui tap ${ref} --session both`)).target.device.id, second.serial);
  const other = await mda.fails(`ui tap ${ref} --session both --device ${first.serial}`, 2);
  assert.match(other.error.message, /last snapshot is of/);
  // an action prints the refs of its own device, which count from now on
  const pressed = await mda.ok('ui press back --session both');
  assert.equal(pressed.target.device.id, first.serial);
  assert.equal(pressed.data.diff.whole, true);
  const before = await mda.fails(`ui tap ${ref} --session both --device ${second.serial}`, 2);
  assert.match(before.error.message, /last snapshot is of/);
});

test('a live process means the same devices', async () => {
  const session = '--session live';
  await mda.ok(`live start ${session}`);
  assert.equal((await mda.fails(`ui press back ${session}`, 2)).error.code, 'AMBIGUOUS_DEVICE');
  for (const device of [first, second]) {
    const { data } = await mda.ok(`ui snapshot ${session} --device ${device.serial}`);
    assert.equal((await mda.ok(`ui tap @${data.snapshot.elements[0].ref} ${session}`)).target.device.id, device.serial);
    const pressed = await mda.ok(`ui press back ${session}`);
    assert.equal(pressed.live, true);
    assert.equal(pressed.target.device.id, device.serial);
  }
  await mda.ok(`live stop ${session}`);
});

test('agentest takes the first of several devices, and says so', async () => {
  const agentest = await startAgentest(server, { env: adbOnly });
  const meta = (await agentest.connect(notes)).json;
  assert.ok(
    meta.diagnostics.some((line) => /2 devices are connected.*deviceId/.test(line)),
    JSON.stringify(meta),
  );
  const named = (await agentest.connect(notes, { deviceId: second.serial })).json;
  assert.ok(!JSON.stringify(named).includes('devices are connected'));
});
