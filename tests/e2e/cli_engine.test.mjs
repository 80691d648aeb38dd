// The engine beyond tap, type and swipe, as commands: filling fields, waiting, scrolling, gestures,
// ranges; and the screens that these show.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test, { describe } from 'node:test';
import { adbOnly, root, startAdbServer, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda, withStandIns } from './mda.mjs';

const notes = 'com.example.notes';
const server = await startAdbServer();
// A slider that does not take a value by itself, as many drawn by an app do not.
const finger = {
  package: 'com.example.finger',
  label: 'Finger',
  screens: {
    main: {
      root: {
        kind: 'column',
        children: [
          { kind: 'slider', id: 'level', desc: 'Level', progress: 20, set_progress: false },
          { kind: 'text', id: 'told', text: 'Level: ${#level}' },
        ],
      },
    },
  },
};
const fingerFile = path.join(temporaryFolder(), 'finger.json');
fs.writeFileSync(fingerFile, JSON.stringify(finger));
const device = await startVirtual(server, [
  '--app',
  path.join(root, 'virtual-android/apps/com.example.notes.json'),
  '--app',
  fingerFile,
]);
const mda = startMda({ server, env: { ANDROID_SERIAL: device.serial, ...adbOnly } });
await mda.ok(`session set --platform android --app-id ${notes}`);

const look = () => mda.ok('ui snapshot --no-screenshot');
const restart = async () => {
  await device.shell(`pm clear ${notes}`);
  await device.shell(`am start -n ${notes}/.LoginActivity`);
  return look();
};
const open = async (screen) => {
  await device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
  return look();
};
const fails = async (words, status, code, message, options) => {
  const json = await mda.fails(words, status, options);
  assert.equal(json.error.code, code, json.error.message);
  assert.match(json.error.message, message);
  return json;
};
const fieldsOf = (json) =>
  Object.fromEntries(
    json.data.snapshot.elements.filter((one) => one.role === 'textbox').map((one) => [one.name, one.value ?? '']),
  );
// Every file below the program's folders that holds text.
const filesWith = (text) =>
  fs
    .readdirSync(mda.folder, { recursive: true, withFileTypes: true })
    .map((entry) => [entry, path.join(entry.parentPath ?? entry.path, entry.name)])
    .filter(([entry, file]) => entry.isFile() && fs.readFileSync(file).includes(text))
    .map(([, file]) => file);

describe('ui fill', () => {
  test('one field by its hint: its text takes the place of what it held', async () => {
    await restart();
    await mda.ok('ui fill E-mail first@example.com');
    const { data } = await mda.ok('ui fill E-mail demo@example.com');
    assert.deepEqual([data.action, data.value, data.done], ['fill', 'demo@example.com', true]);
    assert.match(data.target, /^input .*hint="E-mail"/);
    const added = await mda.ok('ui fill --append id:email .org');
    assert.equal(added.data.value, 'demo@example.com.org');
  });

  test('several fields in one command, by refs, ids and texts', async () => {
    const first = await restart();
    const [email, password] = ['E-mail', 'Password'].map(
      (name) => first.data.snapshot.elements.find((one) => one.name === name).ref,
    );
    const { data, command } = await mda.ok(['ui', 'fill', `@${email}`, 'a@example.com', `@${password}`, 'canary-12']);
    assert.deepEqual(
      data.steps.map((step) => [step.value, step.done]),
      [
        ['a@example.com', true],
        ['(9 characters)', true],
      ],
    );
    assert.deepEqual(command.argv, [
      'ui',
      'fill',
      `@${email}`,
      '(13 characters)',
      `@${password}`,
      '(9 characters)',
      '--json',
    ]);
    const text = await mda.run(['ui', 'fill', 'text:E-mail', 'b@example.com', 'id:password', 'canary-13']);
    assert.match(
      text.stdout,
      /^fill input .*"E-mail".*\n {2}value: b@example\.com\nfill input .*"Password".*\n {2}value: \(9 characters\)\n/,
    );
    assert.equal(fieldsOf(await look())['E-mail'], 'b@example.com');
    assert.deepEqual(filesWith('canary-'), []);
  });

  test('it ends with the first that fails, and says which were filled', async () => {
    await restart();
    const json = await fails(
      ['ui', 'fill', 'E-mail', 'c@example.com', 'Nobody', 'canary-14', '--timeout-ms', '200'],
      1,
      'ELEMENT_NOT_FOUND',
      /no visible element has text "Nobody"/,
    );
    assert.deepEqual(
      json.data.steps.map((step) => step.done),
      [true, false],
    );
    assert.equal(fieldsOf(await look())['E-mail'], 'c@example.com');
    assert.deepEqual(filesWith('canary-'), []);
  });

  test('malformed pairs, points and untypable texts are refused before anything is touched', async () => {
    await restart();
    // one text was forgotten: the last word may be a password
    const odd = await fails(
      ['ui', 'fill', 'E-mail', 'id:password', 'canary-15'],
      2,
      'INVALID_ARGUMENT',
      /^3 words cannot be pairs/,
    );
    assert.doesNotMatch(JSON.stringify(odd), /canary/);
    assert.deepEqual(filesWith('canary-'), []);
    await fails(['ui', 'fill', 'coords:1,2', 'x'], 2, 'INVALID_ARGUMENT', /a point is always there/);
    await fails(['ui', 'fill', 'E-mail', ''], 2, 'INVALID_ARGUMENT', /no text/);
    await fails(
      ['ui', 'fill', 'E-mail', 'ok', 'Password', 'pä'],
      2,
      'INVALID_ARGUMENT',
      /^character 2 of the text cannot be typed/,
    );
    await fails('ui fill @e99 x @e1 y', 1, 'ELEMENT_NOT_FOUND', /^no ref @e99/);
    assert.deepEqual(fieldsOf(await look()), { 'E-mail': '', Password: '' });
  });
});

