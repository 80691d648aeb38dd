// A table of commands, keys and forms of Maestro's flows: what each does to the device, and what
// its step says.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { outcomesOf, runRows } from './flow_rows.mjs';

const world = await startFlows();
const hit = (text) => `- assertVisible: "hit ${text}"\n`;

const rows = [
  ['tapOn text', 'taps', `- tapOn: Save\n${hit('Save')}`, { notes: /^(tap|touch) 200,350/ }],
  ['tapOn text, any case', 'taps', `- tapOn: sAvE\n${hit('Save')}`],
  ['tapOn regex', 'taps', `- tapOn: "Sa.*"\n${hit('Save')}`],
  ['tapOn literal with metacharacters', 'taps', `- tapOn: "Total (3)"\n${hit('Total \\\\(3\\\\)')}`],
  ['tapOn id', 'taps', `- tapOn:\n    id: save\n${hit('Save')}`],
  ['tapOn description', 'taps', `- tapOn: Close\n${hit('close')}`],
  ['tapOn index', 'taps', `- tapOn:\n    text: Item\n    index: 2\n${hit('second item button')}`],
  ['tapOn negative index', 'taps', `- tapOn:\n    text: Item\n    index: -2\n${hit('item button')}`],
  [
    'tapOn several: the first clickable one',
    'taps',
    `- tapOn: Item\n${hit('item button')}`,
    { says: /^3 matches, took .*"Item".* because it is the first that can be clicked/ },
  ],
  [
    'a covered element: the point is tapped, and said',
    'covered',
    `- tapOn: Buy\n${hit('offer')}`,
    { says: /btn "Offer" covers its centre and takes the tap/ },
  ],
  ['tapOn something disabled', 'taps', '- tapOn: "Off"\n', { says: /it is disabled/ }],
  [
    'a failure names what is nearest',
    'taps',
    '- extendedWaitUntil:\n    visible: Savee\n    timeout: 300\n',
    { status: 1, error: /^Assertion is false: "Savee" is visible$/, says: /similar: btn "Save"/ },
  ],
  [
    'and what else differs',
    'taps',
    '- extendedWaitUntil:\n    visible:\n      text: "Off"\n      enabled: true\n    timeout: 300\n',
    { status: 1, says: /enabled differs: btn "Off" disabled/ },
  ],
  ['tapOn point in percent', 'taps', `- tapOn:\n    point: 10%,14%\n`, { notes: /^(tap|touch) 108,336/ }],
  ['tapOn point in pixels', 'taps', `- tapOn:\n    point: "200,350"\n${hit('Save')}`],
  [
    'tapOn point inside an element',
    'taps',
    `- tapOn:\n    id: save\n    point: 25%,50%\n${hit('Save')}`,
    { notes: /^(tap|touch) 100,350/ },
  ],
  [
    'tapOn point out of range is soft',
    'taps',
    `- tapOn:\n    point: 120%,50%\n    optional: true\n`,
    { outcomes: 'W' },
  ],
  ['tapOn repeat', 'taps', `- tapOn:\n    id: count\n    repeat: 3\n- assertVisible: 3 counted\n`],
  ['doubleTapOn', 'taps', `- doubleTapOn: Twice\n${hit('double')}`],
  ['longPressOn', 'taps', `- longPressOn: Hold\n${hit('held')}`],
  [
    'retryTapIfNoChange',
    'taps',
    `- tapOn:\n    id: dead\n    retryTapIfNoChange: true\n`,
    { says: /nothing had changed: tapped once more/, count: [/^(tap|touch) 200,1950/, 2] },
  ],
  ['without it, once', 'taps', `- tapOn:\n    id: dead\n`, { count: [/^(tap|touch) 200,1950/, 1] }],
  ['assertVisible waits', 'late', `- assertVisible: Welcome\n`],
  ['assertVisible state', 'taps', `- assertVisible:\n    id: disabled\n    enabled: false\n`],
  [
    'optional: not found is a warning',
    'taps',
    `- tapOn:\n    text: Nowhere\n    optional: true\n- tapOn: Save\n${hit('Save')}`,
    { outcomes: 'WCC', slow: true },
  ],
  ['a toast is an element', 'toasts', '- tapOn: Send\n- assertVisible: Message sent\n'],
  ['assertNotVisible', 'taps', `- assertNotVisible: Nowhere\n`, { least: 500 }],
  ['assertNotVisible waits', 'leaves', `- assertNotVisible: Notice\n`],
  ['extendedWaitUntil', 'late', `- extendedWaitUntil:\n    visible: Welcome\n    timeout: 9_000\n`],
  [
    'extendedWaitUntil in vain',
    'taps',
    `- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 700\n`,
    { outcomes: 'F', status: 1, error: /^Assertion is false: "Nowhere" is visible$/ },
  ],
  [
    'assertTrue',
    'taps',
    '- assertTrue: ${MISSING}\n',
    { outcomes: 'F', status: 1, error: /^Assertion is false: undefined is true$/ },
  ],
  ['inputText', 'fields', `- tapOn: {id: name}\n- inputText: Ada\n- assertVisible: Ada\n`],
  ['inputText, not ASCII', 'fields', `- tapOn: {id: name}\n- inputText: Zoë ✓\n- assertVisible: Zoë ✓\n`],
  [
    'inputText drops line breaks',
    'fields',
    `- tapOn: {id: name}\n- inputText: "a\\nb"\n- assertVisible: ab\n`,
    { says: /1 line breaks, tabs or control characters were not typed/ },
  ],
  [
    'inputText that does not arrive',
    'fields',
    `- tapOn: {id: digits}\n- inputText: a1b2\n`,
    { says: /the field holds "12" now, not what was typed/ },
  ],
  ['inputText without a field', 'taps', `- inputText: lost\n`, { says: /no text field had the focus/ }],
  [
    'inputRandomNumber',
    'fields',
    `- tapOn: {id: digits}\n- inputRandomNumber:\n    length: 4\n- assertVisible: "[0-9]{4}"\n`,
  ],
  ['eraseText', 'fields', `- tapOn: {id: filled}\n- eraseText: 2\n- assertVisible: abcd\n`],
  ['eraseText, all', 'fields', `- tapOn: {id: filled}\n- eraseText\n- assertNotVisible: abc.*\n`],
  ['pressKey', 'fields', `- tapOn: {id: name}\n- inputText: x\n- pressKey: enter\n${hit('enter')}`],
  [
    'copyTextFrom and pasteText',
    'fields',
    `- copyTextFrom: {id: words}\n- tapOn: {id: name}\n- pasteText\n- assertVisible:\n    id: name\n    text: A label\n`,
  ],
  ['pasteText of nothing', 'fields', `- pasteText\n`, { says: /nothing was copied/ }],
  ['setClipboard', 'fields', `- setClipboard: kept\n- tapOn: {id: name}\n- pasteText\n- assertVisible: kept\n`],
  ['hideKeyboard', 'fields', `- tapOn: {id: name}\n- hideKeyboard\n- assertVisible: A label\n`],
  [
    'hideKeyboard without a keyboard leaves the screen',
    'taps',
    `- hideKeyboard\n`,
    { says: /no keyboard was showing: sent Back anyway/ },
  ],
  ['scroll', 'list', `- scroll\n- assertNotVisible: Row 1\n`, { notes: /^(touch|swipe) 540,1200 to 540,240/ }],
  ['scrollUntilVisible', 'list', `- scrollUntilVisible:\n    element: Row 40\n- assertVisible: Row 40\n`],
  [
    'scrollUntilVisible, percentage',
    'list',
    `- scrollUntilVisible:\n    element: Row 30\n    visibilityPercentage: 50\n`,
    { says: /below 100 means 0/ },
  ],
  [
    'scrollUntilVisible in vain',
    'list',
    `- scrollUntilVisible:\n    element: Row 99\n    timeout: 2000\n    speed: 100\n`,
    { outcomes: 'F', status: 1, error: /No visible element found: "Row 99"/ },
  ],
  ['swipe LEFT', 'pad', `- swipe:\n    direction: LEFT\n${hit('left')}`, { notes: /972,1200 to 108,1200/ }],
  ['swipe UP', 'pad', `- swipe:\n    direction: UP\n${hit('up')}`, { notes: /540,1200 to 540,240/ }],
  ['swipe DOWN', 'pad', `- swipe:\n    direction: DOWN\n${hit('down')}`, { notes: /540,480 to 540,2160/ }],
  [
    'swipe start and end',
    'pad',
    `- swipe:\n    start: 90%,50%\n    end: 10%,50%\n    duration: 200\n${hit('left')}`,
    { notes: /972,1200 to 108,1200/ },
  ],
  ['swipe pixels', 'pad', `- swipe:\n    start: "100,1200"\n    end: "900,1200"\n${hit('right')}`],
  [
    'swipe from an element',
    'pad',
    `- swipe:\n    from: {id: middle}\n    direction: RIGHT\n${hit('right')}`,
    { notes: /540,1250 to 972,1250/ },
  ],
  ['back', 'fields', `- back\n`],
  ['waitForAnimationToEnd', 'taps', `- waitForAnimationToEnd\n- waitForAnimationToEnd:\n    timeout: 500\n`],
  ['stopApp', 'taps', `- stopApp\n- assertNotVisible: Save\n`],
  ['launchApp', null, `- launchApp\n- assertVisible: Save\n`],
  [
    'launchApp, not installed',
    null,
    `- launchApp: com.example.nowhere\n`,
    { outcomes: 'F', status: 1, error: /^Unable to launch app com\.example\.nowhere: / },
  ],
  [
    'runFlow when, skipped and run',
    'taps',
    `- runFlow:\n    when:\n      visible: Save\n    commands:\n      - tapOn: Save\n` +
      `- runFlow:\n    when:\n      platform: iOS\n    commands:\n      - tapOn: Nowhere\n${hit('Save')}`,
    { outcomes: 'CCSC' },
  ],
  [
    'repeat times',
    'taps',
    `- repeat:\n    times: 3\n    commands:\n      - tapOn: {id: count}\n- assertVisible: 3 counted\n`,
    { outcomes: 'CCCCC' },
  ],
  [
    'repeat while',
    'taps',
    `- repeat:\n    while:\n      notVisible: 2 counted\n    commands:\n      - tapOn: {id: count}\n- assertVisible: 2 counted\n`,
  ],
  ['repeat 0 times', 'taps', `- repeat:\n    times: 0\n    commands:\n      - tapOn: Nowhere\n`, { outcomes: 'S' }],
  [
    'retry, capped at 3',
    'taps',
    `- retry:\n    maxRetries: 9\n    commands:\n      - tapOn: {id: count}\n      - extendedWaitUntil:\n          visible: Nowhere\n          timeout: 1\n`,
    { outcomes: 'FCFCFCFCF', status: 1 },
  ],
  [
    'retry that passes',
    'taps',
    `- retry:\n    maxRetries: 3\n    commands:\n      - tapOn: {id: count}\n      - extendedWaitUntil:\n          visible: 2 counted\n          timeout: 1\n`,
    { outcomes: 'CCFCC', says: /passed at run 2 of 4/ },
  ],
  [
    'env, its scope and precedence',
    'taps',
    '- runFlow:\n    env:\n      WORD: Hold\n    commands:\n      - tapOn: ${WORD}\n- tapOn: ${WORD}\n' + hit('Save'),
    { head: 'env:\n  WORD: Save\n', words: ['-e', 'WORD=Nowhere'] },
  ],
  [
    'scripts: values, output, a file, the clipboard',
    'fields',
    '- evalScript: ${output.n = 1 + 2}\n- tapOn: {id: name}\n- inputText: n ${output.n}\n- assertVisible: n 3\n' +
      '- runScript:\n    file: script.js\n    env:\n      WORD: given\n- copyTextFrom: {id: words}\n' +
      "- assertTrue: ${output.word === 'given' && maestro.copiedText === 'A label' && typeof WORD === 'undefined'}\n",
  ],
  [
    'a script that throws ends the flow, optional or not',
    'taps',
    '- runFlow:\n    optional: true\n    commands:\n      - evalScript: ${null.x}\n',
    { outcomes: 'FF', status: 1, error: /TypeError/ },
  ],
  ['assertScreenshot of an unchanged screen', 'taps', '- takeScreenshot: base\n- assertScreenshot: base\n'],
  [
    'assertScreenshot of a changed one',
    'taps',
    '- takeScreenshot: base\n- tapOn: Count\n- assertVisible: 1 counted\n- assertScreenshot:\n    path: base\n    thresholdPercentage: 100\n',
    { status: 1, error: /^Comparison error: Assert screenshot matches base - threshold not met, current: 99\.\d+%$/ },
  ],
  [
    'assertScreenshot allows a difference',
    'taps',
    '- takeScreenshot: base\n- tapOn: Count\n- assertVisible: 1 counted\n- assertScreenshot: base\n',
  ],
  [
    'screenshots of an element',
    'taps',
    '- takeScreenshot:\n    path: part\n    cropOn: Save\n- tapOn: Count\n- assertScreenshot:\n    path: part\n    cropOn: Save\n    thresholdPercentage: 100\n',
  ],
  [
    'assertScreenshot of another size',
    'taps',
    '- takeScreenshot:\n    path: part\n    cropOn: Save\n- assertScreenshot: part.png\n',
    { status: 1, error: /^Screenshot size mismatch: .* - expected 400x100, actual 1080x2400\./ },
  ],
  [
    'assertScreenshot without a picture',
    'taps',
    '- assertScreenshot: nowhere\n',
    { status: 1, error: /^Screenshot file not found: nowhere\.png\. Searched in: / },
  ],
  [
    'assertScreenshot with a threshold that is not a number',
    'taps',
    '- assertScreenshot:\n    path: base\n    thresholdPercentage: most\n',
    { status: 1, error: /^Invalid thresholdPercentage for assertScreenshot: "most"/ },
  ],
  ['label', 'taps', `- tapOn:\n    text: Save\n    label: Press the button\n`, { describes: /^Press the button$/ }],
];

