// merge.test.ts: two edits of a scenario against what both began with
import { describe, expect, test } from 'vitest';
import type { Claim } from '@/parts/Claims/claims';
import { type Form, formOf, newStep } from './form';
import { merge, withChange } from './merge';

const begun = formOf({ goal: 'G', name: 'N', packageName: 'app', steps: ['A', 'B', 'C'], tags: ['x'] });
const texts = (form: Form) => form.steps.map((step) => step.text);
const step = (form: Form, number: number, text: string): Form => ({
  ...form,
  steps: form.steps.map((each, at) => (at === number - 1 ? { ...each, text } : each)),
});
// As the server gives it: with other keys.
const stored = (form: Form) =>
  formOf({
    goal: form.goal,
    name: form.name,
    packageName: form.packageName,
    tags: [...form.tags],
    steps: texts(form),
  });
const steps = (form: Form, names: string): Form => ({
  ...form,
  steps: [...names].map((text) => form.steps.find((each) => each.text === text) ?? newStep(text)),
});

describe('fields', () => {
  test('a field that one side has changed is taken from that side', () => {
    const merged = merge(begun, { ...begun, goal: 'mine' }, stored({ ...begun, name: 'theirs' }));
    expect([merged.form.goal, merged.form.name]).toEqual(['mine', 'theirs']);
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken).toEqual([{ kind: 'text', name: 'name' }]);
  });

  test('a field that both have changed is chosen; the same change is none', () => {
    const merged = merge(
      begun,
      { ...begun, goal: 'mine', name: 'same' },
      stored({ ...begun, goal: 'theirs', name: 'same' }),
    );
    expect(merged.conflicts.map(({ id, mine, theirs }) => [id, mine, theirs])).toEqual([
      ['goal', 'mine', 'theirs'],
    ]);
    expect(merged.form.goal).toBe('mine');
    const [conflict] = merged.conflicts;
    expect(conflict && withChange(merged.form, conflict.with).goal).toBe('theirs');
  });

  test('lists keep what either has added and lose what either has removed', () => {
    const merged = merge(begun, { ...begun, tags: ['x', 'mine'] }, stored({ ...begun, tags: ['theirs'] }));
    expect(merged.form.tags).toEqual(['mine', 'theirs']);
  });

  test('limits and the start are merged one by one', () => {
    const base = formOf({ budgets: { minutes: 5, tokens: 10 }, locale: 'de', setup: ['S'] });
    const mine = { ...base, budgets: { minutes: '6', tokens: '10' }, start: { ...base.start, locale: 'fr' } };
    const theirs = formOf({ budgets: { minutes: 5 }, locale: 'es', setup: ['T'] });
    const merged = merge(base, mine, theirs);
    expect(merged.form.budgets).toEqual({ minutes: '6', tokens: '' });
    expect(merged.form.start.setup).toBe('T');
    expect(merged.conflicts.map(({ id }) => id)).toEqual(['start.locale']);
  });
});

describe('expectations', () => {
  const compiled = (text: string) => ({ text, pinned: false });
  const withClaims = (expect: Claim[], uncheckable = false) => ({
    ...begun,
    steps: [newStep('A', expect, uncheckable)],
  });
  const base = { ...withClaims([compiled('old'), { text: 'own' }]) };
  const rewritten = (form: Form, expect: Claim[]): Form => ({
    ...form,
    steps: form.steps.map((step) => ({ ...step, expect })),
  });
  const texts = (form: Form) => form.steps[0]?.expect.map(({ text }) => text);

  test('what was written while the others were compiled stays beside them', () => {
    const mine = rewritten(base, [compiled('old'), { text: 'own' }, { text: 'mine' }]);
    const merged = merge(base, mine, withClaims([{ text: 'own' }, compiled('new')]));
    expect(texts(merged.form)).toEqual(['own', 'mine', 'new']);
    expect(merged.conflicts).toEqual([]);
  });

  test('a compiled one that was edited in the meantime stays, too', () => {
    const mine = rewritten(base, [{ text: 'edited' }, { text: 'own' }]);
    const merged = merge(base, mine, withClaims([{ text: 'own' }, compiled('new')]));
    expect(texts(merged.form)).toEqual(['edited', 'own', 'new']);
    expect(merged.conflicts).toEqual([]);
  });

  test('a step of which nothing followed is checkable once something was written', () => {
    const empty = withClaims([]);
    const merged = merge(empty, rewritten(empty, [{ text: 'mine' }]), withClaims([], true));
    expect(merged.form.steps[0]).toMatchObject({ expect: [{ text: 'mine' }], uncheckable: false });
  });

  test('one that both have rewritten is chosen; the order of its members is no change', () => {
    const one = withClaims([{ text: 'own', near: 'x' }]);
    const both = merge(one, rewritten(one, [{ text: 'mine' }]), withClaims([{ text: 'theirs' }]));
    expect(both.conflicts.map(({ place }) => place)).toEqual([{ kind: 'step', number: 1 }]);
    const same = merge(one, rewritten(one, [{ text: 'mine' }]), withClaims([{ near: 'x', text: 'own' }]));
    expect([texts(same.form), same.conflicts]).toEqual([['mine'], []]);
  });
});

