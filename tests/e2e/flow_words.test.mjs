// Words of flows beyond Maestro: hooks and reasons for failures, other branches, secrets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { outcomesOf, runRows } from './flow_rows.mjs';

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
        'onFlowComplete:\n  - extendedWaitUntil: {visible: Nowhere, timeout: 1}\nonFlowFailure:\n' + '  - tapOn: Hold\n',
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
]);

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
