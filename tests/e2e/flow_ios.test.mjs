// Flows on an iOS simulator: what each command asks simctl and AXe for, and which ones say that they can't.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { temporaryFolder } from './lib.mjs';
import { standIns, startMda } from './mda.mjs';
import { decodePng } from './png.mjs';

const state = temporaryFolder();
const mda = startMda({ env: { PATH: `${standIns}:${process.env.PATH}`, STAND_IN_DIR: state } });
fs.writeFileSync(path.join(mda.folder, 'a.png'), 'a picture');
const udid = '11111111-1111-4111-8111-111111111111';
const journal = path.join(state, 'journal.jsonl');

async function runFlow(steps, status = 0) {
  fs.writeFileSync(path.join(mda.folder, 'flow.yaml'), `appId: com.example.login\n---\n- launchApp\n${steps}`);
  fs.rmSync(journal, { force: true });
  const answer = await mda.run('flow run flow.yaml --platform ios --json');
  assert.equal(answer.status, status, answer.stdout);
  const trace = answer.json.artifacts.find(({ type }) => type === 'flow_trace');
  return {
    steps: JSON.parse(fs.readFileSync(trace.path, 'utf8')).steps,
    asked: fs
      .readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ tool, argv }) => [tool, ...argv].join(' ')),
  };
}

// Steps, and what is asked for; the last step passes.
const works = [
  ['tapOn', '- tapOn: Sign in\n', /axe tap /],
  ['tapOn id', '- tapOn:\n    id: email\n', /axe tap /],
  ['tapOn point', '- tapOn:\n    point: 50%,50%\n', /axe tap .*-x 201 -y 437/],
  ['longPressOn', '- longPressOn: Sign in\n', /axe (touch|swipe) /],
  ['inputText', '- tapOn:\n    id: email\n- inputText: abc\n', /axe type /],
  ['eraseText', '- tapOn:\n    id: email\n- eraseText: 3\n', /axe key-sequence --keycodes 42,42,42/],
  ['pressKey Enter', '- pressKey: Enter\n', /axe key 40/],
  ['pressKey Home', '- pressKey: Home\n', /axe button home/],
  ['swipe UP begins lower than on Android', '- swipe:\n    direction: UP\n', /axe swipe .*--start-y 786.* --end-y 87/],
  ['hideKeyboard', '- hideKeyboard\n', /axe swipe .*--start-y 437.* --end-y 410/],
  ['stopApp', '- stopApp\n', new RegExp(`xcrun simctl terminate ${udid} com.example.login`)],
  ['killApp', '- killApp\n', new RegExp(`xcrun simctl terminate ${udid} com.example.login`)],
  ['openLink', '- openLink: https://example.com\n', new RegExp(`xcrun simctl openurl ${udid} https://example.com`)],
  [
    'setLocation',
    '- setLocation:\n    latitude: 52.5\n    longitude: -1\n',
    new RegExp(`xcrun simctl location ${udid} set 52.5000000,-1.0000000`),
  ],
  ['setDarkMode', '- setDarkMode: enabled\n- assertDarkMode\n', new RegExp(`xcrun simctl ui ${udid} appearance dark`)],
  ['toggleDarkMode', '- toggleDarkMode\n- assertLightMode\n', new RegExp(`xcrun simctl ui ${udid} appearance light`)],
  ['addMedia', '- addMedia:\n    - a.png\n', new RegExp(`xcrun simctl addmedia ${udid} a.png`)],
  ['takeScreenshot', '- takeScreenshot: a\n', /xcrun simctl io .* screenshot/],
  ['recording', '- startRecording: a\n- stopRecording\n', /xcrun simctl io .* recordVideo/],
  ['assertions', '- assertVisible: Sign in\n- assertNotVisible: Nowhere\n- copyTextFrom: Login\n', /axe describe-ui/],
  [
    'conditions',
    '- runFlow:\n    when:\n      platform: iOS\n    commands:\n      - assertVisible: Login\n',
    /axe describe-ui/,
  ],
];
for (const [name, steps, asked] of works) {
  test(`${name} works on iOS`, async () => {
    const ran = await runFlow(steps);
    assert.deepEqual([...new Set(ran.steps.map(({ outcome }) => outcome))], ['COMPLETED'], JSON.stringify(ran.steps));
    assert.ok(
      ran.asked.some((line) => asked.test(line)),
      ran.asked.join('\n'),
    );
  });
}

// An element of 354 x 50 points is one of 1062 x 150 pixels of the picture.
test('a point of the screen is three pixels of a screenshot', async () => {
  const ran = await runFlow('- takeScreenshot: {path: part, cropOn: Sign in}\n');
  const part = decodePng(fs.readFileSync(ran.steps[1].artifacts[0].path));
  assert.deepEqual([part.width, part.height], [1062, 150]);
  const around = ['0,0,1206,990', '0,1140,1206,2622', '0,0,72,2622', '1134,0,1206,2622'];
  for (const [crop, regions] of [
    ['cropOn: Sign in, ', []],
    ['', around],
  ]) {
    const keys = `${crop}ignore: [Sign in], ignoreRegions: ${JSON.stringify(regions)}`;
    const { steps } = await runFlow(
      `- takeScreenshot: {path: whole, ${crop}}\n- assertScreenshot: {path: whole, ${keys}}\n`,
      1,
    );
    assert.match(steps[2].error, /^nothing is left to compare/);
  }
});

// Commands without an effect there, as in Maestro, say so in a note.
for (const [steps, note] of [
  ['- back\n', /iOS has no Back: nothing was done/],
  ['- pressKey: Volume Up\n', /Volume Up does nothing on iOS/],
  ['- setAirplaneMode: enabled\n', /no airplane mode: nothing was done/],
  ['- toggleAirplaneMode\n', /no airplane mode: nothing was done/],
  ['- setPermissions:\n    permissions:\n      camera: allow\n', /permissions of a simulator are not changed/],
]) {
  test(`${steps.trim().split('\n')[0]} does nothing on iOS, and says so`, async () => {
    const ran = await runFlow(steps);
    assert.equal(ran.steps[1].outcome, 'COMPLETED');
    assert.match(ran.steps[1].note, note);
  });
}

for (const [steps, error] of [
  ['- clearState\n', /'clear' is not offered/],
  ['- launchApp:\n    clearState: true\n', /'clear' is not offered/],
  ['- launchApp:\n    arguments:\n      a: b\n', /'launch with arguments' is not offered/],
  ['- setOrientation: LANDSCAPE_LEFT\n', /'orientation' is not offered/],
  ['- inputText: Zoë\n', /'ë' \(U\+00EB\) cannot be typed/],
]) {
  test(`${steps.trim().replace(/\n */g, ' ')} fails on iOS, with the reason`, async () => {
    const ran = await runFlow(steps, 1);
    assert.equal(ran.steps.at(-1).outcome, 'FAILED');
    assert.match(ran.steps.at(-1).error, error);
  });
}
