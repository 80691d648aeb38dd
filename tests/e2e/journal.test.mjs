// The next reply tells each event that happened by itself once, with its age.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAgentest, startAll, temporaryFolder, until } from './lib.mjs';
import { startMda } from './mda.mjs';

const LATE_MS = 1000;
const app = {
  package: 'com.example.late',
  label: 'Late',
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          { kind: 'text', id: 'title', text: 'Late news' },
          {
            kind: 'switch',
            id: 'sync',
            text: 'Sync',
            tap: [{ after: LATE_MS, do: [{ uncheck: 'sync' }, { toast: 'Could not save', long: true }] }],
          },
          { kind: 'button', id: 'send', text: 'Send', tap: [{ after: LATE_MS, do: [{ toast: 'Sent' }] }] },
          { kind: 'button', id: 'post', text: 'Post', tap: [{ after: LATE_MS, do: [{ toast: 'Posted' }] }] },
          { kind: 'button', id: 'save', text: 'Save', tap: [{ after: LATE_MS, do: [{ toast: 'Could not save' }] }] },
          {
            kind: 'button',
            id: 'copy',
            text: 'Copy',
            tap: [{ after: LATE_MS, do: [{ toast: 'Copied to the clipboard' }] }],
          },
          { kind: 'button', id: 'share', text: 'Share', tap: [{ after: LATE_MS, do: [{ toast: 'Shared' }] }] },
          {
            kind: 'button',
            id: 'mail',
            text: 'Mail',
            tap: [{ notify: 'Draft kept' }, { notify: 'Your code is 1234', package: 'com.example.bank' }],
          },
          { kind: 'button', id: 'open', text: 'Open', tap: [{ goto: 'other' }] },
          { kind: 'button', id: 'now', text: 'Now', tap: [{ toast: 'Done at once' }] },
          {
            kind: 'button',
            id: 'delete',
            text: 'Delete',
            tap: [
              {
                after: LATE_MS / 2,
                do: [
                  { dialog: { title: 'Deleting 3 notes', message: 'Please wait', buttons: [] } },
                  { after: LATE_MS / 4, do: [{ dismiss: true }] },
                ],
              },
            ],
          },
          {
            kind: 'button',
            id: 'ask',
            text: 'Ask',
            tap: [{ dialog: { title: 'Really?', message: 'It cannot be undone', buttons: [{ text: 'Cancel' }] } }],
          },
          {
            kind: 'button',
            id: 'die',
            text: 'Die',
            tap: [
              {
                after: LATE_MS,
                do: [{ crash: { exception: 'java.lang.IllegalStateException', message: 'too late', dialog: false } }],
              },
            ],
          },
          { kind: 'button', id: 'next', text: 'Next' },
        ],
      },
    },
    other: { root: { kind: 'column', children: [{ kind: 'text', id: 'title', text: 'Another screen' }] } },
  },
};
const file = path.join(temporaryFolder(), 'late.json');
fs.writeFileSync(file, JSON.stringify(app));
const { server, device, agentest } = await startAll(app.package, { deviceArgs: ['--app', file] });

const id = (name) => ({ id: name });
const tap = (name) => ({ action: 'tap', target: id(name) });
const sees = (text, more) => ({ action: 'assert_visible', target: { text }, ...more });
const start = () => agentest.call('agentest_reset_app');
const shows = (toast) => until(async () => (await device.shell('dumpsys notification')).includes(toast), toast);
const flow = async (...steps) => (await agentest.flowEchoed(...steps)).json;

test('a_toast_that_comes_after_the_reply_is_told_in_the_next_one', async () => {
  await start();
  const sent = await flow(tap('send'));
  assert.equal(sent.events, undefined);
  await shows('Sent');
  const next = await flow(tap('next'));
  assert.match(next.events.join('\n'), /^toast "Sent", \d\.\d s ago$/);
  assert.equal((await flow(tap('next'))).events, undefined, 'told once');
});

test('a_look_tells_a_toast_too', async () => {
  await start();
  await flow(tap('post'));
  await shows('Posted');
  const look = await agentest.call('agentest_get_ui_tree');
  assert.match(look.structuredContent.events.join('\n'), /^toast "Posted", \d\.\d s ago$/);
  assert.match(look.texts.at(-1), /^toast "Posted"/);
});

