// The actions of run_flow: the effect of each on the device, and its failures.
import assert from 'node:assert/strict';
import test from 'node:test';
import { open } from './notes.mjs';
import { startAll, startAgentest } from './lib.mjs';

const { server, device, agentest } = await startAll('com.example.notes');

// Run steps that must all pass; return the trace.
async function passes(...steps) {
  const { failed, json, text } = await agentest.flowEchoed(...steps);
  assert.ok(!failed && json.success, text);
  assert.equal(json.stepsCompleted, steps.length);
  return json;
}

// Run steps of which the last must fail with this code; return its result.
async function fails(code, ...steps) {
  const { failed, json, text } = await agentest.flow(...steps);
  assert.equal(failed, true, text);
  assert.equal(json.code, code, text);
  assert.equal(json.results.length, steps.length, text);
  const last = json.results.at(-1);
  assert.deepEqual([last.success, last.code, last.error], [false, code, json.error]);
  return last;
}

const missing = { id: 'no_such_id' };
const says = (id, value) => ({ action: 'assert_text_equals', target: { id }, value });
const count = (id, value) => says(id, value);
async function center(text) {
  const { json } = await agentest.call('agentest_get_ui_tree', { format: 'full' });
  const walk = (node) => [node, ...(node.children ?? []).flatMap(walk)];
  const [left, top, right, bottom] = walk(json)
    .find((node) => node.text === text || node.desc === text)
    .bounds.match(/\d+/g)
    .map(Number);
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2), left, top, right, bottom };
}

for (const action of [
  'tap',
  'type',
  'clear_text',
  'long_press',
  'double_tap',
  'assert_visible',
  'assert_text_equals',
  'assert_text_contains',
]) {
  test(`${action}: a target that matches nothing`, async () => {
    const value = action === 'type' || action.startsWith('assert_text') ? { value: 'x' } : {};
    const { error } = await fails('ELEMENT_NOT_FOUND', { action, target: missing, ...value });
    assert.match(error, /^Element not found matching: \{"id":"no_such_id"\}/);
  });
}

test('tap: the counter counts one', async () => {
  await open(agentest, device, 'gestures');
  const { results, finalUiTree } = await passes(
    { action: 'tap', target: { text: 'Tap me' } },
    count('tap_count', 'Taps: 1'),
    { action: 'tap', target: { text: 'Tap me' } },
    count('tap_count', 'Taps: 2'),
  );
  assert.equal(results[0].target, 'btn "Tap me"');
  assert.deepEqual(results[0].changed, ['text "Taps: 0" -> "Taps: 1"']);
  assert.match(finalUiTree, /"Taps: 2"/);
});

test('tap: a tap without effect says so', async () => {
  const { results } = await passes({ action: 'tap', target: { id: 'tap_count' } });
  assert.match(results[0].note, /nothing observable changed/);
});

test('tap: several matches are reported, and index chooses one', async () => {
  const { results } = await passes(
    { action: 'tap', target: { id: 'tap_me', index: 1 } },
    count('double_count', 'Double taps: 0'),
  );
  assert.match(results[0].target, /^btn "Double-tap me"/);
  await fails('ELEMENT_NOT_FOUND', { action: 'tap', target: { id: 'tap_me', index: 7 } });
});

test('tap: an element that moves is hit where it comes to rest', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d notes://moving');
  await passes({ action: 'tap', target: { text: 'Target' } }, count('target_count', 'Hits: 1'));
});

test('tap: a toggle shows its new state', async () => {
  await open(agentest, device, 'settings');
  const { results } = await passes({ action: 'tap', target: { id: 'backup' } });
  assert.match(results[0].changed.join(), /check/);
});

test('double_tap: one double tap', async () => {
  await open(agentest, device, 'gestures');
  await passes({ action: 'double_tap', target: { text: 'Double-tap me' } }, count('double_count', 'Double taps: 1'));
});

