// The tools of mobile-tester-agent on a virtual device, each called by a scripted model through the
// real program: the replies, and the state that they leave.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, program, run, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startProfile } from './models/profiles.mjs';

const server = await startAdbServer();

// A model that makes these calls, one a turn, and keeps the replies. The same model, asked without
// tools, looks at one picture.
function caller(calls, look = 'NO\nit is grey') {
  const told = [];
  const looks = [];
  let next = 0;
  let turns = -1;
  let reply;
  const script = (turn) => {
    if (turn.tools.length === 0) {
      looks.push(turn);
      return { text: look };
    }
    if (turn.messages.length === turns) return reply;
    turns = turn.messages.length;
    for (const result of turn.last) told.push(result);
    const [name, args = {}] = calls[next++] ?? [];
    reply = name ? { calls: [{ name, args }] } : { text: 'Step 1: FAIL — only tried' };
    return reply;
  };
  return Object.assign(script, { told, looks });
}

// Run the calls on a device of their own; the model's results, and the run's
// folder and events.
async function runTools(calls, { profile = 'anthropic', look, steps = ['Log in with {{password}}'], env = {} } = {}) {
  const device = await startVirtual(server);
  const script = caller(calls, look);
  const mock = await startProfile(profile, script);
  atEnd(() => mock.stop());
  const folder = temporaryFolder();
  const scenario = path.join(folder, 'scenario.json');
  fs.writeFileSync(
    scenario,
    JSON.stringify({
      goal: 'Try the tools',
      packageName: 'com.example.notes',
      steps,
    }),
  );
  const { out, err } = await run(
    program('mobile-tester-agent'),
    [
      'run',
      scenario,
      '--jsonl',
      '--device',
      device.serial,
      '--profile',
      mock.profile,
      '--report',
      path.join(folder, 'report'),
      '--no-replay',
    ],
    {
      cwd: folder,
      env: { ...server.env, ...mock.environment, SECRET_PASSWORD: 'secret123', XDG_STATE_HOME: folder, ...env },
    },
  );
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(lines.length > 1, err);
  return { told: script.told, looks: script.looks, lines, folder, device, out, err };
}

test('the limits of adb alone are reported once in a run', async () => {
  const { told } = await runTools(
    [
      ['verifyElementVisible', { text: 'Saved' }],
      ['verifyElementVisible', { text: 'Sent' }],
    ],
    { env: { AGENTEST_DISABLE_HELPER: '1' } },
  );
  assert.deepEqual(
    told.map(({ text }) => /^NOT_VISIBLE/.test(text)),
    [true, true],
  );
  assert.deepEqual(
    told.map(({ text }) => /it may have been a toast/.test(text)),
    [true, false],
    told[1].text,
  );
  assert.ok(told[1].text.length < 160, told[1].text);
});

test('refs stay when the screen is read again, and when the app marks what is wrong', async () => {
  const { told } = await runTools([
    ['tap', { text: 'Forgot password?' }],
    ['tap', { text: 'OK' }],
    ['getScreenDump'],
    ['perceiveScreen'],
    ['getScreenDump'],
    ['inputText', { fieldSelector: 'E-mail', text: 'nobody' }],
    ['tap', { text: 'Log in' }],
    ['getScreenDump'],
  ]);
  const refs = (text) =>
    ['E-mail', 'Password', 'Log in'].map((label) => new RegExp(`(@\\w+) (?:input|btn).*"${label}"`).exec(text)?.[1]);
  const [, shown, first, , again, , , marked] = told.map(({ text }) => text);
  assert.match(refs(shown).join(' '), /^@f\d+ @f\d+ @b\d+$/, shown);
  assert.deepEqual(refs(first), refs(shown), first);
  assert.equal(again, 'OK: unchanged since getScreenDump above');
  assert.deepEqual(refs(marked), refs(first), marked);
  assert.match(marked, /Wrong e-mail or password|error=|invalid=/);
});

// No picture or video stays on the phone.
async function assertClean(device) {
  assert.doesNotMatch(await device.shell('ls', '-R', '/sdcard', '/data/local/tmp'), /\.(png|mp4)/);
}