describe('ui wait', () => {
  test('for a text, for its absence, for rest', async () => {
    await restart();
    const seen = await mda.ok('ui wait Welcome');
    assert.deepEqual([seen.data.until, seen.data.done], ['visible', true]);
    assert.match(seen.data.target, /^"Welcome to Notes" @e/);
    assert.equal((await mda.run('ui wait --gone Nobody')).stdout.split('\n')[0], 'wait "Nobody" gone');
    assert.equal((await mda.run('ui wait')).stdout.split('\n')[0], 'wait settled');
    await fails(
      'ui wait --gone Welcome --timeout-ms 300',
      1,
      'ASSERTION_FAILED',
      /is visible, expected it not to be; waited 300 ms/,
    );
    await fails('ui wait Nobody --timeout-ms 300', 1, 'ELEMENT_NOT_FOUND', /"Nobody"; waited 300 ms/);
    await fails('ui wait --new --timeout-ms 300', 1, 'ASSERTION_FAILED', /nothing new/);
    await fails('ui wait --gone', 2, 'INVALID_ARGUMENT', /--gone needs an element/);
    await fails('ui wait --new Welcome', 2, 'INVALID_ARGUMENT', /--new is for anything/);
  });
});

describe('ui scroll', () => {
  test('to an element further down, and back up', async () => {
    await open('list');
    const down = await mda.ok(['ui', 'scroll-to', 'Note 38']);
    assert.match(down.data.target, /Note 38/);
    assert.match(down.data.note, /^seen after \d+ scrolls?/);
    const up = await mda.ok(['ui', 'scroll-to', 'Note 2 ', '--direction', 'up', '--max-scrolls', '30']);
    assert.match(up.data.target, /Note 2 /);
    await fails(
      ['ui', 'scroll-to', 'Nobody', '--max-scrolls', '1'],
      1,
      'ELEMENT_NOT_FOUND',
      /not seen in 1 scrolls? down/,
    );
  });

  test('to the end, which names the last, and to the beginning', async () => {
    await open('list');
    assert.match((await mda.ok('ui scroll --end')).data.note, /^the end after \d+ scrolls?; the last there: /);
    assert.match((await mda.ok('ui scroll up --end')).data.note, /^the end after \d+ scrolls?/);
    assert.equal((await mda.ok('ui scroll')).data.effect, 'changed');
    await fails('ui scroll --max-scrolls 3', 2, 'INVALID_ARGUMENT', /goes with --end/);
    await restart();
    await fails('ui scroll --end', 1, 'ELEMENT_NOT_FOUND', /^this screen does not scroll/);
  });
});

