// Words of flows beyond Maestro: hooks and reasons for failures, other branches, secrets.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { outcomesOf, runRows } from './flow_rows.mjs';
import { decodePng } from './png.mjs';

const world = await startFlows();
const hit = (text) => `- assertVisible: "hit ${text}"\n`;
const never = '- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 1\n';
const failing = (more) => `- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 1\n${more}`;

runRows(world, [
  [
    'message is the reason, and the usual one a note',
    'taps',
    failing('    message: ${WORD} has not come\n'),
    {
      head: 'env:\n  WORD: Supper\n',
      status: 1,
      outcomes: 'F',
      error: /^Supper has not come$/,
      says: /Assertion is false: "Nowhere" is visible/,
    },
  ],
  [
    'message of a runFlow is that of what fails in it',
    'taps',
    `- runFlow:\n    message: Not logged in\n    commands:\n      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n`,
    { status: 1, outcomes: 'FF', error: /^Not logged in$/ },
  ],
  [
    'message of an optional step',
    'taps',
    failing('    optional: true\n    message: Not today\n'),
    { outcomes: 'W', says: /Assertion is false/ },
  ],
  [
    'onFlowFailure runs after a failure, before onFlowComplete, and the flow stays failed',
    'taps',
    never + '- tapOn: Save\n',
    {
      head:
        'onFlowFailure:\n  - tapOn: Hold\n  - assertVisible: hit tapped\nonFlowComplete:\n' +
        '  - tapOn: Twice\n  - assertVisible: hit once\n',
      status: 1,
      outcomes: 'FCCCC',
      error: /^Assertion is false: "Nowhere" is visible$/,
    },
  ],
  [
    'onFlowFailure has a failure of its own',
    'taps',
    never,
    {
      head: 'onFlowFailure:\n  - extendedWaitUntil: {visible: "No such", timeout: 1}\n  - tapOn: Save\n',
      status: 1,
      outcomes: 'FF',
      error: /^Assertion is false: "Nowhere" is visible$/,
    },
  ],
  [
    'onFlowFailure does not run after a success or a warning',
    'taps',
    failing('    optional: true\n') + '- tapOn: Save\n',
    { head: 'onFlowFailure:\n  - tapOn: Hold\n', outcomes: 'WC' },
  ],
  [
    'onFlowFailure runs when onFlowStart or onFlowComplete fails',
    'taps',
    '- tapOn: Save\n',
    {
      head:
        'onFlowComplete:\n  - extendedWaitUntil: {visible: Nowhere, timeout: 1}\nonFlowFailure:\n' +
        '  - tapOn: Hold\n',
      status: 1,
      outcomes: 'CFC',
    },
  ],
  [
    'onFlowFailure knows the failed step, in a script too',
    'fields',
    failing('    label: The last step\n    message: Gone\n'),
    {
      head:
        'onFlowFailure:\n  - tapOn: {id: name}\n  - inputText: "${FAILURE_STEP} ${FAILURE_MESSAGE}"\n' +
        '  - assertVisible: The last step Gone\n' +
        "  - assertTrue: ${FAILURE_SCREENSHOT.endsWith('.png') && FAILURE_PLACE === 'flow.yaml:8'}\n",
      status: 1,
      outcomes: 'FCCCC',
    },
  ],
  [
    'else runs instead of what is skipped',
    'taps',
    '- runFlow:\n    when: {platform: iOS}\n    env: {WHAT: Hold}\n    commands:\n      - tapOn: Save\n' +
      `    else:\n      - tapOn: \${WHAT}\n${hit('tapped')}`,
    { outcomes: 'CCC', says: /when: does not hold, so else ran/ },
  ],
  [
    'else does not run beside the commands',
    'taps',
    '- runFlow:\n    when: {visible: Save}\n    commands:\n      - tapOn: Save\n' +
      `    else:\n      - tapOn: Hold\n${hit('Save')}`,
    { outcomes: 'CCC' },
  ],
  [
    'else that fails is a failure',
    'taps',
    '- runFlow:\n    when: {platform: iOS}\n    commands: []\n    else:\n' +
      '      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n',
    { outcomes: 'FF', status: 1, error: /^Assertion is false/ },
  ],
  [
    'onError takes over from what fails',
    'taps',
    '- runFlow:\n    commands:\n      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n      - tapOn: Save\n' +
      `    onError:\n      - tapOn: Hold\n      - assertTrue: \${FAILURE_MESSAGE}\n${hit('tapped')}`,
    { outcomes: 'CFCCC', says: /failed, so onError ran: Assertion is false: "Nowhere" is visible/ },
  ],
  [
    'onError does not run after a success',
    'taps',
    `- runFlow:\n    commands:\n      - tapOn: Save\n    onError:\n      - tapOn: Hold\n${hit('Save')}`,
    { outcomes: 'CCC' },
  ],
  [
    'onError that fails gives its own reason',
    'taps',
    '- runFlow:\n    commands:\n      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n' +
      '    onError:\n      - extendedWaitUntil: {visible: Neither, timeout: 1}\n',
    { outcomes: 'FFF', status: 1, error: /"Neither" is visible$/ },
  ],
  [
    'onError of retry runs after its last run',
    'taps',
    '- retry:\n    maxRetries: 1\n    commands:\n      - tapOn: {id: count}\n' +
      '      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n    onError:\n      - assertVisible: 2 counted\n',
    { outcomes: 'CCFCFC' },
  ],
  [
    'onError does not cover a script that throws',
    'taps',
    '- runFlow:\n    commands:\n      - evalScript: ${null.x}\n    onError:\n      - tapOn: Save\n',
    { outcomes: 'FF', status: 1, error: /TypeError/ },
  ],
  [
    'inputText with a delay types one character after the other',
    'fields',
    `- tapOn: {id: name}\n- inputText: {text: "aé✓z", delay: 50}\n- assertVisible: aé✓z\n`,
  ],
  ['eraseText: all', 'fields', `- tapOn: {id: filled}\n- eraseText: all\n- assertNotVisible: abc.*\n`],
  [
    'eraseText: all, of more than any number is meant for',
    'fields',
    `- tapOn: {id: name}\n- inputText: ${'long'.repeat(40)}\n- eraseText: all\n` + '- assertNotVisible: (long)+\n',
  ],
  ['eraseText: all of nothing', 'fields', `- tapOn: {id: name}\n- eraseText: all\n`],
  [
    'eraseText: all without a field is a failure',
    'taps',
    `- eraseText: {charactersToErase: all, optional: true}\n- eraseText: all\n`,
    { outcomes: 'WF', status: 1, error: /focus/ },
  ],
  [
    'scroll from an element stays in it',
    'list',
    '- scroll:\n    from: {id: list}\n- assertNotVisible: Row 1\n',
    { notes: /^(touch|swipe) 540,1250 to 540,490/, describes: /^Scroll vertically in id: list$/ },
  ],
  [
    'scroll from an element that is not there',
    'list',
    '- scroll:\n    from: Nowhere\n    optional: true\n',
    {
      outcomes: 'W',
      slow: true,
    },
  ],
  [
    'scrollUntilVisible from an element stays in it',
    'list',
    '- scrollUntilVisible:\n    element: Row 40\n    from: {id: list}\n- assertVisible: Row 40\n',
    { notes: /^(touch|swipe) 540,1250 to 540,490/ },
  ],
  [
    'drag from an element to a point',
    'pad',
    `- drag:\n    from: {id: middle}\n    to: {point: "900,1250"}\n    hold: 0\n${hit('right')}`,
    { notes: /540,1250 to 900,1250/, describes: /^Drag id: middle to point \(900,1250\)$/ },
  ],
  [
    'drag between points of elements',
    'pad',
    `- drag:\n    from: {id: middle, point: "90%,50%"}\n    to: {id: middle, point: "10%,50%"}\n    hold: 0\n`,
    { notes: /652,1250 to 428,1250/ },
  ],
  [
    'drag of nothing',
    'pad',
    '- drag:\n    from: Nowhere\n    to: Pad\n    optional: true\n',
    { outcomes: 'W', slow: true },
  ],
  ['waitForIdle', 'taps', '- waitForIdle\n'],
  [
    'waitForIdle in vain',
    'loads',
    '- waitForIdle:\n    timeout: 400\n',
    { outcomes: 'F', status: 1, error: /^not stable after 400 ms: loading, progress/ },
  ],
]);