test('a_wait_tells_the_toast_that_came_meanwhile', async () => {
  await start();
  const waited = await flow(tap('send'), { action: 'wait', timeoutMs: 2 * LATE_MS });
  assert.match(waited.events.join('\n'), /^toast "Sent" in step 1, \d\.\d s ago$/);
});

test('an_action_tells_its_own_toast_and_does_not_say_that_nothing_changed', async () => {
  await start();
  const done = await flow(tap('now'));
  assert.match(done.events.join('\n'), /^toast "Done at once", 0\.\d s ago$/);
  assert.doesNotMatch(done.results[0].note ?? '', /nothing observable/);
});

test('a_switch_that_falls_back_after_the_reply_is_told_by_the_next_step', async () => {
  await start();
  const switched = await flow(tap('sync'));
  assert.match(switched.results[0].changed.join('\n'), /checked false -> true/);
  await shows('Could not save');
  const next = await flow(tap('next'));
  const told = next.events.join('\n');
  assert.match(told, /^toast "Could not save", \d\.\d s ago$/m);
  assert.match(told, /^switch "Sync" checked true -> false by itself, within the last \d\.\d s$/m);
  assert.equal(next.results[0].changed, undefined, 'the tap has not changed it');
});

test('a_switch_that_falls_back_between_two_steps_is_told_with_the_step', async () => {
  await start();
  const both = await flow(tap('sync'), { action: 'wait', timeoutMs: 2 * LATE_MS }, tap('next'));
  const told = both.events.join('\n');
  assert.match(told, /^toast "Could not save" in step 1, /m);
  assert.match(told, /^switch "Sync" checked true -> false in step 1 by itself/m);
});

test('a_dialog_that_flashed_up_is_told_and_one_that_shows_is_not', async () => {
  await start();
  const flashed = await flow(tap('delete'), { action: 'wait', timeoutMs: 2 * LATE_MS });
  assert.match(flashed.events.join('\n'), /^window "Deleting 3 notes.*" came and went in step 1, \d\.\d s ago$/);
  const shown = await flow(tap('ask'));
  assert.match(shown.finalUiTree, /Really\?/);
  assert.equal(shown.events, undefined, JSON.stringify(shown.events));
});

test('a_crash_between_two_calls_is_told', async () => {
  await start();
  await flow(tap('die'));
  await until(async () => !(await device.shell('pidof com.example.late')).trim(), 'the process to end');
  const look = await agentest.call('agentest_get_ui_tree');
  assert.match(
    look.structuredContent.events.join('\n'),
    /com\.example\.late crashed: java\.lang\.IllegalStateException: .*too late/,
  );
});

test('an_assertion_on_a_text_sees_a_toast_and_says_so', async () => {
  await start();
  const seen = await flow(tap('save'), sees('Could not save', { timeoutMs: 5000 }));
  assert.equal(seen.success, true, JSON.stringify(seen));
  assert.match(seen.results[1].note, /^it was a toast "Could not save", \d\.\d s ago$/);
});

test('a_toast_that_has_gone_and_was_told_still_proves_its_text_and_no_older_one_does', async () => {
  await start();
  await flow(tap('now'));
  const told = await flow(sees('Done at once', { timeoutMs: 0 }));
  assert.equal(told.success, true, JSON.stringify(told));
  assert.match(told.results[0].note, /^it was a toast "Done at once", \d\.\d s ago$/);
  const late = await flow(tap('next'), sees('Done at once', { timeoutMs: 0 }));
  assert.equal(late.success, false, JSON.stringify(late));
  assert.match(late.results[1].error, /toast "Done at once", \d\.\d s ago, which is before the last action/);
  await flow(tap('now'));
  await start();
  const anew = await flow(sees('Done at once', { timeoutMs: 0 }));
  assert.equal(anew.success, false, JSON.stringify(anew));
});

