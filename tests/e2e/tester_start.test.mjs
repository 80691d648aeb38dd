// tester_start.test.mjs: a scenario begins where it says, whatever the run
// before it has left behind
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { atEnd, root, run, program, startAdbServer, startVirtual, temporaryFolder, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { appFile, canary, startRun } from './tester.mjs';

const server = await startAdbServer();
const device = await startVirtual(server, ['--app', appFile()]);
const app = 'com.example.notes';
let script;
const mock = await startProfile('anthropic', (turn) => script(turn));
atEnd(() => mock.stop());

const login = [
  [
    steps.type('email', 'demo@example.com', { selectorType: 'resource-id' }),
    steps.type('password', '{{password}}', { selectorType: 'resource-id' }),
  ],
  [steps.tap('Log in')],
  [steps.sees('New note')],
];
const logsIn = {
  goal: 'Log in',
  packageName: app,
  steps: ['Log in as demo@example.com with {{password}}; "New note" is shown'],
};

// A run of these steps, each with the calls of its turns, from the first call
// on: the engine has started the app.
async function play(scenario, plan, more = {}) {
  script = goodTester(plan, { started: true });
  const ended = await startRun(device, server, { scenario, mock, ...more }).ended;
  if (mock.failure) throw mock.failure;
  const started = ended.events.find(({ toolName }) => toolName === 'startTestingScenario');
  return Object.assign(ended, { started: started?.result ?? '' });
}
const passes = (ended) => assert.equal(ended.status, 0, ended.err + ended.out.slice(-3000));
const journal = async () => (await device.console('virtual journal')).split('\n').map((line) => line.trim());
const asInstalled = () => device.shell(`pm clear ${app}`);

test('log in twice: with the data cleared the app is logged out each time', async () => {
  for (let i = 0; i < 2; i++) {
    const ended = await play({ ...logsIn, reset: 'data' }, [login]);
    passes(ended);
    assert.match(
      ended.started,
      /^OK: launched com\.example\.notes \(foreground confirmed\).*; cleared the data of com\.example\.notes/s,
    );
  }
});

test('the default restarts the app, which keeps its data', async () => {
  const ended = await play(
    { goal: 'Still in', packageName: app, steps: ['Open the settings; "Dark theme" is shown'] },
    [[[steps.tap('Settings', { selectorType: 'content-desc' })], [steps.sees('Dark theme')]]],
  );
  passes(ended);
  assert.doesNotMatch(ended.started, /cleared/);
  assert.ok((await device.shell('logcat -d')).includes(`Force stopping ${app}`));
});

test('"none" continues with the screen as it is', async () => {
  await device.shell('logcat -c');
  const ended = await play(
    { goal: 'Go on', packageName: app, reset: 'none', steps: ['Sort by "Title"; it is selected'] },
    [[[steps.tap('Title')], [steps.other('verifyState', { text: 'Title', state: 'checked' })]]],
  );
  assert.doesNotMatch(await device.shell('logcat -d'), /Force stopping/);
  assert.match(ended.events.find(({ toolName }) => toolName === 'tap').result, /^TAPPED/);
});

test('a keyguard is dismissed before the launch', async () => {
  await asInstalled();
  await device.console('virtual lock');
  assert.match(await device.shell('dumpsys window'), /NotificationShade/);
  passes(await play(logsIn, [login]));
});

test('a launch that is lost is repeated once', { timeout: 120000 }, async () => {
  await device.fault('launch-lost');
  const ended = await play({ ...logsIn, reset: 'data' }, [login]);
  passes(ended);
  assert.match(ended.started, /the first launch was lost, this is the second/);
});

test('permissions are granted and revoked before the launch', async () => {
  const scenario = {
    goal: 'Camera',
    packageName: app,
    reset: 'none',
    steps: ['Tap the camera; "Camera ready" is shown'],
    permissions: { grant: ['CAMERA'], revoke: ['android.permission.POST_NOTIFICATIONS'] },
  };
  await device.shell(`pm grant ${app} android.permission.POST_NOTIFICATIONS`);
  const ended = await play(scenario, [
    [[steps.tap('Camera', { selectorType: 'content-desc' })], [steps.sees('Camera ready')]],
  ]);
  passes(ended);
  assert.match(ended.started, /; revoked android\.permission\.POST_NOTIFICATIONS; granted CAMERA/);
  const dump = await device.shell(`dumpsys package ${app}`);
  assert.match(dump, /CAMERA: granted=true/);
  assert.match(dump, /POST_NOTIFICATIONS: granted=false/);
});

test('a link opens its page', async () => {
  const ended = await play(
    {
      goal: 'About',
      packageName: app,
      deepLink: 'notes://about',
      steps: ['Read the version; "Notes 1.4.2 (142)" is shown'],
    },
    [[[steps.sees('Notes 1.4.2 (142)')]]],
  );
  passes(ended);
});

test('locale and orientation are set, and set back after the run', async () => {
  await device.shell(`cmd locale set-app-locales ${app} --locales fr-FR`);
  await device.console('virtual journal clear');
  const ended = await play({ ...logsIn, reset: 'data', locale: 'de-DE', orientation: 'landscape' }, [login]);
  passes(ended);
  assert.match(ended.started, /; locale de-DE; orientation landscape/);
  const said = (await journal()).join('\n');
  const order = [
    'set-app-locales com.example.notes --locales de-DE',
    'put system user_rotation 1',
    'am start',
    'set-app-locales com.example.notes --locales fr-FR',
    'put system user_rotation 0',
  ];
  let at = 0;
  for (const words of order) {
    at = said.indexOf(words, at);
    assert.ok(at >= 0, `${words} in\n${said}`);
  }
  assert.match(await device.shell(`cmd locale get-app-locales ${app}`), /\[fr-FR\]/);
});

// The first stop is ignored; the test ends the app itself, or never.
for (const [what, times, prefix] of [
  ['a process that goes late is waited for', 1, 'OK'],
  ['an app that cannot be ended is not restarted', 100, 'ERROR'],
]) {
  test(what, { timeout: 120000 }, async () => {
    const ready = Promise.withResolvers();
    const restarts = goodTester([[[steps.other('restartApp')], [steps.sees('Welcome to Notes')]]], { started: true });
    script = async (turn) => {
      await ready.promise;
      return restarts(turn);
    };
    const scenario = {
      goal: 'Restart',
      packageName: app,
      reset: 'data',
      steps: ['Restart the app; "Welcome to Notes" is still shown'],
    };
    const run = startRun(device, server, { scenario, mock });
    await run.until((events) => events.some(({ toolName }) => toolName === 'startTestingScenario'));
    await device.console('virtual journal clear');
    await device.fault('stop-ignored', times);
    ready.resolve();
    await until(async () => (await journal()).some((line) => line.includes(`am force-stop ${app}`)), 'the stop');
    await device.shell(`am force-stop ${app}`);
    await until(() => run.events.some(({ toolName }) => toolName === 'restartApp'), 'its end');
    await device.fault('stop-ignored', 0);
    run.stop();
    await run.ended;
    assert.equal(run.events.find(({ toolName }) => toolName === 'restartApp').resultPrefix, prefix, run.out);
  });
}

// A start that fails leaves its steps untested.
for (const [what, more, says] of [
  [
    'an APK that is not there',
    { apk: 'gone.apk' },
    /'apk': there is no file '.*\/gone\.apk'; a relative path begins in the folder of the scenario's file/,
  ],
  [
    'a permission that the app does not ask for',
    { permissions: { grant: ['SEND_SMS'] } },
    /'permissions': .*cannot grant 'android\.permission\.SEND_SMS': the app does not ask for it/,
  ],
  [
    'a link that the app does not open',
    { deepLink: 'https://example.com/' },
    /has no activity for the link 'https:\/\/example\.com\/'/,
  ],
  ['an app that is not installed', { packageName: 'com.example.absent', reset: 'data' }, /com\.example\.absent/],
]) {
  test(`a start fails: ${what}`, async () => {
    const ended = await play({ ...logsIn, ...more }, [login]);
    assert.equal(ended.status, 3, ended.out);
    assert.match(ended.last.reason, says);
    assert.doesNotMatch(ended.last.verdict ?? '', /PASS|FAIL/);
  });
}

test('an APK is installed from the folder of the scenario, whatever the folder of the program', async () => {
  const folder = temporaryFolder();
  fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(folder, 'app.apk'));
  fs.writeFileSync(
    path.join(folder, 'scenario.yaml'),
    [
      `profile: ${mock.profile}`,
      'goal: Fresh',
      'packageName: com.example.fixture',
      'reset: reinstall',
      'apk: app.apk',
      'steps: [Look]',
    ].join('\n'),
  );
  const ended = await run(
    program('mobile-tester-agent'),
    ['run', path.join(folder, 'scenario.yaml'), '--data', path.join(folder, 'data'), '--device', device.serial],
    { cwd: '/', env: { ...server.env, ...mock.environment } },
  );
  assert.match(ended.out + ended.err, /Success|installed .*\/app\.apk|no launcher activity|has no launcher/);
});