test('long_press: one long press, no tap', async () => {
  await passes(
    { action: 'long_press', target: { text: 'Long-press me' } },
    count('long_count', 'Long presses: 1'),
    { action: 'long_press', target: { text: 'Long-press me' }, durationMs: 800 },
    count('long_count', 'Long presses: 2'),
  );
});

for (const direction of ['up', 'down', 'left', 'right']) {
  test(`swipe: ${direction}`, async () => {
    await passes(
      { action: 'swipe', direction, target: { description: 'Swipe pad' } },
      says('swiped', `Swiped: ${direction}`),
    );
  });
}

test('swipe: a target that matches nothing, an unknown direction', async () => {
  await fails('ELEMENT_NOT_FOUND', { action: 'swipe', direction: 'up', target: missing });
  const { failed, json } = await agentest.flow({ action: 'swipe', direction: 'north' });
  assert.equal(failed, true);
  assert.equal(json.code, 'INVALID_ARGUMENT');
  assert.match(json.error, /up, down, left, right/);
});

test('swipe: without a target the screen scrolls', async () => {
  await open(agentest, device, 'fling');
  const { finalUiTree } = await passes({ action: 'swipe', direction: 'up' });
  assert.doesNotMatch(finalUiTree, /"Row 1"/);
  assert.match(finalUiTree, /"Row \d+"/);
});

test('tap_coordinates: where the button is', async () => {
  await open(agentest, device, 'gestures');
  const { x, y } = await center('Tap me');
  const [, before] = (await agentest.tree()).match(/Taps: (\d+)/);
  await passes({ action: 'tap_coordinates', x, y }, count('tap_count', `Taps: ${Number(before) + 1}`));
});

test('double_tap_coordinates: where the button is', async () => {
  const { x, y } = await center('Double-tap me');
  const [, before] = (await agentest.tree()).match(/Double taps: (\d+)/);
  await passes({ action: 'double_tap_coordinates', x, y }, count('double_count', `Double taps: ${Number(before) + 1}`));
});

test('long_press_coordinates: where the button is', async () => {
  const { x, y } = await center('Long-press me');
  const [, before] = (await agentest.tree()).match(/Long presses: (\d+)/);
  await passes(
    { action: 'long_press_coordinates', x, y, durationMs: 900 },
    count('long_count', `Long presses: ${Number(before) + 1}`),
  );
});

test('swipe_coordinates: from point to point', async () => {
  const { x, y, left, right } = await center('Swipe pad');
  await passes(
    { action: 'swipe_coordinates', x1: right - 50, y1: y, x2: left + 50, y2: y, durationMs: 200 },
    says('swiped', 'Swiped: left'),
    { action: 'swipe_coordinates', x1: x, y1: y - 150, x2: x, y2: y + 150 },
    says('swiped', 'Swiped: down'),
  );
});

for (const step of [
  { action: 'tap_coordinates', x: 1080, y: 10 },
  { action: 'double_tap_coordinates', x: 10, y: 2400 },
  { action: 'long_press_coordinates', x: 9000, y: 10 },
  { action: 'swipe_coordinates', x1: 5000, y1: 0, x2: 0, y2: 0 },
]) {
  test(`${step.action}: outside the screen`, async () => {
    const { json } = await agentest.flow(step);
    assert.equal(json.code, 'INVALID_ARGUMENT');
    assert.match(json.error, /outside the screen, which is 1080x2400/);
  });
}

for (const step of [
  { action: 'pinch', cx: 540, cy: 960, startRadius: 100, endRadius: 300, durationMs: 300 },
  { action: 'rotate', cx: 540, cy: 960, radius: 200, startAngleDeg: 0, endAngleDeg: 90 },
]) {
  test(`${step.action}: adb has one finger, and the error says what to do`, async () => {
    await agentest.connect('com.example.notes', { backend: 'adb' });
    const { error } = await fails('UNSUPPORTED', step);
    await agentest.connect('com.example.notes');
    assert.match(error, new RegExp(`^${step.action} needs two fingers.*double_tap`));
  });
}

