// One reply for acting and reading: diffs instead of trees, and each action's effect.
import assert from 'node:assert/strict';
import test from 'node:test';
import { login, open } from './notes.mjs';
import { startAll } from './lib.mjs';

const { device, agentest } = await startAll('com.example.notes');

const tap = (target) => ({ action: 'tap', target });
const key = (keycode) => ({ action: 'press_key', keycode });

async function observe(steps, mode = 'diff') {
  const reply = await agentest.call('agentest_run_flow', { steps: [steps].flat(), observe: mode });
  const [head, ...lines] = (reply.json.diff ?? reply.json.finalUiTree ?? '').trimEnd().split('\n');
  return { ...reply, ...reply.json, head, lines, last: reply.json.results.at(-1) };
}

// The app as it is after its start, or one of its screens; seen by the client.
async function start(screen) {
  await agentest.connect('com.example.notes');
  await agentest.call('agentest_reset_app');
  return screen === 'login' ? agentest.tree() : open(agentest, device, screen);
}

const printOf = (tree) => tree.match(/#([0-9a-f]{6})/)[1];

test('changed: a checkbox is one line, and nothing else of the screen', async () => {
  const tree = await start('login');
  const reply = await observe(tap({ id: 'remember' }));
  assert.equal(reply.finalUiTree, undefined);
  assert.equal(reply.last.effect, 'changed');
  assert.match(reply.last.target, /check "Remember me" unchecked @c1/);
  assert.equal(
    reply.head,
    `screen #${reply.screenFingerprint} since #${printOf(tree)}: 1 changed; other lines and refs stay`,
  );
  assert.deepEqual(reply.lines, ['~ @c1 check "Remember me" unchecked -> check "Remember me" checked']);
});

test('changed: switches and sliders show their states', async () => {
  await start('settings');
  const reply = await observe([
    tap({ id: 'dark_theme' }),
    { action: 'swipe', direction: 'right', target: { id: 'text_size' } },
  ]);
  assert.deepEqual(
    reply.results.map(({ effect }) => effect),
    ['changed', 'changed'],
    reply.diff,
  );
  assert.match(reply.diff, /^~ +"Text size: 50%" -> "Text size: (7|8)\d%"$/m);
  assert.match(reply.diff, /^~ +@c1 switch "Dark theme" unchecked -> switch "Dark theme" checked$/m);
});

test('changed: a field shows its value and its hint, a password its length', async () => {
  await start('login');
  const reply = await observe(login.slice(0, 2));
  assert.deepEqual(reply.lines, [
    '~ @f1 input hint="E-mail" -> input value="demo@example.com" hint="E-mail"',
    '~ @f2 input hint="Password" password -> input value=9 chars hint="Password" focused password',
  ]);
  assert.doesNotMatch(reply.text, /secret123/);
});

test('changed: the focus, and the keyboard that opens and closes', async () => {
  await start('login');
  const opened = await observe(tap({ id: 'email' }));
  assert.equal(opened.last.effect, 'changed');
  assert.equal(opened.last.keyboard, 'opened');
  assert.deepEqual(opened.lines, ['~ @f1 input hint="E-mail" -> input hint="E-mail" focused']);
  const closed = await observe(key('KEYCODE_BACK'));
  assert.equal(closed.last.effect, 'changed');
  assert.equal(closed.last.keyboard, 'closed');
  assert.match(closed.head, /: nothing changed; other lines and refs stay$/);
});

test('no_observable_effect: a tap that changes nothing says so, and that toasts are not seen', async () => {
  await start('login');
  await agentest.connect('com.example.notes', { backend: 'adb' });
  await observe(tap({ id: 'login_button' }));
  const reply = await observe(tap({ id: 'login_button' }));
  assert.equal(reply.last.effect, 'no_observable_effect');
  assert.match(reply.last.note, /nothing observable changed/);
  assert.equal(reply.toasts, 'not visible to this backend');
  assert.match(reply.head, /: nothing changed/);
  await agentest.connect('com.example.notes');
});

test('refs: those of unchanged and of new lines are valid in the next call', async () => {
  await start('login');
  const shown = await observe(tap({ ref: '@b1' }));
  assert.deepEqual(shown.lines, ['+ "Wrong e-mail or password"']);
  const dialog = await observe(tap({ ref: '@l1' }));
  // nothing of the screen is left but the dialog: the tree is shorter than a diff
  const ok = (dialog.diff ?? dialog.finalUiTree).match(/^[+ ]*(@b\d+) btn "OK"$/m)[1];
  assert.notEqual(ok, '@b1');
  const closed = await observe(tap({ ref: ok }));
  assert.match(closed.last.target, /btn "OK"/);
  assert.equal(closed.success, true);
  const stale = await observe(tap({ ref: ok }));
  assert.equal(stale.failed, true);
  assert.equal(stale.code, 'ELEMENT_NOT_FOUND');
});

test('already_selected: a tab that is open, and a choice that is made', async () => {
  await start('settings');
  await observe(tap({ text: 'Oldest first' }));
  const { last } = await observe(tap({ text: 'Oldest first' }));
  assert.deepEqual([last.effect, last.note], ['already_selected', 'already selected']);
  const other = await observe(tap({ text: 'Settings' }));
  assert.notEqual(other.last.effect, 'already_selected');
});

test('blocked_by: a permission dialog, until it is answered', async () => {
  await start('settings');
  const asked = await observe(tap({ id: 'notifications' }));
  assert.equal(asked.last.effect, 'changed');
  assert.equal(asked.systemDialogs[0].type, 'permission');
  for (const step of [tap({ id: 'dark_theme' }), { action: 'tap_coordinates', x: 500, y: 100 }]) {
    const { last } = await observe(step);
    assert.equal(last.effect, 'blocked_by');
    const { title, ...blockedBy } = last.blockedBy;
    assert.deepEqual(blockedBy, {
      what: 'dialog',
      kind: 'permission',
      package: 'com.google.android.permissioncontroller',
    });
    assert.match(title, /^Allow Notes to send you notifications/);
  }
  const answered = await observe(tap({ text: 'Don’t allow' }));
  assert.equal(answered.last.effect, 'changed');
  assert.match(answered.diff, /^screen #\w+ since #\w+, seen before: /); // the screen below the dialog
});

test('blocked_by: the keyboard covers the target', async () => {
  await start('playground');
  await observe(tap({ id: 'plain' }));
  const { last } = await observe({ action: 'tap_coordinates', x: 500, y: 2200 });
  assert.equal(last.effect, 'blocked_by');
  assert.deepEqual(last.blockedBy, { what: 'keyboard' });
});

test('blocked_by: another app in front', async () => {
  await start('login');
  await device.shell('am start -n com.example.shop/.MainActivity');
  await agentest.flow({ action: 'wait_for_stable' });
  const { last } = await observe(tap({ id: 'remember' }));
  assert.equal(last.effect, 'blocked_by');
  assert.deepEqual(last.blockedBy, { what: 'window', package: 'com.example.shop' });
});

test('app_gone: the launcher is in front', async () => {
  await start('login');
  const { last, head } = await observe(key('KEYCODE_HOME'));
  assert.equal(last.effect, 'app_gone');
  assert.match(head, /launcher/);
});

test('observe: none gives no tree, tree always gives one, auto is the default', async () => {
  await start('login');
  const none = await observe(tap({ id: 'remember' }), 'none');
  assert.equal(none.finalUiTree ?? none.diff, undefined);
  assert.equal(none.last.effect, 'changed');
  const tree = await observe(key('KEYCODE_UNKNOWN'), 'tree');
  assert.match(tree.finalUiTree, /check "Remember me" checked/);
  const auto = await observe(tap({ id: 'remember' }), 'auto');
  assert.deepEqual(auto.lines, ['~ @c1 check "Remember me" checked -> check "Remember me" unchecked']);
  assert.equal(auto.last.effect, undefined);
  const refused = await agentest.call('agentest_run_flow', { steps: [key('KEYCODE_BACK')], observe: 'all' });
  assert.match(refused.json.error, /observe.*auto, tree, diff, none/);
});

test('since: only what differs, with or without #', async () => {
  const base = printOf(await start('login'));
  await observe([tap({ id: 'remember' }), tap({ id: 'login_button' })], 'none');
  const [head, ...lines] = (await agentest.tree({ since: base })).trimEnd().split('\n');
  assert.match(head, new RegExp(`^screen #\\w{6} since #${base}: 1 appeared, 1 changed; `));
  assert.deepEqual(lines, [
    '~ @c1 check "Remember me" unchecked -> check "Remember me" checked',
    '+ "Wrong e-mail or password"',
  ]);
  const less = await agentest.call('agentest_get_ui_tree', { since: `#${printOf(head)}`, onlyInteractive: true });
  assert.match(less.text, /: nothing changed; other lines and refs stay\n$/);
  assert.equal(less.structuredContent.diff, less.text);
});

test('since: an unknown base is reported, and the whole tree follows', async () => {
  const tree = await start('login');
  const reply = await agentest.tree({ since: '000000' });
  const [first, ...rest] = reply.split('\n');
  assert.equal(first, `since #000000: base unknown (the last tree shown: ${printOf(tree)}); the whole tree:`);
  assert.equal(rest.join('\n'), tree);
});

test('since: goes with whole compact trees only', async () => {
  for (const more of [{ depth: 1 }, { offset: 1 }, { format: 'full' }]) {
    const { failed, json } = await agentest.call('agentest_get_ui_tree', { since: '000000', ...more });
    assert.equal(failed, true);
    assert.match(json.error, /'since' compares whole compact trees/);
  }
});

test('diff: a_page_has_the_text_that_the_row_before_it_had', async () => {
  await agentest.connect('com.example.shop');
  await agentest.call('agentest_reset_app');
  const tree = await agentest.tree();
  assert.match(tree, /\$2\.50/);
  const reply = await observe(tap({ textContains: 'Bread', index: 0 }));
  const shown = [reply.head, ...reply.lines].filter((line) => !line.startsWith('- ')).join('\n');
  assert.match(shown, /"Add to cart"/);
  assert.match(shown, /\$2\.50/);
  assert.doesNotMatch(shown, /^~ .*->/m);
});

test('diff: a_scrolled_list_pairs_no_strangers', async () => {
  await start('list');
  for (const direction of ['up', 'up', 'down']) {
    const reply = await observe({ action: 'swipe', direction });
    assert.equal(reply.last.effect, 'changed');
    for (const line of reply.lines.filter((one) => one.startsWith('~ '))) {
      const [was, is] = line.split(' -> ').map((side) => /"((?:Note|Body of note) \d+)/.exec(side)?.[1]);
      assert.equal(was, is, line);
    }
    await agentest.tree();
  }
});