test('a delay is kept between characters', async () => {
  const type = (more) => `- tapOn: {id: name}\n- inputText: {text: "abcdef"${more}}\n`;
  const slow = await world.run('fields', type(', delay: 300'));
  assert.ok(slow.steps[1].duration_ms >= 5 * 300, JSON.stringify(slow.steps[1]));
});

test('the step that counts after onError is the one of onError', async () => {
  const ran = await world.run(
    'taps',
    '- runFlow:\n    commands:\n      - extendedWaitUntil: {visible: Nowhere, timeout: 1}\n' +
      '    onError:\n      - extendedWaitUntil: {visible: Neither, timeout: 1}\n',
    { status: 1 },
  );
  assert.match(ran.flow.failed_step.description, /"Neither" is visible/);
});

test('a subflow has an onFlowFailure of its own', async () => {
  world.write('sub.yaml', `appId: com.example.flows\nonFlowFailure:\n  - tapOn: Hold\n---\n${never}`);
  const ran = await world.run('taps', '- runFlow:\n    file: sub.yaml\n    optional: true\n' + hit('tapped'));
  assert.equal(outcomesOf(ran.steps), 'WFCC');
});

// Files below a folder that have a text, in their names or in them.
const having = (folder, text) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file.includes(text) || fs.readFileSync(file).includes(text));

