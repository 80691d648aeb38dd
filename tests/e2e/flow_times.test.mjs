// How long each of Maestro's waits lasts: a row for each rule, on devices of their own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { program } from './lib.mjs';

const nowhere = (timeout) =>
  `- extendedWaitUntil:\n    visible: Nowhere\n    timeout: ${timeout}\n    optional: true\n`;
const optional = (command) => `- ${command}:\n    text: Nowhere\n    optional: true\n`;
const when = (key, value) => `- runFlow:\n    when:\n      ${key}: ${value}\n    commands:\n      - back\n`;
const look = 17000;
const short = 7000;
// A device's own time comes on top; the next longer rule is never reached.
const until = { [look]: 30000, [short]: 16000 };

// The rule, the screen, steps; which step is measured; its least milliseconds and its limit, its outcome.
const rows = [
  ['tapOn', 'taps', '- tapOn: Nowhere\n', 0, look, until[look], 'FAILED'],
  ['tapOn, optional', 'taps', optional('tapOn'), 0, short, until[short], 'WARNED'],
  ['assertVisible', 'taps', '- assertVisible: Nowhere\n', 0, look, until[look], 'FAILED'],
  ['assertVisible, optional too', 'taps', optional('assertVisible'), 0, look, until[look], 'WARNED'],
  ['assertNotVisible, it is gone', 'taps', '- assertNotVisible: Nowhere\n', 0, 500, 6000, 'COMPLETED'],
  ['assertNotVisible, it stays', 'taps', '- assertNotVisible: Save\n', 0, look, until[look], 'FAILED'],
  [
    'assertNotVisible, it appears within the look',
    'comes',
    '- tapOn: Begin\n- assertNotVisible: Notice\n',
    1,
    15000,
    until[look],
    'FAILED',
  ],
  ['copyTextFrom', 'taps', '- copyTextFrom: Nowhere\n', 0, look, until[look], 'FAILED'],
  ['copyTextFrom, optional', 'taps', optional('copyTextFrom'), 0, short, until[short], 'WARNED'],
  [
    'a picture of an element',
    'taps',
    '- takeScreenshot:\n    path: a\n    cropOn: Nowhere\n',
    0,
    look,
    until[look],
    'FAILED',
  ],
  [
    'extendedWaitUntil without a limit',
    'taps',
    '- extendedWaitUntil:\n    visible: Nowhere\n',
    0,
    look,
    until[look],
    'FAILED',
  ],
  ['extendedWaitUntil', 'taps', nowhere(2500), 0, 2500, 9000, 'WARNED'],
  [
    'extendedWaitUntil, notVisible',
    'taps',
    '- extendedWaitUntil:\n    notVisible: Save\n    timeout: 2500\n',
    0,
    2500,
    9000,
    'FAILED',
  ],
  ['when: visible', 'taps', when('visible', 'Nowhere'), 0, short, until[short], 'SKIPPED'],
  ['when: notVisible', 'taps', when('notVisible', 'Save'), 0, short, until[short], 'SKIPPED'],
  [
    'while: visible',
    'taps',
    '- repeat:\n    while:\n      visible: Nowhere\n    commands:\n      - back\n',
    0,
    short,
    until[short],
    'SKIPPED',
  ],
  [
    'a second wait has what the first one left',
    'taps',
    `- tapOn: Save\n${nowhere(3000)}${nowhere(9000)}`,
    2,
    4500,
    8000,
    'WARNED',
  ],
  [
    'assertions, pictures and copies are no interactions',
    'taps',
    `- tapOn: Save\n${nowhere(4000)}- assertVisible: Save\n- takeScreenshot: a\n- copyTextFrom: Save\n- setClipboard: a\n- setPermissions:\n    permissions:\n      camera: allow\n${nowhere(4000)}`,
    7,
    0,
    3000,
    'WARNED',
  ],
  [
    'one look is left in any case',
    'taps',
    `- tapOn: Save\n${nowhere(3000)}- extendedWaitUntil:\n    visible: Save\n    timeout: 1\n`,
    2,
    0,
    3000,
    'COMPLETED',
  ],
  [
    'waitForAnimationToEnd is one',
    'taps',
    `- tapOn: Save\n${nowhere(3000)}- waitForAnimationToEnd\n${nowhere(3000)}`,
    3,
    2900,
    9000,
    'WARNED',
  ],
  [
    'a script is one',
    'taps',
    `- tapOn: Save\n${nowhere(3000)}- evalScript: \${output.a = 1}\n${nowhere(3000)}`,
    3,
    2900,
    9000,
    'WARNED',
  ],
  [
    'a key is one',
    'taps',
    `- tapOn: Save\n${nowhere(3000)}- pressKey: Volume Up\n${nowhere(3000)}`,
    3,
    2900,
    9000,
    'WARNED',
  ],
  [
    'waitForAnimationToEnd, it moves',
    'restless',
    '- waitForAnimationToEnd:\n    timeout: 2500\n',
    0,
    2500,
    9000,
    'COMPLETED',
  ],
  ['waitForAnimationToEnd without a limit', 'restless', '- waitForAnimationToEnd\n', 0, 15000, 25000, 'COMPLETED'],
  ['waitForAnimationToEnd, it stands still', 'taps', '- waitForAnimationToEnd\n', 0, 0, 7000, 'COMPLETED'],
  ['scrollUntilVisible', 'pad', '- scrollUntilVisible:\n    element: Nowhere\n', 0, 20000, 32000, 'FAILED'],
  [
    'scrollUntilVisible, timeout',
    'pad',
    '- scrollUntilVisible:\n    element: Nowhere\n    timeout: 2500\n',
    0,
    2500,
    9000,
    'FAILED',
  ],
  [
    'tapOn, repeat and delay',
    'taps',
    '- tapOn:\n    text: Count\n    repeat: 3\n    delay: 1000\n',
    0,
    2000,
    8000,
    'COMPLETED',
  ],
  ['a tap on a restless screen', 'restless', '- tapOn: Save\n', 0, 0, 14000, 'COMPLETED'],
  [
    'waitToSettleTimeoutMs',
    'restless',
    '- tapOn:\n    text: Save\n    waitToSettleTimeoutMs: 6000\n',
    0,
    6000,
    20000,
    'COMPLETED',
  ],
  [
    'waitUntilVisible of something covered',
    'covered',
    '- tapOn:\n    text: Buy\n    point: 50%,99%\n    waitUntilVisible: true\n',
    0,
    0,
    25000,
    'COMPLETED',
  ],
  [
    'a toast stays for 3.5 s',
    'toasts',
    '- tapOn: Send\n- assertVisible: Message sent\n- extendedWaitUntil:\n    notVisible: Message sent\n    timeout: 9000\n',
    2,
    1500,
    8000,
    'COMPLETED',
  ],
  [
    'travel, 100 m at 50 m/s',
    'taps',
    '- travel:\n    points: ["0.0,0.0", "0.0009,0.0"]\n    speed: 50\n',
    0,
    1990,
    9000,
    'COMPLETED',
  ],
];

