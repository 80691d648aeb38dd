// mobile-dev-agent's ui commands on a virtual device and on the stand-ins of a simulator: inspect,
// act, verify, and the calls that they refuse.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test, { describe } from 'node:test';
import { adbOnly, startAdbServer, startVirtual } from './lib.mjs';
import { standIns, startMda, withStandIns } from './mda.mjs';

const notes = 'com.example.notes';

const lines = (file) =>
  fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const artifact = (json, type) => json.artifacts.find((one) => one.type === type)?.path;
const typesOf = (json) => json.artifacts.map((one) => one.type);
const refOf = (json, name, role) => {
  const found = json.data.snapshot.elements.filter((one) => one.name === name && (!role || one.role === role));
  assert.equal(found.length, 1, `${name} in ${json.data.snapshot.tree}`);
  return `@${found[0].ref}`;
};

// Every file below folder that holds text.
function filesWith(folder, text) {
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => fs.readFileSync(file).includes(text));
}

async function android() {
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
  await mda.ok(`session set --platform android --app-id ${notes}`);
  const open = async (screen) => {
    await device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
    return mda.ok('ui snapshot --no-screenshot');
  };
  const restart = async () => {
    await device.shell(`pm clear ${notes}`);
    await device.shell(`am start -n ${notes}/.LoginActivity`);
    return mda.ok('ui snapshot -i --no-screenshot');
  };
  return { server, device, mda, open, restart };
}

