// A screenshot by the helper, scaled and compressed on the device; and its replacement without the
// helper.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const NOTES = 'com.example.notes';
const server = await startAdbServer();
const device = await startVirtual(server);
const journal = () => device.console('virtual journal');
const clear = () => device.console('virtual journal clear');
const png = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

async function begin(t, env = {}) {
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
  t.after(() => agentest.client.close());
  return agentest;
}

test('it comes from the helper, and the whole one when it is asked for', async (t) => {
  const agentest = await begin(t);
  const { json } = await agentest.connect(NOTES);
  assert.equal(json.backend, 'resident');
  await clear();
  const { content, structuredContent } = await agentest.call('agentest_screenshot');
  const [image, { text }] = content;
  assert.doesNotMatch(await journal(), /screencap/);
  assert.equal(image.mimeType, 'image/jpeg');
  const bytes = Buffer.from(image.data, 'base64');
  assert.deepEqual([bytes.readUInt16BE(0), bytes.readUInt16BE(bytes.length - 2)], [0xffd8, 0xffd9]);
  assert.equal(text, '706x1568 shown, device 1080x2400: multiply coordinates by 1.530');
  assert.deepEqual([structuredContent.width, structuredContent.height, structuredContent.note], [706, 1568, text]);
  assert.ok(Math.abs(structuredContent.scale - 1080 / 706) < 0.001);

  const uri = `agentest://session/${json.session}/screenshot`;
  const read = async () => (await agentest.client.readResource({ uri })).contents[0];
  const { blob, mimeType } = await read();
  assert.equal(mimeType, 'image/png');
  assert.deepEqual(png(Buffer.from(blob, 'base64')), [1080, 2400]);
  assert.match(await journal(), /screencap -p/);
  await clear();
  assert.equal((await read()).blob, blob); // taken once
  assert.doesNotMatch(await journal(), /screencap/);

  const whole = await agentest.call('agentest_screenshot', { fullSize: true });
  assert.match(whole.text, /^1080x2400 PNG saved as /);
});

test("without a helper it is screencap's", async (t) => {
  const agentest = await begin(t, { AGENTEST_DISABLE_HELPER: '1' });
  await agentest.connect(NOTES);
  const { content } = await agentest.call('agentest_screenshot');
  assert.equal(content[0].mimeType, 'image/png');
  assert.deepEqual(png(Buffer.from(content[0].data, 'base64')), [706, 1568]);
});

test('a device of no session: no helper is started for a picture', async (t) => {
  const agentest = await begin(t);
  await clear();
  const { content } = await agentest.call('agentest_screenshot');
  assert.equal(content[0].mimeType, 'image/png');
  assert.doesNotMatch(await journal(), /app_process/);
});

test('a helper without screenshots is replaced by screencap, and the reply says so', async (t) => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'bank.json');
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: 'com.example.bank',
      label: 'Bank',
      screens: {
        main: { secure: true, root: { kind: 'column', children: [{ kind: 'text', text: 'Balance: 12' }] } },
      },
    }),
  );
  const bank = await startVirtual(server, ['--app', file]);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: bank.serial } });
  atEnd(() => agentest.client.close());
  await agentest.connect('com.example.bank');
  const { content } = await agentest.call('agentest_screenshot');
  assert.match(content[1].text, /nothing but black/);
  assert.match(content[2].text, /^\[screenshot: not by resident: .*\]$/);
});