describe('--show', () => {
  test('none, diff and tree, as text and as JSON', async () => {
    await restart();
    const tap = (show) => mda.run(['ui', 'tap', 'id:remember', ...show]);
    const none = await tap(['--show', 'none']);
    assert.equal(none.stdout, 'tap check "Remember me" unchecked @e4: the screen has changed\n');
    assert.match((await tap([])).stdout, /\n~ @e4 check "Remember me" checked -> .*unchecked\n/);
    const tree = await tap(['--show', 'tree']);
    assert.match(tree.stdout, /\nscreen 1080x2400 .*\n(.*\n)*check "Remember me" checked @e4\n/);
    const json = async (show) => (await mda.ok(['ui', 'tap', 'id:remember', '--show', show])).data;
    const parts = (data) => ['diff', 'tree', 'changed'].filter((name) => name in data);
    assert.deepEqual(parts(await json('none')), []);
    const whole = await json('tree');
    assert.deepEqual(parts(whole), ['tree']);
    assert.deepEqual(parts(await json('diff')), ['diff', 'changed']);
    assert.match(whole.tree, /check "Remember me" checked @e4/);
  });

  test('refs go on although nothing was shown', async () => {
    await restart();
    await mda.ok(['ui', 'tap', 'text:Forgot password?', '--show', 'none']);
    const { data } = await mda.ok(['ui', 'wait', '--show', 'tree']);
    const ok = data.tree.match(/btn "OK" (@e\d+)/)[1];
    assert.match((await mda.ok(['ui', 'tap', ok])).data.target, /^btn "OK"/);
    await fails('ui tap @e1 --show some', 2, 'INVALID_ARGUMENT', /valid: diff, none, tree/);
  });
});

