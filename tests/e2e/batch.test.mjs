// Steps that type are sent with the step after them, in one request to the
// helper. The device's notes count the requests.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';

const server = await startAdbServer();
const field = (id, more = {}) => ({ kind: 'field', id, hint: `the ${id}`, ...more });
const form = {
  package: 'com.example.batch',
  label: 'Batch',
  vars: { gone: 'no' },
  on: [{ before_touch: true, do: [{ set: { gone: 'yes' } }] }],
  screens: {
    main: {
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          field('name'),
          field('mail', { visible: { equal: ['${gone}', 'no'] } }),
          field('secret', { password: true }),
          field('pin', { numeric: true }),
          field('old', { text: 'was' }),
          { kind: 'button', id: 'send', text: 'Send', tap: [{ show: 'sent' }, { open: 'done' }] },
          { kind: 'button', id: 'nothing', text: 'Nothing' },
          { kind: 'button', id: 'later', text: 'Later', enabled: { equal: ['${gone}', 'yes'] } },
          { kind: 'text', id: 'sent', text: 'Sent', hidden: true },
        ],
      },
    },
    done: { root: { kind: 'column', children: [{ kind: 'text', text: 'Thank you' }] } },
  },
};
const file = path.join(temporaryFolder(), 'batch.json');
fs.writeFileSync(file, JSON.stringify(form));

// Everything lies at the bottom, where the keyboard moves it.
const low = {
  package: 'com.example.low',
  label: 'Low',
  screens: {
    main: {
      root: {
        kind: 'column',
        pad: 48,
        gap: 24,
        children: [
          { kind: 'view', h: 'fill' },
          field('name'),
          field('mail'),
          field('town'),
          { kind: 'button', id: 'send', text: 'Send', tap: [{ open: 'done' }] },
        ],
      },
    },
    done: { root: { kind: 'column', children: [{ kind: 'text', text: 'Thank you' }] } },
  },
};
const lowFile = path.join(temporaryFolder(), 'low.json');
fs.writeFileSync(lowFile, JSON.stringify(low));

const id = (name) => ({ id: name });
const type = (name, value, more = {}) => ({ action: 'type', target: id(name), value, ...more });
const clear = (name) => ({ action: 'clear_text', target: id(name) });
const tap = (name) => ({ action: 'tap', target: id(name) });

const device = await startVirtual(server, ['--app', file, '--app', lowFile]);
const agentest = await startAgentest(server, { env: { ANDROID_SERIAL: device.serial } });

// A fresh form; then how the flow ended, and the helper's requests that it took: one more if the screen was read before it.
async function run(...steps) {
  await device.shell(`am force-stop ${form.package}`);
  await agentest.connect(form.package, { steal: true });
  await device.console('virtual notes clear');
  const { json } = await agentest.flowEchoed(...steps);
  const notes = await device.console('virtual notes');
  return {
    json,
    requests: (notes.match(/POST \/step/g) ?? []).length,
    touches: (notes.match(/^touch/gm) ?? []).length,
  };
}

test('texts and the tap after them are one request; each step tells what its field holds', async () => {
  const { json, requests } = await run(type('name', 'Ada'), type('secret', 'pass word'), tap('send'));
  assert.equal(json.success, true, JSON.stringify(json));
  assert.ok(requests <= 2, `${requests}`);
  const [name, secret, send] = json.results;
  assert.deepEqual([name.value, name.hint, name.note], ['Ada', 'the name', undefined]);
  assert.equal(secret.value, '(9 characters)');
  assert.doesNotMatch(JSON.stringify(secret), /pass word/);
  assert.match(send.target, /Send/);
  assert.match(JSON.stringify(json), /Thank you/);
});

test('a key ends such a request too, and a field may be emptied or added to', async () => {
  const { json, requests } = await run(clear('old'), type('name', 'Ada'), {
    action: 'press_key',
    keycode: 'KEYCODE_TAB',
  });
  assert.equal(json.success, true, JSON.stringify(json));
  assert.ok(requests <= 2, `${requests}`);
  assert.deepEqual(
    json.results.map(({ value }) => value),
    ['', 'Ada', undefined],
  );
  const added = await run(type('old', ' more'), type('name', 'Ada'));
  assert.equal(added.json.results[0].value, 'was more');
  assert.match(added.json.results[0].note, /^the text was added to what the field held/);
});

test('a text that is not in its field fails its own step, and nothing after it is done', async () => {
  const { json, touches } = await run(type('name', 'Ada'), type('pin', 'abcd'), type('mail', 'a@b'), tap('send'));
  assert.equal(json.success, false);
  assert.deepEqual(
    json.results.map(({ success }) => success),
    [true, false],
  );
  assert.deepEqual([json.stepsCompleted, json.results[0].value], [1, 'Ada']);
  assert.match(json.error, /the field does not hold what was typed/);
  assert.equal(touches, 2);
});

test('an element that disappears in the meantime fails its own step, and nothing after it is done', async () => {
  await device.fault('acts-before-touch', 1);
  const { json } = await run(type('name', 'Ada'), type('mail', 'a@b'), tap('send'));
  assert.deepEqual(
    json.results.map(({ success }) => success),
    [true, false],
  );
  assert.equal(json.results[0].value, 'Ada');
  assert.match(json.error, /mail/);
});

test('a tap without effect is reported as such, although the text typed before it has changed the screen', async () => {
  const { json, requests } = await run(type('name', 'Ada'), type('mail', 'a@b'), tap('nothing'));
  assert.ok(requests <= 2, `${requests}`);
  assert.match(json.results[2].note ?? '', /nothing observable changed/);
  assert.equal(json.results[2].changes, undefined, JSON.stringify(json.results[2]));
});

for (const [speed, profile] of [
  ['at once', 'zero'],
  ['at once', 'realistic'],
  ['slowly', 'zero'],
  ['slowly', 'realistic'],
])
  test(`a keyboard that opens ${speed} and moves the fields: each text goes where it belongs (${profile})`, async () => {
    await device.fault('slow-keyboard', speed === 'slowly' ? 9 : 0);
    await device.console(`virtual profile ${profile}`);
    for (let i = 0; i < 3; i++) {
      await device.shell(`am force-stop ${low.package}`);
      await agentest.connect(low.package, { steal: true });
      const { json } = await agentest.flowEchoed(
        type('name', 'Ada'),
        type('mail', 'a@b'),
        type('town', 'Ulm'),
        tap('send'),
        { action: 'assert_visible', target: { text: 'Thank you' } },
      );
      assert.equal(json.success, true, JSON.stringify(json));
      assert.deepEqual(
        json.results.slice(0, 3).map(({ value }) => value),
        ['Ada', 'a@b', 'Ulm'],
      );
    }
    await device.fault('slow-keyboard', 0);
    await device.console('virtual profile zero');
  });

for (const [what, steps] of [
  ['a disabled element', [type('name', 'Ada'), { action: 'tap', target: id('later'), force: true }]],
  ['the same field', [type('name', 'Ada'), type('name', ' L')]],
  ['a text that is being typed', [type('name', 'Send it'), { action: 'tap', target: { text: 'Send' } }]],
  ['an assertion', [type('name', 'Ada'), { action: 'assert_visible', target: { text: 'Ada' } }]],
])
  test(`${what} is looked for once the text is there`, async () => {
    const { json } = await run(...steps);
    assert.equal(json.success, true, JSON.stringify(json));
    assert.equal(json.results[0].value, steps[0].value);
  });
