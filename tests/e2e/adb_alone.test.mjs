// Without any helper: what a dump of all windows gives where the device has it,
// and how few dumps a flow needs. The device's journal counts them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const server = await startAdbServer();

async function startAlone(...deviceArgs) {
  const device = await startVirtual(server, deviceArgs);
  const agentest = await startAgentest(server, { env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  await device.console('virtual journal clear');
  const dumps = async () => (await device.console('virtual journal')).match(/uiautomator dump[^;]*?(?= \/)/g) ?? [];
  return { device, agentest, dumps };
}

const id = (name) => ({ id: name });
const type = (name, value) => ({ action: 'type', target: id(name), value });
const tap = (name) => ({ action: 'tap', target: id(name) });

test('all windows are read if the device can, which shows the keyboard without another request', async () => {
  const { device, agentest, dumps } = await startAlone('--api', '34');
  await agentest.connect('com.example.notes', { steal: true });
  await agentest.flow(tap('email'));
  const lost = await agentest.flow({ action: 'assert_visible', target: { text: 'nowhere' }, timeoutMs: 0 });
  assert.match(lost.text, /the keyboard is open and may hide it/);
  for (const dump of await dumps()) assert.equal(dump, 'uiautomator dump --windows');
  assert.doesNotMatch(await device.console('virtual journal'), /input_method/);
});

test('an older device ignores the word, which is then not said again', async () => {
  const { agentest, dumps } = await startAlone('--api', '30');
  await agentest.connect('com.example.notes', { steal: true });
  await agentest.flow(tap('email'), { action: 'assert_visible', target: id('email') });
  const [first, ...others] = await dumps();
  assert.equal(first, 'uiautomator dump --windows');
  assert.ok(others.length > 0);
  for (const dump of others) assert.equal(dump, 'uiautomator dump');
});

for (const fault of ['late-windows', 'partial-windows'])
  test(`${fault}: an extra dump reads the window in front, and always does after two in a row`, async () => {
    const { device, agentest, dumps } = await startAlone('--api', '34');
    await device.console(`virtual fault ${fault} 9`);
    const connected = await agentest.connect('com.example.notes', { steal: true });
    assert.match(JSON.stringify(connected.content), /E-mail/);
    const look = await agentest.tree();
    assert.match(look, /E-mail/);
    await agentest.tree();
    const all = await dumps();
    assert.deepEqual(all.slice(0, 4), [
      'uiautomator dump --windows',
      'uiautomator dump',
      'uiautomator dump --windows',
      'uiautomator dump',
    ]);
    for (const dump of all.slice(4)) assert.equal(dump, 'uiautomator dump');
  });

// A device whose keyboard is one of keys shows none on its screen.
const byKeys = (device) => device.shell('settings put secure show_ime_with_hard_keyboard 0');

const login = [
  { action: 'assert_visible', target: { text: 'Log in' } },
  type('email', 'demo@example.com'),
  type('password', 'secret123'),
  { action: 'tap', target: { text: 'Log in' } },
  { action: 'assert_visible', target: { textContains: 'Note 1' }, timeoutMs: 5000 },
  { action: 'assert_not_visible', target: { text: 'Log in' } },
];

for (const [keyboard, most] of [
  ['the screen', 4],
  ['keys', 3],
])
  test(`the six-step login with a keyboard of ${keyboard} takes at most ${most} dumps`, async (t) => {
    const { device, agentest, dumps } = await startAlone('--api', '34');
    if (keyboard === 'keys') await byKeys(device);
    await device.console('virtual profile realistic');
    await agentest.connect('com.example.notes', { steal: true });
    await device.console('virtual journal clear');
    const began = performance.now();
    const { json } = await agentest.flowEchoed(...login);
    t.diagnostic(`${(await dumps()).length} dumps, ${Math.round(performance.now() - began)} ms`);
    assert.equal(json.success, true, JSON.stringify(json));
    assert.deepEqual([json.results[1].value, json.results[2].value], ['demo@example.com', '(9 characters)']);
    assert.ok((await dumps()).length <= most, await device.console('virtual journal'));
  });

const column = (...children) => ({ kind: 'column', pad: 48, gap: 24, children });
const form = {
  package: 'com.example.form',
  label: 'Form',
  screens: {
    main: {
      root: column(
        { kind: 'field', id: 'pin', hint: 'PIN', numeric: true },
        { kind: 'field', id: 'name', hint: 'Name' },
        { kind: 'field', id: 'town', hint: 'Town' },
        { kind: 'button', id: 'send', text: 'Send', tap: [{ show: 'sent' }] },
        { kind: 'text', id: 'sent', text: 'Sent', hidden: true },
      ),
    },
  },
};
const formFile = path.join(temporaryFolder(), 'form.json');
fs.writeFileSync(formFile, JSON.stringify(form));

// Inputs and dumps in the order in which they were done (a quick dump that proves no quiet is
// repeated).
const order = async (device) =>
  [...(await device.console('virtual journal')).matchAll(/raw:(?:input (tap|text \S+)|uiautomator (dump))/g)]
    .map(([, input, dump]) => dump ?? input.replace(/\s+/, ' '))
    .filter((word, i, all) => word !== 'dump' || all[i - 1] !== 'dump');

test('texts of consecutive steps are read back by one dump, before anything else is touched', async () => {
  const { device, agentest } = await startAlone('--api', '34', '--app', formFile);
  await byKeys(device);
  await agentest.connect(form.package, { steal: true });
  await device.console('virtual journal clear');
  const { json } = await agentest.flowEchoed(
    type('pin', '1234'),
    type('name', 'Ada'),
    type('town', 'Paris'),
    tap('send'),
  );
  assert.equal(json.success, true, JSON.stringify(json));
  assert.deepEqual(
    json.results.slice(0, 3).map(({ value }) => value),
    ['1234', 'Ada', 'Paris'],
  );
  for (const { note } of json.results) assert.equal(note, undefined);
  const done = await order(device);
  assert.deepEqual(done.slice(done.indexOf('tap'), done.lastIndexOf('tap')), [
    'tap',
    'text 1234',
    'tap',
    'text Ada',
    'tap',
    'text Paris',
    'dump',
  ]);
  assert.equal(json.events, undefined, JSON.stringify(json.events));
});

test('a text that a later dump does not find fails with the step that typed it, and nothing more is done', async () => {
  const { device, agentest } = await startAlone('--api', '34', '--app', formFile);
  await byKeys(device);
  await agentest.connect(form.package, { steal: true });
  await device.console('virtual journal clear');
  const { json } = await agentest.flowEchoed(
    type('name', 'Ada'),
    type('pin', 'abcd'),
    type('town', 'Paris'),
    tap('send'),
  );
  assert.equal(json.success, false);
  assert.match(json.error, /^steps\[1\] \(type\): the field does not hold what was typed/);
  assert.deepEqual(
    json.results.map(({ success }) => success),
    [true, false, true],
  );
  assert.deepEqual([json.stepsCompleted, json.results[0].value, json.results[2].value], [2, 'Ada', 'Paris']);
  assert.match(json.results[1].error, /the field does not hold what was typed/);
  assert.equal((await order(device)).filter((word) => word === 'tap').length, 3);
});

test('a keyboard that comes up may have moved the fields: the screen is read before the next is touched', async () => {
  const { device, agentest } = await startAlone('--api', '34', '--app', formFile);
  await agentest.connect(form.package, { steal: true });
  await device.console('virtual journal clear');
  const { json } = await agentest.flowEchoed(type('pin', '1234'), type('name', 'Ada'), type('town', 'Paris'));
  assert.equal(json.success, true, JSON.stringify(json));
  const done = await order(device);
  assert.deepEqual(done.slice(done.indexOf('tap')), [
    'tap',
    'text 1234',
    'dump',
    'tap',
    'text Ada',
    'tap',
    'text Paris',
    'dump',
  ]);
});

test('two texts for one field are read back one after the other', async () => {
  const { device, agentest } = await startAlone('--api', '34', '--app', formFile);
  await byKeys(device);
  await agentest.connect(form.package, { steal: true });
  await device.console('virtual journal clear');
  const { json } = await agentest.flowEchoed(type('name', 'Ada'), type('name', ' Lovelace'), type('town', 'Paris'));
  assert.equal(json.success, true, JSON.stringify(json));
  assert.deepEqual(
    json.results.map(({ value }) => value),
    ['Ada', 'Ada Lovelace', 'Paris'],
  );
});

// 600, 1000 and 1500 ms, in turn; the fields lie at the bottom, and the keyboard moves all of them.
const places = ['name', 'street', 'town', 'state', 'country', 'phone', 'mail', 'note'];
const low = {
  package: 'com.example.low',
  label: 'Low',
  screens: {
    main: {
      root: column(
        { kind: 'view', h: 'fill' },
        ...places.map((name) => ({ kind: 'field', id: name, hint: name, h: 70 })),
        { kind: 'button', id: 'send', text: 'Send', h: 70 },
      ),
    },
  },
};
const lowFile = path.join(temporaryFolder(), 'low.json');
fs.writeFileSync(lowFile, JSON.stringify(low));

test('a keyboard that takes long to open and moves the fields: each text goes where it belongs', async () => {
  const { device, agentest } = await startAlone('--api', '34', '--app', lowFile, '--profile', 'realistic');
  await device.console('virtual fault slow-keyboard 9');
  for (let i = 0; i < 6; i++) {
    await device.shell(`am force-stop ${low.package}`);
    await agentest.connect(low.package, { steal: true });
    const { json } = await agentest.flowEchoed(...places.map((name) => type(name, `my ${name}`)), tap('send'));
    assert.equal(json.success, true, `${i} ${JSON.stringify(json)}`);
    assert.deepEqual(
      json.results.slice(0, places.length).map(({ value }) => value),
      places.map((name) => `my ${name}`),
    );
  }
});

for (const api of ['34', '30'])
  test(`the six-step login takes at most 4 dumps however long the keyboard takes to open (API ${api})`, async (t) => {
    const { device, agentest, dumps } = await startAlone('--api', api);
    await device.console('virtual profile realistic');
    await device.console('virtual fault slow-keyboard 9');
    for (let i = 0; i < 3; i++) {
      await device.shell('pm clear com.example.notes');
      await agentest.connect('com.example.notes', { steal: true });
      await device.console('virtual journal clear');
      const { json } = await agentest.flowEchoed(...login);
      t.diagnostic(`${(await dumps()).length} dumps`);
      assert.equal(json.success, true, JSON.stringify(json));
      assert.ok((await dumps()).length <= 4, await device.console('virtual journal'));
    }
  });
