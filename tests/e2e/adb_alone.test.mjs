// Without any helper: what a dump of all windows gives where the device has it,
// and how few dumps a flow needs. The device's journal counts them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, startAdbServer, startAgentest, startVirtual } from './lib.mjs';

const server = await startAdbServer();

async function startAlone(...deviceArgs) {
  const device = await startVirtual(server, deviceArgs);
  const agentest = await startAgentest(server, { env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  await device.console('virtual journal clear');
  const dumps = async () => (await device.console('virtual journal')).match(/uiautomator dump[^;]*?(?= \/)/g) ?? [];
  return { device, agentest, dumps };
}

const id = (name) => ({ id: name });
const type = (name, value) => ({ action: 'type', target: id(name), value });
const tap = (name) => ({ action: 'tap', target: id(name) });

test('all windows are read where the device can, so that the keyboard is seen without asking for it', async () => {
  const { device, agentest, dumps } = await startAlone('--api', '34');
  await agentest.connect('com.example.notes', { steal: true });
  await agentest.flow(tap('email'));
  const lost = await agentest.flow({ action: 'assert_visible', target: { text: 'nowhere' }, timeoutMs: 0 });
  assert.match(lost.text, /the keyboard is open and may hide it/);
  for (const dump of await dumps()) assert.equal(dump, 'uiautomator dump --windows');
  assert.doesNotMatch(await device.console('virtual journal'), /input_method/);
});

test('an older device ignores the word, which is then not said again', async () => {
  const { agentest, dumps } = await startAlone('--api', '30');
  await agentest.connect('com.example.notes', { steal: true });
  await agentest.flow(tap('email'), { action: 'assert_visible', target: id('email') });
  const [first, ...others] = await dumps();
  assert.equal(first, 'uiautomator dump --windows');
  assert.ok(others.length > 0);
  for (const dump of others) assert.equal(dump, 'uiautomator dump');
});

for (const fault of ['late-windows', 'partial-windows'])
  test(`${fault}: the window in front is read by a dump of its own, and after two in a row always`, async () => {
    const { device, agentest, dumps } = await startAlone('--api', '34');
    await device.console(`virtual fault ${fault} 9`);
    const connected = await agentest.connect('com.example.notes', { steal: true });
    assert.match(JSON.stringify(connected.content), /E-mail/);
    const look = await agentest.tree();
    assert.match(look, /E-mail/);
    await agentest.tree();
    const all = await dumps();
    assert.deepEqual(all.slice(0, 4), ['uiautomator dump --windows', 'uiautomator dump', 'uiautomator dump --windows', 'uiautomator dump']);
    for (const dump of all.slice(4)) assert.equal(dump, 'uiautomator dump');
  });
