// Steps beyond the contract's: states, waiting for something new, restart,
// pictures, crashes that are expected.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAgentest, startAll, temporaryFolder } from './lib.mjs';

const LATE_MS = 1500;
const crash = { crash: { exception: 'java.lang.IllegalStateException', message: 'no such note', dialog: false } };
const app = {
  package: 'com.example.steps',
  label: 'Steps',
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          { kind: 'text', id: 'title', text: 'Steps' },
          { kind: 'switch', id: 'sync', text: 'Sync' },
          {
            kind: 'switch',
            id: 'late_sync',
            text: 'Late sync',
            tap: [{ uncheck: 'late_sync' }, { after: LATE_MS, do: [{ check: 'late_sync' }] }],
          },
          { kind: 'button', id: 'save', text: 'Save', enabled: false },
          { kind: 'button', id: 'today', text: 'Today', selected: true },
          { kind: 'slider', id: 'volume', progress: 40, desc: 'Volume' },
          { kind: 'field', id: 'name', hint: 'Name' },
          { kind: 'text', id: 'answer', text: 'It is late', hidden: true },
          { kind: 'button', id: 'ask', text: 'Ask', tap: [{ after: LATE_MS, do: [{ show: 'answer' }] }] },
          {
            kind: 'button',
            id: 'forget',
            text: 'Forget',
            tap: [{ show: 'answer' }, { after: LATE_MS, do: [{ hide: 'answer' }] }],
          },
          { kind: 'button', id: 'send', text: 'Send', tap: [{ after: LATE_MS, do: [{ toast: 'Sent' }] }] },
          { kind: 'button', id: 'die', text: 'Die', tap: [crash] },
          { kind: 'button', id: 'die_late', text: 'Die late', tap: [{ after: LATE_MS, do: [crash] }] },
          { kind: 'button', id: 'open', text: 'Open', tap: [{ goto: 'other' }] },
        ],
      },
    },
    other: { root: { kind: 'column', children: [{ kind: 'text', id: 'title', text: 'Another screen' }] } },
  },
};
const file = path.join(temporaryFolder(), 'steps.json');
fs.writeFileSync(file, JSON.stringify(app));
const { server, device, agentest } = await startAll(app.package, { deviceArgs: ['--app', file] });

const id = (name) => ({ id: name });
const tap = (name, more) => ({ action: 'tap', target: id(name), ...more });
const is = (name, state, more) => ({ action: 'assert_state', target: id(name), state, ...more });
const holds = (name, value) => ({ action: 'assert_state', target: id(name), value });
const sees = (text) => ({ action: 'assert_visible', target: { text } });
const reset = { action: 'reset_app' };
const flow = async (...steps) => (await agentest.flow(...steps)).json;

test('assert_state_passes_for_what_an_element_is', async () => {
  const done = await flow(
    reset,
    is('sync', 'unchecked'),
    tap('sync'),
    is('sync', 'checked'),
    is('save', 'disabled'),
    is('open', 'enabled'),
    is('today', 'selected'),
    is('open', 'unselected'),
    { action: 'type', target: id('name'), value: 'Ada' },
    is('name', 'focused'),
    is('title', 'unfocused'),
  );
  assert.equal(done.success, true, done.error);
});

test('assert_state_says_the_state_that_it_found', async () => {
  for (const [wrong, said] of [
    [is('sync', 'checked', { timeoutMs: 0 }), /^expected checked, it is unchecked/],
    [is('save', 'enabled', { timeoutMs: 0 }), /^expected enabled, it is disabled/],
    [is('open', 'selected', { timeoutMs: 0 }), /^expected selected, it is unselected/],
    [is('open', 'focused', { timeoutMs: 0 }), /^expected focused, it is unfocused/],
    [is('open', 'checked', { timeoutMs: 0 }), /^expected checked, but it is not a box or switch/],
    [{ ...holds('volume', '41'), timeoutMs: 0 }, /found "40%"/],
  ]) {
    const done = await flow(reset, wrong);
    assert.deepEqual([done.success, done.code], [false, 'ASSERTION_FAILED'], done.error);
    assert.match(done.error, said);
  }
});

test('assert_state_compares_the_value_of_a_slider_and_of_a_field', async () => {
  const done = await flow(
    reset,
    holds('volume', '40'),
    holds('name', ''),
    { action: 'type', target: id('name'), value: 'Ada' },
    holds('name', 'Ada'),
    holds('title', 'Steps'),
  );
  assert.equal(done.success, true, done.error);
});

test('assert_state_waits_for_a_state_that_comes', async () => {
  const done = await flow(
    reset,
    tap('late_sync'),
    is('late_sync', 'unchecked', { timeoutMs: 0 }),
    is('late_sync', 'checked', { timeoutMs: 20000 }),
  );
  assert.equal(done.success, true, done.error);
});

