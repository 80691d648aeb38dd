// reducer.test.ts: an edited scenario through typing, saving, lost answers, conflicts and leaving
import { describe, expect, test } from 'vitest';
import type { Scenario } from '@/api/client';
import type { Draft } from './draft';
import { type Form, formOf, inputOf } from './form';
import { isUntouched, reduce, SAVE_MS, started } from './reducer';
import type { Effect, Event, State } from './state';

const at = (revision: number, more: Partial<Scenario> = {}): Scenario => ({
  id: 'S',
  revision,
  createdAt: '',
  updatedAt: '',
  missing: [],
  goal: 'G',
  packageName: 'app',
  steps: ['A', 'B'],
  ...more,
});
const server = (revision: number, form: Form) => at(revision, inputOf(form) as Partial<Scenario>);

// Runs events through the reducer and collects the effects of the last one.
function play(scenario: Scenario | undefined, draft?: Draft) {
  let [state, effects]: readonly [State, readonly Effect[]] = started(scenario, draft, '');
  const world = {
    get state() {
      return state;
    },
    get effects() {
      return effects;
    },
    kinds: () => effects.map((effect) => effect.kind),
    find: <Kind extends Effect['kind']>(kind: Kind) =>
      effects.find((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind),
    do(event: Event) {
      [state, effects] = reduce(state, event);
      return world;
    },
    type: (goal: string, nowMs = 0) =>
      world.do({ kind: 'edit', field: 'goal', form: { ...state.form, goal }, nowMs }),
    // The request that is on its way is answered.
    store: (revision: number, form = state.form) =>
      world.do({ kind: 'stored', form, scenario: server(revision, form) }),
    fail: (status: number) => world.do({ kind: 'failed', form: state.form, error: new Error(), status }),
  };
  return world;
}

describe('typing and saving', () => {
  test('an edit is in the draft at once, and sent after a pause', () => {
    const world = play(at(1)).type('Goal');
    expect(world.state.saving.kind).toBe('waiting');
    expect(world.find('keep')?.draft).toMatchObject({ revision: 1, form: { goal: 'Goal' } });
    expect(world.find('schedule')?.afterMs).toBe(SAVE_MS);
    world.do({ kind: 'due' });
    expect(world.find('send')).toMatchObject({ form: { goal: 'Goal' }, scenario: { revision: 1 } });
    world.store(2);
    expect(world.state.saving.kind).toBe('saved');
    expect(world.kinds()).toEqual(['cache', 'drop']);
  });

  test('what is typed during a request is sent after it, never beside it', () => {
    const world = play(at(1)).type('one').do({ kind: 'due' });
    const first = world.state.form;
    world.type('two').do({ kind: 'due' });
    expect(world.kinds()).toEqual([]);
    world.store(2, first);
    expect(world.state.saving.kind).toBe('waiting');
    expect(world.find('schedule')?.afterMs).toBe(SAVE_MS);
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({
      form: { goal: 'two' },
      scenario: { revision: 2 },
    });
  });

  test('an edit that ends where it began is not sent', () => {
    const world = play(at(1)).type('other').type('G').do({ kind: 'due' });
    expect(world.kinds()).toEqual(['unschedule', 'drop']);
    expect(world.state.saving.kind).toBe('saved');
  });

  test('a new scenario is stored with its first word, and has its id from then on', () => {
    const world = play(undefined);
    expect(isUntouched(world.state)).toBe(true);
    expect(world.do({ kind: 'due' }).find('send')).toBeUndefined();
    world.type('First').do({ kind: 'due' });
    expect(world.find('send')).toMatchObject({ scenario: undefined });
    world.store(1);
    expect(world.find('rename')).toEqual({ kind: 'rename', from: 'new', to: 'S' });
    expect(world.state.scenario?.id).toBe('S');
  });

  test('a refused request waits for another edit', () => {
    const world = play(at(1)).type('bad').do({ kind: 'due' }).fail(400);
    expect(world.state.saving.kind).toBe('failed');
    expect(world.kinds()).toEqual(['keep']);
    expect(world.type('good').find('schedule')).toBeDefined();
  });
});

describe('undo', () => {
  test('typing in one field is one step, in another field another', () => {
    const world = play(at(1)).type('a', 0).type('ab', 500);
    world.do({ kind: 'edit', field: 'name', form: { ...world.state.form, name: 'N' }, nowMs: 600 });
    expect(world.do({ kind: 'undo' }).state.form).toMatchObject({ goal: 'ab', name: '' });
    expect(world.do({ kind: 'undo' }).state.form.goal).toBe('G');
    expect(world.do({ kind: 'undo' }).kinds()).toEqual([]);
    expect(world.do({ kind: 'redo' }).state.form.goal).toBe('ab');
  });

  test('a pause begins another step, and an edit ends what could be redone', () => {
    const world = play(at(1)).type('a', 0).type('ab', 5000).do({ kind: 'undo' });
    expect(world.state.form.goal).toBe('a');
    expect(world.type('b', 6000).do({ kind: 'redo' }).state.form.goal).toBe('b');
  });
});

describe('without the server', () => {
  test('it is tried again, and the edits are kept', () => {
    const world = play(at(1)).type('one').do({ kind: 'due' }).fail(0);
    expect(world.kinds()).toEqual(['keep', 'await', 'schedule']);
    expect(world.find('keep')?.draft.sent).toMatchObject({ goal: 'one' });
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({ sent: { goal: 'one' } });
  });

  test('an answer that was lost is recognised as our own', () => {
    const world = play(at(1)).type('one').do({ kind: 'due' }).fail(0);
    const lost = world.state.form;
    world.type('two').do({ kind: 'due' });
    world.do({ kind: 'failed', form: world.state.form, error: new Error(), status: 412 });
    expect(world.kinds()).toEqual(['read']);
    world.do({ kind: 'theirs', scenario: server(2, lost) });
    expect(world.state.saving.kind).toBe('waiting');
    expect(world.state.form.goal).toBe('two');
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({ scenario: { revision: 2 } });
  });

  test('a draft goes on with its own revision', () => {
    const { state } = play(at(1)).type('kept');
    const draft = { revision: 1, form: state.form, base: state.base };
    const world = play(at(3, { goal: 'theirs' }), draft);
    expect(world.state.form.goal).toBe('kept');
    world.do({ kind: 'due' });
    expect(world.find('send')).toMatchObject({ scenario: { revision: 1 } });
    world.fail(412).do({ kind: 'theirs', scenario: at(3, { goal: 'theirs' }) });
    expect(world.state.saving.kind).toBe('conflict');
    expect(world.state.form.steps.map((step) => step.text)).toEqual(['A', 'B']);
  });

  test('a draft that the server has is dropped', () => {
    expect(play(at(2), { revision: 1, form: formOf(at(2)) }).kinds()).toEqual(['drop']);
  });
});

describe('somebody else', () => {
  test('their change appears where nothing is edited, and undo does not take it back', () => {
    const world = play(at(1)).type('mine').do({ kind: 'due' }).store(2);
    world.do({ kind: 'news', scenario: at(3, { goal: 'mine', name: 'theirs' }) });
    expect(world.state.saving.kind).toBe('saved');
    expect(world.find('tell')).toEqual({
      kind: 'tell',
      what: 'updated',
      places: [{ kind: 'text', name: 'name' }],
    });
    expect(world.do({ kind: 'undo' }).state.form).toMatchObject({ goal: 'G', name: 'theirs' });
  });

  test('an edit of another field is merged and saved', () => {
    const world = play(at(1))
      .type('mine')
      .do({ kind: 'news', scenario: at(2, { name: 'theirs' }) });
    expect(world.find('tell')?.what).toBe('merged');
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({
      form: { goal: 'mine', name: 'theirs' },
      scenario: { revision: 2 },
    });
  });

  test('an edit of the same field is chosen, and nothing is sent before', () => {
    const world = play(at(1))
      .type('mine')
      .do({ kind: 'news', scenario: at(2, { goal: 'theirs' }) });
    expect(world.state.saving.kind).toBe('conflict');
    expect(world.do({ kind: 'due' }).find('send')).toBeUndefined();
    world.do({ kind: 'choose', id: 'goal', side: 'theirs' });
    expect(world.state.form.goal).toBe('theirs');
    expect(world.do({ kind: 'undo' }).state.form.goal).toBe('mine');
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({
      form: { goal: 'mine' },
      scenario: { revision: 2 },
    });
  });

  test('each conflict is chosen for itself', () => {
    const world = play(at(1)).type('mine');
    world.do({ kind: 'edit', field: 'name', form: { ...world.state.form, name: 'mine' }, nowMs: 0 });
    world.do({ kind: 'news', scenario: at(2, { goal: 'theirs', name: 'theirs' }) });
    world.do({ kind: 'choose', id: 'goal', side: 'mine' });
    expect(world.state.saving).toMatchObject({ kind: 'conflict', conflicts: [{ id: 'name' }] });
    // A third version that leaves the open field alone does not decide it.
    world.do({ kind: 'news', scenario: at(3, { goal: 'theirs', name: 'theirs', tags: ['t'] }) });
    expect(world.state.saving).toMatchObject({ kind: 'conflict', conflicts: [{ id: 'name' }] });
    world.do({ kind: 'choose', id: undefined, side: 'theirs' });
    expect(world.state.form).toMatchObject({ goal: 'mine', name: 'theirs', tags: ['t'] });
  });

  test('news during a request is looked at after it; our own is none', () => {
    const world = play(at(1)).type('mine').do({ kind: 'due' });
    world.do({ kind: 'news', scenario: at(2, { goal: 'mine' }) }).store(2);
    expect(world.find('tell')).toBeUndefined();
    world
      .type('more')
      .do({ kind: 'due' })
      .do({ kind: 'news', scenario: at(4, { goal: 'more', name: 'theirs' }) });
    expect(world.store(3).state.form.name).toBe('theirs');
  });

  test('an older version is no news', () => {
    expect(play(at(5)).do({ kind: 'news', scenario: at(4, { goal: 'old' }) }).state.form.goal).toBe('G');
  });

  test('a deleted scenario can be stored again', () => {
    const world = play(at(1)).type('mine').do({ kind: 'due' }).fail(404);
    expect(world.state.saving.kind).toBe('gone');
    world.do({ kind: 'storeAgain' });
    expect(world.find('rename')).toEqual({ kind: 'rename', from: 'S', to: 'new' });
    expect(world.do({ kind: 'due' }).find('send')).toMatchObject({
      scenario: undefined,
      form: { goal: 'mine' },
    });
  });

  test('what a request of this page has changed is adopted without a word', () => {
    const world = play(at(1)).do({ kind: 'hold' });
    world.do({ kind: 'news', scenario: at(2, { name: 'compiled' }) });
    world.do({ kind: 'adopted', scenario: at(2, { name: 'compiled' }) });
    expect(world.state.form.name).toBe('compiled');
    expect(world.find('tell')).toBeUndefined();
  });
});

describe('leaving', () => {
  test('the rest is sent, and remembered as sent', () => {
    const world = play(at(1)).type('last').do({ kind: 'leave' });
    expect(world.find('beacon')).toMatchObject({ form: { goal: 'last' }, scenario: { revision: 1 } });
    expect(world.find('keep')?.draft.sent).toMatchObject({ goal: 'last' });
  });

  test('a page that goes during a request remembers what was sent', () => {
    const world = play(undefined).type('First').do({ kind: 'due' });
    const draft = world.find('keep')?.draft;
    expect(draft?.sent).toMatchObject({ goal: 'First' });
    expect(play(undefined, draft).do({ kind: 'due' }).find('send')).toMatchObject({
      sent: { goal: 'First' },
    });
  });

  test('nothing is sent without an edit, in a conflict or during a request', () => {
    expect(play(at(1)).do({ kind: 'leave' }).kinds()).toEqual([]);
    const world = play(at(1)).type('mine').do({ kind: 'due' });
    expect(world.do({ kind: 'leave' }).kinds()).toEqual([]);
  });

  test('a deleted scenario is forgotten', () => {
    expect(play(at(1)).type('x').do({ kind: 'end' }).kinds()).toEqual(['unschedule', 'drop', 'forget']);
  });
});
