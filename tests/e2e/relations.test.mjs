// Targets by description: near, inside and below a text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAll } from './lib.mjs';

const { agentest } = await startAll('com.example.shop');

const tap = (target) => ({ action: 'tap', target });

async function passed(...steps) {
  const reply = await agentest.call('agentest_run_flow', { steps });
  assert.equal(reply.failed, false, reply.text);
  return reply;
}

for (const relation of ['near', 'inside']) {
  test(`${relation}_a_text_the_button_of_its_row_is_meant`, async () => {
    await agentest.call('agentest_reset_app');
    for (const product of ['Cheese', 'Bread', 'Apple'])
      await passed(tap({ text: 'Add', [relation]: product }), {
        action: 'assert_toast',
        target: { text: `${product} added to cart` },
      });
  });
}

test('below_a_text_the_nearest_match_comes_first_and_index_counts_on', async () => {
  const names = ['Apple', 'Bread', 'Cheese'];
  await agentest.call('agentest_reset_app');
  for (const index of [0, 1])
    await passed(tap({ text: 'Add', below: 'Apple', index }), {
      action: 'assert_toast',
      target: { text: `${names[index + 1]} added to cart` },
    });
});

test('a_text_alone_may_say_what_is_near_it', async () => {
  await passed(tap({ near: 'Cheese' }), { action: 'assert_toast', target: { text: 'Cheese added to cart' } });
});

test('a_text_that_is_not_there_is_named_and_nothing_is_touched', async () => {
  for (const relation of ['near', 'inside', 'below']) {
    const reply = await agentest.flow(tap({ text: 'Add', [relation]: 'Mango' }));
    assert.deepEqual([reply.failed, reply.json.code], [true, 'ELEMENT_NOT_FOUND']);
    assert.match(reply.json.error, /no visible element has textContains "Mango"/);
  }
  const none = await agentest.flow(tap({ text: 'Remove', near: 'Cheese' }));
  assert.match(none.json.error, /no visible element has text "Remove"/);
});