describe('gestures and ranges', () => {
  // adb alone has one finger, and tells no ranges
  const helper = { env: { AGENTEST_DISABLE_HELPER: '' } };
  const shows = (text) => mda.ok(['ui', 'assert-visible', `text:${text}`, '--timeout-ms', '3000']);

  test('long-press, double-tap and swipe by ref do what fingers do', async () => {
    const first = await open('gestures');
    const ref = (id) =>
      `@${first.data.snapshot.elements.find((one) => one.selectors.android.resource_id?.endsWith(`/${id}`)).ref}`;
    const pressed = await mda.ok(['ui', 'long-press', ref('long_press_me')]);
    assert.deepEqual([pressed.data.action, pressed.data.effect], ['long-press', 'changed']);
    await shows('Long presses: 1');
    await mda.ok(['ui', 'double-tap', 'id:double_tap_me', '--show', 'none']);
    await shows('Double taps: 1');
    await mda.ok(['ui', 'swipe', 'left', ref('pad')]);
    await shows('Swiped: left');
    await mda.ok('ui swipe up id:pad --fling');
    await shows('Swiped: up');
    const at = await mda.ok('ui long-press coords:540,960 --duration-ms 50');
    assert.deepEqual(at.data.at, { x: 540, y: 960 });
  });

  test('a tap without an effect says so once, whatever else it notes', async () => {
    await open('gestures');
    const words = 'ui tap coords:30,2200 --show none';
    assert.equal(
      (await mda.run(words)).stdout,
      'tap 30,2200: nothing observable has changed\n' + '  note: no element that takes input is known at this point\n',
    );
    const { data } = await mda.ok(words);
    assert.deepEqual(
      [data.effect, data.note],
      ['no_observable_effect', 'no element that takes input is known at this point'],
    );
  });

  for (const [how, options] of [
    ['adb', {}],
    ['helper', helper],
  ]) {
    test(`drag: from an element to a point, and to another element (${how})`, async () => {
      await open('gestures');
      const { data } = await mda.ok('ui drag id:pad coords:1000,1100', options);
      assert.match(data.target, /Swipe pad/);
      await shows('Swiped: right');
      await mda.ok('ui drag id:pad id:tap_me', options);
      await shows('Swiped: up');
      await fails('ui drag id:pad id:nobody --timeout-ms 200', 1, 'ELEMENT_NOT_FOUND', /^where to drag it: /, options);
    });
  }

  test('pinch needs two fingers, and says so', async () => {
    await open('gestures');
    await fails('ui pinch out id:pinch_pad', 1, 'UNSUPPORTED', /two fingers.*use double_tap/);
    await fails('ui pinch out coords:1,2', 2, 'INVALID_ARGUMENT', /not at a point/);
    assert.equal((await mda.ok('ui pinch out id:pinch_pad', helper)).data.effect, 'changed');
    assert.match((await look()).data.snapshot.tree, /Pinched: out to 400 %/);
    await mda.ok('ui pinch in id:pinch_pad', helper);
    assert.match((await look()).data.snapshot.tree, /Pinched: in to 25 %/);
  });

  test('set: a number or a part of the range, read back', async () => {
    await open('settings');
    const { data } = await mda.ok('ui set id:text_size 73', helper);
    assert.match(data.value, /^73/);
    assert.match(data.note, /set by its accessibility action, without a touch/);
    await shows('Text size: 73%');
    await mda.ok(['ui', 'set', 'Text size', '20%'], helper);
    await shows('Text size: 20%');
    assert.match((await mda.ok('ui set id:text_size 20', helper)).data.note, /it had this value already/);
    await fails('ui set id:text_size 101', 2, 'INVALID_ARGUMENT', /outside of the slider's range, 0 to 100/, helper);
    await fails('ui set id:text_size much', 2, 'INVALID_ARGUMENT', /"much" is not a value/, helper);
    await fails('ui set id:dark_theme 1', 2, 'INVALID_ARGUMENT', /is not a slider/, helper);
  });

  test('set: by a finger if the slider does not take the action', async () => {
    await device.shell(`am start -n ${finger.package}/.MainActivity`);
    const { data } = await mda.ok('ui set id:level 64', helper);
    assert.match(data.value, /^64/);
    assert.doesNotMatch(data.note ?? '', /accessibility action/);
    await shows('Level: 64');
  });

  test('set without the helper: a part of the range, without a report of the value', async () => {
    await open('settings');
    assert.match((await mda.ok('ui set id:text_size 50%')).data.note, /is not reported here/);
    await fails('ui set id:text_size 50', 1, 'UNSUPPORTED', /give a percentage, 50%/);
  });
});

describe('what an app has stored and logged, and its device', () => {
  test('app db: databases, tables, rows', async () => {
    await open('list');
    assert.deepEqual((await mda.ok('app db')).data.databases, ['notes.db']);
    assert.match((await mda.run('app db')).stdout, /^notes\.db: .*notes\(id,.* rows/m);
    assert.ok((await mda.ok('app db notes.db')).data.tables.includes('notes'));
    const { data } = await mda.ok(['app', 'db', 'notes.db', 'SELECT id FROM notes ORDER BY id LIMIT 2']);
    assert.deepEqual([data.rows, data.row_count], ['1\n2\n', 2]);
    assert.equal(
      (await mda.run(['app', 'db', 'notes.db', 'SELECT id FROM notes ORDER BY id LIMIT 2'])).stdout,
      '1\n2\n',
    );
    await fails(['app', 'db', 'notes.db', 'SELECT id FROM nowhere'], 1, 'DEVICE_ERROR', /no such table: nowhere/);
    await fails('app db --session bare --platform android', 2, 'INVALID_ARGUMENT', /which app\? add --app-id/);
  });

  test('app prefs: files, and one of them', async () => {
    await restart();
    await device.shell('am start -a android.intent.action.VIEW -d notes://settings');
    await mda.ok('ui tap id:backup');
    assert.ok((await mda.ok('app prefs')).data.files.includes('settings.xml'));
    assert.match((await mda.ok('app prefs settings')).data.content, /<boolean name="backup" value="true"/);
    assert.match((await mda.run('app prefs settings.xml')).stdout, /^<\?xml/);
  });

  test('app logs: of the app, by level and text', async () => {
    await restart();
    const { data } = await mda.ok(['app', 'logs', '--text', 'login screen']);
    assert.ok(data.lines.length > 0 && data.lines.every((line) => line.includes('login screen shown')));
    assert.equal((await mda.ok('app logs --lines 1')).data.lines.length, 1);
    assert.equal((await mda.ok('app logs --level F')).data.lines.length, 0);
    await fails('app logs --level X', 2, 'INVALID_ARGUMENT', /valid: V, D, I, W, E, F/);
  });

  test('device network and device info', async () => {
    const on = await mda.ok('device network --airplane-mode on');
    assert.match(on.data.message, /[Aa]irplane mode: enabled/);
    assert.equal((await device.shell('settings get global airplane_mode_on')).trim(), '1');
    await mda.ok('device network --airplane-mode off');
    await fails('device network', 2, 'INVALID_ARGUMENT', /nothing to set/);
    await fails('device network --preset lte --speed 1:2', 2, 'INVALID_ARGUMENT', /preset or speed, not both/);
    await fails('device network --speed fast', 2, 'INVALID_ARGUMENT', /up:down in kbps/);
    const { data } = await mda.ok('device info');
    assert.deepEqual([data.id, data.width_px, data.height_px], [device.serial, 1080, 2400]);
    assert.ok(data.api_level > 20 && data.model);
  });

  test('a simulator says what to do instead', async () => {
    const ios = startMda({ env: withStandIns() });
    await ios.ok('session set --platform ios --app-id com.example.login');
    for (const [words, message] of [
      ['app db', /get_app_container/],
      ['app prefs', /get_app_container/],
      ['device network --wifi on', /Network Link Conditioner/],
      ['ui pinch in', /two fingers/],
    ]) {
      const { error } = await ios.fails(words, 1);
      assert.equal(error.code, 'UNSUPPORTED');
      assert.match(error.message, message);
    }
    assert.equal((await ios.ok('device info')).platform, 'ios');
    await ios.ok('app logs');
  });

  test('a simulator is filled, waited for and pressed by the same words', async () => {
    const ios = startMda({ env: withStandIns() });
    await ios.ok('session set --platform ios --app-id com.example.login');
    await ios.ok('app launch');
    const { data } = await ios.ok('ui fill id:email demo@example.com id:password secret456');
    assert.deepEqual(
      data.steps.map((step) => step.value),
      ['demo@example.com', '(9 characters)'],
    );
    await ios.ok('ui wait');
    await ios.ok(['ui', 'tap', 'text:Sign in']);
    await ios.ok('ui wait Welcome');
  });
});

describe('two shells on one device', () => {
  test('commands that act wait for each other, and each tells its own change', async () => {
    const slow = await startVirtual(server, ['--profile', 'realistic']); // touches last, as fingers' do
    const own = startMda({ server, env: { ANDROID_SERIAL: slow.serial, ...adbOnly } });
    await own.ok(`session set --platform android --app-id ${notes}`);
    await own.ok('app launch');
    await own.ok('ui snapshot --no-screenshot');
    const tap = () => own.ok(['ui', 'tap', 'text:"Remember me"', '--timeout-ms', '60000']);
    const answers = await Promise.all(Array.from({ length: 4 }, tap));
    assert.deepEqual(
      answers.map((json) => json.data.effect),
      Array(4).fill('changed'),
    );
    const lines = answers.map((json) => json.data.diff.changed.map((one) => [one.was, one.line].join(' -> ')).join());
    const on = lines.filter((line) => /unchecked -> .* checked$/.test(line)).length;
    assert.deepEqual([on, lines.length - on], [2, 2], lines.join('\n'));
    assert.match((await own.ok('ui snapshot --no-screenshot')).data.snapshot.tree, /"Remember me" unchecked/);
  });

  test('one that waits in vain names the holder; reading needs no wait; a session of agentest is warned of', async () => {
    await restart();
    const leases = temporaryFolder();
    const env = { AGENTEST_LEASE_DIR: leases };
    const hold = async (name) => {
      const code = `import fcntl, os, sys
f = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
fcntl.lockf(f, fcntl.LOCK_EX)
os.write(f, b'%d 1 %s\\n' % (os.getpid(), sys.argv[2].encode()))
print('held', flush=True)
sys.stdin.read()`;
      const child = spawn(
        'python3',
        ['-c', code, path.join(leases, `${device.serial}${name}.lock`), name ? 'mobile-dev-agent' : 'agentest'],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      return child;
    };
    const command = await hold('.command');
    await fails(
      'ui tap id:remember --timeout-ms 300',
      1,
      'DEVICE_BUSY',
      new RegExp(`in use by a command of another mobile-dev-agent \\(pid ${command.pid}\\), waited \\d+ ms: try again`),
      { env },
    );
    await mda.ok('ui snapshot --no-screenshot', { env });
    const waiting = mda.ok('ui tap id:remember --timeout-ms 60000', { env });
    command.stdin.end();
    assert.equal((await waiting).data.effect, 'changed');
    const session = await hold('');
    assert.match(
      (await mda.ok('ui tap id:remember', { env })).warnings[0],
      /^a session of agentest \(pid \d+\) has this device/,
    );
    session.stdin.end();
  });
});

describe('what goes on by itself', async () => {
  const apps = temporaryFolder();
  const ticker = {
    package: 'com.example.ticker',
    label: 'Ticker',
    vars: { left: 9000, taps: 0 },
    screens: {
      main: {
        timers: [{ every: 400, do: [{ add: { left: -1 } }] }],
        root: {
          kind: 'column',
          children: [
            { kind: 'text', id: 'left', text: 'Code expires in ${left} s' },
            { kind: 'button', id: 'dead', text: 'Resend' },
            { kind: 'button', id: 'count', text: 'Count', tap: [{ add: { taps: 1 } }] },
            { kind: 'text', id: 'taps', text: 'Taps: ${taps}' },
            {
              kind: 'button',
              id: 'load',
              text: 'Refresh',
              tap: [{ show: 'busy' }, { after: 20000, do: [{ hide: 'busy' }] }],
            },
            { kind: 'spinner', id: 'busy', w: 126, hidden: true },
          ],
        },
      },
    },
  };
  fs.writeFileSync(path.join(apps, 'ticker.json'), JSON.stringify(ticker));
  const other = await startVirtual(server, ['--app', path.join(apps, 'ticker.json')]);
  const own = startMda({ server, env: { ANDROID_SERIAL: other.serial, ...adbOnly } });
  await own.ok('session set --platform android --app-id com.example.ticker');
  await own.ok('app launch');

  test('a running countdown is not an effect of a tap', async () => {
    const { tree } = (await own.ok('ui snapshot --no-screenshot')).data.snapshot;
    await own.ok(['ui', 'assert-not-visible', tree.match(/Code expires in \d+ s/)[0]]); // it has gone on
    const dead = await own.ok('ui tap id:dead');
    assert.equal(dead.data.effect, 'no_observable_effect', JSON.stringify(dead.data));
    const counted = await own.ok('ui tap id:count');
    assert.equal(counted.data.effect, 'changed');
  });

  test('a step that begins to load says so, and what to do', async () => {
    await own.ok('ui snapshot --no-screenshot');
    const at = (await own.ok('ui find print --name Refresh')).data.matches[0].bounds;
    const point = `coords:${at.x + Math.floor(at.w / 2)},${at.y + Math.floor(at.h / 2)}`;
    const text = await own.run(['ui', 'tap', point]);
    assert.match(text.stdout, /\n {2}still loading: progress/);
    assert.match(text.stderr, /^next: mobile-dev-agent ui wait {2}# wait until it has loaded$/m);
    const { error } = await own.fails('ui wait --timeout-ms 300', 1);
    assert.match(error.message, /not stable after 300 ms: loading, progress/);
  });
});

test('doctor without any program: missing iOS tools are not a failure if Android can be used', async () => {
  const bare = temporaryFolder();
  const env = { PATH: bare, HOME: bare, ANDROID_HOME: '', ANDROID_SDK_ROOT: '', JAVA_HOME: '' };
  const { data } = await mda.ok('doctor', { env });
  assert.ok(data.checks.filter((check) => check.platform === 'ios').every((check) => !check.counts));
  assert.ok(data.checks.filter((check) => check.platform === 'android').every((check) => check.counts));
  const text = (await mda.run('doctor', { env })).stdout;
  assert.equal(text.match(/install the Android SDK platform-tools/g).length, 1, text);
  assert.equal((await mda.run('doctor --platform ios', { env })).status, 127);
});

test('a command of one step does not number it, and names what could type a text in a line', async () => {
  const ios = startMda({ env: withStandIns() });
  await ios.ok('session set --platform ios --app-id com.example.login');
  assert.match((await ios.fails('ui press back', 1)).error.message, /^no key 'BACK' here: iOS has no back key/);
  await restart();
  await mda.ok('ui tap id:email');
  const { error } = await mda.fails(['ui', 'type', 'kä'], 2);
  assert.match(error.message, /; helper is not available: helper: disabled by AGENTEST_DISABLE_HELPER[^;]*$/);
});

test('typed text is not a hint in the next command either', async () => {
  const old = await startVirtual(server, ['--api', '25']); // its dump does not mark hints
  const own = startMda({ server, env: { ANDROID_SERIAL: old.serial, ...adbOnly } });
  await own.ok(`session set --platform android --app-id ${notes}`);
  await own.ok('app launch');
  await own.ok('ui fill id:email holm@example.com');
  for (const words of ['ui snapshot --no-screenshot', 'ui snapshot --no-screenshot -i']) {
    const { tree } = (await own.ok(words)).data.snapshot;
    const line = tree.split('\n').find((one) => one.includes('holm@example.com'));
    assert.doesNotMatch(line, /maybe-hint/);
  }
  assert.doesNotMatch((await own.run('ui press tab --show tree')).stdout, /holm@example\.com.*maybe-hint/);
  // without it the result is unknown
  fs.rmSync(path.join(own.state, 'sessions/default/last_snapshot.json'));
  assert.match((await own.ok('ui snapshot --no-screenshot')).data.snapshot.tree, /holm@example\.com.*maybe-hint/);
});
