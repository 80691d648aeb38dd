// A screen that was left and shows again: its refs are valid, and the reply is the
// difference from that visit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { login } from './notes.mjs';
import { startAll } from './lib.mjs';

const { agentest } = await startAll('com.example.notes');

const tap = (target) => ({ action: 'tap', target });
const back = { action: 'press_key', keycode: 'KEYCODE_BACK' };
const screenOf = ({ json, content }) =>
  json.diff ?? json.finalUiTree ?? content.map(({ text }) => text).find((text) => text?.startsWith('screen '));

async function passed(...steps) {
  const reply = await agentest.call('agentest_run_flow', { steps });
  assert.equal(reply.failed, false, reply.text);
  return reply;
}

async function start() {
  await agentest.call('agentest_reset_app');
  return (await agentest.call('agentest_get_ui_tree')).text;
}

const refOf = (screen, pattern) => ({
  ref: screen
    .split('\n')
    .find((line) => pattern.test(line))
    .match(/@\w\d+/)[0],
});

test('back_on_a_screen_the_reply_is_the_difference_from_that_visit', async () => {
  const list = screenOf(await passed(...login));
  const note = screenOf(await passed(tap({ textContains: 'Note 3' })));
  assert.doesNotMatch(note, /seen before/);
  const again = screenOf(await passed(back));
  const print = list.match(/#(\w{6})/)[1];
  assert.match(
    again,
    new RegExp(`^screen #\\w{6} since #${print}, seen before: nothing changed; other lines and refs stay`),
  );
});

test('refs_of_a_screen_are_valid_again_when_it_is', async () => {
  const list = await start();
  const search = refOf(list, /btn "Search"/);
  const row = refOf(list, /"Note 4/);
  await passed(tap(search));
  await passed(back);
  const opened = await passed(tap(row));
  assert.match(opened.json.results[0].target, /"Note 4/);
  await passed(back);
});

test('a_popup_makes_no_ref_of_the_screen_below_stale', async () => {
  const list = await start();
  const row = refOf(list, /"Note 5/);
  const popup = screenOf(await passed({ action: 'long_press', target: refOf(list, /"Note 2 /) }));
  const cancel = refOf(popup, /btn "Cancel"/);
  const both = await passed(tap(cancel), tap(row));
  assert.match(both.json.results[1].target, /"Note 5/);
  await passed(back);
});

test('a_ref_of_an_earlier_screen_touches_nothing_on_another_one', async () => {
  const list = await start();
  const fresh = refOf(list, /btn "New note"/);
  await passed(tap(fresh));
  const reply = await agentest.call('agentest_run_flow', { steps: [tap(fresh)] });
  assert.deepEqual([reply.failed, reply.json.code], [true, 'ELEMENT_NOT_FOUND']);
  await passed(back);
});

test('since_takes_the_fingerprint_of_an_earlier_screen', async () => {
  const list = await start();
  await passed(tap({ textContains: 'Note 3' }), back);
  await passed(tap({ textContains: 'Note 3' }));
  await agentest.flow(back);
  await agentest.flow(tap({ textContains: 'Note 4' }));
  await agentest.flow({ ...back }, { action: 'wait', timeoutMs: 0 });
  const same = await agentest.call('agentest_get_ui_tree', { since: list.match(/#(\w{6})/)[1] });
  assert.match(same.text, /since #\w{6}.*nothing changed/);
});