// Four secrets: a literal, two variables by name, one by the look of its name. All are in fields and
// labels of the screen, in a note, a reason, a script's lines and the name of a picture.
test('a secret is in nothing that a run prints or keeps', async () => {
  const secrets = ['opensesame', 'ann-marie-7', 'room-404-x', 'hunter2hunter2'];
  const head = 'secrets: [GUEST, ROOM]\nenv:\n  ROOM: room-404-x\n';
  const steps =
    '- tapOn: {id: name}\n- inputText: {text: "opensesame", secret: true}\n- assertVisible: opensesame\n' +
    '- eraseText\n- inputText: ${PASSWORD} ${ROOM}\n' +
    '- tapOn: {id: digits}\n- inputText: ${GUEST}\n' +
    '- takeScreenshot: of-${GUEST}\n' +
    "- evalScript: ${console.log('I am ' + GUEST + ' ' + PASSWORD + ' in ' + ROOM)}\n" +
    '- extendedWaitUntil: {visible: "${GUEST} ${ROOM} ${PASSWORD} opensesame", timeout: 1, message: "${GUEST} is out"}\n';
  await world.open('fields');
  world.write('secret.yaml', `appId: com.example.flows\n${head}---\n${steps}`);
  const words = ['-e', 'GUEST=ann-marie-7', '-e', 'PASSWORD=hunter2hunter2'];
  for (const more of [['--json'], ['--jsonl'], ['--format', 'junit', '--output', 'secret.xml']]) {
    await world.open('fields');
    const ran = await world.mda.run(['test', 'secret.yaml', ...words, ...more]);
    assert.equal(ran.status, 1);
    for (const secret of secrets) assert.ok(!`${ran.stdout}${ran.stderr}`.includes(secret), `${more}: ${ran.stdout}`);
    assert.match(`${ran.stdout}${ran.stderr}`, /\*\*\* is out/);
  }
  fs.rmSync(path.join(world.mda.folder, 'secret.yaml'));
  for (const secret of secrets) assert.deepEqual(having(world.mda.folder, secret), []);
});

const paints = async (steps, head = '') => {
  const ran = await world.run('fields', steps + never, { head, status: 1, words: ['-e', 'PASSWORD=hunter2hunter2'] });
  const pictures = ran.steps.flatMap(({ artifacts = [] }) => artifacts).filter(({ type }) => type === 'screenshot');
  // the field #name, 0,300 to 1080,400: one colour if it is covered
  return pictures.map(({ path: file }) => {
    const png = decodePng(fs.readFileSync(file));
    const seen = new Set();
    for (let x = 2; x < 1078; x += 2) for (let y = 302; y < 398; y += 2) seen.add(png.pixel(x, y));
    return seen.size === 1;
  });
};

test('pictures do not show secrets: of a failure none, of takeScreenshot none that the flow names', async () => {
  const type = (text) => `- tapOn: {id: name}\n- inputText: ${text}\n- takeScreenshot: shot\n`;
  assert.deepEqual(await paints(type('plain text')), [false, false]);
  assert.deepEqual(await paints(type('{text: plain text, secret: true}')), [true, true]);
  assert.deepEqual(await paints(type('${PASSWORD}')), [false, true]);
  assert.deepEqual(await paints(type('${PASSWORD}'), 'secrets: [PASSWORD]\n'), [true, true]);
});

// Recordings that a run with --video keeps, the reasons for those that it does not, and the notes of its steps.
const recordings = async (steps, head = '', files = {}) => {
  for (const [name, text] of Object.entries(files)) world.write(name, text);
  await world.open('fields');
  world.write('film.yaml', `appId: com.example.flows\n${head}---\n${steps}`);
  const json = await world.mda.ok('test film.yaml --video all -e GUEST=ann-marie-7');
  const { folder } = json.data.flows[0];
  const trace = JSON.parse(fs.readFileSync(path.join(folder, 'trace.json'), 'utf8'));
  return {
    kept: fs
      .readdirSync(folder, { recursive: true })
      .filter((file) => /\.(mp4|parts)/.test(file))
      .sort(),
    told: [...(json.warnings ?? []), ...trace.steps.map(({ note }) => note)]
      .filter((text) => /secrets/.test(text))
      .join('\n'),
  };
};
const type = (text) => `- tapOn: {id: name}\n- inputText: ${text}\n`;
const record = (steps) => `- startRecording: own\n${steps}- stopRecording\n`;
const video = ['screen-recording.mp4'];
const own = ['startRecording/own.mp4'];
const without = /the video of 'film': the flow has secrets, which a video would show/;
const dropped = /the video of 'film': the recording is not kept: the flow has secrets, which a video would show/;

