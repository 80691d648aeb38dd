// A reply says what the helper leaves on a device, and what it sees is not asked for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { installed, startAdbServer, startAgentest, startVirtual } from './lib.mjs';

test('AGENTEST_HELPER=apk: connect says that the helper was installed and stays, and how it goes', async () => {
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...installed } });
  const first = await agentest.connect('com.example.notes');
  assert.match(
    first.texts.join('\n'),
    /com\.agentest\.helper was installed on the device and stays there.*adb uninstall.*AGENTEST_DISABLE_HELPER/,
  );
  const second = await agentest.connect('com.example.notes');
  assert.doesNotMatch(second.texts.join('\n'), /was installed/);
});

test('with the helper the keyboard is seen in the tree, not asked for', async () => {
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  await agentest.connect('com.example.notes');
  await device.console('virtual journal clear');
  const reply = await agentest.call('agentest_run_flow', {
    observe: 'tree',
    steps: [{ action: 'tap', target: { id: 'email' } }],
  });
  assert.equal(reply.json.results[0].keyboard, 'opened', reply.text);
  assert.doesNotMatch(await device.console('virtual journal'), /dumpsys input_method/);
});