test('press_key: KEYCODE_BACK goes back', async () => {
  await open(agentest, device, 'list');
  await passes(
    { action: 'tap', target: { description: 'Settings' } },
    { action: 'assert_visible', target: { text: 'Dark theme' } },
    { action: 'press_key', keycode: 'KEYCODE_BACK' },
    { action: 'assert_visible', target: { text: 'New note' } },
  );
});

for (const [what, step, says] of [
  [
    'a key that there is not',
    { action: 'press_key', keycode: 'KEYCODE_NONSENSE' },
    /no step has run: steps\[1\] \(press_key\): /,
  ],
  [
    'a point beyond the screen',
    { action: 'tap_coordinates', x: 500, y: 9999 },
    /no step has run: steps\[1\] \(tap_coordinates\): the point \(500, 9999\) is outside the screen/,
  ],
]) {
  test(`${what} is refused before the first step`, async () => {
    await open(agentest, device, 'gestures');
    const reply = await agentest.flow({ action: 'tap', target: { textContains: 'Taps' } }, step);
    assert.equal(reply.failed, true);
    assert.equal(reply.json.code, 'INVALID_ARGUMENT');
    assert.match(reply.json.error, says);
    assert.deepEqual(reply.json.results, []);
  });
}

test('press_key: an unknown key', async () => {
  const { json } = await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_BAKC' });
  assert.equal(json.code, 'INVALID_ARGUMENT');
  assert.match(json.error, /unknown key 'KEYCODE_BAKC'.*KEYCODE_BACK/);
});

test('type: the field is read back', async () => {
  await open(agentest, device, 'playground');
  const hard = 'a b  c%s & \'q\' "d" $HOME `id` \\ ;|<>(){}[]*?~#!';
  const { results } = await passes({ action: 'type', target: { id: 'plain' }, value: hard });
  assert.equal(results[0].value, hard);
  await passes(
    { action: 'press_key', keycode: 'KEYCODE_BACK' },
    says('plain', hard),
    { action: 'scroll_to', target: { id: 'echo' } },
    says('echo', `Echo: ${hard}`),
  );
});

test('type: adds to what is there and says so; replace clears first', async () => {
  await open(agentest, device, 'playground');
  const added = await passes({ action: 'type', target: { id: 'filled' }, value: ' more' });
  assert.equal(added.results[0].value, 'old text more');
  assert.match(added.results[0].note, /"replace": true/);
  const replaced = await passes({ action: 'type', target: { id: 'filled' }, value: 'fresh', replace: true });
  assert.equal(replaced.results[0].value, 'fresh');
});

test("type: a field that keeps 'hllo' of 'hello' fails with the difference", async () => {
  const result = await fails('TEXT_NOT_ENTERED', { action: 'type', target: { id: 'dropper' }, value: 'hello' });
  assert.match(result.error, /character 2: expected "hello", found "hllo"/);
  assert.equal(result.value, 'hllo');
});

test("type: a field that makes 'ABC' of 'abc' says so", async () => {
  const { results } = await passes({ action: 'type', target: { id: 'upper' }, value: 'abc' });
  assert.equal(results[0].value, 'ABC');
  assert.match(results[0].note, /a form of its own/);
});

test("type: a field that keeps 'abcde' of 'abcdefgh' fails with the count", async () => {
  const result = await fails('TEXT_NOT_ENTERED', { action: 'type', target: { id: 'short' }, value: 'abcdefgh' });
  assert.match(result.error, /only the beginning, 5 of 8 characters/);
  assert.equal(result.value, 'abcde');
});

test('type: an element that is not a field, a disabled field', async () => {
  await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_BACK' });
  assert.match(
    (await fails('ELEMENT_DISABLED', { action: 'type', target: { id: 'disabled' }, value: 'x' })).error,
    /disabled/,
  );
  await open(agentest, device, 'gestures');
  const { failed, json } = await agentest.flow({ action: 'type', target: { text: 'Tap me' }, value: 'x' });
  assert.equal(failed, true);
  assert.match(json.error, /Tap me/);
  await open(agentest, device, 'playground');
});

