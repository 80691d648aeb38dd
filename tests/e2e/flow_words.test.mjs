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
]);

test('a subflow has an onFlowFailure of its own', async () => {
  world.write('sub.yaml', `appId: com.example.flows\nonFlowFailure:\n  - tapOn: Hold\n---\n${never}`);
  const ran = await world.run('taps', '- runFlow:\n    file: sub.yaml\n    optional: true\n' + hit('tapped'));
  assert.equal(outcomesOf(ran.steps), 'WFCC');
});
