// scrcpy's server as virtual-android plays it: its versions, its stream of the
// real screen, its end and its faults, through the ordinary adb.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root, run, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { connect, packetsOf, pushServer, sizeOf, startServer } from './scrcpy.mjs';

const server = await startAdbServer();
const folder = temporaryFolder();
const wide = path.join(folder, 'wide.xml');
fs.writeFileSync(
  wide,
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">
  <node index="0" text="Wide" resource-id="" class="android.widget.TextView" package="com.example.turn"
    content-desc="" bounds="[0,0][2400,1080]" /></hierarchy>`,
);
const app = path.join(folder, 'turn.json');
fs.writeFileSync(
  app,
  JSON.stringify({ package: 'com.example.turn', label: 'Turn', screens: { main: { dump: wide } } }),
);
const device = await startVirtual(server, [
  '--app',
  path.join(root, 'virtual-android/apps/com.example.notes.json'),
  '--app',
  app,
]);

const NOTES = 'monkey -p com.example.notes -c android.intent.category.LAUNCHER 1';
const QUIET = [
  'log_level=info',
  'tunnel_forward=true',
  'control=false',
  'cleanup=false',
  'send_device_meta=false',
  'send_dummy_byte=false',
];
const VERSIONS = [
  { version: '1.25', socket: 'scrcpy', words: ['send_frame_meta=true', 'bit_rate=2000000'] },
  {
    version: '2.7',
    socket: 'scrcpy_0000beef',
    words: ['scid=0000beef', 'audio=false', 'send_frame_meta=true', 'send_codec_meta=false', 'video_bit_rate=2000000'],
  },
  {
    version: '3.3',
    socket: 'scrcpy_0000beef',
    words: ['scid=0000beef', 'audio=false', 'send_frame_meta=true', 'send_codec_meta=false', 'video_bit_rate=2000000'],
  },
  {
    version: '4.1',
    socket: 'scrcpy_0000beef',
    words: ['scid=0000beef', 'audio=false', 'send_frame_meta=true', 'send_stream_meta=false', 'video_bit_rate=2000000'],
  },
];
const LAST = VERSIONS.at(-1);

// A build without openh264 has no encoder, and says so.
await pushServer(device, folder, LAST.version);
const probe = startServer(server, device, [LAST.version, ...QUIET, ...LAST.words]);
const first = connect(device, LAST.socket, probe);
const without = await Promise.race([
  first.then(() => false),
  probe.ended.then(({ err }) => /built without openh264/.test(err)),
]);
await probe.hangUp();
const skip = without && 'virtual-android was built without openh264';
if (!skip) (await first).close();
const noProbe = (await run('ffprobe', ['-version'])).status !== 0 && 'no ffprobe here';

async function stream({ version, socket, words } = LAST, more = []) {
  await pushServer(device, folder, version);
  const process = startServer(server, device, [version, ...QUIET, ...words, ...more]);
  const client = await connect(device, socket, process);
  const packets = () => packetsOf(client.bytes, Number.parseInt(version, 10));
  const close = async () => {
    client.close();
    await process.hangUp();
  };
  return { process, client, packets, close, frames: () => packets().filter((packet) => packet.data && !packet.config) };
}

for (const row of VERSIONS) {
  test(`version ${row.version}: parameter sets, a key frame, and frames with rising times`, { skip }, async () => {
    await device.shell(NOTES);
    const s = await stream(row, ['max_size=700', 'max_fps=15']);
    await until(() => s.frames().length >= 4, 'four frames');
    const [config, key, ...rest] = s.packets();
    assert.ok(config.config && key.key && !key.config);
    assert.deepEqual(sizeOf(config.data), [312, 696]); // multiples of eight
    assert.ok(rest.every((packet) => !packet.key && !packet.config));
    const times = s.frames().map((packet) => packet.pts);
    assert.ok(
      times.every((time, i) => i === 0 || time > times[i - 1]),
      times.join(),
    );
    assert.match(s.process.out, /^\[server\] INFO: Device: \[Google\] google sdk_gphone64_x86_64 \(Android 14\)\n$/);
    assert.equal(s.process.err, '');
    await s.close();
  });
}

test('a picture is repeated ten times, and another one comes once the screen is another', { skip }, async () => {
  await device.shell('am force-stop com.example.notes');
  await device.shell('input keyevent HOME');
  const s = await stream(LAST, ['max_size=640']);
  await until(() => s.frames().length >= 11, 'the picture and its repetitions');
  await device.shell(NOTES);
  await until(() => s.frames().length >= 12, 'the next picture');
  const frames = s.frames();
  const repeats = frames.slice(1, 11).map((packet) => packet.data.length);
  assert.ok(frames[11].data.length > 5 * Math.max(...repeats), `${frames[11].data.length} after ${repeats}`);
  await s.close();
});

// Width, height, and the averages of Y, U and V of each frame.
async function averages(file, filter = '') {
  const { out, err, status } = await run('ffprobe', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `movie=${file},${filter}signalstats`,
    '-show_entries',
    `frame=width,height:frame_tags=${['YAVG', 'UAVG', 'VAVG'].map((name) => `lavfi.signalstats.${name}`)}`,
    '-of',
    'csv=p=0',
  ]);
  assert.equal(status, 0, err);
  return out
    .trim()
    .split('\n')
    .map((row) => row.split(',').slice(0, 5).map(Number));
}

test('ffprobe decodes every frame, and the last one is the screen', { skip: skip || noProbe }, async () => {
  await device.shell('input keyevent HOME');
  const s = await stream(LAST, ['max_size=640', 'raw_stream=true']);
  assert.deepEqual(
    [...s.client.bytes.subarray(0, 5)].map((byte) => byte & 0x1f),
    [0, 0, 0, 1, 7],
  );
  const slices = () => s.client.bytes.toString('latin1').split('\x00\x00\x00\x01').length - 3; // without the parameter sets
  await until(() => slices() >= 11, 'the picture and its repetitions');
  await device.shell(NOTES);
  await until(() => slices() >= 13, 'the picture of the app');
  const file = path.join(folder, 'stream.h264');
  fs.writeFileSync(file, s.client.bytes);
  const frames = await averages(file);
  assert.ok(
    frames.every(([width, height]) => width === 288 && height === 640),
    frames.join('; '),
  );
  assert.notDeepEqual(frames[0], frames.at(-1));
  await device.adb('shell', 'screencap -p /sdcard/screen.png');
  await device.adb('pull', '/sdcard/screen.png', path.join(folder, 'screen.png'));
  const [screen] = await averages(path.join(folder, 'screen.png'), 'format=yuv420p,');
  for (const plane of [2, 3, 4])
    assert.ok(Math.abs(screen[plane] - frames.at(-1)[plane]) < 3, `${screen}, and not ${frames.at(-1)}`);
  await s.close();
});

test('a turned screen: new parameter sets, then a key frame; with stream meta of 4.x a session packet', {
  skip,
}, async () => {
  await device.shell('input keyevent HOME');
  const words = LAST.words.filter((word) => !word.startsWith('send_stream_meta'));
  const s = await stream({ ...LAST, words }, ['max_size=640']);
  const packets = () => packetsOf(s.client.bytes, 4, 4);
  assert.equal(s.client.bytes.subarray(0, 4).toString(), 'h264');
  await device.shell('am start -n com.example.turn/.MainActivity');
  const second = () => packets().findIndex((packet, i) => i > 0 && packet.session);
  await until(() => second() > 0 && packets().length >= second() + 3, 'the second session');
  const all = packets();
  assert.deepEqual([all[0].width, all[0].height], [288, 640]);
  const [session, config, key] = all.slice(second());
  assert.deepEqual([session.width, session.height], [640, 288]);
  assert.ok(config.config && key.key);
  assert.deepEqual(sizeOf(config.data), [640, 288]);
  await s.close();
});

test('the header of the stream: a byte, the name, the codec and its size', { skip }, async () => {
  const all = ['tunnel_forward=true', 'control=false', 'audio=false', 'max_size=640'];
  for (const [version, words, length] of [
    ['1.25', all.slice(0, 2).concat('max_size=640'), 1 + 64 + 4],
    ['3.3', all, 1 + 64 + 12],
  ]) {
    await pushServer(device, folder, version);
    const process = startServer(server, device, [version, ...words]);
    const client = await connect(device, 'scrcpy', process);
    await until(() => client.bytes.length > length + 12, 'the first packet');
    assert.equal(client.bytes[0], 0);
    assert.match(client.bytes.subarray(1, 65).toString(), /^sdk_gphone64_x86_64\0+$/);
    if (version === '3.3') assert.equal(client.bytes.subarray(65, 69).toString(), 'h264');
    assert.ok(packetsOf(client.bytes, 1, length)[0].config);
    client.close();
    await process.hangUp();
  }
});

test("another version, a bad word: refused in scrcpy's words", async () => {
  await pushServer(device, folder, '3.3');
  const other = await startServer(server, device, ['4.1', ...QUIET]).ended;
  assert.equal(other.status, 1);
  assert.match(other.err, /^\[server\] ERROR: The server version \(3\.3\) does not match the client \(4\.1\)\n/);
  const bad = await startServer(server, device, ['3.3', 'max_size']).ended;
  assert.match(bad.err, /Invalid key=value pair: "max_size"/);
  const reverse = await startServer(server, device, ['3.3', 'audio=false', 'control=false']).ended;
  assert.equal(reverse.status, 1);
});

test("its ends: the client's, a hang-up; one client, and the name is free again", { skip }, async () => {
  const s = await stream(LAST, ['max_size=640']);
  assert.match(await device.shell('ps -A -o ARGS'), /com\.genymobile\.scrcpy\.Server 4\.1 /);
  const again = startServer(server, device, [LAST.version, ...QUIET, ...LAST.words]);
  const second = await connect(device, LAST.socket, again);
  second.close();
  assert.equal((await again.ended).status, 0); // at its next packet
  await s.process.hangUp();
  await until(() => s.client.ended, 'the stream ends with the process');
  await until(async () => !/scrcpy/.test(await device.shell('ps -A -o ARGS')), 'no server is left');
  s.client.close();
});

test('fault scrcpy-no-encoder: said, and the stream closed', async () => {
  await pushServer(device, folder, LAST.version);
  await device.fault('scrcpy-no-encoder');
  const process = startServer(server, device, [LAST.version, ...QUIET, ...LAST.words]);
  const client = await connect(device, LAST.socket, process);
  const { status, err } = await process.ended;
  assert.equal(client.bytes.length, 0);
  client.close();
  assert.equal(status, 0);
  assert.match(err, /\[server\] ERROR: Could not create default video encoder for h264/);
});

test('faults scrcpy-dies, scrcpy-stall, scrcpy-huge: after four frames', { skip }, async () => {
  await device.fault('scrcpy-dies');
  const dies = await stream(LAST, ['max_size=640']);
  assert.equal((await dies.process.ended).status, 0);
  await until(() => dies.client.ended, 'the stream is closed');
  assert.equal(dies.frames().length, 4);
  dies.client.close();

  await device.fault('scrcpy-stall');
  const stalls = await stream(LAST, ['max_size=640']);
  await until(
    () =>
      stalls.frames().length === 4 &&
      stalls.client.bytes.length > stalls.packets().reduce((sum, packet) => sum + 12 + packet.data.length, 0) + 12,
    'half a packet',
  );
  assert.ok(!stalls.client.ended);
  await stalls.close();

  await device.fault('scrcpy-huge');
  const huge = await stream(LAST, ['max_size=640']);
  await until(() => huge.client.bytes.indexOf(Buffer.from('ffffffff', 'hex')) > 0, 'a length of 4 GiB');
  assert.equal(huge.frames().length, 4);
  await huge.close();
});

test('fault scrcpy-silent: it never listens', async () => {
  await pushServer(device, folder, LAST.version);
  await device.fault('scrcpy-silent');
  const process = startServer(server, device, [LAST.version, ...QUIET, ...LAST.words]);
  await until(() => process.out.includes('Device:'), 'it has started');
  assert.match(await device.shell('ps -A -o ARGS'), /scrcpy\.Server/);
  await process.hangUp();
});
