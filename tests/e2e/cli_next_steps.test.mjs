// mobile-dev-agent says what to do next where a user is stuck; and --fields, which
// keeps its answers small.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAdbServer, startVirtual } from './lib.mjs';
import { startMda, withStandIns } from './mda.mjs';

const notes = 'com.example.notes';
const server = await startAdbServer();
const mda = startMda({ server, env: { ...adbOnly, ...withStandIns() } });
const android = '--platform android';
const steps = (json) => json.next_steps.map((step) => step.argv.join(' '));

test('no device: what lists them comes next', async () => {
  const json = await mda.fails(`ui snapshot ${android}`, 1);
  assert.deepEqual(steps(json), [`device list ${android}`]);
});

test('two platforms: each can be chosen', async () => {
  const json = await mda.fails('ui snapshot', 2);
  assert.deepEqual(steps(json).sort(), ['session set --platform android', 'session set --platform ios']);
});

test('two simulators: what lists them comes next', async () => {
  for (const name of ['iphone-latest', 'ipad-latest']) await mda.ok(`device boot --platform ios --device ${name}`);
  assert.deepEqual(steps(await mda.fails('ui snapshot --platform ios', 2)), ['device list --platform ios']);
});

let device;
test('a device, which the session uses from now on', async () => {
  device = await startVirtual(server);
  await mda.ok(`session set ${android} --device ${device.serial}`);
});

test('an app that is not installed: how to install it, from the file that is known', async () => {
  assert.deepEqual(steps(await mda.fails('app launch --app-id com.example.absent', 1)), ['help app install']);
  fs.writeFileSync(path.join(mda.folder, 'x.apk'), '');
  await mda.ok('session set --app x.apk');
  const [step] = steps(await mda.fails('app launch --app-id com.example.absent', 1));
  assert.match(step, /^app install --app .*x\.apk/);
  await mda.ok('session unset app');
});

test('a flow that failed: the screen comes next', async () => {
  const json = await mda.fails(`flow run --app-id ${notes}`, 1, {
    input: '- tapOn: Log in\n',
    env: { STAND_IN_MAESTRO: 'fail' },
  });
  assert.deepEqual(steps(json), [`ui snapshot -i --app-id ${notes}`]);
});

test('no step is a placeholder', async () => {
  await device.shell(`am start -n ${notes}/.LoginActivity`);
  await mda.ok('ui snapshot --no-screenshot');
  await mda.ok('ui tap id:email');
  for (const step of (await mda.ok('ui snapshot -i --no-screenshot')).next_steps)
    assert.ok(!step.argv.includes('text'), step.argv);
});

test('--fields keeps what was asked for, of elements and of devices', async () => {
  const whole = JSON.stringify((await mda.ok('ui snapshot --no-screenshot')).data);
  const { data } = await mda.ok('ui snapshot --no-screenshot --fields ref,name');
  assert.deepEqual(data.fields, ['ref', 'name']);
  for (const one of data.snapshot.elements) assert.deepEqual(Object.keys(one), ['ref', 'name']);
  assert.ok(JSON.stringify(data).length * 5 < whole.length, `${JSON.stringify(data).length} of ${whole.length}`);
  const kept = JSON.parse(fs.readFileSync(path.join(mda.state, 'sessions/default/last_snapshot.json')));
  assert.ok(kept.elements[0].bounds);
  const found = (await mda.ok('ui find print --role button --fields ref')).data;
  assert.deepEqual(Object.keys(found.matches[0]), ['ref']);
  assert.equal(found.lines, undefined);
  const list = (await mda.ok('device list --platform android --fields id,usable')).data;
  assert.deepEqual(list.devices, [{ id: device.serial, usable: true }]);
  const text = await mda.run('device list --platform android --fields id,usable');
  assert.equal(text.stdout, `${device.serial}\ttrue\n`);
});

for (const [words, valid] of [
  ['ui snapshot', 'ref,role,name'],
  ['ui find print --role button', 'ref,role,name'],
  ['device list', 'platform,id,name'],
]) {
  test(`${words} names the valid fields`, async () => {
    const { error } = await mda.fails(`${words} --fields ref,nam`, 2);
    assert.match(error.message, new RegExp(`--fields has no '(nam|ref)' \\(valid: ${valid}`));
  });
}
