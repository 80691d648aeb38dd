// Complaints of testers about other tools: each one is a test, named
// by its own words.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { describe } from 'node:test';
import { root, startAll, temporaryFolder } from './lib.mjs';

const folder = temporaryFolder();
const labels = path.join(folder, 'labels.json');
fs.writeFileSync(
  labels,
  JSON.stringify({
    package: 'com.example.labels',
    label: 'Labels',
    start: 'docs',
    links: { 'labels://many': 'many' },
    screens: {
      docs: {
        root: {
          kind: 'column',
          children: [
            { kind: 'text', text: 'Loading docs', desc: 'Loading progress of the docs' },
            { kind: 'button', id: 'go', text: 'Go' },
          ],
        },
      },
      many: {
        root: {
          kind: 'column',
          children: Array.from({ length: 230 }, (_, i) => ({ kind: 'button', id: `b${i}`, text: `Button ${i}`, h: 9 })),
        },
      },
    },
  }),
);

const { device, agentest } = await startAll('com.example.notes', {
  deviceArgs: ['com.example.notes', 'com.example.shop']
    .map((name) => path.join(root, 'virtual-android/apps', `${name}.json`))
    .concat(labels)
    .flatMap((file) => ['--app', file]),
});
const id = (value) => ({ id: value });
const text = (value) => ({ text: value });
const tap = (target) => ({ action: 'tap', target });
const type = (target, value, more) => ({ action: 'type', target, value, ...more });
const open = (link) => device.shell(`am start -a android.intent.action.VIEW -d ${link}`);

async function passes(...steps) {
  const reply = await agentest.flowEchoed(...steps);
  assert.ok(!reply.failed, reply.text);
  return reply.json;
}

async function fails(code, words, ...steps) {
  const reply = await agentest.flowEchoed(...steps);
  assert.equal(reply.failed, true, reply.text);
  assert.equal(reply.json.code, code, reply.text);
  assert.match(reply.json.error, words);
  return reply.json;
}

// Open a screen of Notes by its link, in a new process.
async function at(screen) {
  await device.shell('am force-stop com.example.notes');
  await open(`notes://${screen}`);
  await agentest.tree();
}

async function connect(packageName) {
  const reply = await agentest.connect(packageName);
  assert.ok(!reply.failed, reply.text);
  return reply;
}

