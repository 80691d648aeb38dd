// What can be named is told without provoking an error: preference files,
// databases, tables, installed apps.
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
  assert.deepEqual(all.json, { packageName: 'com.example.notes', databases: ['notes.db'] });
  const one = await agentest.call('agentest_query_db', { database: 'notes.db' });
  assert.ok(one.json.tables.includes('notes'), one.text);
  const lost = await agentest.call('agentest_query_db', { query: 'SELECT 1' });
  assert.deepEqual([lost.failed, lost.json.code], [true, 'INVALID_ARGUMENT']);
  assert.match(lost.json.error, /'database' is missing/);
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