test('a_notification_of_the_app_is_told_and_another_apps_only_on_request', async () => {
  await start();
  const done = await flow(tap('mail'));
  assert.deepEqual(
    done.events.map((line) => line.replace(/\d\.\d/, 'n')),
    ['notification "Draft kept", n s ago'],
  );
  const toast = (text, more) => flow({ action: 'assert_toast', target: { textContains: text }, timeoutMs: 0, ...more });
  assert.equal((await toast('Your code')).success, false);
  const asked = await toast('Your code', { notification: true });
  assert.equal(asked.success, true, JSON.stringify(asked));
  assert.match(asked.results[0].note, /^it was a notification "Your code is 1234", \d\.\d s ago$/);
});

test('assert_toast_waits_for_a_toast_and_finds_one_that_has_gone_since_the_last_reply', async () => {
  await start();
  const toast = (target, more) => ({ action: 'assert_toast', target, ...more });
  const waited = await flow(tap('copy'), toast({ textContains: 'to the clip' }, { timeoutMs: 5000 }));
  assert.equal(waited.success, true, JSON.stringify(waited));
  const other = await flow(toast({ text: 'to the clip' }, { timeoutMs: 0 }));
  assert.equal(other.success, false);
  assert.match(other.results[0].error, /no toast says "to the clip" is up or came since the last reply/);
  await flow(tap('share'));
  await shows('Shared');
  await until(async () => !(await device.shell('dumpsys notification')).includes('Shared'), 'the toast to go');
  assert.equal((await flow(toast({ text: 'Shared' }))).success, true);
  assert.match((await flow(toast({ id: 'sync' }))).error, /a toast has only a text/);
});

test('assert_not_visible_does_not_pass_while_a_toast_says_it', async () => {
  await start();
  const gone = await flow(tap('now'), { action: 'assert_not_visible', target: { text: 'Done at once' }, timeoutMs: 0 });
  assert.equal(gone.success, false);
  assert.match(gone.results[1].error, /a toast shows it: toast "Done at once"/);
});

test('assert_not_visible_says_whether_its_target_was_ever_seen', async () => {
  await start();
  const never = await flow({ action: 'assert_not_visible', target: { text: 'Late newz' } });
  assert.match(never.results[0].note, /it was never seen in this session: check the target/);
  await flow(tap('open'));
  const seen = await flow({ action: 'assert_not_visible', target: { text: 'Late news' } });
  assert.equal(seen.success, true, JSON.stringify(seen));
  assert.match(seen.results[0].note, /it was seen earlier in this session/);
});

test('a_restart_and_what_it_shows_is_no_change_by_itself', async () => {
  await start();
  await flow(tap('open'));
  const again = await agentest.call('agentest_reset_app');
  assert.equal(again.json.events, undefined, JSON.stringify(again.json.events));
  assert.equal((await flow(tap('next'))).events, undefined);
});

test('over_adb_assert_toast_says_what_it_needs', async () => {
  const adb = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
  await agentest.client.close();
  await adb.connect(app.package, { steal: true });
  const blind = (await adb.flow({ action: 'assert_toast', target: { text: 'Sent' } })).json;
  assert.equal(blind.success, false);
  const missed = (await adb.flow(sees('Sent', { timeoutMs: 0 }))).json;
  assert.match(
    missed.results[0].error,
    /not found.*it may have been a toast, which adb alone does not see; .*disabled/s,
  );
  assert.match(
    blind.results[0].error,
    /toasts cannot be seen here: only the helper on an Android device reports them, and adb read the screen; .*disabled/,
  );
});

test('the_live_process_tells_what_happened_between_two_commands', async () => {
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  await mda.ok('live start --session late');
  await device.shell(`am start -n ${app.package}/.MainActivity`);
  await mda.ok('ui snapshot --session late');
  await mda.ok('ui tap id:share --session late');
  await shows('Shared');
  const { data } = await mda.ok('ui snapshot --session late');
  assert.match(data.events.join('\n'), /^toast "Shared", \d\.\d s ago$/);
  await mda.ok('ui tap id:now --session late');
  const { data: toast } = await mda.ok('ui assert-visible once --session late --timeout-ms 0');
  assert.match(toast.match, /^toast "Done at once", \d\.\d s ago$/);
  await mda.ok('live stop --session late');
});
