// A text field is meant by each name that the screen gives it: its hint, the label
// beside or above it, the text inside it, the message below it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAll, temporaryFolder } from './lib.mjs';

const file = path.join(temporaryFolder(), 'form.json');
const row = (...children) => ({ kind: 'row', gap: 20, h: 120, children });
fs.writeFileSync(
  file,
  JSON.stringify({
    package: 'com.example.form',
    label: 'Form',
    start: 'main',
    screens: {
      main: {
        activity: '.MainActivity',
        root: {
          kind: 'column',
          gap: 30,
          children: [
            { kind: 'text', text: 'Find a person' },
            { kind: 'field', id: 'who', hint: 'Name or field' },
            { kind: 'text', text: 'Name or field' },
            { kind: 'text', text: 'Town' },
            { kind: 'field', id: 'town' },
            { kind: 'text', text: 'Enter a town' },
            row({ kind: 'text', text: 'Street', w: 250 }, { kind: 'field', id: 'street', w: 600 }),
            { kind: 'button', text: 'Send' },
          ],
        },
      },
    },
  }),
);
const { agentest } = await startAll('com.example.form', { deviceArgs: ['--app', file] });

for (const [text, id] of [
  ['Name or field', 'who'],
  ['Find a person', 'who'],
  ['Town', 'town'],
  ['Enter a town', 'town'],
  ['Street', 'street'],
]) {
  test(`"${text}" means the field ${id}`, async () => {
    const { json } = await agentest.flow(
      { action: 'type', target: { text }, value: 'Cardiology', replace: true },
      { action: 'assert_text_equals', target: { id }, value: 'Cardiology' },
      { action: 'clear_text', target: { id } },
    );
    assert.equal(json.success, true, JSON.stringify(json));
  });
}

test('a button means none', async () => {
  const { json } = await agentest.flow({ action: 'type', target: { text: 'Send' }, value: 'x' });
  assert.equal(json.success, false);
  assert.match(JSON.stringify(json), /is not a text field, nothing was typed/);
});