describe('steps', () => {
  const rows: [string, string, string, string][] = [
    ['each has changed another step', 'aBC', 'ABc', 'aBc'],
    ['each has added one', 'ABCm', 'tABC', 'tABCm'],
    ['both have added one at the same place', 'ABCm', 'ABCt', 'ABCtm'],
    ['one has deleted a step, the other added one behind it', 'AC', 'ABtC', 'AtC'],
    ['both have deleted the same step', 'AC', 'AC', 'AC'],
    ['one has moved a step, the other changed one', 'CAB', 'ABCt', 'CtAB'],
    ['the other has moved a step', 'ABCm', 'CAB', 'CmAB'],
  ];
  test.each(rows)('%s', (_, mine, theirs, wanted) => {
    const rewrite = (form: Form, names: string) =>
      [...names].reduce(
        (now, text, at) =>
          text !== text.toUpperCase() && 'abc'.includes(text) ? step(now, at + 1, text) : now,
        steps(
          form,
          names.replace(/[abc]/g, (text) => text.toUpperCase()),
        ),
      );
    const merged = merge(begun, rewrite(begun, mine), stored(rewrite(begun, theirs)));
    expect(texts(merged.form).join('')).toBe(wanted);
    expect(merged.conflicts).toEqual([]);
  });

  test('one step that both have rewritten is chosen, and the rest is merged', () => {
    const merged = merge(begun, step(begun, 2, 'mine'), stored(step(step(begun, 2, 'theirs'), 3, 'c')));
    expect(texts(merged.form)).toEqual(['A', 'mine', 'c']);
    expect(merged.conflicts.map(({ place, mine, theirs }) => [place, mine, theirs])).toEqual([
      [{ kind: 'step', number: 2 }, 'mine', 'theirs'],
    ]);
    const [conflict] = merged.conflicts;
    expect(conflict && texts(withChange(merged.form, conflict.with))).toEqual(['A', 'theirs', 'c']);
  });

  test('a step that one has deleted and the other rewritten is chosen', () => {
    const merged = merge(begun, steps(begun, 'AC'), stored(step(begun, 2, 'theirs')));
    expect(merged.conflicts.map(({ mine, theirs }) => [mine, theirs])).toEqual([['', 'theirs']]);
    const other = merge(begun, step(begun, 2, 'mine'), stored(steps(begun, 'AC')));
    const [conflict] = other.conflicts;
    expect(texts(other.form)).toEqual(['A', 'mine', 'C']);
    expect(conflict && texts(withChange(other.form, conflict.with))).toEqual(['A', 'C']);
  });

  test('two orders are chosen as a whole', () => {
    const merged = merge(begun, steps(begun, 'CAB'), stored(steps(begun, 'BCA')));
    const [conflict] = merged.conflicts;
    expect(conflict?.id).toBe('steps');
    expect(texts(merged.form).join('')).toBe('CAB');
    expect(conflict && texts(withChange(merged.form, conflict.with)).join('')).toBe('BCA');
  });

  test('expectations of one side and the text of the other are both kept', () => {
    const claim = { text: 'shown' };
    const theirs = formOf({
      ...begun,
      budgets: {},
      steps: [{ description: 'A', expect: [claim] }, 'B', 'C'],
    } as never);
    const merged = merge(begun, step(begun, 1, 'mine'), theirs);
    expect(merged.form.steps[0]).toMatchObject({ text: 'mine', expect: [claim] });
  });

  test('an empty step that is about to be written stays', () => {
    const base = { ...begun, steps: [...begun.steps, newStep()] };
    const merged = merge(base, base, stored({ ...begun, goal: 'theirs' }));
    expect(texts(merged.form)).toEqual(['A', 'B', 'C', '']);
  });

  test('steps keep their keys, so that the cursor stays', () => {
    const merged = merge(begun, begun, stored(step(begun, 2, 'theirs')));
    expect(merged.form.steps.map(({ key }) => key)).toEqual(begun.steps.map(({ key }) => key));
  });
});
