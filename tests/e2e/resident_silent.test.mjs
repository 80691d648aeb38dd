// A helper that starts and never serves: it is ended, adb takes over in time, and only the second
// failure in a row is remembered. It has the longest wait of all starts, therefore a file.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual } from './lib.mjs';

const NOTES = 'com.example.notes';
const MAIN = /com\.agentest\.helper\.Main/;

const server = await startAdbServer();
const device = await startVirtual(server);
await device.fault('resident-silent', 2);

async function connect() {
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });
  const { json, text } = await agentest.connect(NOTES);
  assert.doesNotMatch(await device.shell('ps -A -o PID,ARGS'), json.backend === 'adb' ? MAIN : /^$/, text);
  await agentest.client.close();
  return json;
}

test('it is ended, and adb takes over: reported the second time', async () => {
  const first = await connect();
  assert.deepEqual([first.backend, first.fallbacks], ['adb', undefined]);
  assert.match(first.diagnostics.join('\n'), /\[resident\] launch: it does not serve within \d+ s/);
  const second = await connect();
  assert.equal(second.backend, 'adb');
  assert.match(second.fallbacks.join('\n'), /resident is not tried again on this build of the device/);
});

test('it is not tried a third time', async () => {
  await device.console('virtual journal clear');
  assert.equal((await connect()).backend, 'adb');
  assert.doesNotMatch(await device.console('virtual journal'), /app_process/);
});