test('reset_app_is_a_step', async () => {
  const done = await flow(tap('open'), sees('Another screen'), reset, sees('Steps'));
  assert.equal(done.success, true, done.error);
});

test('screenshot_is_a_step_and_its_picture_is_in_the_reply', async () => {
  const { content, structuredContent, json } = await agentest.call('agentest_run_flow', {
    steps: [reset, { action: 'screenshot' }, tap('open'), { action: 'screenshot' }],
  });
  assert.equal(json.success, true, json.error);
  const types = content.map((block) => block.type);
  assert.equal(types.filter((type) => type === 'image').length, 2);
  assert.ok(types.indexOf('image') > types.indexOf('text'), 'after the texts');
  assert.match(structuredContent.screenshots.join('\n'), /^\[step 2: \d+x\d+.*\n\[step 4: /);
  const alone = await agentest.call('agentest_screenshot');
  const png = Buffer.from(content.filter((block) => block.type === 'image')[1].data, 'base64');
  assert.deepEqual(
    [png.readUInt32BE(16), png.readUInt32BE(20)],
    [alone.structuredContent.width, alone.structuredContent.height],
    "of the same size as the tool's",
  );
  const kept = await agentest.client.readResource({ uri: structuredContent.resource });
  assert.ok(kept.contents[0].blob.length > 0);
});

test('a_flow_takes_four_screenshots_at_most', async () => {
  const done = await agentest.flow(...Array(5).fill({ action: 'screenshot' }));
  assert.equal(done.failed, true);
  assert.match(done.text, /5 screenshots, at most 4/);
});

test('a_crash_that_is_expected_passes_and_is_told', async () => {
  await flow(reset);
  const done = await flow(tap('die', { expectCrash: true }));
  assert.equal(done.success, true, done.error);
  assert.match(done.results[0].note, /as expected: .*IllegalStateException.*no such note/);
  assert.equal(done.crash.exception, 'java.lang.IllegalStateException');
});

test('after_an_expected_crash_reset_app_goes_on', async () => {
  await flow(reset);
  const done = await flow(
    tap('die', { expectCrash: true }),
    reset,
    sees('Steps'),
    tap('die_late'),
    { action: 'wait', timeoutMs: 2 * LATE_MS, expectCrash: true },
    reset,
    tap('open'),
    sees('Another screen'),
  );
  assert.equal(done.success, true, done.error);
  assert.equal(done.appCrashDetected, undefined);
  const second = await flow(reset, tap('die', { expectCrash: true }), reset, tap('die'), sees('Steps'));
  assert.deepEqual([second.success, second.code, second.stepsCompleted], [false, 'APP_CRASH', 3], second.error);
});

test('an_expected_crash_that_does_not_come_fails', async () => {
  const done = await flow(reset, tap('open', { expectCrash: true }), sees('Another screen'));
  assert.deepEqual([done.success, done.code, done.stepsCompleted], [false, 'ASSERTION_FAILED', 1], done.error);
  assert.match(done.error, /expected the app to crash/);
});

const until = (more) => ({ action: 'wait_until', timeoutMs: 20000, ...more });

test('wait_until_without_a_target_waits_for_anything_new', async () => {
  const changed = await flow(
    reset,
    tap('ask'),
    { action: 'assert_not_visible', target: { text: 'It is late' }, timeoutMs: 0 },
    until(),
    sees('It is late'),
  );
  assert.equal(changed.success, true, changed.error);
  const toast = await flow(tap('send'), until());
  assert.equal(toast.success, true, toast.error);
  assert.match(toast.events.join('\n'), /toast "Sent"/);
});

test('wait_until_fails_where_nothing_comes', async () => {
  const done = await flow(reset, until({ timeoutMs: 300 }));
  assert.deepEqual([done.success, done.code], [false, 'ASSERTION_FAILED'], done.error);
  assert.match(done.error, /nothing new.*waited 300 ms/);
});

test('wait_until_waits_for_a_target_and_for_its_going', async () => {
  const done = await flow(
    reset,
    tap('ask'),
    until({ target: { text: 'It is late' } }),
    tap('forget'),
    sees('It is late'),
    until({ target: { text: 'It is late' }, gone: true }),
  );
  assert.equal(done.success, true, done.error);
  const none = await agentest.flow({ action: 'wait_until', gone: true });
  assert.match(none.text, /'target' is missing/);
});

test('over_adb_the_steps_are_the_same', async () => {
  const adb = await startAgentest(server, { env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  const connected = await adb.call('agentest_connect', { packageName: app.package, steal: true });
  assert.equal(connected.failed, false, connected.text);
  const done = (
    await adb.flow(
      reset,
      is('sync', 'unchecked'),
      is('save', 'disabled'),
      { action: 'screenshot' },
      tap('ask'),
      until({ target: { text: 'It is late' } }),
      tap('die', { expectCrash: true }),
      reset,
      sees('Steps'),
    )
  ).json;
  assert.equal(done.success, true, done.error);
});
