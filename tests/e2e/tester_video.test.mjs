// The video of a run: its pieces in the report and in the events, and nothing
// of it on the phone, however the run ends.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, until } from './lib.mjs';
import { faults } from './models/core.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
const scenario = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const passes = () => goodTester([[[steps.sees('Log in')]]]);

// A server that records, a device, and the model's script.
async function start() {
  const device = await startVirtual(adbServer);
  const mock = await startProfile('anthropic', (turn) => rig.script(turn));
  atEnd(() => mock.stop());
  const server = await startServer(adbServer, { env: mock.environment });
  const rig = { device, server, script: () => faults.hang() };
  const { text } = await server.post('/config', {
    executorInfoId: mock.profile,
    replay: false,
    recordingEnabled: true,
  });
  assert.equal(text, 'Configuration updated successfully');
  rig.submit = async (script) => {
    rig.script = script;
    const { status, json } = await server.post('/api/v1/runs', { ...scenario, device: device.serial });
    assert.equal(status, 201, JSON.stringify(json));
    return json.id;
  };
  rig.records = () => until(async () => /screenrecord/.test(await device.shell('ps', '-A')), 'the screen is recorded');
  return rig;
}

async function assertClean(device) {
  assert.doesNotMatch(await device.shell('ls', '-R', '/sdcard', '/data/local/tmp'), /\.(png|mp4)/);
  assert.doesNotMatch(await device.shell('ps', '-A'), /screenrecord/);
}

// The pieces of a run: the same in the manifest, its folder, the events and over HTTP.
async function assertPieces({ server }, id, count) {
  const folder = path.join(server.data, 'reports', id);
  const expected = Array.from({ length: count }, (_, k) => `video/chunk-00${k + 1}.mp4`);
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  assert.equal(manifest.recordingEnabled, true);
  assert.deepEqual(manifest.videoChunks, expected);
  assert.deepEqual(
    fs.readdirSync(path.join(folder, 'video')).map((name) => `video/${name}`),
    expected,
  );
  const {
    json: { events },
  } = await server.get(`/api/v1/runs/${id}/events`);
  assert.deepEqual(
    events.filter(({ type }) => type === 'video').map(({ videoPath }) => videoPath),
    expected,
  );
  for (const name of expected) {
    const bytes = fs.readFileSync(path.join(folder, name));
    assert.equal(bytes.toString('latin1', 4, 8), 'ftyp', name);
    assert.ok(bytes.includes('moov'), `${name} is whole`);
  }
}

test('a run that is recorded', async () => {
  const rig = await start();
  const id = await rig.submit(passes());
  assert.equal((await rig.server.runEnded(id)).verdict, 'PASS');
  await assertPieces(rig, id, 1);
  await assertClean(rig.device);
});

test('a run that is stopped keeps what was recorded', async () => {
  const rig = await start();
  const id = await rig.submit(() => faults.hang());
  await rig.records();
  await rig.server.post(`/api/v1/runs/${id}/stop`);
  assert.equal((await rig.server.runEnded(id)).status, 'stopped');
  await assertPieces(rig, id, 1);
  await assertClean(rig.device);
});

test('the model ends the recording and starts another', async () => {
  const rig = await start();
  const calls = [['startScreenRecording'], ['stopScreenRecording'], ['stopScreenRecording'], ['startScreenRecording']];
  const told = [];
  const id = await rig.submit((turn) => {
    for (const { name, text } of turn.last) if (/ScreenRecording$/.test(name)) told.push(text);
    const [name] = calls[told.length] ?? [];
    return name ? { calls: [{ name, args: {} }] } : { text: 'Step 1: FAIL — only tried' };
  });
  await rig.server.runEnded(id);
  assert.equal(told.length, calls.length);
  for (const [k, says] of [
    /^OK: the screen is being recorded/,
    /^OK: video\/chunk-001\.mp4/,
    /^ERROR: the screen is not being recorded/,
    /^OK: the screen is being recorded/,
  ].entries())
    assert.match(told[k], says);
  await assertPieces(rig, id, 2);
  await assertClean(rig.device);
});

test('a device that is lost ends the run; the next recording leaves nothing', async () => {
  const rig = await start();
  let ask;
  const asked = new Promise((resolve) => {
    ask = resolve;
  });
  let goOn;
  const gone = new Promise((resolve) => {
    goOn = resolve;
  });
  const id = await rig.submit(async () => {
    ask();
    await gone;
    return { calls: [{ name: 'swipeUp', args: {} }] };
  });
  await asked;
  await rig.records();
  await rig.device.console('virtual fault vanish 1');
  goOn();
  const run = await rig.server.runEnded(id); // each backend looks for the device three times
  assert.notEqual(run.verdict, 'PASS');
  assert.equal(run.end, 'device', JSON.stringify(run));
  await assertPieces(rig, id, 0);
  await rig.device.console('virtual fault vanish 0');
  await rig.device.returns();
  const next = await rig.submit(passes());
  assert.equal((await rig.server.runEnded(next)).verdict, 'PASS');
  await assertPieces(rig, next, 1);
  await assertClean(rig.device);
});
