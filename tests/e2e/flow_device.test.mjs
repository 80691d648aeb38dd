// Flows that change the device around the app: the place, links that ask first, videos, old Android.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';

const screen = (children) => ({ activity: '.main', root: { kind: 'frame', children } });
const button = (text, top, id, tap) => ({ kind: 'button', text, id, bounds: [0, top, 800, top + 100], tap });
const label = (text) => ({ kind: 'text', text, bounds: [0, 300, 1080, 380] });

// Android's question if several apps take a link: it comes before the app.
const chooser = {
  package: 'android',
  label: 'Android System',
  launcher: 'ask',
  links: { 'ask://welcome': 'ask' },
  screens: {
    ask: screen([label('Open with'), button('Flows', 500, 'flows', []), button('Just once', 700, 'button_once', [])]),
  },
};
const chrome = {
  package: 'com.android.chrome',
  label: 'Chrome',
  launcher: 'page',
  links: { 'https://first.example': 'first', 'https://page.example': 'page' },
  screens: {
    first: screen([button('Accept & continue', 500, 'terms_accept', [{ goto: 'sync' }])]),
    sync: screen([button('No thanks', 500, 'negative_button', [{ goto: 'page' }])]),
    page: screen([label('The page')]),
  },
};
const world = await startFlows({}, { apps: [chooser, chrome] });
const shell = async (command) => (await world.device.shell(command)).trim();
const outcomes = ({ steps }) => steps.map(({ outcome }) => outcome);
const wait = (ms) => `- extendedWaitUntil:\n    visible: Nowhere\n    timeout: ${ms}\n    optional: true\n`;

test('the place is sent again every two seconds, until the flow ends', async () => {
  const ran = await world.run('taps', `- setLocation:\n    latitude: 52.52\n    longitude: 13.405\n${wait(7000)}`);
  assert.deepEqual(outcomes(ran), ['COMPLETED', 'WARNED']);
  const sent = ran.notes.filter((line) => line.startsWith('geo '));
  assert.deepEqual([...new Set(sent)], ['geo fix 13.4050000 52.5200000']);
  assert.ok(sent.length >= 3 && sent.length <= 5, sent.join('\n'));
});

test('a second place takes the turn of the first one', async () => {
  const place = (latitude) => `- setLocation:\n    latitude: ${latitude}\n    longitude: "0"\n`;
  const ran = await world.run('taps', `${place(1)}${place(2)}${wait(5000)}`);
  const sent = ran.notes.filter((line) => line.startsWith('geo '));
  assert.equal(sent.filter((line) => line.endsWith(' 1.0000000')).length, 1, sent.join('\n'));
  assert.ok(sent.filter((line) => line.endsWith(' 2.0000000')).length >= 3, sent.join('\n'));
});

test('travel has fifty places a leg', async () => {
  const ran = await world.run(
    'taps',
    '- travel:\n    points: ["0.0,0.0", "0.0001,0.0", "0.0001,0.0001"]\n    speed: 1000\n',
  );
  const sent = ran.notes.filter((line) => line.startsWith('geo '));
  assert.equal(sent.length, 101);
  assert.deepEqual(
    [sent[0], sent[25], sent[50], sent[100]],
    [
      'geo fix 0.0000000 0.0000000',
      'geo fix 0.0000000 0.0000500',
      'geo fix 0.0000000 0.0001000',
      'geo fix 0.0001000 0.0001000',
    ],
  );
});

test('a device that is not an emulator has test providers for it', async () => {
  const address = `127.0.0.1:${world.device.adbPort}`;
  await world.server.adb('connect', address);
  const ran = await world.run('taps', `- setLocation:\n    latitude: 1.5\n    longitude: -2\n${wait(3000)}`, {
    words: ['--device', address],
  });
  await world.server.adb('disconnect', address);
  const sent = ran.notes.filter((line) => line.startsWith('location '));
  assert.deepEqual(sent.slice(0, 4), [
    'location gps 1.5000000,-2.0000000',
    'location network 1.5000000,-2.0000000',
    'location gps 1.5000000,-2.0000000',
    'location network 1.5000000,-2.0000000',
  ]);
});

