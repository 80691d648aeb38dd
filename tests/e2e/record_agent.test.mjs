// An agent that acts through agentest is recorded: every kind of action, and those without a command.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAgentest } from './lib.mjs';
import { appFile, record, replay, startRecorded } from './record_rig.mjs';

const packageName = 'com.example.notes';
const world = await startRecorded(appFile(packageName));
const agentest = await startAgentest(world.server, { env: { ANDROID_SERIAL: world.device.serial } });
const open = (screen) => world.device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);

// Record steps that begin on a screen, which the flow opens before them.
async function recorded(screen, steps, words = []) {
  const launch = '- launchApp:\n    clearState: true\n';
  const options = ['--app-id', packageName, '--clear-state', '--no-replay', '--overwrite', ...words];
  const answer = await record(world, options, async () => {
    await agentest.connect(packageName);
    await open(screen);
    for (const some of steps) await agentest.call('agentest_run_flow', { steps: some });
  });
  assert.equal(answer.status, 0, JSON.stringify(answer.json));
  assert.ok(answer.flow.includes(launch), answer.flow);
  const commands = answer.flow.split(launch)[1];
  return { ...answer, commands, whole: answer.flow.replace(launch, `${launch}- openLink: notes://${screen}\n`) };
}

const at = (id) => ({ target: { id } });

const rows = [
  [
    'a point is the element there',
    'gestures',
    [[{ action: 'tap_coordinates', x: 540, y: 350 }]],
    '- tapOn:\n    id: tap_me\n- assertVisible:\n    text: "Taps: 1"\n    id: tap_count\n',
  ],
  [
    'double taps and long presses',
    'gestures',
    [
      [
        { action: 'double_tap', ...at('double_tap_me') },
        { action: 'long_press', ...at('long_press_me') },
      ],
    ],
    '- doubleTapOn:\n    id: double_tap_me\n- assertVisible:\n    text: "Double taps: 1"\n    id: double_count\n' +
      '- longPressOn:\n    id: long_press_me\n- assertVisible:\n    text: "Long presses: 1"\n    id: long_count\n',
  ],
  [
    'texts, several in one call',
    'playground',
    [
      [
        { action: 'type', ...at('plain'), value: '${x} No: "00501"' },
        { action: 'type', ...at('filled'), value: 'new', replace: true },
        { action: 'type', ...at('secret'), value: 'hunter2!' },
        { action: 'clear_text', ...at('plain') },
      ],
    ],
    '- tapOn:\n    id: plain\n- inputText: "\\\\${x} No: \\"00501\\""\n' +
      '- assertVisible:\n    text: "\\\\$\\\\{x\\\\} No: \\"00501\\""\n    id: plain\n' +
      '- tapOn:\n    id: filled\n- eraseText\n- inputText: new\n' +
      '- assertVisible:\n    text: new\n    id: filled\n' +
      '- tapOn:\n    id: secret\n- inputText: "${SECRET}"\n- tapOn:\n    id: plain\n- eraseText\n',
  ],
  [
    'several lines, which Maestro does not type at once',
    'playground',
    [[{ action: 'type', ...at('multi'), value: 'one\ntwo', replace: true }]],
    '- tapOn:\n    id: multi\n- eraseText\n- inputText: one\n- pressKey: Enter\n- inputText: two\n' +
      '- assertVisible:\n    text: "one\\ntwo"\n    id: multi\n',
  ],
  [
    'switches, sliders, swipes and keys',
    'settings',
    [
      [{ action: 'tap', ...at('sync') }],
      [{ action: 'set_value', ...at('text_size'), value: '80%' }],
      [{ action: 'swipe', direction: 'up' }],
      [{ action: 'press_key', keycode: 'KEYCODE_BACK' }],
    ],
    '- tapOn:\n    id: sync\n- assertVisible:\n    id: sync\n    checked: false\n' +
      '- tapOn:\n    id: text_size\n    point: "80%,50%"\n' +
      '- swipe:\n    start: "50%,80%"\n    end: "50%,20%"\n- back\n- assertVisible: Notes\n',
  ],
  [
    'a swipe on an element',
    'gestures',
    [[{ action: 'swipe', direction: 'left', ...at('pad') }]],
    '- swipe:\n    direction: LEFT\n    from:\n      id: pad\n' +
      '- assertVisible:\n    text: "Swiped: left"\n    id: swiped\n',
  ],
  [
    'scrolling to an element, however far',
    'fling',
    [
      [
        { action: 'scroll_to', target: { text: 'Row 40' } },
        { action: 'tap', target: { text: 'Row 40' } },
      ],
    ],
    '- scrollUntilVisible:\n    element: Row 40\n- tapOn: Row 40\n',
  ],
  [
    'assertions and waits',
    'timing',
    [
      [
        { action: 'wait_until', target: { text: 'I appear after 1.5 seconds' } },
        { action: 'assert_not_visible', ...at('early') },
        { action: 'assert_visible', ...at('late') },
      ],
    ],
    '- extendedWaitUntil:\n    visible:\n      id: late\n' +
      '- assertNotVisible:\n    id: early\n- assertVisible:\n    id: late\n',
  ],
];

for (const [name, screen, steps, want] of rows) {
  test(name, async () => {
    const answer = await recorded(screen, steps);
    assert.equal(answer.commands, want);
    assert.doesNotMatch(answer.flow, /hunter2/);
    const again = await replay(world, answer.whole, ['--env', 'SECRET=hunter2!']);
    assert.equal(again.status, 0, again.stdout);
  });
}

test('what Maestro has no command for is named', async () => {
  const pinch = { action: 'pinch', cx: 540, cy: 1400, startRadius: 300, endRadius: 100 };
  const key = { action: 'press_key', keycode: 'KEYCODE_CAMERA' };
  const answer = await recorded('gestures', [[pinch], [key], [{ action: 'tap', ...at('tap_me') }]]);
  const missing = answer.recorded.map((step) => step.missing).filter(Boolean);
  assert.deepEqual(missing, ['Maestro has no gesture of several fingers', 'Maestro has no name for this key']);
});
