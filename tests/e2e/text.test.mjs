// Text is typed by whichever backend can, in any script, and is read back; if
// no backend can, or if it cannot be read, the reply says so.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import {
  adbOnly,
  root,
  shared,
  startAdbServer,
  startAgentest,
  startVirtual,
  stop,
  temporaryFolder,
  until,
} from './lib.mjs';
import { startMda } from './mda.mjs';
import { open } from './notes.mjs';

const NOTES = 'com.example.notes';
const KEYBOARD = 'com.android.adbkeyboard/.AdbIME';
const SCRIPTS = {
  Latin: 'café Ærøskøbing',
  Cyrillic: 'Привет, мир',
  Han: '日本語 中文',
  Hangul: '한국어',
  Devanagari: 'नमस्ते दुनिया',
  Thai: 'ภาษาไทย',
  Hebrew: 'שלום עולם',
  Arabic: 'مرحبا بالعالم ١٢٣',
  'both ways': 'abc שלום def',
  emoji: '😀 👩‍👩‍👧‍👦 🇪🇺 👍🏽',
  combining: 'e\u0301 n\u0303 q\u0307\u0323',
  'beyond the first plane': '𝒳 𠮷 🀄',
  symbols: '"quoted" \\back $HOME `x` \'y\' %s & <a>;',
};

const server = await startAdbServer();

async function start({ deviceArgs = [], env = {}, connect = {} } = {}) {
  const device = await startVirtual(server, deviceArgs);
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...env } });
  const { json, text } = await agentest.connect(NOTES, connect);
  assert.ok(json.session, text);
  return { device, agentest, connected: json };
}

const type = (id, value, more) => ({ action: 'type', target: { id }, value, ...more });

async function passes(agentest, ...steps) {
  const { json, text, failed } = await agentest.flowEchoed(...steps);
  assert.equal(failed, false, text);
  return json;
}

async function fails(agentest, code, ...steps) {
  const { json, text } = await agentest.flowEchoed(...steps);
  assert.equal(json.success, false, text);
  assert.equal(json.code, code, text);
  return json;
}

test('by the helper: any script, one field of each kind', async (t) => {
  const { device, agentest } = await start();
  await open(agentest, device, 'playground');
  for (const [name, value] of Object.entries(SCRIPTS)) {
    await t.test(name, async () => {
      const { results, backend } = await passes(agentest, type('plain', value, { replace: true }), {
        action: 'assert_text_equals',
        target: { id: 'plain' },
        value,
      });
      assert.equal(backend, 'resident');
      assert.equal(results[0].value, value);
      assert.equal(results[0].note, undefined);
    });
  }
  await t.test('added to what is there, and cleared', async () => {
    const { results } = await passes(agentest, type('plain', 'א', { replace: true }), type('plain', '😀'), {
      action: 'clear_text',
      target: { id: 'plain' },
    });
    assert.deepEqual(
      results.map((result) => result.value),
      ['א', 'א😀', ''],
    );
  });
  await t.test('lines', async () => {
    const lines = 'первая\nשנייה\n\t三 ';
    const { results } = await passes(agentest, type('multi', lines, { replace: true }));
    assert.equal(results[0].value, lines);
  });
  await t.test('a password, by its length alone', async () => {
    const { results } = await passes(agentest, type('secret', 'пароль😀'));
    assert.equal(results[0].value, '(7 characters)');
    assert.match(await agentest.tree(), /input value=7 chars hint="Secret"( focused)? password$/m);
    assert.doesNotMatch(JSON.stringify(results), /пароль/);
    await passes(agentest, { action: 'clear_text', target: { id: 'secret' } });
  });
  await t.test('a field that takes only the beginning says so', async () => {
    const { error, results } = await fails(agentest, 'TEXT_NOT_ENTERED', type('short', 'длинный текст'));
    assert.equal(results.at(-1).value, 'длинн');
    assert.match(error, /the field took only the beginning, 5 of 13 characters/);
  });
  await t.test('a field that writes all in upper case says so', async () => {
    const { results } = await passes(agentest, type('upper', 'shout'));
    assert.equal(results[0].value, 'SHOUT');
    assert.equal(results[0].note, 'the field shows the text in a form of its own');
  });
  await t.test('a text that is the same as the hint is typed, and replaced', async () => {
    const { results } = await passes(
      agentest,
      type('upper', 'UPPERCASES', { replace: true }),
      type('upper', 'X', { replace: true }),
    );
    assert.deepEqual(
      results.map((result) => result.value),
      ['UPPERCASES', 'X'],
    );
  });
  await t.test('a field that does not keep it is an error that shows the difference', async () => {
    const { error } = await fails(agentest, 'TEXT_NOT_ENTERED', type('dropper', 'hello'));
    assert.match(error, /does not hold what was typed.*"hllo"/);
  });
});

