// form.test.ts: a suite goes into the form and comes out the same
import { expect, it } from 'vitest';
import { documentOf, formOf, hasTag, sameForm, tagsOf, totalOf } from './form';

const suite = {
  id: '1',
  name: 'Nightly',
  scenarios: ['a', 'b'],
  tags: ['smoke', 'not slow'],
  devices: ['emulator-5554'],
  profiles: ['x'],
  repeat: 2,
  retryInfra: 3,
  failFast: true,
  data: [{ user: 'ada' }],
  priority: 10,
};

it('keeps a suite as it is', () => {
  const { id: _, ...document } = suite;
  expect(documentOf(formOf(suite))).toEqual(document);
});

it('begins with what is usual', () => {
  expect(documentOf(formOf({}))).toMatchObject({
    devices: ['any'],
    repeat: 1,
    retryInfra: 1,
    failFast: false,
  });
});

it('tells a changed form from one that only looks different', () => {
  const form = formOf(suite);
  expect(sameForm(form, { ...form, tags: 'smoke,not slow ,' })).toBe(true);
  expect(sameForm(form, { ...form, repeat: '3' })).toBe(false);
});

it('reads tags', () => {
  expect(tagsOf(' a, b,,a ')).toEqual(['a', 'b']);
  expect(hasTag(['Smoke'], ['smoke'])).toBe(true);
  expect(hasTag([], ['smoke'])).toBe(false);
});

it('counts cases', () => {
  const all = [{ id: 'a', tags: ['smoke'] }, { id: 'c', tags: ['smoke'] }, { id: 'd' }];
  expect(totalOf(formOf(suite), all)).toEqual({ count: 6, open: true });
  expect(totalOf(formOf({ scenarios: ['a'], profiles: ['x', 'y'] }), all)).toEqual({ count: 2, open: false });
});