for (const [what, latitude, error] of [
  ['a place that is none', '91', /'91' is not a place in degrees/],
  ['a place in words', 'north', /'north' is not a place in degrees/],
])
  test(`${what} ends the flow`, async () => {
    const ran = await world.run(
      'taps',
      `- setLocation:\n    latitude: "${latitude}"\n    longitude: "0"\n    optional: true\n`,
      { status: 1 },
    );
    assert.match(ran.json.error.message, error);
  });

for (const [name, quarter] of [
  ['UPSIDE_DOWN', '2'],
  ['landscapeRight', '3'],
  ['Landscape_Left', '1'],
  ['PORTRAIT', '0'],
])
  test(`setOrientation ${name}`, async () => {
    await world.run('taps', `- setOrientation: ${name}\n`);
    assert.deepEqual(
      [await shell('settings get system accelerometer_rotation'), await shell('settings get system user_rotation')],
      ['0', quarter],
    );
  });

test('a link that Android asks about opens in the app of the flow, with autoVerify', async () => {
  const ran = await world.run(
    null,
    '- openLink:\n    link: ask://welcome\n    autoVerify: true\n- assertVisible: Welcome\n',
  );
  assert.deepEqual(outcomes(ran), ['COMPLETED', 'COMPLETED']);
  assert.match(ran.steps[0].note, /Android asked which app opens the link: took com\.example\.flows/);
});

test('without autoVerify the question stays', async () => {
  const ran = await world.run(null, '- openLink: ask://welcome\n- assertVisible: Open with\n');
  assert.deepEqual(outcomes(ran), ['COMPLETED', 'COMPLETED']);
});

test("Chrome's first pages are passed, with autoVerify", async () => {
  const ran = await world.run(
    null,
    '- openLink:\n    link: https://first.example\n    autoVerify: true\n- assertVisible: The page\n',
  );
  assert.match(ran.steps[0].note, /tapped com\.android\.chrome:id\/terms_accept[^]*negative_button/);
});

test('browser: true opens Chrome', async () => {
  const ran = await world.run(
    null,
    '- openLink:\n    link: https://page.example\n    browser: true\n- assertVisible: The page\n',
  );
  assert.deepEqual(outcomes(ran), ['COMPLETED', 'COMPLETED']);
});

const videos = (step) => step.artifacts.filter(({ type }) => type === 'recording');

test('startRecording and stopRecording keep a video in the folder of the flow', async () => {
  const ran = await world.run('taps', '- startRecording: clips/one\n- tapOn: Save\n- stopRecording\n');
  const [{ path: file }] = videos(ran.steps[2]);
  assert.match(file, /artifacts\/flows\/flow\/startRecording\/clips\/one\.mp4$/);
  assert.equal(fs.readFileSync(file).subarray(4, 8).toString(), 'ftyp');
});

test('a second recording is not started, and one that is left open is closed', async () => {
  const ran = await world.run('taps', '- startRecording: one\n- startRecording: two\n- tapOn: Save\n');
  assert.match(ran.steps[1].note, /a recording was running already/);
  const folder = ran.json.artifacts
    .find(({ type }) => type === 'flow_trace')
    .path.replace('trace.json', 'startRecording');
  assert.deepEqual(fs.readdirSync(folder), ['one.mp4']);
});

test('stopRecording without one says so', async () => {
  const ran = await world.run('taps', '- stopRecording\n');
  assert.match(ran.steps[0].note, /no recording was running/);
});

test('airplane mode of Android 8', async () => {
  const old = await startFlows({}, { args: ['--api', '26'] });
  const state = async () => (await old.device.shell('settings get global airplane_mode_on')).trim();
  const ran = await old.run(null, '- setAirplaneMode: enabled\n');
  assert.deepEqual([ran.steps[0].outcome, await state()], ['COMPLETED', '1']);
  await old.run(null, '- toggleAirplaneMode\n');
  assert.equal(await state(), '0');
});