for (const [name, run, kept, told] of [
  ['none: the video stays', [type('plain')], video, /^$/],
  ['a name', [type('${GUEST}'), 'secrets: [GUEST]\n'], [], without],
  ['a name whose value is short', [type('${PIN}'), 'secrets: [PIN]\nenv: {PIN: "42"}\n'], [], without],
  ['the look of a name in env:', [type('${PASSWORD}'), 'env: {PASSWORD: hunter2}\n'], [], without],
  ['a text that is typed', [type('{text: open, secret: true}')], [], dropped],
  [
    'a name in a subflow',
    [
      '- runFlow: sub.yaml\n',
      '',
      { 'sub.yaml': `appId: com.example.flows\nsecrets: [GUEST]\n---\n${type('${GUEST}')}` },
    ],
    [],
    dropped,
  ],
  [
    'a name, and the flow records',
    [record(type('${GUEST}')), 'secrets: [GUEST]\n'],
    [],
    /^not recorded: the flow has/m,
  ],
  [
    'a text, and the flow records',
    [record(type('{text: open, secret: true}'))],
    video,
    /^the recording is not kept: the flow/m,
  ],
  ['the look of a name: as in its pictures', [record(type('${PASSWORD}')), 'env: {PASSWORD: hunter2}\n'], own, without],
])
  test(`no recording of a flow shows its secrets: ${name}`, async () => {
    const ran = await recordings(...run);
    assert.match(ran.told, told);
    assert.deepEqual(
      ran.kept.filter((file) => file.endsWith('.mp4')),
      kept,
    );
    assert.ok(!ran.kept.some((file) => file.includes('.parts')), `${ran.kept}`);
  });

test('a screen moves where it shows a secret too', async () => {
  const head = 'secrets: [WORD]\nenv: {WORD: opensesame}\n';
  const ran = await world.run('counts', '- waitForAnimationToEnd: {timeout: 2000}\n', { head });
  assert.match(ran.steps[0].note, /still moving after 2000 ms/);
});

// Whatever is cut is masked before: no part of a secret is left.
test('a long secret is not told in part', async () => {
  const secret = Array.from({ length: 100 }, (_, i) => `x${i}y`).join('');
  for (const steps of [
    '- assertDatabase: {database: notes.db, query: "SELECT \'${LONG}\'", equals: 3, timeout: 10}\n',
    failing(`    message: "${'m'.repeat(1000)}\${LONG}"\n`),
    failing(`    message: Gone\n`).replace('Nowhere', `"${'m'.repeat(980)}\${LONG}"`),
    `- tapOn: {id: name}\n- inputText: \${LONG}\n- eraseText: 50\n${never}`,
    `- tapOn: {id: name}\n- inputText: \${LONG}\n${never.replace('Nowhere', '{id: nama}')}`,
  ]) {
    const head = `secrets: [LONG]\nenv:\n  LONG: ${secret}\n`;
    const { steps: ran, json } = await world.run('fields', steps, { head, status: 1 });
    const told = JSON.stringify([json.error, ran.map(({ description, note, error }) => [description, note, error])]);
    assert.doesNotMatch(told, /x0y/);
    assert.match(told, /\*\*\*/);
  }
});

test('a short secret, and one that the field changes, are not told either', async () => {
  const steps = '- tapOn: {id: digits}\n- inputText: {text: "a1", secret: true}\n';
  const { steps: ran } = await world.run('fields', steps + '- setClipboard: {text: "9", secret: true}\n');
  assert.equal(ran[1].description, 'Input text ***');
  assert.equal(ran[1].note, 'the field does not hold what was typed');
  assert.equal(ran[2].description, 'Set Maestro clipboard to ***');
});

test('without the helper a drag holds too, if it is to', async () => {
  const plain = await startFlows({ AGENTEST_DISABLE_HELPER: '1' });
  for (const [hold, command] of [
    [0, /shell input swipe 540 1250 900 1250 300/],
    [900, /shell input \(39 bytes\)/], // draganddrop
  ]) {
    const drag = `- drag:\n    from: {id: middle}\n    to: {point: "900,1250"}\n    hold: ${hold}\n    duration: 300\n`;
    const { json } = await plain.run('pad', drag + hit('right'));
    const log = json.artifacts.find(({ type }) => type === 'process_log').path;
    assert.match(fs.readFileSync(log, 'utf8'), command);
  }
});
