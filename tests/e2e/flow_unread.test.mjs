// flow_unread.test.mjs: a screen that can't be read shows neither that an element is there nor that it isn't
import assert from 'node:assert/strict';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';

// The helper needs no idle state.
const world = await startFlows({ AGENTEST_DISABLE_HELPER: '1' });
const unread = /the screen can't be read: .*could not get an idle state/;

for (const [name, steps] of [
  ['assertNotVisible of something that is there', '- assertNotVisible: Save\n'],
  ['assertVisible', '- extendedWaitUntil:\n    visible: Nowhere\n    timeout: 500\n'],
  ['a condition that would skip', '- runFlow:\n    when:\n      visible: Save\n    commands:\n      - back\n'],
  ['a condition that would run', '- runFlow:\n    when:\n      notVisible: Save\n    commands:\n      - back\n'],
  ['even if it is optional', '- assertNotVisible:\n    text: Save\n    optional: true\n'],
])
  test(`${name}: the flow says that it can't tell`, async () => {
    await world.open('taps');
    await world.device.fault('idle-error', 1000);
    const { flow, steps: done } = await world.run(null, steps, { status: 1 });
    await world.device.fault('idle-error', 0);
    assert.equal(flow.passed, false);
    assert.match(flow.error, unread);
    assert.deepEqual(
      done.map(({ outcome }) => outcome).filter((outcome) => outcome === 'skipped'),
      [],
    );
  });

test('a screen that can be read again in time counts', async () => {
  await world.open('taps');
  await world.device.fault('idle-error', 4);
  const { flow } = await world.run(null, '- assertVisible: Save\n- assertNotVisible: Nowhere\n');
  assert.equal(flow.passed, true);
});