for (const [line, says] of [
  ['reset: everything', /'reset' must be one of 'restart', 'none', 'data', 'reinstall'/],
  ['reset: reinstall', /'reset: reinstall' needs 'apk'/],
  ['permissions: [CAMERA]', /'permissions' must be an object of the lists 'grant' and 'revoke'/],
  ['locale: german language', /'locale' must be a language tag/],
  ['setup: Log in', /'setup' must be a list of steps in plain words/],
]) {
  test(`${line}: status 2 and what is valid`, async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'scenario.yaml');
    fs.writeFileSync(file, `goal: g\npackageName: ${app}\nsteps: [Look]\n${line}\n`);
    const ended = await run(program('mobile-tester-agent'), ['run', file, '--data', path.join(folder, 'data')], {
      cwd: folder,
      env: server.env,
    });
    assert.equal(ended.status, 2, ended.out + ended.err);
    assert.match(ended.err, says);
  });
}

// The calls of several parts, one after the other: each part asks the model for
// itself.
function parts(...scripts) {
  let part = 0;
  return (turn) => {
    if (turn.last.length === 0 && part < scripts.length && turn.messages.length <= 1) part++;
    return scripts[Math.max(part - 1, 0)](turn);
  };
}
const logsOut = [
  [steps.tap('Settings', { selectorType: 'content-desc' })],
  [steps.other('scrollDown')],
  [steps.tap('Log out')],
  [steps.sees('Welcome to Notes')],
];

