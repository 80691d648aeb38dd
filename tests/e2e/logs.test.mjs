// The log of an app is that of all its processes since it was connected.
import assert from 'node:assert/strict';
import test from 'node:test';
import { login } from './notes.mjs';
import { startAll } from './lib.mjs';

const { agentest } = await startAll('com.example.notes');
const crash = [
  { action: 'tap', target: { text: 'Settings' } },
  { action: 'scroll_to', target: { text: 'Crash' } },
  { action: 'tap', target: { text: 'Crash' }, expectCrash: true },
];
const processes = (log) =>
  new Set(
    log
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/)[2]),
  );

test('after_a_crash_and_a_restart_the_log_has_both_processes', async () => {
  await agentest.flow(...login);
  const { failed, text } = await agentest.flow(...crash);
  assert.equal(failed, false, text);
  await agentest.connect('com.example.notes');
  const { texts } = await agentest.call('agentest_get_logs');
  assert.match(texts[1], /FATAL EXCEPTION[^]*Note 42 has no owner[^]*Application started/);
  assert.equal(processes(texts[1]).size, 2, texts[1]);
  const errors = await agentest.call('agentest_get_logs', { level: 'E' });
  assert.match(errors.texts[1], /Note 42 has no owner/);
});

test('a_restart_keeps_the_lines_of_the_process_before', async () => {
  await agentest.call('agentest_reset_app');
  const { texts } = await agentest.call('agentest_get_logs');
  assert.equal(processes(texts[1]).size, 3, texts[1]);
});
