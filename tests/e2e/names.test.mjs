// Names are listed without provoking an error: preference files, databases, tables, installed apps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { login } from './notes.mjs';
import { startAll } from './lib.mjs';

const { agentest } = await startAll('com.example.notes');

test('get_shared_prefs_without_a_file_lists_them', async () => {
  await agentest.flow(...login);
  const { json, failed, text } = await agentest.call('agentest_get_shared_prefs');
  assert.equal(failed, false, text);
  assert.ok(json.files.includes('user_prefs.xml'), text);
  assert.equal(json.content, undefined);
});

test('query_db_without_a_database_lists_them_and_without_a_query_its_tables', async () => {
  const all = await agentest.call('agentest_query_db');
  assert.deepEqual(all.json.databases, ['notes.db']);
  const one = await agentest.call('agentest_query_db', { database: 'notes.db' });
  assert.ok(one.json.tables.includes('notes'), one.text);
  const lost = await agentest.call('agentest_query_db', { query: 'SELECT 1' });
  assert.deepEqual([lost.failed, lost.json.code], [true, 'INVALID_ARGUMENT']);
  assert.match(lost.json.error, /'database' is missing/);
});

// One reply has what took three calls: names, tables with columns and rows, keys.
test('either_list_is_an_overview_of_all_that_is_stored', async () => {
  for (const name of ['get_shared_prefs', 'query_db']) {
    const { json, text } = await agentest.call(`agentest_${name}`);
    assert.deepEqual([json.databases, json.files.includes('user_prefs.xml')], [['notes.db'], true], text);
    assert.match(
      json.overview.find((line) => line.startsWith('notes.db: ')),
      /\bnotes\(id,[^)]*\) \d+ rows/,
      text,
    );
    assert.match(
      json.overview.find((line) => line.startsWith('user_prefs.xml: ')),
      /user_prefs\.xml: \w+/,
      text,
    );
  }
  const one = await agentest.call('agentest_query_db', { database: 'notes.db' });
  assert.match(one.json.overview[0], /^notes\.db: .*\bnotes\(id,[^)]*\) \d+ rows/);
});

test('reads_are_steps_of_a_flow', async () => {
  const { json, failed, text } = await agentest.flow(
    { action: 'query_db' },
    { action: 'query_db', database: 'notes.db', query: 'SELECT count(*) FROM notes' },
    { action: 'query_db', database: 'notes.db', query: 'SELECT id FROM notes WHERE 0' },
    { action: 'get_shared_prefs', file: 'user_prefs' },
    { action: 'get_logs', maxLines: 3 },
    { action: 'tap', target: { textContains: 'Note 3' } },
  );
  assert.equal(failed, false, text);
  const [overview, count, none, prefs, logs, tap] = json.results.map((result) => result.output);
  assert.match(overview, /^notes\.db: /m);
  assert.match(overview, /^user_prefs\.xml: /m);
  assert.match(count, /^\d+$/);
  assert.equal(none, '');
  assert.match(prefs, /<map>/);
  assert.equal(logs.split('\n').length, 3);
  assert.equal(tap, undefined);
  await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_BACK' });
});

test('a_read_that_fails_ends_its_flow_and_says_what_there_is', async () => {
  const { json, failed } = await agentest.flow(
    { action: 'query_db', database: 'notes.db', query: 'SELECT * FROM note' },
    { action: 'wait', timeoutMs: 0 },
  );
  assert.deepEqual([failed, json.stepsCompleted], [true, 0]);
  assert.match(json.error, /no such table.*notes/);
  const lost = await agentest.flow({ action: 'query_db', query: 'SELECT 1' });
  assert.match(lost.json.error, /'database' is missing/);
});

test('the_network_is_a_step_and_the_step_waits_for_the_screen', async () => {
  const set = await agentest.flow({ action: 'set_network', airplaneMode: true });
  assert.equal(set.failed, false, set.text);
  assert.match(set.json.results[0].note, /[Aa]irplane/);
  const back = await agentest.flow({ action: 'set_network', airplaneMode: false }, { action: 'wait', timeoutMs: 0 });
  assert.equal(back.failed, false, back.text);
  const nothing = await agentest.flow({ action: 'set_network' });
  assert.match(nothing.json.error, /no step has run: .*nothing to set/);
  const wrong = await agentest.flow({ action: 'set_network', preset: '5g' });
  assert.match(wrong.json.error, /preset must be gsm/);
});

test('lists_of_an_app_that_is_not_installed_fail', async () => {
  for (const name of ['get_shared_prefs', 'query_db']) {
    const none = await agentest.call(`agentest_${name}`, { packageName: 'org.nowhere.at.all' });
    assert.deepEqual([none.failed, none.json.code], [true, 'APP_NOT_INSTALLED'], none.text);
  }
});

test('connect_to_a_package_that_is_not_installed_names_the_installed_apps', async () => {
  const far = await agentest.call('agentest_connect', { packageName: 'org.nowhere.at.all' });
  assert.equal(far.json.code, 'APP_NOT_INSTALLED');
  assert.match(far.json.error, /installed apps: .*com\.example\.notes/);
  assert.doesNotMatch(far.json.error, /adb shell/);
  const near = await agentest.call('agentest_connect', { packageName: 'com.example.note' });
  assert.match(near.json.error, /near: .*com\.example\.notes/);
});