world.write('script.js', 'console.log(`word ${WORD}`); output.word = WORD;\n');

runRows(world, rows);

const shell = async (command) => (await world.device.shell(command)).trim();
const granted = async () =>
  [...(await shell('dumpsys package com.example.flows')).matchAll(/permission\.(\w+): granted=true/g)]
    .map((m) => m[1])
    .join(' ');

// Commands whose effect is on the device around the app: steps, and how to see it.
const around = [
  ['launchApp grants what the app asks for', '- launchApp\n', granted, 'CAMERA RECORD_AUDIO READ_CONTACTS'],
  [
    'launchApp with permissions',
    '- launchApp:\n    permissions:\n      all: deny\n      camera: allow\n',
    granted,
    'CAMERA',
  ],
  [
    'setPermissions',
    '- setPermissions:\n    permissions:\n      microphone: allow\n      camera: unset\n',
    granted,
    'RECORD_AUDIO',
  ],
  ['clearState unsets permissions', '- clearState\n', granted, ''],
  ['setOrientation', '- setOrientation: LANDSCAPE_LEFT\n', () => shell('settings get system user_rotation'), '1'],
  ['setOrientation back', '- setOrientation: portrait\n', () => shell('settings get system user_rotation'), '0'],
  ['setDarkMode', '- setDarkMode: enabled\n- assertDarkMode\n', () => shell('cmd uimode night'), 'Night mode: yes'],
  ['toggleDarkMode', '- toggleDarkMode\n- assertLightMode\n', () => shell('cmd uimode night'), 'Night mode: no'],
  ['setAirplaneMode', '- setAirplaneMode: enabled\n', () => shell('cmd connectivity airplane-mode'), 'enabled'],
  ['toggleAirplaneMode', '- toggleAirplaneMode\n', () => shell('cmd connectivity airplane-mode'), 'disabled'],
  ['openLink', '- openLink: flows://late\n- assertVisible: Please wait\n', () => shell('echo seen'), 'seen'],
  [
    'killApp in the background',
    '- launchApp\n- pressKey: Home\n- killApp\n',
    () => shell('pidof com.example.flows'),
    '',
  ],
];
for (const [name, steps, look, seen] of around) {
  test(name, async () => {
    const ran = await world.run(null, steps);
    assert.match(outcomesOf(ran.steps), /^C+$/, JSON.stringify(ran.steps, null, 1));
    assert.equal(await look(), seen);
  });
}