// The same of strokes, on a device on which they take their time.
const strokes = [
  [
    'a slow stroke of scrollUntilVisible',
    'pad',
    '- scrollUntilVisible:\n    element: Nowhere\n    timeout: 1\n    speed: 0\n',
    0,
    1501,
    9000,
    'FAILED',
  ],
  ['longPressOn', 'taps', '- longPressOn: Hold\n', 0, 3000, 9000, 'COMPLETED'],
  ['swipe, duration', 'pad', '- swipe:\n    direction: LEFT\n    duration: 2000\n', 0, 2000, 8000, 'COMPLETED'],
];

const hasScripts = fs.existsSync(program('agentest-script'));
const todo = rows.filter(([name]) => hasScripts || !/script/.test(name));
// A device without latency does not take the time of a stroke either.
const realistic = await startFlows({}, { args: ['--profile', 'realistic'] });
const worlds = await Promise.all(Array.from({ length: 6 }, () => startFlows()));

// Some rows wait for half a minute, so several devices take them from one queue.
test('waits', { concurrency: worlds.length + 1 }, async (t) => {
  const work = async (world, queue) => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const [name, screen, steps, index, least, limit, outcome] = row;
      await t.test(name, async () => {
        const ran = await world.run(screen, steps, { status: outcome === 'FAILED' ? 1 : 0 });
        const step = ran.steps[index];
        const all = JSON.stringify(ran.steps, null, 1);
        assert.equal(step.outcome, outcome, all);
        assert.ok(step.duration_ms >= least, `${step.duration_ms} ms are less than ${least}: ${all}`);
        assert.ok(step.duration_ms < limit, `${step.duration_ms} ms are not less than ${limit}: ${all}`);
      });
    }
  };
  await Promise.all([work(realistic, strokes), ...worlds.map((world) => work(world, todo))]);
});