describe('on Android', async () => {
  const { server, device, mda, open, restart } = await android();
  const look = () => mda.ok('ui snapshot --no-screenshot');
  const fails = async (words, status, code, message) => {
    const json = await mda.fails(words, status);
    assert.equal(json.error.code, code, json.error.message);
    assert.match(json.error.message, message);
    return json;
  };
  await restart();

  test('snapshot: elements, refs, tree, files', async () => {
    const json = await mda.ok(['ui', 'snapshot', '--out', 'screen.json']);
    const { snapshot } = json.data;
    assert.match(snapshot.snapshot_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual([snapshot.platform, snapshot.device_id, snapshot.app_id], ['android', device.serial, notes]);
    assert.match(snapshot.tree, /^screen 1080x2400 com\.example\.notes #/);
    assert.deepEqual(
      Object.keys(snapshot.refs),
      snapshot.elements.map((one) => one.ref),
    );
    const login = snapshot.elements.find((one) => one.name === 'Log in');
    assert.deepEqual(snapshot.refs[login.ref], login);
    assert.equal(login.role, 'button');
    assert.equal(login.selectors.android.resource_id, `${notes}:id/login_button`);
    assert.deepEqual(typesOf(json), ['trace', 'process_log', 'ui_source', 'screenshot', 'ui_snapshot']);
    assert.match(fs.readFileSync(path.join(json.run_dir, 'artifacts/ui_dump.xml'), 'utf8'), /^<\?xml.*hierarchy/s);
    assert.deepEqual(JSON.parse(fs.readFileSync(artifact(json, 'ui_snapshot'))), snapshot);
    assert.deepEqual(JSON.parse(fs.readFileSync(path.join(mda.folder, 'screen.json'))), snapshot);
    assert.equal(json.data.screenshot, artifact(json, 'screenshot'));
    assert.equal(fs.readFileSync(json.data.screenshot).subarray(1, 4).toString(), 'PNG');
    const kept = JSON.parse(fs.readFileSync(path.join(mda.state, 'sessions/default/last_snapshot.json')));
    assert.deepEqual(kept.elements, snapshot.elements);
    assert.deepEqual(json.next_steps, [{ label: 'tap an element', argv: ['ui', 'tap', `@${login.ref}`] }]);
    assert.equal(json.warnings, undefined);
  });

  test('snapshot: only what takes input, as text, without a picture', async () => {
    const text = await mda.run('ui snapshot -i --no-screenshot');
    assert.match(text.stdout, /^screen .*\ninput hint="E-mail" @e1\ninput hint="Password" password @e2\n/);
    assert.doesNotMatch(text.stdout, /Welcome/);
    assert.match(text.stderr, /^next: mobile-dev-agent ui tap @e4 /m);
    const json = await mda.run('ui snapshot -i --no-screenshot --jsonl');
    assert.ok(json.events.some((event) => event.event === 'artifact'));
    assert.ok(json.events.some((event) => event.data.operation === 'snapshot'));
    assert.ok(!typesOf(json.json).includes('screenshot'));
    await fails('ui snapshot --with-screenshot --no-screenshot', 2, 'INVALID_ARGUMENT', /not both/);
  });

  test('a screenshot that fails is a warning', async () => {
    await device.fault('screencap-truncate', 9);
    const json = await mda.ok('ui snapshot');
    assert.equal(json.warnings.length, 1);
    assert.match(json.warnings[0], /^no screenshot: /);
    await device.fault('screencap-truncate', 0);
  });

  test('nothing has the focus: the fields are named, nothing is typed', async () => {
    await look();
    await fails(
      'ui type demo',
      1,
      'ELEMENT_NOT_FOUND',
      /^no text field is focused, nothing was typed: tap one first \(text fields here: input hint="E-mail" @e\d/,
    );
  });

  test('login: tap, type, press, assert, as an agent does it', async () => {
    const first = await restart();
    const tapped = await mda.ok(['ui', 'tap', refOf(first, 'E-mail')]);
    assert.equal(tapped.data.action, 'tap');
    assert.equal(tapped.data.target, 'input hint="E-mail" @e1');
    assert.deepEqual([tapped.data.effect, tapped.data.keyboard], ['changed', 'opened']);
    assert.ok(tapped.data.device_ms >= 0 && tapped.data.own_ms >= 0);
    const typed = await mda.ok('ui type demo@example.com');
    assert.equal(typed.data.value, 'demo@example.com');
    assert.deepEqual(typed.command.argv, ['ui', 'type', 'demo@example.com', '--json']);
    await mda.ok('ui tap --ref e2');
    const secret = await mda.ok('ui type secret123');
    assert.equal(secret.data.value, '(9 characters)');
    assert.deepEqual(secret.command.argv, ['ui', 'type', '(9 characters)', '--json']);
    const closed = await mda.ok('ui press back');
    assert.deepEqual([closed.data.key, closed.data.keyboard], ['back', 'closed']);
    const login = await mda.ok(['ui', 'tap', 'text:"Log in"']);
    assert.match(login.data.target, /^btn "Log in" @e4$/);
    assert.equal(login.data.screen_changed, true);
    const seen = await mda.ok(['ui', 'assert-visible', 'New note']);
    assert.equal(seen.data.holds, true);
    assert.match(seen.data.match, /^btn "New note" @e\d+$/);
    assert.ok(seen.data.readings >= 1);
    await mda.ok(['ui', 'assert-not-visible', 'Log in']);
    await mda.ok('ui assert-not-visible @e4');
  });

  test('the content of a password field is in no file', () => {
    assert.ok(fs.readdirSync(path.join(mda.cache, 'runs')).length > 5);
    assert.deepEqual([...filesWith(mda.cache, 'secret123'), ...filesWith(mda.state, 'secret123')], []);
    assert.ok(filesWith(mda.cache, 'demo@example.com').length > 0);
  });

  test('a password with other characters is not reported, not even one of them', async () => {
    const first = await restart();
    await mda.ok(['ui', 'tap', refOf(first, 'Password')]);
    const json = await fails(['ui', 'type', 'päss'], 2, 'INVALID_ARGUMENT', /^character 2 of the text cannot be typed/);
    assert.ok(!JSON.stringify(json).includes('ä'));
    assert.deepEqual(filesWith(mda.cache, 'päss'), []);
  });

  test('the strict set: the first other character, its place, and flow run', async () => {
    const first = await restart();
    await mda.ok(['ui', 'tap', refOf(first, 'E-mail')]);
    const json = await fails(
      ['ui', 'type', "it's 5%"],
      2,
      'INVALID_ARGUMENT',
      /^character 3 of the text, '''?, cannot be typed .*nothing was typed.*`mobile-dev-agent flow run`/,
    );
    assert.deepEqual(json.next_steps[0].argv, ['help', 'flow', 'run']);
    await fails(['ui', 'type', ''], 2, 'INVALID_ARGUMENT', /no text/);
    const shown = (await look()).data.snapshot.elements.find((one) => one.name === 'E-mail');
    assert.equal(shown.value ?? '', '');
    assert.equal((await mda.ok(['ui', 'type', 'A-Z az:09+/_ .'])).data.value, 'A-Z az:09+/_ .');
  });

  test('two targets, no target and wrong ones are usage errors that name the valid forms', async () => {
    for (const [words, message] of [
      [['ui', 'tap', '@e1', '--ref', 'e2'], /two targets/],
      [['ui', 'tap', '@e1', '@e2'], /takes no '@e2'/],
      [['ui', 'tap'], /no target is given \(valid: @e12/],
      [['ui', 'tap', '@b1'], /'@b1' is not a ref: refs are @e1/],
      [['ui', 'tap', '@e0'], /'@e0' is not a ref/],
      [['ui', 'tap', '--ref', 'e12x'], /'e12x' is not a ref/],
      [['ui', 'tap', 'e1'], /did you mean @e1\?/],
      [['ui', 'tap', 'Log in'], /did you mean text:"Log in"\?/],
      [['ui', 'tap', 'coords:1'], /is not a point/],
      [['ui', 'tap', 'coords:1080,10'], /outside the screen, which is 1080x2400/],
      [['ui', 'press', 'menu'], /valid: back, enter, tab, escape, home/],
      [['ui', 'swipe', 'north'], /valid: up, down, left, right/],
      [['ui', 'swipe', '1,1'], /needs a point to end at/],
      [['ui', 'swipe', 'up', '1,1'], /not both/],
      [['ui', 'swipe', '1,1', '1,2400'], /1,2400 is outside the screen/],
      [['ui', 'swipe', '1,1', '1,2', '--amount-px', '5'], /goes with a direction/],
      [['ui', 'swipe', 'up', '--amount-px', '0'], /a number from 1/],
      [['ui', 'assert-visible', 'coords:1,2'], /a point is always there/],
      [['ui', 'assert-visible', '@b7'], /is not a ref/],
      [['ui', 'assert-visible', ''], /must be a text/],
      [['ui', 'find', 'print'], /give --role, --name or --contains/],
      [['ui', 'find', 'print', '--role', 'knob'], /--role cannot be 'knob' \(valid: button, textbox, /],
      [['ui', 'find', 'look', '--role', 'button'], /valid: print, tap/],
    ])
      await fails(words, 2, 'INVALID_ARGUMENT', message);
  });

  test('refs: unknown, without a snapshot, stale, of another device', async () => {
    const first = await restart();
    const range = await fails('ui tap @e99', 1, 'ELEMENT_NOT_FOUND', /^no ref @e99: the last snapshot has @e1 to @e5$/);
    assert.deepEqual(
      range.next_steps.map((step) => step.argv.slice(0, 2)),
      [['ui', 'snapshot']],
    );
    const none = await fails(
      `ui tap @e1 --session fresh --platform android --device ${device.serial}`,
      1,
      'ELEMENT_NOT_FOUND',
      /no snapshot was taken in session 'fresh'/,
    );
    assert.deepEqual(none.next_steps[0].argv, [
      'ui',
      'snapshot',
      '-i',
      '--session',
      'fresh',
      '--platform',
      'android',
      '--device',
      device.serial,
    ]);
    await open('about');
    const kept = path.join(mda.state, 'sessions/default/last_snapshot.json');
    const about = fs.readFileSync(kept, 'utf8');
    await restart();
    fs.writeFileSync(kept, about);
    const stale = await fails(
      'ui tap @e1',
      1,
      'ELEMENT_NOT_FOUND',
      /^stale ref '@e1': .*run 'ui snapshot' for fresh refs/,
    );
    assert.ok(!stale.data.effect || stale.data.effect !== 'changed');
    fs.writeFileSync(kept, about.replaceAll(`"${device.serial}"`, '"emulator-1"'));
    await fails('ui tap @e1', 1, 'NO_DEVICE', /no device 'emulator-1'.*; the ref is of its snapshot: take a new one/);
    await fails(
      `ui tap @e1 --device ${device.serial}`,
      2,
      'INVALID_ARGUMENT',
      /is of android device 'emulator-1', and this would act on android device/,
    );
    fs.writeFileSync(kept, about.replace('"platform":"android"', '"platform":"ios"'));
    await fails(
      'ui tap @e1 --platform android',
      2,
      'INVALID_ARGUMENT',
      /is of ios device .* act on android: take a new snapshot/,
    );
    fs.writeFileSync(kept, about.slice(0, about.length / 2));
    await fails(
      'ui tap @e1',
      1,
      'IO_ERROR',
      /last_snapshot\.json' is damaged: .*`mobile-dev-agent ui snapshot` replaces it/,
    );
    assert.equal((await mda.run('ui press back')).status, 0); // it needs no refs
    assert.ok(refOf(first, 'Log in'));
  });

  test('refs: a snapshot older than five minutes is warned of', async () => {
    await restart();
    const kept = path.join(mda.state, 'sessions/default/last_snapshot.json');
    const json = JSON.parse(fs.readFileSync(kept));
    json.taken_at = new Date(Date.now() - 301000).toISOString();
    fs.writeFileSync(kept, JSON.stringify(json));
    const old = await mda.ok('ui tap @e1');
    assert.match(old.warnings[0], /the last snapshot is 5 minutes old/);
    assert.deepEqual(old.next_steps[0].argv, ['ui', 'snapshot', '-i']);
    fs.writeFileSync(kept, JSON.stringify(json));
    const text = await mda.run('ui tap @e1');
    assert.match(text.stderr, /^warning: the last snapshot is 5 minutes old/m);
    assert.doesNotMatch((await mda.run('ui tap @e1')).stderr, /minutes old/); // the tap looked
  });

  test('several of the same text or id are listed, the only one that takes input is taken', async () => {
    await open('list');
    await fails(
      'ui tap id:note_title',
      1,
      'ELEMENT_NOT_FOUND',
      /^\d+ elements match \{"id":"note_title"\}: .*"Note 1 Meeting" @e\d+, .*say which by its ref/,
    );
    await fails('ui tap id:note', 1, 'ELEMENT_NOT_FOUND', /no visible element has id "note"/); // exact
    await open('settings');
    const one = await mda.ok('ui tap id:dark_theme');
    assert.match(one.data.target, /^switch "Dark theme"/);
    assert.match(one.data.changed[0], /checked/);
  });

  test('--timeout-ms is how long an element is looked for, also by default', async () => {
    await open('settings');
    await fails(
      'ui tap text:Nobody --timeout-ms 200',
      1,
      'ELEMENT_NOT_FOUND',
      /no visible element has text "Nobody"; waited 200 ms$/,
    );
    const page = (await mda.run('ui tap --help')).stdout;
    const [, ms] = /--timeout-ms MS +how long to look for the element.*default: (\d+)/.exec(
      page.replaceAll(/\n +/g, ' '),
    );
    await fails('ui tap text:Nobody', 1, 'ELEMENT_NOT_FOUND', new RegExp(`; waited ${ms} ms$`));
  });

  test('coordinates and swipes report their points', async () => {
    await open('settings');
    const tapped = await mda.ok('ui tap coords:540,380');
    assert.deepEqual(tapped.data.at, { x: 540, y: 380 });
    assert.ok(tapped.data.target);
    await open('list');
    const up = await mda.ok('ui swipe up');
    assert.deepEqual(
      [up.data.from, up.data.to],
      [
        { x: 540, y: 1200 },
        { x: 540, y: 900 },
      ],
    );
    assert.equal(up.data.effect, 'changed');
    assert.ok(!/takes input/.test(up.data.note ?? ''));
    const down = await mda.ok('ui swipe down --amount-px 99999'.replace('99999', '5000'));
    assert.deepEqual(
      [down.data.from, down.data.to],
      [
        { x: 540, y: 0 },
        { x: 540, y: 2399 },
      ],
    );
    const line = await mda.ok('ui swipe 540,1400 540,900 --duration-ms 100');
    assert.deepEqual(
      [line.data.from, line.data.to],
      [
        { x: 540, y: 1400 },
        { x: 540, y: 900 },
      ],
    );
  });

  test('find: refs that are good, and the only match', async () => {
    await restart();
    const found = await mda.ok('ui find print --role textbox');
    assert.deepEqual(
      found.data.matches.map((one) => one.name),
      ['E-mail', 'Password'],
    );
    assert.equal(found.data.count, 2);
    await mda.ok(['ui', 'tap', `@${found.data.matches[1].ref}`]);
    const text = await mda.run('ui find print --contains in');
    assert.match(text.stdout, /^btn "Log in" @e\d+$/m);
    const tapped = await mda.ok(['ui', 'find', 'tap', '--name', 'Forgot password?']);
    assert.match(tapped.data.target, /Forgot password\?" @e/);
    await mda.ok(['ui', 'find', 'tap', '--contains', 'OK']);
    const many = await fails(
      'ui find tap --role textbox',
      1,
      'ELEMENT_NOT_FOUND',
      /^2 elements match, nothing was touched: tap one by its ref \(input .*@e\d+, input .*@e\d+\)$/,
    );
    assert.equal(many.data.matches.length, 2);
    await fails('ui find print --name Nobody', 1, 'ELEMENT_NOT_FOUND', /^none of the \d+ elements/);
  });

  test('assertions: what is near, what is there, how long it took', async () => {
    await restart();
    const json = await fails(
      ['ui', 'assert-visible', 'Lag in', '--timeout-ms', '700', '--interval-ms', '100'],
      1,
      'ASSERTION_FAILED',
      /^"Lag in" is not visible after \d+ ms and \d+ readings: .*nearest: btn "Log in"/,
    );
    assert.ok(json.data.waited_ms >= 700 && json.data.readings >= 2);
    assert.match(json.data.screen, /"Welcome to Notes"/);
    const still = await fails(
      'ui assert-not-visible id:login_button --timeout-ms 0',
      1,
      'ASSERTION_FAILED',
      /^"id:login_button" is still visible .* 1 reading: btn "Log in" @e4 is visible/,
    );
    assert.equal(still.data.match, 'btn "Log in" @e4');
    await mda.ok('ui assert-visible @e4 --timeout-ms 0');
    await mda.ok(['ui', 'assert-visible', 'text:"Log in"']);
    await mda.ok(['ui', 'assert-not-visible', 'text:Log', '--timeout-ms', '0']); // exact
    const text = await mda.run(['ui', 'assert-visible', 'Welcome']);
    assert.equal(text.stdout, '"Welcome" is visible: "Welcome to Notes"\n');
  });

  test('a failed assertion lists the screen as the tree does', async () => {
    for (const screen of ['notes', 'settings']) {
      const { snapshot } = (await open(screen)).data;
      const { data } = await fails('ui assert-visible Nobody --timeout-ms 0', 1, 'ASSERTION_FAILED', /not visible/);
      assert.equal(data.screen, snapshot.tree.split('\n').slice(1).join('\n'));
    }
  });

  test('assertions never read the content of a password field', async () => {
    await restart();
    await mda.ok('ui tap @e2');
    await mda.ok('ui type aaaa');
    await mda.ok(['ui', 'assert-not-visible', '•', '--timeout-ms', '0']);
  });

  test('assertions: a screen that cannot be read is read again, and counted', async () => {
    await restart();
    await device.fault('null-root', 2);
    const json = await mda.ok('ui assert-visible Welcome --interval-ms 50');
    assert.equal(json.data.failed_readings, 2);
    await device.fault('null-root', 50);
    await fails(
      'ui assert-not-visible Nobody --timeout-ms 200',
      1,
      'DEVICE_ERROR',
      /^none of \d+ readings of the screen succeeded/,
    );
    await device.fault('null-root', 0);
  });

  test('a dialog in front: the snapshot warns, what it covers is refused', async () => {
    const settings = await open('settings');
    await mda.ok('ui tap id:notifications');
    const blocked = await fails(
      ['ui', 'tap', refOf(settings, 'Dark theme')],
      1,
      'ELEMENT_NOT_FOUND',
      /a permission dialog is in front .*answer it first/,
    );
    assert.equal(blocked.data.effect, 'blocked_by');
    assert.equal(blocked.data.blocked_by.kind, 'permission');
    const dialog = await look();
    assert.match(dialog.warnings[0], /^a permission dialog is in front \(com\.google\.android\.permissioncontroller/);
    await mda.ok(['ui', 'tap', 'text:Don’t allow']);
  });

  test('a screen that keeps moving: the picture is there, a point can be tapped', async () => {
    await device.shell('am start -a android.intent.action.VIEW -d notes://busy');
    const busy = await fails('ui snapshot', 1, 'DEVICE_ERROR', /keeps moving/);
    assert.ok(fs.existsSync(busy.data.screenshot));
    const text = await mda.run('ui tap coords:540,2000');
    assert.equal(text.status, 0, text.stderr);
    assert.match(text.stdout, /^tap 540,2000\n.*keeps moving/);
    await mda.ok('ui press back');
  });

  test('a crash is reported with its exception', async () => {
    await open('settings');
    const { tree } = (await open('settings')).data.snapshot;
    if (!tree.includes('"Crash"')) await mda.ok('ui swipe up --amount-px 1200');
    const json = await fails(
      ['ui', 'tap', 'text:Crash'],
      1,
      'APP_CRASH',
      /com\.example\.notes crashed: java\.lang\.IllegalStateException: "Note 42 has no owner"/,
    );
    assert.equal(json.data.crash.exception, 'java.lang.IllegalStateException');
    assert.equal(json.data.effect, 'app_gone');
    assert.deepEqual(json.next_steps[0].argv.slice(0, 2), ['logs', 'tail']);
    const gone = await look();
    assert.match(gone.warnings[0], / is in front, not com\.example\.notes$/);
  });

  for (const [what, words, env] of [
    ['no app named', '', {}],
    ['another app named', '--app-id com.example.shop', {}],
    ['no app named, with a dialog', '', { dialog: true }],
  ]) {
    test(`a tap that crashes the app in front is a failure with the exception: ${what}`, async () => {
      const session = '--session unnamed --platform android';
      await device.shell('am force-stop com.example.notes');
      await device.shell('am start -a android.intent.action.VIEW -d notes://settings');
      const seen = (await mda.ok(`ui snapshot --no-screenshot ${session}`)).data.snapshot;
      if (!seen.tree.includes('"Crash"')) await mda.ok(`ui swipe up --amount-px 1200 ${session}`);
      const target = env.dialog ? 'id:crash_dialog' : 'id:com.example.notes:id/crash';
      const json = await fails(
        `ui tap ${target} ${session} ${words}`.trim(),
        1,
        'APP_CRASH',
        /^com\.example\.notes crashed: java\.lang\./,
      );
      assert.equal(json.data.effect, 'app_gone');
      assert.ok(json.data.crash.exception);
      await mda.run(`ui press back ${session}`);
    });
  }

  test('an action reports the app in front, and warns if the command names another one', async () => {
    await restart();
    const named = await mda.ok('ui press tab');
    assert.deepEqual([named.target.app.app_id, named.warnings], [notes, undefined]);
    const unnamed = await mda.ok('ui press tab --session bare --platform android');
    assert.equal(unnamed.target.app.app_id, notes);
    assert.equal((await mda.ok('ui snapshot --session bare --platform android')).target.app.app_id, notes);
    const other = await mda.ok('ui press tab --app-id com.example.nope');
    assert.deepEqual(other.warnings, ['com.example.notes is in front, not com.example.nope']);
  });

  test('home leaves the app, which is not a crash', async () => {
    await restart();
    const json = await mda.ok('ui press home');
    assert.equal(json.data.effect, 'app_gone');
    assert.equal(json.data.crash, undefined);
  });

  test('no device is an error that says what to do', async () => {
    const json = await mda.fails('ui snapshot --device emulator-4242', 1);
    assert.equal(json.error.code, 'NO_DEVICE');
    assert.match(json.error.message, /emulator-4242/);
    assert.ok(server.port);
  });

  test('a snapshot that cannot be stored: a warning, and it is shown', async () => {
    await restart();
    // a folder where the file should be
    fs.mkdirSync(path.join(mda.state, 'sessions/blocked/last_snapshot.json/x'), { recursive: true });
    const json = await mda.fails(
      `ui snapshot --no-screenshot --session blocked --platform android --app-id ${notes}`,
      1,
    );
    assert.equal(json.error.code, 'IO_ERROR');
    assert.ok(json.data.snapshot.elements.length > 0);
  });

  for (const [how, text, said] of [
    ['adb', 'canary@example.com', /\| shell input \(\d+ bytes\): /],
    ['helper', 'canary!$', /\| helper POST \S+: /],
  ]) {
    test(`the requests of a command are in a log and in its trace, without what is typed (${how})`, async () => {
      const env = how === 'adb' ? adbOnly : { AGENTEST_DISABLE_HELPER: '' };
      await restart();
      await mda.ok('ui tap id:email', { env });
      const json = await mda.ok(['ui', 'type', text], { env });
      const log = json.artifacts.find((one) => one.path.endsWith('_adb_requests.log'));
      assert.equal(log.type, 'process_log');
      assert.match(path.basename(log.path), /^\d{3}_adb_requests\.log$/);
      const kept = fs.readFileSync(log.path, 'utf8');
      for (const line of kept.trimEnd().split('\n'))
        assert.match(line, /^\d{4}-\S+Z (stdout|stderr) \| \S.*: \d+\.\d{3} ms(: .+)?$/);
      assert.match(kept, /\| host:devices-l: /);
      assert.match(kept, said);
      const trace = fs.readFileSync(artifact(json, 'trace'), 'utf8');
      const named = lines(artifact(json, 'trace')).flatMap((event) => event.data.requests ?? []);
      assert.ok(
        named.some((what) => /uiautomator|helper/.test(what)),
        named.join(),
      );
      assert.doesNotMatch(kept + trace, /canary/);
    });
  }

  test('a command that starts the adb server says so, and has its log', async () => {
    const other = await startAdbServer();
    await other.stop();
    const own = startMda({ server: other });
    const answer = await own.run('device screenshot --jsonl --platform android');
    const spawned = answer.events.find((event) => event.event === 'spawn');
    await other.adb('kill-server'); // it is not a child of the test
    assert.deepEqual([spawned.data.tool, spawned.data.action], ['adb', 'start-server']);
    assert.ok(answer.json.artifacts.some((one) => one.path === spawned.data.log));
    assert.match(fs.readFileSync(spawned.data.log, 'utf8'), /^\S+Z stderr \| .*daemon/m);
  });

  test('the trace has each operation of the device', async () => {
    await restart();
    const json = await mda.ok('ui tap @e3');
    const told = lines(artifact(json, 'trace'))
      .filter((event) => event.data.operation)
      .map((event) => event.data.operation);
    assert.ok(told.includes('snapshot') && told.includes('tap'), told.join());
  });
});

describe('on a simulator', async () => {
  const ios = withStandIns();
  const mda = startMda({ env: ios });
  await mda.ok('session set --platform ios --app-id com.example.login');
  const journal = () => lines(path.join(ios.STAND_IN_DIR, 'journal.jsonl'));

  test('a snapshot does not repeat the app that --app-id claims', async () => {
    const json = await mda.ok('ui snapshot --no-screenshot --app-id com.example.nonsense');
    assert.equal(json.data.snapshot.app_id, null);
  });

  test('snapshot: the raw description is kept', async () => {
    const json = await mda.ok('ui snapshot');
    assert.equal(json.data.snapshot.platform, 'ios');
    assert.ok(Array.isArray(JSON.parse(fs.readFileSync(path.join(json.run_dir, 'artifacts/ui_snapshot.raw.json')))));
    assert.ok(typesOf(json).includes('screenshot'));
    assert.ok(typesOf(json).includes('process_log'));
    const button = json.data.snapshot.elements.find((one) => one.name === 'Sign in');
    assert.deepEqual([button.role, button.selectors.ios.id], ['button', 'sign-in']);
  });

  test('login: the same words as on Android', async () => {
    const json = await mda.ok('ui snapshot -i --no-screenshot');
    await mda.ok(['ui', 'tap', refOf(json, 'Email')]);
    const typed = await mda.ok('ui type demo@example.com');
    assert.match(typed.data.target, /^input "Email"/);
    assert.equal(typed.data.value, 'demo@example.com');
    await mda.ok('ui tap id:password');
    const secret = await mda.ok('ui type secret456');
    assert.equal(secret.data.value, '(9 characters)');
    assert.deepEqual(secret.command.argv.slice(0, 3), ['ui', 'type', '(9 characters)']);
    await mda.ok(['ui', 'tap', 'text:"Sign in"']);
    await mda.ok('ui assert-visible Welcome');
    await mda.ok('ui assert-not-visible id:sign-in');
    const swiped = await mda.ok('ui swipe up');
    assert.equal(swiped.data.effect, 'changed');
    await mda.ok(['ui', 'find', 'tap', '--name', 'Sign out']);
    assert.deepEqual([...filesWith(mda.cache, 'secret456'), ...filesWith(mda.state, 'secret456')], []);
    assert.ok(journal().some((one) => one.tool === 'axe' && one.argv.includes('sign-in')));
  });

  test('no field took the text: a failure', async () => {
    const json = await mda.fails('ui type nowhere', 1);
    assert.match(json.error.message, /nothing on the screen has changed: tap a field first/);
  });

  test('a wrong address is cleared by the name of its field, and never by guess', async () => {
    await mda.ok('app terminate');
    await mda.ok('app launch');
    await mda.ok('ui snapshot --no-screenshot');
    await mda.ok('ui tap id:email');
    await mda.ok('ui type dmeo');
    for (const words of ['ui type --replace demo', 'ui clear']) {
      const { error } = await mda.fails(words, 1);
      assert.equal(error.code, 'UNSUPPORTED');
      assert.match(error.message, /does not tell which field has the focus.*clear the field by its id/);
    }
    assert.equal((await mda.ok('ui clear id:email')).data.value, '');
    assert.equal((await mda.ok('ui type demo')).data.value, 'demo');
  });

  test('keys: enter goes, back is refused with what to do', async () => {
    await mda.ok('ui press enter');
    const json = await mda.fails('ui press back', 1);
    assert.equal(json.error.code, 'UNSUPPORTED');
    assert.match(json.error.message, /iOS has no back key/);
  });

  test('two buttons of one name are not taken for one', async () => {
    const json = await mda.fails('ui tap text:Help', 1);
    assert.match(json.error.message, /^2 elements match \{"text":"Help"\}: btn "Help" .*, btn "Help"/);
  });

  test('without AXe: 127, and how to get it', async () => {
    const only = path.join(mda.folder, 'bin');
    fs.mkdirSync(only);
    fs.writeFileSync(path.join(only, 'xcrun'), `#!/bin/sh\nexec ${standIns}/xcrun "$@"\n`, { mode: 0o755 });
    const json = await mda.fails('ui snapshot', 127, { env: { PATH: `${only}:/usr/bin:/bin` } });
    assert.equal(json.error.code, 'MISSING_DEPENDENCY');
    assert.match(json.error.message, /axe/i);
  });
});