test('commands that Maestro passes over in silence say what did not happen', async () => {
  const rows = [
    ['- launchApp\n- killApp\n', /only an app in the background can be killed/],
    ['- openLink: nobody://here\n', /no app on the device opens the link 'nobody:\/\/here'/],
    ['- launchApp:\n    permissions:\n      sms: allow\n', /3 of 3 permissions were not changed/],
    ['- clearState: com.example.nowhere\n', /not installed/],
  ];
  for (const [steps, said] of rows) {
    const ran = await world.run(null, steps);
    assert.match(ran.steps.at(-1).note ?? '', said, steps);
  }
});

test('arguments of a launch reach the app as typed values', async () => {
  const ran = await world.run(
    null,
    '- launchApp:\n    arguments:\n      on: true\n      n: 7\n      far: 5000000000\n      part: 1.5\n      word: "7"\n',
  );
  assert.equal(ran.steps[0].outcome, 'COMPLETED');
  const extras = ran.notes.filter((line) => line.startsWith('extra '));
  assert.deepEqual(
    extras,
    ['--ez on true', '--ei n 7', '--el far 5000000000', '--ed part 1.5', '--es word 7'].map((line) => `extra ${line}`),
  );
});

test('budgets count from the end of the last interaction', async () => {
  const wait = '- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 3000\n    optional: true\n';
  const { steps } = await world.run('taps', `- tapOn: Save\n${wait}${wait}- tapOn: Save\n${wait}`);
  const [, first, second, , third] = steps.map(({ duration_ms: ms }) => ms);
  assert.ok(second < first / 2, `${first} ms, then ${second} ms`);
  assert.ok(third > first / 2, `${first} ms, and ${third} ms after another tap`);
});