test('type: text beyond ASCII is typed or refused, never mangled', async () => {
  const { failed, json } = await agentest.flow({
    action: 'type',
    target: { id: 'plain' },
    value: 'höß 🎉',
    replace: true,
  });
  if (failed) assert.match(json.error, /cannot type character 2 of the text, 'ö'.*nothing was typed/);
  else assert.equal(json.results[0].value, 'höß 🎉');
  assert.equal(json.code ?? 'UNSUPPORTED', 'UNSUPPORTED');
});

test('clear_text: the field is empty afterwards; a text is not a field', async () => {
  await open(agentest, device, 'playground');
  const { results } = await passes(
    { action: 'type', target: { id: 'plain' }, value: 'to be cleared', replace: true },
    { action: 'clear_text', target: { id: 'plain' } },
    says('plain', ''),
    { action: 'clear_text', target: { id: 'plain' } },
  );
  assert.equal(results[1].value, '');
  await agentest.flow({ action: 'press_key', keycode: 'KEYCODE_BACK' });
  const { failed, json } = await agentest.flow({ action: 'clear_text', target: { id: 'echo' } });
  assert.equal(failed, true);
  assert.match(json.error, /field/);
});

test('type, clear_text: a secret is in no reply and in no log', async () => {
  const private_ = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, AGENTEST_LOG: 'trace' } });
  await private_.connect('com.example.notes', { steal: true });
  await open(private_, device, 'playground');
  const secret = 'Tr0ub4dor-xyzzy';
  const target = { id: 'secret' };
  const said = [
    await private_.flowEchoed({ action: 'type', target, value: secret }),
    await private_.flow(
      { action: 'type', target, value: secret, replace: true },
      { action: 'assert_visible', target: missing },
    ),
    await private_.flow({ action: 'assert_text_equals', target, value: secret }),
    await private_.flow({ action: 'type', target: missing, value: secret }),
    await private_.flow({ action: 'type', target, value: secret, nonsense: 1 }),
    await private_.call('agentest_get_ui_tree'),
    await private_.call('agentest_get_ui_tree', { format: 'full' }),
    await private_.flow({ action: 'clear_text', target }),
  ];
  assert.equal(said[0].json.results[0].value, '(15 characters)');
  assert.equal(said[0].json.results[0].action.value, '(15 characters)');
  assert.equal(said[7].json.results[0].value, '(0 characters)');
  assert.ok(!JSON.stringify(said).includes('xyzzy'), JSON.stringify(said));
  assert.ok(!private_.log.includes('xyzzy'), private_.log);
  await agentest.connect('com.example.notes', { steal: true });
});

test('scroll_to: found further down, and back up', async () => {
  await open(agentest, device, 'list');
  const { results, finalUiTree } = await passes({ action: 'scroll_to', target: { text: 'Note 40 Shopping' } });
  assert.match(results[0].note, /seen after \d+ scrolls/);
  assert.match(finalUiTree, /Note 40 Shopping/);
  await passes({ action: 'scroll_to', target: { text: 'Note 1 Meeting' }, direction: 'up' });
  const {
    results: [there],
  } = await passes({ action: 'scroll_to', target: { text: 'Note 1 Meeting' } });
  assert.doesNotMatch(there.note ?? '', /after [1-9]/);
});

test('scroll_to: a list that flings', async () => {
  await open(agentest, device, 'fling');
  const { finalUiTree, results } = await passes({ action: 'scroll_to', target: { text: 'Row 137' }, maxScrolls: 30 });
  assert.match(finalUiTree, /Row 137/);
  // Each scroll goes as far as a screen without a row, since none of them flings.
  assert.ok(Number(/seen after (\d+) scrolls/.exec(results[0].note)[1]) <= 10, results[0].note);
});