test('a text that a filled password field cannot take: the error names replace, which works', async () => {
  const { device, agentest } = await start();
  await open(agentest, device, 'playground');
  await passes(agentest, type('secret', 'abc'));
  await device.fault('clipboard-denied', 1000);
  const { error } = await fails(agentest, 'UNSUPPORTED', type('secret', 'ü'));
  assert.match(error, /"replace": true clears it first/);
  const { results } = await passes(agentest, type('secret', 'ü', { replace: true }));
  assert.equal(results[0].value, '(1 characters)');
});

test('a filled field is found by the hint that it had', async () => {
  const { agentest } = await start();
  const email = (value, more) => ({ action: 'type', target: { text: 'E-mail' }, value, ...more });
  const { results } = await passes(agentest, email('a@b.c'), email('d@e.f', { replace: true }), {
    action: 'tap',
    target: { text: 'E-mail' },
  });
  assert.deepEqual(
    results.slice(0, 2).map((result) => result.value),
    ['a@b.c', 'd@e.f'],
  );
  assert.match(results[2].target, /hint="E-mail"/);
});

const rig = path.join(shared, 'rigs/emulator-grpc/server.js');

// The rig takes the emulator's calls and knows no Android behind it. With a
// guest, what is pasted comes out of the virtual device's keyboard, as the
// clipboard that an emulator shares with its guest would.
async function startGrpc(device, guest) {
  const record = path.join(temporaryFolder(), 'calls.jsonl');
  fs.writeFileSync(record, '');
  const child = spawn(
    process.execPath,
    [
      rig,
      '--port',
      '0',
      '--serial',
      String(device.consolePort),
      '--discovery',
      path.join(server.env.HOME, '.android'),
      '--record',
      record,
    ],
    {
      env: { ...server.env, NODE_PATH: path.join(root, 'tests/e2e/node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  after(() => stop(child, 'SIGKILL'));
  await until(() => said.includes('\n'), 'the emulator serves');
  const emulator = { heard: 0 };
  emulator.calls = () =>
    fs
      .readFileSync(record, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .map(({ method, request }) => ({ name: method.split('/').pop(), ...request }));
  const watch =
    guest &&
    fs.watch(record, () => {
      const calls = emulator.calls();
      for (; emulator.heard < calls.length; emulator.heard++) {
        const call = calls[emulator.heard];
        if (call.name === 'setClipboard') emulator.clipboard = call.text;
        if (call.name === 'sendKey' && isPaste(call)) guest(emulator.clipboard);
      }
    });
  after(() => watch?.close());
  return emulator;
}

const isPaste = (call) => call.codeType === 'Evdev' && call.keyCode === 135; // KEY_PASTE

test('by the emulator: the clipboard, then the paste key', { skip: !fs.existsSync(rig) }, async (t) => {
  const device = await startVirtual(server);
  await device.shell(`settings put secure default_input_method ${KEYBOARD}`);
  const commit = (text) =>
    device.shell(`am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(text).toString('base64')}`);
  let guest = commit;
  const emulator = await startGrpc(device, (text) => guest(text));
  const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
  const { json } = await agentest.connect(NOTES);
  assert.deepEqual([json.backend, json.treeBackend], ['grpc', 'adb']);
  await open(agentest, device, 'playground');
  const [, left, top, right, bottom] = (await device.shell('uiautomator dump /dev/tty'))
    .match(/id\/plain"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/)
    .map(Number);
  await device.shell(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`); // the rig's touches go nowhere

  await t.test('received text is the sent one, in any script', async () => {
    let held = '';
    for (const value of [SCRIPTS.Cyrillic, SCRIPTS.emoji, SCRIPTS.Arabic, SCRIPTS.combining]) {
      const { results, backend } = await passes(agentest, type('plain', value));
      held += value;
      assert.deepEqual([backend, results[0].value], ['grpc', held]);
      assert.equal(emulator.clipboard, value);
    }
    const calls = emulator
      .calls()
      .map((call) => (isPaste(call) ? 'paste' : call.name))
      .filter((name) => name !== 'getStatus');
    const pastes = calls.map((name, i) => [calls[i - 1], name]).filter(([, name]) => name === 'paste');
    assert.ok(pastes.length >= 4);
    assert.ok(
      pastes.every(([before]) => before === 'setClipboard'),
      String(calls),
    );
  });
  await t.test('text that has not arrived is not claimed', async () => {
    guest = () => {};
    const { error } = await fails(agentest, 'TEXT_NOT_ENTERED', type('plain', 'потеряно'));
    assert.match(error, /^[^;]*the field does not hold what was typed: first difference/);
    assert.equal(emulator.clipboard, 'потеряно');
  });
});

test('by adb: ASCII, any text with ADBKeyBoard, or an error before anything is typed', async (t) => {
  const { device, agentest } = await start({ env: adbOnly });
  await open(agentest, device, 'playground');
  await t.test('ASCII by keys', async () => {
    const { results, backend } = await passes(agentest, type('plain', 'a%s b&c "d" \\e'));
    assert.deepEqual([backend, results[0].value], ['adb', 'a%s b&c "d" \\e']);
  });
  await t.test('nothing here can type the rest: which character, and what would help', async () => {
    const before = await agentest.tree();
    const { error, results } = await fails(agentest, 'UNSUPPORTED', type('plain', 'abв'));
    assert.match(
      error,
      /cannot type character 3 of the text, 'в' \(U\+0432\).*nothing was typed.*ADBKeyBoard.*helper is not available: .*AGENTEST_DISABLE_HELPER/,
    );
    assert.equal(results[0].success, false);
    assert.equal((await agentest.tree()).replace(' focused', ''), before.replace(' focused', ''));
  });
  await t.test('ADBKeyBoard types any', async () => {
    await device.shell(`settings put secure default_input_method ${KEYBOARD}`);
    for (const value of Object.values(SCRIPTS)) {
      const { results } = await passes(agentest, type('plain', value, { replace: true }));
      assert.equal(results[0].value, value);
    }
    const { results } = await passes(agentest, type('secret', 'пароль'));
    assert.equal(results[0].value, '(6 characters)');
  });
});

test('one command: adb if it can, else the helper', async (t) => {
  const device = await startVirtual(server);
  const began = async () => ((await device.console('virtual journal')).match(/app_process/g) ?? []).length;
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial } });
  const tap = async (name) => {
    const { data } = await mda.ok('ui snapshot -i --no-screenshot');
    const [found] = data.snapshot.elements.filter((one) => one.name === name);
    return mda.ok(['ui', 'tap', `@${found.ref}`]);
  };
  await mda.ok(`session set --platform android --app-id ${NOTES}`);
  await device.shell(`am start -n ${NOTES}/.LoginActivity`);
  await tap('E-mail');
  assert.equal((await mda.ok('ui type demo')).data.value, 'demo');
  assert.equal(await began(), 0);
  assert.equal((await mda.ok(['ui', 'type', ' Привет 😀'])).data.value, 'demo Привет 😀');
  assert.equal(await began(), 1);
  await tap('Password');
  const secret = await mda.ok(['ui', 'type', 'пароль']);
  assert.equal(secret.data.value, '(6 characters)');
  assert.deepEqual(secret.command.argv, ['ui', 'type', '(6 characters)', '--json']);
  await t.test('without the helper it says what would have typed it', async () => {
    const { error } = await mda.fails(['ui', 'type', 'Привет'], 2, { env: adbOnly });
    assert.equal(error.code, 'INVALID_ARGUMENT');
    assert.match(
      error.message,
      /^character 1 of the text cannot be typed for certain, so nothing was typed.*helper is not available: helper: disabled by AGENTEST_DISABLE_HELPER/,
    );
  });
});

test('before Android 8: an empty field is empty, and a password is not read', async () => {
  const { agentest } = await start({ deviceArgs: ['--api', '25'] });
  const tree = await agentest.tree();
  assert.match(tree, /^ *@f1 input hint="E-mail"$/m);
  assert.match(tree, /^ *@f2 input id="password" password$/m);
  const { results } = await passes(
    agentest,
    { action: 'assert_text_equals', target: { id: 'email' }, value: '' },
    type('email', 'Ω'),
    type('email', 'demo', { replace: true }),
    { action: 'clear_text', target: { id: 'email' } },
    type('password', 'secret123'),
  );
  assert.deepEqual(
    results.map((result) => result.value),
    [undefined, 'Ω', 'demo', '', undefined],
  );
  assert.match(
    results[4].note,
    /^Android before 8 does not report what a password field holds: it could not be verified/,
  );
});

test('a dump without hints: what was typed and read back is not called a hint', async () => {
  const { agentest } = await start({ deviceArgs: ['--api', '33'], env: adbOnly });
  const equal = { action: 'assert_text_equals', target: { id: 'email' }, value: 'demo' };
  const { results } = await passes(agentest, type('email', 'demo', { replace: true }), equal);
  assert.equal(results[1].note, undefined);
  assert.match(await agentest.tree(), /^ *@f1 input id="email" value="demo"( focused)?$/m);
});

test('a dump without hints: a text that may be one is marked', async () => {
  const { agentest } = await start({ deviceArgs: ['--api', '33'], env: adbOnly });
  assert.match(await agentest.tree(), /^ *@f1 input id="email" value="E-mail" maybe-hint$/m);
  const equal = { action: 'assert_text_equals', target: { id: 'email' }, value: 'E-mail' };
  assert.match((await passes(agentest, equal)).results[0].note, /^what the field shows may be its hint/);
  const { error } = await fails(agentest, 'ASSERTION_FAILED', { ...equal, value: '' });
  assert.match(error, /found "E-mail"; what the field shows may be its hint/);
  const { results } = await passes(agentest, type('email', 'demo', { replace: true }), {
    action: 'clear_text',
    target: { id: 'email' },
  });
  assert.deepEqual(
    results.map(({ value, hint }) => [value, hint]),
    [
      ['demo', undefined],
      ['', 'E-mail'],
    ],
  );
  assert.match(results[1].note, /is taken for its hint/);
});
