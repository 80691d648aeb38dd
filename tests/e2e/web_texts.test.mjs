// web_texts.test.mjs: the words of the pages in both languages
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from './lib.mjs';

function texts(language) {
  const found = new Map();
  const walk = (value, name) => {
    if (typeof value === 'string') found.set(name, value);
    else for (const [key, each] of Object.entries(value)) walk(each, name ? `${name}.${key}` : key);
  };
  for (const folder of ['', 'team/'])
    walk(JSON.parse(fs.readFileSync(path.join(root, `web/src/text/${folder}${language}.json`), 'utf8')), folder);
  return found;
}
const english = texts('en');
const french = texts('fr');
const plural = (name) => name.replace(/_(zero|one|many|other)$/, '_n');
const variables = (text) => new Set(text.match(/{{\w+}}/g));

test('French has every text of English, and no others', () => {
  const names = (all) => [...new Set([...all.keys()].map(plural))].sort();
  assert.deepEqual(names(french), names(english));
  for (const name of [...french.keys()].filter((each) => each.endsWith('_other'))) {
    for (const form of ['one', 'many'])
      assert.ok(french.has(name.replace(/other$/, form)), `${name} has the form ${form}`);
  }
});

test('a French text has the variables of the English one', () => {
  for (const [name, text] of french) {
    const many = variables(english.get(name.replace(/_\w+$/, '_other')) ?? english.get(name));
    const wanted = name.includes('_') ? many : variables(english.get(name));
    if (!/_(zero|one)$/.test(name)) assert.deepEqual(variables(text), wanted, name);
    // Less than in English ("once"), or more: the French form is that of 0, too.
    else
      assert.deepEqual(
        [...variables(text)].filter((each) => !many.has(each)),
        [],
        name,
      );
  }
});

// A line must not begin with a colon, nor end with an opening quotation mark.
test('French punctuation is kept with its word', () => {
  assert.deepEqual(
    [...french].filter(([, text]) => / [:;!?»%]|« |'/.test(text)).map(([name]) => name),
    [],
  );
});
