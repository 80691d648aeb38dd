// A list that an app filters a moment after the last letter: the reply has its end.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAll, temporaryFolder } from './lib.mjs';

const file = path.join(temporaryFolder(), 'search.json');
const text = (words, more) => ({ kind: 'text', text: words, ...more });
fs.writeFileSync(
  file,
  JSON.stringify({
    package: 'com.example.search',
    label: 'Search',
    vars: { found: 3 },
    screens: {
      main: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          gap: 20,
          children: [
            {
              kind: 'field',
              id: 'who',
              hint: 'Search people',
              change: [
                {
                  after: 700,
                  do: [
                    { hide: ['ann', 'bob'] },
                    { show: 'busy' },
                    { after: 900, do: [{ hide: 'busy' }, { show: 'holm' }] },
                  ],
                },
              ],
            },
            { kind: 'field', id: 'query', hint: 'Town' },
            { kind: 'field', id: 'filter', hint: 'Shop', change: [{ after: 700, do: [{ set: { found: 12 } }] }] },
            text('${found} results', { id: 'found' }),
            text('Working on it…', { id: 'busy', hidden: true }),
            text('Ann Lee', { id: 'ann' }),
            text('Bob Ray', { id: 'bob' }),
            text('Eve Holm', { id: 'holm', hidden: true }),
          ],
        },
      },
    },
  }),
);
const { agentest } = await startAll('com.example.search', { deviceArgs: ['--app', file] });

test('typing_into_a_search_waits_for_what_it_finds', async () => {
  const { failed, text: all } = await agentest.flow(
    { action: 'type', target: { id: 'who' }, value: 'holm' },
    { action: 'assert_visible', target: { text: 'Eve Holm' }, timeoutMs: 0 },
    { action: 'assert_not_visible', target: { text: 'Ann Lee' }, timeoutMs: 0 },
  );
  assert.equal(failed, false, all);
});

test('a_search_that_shows_nothing_says_that_it_may_still_change', async () => {
  const { json } = await agentest.flow({ action: 'type', target: { id: 'query' }, value: 'Oslo' });
  assert.equal(json.success, true);
  assert.match(json.results[0].note, /the results may still change/);
});

test('a_count_that_grows_is_among_the_changes_and_no_event', async () => {
  await agentest.tree();
  const reply = await agentest.call('agentest_run_flow', {
    observe: 'diff',
    steps: [{ action: 'type', target: { id: 'filter' }, value: 'a' }],
  });
  assert.match(reply.json.diff ?? reply.json.finalUiTree, /"12 results"/, reply.text);
  assert.equal(reply.json.events, undefined, reply.text);
});