test('addMedia puts a picture into the gallery', async () => {
  world.write('cat.png', 'a picture');
  await world.run(null, '- addMedia:\n    - cat.png\n');
  assert.equal(await shell('cat /sdcard/Pictures/cat.png'), 'a picture');
});

test('screenshots go to the folder of the flow, and not out of it', async () => {
  const ran = await world.run('taps', '- takeScreenshot: login/first\n- takeScreenshot: ../out\n', { status: 1 });
  const [{ path: file }] = ran.steps[0].artifacts;
  assert.match(file, /artifacts\/flows\/flow\/takeScreenshot\/login\/first\.png$/);
  assert.equal(fs.readFileSync(file).subarray(1, 4).toString(), 'PNG');
  assert.equal(ran.steps[1].outcome, 'FAILED');
  assert.match(ran.json.error.message, /'\.\.\/out' is not inside the run's folder/);
});

test('a failure keeps the screen, the tree and the log, and names the crash', async () => {
  const ran = await world.run(null, '- launchApp\n- runFlow:\n    commands:\n      - tapOn: Nowhere\n', {
    status: 1,
    words: ['--env', 'A=b'],
  });
  assert.equal(ran.flow.failed_step.description, 'Tap on "Nowhere"');
  assert.equal(ran.json.error.message, 'Element not found: Text matching regex: Nowhere');
  const kept = Object.fromEntries(ran.flow.failed_step.artifacts.map(({ type, path }) => [type, path]));
  assert.equal(fs.readFileSync(kept.screenshot).subarray(1, 4).toString(), 'PNG');
  assert.match(fs.readFileSync(kept.hierarchy, 'utf8'), /Save/);
  assert.ok(fs.statSync(kept.log).size > 0);
});

test('a screenshot that differs leaves a picture of the differences', async () => {
  const steps =
    '- takeScreenshot: base\n- tapOn: Count\n- assertVisible: 1 counted\n- assertScreenshot:\n    path: base\n    thresholdPercentage: 100\n';
  const ran = await world.run('taps', steps, { status: 1 });
  const diff = ran.flow.failed_step.artifacts.find(({ type }) => type === 'diff');
  assert.match(diff.path, /takeScreenshot\/base_diff\.png$/);
  assert.equal(fs.readFileSync(diff.path).subarray(1, 4).toString(), 'PNG');
});