// Each call with what the model must be told.
const login = [
  [
    'startTestingScenario',
    { appPackage: 'com.example.notes' },
    /^OK: launched com\.example\.notes \(foreground confirmed\)/,
  ],
  ['startTestingScenario', { appPackage: 'com.example.notes' }, /^ERROR: com\.example\.notes was started already/],
  ['getScreenSize', {}, /^OK: 1080x2400/],
  ['perceiveScreen', {}, /^OK: 6 items[^]*"role":"input","text":"E-mail","id":"email"[^]*"ref":"@f1"/],
  ['getScreenDump', {}, /^OK: the screen[^]*@f2 input hint="Password" password/],
  [
    'findUiElementsByText',
    { text: 'PASSWORD' },
    /^OK: 2 matches for 'PASSWORD'[^]*\[\{"value":"Password","cx":540,"cy":517\},\{"value":"Forgot password\?"/,
  ],
  [
    'tap',
    { text: 'remember me' },
    /^TAPPED: \(540,670\) check "Remember me" unchecked @c1 by text; ~ @c1 check "Remember me" unchecked -> check "Remember me" checked$/,
  ],
  ['tap', { ref: '@c1' }, /^TAPPED: \(540,670\).* @c1 by ref/],
  ['tap', { text: 'Lgo in' }, /^NOT_FOUND: 'Lgo in': no visible element has text "Lgo in"; nearest: btn "Log in"/],
  ['tap', { text: 'password', position: 7 }, /^AMBIGUOUS: 2 matches for 'password' — retry with position in 0\.\.1/],
  [
    'inputText',
    { fieldSelector: 'email', selectorType: 'resource-id', text: 'demo@example.com' },
    /^OK: "demo@example\.com" entered; input hint="E-mail" @f1 by resource-id; the keyboard is hidden/,
  ],
  [
    'inputText',
    { fieldSelector: 'Password', text: '{{password}}' },
    /^OK: 9 characters entered; input hint="Password" password @f2 by hint/,
  ],
  ['hideKeyboard', {}, /^OK: the keyboard is not shown/],
  ['verifyElementNotVisible', { text: 'New note' }, /^OK: 'New note' is not visible \(as expected\)/],
  [
    'tap',
    { text: 'log in' },
    /^TAPPED: \(540,820\) btn "Log in" @b1 by text; the screen has changed[^]*btn "Note 1 Meeting"/,
  ],
  ['verifyElementVisible', { text: 'new NOTE' }, /^VISIBLE: 1 match\(es\) for 'new NOTE'/],
  ['verifyElementVisible', { text: 'Log in' }, /^NOT_VISIBLE: 'Log in' not on screen/],
  ['verifyElementNotVisible', { text: 'Search' }, /^NOT_VISIBLE: 'Search' is still visible/],
  ['swipeUp', {}, /^OK: moved the finger from \(540,1920\) to \(540,480\); the screen has changed/],
  ['swipeDown', {}, /^OK: moved the finger from \(540,480\) to \(540,1920\)/],
  [
    'scrollVertically',
    { distance: 600 },
    /^OK: moved the finger from \(540,1800\) to \(540,1200\); the screen has changed/,
  ],
  ['scrollVertically', { distance: -600 }, /^OK: moved the finger from \(540,600\) to \(540,1200\)/],
  ['scrollHorizontally', { distance: 5000 }, /^OK: moved the finger from \(270,1200\) to \(1078,1200\)/],
  ['tapByCoordinates', { x: 1006, y: 136 }, /^TAPPED: \(1006,136\) btn "Settings"[^]*switch "Synchronise"/],
  ['tap', { text: 'Allow notifications' }, /^TAPPED: .*a permission dialog is in front/],
  ['goBack', {}, /^OK: pressed back/],
  ['goBack', {}, /^OK: pressed back/],
  ['wait', { ms: 60 }, /^OK: waited 60 ms/],
  ['takeScreenshot', { goalName: 'the list' }, /^OK: screenshots\/\d{4}-takeScreenshot\.png/],
  ['startScreenRecording', {}, /^ERROR: a run with secrets is not recorded/],
  ['stopScreenRecording', {}, /^ERROR: the screen is not being recorded/],
  ['launchAppByPackage', { packageName: 'com.example.shop' }, /^ERROR: /],
  ['assertByLooking', { question: 'Is it blue?' }, /^NOT_VISIBLE: no, by a judgement: "it is grey"/],
  ['closeApp', {}, /^OK: App 'com\.example\.notes' has been force-stopped\./],
  ['verifyElementVisible', { text: 'Notes' }, /^ERROR: outside com\.example\.notes/],
  ['tap', { text: 'Notes' }, /^ERROR: outside com\.example\.notes/],
  ['launchAppByPackage', { packageName: 'com.example.notes' }, /^OK: launched com\.example\.notes/],
  // It is the last reply: the end of the last step ends the run.
  ['stepDone', { step: 1, verdict: 'FAIL', reason: 'only tried' }],
];

test('each tool does what it says, and tells what has changed', async () => {
  const { told, lines, folder, device, out, err } = await runTools(login.map(([name, args]) => [name, args]));
  for (const [k, [name, args, says]] of login.entries()) {
    const label = `${k}: ${name} ${JSON.stringify(args)}`;
    if (!says) continue;
    assert.equal(told[k]?.name, name, label);
    assert.match(told[k].text, says, label);
  }
  assert.match(lines.find(({ toolName }) => toolName === 'stepDone').result, /^OK: step 1 is FAIL/);
  assert.doesNotMatch(out + err, /secret123/);
  for (const { text } of told) assert.doesNotMatch(text, /com\.agentest|secret123/);
  const report = path.join(folder, 'report');
  const pictures = fs
    .readdirSync(report, { recursive: true })
    .filter((name) => /screenshots\/\d{4}-\w+\.png$/.test(name));
  for (const name of ['tap', 'inputText', 'swipeUp', 'closeApp', 'takeScreenshot'])
    assert.ok(
      pictures.some((file) => file.endsWith(`-${name}.png`)),
      name,
    );
  assert.ok(
    lines.some(({ type, toolName, result }) => type === 'tool' && toolName === 'tap' && /^TAPPED/.test(result)),
  );
  await assertClean(device);
});

test('a toast proves its text, says that it is one, and does so for its own action only', async () => {
  const { told, lines } = await runTools([
    ['startTestingScenario', { appPackage: 'com.example.notes' }],
    ['inputText', { fieldSelector: 'email', selectorType: 'resource-id', text: 'demo@example.com' }],
    ['inputText', { fieldSelector: 'Password', text: '{{password}}' }],
    ['tap', { text: 'log in' }],
    ['tap', { text: 'Meeting' }],
    ['tap', { text: 'Save' }],
    ['verifyElementVisible', { text: 'Saved' }],
    ['tap', { text: 'New note' }],
    ['verifyElementVisible', { text: 'Saved' }],
  ]);
  assert.match(told[5].text, /toast "Saved", \d\.\d s ago/);
  assert.match(told[6].text, /^VISIBLE: no element, but a toast says 'Saved'; it was a toast "Saved", \d\.\d s ago/);
  assert.match(
    told[8].text,
    /^NOT_VISIBLE: 'Saved' not on screen .*toast "Saved", \d+\.\d s ago, which is before the last action/,
  );
  assert.ok(lines.some(({ type, result }) => type === 'tool' && /but a toast says/.test(result)));
});

test('a video is saved, and is not left on the phone', async () => {
  const { told, folder, device } = await runTools(
    [['startScreenRecording'], ['tap', { text: 'Log in' }], ['stopScreenRecording'], ['startScreenRecording']],
    { steps: ['Try to log in'] },
  );
  assert.match(told[0].text, /^OK: the screen is being recorded/);
  assert.match(told[2].text, /^OK: video\/chunk-001\.mp4/);
  const files = fs.readdirSync(path.join(folder, 'report'), { recursive: true });
  for (const name of ['chunk-001.mp4', 'chunk-002.mp4'])
    assert.ok(
      files.some((file) => file.endsWith(`video/${name}`)),
      name,
    );
  await assertClean(device);
});

test('a crash ends the step, and says what has died', async () => {
  const { told, lines } = await runTools([
    ['startTestingScenario', { appPackage: 'com.example.notes' }],
    ['inputText', { fieldSelector: 'E-mail', text: 'demo@example.com' }],
    ['inputText', { fieldSelector: 'Password', text: '{{password}}' }],
    ['tap', { text: 'Log in' }],
    ['tap', { text: 'Settings' }],
    ['tap', { text: 'Crash' }],
  ]);
  const tool = lines.filter(({ type }) => type === 'tool').at(-1);
  assert.equal(tool.toolName, 'tap');
  assert.match(tool.result, /^ERROR: .*crashed/);
  assert.equal(lines.at(-1).verdict, 'FAIL');
  assert.ok(told.length >= 5);
});

// The answer to the look, and the result that the model gets; null if no look is expected.
for (const [profile, look, says] of [
  ['seeing', 'YES\nthe button "Log in" is blue', /^VISIBLE: yes, by a judgement: "the button \\"Log in\\" is blue"/],
  ['seeing', 'No.\nit is grey', /^NOT_VISIBLE: no, by a judgement: "it is grey"/],
  ['seeing', 'YES', /^ERROR: the look said yes without saying what it saw/],
  ['seeing', 'It may be blue.\nYES', /^ERROR: the look gave no clear answer: "It may be blue\.\\nYES"/],
  ['ollama', null, /^ERROR: this model cannot see pictures/],
]) {
  test(`a look that says ${JSON.stringify(look)} (${profile})`, async () => {
    const { told, looks, lines } = await runTools([['assertByLooking', { question: 'Is the button blue?' }]], {
      profile,
      look,
    });
    assert.match(told[0].text, says);
    assert.equal(looks.length, look === null ? 0 : 1);
    if (look !== null) {
      assert.equal(looks[0].images.length, 1);
      assert.equal(looks[0].messages.length, 1); // it knows nothing of the run
      assert.match(looks[0].user, /Is the button blue\?/);
    }
    assert.notEqual(lines.at(-1).verdict, 'PASS'); // a judgement is not a measurement
  });
}
