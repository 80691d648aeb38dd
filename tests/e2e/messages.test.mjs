// Messages that a step shows and the next step removes; and the ref of a label that the step itself
// changes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAll, temporaryFolder } from './lib.mjs';

const file = path.join(temporaryFolder(), 'messages.json');
const text = (words, more) => ({ kind: 'text', text: words, ...more });
const button = (words, tap, more) => ({ kind: 'button', text: words, tap, ...more });
fs.writeFileSync(
  file,
  JSON.stringify({
    package: 'com.example.messages',
    label: 'Messages',
    vars: { n: 1 },
    screens: {
      main: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          gap: 20,
          children: [
            ...['Apples', 'Pears', 'Plums', 'Cherries', 'Grapes'].map((name) => text(name)),
            text('Could not reach the shop', { id: 'bar', hidden: true }),
            button('Save', [{ show: 'bar' }]),
            button('Close', [{ hide: 'bar' }]),
            button('Toast', [{ toast: 'Saved at last' }]),
            button('Basket (${n})', [{ add: { n: 1 } }], { id: 'basket' }),
          ],
        },
      },
    },
  }),
);
const { agentest, connected } = await startAll('com.example.messages', { deviceArgs: ['--app', file] });
const tap = (words) => ({ action: 'tap', target: { text: words } });

test('a_text_that_came_and_went_inside_a_flow_is_in_its_steps_events', async () => {
  const { json, failed, text: all } = await agentest.flow(tap('Save'), tap('Close'));
  assert.equal(failed, false, all);
  assert.deepEqual(
    json.results.map(({ events }) => events),
    [['text "Could not reach the shop" came and went'], undefined],
    all,
  );
});

test('a_text_that_is_still_there_is_told_by_the_screen_alone', async () => {
  const { json, content, text: all } = await agentest.flow(tap('Save'), { action: 'wait', timeoutMs: 0 });
  assert.equal(json.results[0].events, undefined, all);
  assert.match(JSON.stringify(content), /Could not reach the shop/);
});

test('wait_until_anything_takes_the_message_that_came_with_the_step_before', async () => {
  await agentest.flow(tap('Close'));
  for (const [words, message] of [
    ['Save', 'text "Could not reach the shop"'],
    ['Toast', 'toast "Saved at last"'],
  ]) {
    const { json, failed, text: all } = await agentest.flow(tap(words), { action: 'wait_until', timeoutMs: 30000 });
    assert.equal(failed, false, all);
    assert.equal(json.results[1].note, `it came with the step before: ${message}`);
  }
});

test('wait_until_anything_fails_where_nothing_came', async () => {
  const { json, failed } = await agentest.flow({ action: 'wait_until', timeoutMs: 300 });
  assert.equal(failed, true);
  assert.match(json.error, /nothing new/);
});

test('the_ref_of_a_count_is_valid_after_the_step_that_counts', async () => {
  const screen = connected.tree ?? (await agentest.call('agentest_get_ui_tree')).text;
  const ref = screen.match(/(@b\d+) btn "Basket/)[1];
  const step = { action: 'tap', target: { ref } };
  const { json, failed, text: all } = await agentest.flow(step, step, step);
  assert.equal(failed, false, all);
  assert.match(json.results[2].target, /Basket \(3\)/);
});
