// A table of the commands beyond Maestro that look at what isn't on the screen: holds, doesn't, can't
// be read.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startFlows } from './flow_app.mjs';
import { root } from './lib.mjs';

const world = await startFlows();
fs.copyFileSync(path.join(root, 'tests/data/apk/aapt2.apk'), path.join(world.mda.folder, 'tiny.apk'));
fs.writeFileSync(path.join(world.mda.folder, 'fake.apk'), 'not an app');
const letters = { COMPLETED: 'C', WARNED: 'W', SKIPPED: 'S', FAILED: 'F' };
const fails = (error, more) => ({ status: 1, error, ...more });
const db = (keys) => `- assertDatabase: {database: notes.db, timeout: 10, ${keys}}\n`;
const prefs = (keys) => `- assertPrefs: {file: settings, timeout: 10, ${keys}}\n`;
const log = (keys) => `- assertLog: {timeout: 10, ${keys}}\n`;

const tiny = '- openLink: tiny://start\n- assertVisible: Tiny\n';
const started = (value) =>
  `- assertPrefs: {appId: com.example.tiny, file: state, key: started, equals: "${value}", timeout: 10}\n`;

// name, steps, and what must come of it: the error, the note of the last step.
const rows = [
  ['assertNoCrash', '- launchApp\n- assertNoCrash\n'],
  ['assertNoCrash, without a launch', '- assertNoCrash\n'],
  [
    'assertNoCrash after one',
    '- launchApp\n- openLink: flows://dies\n- tapOn: Die\n- assertNoCrash\n',
    fails(/^com\.example\.flows crashed: java\.lang\.IllegalStateException: "no cart"/),
  ],
  [
    'assertNoCrash after one that a launch has covered',
    '- launchApp\n- openLink: flows://dies\n- tapOn: Die\n- launchApp\n- assertNoCrash\n',
    fails(/^com\.example\.flows crashed: /),
  ],
  ['an earlier flow does not count', '- launchApp\n- assertNoCrash\n'],
  ['assertNoCrash of another app', '- openLink: flows://dies\n- tapOn: Die\n- assertNoCrash: com.other\n'],
  [
    'optional: a crash is a warning',
    '- openLink: flows://dies\n- tapOn: Die\n- assertNoCrash: {optional: true}\n',
    { outcomes: 'CCW' },
  ],
  ['assertLog', '- launchApp\n- openLink: flows://facts\n- tapOn: Log\n- assertLog: user 7 logged in\n'],
  ['assertLog waits', '- openLink: flows://facts\n- tapOn: Log later\n- assertLog: it came late\n'],
  [
    'assertLog by a pattern and level',
    `- openLink: flows://facts\n- tapOn: Log\n${log('matches: "user [0-9]+", level: W')}`,
  ],
  [
    'assertLog by a level and a pattern of variables',
    `- openLink: flows://facts\n- tapOn: Log\n${log('matches: "${P}", level: "${LEVEL}"')}`,
    { words: ['-e', 'LEVEL=W', '-e', 'P=user [0-9]+'] },
  ],
  [
    'assertLog by a level of a variable that is not one',
    log('contains: a, level: "${LEVEL}"'),
    fails(/^assertLog can't be checked: there is no level 'banana' of logs: use V, D, I, W, E or F$/, {
      words: ['-e', 'LEVEL=banana'],
    }),
  ],
  [
    'assertLog by a pattern of a variable that is not one',
    log('matches: "${P}"'),
    fails(/^assertLog can't be checked: '\[a' is not a valid regular expression$/, { words: ['-e', 'P=[a'] }),
  ],
  [
    'assertLog of a higher level',
    `- openLink: flows://facts\n- tapOn: Log\n${log('contains: user 7, level: E')}`,
    fails(/^Assertion is false: the log has a line of level E with "user 7"; .*No line matches the filter/),
  ],
  [
    'assertLog does not see lines before the launch',
    `- openLink: flows://facts\n- tapOn: Log\n- launchApp: {stopApp: false}\n${log('contains: user 7')}`,
    fails(/^Assertion is false: the log has a line with "user 7"/),
  ],
  ['assertLog absent', `- launchApp\n${log('contains: user 7, absent: true')}`],
  [
    'assertLog absent, but there',
    `- openLink: flows://facts\n- tapOn: Log\n- assertLog: {contains: user 7, absent: true}\n`,
    fails(/^Assertion is false: the log has no line with "user 7"; it has ".*user 7 logged in"/),
  ],
  [
    'assertLog of an app that is not there can not be read',
    log('contains: a, absent: true, appId: com.nowhere'),
    fails(/^assertLog can't be checked: .*com\.nowhere/),
  ],
  ['assertDatabase', db('query: SELECT title FROM notes ORDER BY id, equals: "One\\nTwo | 2"')],
  ['assertDatabase: rows', db('query: SELECT * FROM notes, rows: 2')],
  ['assertDatabase: any row', db('query: SELECT * FROM notes')],
  [
    'assertDatabase: no row',
    db('query: SELECT * FROM notes WHERE id > 9'),
    fails(/^Assertion is false: SELECT \* FROM notes WHERE id > 9 of notes\.db has rows; it has 0 rows: ""$/),
  ],
  [
    'assertDatabase: other rows',
    db('query: SELECT count(*) FROM notes, equals: 3'),
    fails(/^Assertion is false: SELECT count\(\*\) FROM notes of notes\.db equals "3"; it has 1 row: "2"$/),
  ],
  ['assertDatabase: parts', db('query: SELECT title FROM notes, contains: One, matches: "One.*2"')],
  [
    'assertDatabase waits for what the app writes',
    '- openLink: flows://facts\n- tapOn: Write later\n' +
      '- assertDatabase: {database: notes.db, query: SELECT title FROM notes WHERE id = 3, equals: Three}\n',
  ],
  [
    'assertDatabase with variables',
    '- assertDatabase: {database: "${DB}.db", query: "SELECT ${N} + 1", equals: "${M}"}\n',
    { words: ['-e', 'DB=notes', '-e', 'N=1', '-e', 'M=2'] },
  ],
  [
    'assertDatabase: variables can not make it write',
    '- assertDatabase: {database: notes.db, query: "${Q}", timeout: 10}\n',
    fails(/^assertDatabase can't be checked: the query must begin with SELECT/, {
      words: ['-e', 'Q=DELETE FROM notes'],
    }),
  ],
  [
    'assertDatabase: nor a second statement',
    '- assertDatabase: {database: notes.db, query: "SELECT 1; ${Q}", timeout: 10}\n',
    fails(/^assertDatabase can't be checked: .*statement/, { words: ['-e', 'Q=DELETE FROM notes'] }),
  ],
  [
    'assertDatabase: no such database can not be read, optional or not',
    '- assertDatabase: {database: none.db, query: SELECT 1, timeout: 10, optional: true}\n',
    fails(/^assertDatabase can't be checked: .*no databases\/none\.db; 'com\.example\.flows' has: notes\.db/, {
      outcomes: 'F',
    }),
  ],
  [
    'assertDatabase: no such table',
    db('query: SELECT * FROM missing'),
    fails(/^assertDatabase can't be checked: .*no such table: missing.*available: notes/),
  ],
  ['assertPrefs', prefs('key: theme, equals: dark')],
  ['assertPrefs: a set, parts', prefs('key: tags, contains: home, matches: "work.home"')],
  ['assertPrefs: there, absent', prefs('key: sync') + prefs('key: nothing, absent: true')],
  [
    'assertPrefs: another value',
    prefs('key: theme, equals: light'),
    fails(/^Assertion is false: theme of settings equals "light"; it is "dark"$/),
  ],
  [
    'assertPrefs: no such key',
    prefs('key: nothing'),
    fails(/^Assertion is false: nothing of settings is there; there is no such key$/),
  ],
  [
    'assertPrefs: there, but must be absent',
    prefs('key: sync, absent: true'),
    fails(/^Assertion is false: sync of settings is absent; it is "true"$/),
  ],
  [
    'assertPrefs: no such file can not be read',
    '- assertPrefs: {file: none, key: a, absent: true, timeout: 10}\n',
    fails(/^assertPrefs can't be checked: .*no shared_prefs\/none\.xml/),
  ],
  ['installApp keeps data', `${tiny}- installApp: tiny.apk\n${started(true)}`],
  [
    'installApp without data',
    `${tiny}- installApp: {file: "\${APP}", keepData: false}\n${started(true)}`,
    fails(/no shared_prefs\/state\.xml: 'com\.example\.tiny' has not written any preferences yet$/, {
      words: ['-e', 'APP=tiny.apk'],
      outcomes: 'CCCF',
    }),
  ],
  ['installApp, not installed before', '- runFlow: {commands: [{installApp: {file: tiny.apk, keepData: false}}]}\n'],
  ['installApp of no app', '- installApp: fake.apk\n', fails(/fake\.apk|INSTALL_PARSE_FAILED/, { outcomes: 'F' })],
  [
    'installApp of a file that is not there',
    '- installApp: {file: "${APP}", optional: true}\n',
    fails(/^there is no app '.*none\.apk'$/, { words: ['-e', 'APP=none.apk'], outcomes: 'F' }),
  ],
  [
    'a failure is kept with its step is kept with its step',
    '- openLink: flows://facts\n- assertPrefs: {file: settings, key: theme, equals: light, timeout: 10, label: The theme}\n',
    fails(/^Assertion is false: theme of settings/, { describes: /^The theme$/ }),
  ],
];

// A log that can't be read: the steps, and the command that must not pass.
const unread = [
  ['assertNoCrash', '- assertNoCrash: {optional: true}\n'],
  ['assertLog', '- openLink: flows://facts\n- assertLog: {level: E, absent: true, timeout: 10, optional: true}\n'],
];
for (const [name, steps] of unread) {
  test(`${name}: a log that can't be read is no pass`, async () => {
    await world.device.fault('logcat-fails', 99);
    const ran = await world.run(null, steps, { status: 1 }).finally(() => world.device.fault('logcat-fails', 0));
    assert.match(ran.json.error.message, new RegExp(`^${name} can't be checked: .*Unable to open log device`));
  });
}

for (const [name, steps, want = {}] of rows) {
  test(name, async () => {
    const ran = await world.run(null, steps, want);
    const outcomes = ran.steps.map(({ outcome }) => letters[outcome]).join('');
    const all = JSON.stringify(ran.steps, null, 1);
    if (want.outcomes) assert.equal(outcomes, want.outcomes, all);
    else if (!want.status) assert.match(outcomes, /^C+$/, all);
    if (want.error) assert.match(ran.json.error.message, want.error);
    if (want.describes) assert.match(ran.steps.at(-1).description, want.describes);
    const count = await world.device.shell(
      'run-as com.example.flows sqlite3 databases/notes.db "SELECT count(*) FROM notes"',
    );
    assert.ok(Number(count) >= 2, `the notes are still there: ${count}`);
  });
}

// The device's connection: the step, and the conditions that it leaves.
const state = async () => {
  const names = ['wifi', 'data', 'network speed', 'network delay'];
  const values = [];
  for (const name of names) values.push((await world.device.console(`virtual condition ${name}`)).trim());
  return values.join(' ');
};
const networks = [
  ['network: offline', 'off off', /^Offline: WiFi disabled; mobile data disabled$/],
  ['network: slow', 'off on edge edge', /^Network speed preset: edge; Latency: edge$/],
  ['network: online', 'on on full none', /^WiFi: enabled; Mobile data: enabled$/],
  ['network: {speed: "500:2000", delay: "100:300", wifi: false}', 'off on 500:2000 100:300', /^WiFi: disabled; /],
  ['network: {preset: lte, wifi: true}', 'on on lte 100:300', /lte/],
  ['network: "${NET}"', 'on on full none', /WiFi: enabled/],
];
for (const [step, left, note] of networks) {
  test(step, async () => {
    const ran = await world.run(null, `- ${step}\n`, { words: ['-e', 'NET=online'] });
    assert.match(ran.steps[0].note, note);
    assert.ok((await state()).startsWith(left), `${await state()}`);
  });
}

test('a network that devices do not know ends the flow', async () => {
  const ran = await world.run(null, '- network: {preset: "${NET}", optional: true}\n', {
    status: 1,
    words: ['-e', 'NET=5g'],
  });
  assert.match(ran.json.error.message, /^there is no network '5g': use online, offline, slow, /);
});

// assertScreenshot: `count` changes the label "N counted" at 0,1050 to 1080,1130.
const count = '- tapOn: {id: count}\n- assertVisible: "[0-9]+ counted"\n';
const shot = (keys) => `- assertScreenshot: {path: base, thresholdPercentage: 100${keys}}\n`;
const shots = [
  ['ignore an element', `- takeScreenshot: base\n${count}${shot(', ignore: [".* counted"]')}`],
  [
    'ignore an element that is elsewhere',
    `- takeScreenshot: base\n${count}${shot(', ignore: [Save]')}`,
    fails(/^Comparison error: Assert screenshot matches base/),
  ],
  [
    'ignore an element that is not there',
    `- takeScreenshot: base\n${shot(', ignore: [Nowhere]')}`,
    { says: /^nothing to ignore: Element not found: Text matching regex: Nowhere$/ },
  ],
  ['ignore a region in percent', `- takeScreenshot: base\n${count}${shot(', ignoreRegions: ["0%, 43%, 100%, 48%"]')}`],
  [
    'ignore a region by variables',
    `- takeScreenshot: base\n${count}${shot(', ignoreRegions: ["0,${TOP},1080,1130"]')}`,
    { words: ['-e', 'TOP=1050'] },
  ],
  [
    'ignore a region that is elsewhere',
    `- takeScreenshot: base\n${count}${shot(', ignoreRegions: ["0,0,1080,1000"]')}`,
    fails(/^Comparison error: /),
  ],
  [
    'ignore everything: nothing was compared',
    `- takeScreenshot: base\n${count}${shot(', ignoreRegions: ["0%,0%,100%,100%"]')}`,
    fails(/^nothing is left to compare: /),
  ],
  [
    'ignore an element of a crop',
    `- takeScreenshot: {path: base, cropOn: {id: all}}\n${count}${shot(', cropOn: {id: all}, ignore: [".* counted"]')}`,
    { screen: 'inner' },
  ],
];
for (const [name, steps, want = {}] of shots) {
  test(name, async () => {
    const ran = await world.run(want.screen ?? 'taps', steps, want);
    if (want.error) assert.match(ran.json.error.message, want.error);
    if (want.says) assert.match(ran.steps.at(-1).note, want.says);
  });
}

test('a picture for each device is made and updated on demand', async () => {
  const { folder } = world.mda;
  const made = path.join(folder, 'shots', 'home@sdk_gphone64_x86_64-1080x2400.png');
  const assertion = '- assertScreenshot: {path: shots/home, perDevice: true, thresholdPercentage: 100}\n';
  const update = { words: ['--update-screenshots'] };
  const missing = await world.run('taps', assertion, { status: 1 });
  assert.match(
    missing.json.error.message,
    /^Screenshot file not found: shots\/home@sdk_gphone64_x86_64-1080x2400\.png/,
  );
  const first = await world.run('taps', assertion, update);
  assert.match(first.steps[0].note, /^made .*home@sdk_gphone64_x86_64-1080x2400\.png$/);
  assert.equal(fs.readFileSync(made).subarray(1, 4).toString(), 'PNG');
  await world.run('taps', assertion);
  await world.run('taps', count + assertion, { status: 1 });
  const before = fs.readFileSync(made);
  const same = await world.run('taps', assertion, update);
  assert.equal(same.steps[0].note ?? '', '');
  assert.deepEqual(fs.readFileSync(made), before, 'an equal picture stays as it is');
  const changed = await world.run('taps', count + assertion, update);
  assert.match(changed.steps.at(-1).note, /^updated /);
  await world.run('taps', count + assertion);
});

test('an update stays in the folder of the flow, writes PNG only, and leaves screenshots of the run', async () => {
  const update = { words: ['--update-screenshots'], status: 1 };
  const out = await world.run('taps', '- assertScreenshot: ../out\n', update);
  assert.match(out.json.error.message, /^'\.\.\/out\.png' is not inside the flow's folder/);
  const jpeg = await world.run('taps', '- assertScreenshot: photo.jpg\n', update);
  assert.match(jpeg.json.error.message, /photo\.jpg' can't be updated: screenshots are written as PNG$/);
  const own = await world.run('taps', `- takeScreenshot: base\n${count}${shot('')}`, update);
  assert.match(own.json.error.message, /^Comparison error: /);
});

// A kept state brings back the database and the preferences; the app changes both.
const theme = (value) => `- assertPrefs: {file: settings, key: theme, equals: ${value}, timeout: 10}\n`;
const two = db('query: SELECT count(*) FROM notes WHERE id < 3, equals: 2');
const change = '- openLink: flows://facts\n- tapOn: Change data\n';
const none = db('query: SELECT count(*) FROM notes, equals: 0');
const states = [
  [
    'snapshotState and restoreState',
    `- snapshotState: kept\n${change}${none}${theme('light')}- restoreState: kept\n${two}${theme('dark')}`,
  ],
  [
    'a state outlives its flow and clearState',
    `- clearState\n- restoreState: {name: "\${N}"}\n${two}`,
    { words: ['-e', 'N=kept'] },
  ],
  [
    'files that came later are gone',
    '- launchApp\n- restoreState: kept\n- assertPrefs: {file: later, key: a, timeout: 10}\n',
    fails(/no shared_prefs\/later\.xml/),
  ],
  [
    'restoreState of nothing, optional or not',
    '- restoreState: {name: other, optional: true}\n',
    fails(/no state 'other' of 'com\.example\.flows' was kept on this device; there are: kept$/, { outcomes: 'F' }),
  ],
  ['a name is no path', '- snapshotState: ../x\n', fails(/'\.\.\/x' is not a name of a state/)],
  [
    'snapshotState of an app that is not there',
    '- snapshotState: {name: a, appId: com.nowhere}\n',
    fails(/com\.nowhere/),
  ],
];
for (const [name, steps, want = {}] of states) {
  test(name, async () => {
    if (name.startsWith('files'))
      await world.device.shell('run-as com.example.flows sh -c \'echo "<map />" > shared_prefs/later.xml\'');
    const ran = await world.run(null, steps, want);
    if (want.error) assert.match(ran.json.error.message, want.error);
  });
}

const other = await world.add();
const text = async (device, wanted) => {
  const tree = await device.shell('uiautomator dump /dev/tty');
  return tree.includes(`text="${wanted}"`);
};
const there = (commands, more = '') => `- runFlow:\n    device: "\${OTHER}"\n${more}    commands:\n${commands}`;
const given = { words: ['-e', `OTHER=${other.serial}`] };

test('device: commands run on another device, which the run comes back to', async () => {
  const steps =
    there('      - openLink: flows://taps\n      - tapOn: Save\n      - assertVisible: hit Save\n') +
    '- assertVisible: hit nothing\n- tapOn: Hold\n' +
    there('      - assertVisible: hit Save\n      - assertLog: {level: F, absent: true}\n      - assertNoCrash\n') +
    '- assertVisible: hit tapped\n';
  const ran = await world.run('taps', steps, given);
  assert.match(ran.steps[0].description, new RegExp(`^Run flow on ${other.serial}$`));
  assert.match(ran.steps[0].note, new RegExp(`^on ${other.serial}`));
  assert.ok((await text(other, 'hit Save')) && (await text(world.device, 'hit tapped')));
});

test('device: when: is asked there, and a failure there keeps what that device shows', async () => {
  await other.shell('am start -a android.intent.action.VIEW -d flows://pad');
  const ran = await world.run(
    'taps',
    there('      - tapOn: Nowhere\n', '    when:\n      visible: Save\n') +
      there('      - extendedWaitUntil: {visible: Save, timeout: 10}\n'),
    { ...given, status: 1 },
  );
  assert.equal(ran.steps[0].outcome, 'SKIPPED');
  const kept = ran.flow.failed_step.artifacts.find(({ type }) => type === 'hierarchy');
  assert.match(fs.readFileSync(kept.path, 'utf8'), /Pad/);
});

test('device: one that is not there ends the flow', async () => {
  const ran = await world.run('taps', there('      - back\n', '    optional: true\n'), {
    words: ['-e', 'OTHER=no-such-device'],
    status: 1,
  });
  assert.match(ran.json.error.message, /no-such-device/);
});
