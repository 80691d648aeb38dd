// The video of a run from scrcpy's server, where it is on the machine: files that players take, the phone's own
// times, and screenrecord for what it cannot do. The phone is left as it was.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, root, startAdbServer, startVirtual, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const scenario = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const probe = spawnSync('ffprobe', ['-version']).status === 0;
if (!probe) console.log('# skipped: the files are not looked at by ffprobe, which is not on this machine');

// The stand-in for scrcpy's server encodes with openh264 if it was built with it.
const encodes = !fs.readFileSync(program('virtual-android')).includes('was built without openh264');
const video = (name, body) => test(name, { skip: encodes ? false : 'virtual-android has no encoder' }, body);

// A server that records, with scrcpy of that version, and the model's script.
async function start(version) {
  const device = await startVirtual(adbServer);
  const mock = await startProfile('anthropic', (turn) => rig.script(turn));
  atEnd(() => mock.stop());
  const env = { ...mock.environment, SCRCPY_SERVER_PATH: path.join(root, `tests/data/scrcpy/${version}.jar`) };
  const server = await startServer(adbServer, { env });
  const rig = { device, server, script: () => faults.hang() };
  await server.post('/config', { executorInfoId: mock.profile, replay: false, recordingEnabled: true });
  rig.submit = async (script) => {
    rig.script = script;
    const { status, json } = await server.post('/api/v1/runs', { ...scenario, device: device.serial });
    assert.equal(status, 201, JSON.stringify(json));
    return json.id;
  };
  rig.growing = (id) => path.join(server.data, 'reports', id, 'video/new/chunk-001.mp4');
  rig.videos = async (id) => {
    const {
      json: { events },
    } = await rig.server.get(`/api/v1/runs/${id}/events`);
    return events.filter(({ type }) => type === 'video');
  };
  rig.runs = (word) =>
    until(async () => (await device.shell('ps', '-A', '-o', 'PID,ARGS')).includes(word), `${word} runs`);
  return rig;
}

// A player's view of a file: its frames, their times, its length.
function look(file) {
  const bytes = fs.readFileSync(file);
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp', file);
  if (!probe) return null;
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-of',
    'json',
    '-show_entries',
    'stream=codec_name,width,height,nb_read_frames,duration',
    file,
  ];
  return JSON.parse(execFileSync('ffprobe', args)).streams[0];
}

async function assertClean(device) {
  await until(
    async () => !/scrcpy|screenrecord/i.test(await device.shell('ps', '-A', '-o', 'PID,ARGS')),
    'nothing of it runs',
  );
  const left = await device.shell('ls', '/data/local/tmp');
  assert.doesNotMatch(left, /\.mp4/);
  assert.equal(left.match(/agentest\.scrcpy-/g).length, 1, left); // kept for the next time
}

// A model that starts and ends recordings, and what it was told.
function recorder(calls) {
  const told = [];
  const script = async (turn) => {
    for (const { name, text } of turn.last) if (/ScreenRecording$/.test(name)) told.push(text);
    const [name, before] = calls[told.length] ?? [];
    if (before) await before();
    return name ? { calls: [{ name, args: {} }] } : { text: 'Step 1: FAIL — only tried' };
  };
  return { told, script };
}

video('a run has one file with the times of the phone', async () => {
  const rig = await start('4.1');
  const asked = Date.now();
  const id = await rig.submit(() => faults.hang());
  await until(() => fs.existsSync(rig.growing(id)), 'the recording has begun');
  await rig.runs('com.genymobile.scrcpy.Server');
  assert.doesNotMatch(await rig.device.shell('ps', '-A'), /screenrecord/);
  const stopped = Date.now();
  await rig.server.post(`/api/v1/runs/${id}/stop`);
  await rig.server.runEnded(id);
  const [piece, ...others] = await rig.videos(id);
  assert.deepEqual(others, []);
  const began = Date.parse(piece.videoBeganAt);
  assert.ok(began > asked && began < Date.parse(piece.timestamp), piece.videoBeganAt);
  const stream = look(path.join(rig.server.data, 'reports', id, piece.videoPath));
  if (stream) {
    assert.equal(stream.codec_name, 'h264');
    assert.equal(stream.height, 1920);
    assert.ok(Number(stream.nb_read_frames) > 0, JSON.stringify(stream));
    // The last frame is seen until the end, which lies between the request and the event.
    const [least, most] = [stopped - began, Date.parse(piece.timestamp) - began].map((ms) => ms / 1000);
    assert.ok(stream.duration > least - 1 && stream.duration < most + 1, `${stream.duration} of ${least} to ${most}`);
  }
  await assertClean(rig.device);
});

video('a server that dies is started again, and at last screenrecord goes on', async () => {
  const rig = await start('3.3.4');
  await rig.device.console('virtual fault scrcpy-dies 99');
  const { told, script } = recorder([['stopScreenRecording', () => rig.runs('screenrecord')]]);
  const id = await rig.submit(script);
  await rig.server.runEnded(id);
  assert.match(
    told[0],
    /^OK: video\/chunk-001\.mp4, .*; the video was recorded by screenrecord from some time on: .*scrcpy's server ended/,
  );
  const videos = await rig.videos(id);
  assert.equal(videos.length, 5); // four streams, and screenrecord's file
  const times = videos.map(({ videoBeganAt }) => Date.parse(videoBeganAt));
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  for (const { videoPath } of videos.slice(0, 4)) look(path.join(rig.server.data, 'reports', id, videoPath));
  await assertClean(rig.device);
});

test('an unknown version, and a phone without an encoder', async () => {
  const rig = await start('4.2');
  const { told, script } = recorder([['stopScreenRecording'], ['startScreenRecording']]);
  const id = await rig.submit(script);
  await rig.server.runEnded(id);
  assert.match(told[0], /^OK: video\/chunk-001\.mp4$/);
  assert.match(
    told[1],
    /^OK: the screen is being recorded; the video is recorded by screenrecord: .*version '4\.2'; the known ones are/,
  );
  const {
    json: { events },
  } = await rig.server.get(`/api/v1/runs/${id}/events`);
  assert.match(JSON.stringify(events), /the video is recorded by screenrecord/);
});

video('a program that is killed leaves a file that plays, and the next one takes it', async () => {
  const rig = await start('2.4');
  const id = await rig.submit(() => faults.hang());
  const file = rig.growing(id);
  await until(() => fs.existsSync(file) && fs.readFileSync(file).includes('moof'), 'a part is written');
  rig.server.child.kill('SIGKILL');
  await new Promise((resolve) => rig.server.child.once('exit', resolve));
  await assertClean(rig.device);
  rig.server = await startServer(adbServer, { folder: rig.server.folder });
  await rig.server.runEnded(id);
  const [piece, ...others] = await rig.videos(id);
  assert.deepEqual(others, []);
  const stream = look(path.join(rig.server.data, 'reports', id, piece.videoPath));
  if (stream) assert.ok(Number(stream.nb_read_frames) > 0, JSON.stringify(stream));
  assert.ok(!fs.existsSync(path.dirname(file)));
});