test('setup comes before the steps, teardown after them, and neither is a step', async () => {
  const scenario = {
    goal: 'Search',
    packageName: app,
    reset: 'data',
    setup: ['Log in as demo@example.com with {{password}}'],
    steps: ['Open the search; "Search" is shown'],
    teardown: ['Log out'],
  };
  script = parts(
    goodTester([login], { started: true }),
    goodTester(
      [
        [
          [steps.tap('Search', { selectorType: 'content-desc' })],
          [steps.other('takeScreenshot', { goalName: 'search' })],
          [steps.sees('query')],
        ],
      ],
      { started: true },
    ),
    goodTester([logsOut], { started: true }),
  );
  const ended = await startRun(device, server, { scenario, mock }).ended;
  const phases = ended.events.filter(({ phase }) => phase).map(({ phase }) => phase);
  assert.deepEqual([...new Set(phases)], ['setup', 'teardown']);
  assert.ok(
    ended.events.some(({ message }) => /^setup step 1 PASS: /.test(message ?? '')),
    ended.out,
  );
  assert.equal(ended.events.filter(({ type, state }) => type === 'step' && state === 'ended').length, 1);
  assert.doesNotMatch(ended.out, new RegExp(canary.slice(0, 8)));
  assert.ok((await device.shell(`run-as ${app} cat shared_prefs/user_prefs.xml`)).length >= 0);
});

test('a setup that fails explains a run that does not pass, and does not decide it', async () => {
  const scenario = {
    goal: 'g',
    packageName: app,
    reset: 'data',
    setup: ['Do the impossible'],
    steps: ['"New note" is shown'],
  };
  const gives = (text, reason) => goodTesterOf([[steps.sees(text)], [steps.done(1, 'FAIL', reason)]]);
  script = parts(gives('Impossible', 'there is no such button'), gives('New note', 'it is not there'));
  const ended = await startRun(device, server, { scenario, mock }).ended;
  assert.equal(ended.status, 1, ended.out);
  assert.match(ended.last.summary, /^Step 1: FAIL[^]*The setup did not pass: Step 1: FAIL/);
  script = parts(gives('Impossible', 'there is no such button'), goodTester([login], { started: true }));
  const passed = await startRun(device, server, {
    scenario: { ...logsIn, reset: 'data', setup: ['Do the impossible'] },
    mock,
  }).ended;
  passes(passed);
  assert.doesNotMatch(passed.last.summary, /setup/);
});

const stuck = (teardown) => ({
  goal: 'g',
  packageName: app,
  reset: 'data',
  steps: ['"Nowhere" is shown'],
  teardown: [teardown],
});
const tornDown = ({ events }, said) =>
  events.some(({ phase, message }) => phase === 'teardown' && said.test(message ?? ''));

// A run that is stopped once its model has been asked about the step.
async function stopMidway(scenario, teardown) {
  const asked = Promise.withResolvers();
  const waits = goodTesterOf([[steps.other('waitFor', { text: 'Nowhere', seconds: 300 })]]);
  script = parts((turn) => {
    asked.resolve();
    return waits(turn);
  }, teardown);
  const run = startRun(device, server, { scenario, mock });
  await asked.promise;
  run.stop();
  return run.ended;
}

test('the teardown is done when a step fails and when the run is stopped in its middle', async () => {
  const scenario = stuck('"Log in" is shown');
  const looks = () => goodTester([[[steps.sees('Log in')]]], { started: true });
  script = parts(goodTesterOf([[steps.sees('Nowhere')], [steps.done(1, 'FAIL', 'it is not there')]]), looks());
  const failed = await startRun(device, server, { scenario, mock }).ended;
  assert.equal(failed.status, 1, failed.out);
  assert.ok(tornDown(failed, /^teardown step 1 PASS: /), failed.out);
  const stopped = await stopMidway(scenario, looks());
  assert.equal(stopped.last.end, 'stopped', stopped.out);
  assert.ok(tornDown(stopped, /^teardown step 1 PASS: /), stopped.out);
});

test('a stopped run has the time that its teardown takes', async () => {
  const teardown = goodTesterOf([
    [steps.other('waitFor', { text: 'Nowhere', seconds: 30 })],
    [steps.sees('Log in')],
    [steps.done(1)],
  ]);
  const stopped = await stopMidway(stuck('Wait, then "Log in" is shown'), teardown);
  assert.equal(stopped.last.end, 'stopped', stopped.out); // its worker was not taken for one that hangs
  assert.ok(tornDown(stopped, /^teardown step 1 /), stopped.out);
});

// These calls, a turn each, and then nothing more.
function goodTesterOf(turns) {
  let next = 0;
  return () => (next < turns.length ? { calls: turns[next++] } : { text: 'All is done.' });
}