describe('Text', () => {
  test.beforeEach(() => at('playground'));

  test('clear_text reported success and left a character', async () => {
    for (const field of ['filled', 'multi']) {
      const { results } = await passes({ action: 'clear_text', target: id(field) });
      assert.equal(results[0].value, '');
    }
    assert.match(await agentest.tree(), /input hint="Filled"/);
  });

  test('type appended to old text without a word about it', async () => {
    const { results } = await passes(type(id('filled'), ' more'));
    assert.equal(results[0].value, 'old text more');
    assert.match(results[0].note, /added to what the field held; "replace": true clears it first/);
    const replaced = await passes(type(id('filled'), 'new', { replace: true }));
    assert.equal(replaced.results[0].value, 'new');
    assert.equal(replaced.results[0].note, undefined);
  });

  test('typing with nothing focused reported success', async () => {
    const { results } = await fails(
      'INVALID_ARGUMENT',
      /not a text field, nothing was typed \(text fields here: .*@f1/,
      type(id('playground_scroll'), 'x'),
    );
    assert.equal(results[0].success, false);
    await at('about');
    await fails('INVALID_ARGUMENT', /nothing was typed \(no text field is on this screen\)/, type(id('version'), 'x'));
  });

  test('non-ASCII text reported success and typed nothing', async () => {
    const { results } = await passes(type(id('plain'), 'café'));
    assert.equal(results[0].value, 'café');
    await agentest.connect('com.example.notes', { backend: 'adb' });
    await at('playground');
    await fails(
      'UNSUPPORTED',
      /character 4 of the text, 'é' \(U\+00E9\).*nothing was typed/,
      type(id('plain'), 'café'),
    );
    assert.match(await agentest.tree(), /input hint="Plain" focused/);
    await connect('com.example.notes');
  });

  test('a field that changes what is typed is a failure', async () => {
    await fails(
      'TEXT_NOT_ENTERED',
      /first difference at character 2: expected "hello", found "hllo"/,
      type(id('dropper'), 'hello'),
    );
    await fails(
      'TEXT_NOT_ENTERED',
      /the field took only the beginning, 5 of 6 characters/,
      type(id('short'), '123456'),
    );
    await fails('ELEMENT_DISABLED', /is disabled, nothing was typed/, type(id('disabled'), 'x'));
  });

  test('a hint looked like content', async () => {
    const tree = await agentest.tree();
    assert.match(tree, /input hint="Plain"/);
    assert.match(tree, /input value="old text" hint="Filled"/);
    await fails('ASSERTION_FAILED', /found "" \(it is empty and shows its hint "Plain"\)/, {
      action: 'assert_text_equals',
      target: id('plain'),
      value: 'Plain',
    });
  });

  test('the tree turned newlines and tabs into spaces and dropped trailing spaces', async () => {
    assert.ok((await agentest.tree()).includes('value="one\\ttab\\ntwo lines\\ntrailing blanks  "'));
    await at('about');
    assert.ok(
      (await agentest.tree()).includes('"First line\\nSecond line\\twith a tab\\nThird line with trailing blanks   "'),
    );
    const value = 'First line\nSecond line\twith a tab\nThird line with trailing blanks   ';
    await passes({ action: 'assert_text_equals', target: id('licence'), value });
    await fails('ASSERTION_FAILED', /difference at character/, {
      action: 'assert_text_equals',
      target: id('licence'),
      value: value.trim(),
    });
  });

  test('nothing said that a field was a password field, so dots were taken for text', async () => {
    const reply = await agentest.flow(type(id('secret'), 's3cret-w0rd'));
    assert.ok(!reply.failed, reply.text);
    assert.equal(reply.json.results[0].value, '(11 characters)');
    assert.match(await agentest.tree(), /input value=11 chars hint="Secret".* password/);
    await fails('ASSERTION_FAILED', /is a password field: it shows 11 dots/, {
      action: 'assert_text_equals',
      target: id('secret'),
      value: '•••••••••••',
    });
    assert.doesNotMatch(reply.text + agentest.log, /s3cret-w0rd/);
  });
});

describe('Change', () => {
  test.beforeEach(() => at('settings'));

  test('"screen not changed" was read as "nothing changed" while a field had changed', async () => {
    await at('playground');
    await passes(type(id('plain'), 'one')); // the keyboard is there now
    const flow = await passes(type(id('plain'), ' two'), type(id('plain'), ' three'));
    assert.equal(flow.screenChanged, false);
    assert.deepEqual(flow.changed, ['@f1 value "one" -> "one two three"']);
  });

  test('switch states were missing from trees and differences', async () => {
    const tree = await agentest.tree();
    assert.match(tree, /switch "Dark theme" unchecked/);
    assert.match(tree, /switch "Synchronise" checked/);
    assert.match(tree, /radio "Newest first" checked/);
    const { results } = await passes(tap(id('dark_theme')));
    assert.match(results[0].changed.join(), /switch "Dark theme" checked false -> true/);
  });

  test('differences listed everything as removed: a new screen comes as a tree', async () => {
    const flow = await passes(tap(id('about')));
    assert.equal(flow.results[0].changed, undefined);
    assert.match(flow.finalUiTree, /Notes 1\.4\.2/);
  });

  test('"nothing observable changed" is said too', async () => {
    const flow = await passes(tap(text('Sort by')));
    assert.match(flow.results[0].note, /nothing observable changed/);
    assert.equal(flow.screenChanged, false);
    assert.equal(flow.finalUiTree, undefined);
  });
});

test('toasts were invisible: a note where the backend cannot see them', async () => {
  await agentest.connect('com.example.notes', { backend: 'adb' });
  await at('fling');
  const flow = await passes(tap(text('Row 3')));
  assert.equal(flow.toasts, 'not visible to this backend');
  await connect('com.example.notes');
});

describe('Crash and dialogs', () => {
  test.beforeEach(() => at('settings'));
  const toCrash = { action: 'scroll_to', target: id('crash') };

  test('a permission dialog was called a crash', async () => {
    const asked = await passes(tap(id('notifications')));
    assert.equal(asked.appCrashDetected, undefined);
    assert.equal(asked.systemDialogs[0].type, 'permission');
    assert.match(asked.finalUiTree, /^screen \S+ com\.google\.android\.permissioncontroller/);
    await passes(tap(text('Don’t allow')));
  });

  test('a real crash came without exception class and message', async () => {
    const flow = await fails(
      'APP_CRASH',
      /com\.example\.notes crashed: java\.lang\.IllegalStateException: "Note 42 has no owner"; at com\.example\.notes\.data\.NoteRepository\.ownerOf/,
      toCrash,
      tap(text('Crash')),
    );
    assert.equal(flow.appCrashDetected, true);
    assert.equal(flow.crash.exception, 'java.lang.IllegalStateException');
    assert.equal(flow.crash.message, 'Note 42 has no owner');
    assert.match(flow.crash.frames[0], /^com\.example\.notes\.data\.NoteRepository\.ownerOf\(NoteRepository\.kt:87\)/);
    assert.ok(flow.crash.frames.every((frame) => frame.startsWith('com.example.notes.')));
    assert.equal(flow.results.at(-1).success, false);
  });

  test('a header still named the crashed app as the one in front', async () => {
    const flow = await fails('APP_CRASH', /crashed/, toCrash, tap(text('Crash')));
    assert.match(flow.finalUiTree, /^screen \S+ com\.android\.launcher3 /);
    assert.match(await agentest.tree(), /^screen \S+ com\.android\.launcher3 /);
  });

  test('a crash with a dialog is a crash, once', async () => {
    const flow = await fails('APP_CRASH', /NullPointerException/, tap(text('Crash with a dialog')));
    assert.equal(flow.systemDialogs[0].type, 'crash');
    await agentest.call('agentest_reset_app');
    await passes({ action: 'assert_visible', target: id('email') });
  });

  test('a dialog that was already gone was still listed', async () => {
    await passes(tap(id('notifications')));
    const answered = await passes(tap(text('Don’t allow')));
    assert.equal(answered.systemDialogs[0].gone, true);
    const later = await passes({ action: 'assert_visible', target: id('notifications') });
    assert.equal(later.systemDialogs, undefined);
  });
});

describe('Targets', () => {
  test('a stale ref hit another element in silence', async () => {
    await at('settings');
    const tree = await agentest.tree();
    const [about] = tree.match(/@b\d+(?= btn "About")/);
    await open('notes://gestures');
    const flow = await fails(
      'ELEMENT_NOT_FOUND',
      new RegExp(`stale ref '${about}'.*"About" is no longer on the screen`),
      tap({ ref: about }),
    );
    assert.match(flow.finalUiTree, /Taps: 0/);
  });

  test('refs are not rebuilt when run_flow starts', async () => {
    await at('settings');
    const [crash] = (await agentest.tree()).match(/@b\d+(?= btn "Crash")/);
    await open('notes://playground');
    await fails('ELEMENT_NOT_FOUND', /stale ref/, { action: 'wait', timeoutMs: 1 }, tap({ ref: crash }));
  });

  test('a reply said "clicked" and not what was hit', async () => {
    await at('gestures');
    const { results } = await passes(tap(id('tap_me')));
    assert.match(results[0].target, /btn "Tap me"/);
    const [, left, top] = JSON.stringify((await agentest.call('agentest_get_ui_tree', { format: 'full' })).json).match(
      /"bounds":"\[(\d+),(\d+)\][^}]*"text":"Tap me"/,
    );
    const point = await passes({ action: 'tap_coordinates', x: Number(left) + 5, y: Number(top) + 5 });
    assert.match(point.results[0].target, /btn "Tap me"/);
  });

  test('a selector that failed did not say which part of it failed', async () => {
    await at('settings');
    await fails(
      'ELEMENT_NOT_FOUND',
      /1 element has id "about", but not text "Above"; nearest: btn "About"/,
      tap({ id: 'about', text: 'Above' }),
    );
  });

  test('several matches are reported', async () => {
    await connect('com.example.shop');
    const { results } = await passes(tap(text('Add')));
    assert.match(results[0].note, /\d+ elements match, this is the first/);
  });

  test('three equal buttons became two; one without label vanished from one view', async () => {
    await connect('com.example.shop');
    const tree = await agentest.tree();
    const three = ['@g1 tap 1 of 3', '@g2 tap 2 of 3', '@g3 tap 3 of 3'];
    assert.deepEqual(tree.match(/^@g[123] tap .*$/gm), three);
    const interactive = await agentest.tree({ onlyInteractive: true });
    assert.deepEqual(interactive.match(/^@g[123] tap .*$/gm), three);
    const { json } = await agentest.call('agentest_get_ui_tree', { format: 'full' });
    const unlabelled = [];
    const walk = (node) => {
      if (node.clickable && !node.text && !node.desc) unlabelled.push(node.bounds);
      (node.children ?? []).forEach(walk);
    };
    walk(json);
    assert.ok(unlabelled.length >= 3, unlabelled.join());
    for (const [i, name] of ['first', 'second', 'third'].entries()) {
      const refs = (await agentest.tree()).match(/^@g[123](?= tap \d of 3$)/gm);
      const { results } = await passes(tap({ ref: refs[i] }));
      assert.match(results[0].changed.join(), new RegExp(`-> "Last icon: ${name}"`));
      // one of the three
      assert.ok(results[0].target.includes(`at ${unlabelled[i]}`), results[0].target);
    }
  });

  test.after(() => connect('com.example.notes'));
});

describe('Scrolling', () => {
  const opened = () => device.shell('logcat -d -s FlingActivity');

  test('scroll_to with its default direction finds what lies below', async () => {
    await at('settings');
    const { results } = await passes({ action: 'scroll_to', target: text('Log out') });
    assert.match(results[0].note, /seen after \d scroll/);
  });

  test('scroll_to did not notice the end of the list', async () => {
    await at('fling');
    await fails('ELEMENT_NOT_FOUND', /nothing moves after 1 scroll up/, {
      action: 'scroll_to',
      target: text('Row 0'),
      direction: 'up',
      maxScrolls: 60,
    });
  });

  test('swipes opened row 135 or 139 instead of 137 because the list still moved', async () => {
    await at('fling');
    const flow = await passes({ action: 'scroll_to', target: text('Row 137'), maxScrolls: 100 }, tap(text('Row 137')));
    assert.match(flow.results[1].target, /"Row 137"/);
    assert.match(await opened(), /opened row 137\n$/);
    await device.shell('input swipe 540 1800 540 1000 50'); // the screen moves on
    const [, ref, row] = [...(await agentest.tree()).matchAll(/(@l\d+) link "Row (\d+)"/g)].at(-2);
    const [hit] = (await passes(tap({ ref }))).results;
    assert.match(hit.target, new RegExp(`"Row ${row}"`));
    assert.match(await opened(), new RegExp(`opened row ${row}\n$`));
  });

  test('a tap waits until its target rests', async () => {
    await at('moving');
    await open('notes://moving');
    await passes(tap(text('Target')), { action: 'assert_visible', target: text('Hits: 1') });
  });
});

describe('Batches', () => {
  test('a refused batch had run its first steps', async () => {
    await at('gestures');
    const reply = await agentest.flow(tap(id('tap_me')), { action: 'fly' });
    assert.equal(reply.failed, true);
    assert.equal(reply.json.code, 'INVALID_ARGUMENT');
    assert.match(reply.json.error, /^no step has run: steps\[1\]: unknown action 'fly' \(valid: .*tap/);
    assert.match(await agentest.tree(), /"Taps: 0"/);
  });

  test('every step that ran is reported', async () => {
    await at('gestures');
    const flow = await fails('ELEMENT_NOT_FOUND', /Nobody/, tap(id('tap_me')), tap(text('Nobody')), tap(id('tap_me')));
    assert.deepEqual(
      flow.results.map((step) => step.success),
      [true, false],
    );
    assert.deepEqual([flow.stepsCompleted, flow.totalSteps], [1, 3]);
    assert.match(flow.finalUiTree, /"Taps: 1"/);
  });
});

describe('Waiting', () => {
  test('no way to wait for a text', async () => {
    await at('timing');
    await open('notes://timing');
    await passes(
      { action: 'assert_visible', target: text('I appear after 1.5 seconds'), timeoutMs: 10000 },
      { action: 'assert_not_visible', target: id('early'), timeoutMs: 10000 },
    );
  });

  test('a wait that timed out is not a success', async () => {
    await at('about');
    const flow = await fails('ELEMENT_NOT_FOUND', /waited 300 ms/, {
      action: 'assert_visible',
      target: text('Never'),
      timeoutMs: 300,
    });
    assert.equal(flow.results[0].idle, 'timed_out');
  });

  test('settling stopped at a spinner', async () => {
    await agentest.call('agentest_reset_app');
    const flow = await passes(
      type(id('email'), 'demo@example.com'),
      type(id('password'), 'secret123'),
      tap(id('login_button')),
    );
    assert.match(flow.results[2].loadingDetected, /progress/);
    assert.match(flow.finalUiTree, /"Note 1 Meeting"/);
    await device.shell('pm clear com.example.notes');
  });

  test('launch returned before the app was there', async () => {
    const { texts } = await connect('com.example.notes');
    assert.match(texts[1], /^screen \S+ com\.example\.notes /);
    assert.match(texts[1], /"Welcome to Notes"/);
  });

  test('"busy" looked the same as done, with the screen of before', async () => {
    await agentest.connect('com.example.notes', { backend: 'adb' }); // the helper can read it
    await at('about');
    await passes({ action: 'wait_for_stable' }); // the engine then knows that it has settled
    await open('notes://busy');
    const flow = await fails('IDLE_TIMEOUT', /not stable after 500 ms: .*keeps moving/, {
      action: 'wait_for_stable',
      timeoutMs: 500,
    });
    assert.notEqual(flow.results[0].idle, 'settled');
    assert.equal(flow.finalUiTree, undefined);
    assert.match(flow.note, /could not be read at the end/);
    const tree = await agentest.call('agentest_get_ui_tree');
    assert.equal(tree.json.code, 'ADB_COMMAND_ERROR');
    await at('about');
    await connect('com.example.notes');
  });

  test('a static label "Loading docs" is not a loading indicator', async () => {
    await connect('com.example.labels');
    const flow = await passes(tap(id('go')));
    assert.equal(flow.results[0].loadingDetected, undefined);
    assert.equal(flow.results[0].idle, undefined);
    await connect('com.example.notes');
  });
});

describe('Noise and silence', () => {
  test('logs came back empty without a reason', async () => {
    await connect('com.example.notes');
    const none = await agentest.call('agentest_get_logs', { text: 'no such text' });
    assert.equal(none.json.lines, 0);
    assert.match(none.json.note, /No line matches the filter/i);
    const other = await agentest.call('agentest_get_logs', { packageName: 'com.example.unknown' });
    assert.match(other.json.note ?? other.json.error, /not installed; near: .*com\.example\.notes/);
  });

  test('forty old lines: the newest are given, oldest first, and what is left out is said', async () => {
    for (const i of [1, 2, 3, 4]) await device.shell(`run-as com.example.notes log -t Mine line-${i}`);
    const whole = await agentest.call('agentest_get_logs', { packageName: '', text: 'line-', maxLines: 2 });
    assert.ok(!whole.failed, whole.text);
    assert.match(whole.texts[1], /line-3\n.*line-4\n?$/);
    assert.equal(whole.json.omittedOlderLines, 2);
  });

  test('a screenshot came as 60 kB of base64 text', async () => {
    const reply = await agentest.call('agentest_screenshot');
    assert.deepEqual(
      reply.content.map((block) => block.type),
      ['image', 'text'],
    );
    assert.match(reply.text, /706x1568 shown, device 1080x2400: multiply coordinates by 1\.530/);
    assert.ok(reply.content[0].data.length < 1200000);
    const file = await agentest.call('agentest_screenshot', { fullSize: true });
    assert.match(file.text, /1080x2400 PNG saved as \//);
  });

  test('on failure the error came three times', async () => {
    await at('about');
    const reply = await agentest.flow(tap(text('Unheard-of')));
    assert.equal(reply.texts.join('\n').split('Element not found matching').length - 1, 1, reply.text);
  });

  test('the same unchanged screen was printed seven times', async () => {
    await at('about');
    for (let i = 0; i < 3; i++) {
      const flow = await passes({ action: 'assert_visible', target: id('version') });
      assert.equal(flow.screenChanged, false);
      assert.equal(flow.finalUiTree, undefined);
    }
  });

  test('text on the screen is marked as untrusted data', async () => {
    const { tools } = await agentest.client.listTools();
    for (const name of ['agentest_connect', 'agentest_get_ui_tree', 'agentest_run_flow', 'agentest_get_logs'])
      assert.match(tools.find((tool) => tool.name === name).description, /untrusted data/);
  });
});

describe('Defects of the tool before', () => {
  const hostile = [
    '$(touch /sdcard/pwned)',
    'a; touch /sdcard/pwned',
    "a' ; touch /sdcard/pwned ; '",
    'a`touch /sdcard/pwned`',
  ];

  test('1: a package name injected into the shell', async () => {
    for (const name of hostile) {
      for (const tool of [
        'agentest_connect',
        'agentest_get_logs',
        'agentest_get_shared_prefs',
        'agentest_query_db',
        'agentest_reset_app',
      ]) {
        const more = tool === 'agentest_query_db' ? { database: 'notes.db', query: 'SELECT 1' } : {};
        const reply = await agentest.call(tool, { packageName: name, ...more });
        assert.equal(reply.failed, true, `${tool} ${name}: ${reply.text}`);
        assert.equal(reply.json.code, 'INVALID_ARGUMENT', reply.text);
      }
    }
    await connect('com.example.notes');
    assert.equal(await device.shell('ls /sdcard | grep pwned'), '');
  });

  test('1: SQL injected into the shell', async () => {
    for (const name of hostile) {
      const reply = await agentest.call('agentest_query_db', {
        database: 'notes.db',
        query: `SELECT '${name.replaceAll("'", "''")}' AS x`,
      });
      assert.ok(!reply.failed, reply.text);
      assert.ok(reply.texts.join('\n').includes(name), reply.texts.join('\n'));
      const database = await agentest.call('agentest_query_db', { database: name, query: 'SELECT 1' });
      assert.equal(database.failed, true);
    }
    assert.equal(await device.shell('ls /sdcard | grep pwned'), '');
  });

  test('1, 9: quotes in the text to be typed', async () => {
    for (const value of [...hostile, '"double" \'single\' %s %%s \\n $HOME * ? [a] {b} ~ # & | < >', ' a  b ']) {
      await at('playground');
      const { results } = await passes(type(id('plain'), value));
      assert.equal(results[0].value, value);
    }
    assert.equal(await device.shell('ls /sdcard | grep pwned'), '');
  });

  test('6: isError was never set', async () => {
    const reply = await agentest.flow(tap(text('Nobody')));
    assert.equal(reply.isError, true);
    const passed = await agentest.flow({ action: 'wait', timeoutMs: 1 });
    assert.notEqual(passed.isError, true);
  });

  test('7: a tree of more than 200 lines says so', async () => {
    await connect('com.example.labels');
    await open('labels://many');
    const tree = await agentest.tree();
    assert.ok(tree.split('\n').length <= 203, `${tree.split('\n').length}`);
    assert.match(tree, /\d+ (more )?(lines|interactive|elements).*(maxLines|onlyInteractive|depth)/);
    assert.match(await agentest.tree({ maxLines: 400 }), /"Button 229"/);
    await connect('com.example.notes');
  });

  test('14: the Settings app in front was reported as a crash', async () => {
    await connect('com.example.notes');
    await device.shell('am start -n com.android.settings/.Settings');
    const flow = await passes(tap(text('Display')));
    assert.equal(flow.appCrashDetected, undefined);
    await connect('com.android.settings');
    const own = await passes({ action: 'press_key', keycode: 'KEYCODE_HOME' });
    assert.equal(own.appCrashDetected, undefined);
  });

  test("16: serverInfo's version is the program's", () => {
    const [, version] = fs.readFileSync(path.join(root, 'meson.build'), 'utf8').match(/version: '([\d.]+)'/);
    assert.equal(agentest.client.getServerVersion().version, version);
  });
});
