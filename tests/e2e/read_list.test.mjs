// A list is read to its end in one step: each row once, in order, up to a limit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { login } from './notes.mjs';
import { startAll } from './lib.mjs';

const { device, agentest } = await startAll('com.example.notes');
await agentest.flow(...login);

test('all_rows_come_once_and_in_order', async () => {
  const { json, failed, text } = await agentest.flow({ action: 'read_list', limit: 500, maxScrolls: 100 });
  assert.equal(failed, false, text);
  const [{ output, note }] = json.results;
  const rows = output.split('\n');
  const numbers = rows.map((row) => Number(row.match(/^Note (\d+) /)?.[1]));
  assert.deepEqual(
    numbers,
    Array.from({ length: 200 }, (_, i) => i + 1),
    text,
  );
  assert.equal(note, '200 rows, to the end');
});

test('the_limit_ends_it_and_says_that_there_is_more', async () => {
  await agentest.call('agentest_reset_app');
  const { json, text } = await agentest.flow({ action: 'read_list', limit: 12 });
  assert.equal(json.results[0].output.split('\n').length, 12, text);
  assert.match(json.results[0].note, /^12 rows; there are more/);
});

test('texts_of_a_row_are_one_line_without_what_each_row_ends_with', async () => {
  await agentest.connect('com.example.shop');
  const { json, text } = await agentest.flow({ action: 'read_list' });
  const rows = json.results[0].output.split('\n');
  assert.ok(
    rows.some((row) => /^Cheese.* \| \$\d/.test(row)),
    text,
  );
  assert.equal(rows.filter((row) => row.startsWith('Lemon')).length, 1, text);
  assert.doesNotMatch(json.results[0].output, /\bAdd\b/);
  assert.match(json.results[0].note, /each row ends with Add$/);
});

test('without_a_list_it_says_so', async () => {
  await device.shell('pm clear com.example.notes');
  await agentest.connect('com.example.notes');
  const { failed, json } = await agentest.flow({ action: 'read_list' });
  assert.equal(failed, true);
  assert.match(json.error, /nothing .*can be scrolled/);
});