test('scroll_to: sideways in the row of scrollTarget', async () => {
  await agentest.connect('com.example.shop');
  await passes({
    action: 'scroll_to',
    target: { text: 'Featured 9' },
    direction: 'right',
    scrollTarget: { className: 'android.widget.HorizontalScrollView' },
  });
  await agentest.connect('com.example.notes');
});

test('scroll_to: the end is reached, the maximum is reached', async () => {
  await open(agentest, device, 'settings');
  assert.match(
    (await fails('ELEMENT_NOT_FOUND', { action: 'scroll_to', target: missing })).error,
    /nothing moves after \d+ scrolls? down/,
  );
  await open(agentest, device, 'fling');
  assert.match((await fails('ELEMENT_NOT_FOUND', { action: 'scroll_to', target: missing, maxScrolls: 2 })).error, /2/);
});

test('wait: as long as it says; without timeoutMs it is refused', async () => {
  const waited = await agentest.flowEchoed({ action: 'wait', timeoutMs: 300 });
  assert.ok(waited.json.results[0].durationMs >= 300, waited.text);
  const { json } = await agentest.flow({ action: 'wait' });
  assert.equal(json.code, 'INVALID_ARGUMENT');
  assert.match(json.error, /'timeoutMs' is missing/);
});

test('wait_for_stable: a still screen settles, a restless one does not', async () => {
  await open(agentest, device, 'about');
  await passes({ action: 'wait_for_stable', timeoutMs: 5000 });
  await device.shell('am start -a android.intent.action.VIEW -d notes://busy');
  const { error, idle } = await fails('IDLE_TIMEOUT', { action: 'wait_for_stable', timeoutMs: 1000 });
  assert.match(error, /not stable after 1000 ms/);
  assert.notEqual(idle, 'settled');
  await open(agentest, device, 'about');
});

test('assert_visible: at once, or within timeoutMs', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d notes://timing');
  const { results } = await passes({ action: 'assert_visible', target: { id: 'late' }, timeoutMs: 10000 });
  assert.equal(results[0].target, '"I appear after 1.5 seconds"');
  const { error } = await fails('ELEMENT_NOT_FOUND', {
    action: 'assert_visible',
    target: { id: 'early' },
    timeoutMs: 300,
  });
  assert.match(error, /waited 300 ms/);
});

test('assert_not_visible: at once, or within timeoutMs', async () => {
  await device.shell('am start -a android.intent.action.VIEW -d notes://timing');
  await agentest.tree(); // a fresh tree is taken for the screen
  await passes({ action: 'assert_not_visible', target: { text: 'I vanish after 1.5 seconds' }, timeoutMs: 10000 });
  await passes({ action: 'assert_visible', target: { id: 'late' }, timeoutMs: 10000 });
  const { error } = await fails('ASSERTION_FAILED', { action: 'assert_not_visible', target: { id: 'late' } });
  assert.match(error, /late|I appear/);
});

test('assert_text_equals: exact, within timeoutMs, with expected and found', async () => {
  await open(agentest, device, 'about');
  await passes(
    says('version', 'Notes 1.4.2 (142)'),
    says('licence', 'First line\nSecond line\twith a tab\nThird line with trailing blanks   '),
  );
  const { error } = await fails('ASSERTION_FAILED', says('version', 'Notes 1.4.2'));
  assert.match(error, /"Notes 1\.4\.2".*"Notes 1\.4\.2 \(142\)"/);
  await fails('ASSERTION_FAILED', { ...says('version', 'Notes 2'), timeoutMs: 200 });
});

test('assert_text_contains: part of the text', async () => {
  const part = (value) => ({ action: 'assert_text_contains', target: { id: 'version' }, value });
  await passes(part('1.4.2'), part('Notes 1.4.2 (142)'));
  assert.match((await fails('ASSERTION_FAILED', part('1.5'))).error, /"1\.5".*"Notes 1\.4\.2 \(142\)"/);
});
