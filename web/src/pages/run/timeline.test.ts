// timeline.test.ts: which events are rows, and which are shown by another's
import { describe, expect, test } from 'vitest';
import type { Run, RunEvent } from '@/api/client';
import { rowAt, rowsOf } from './rows';
import { shotAt, timelineOf } from './timeline';
import { troubleOf } from './trouble';

const run = {
  id: 'R',
  state: 'ended',
  verdict: 'FAIL',
  end: 'done',
  steps: [
    { step: 1, text: 'Log in', verdict: 'PASS', began: true },
    { step: 2, text: 'Search', verdict: 'FAIL', began: true },
  ],
} as unknown as Run;

let index = 0;
const event = (type: RunEvent['type'], more: Partial<RunEvent> = {}): RunEvent => ({
  run: 'R',
  index: ++index,
  timestamp: new Date(index * 1000).toISOString(),
  type,
  ...more,
});
const tool = (toolName: string, more: Partial<RunEvent> = {}) => event('tool', { toolName, ...more });

function events(): RunEvent[] {
  index = 0;
  return [
    event('state', { state: 'running' }), // 1
    event('step', { step: 1, state: 'began' }),
    event('model', { step: 1, inputTokens: 100, outputTokens: 5 }), // 3
    event('said', { step: 1, thought: true, message: 'The form is there.' }),
    event('said', { step: 1, message: 'I log in.' }), // 5
    event('screenshot', { step: 1, screenshotPath: 'a.png' }),
    tool('tap', { step: 1, screenshotPath: 'a.png', args: '{"text":"Log in"}', resultPrefix: 'TAPPED' }), // 7
    tool('verifyElementVisible', { step: 1, args: '{"text":"Notes"}', resultPrefix: 'VISIBLE' }),
    tool('stepDone', { step: 1, resultPrefix: 'OK', result: 'OK: step 1 is PASS' }), // 9
    event('step', { step: 1, state: 'ended', verdict: 'PASS' }),
    event('step', { step: 2, state: 'began' }), // 11
    event('model', { step: 2, inputTokens: 120, outputTokens: 5 }),
    tool('inputText', { step: 2, resultPrefix: 'OK', before: 'a.png', screenshotPath: 'b.png' }), // 13
    tool('verifyElementVisible', { step: 2, args: '{"text":"Bread"}', resultPrefix: 'NOT_VISIBLE' }),
    event('model', { step: 2, inputTokens: 130, outputTokens: 5 }), // 15
    event('said', { step: 2, message: 'There is no bread.' }),
    tool('stepDone', { step: 2, resultPrefix: 'OK', result: 'OK: step 2 is FAIL' }), // 17
    event('step', { step: 2, state: 'ended', verdict: 'FAIL' }),
    event('state', { state: 'ended' }), // 19
  ];
}

const none = new Set<never>();
const words = (filter: Parameters<typeof rowsOf>[1] = 'all', search = '') => {
  const timeline = timelineOf(run, events());
  return rowsOf(timeline.groups, filter, search, none).map((row) =>
    row.kind === 'group' ? `${row.group.key}` : `${row.kind} ${row.event.index}`,
  );
};

describe('rows', () => {
  test('a turn is one row above its calls, and a step has no row for its own end', () => {
    expect(words()).toEqual([
      'start',
      'event 1',
      '1',
      'turn 3',
      'event 7',
      'event 8',
      '2',
      'event 13', // nothing was said: the first call leads the turn
      'event 14',
      'turn 15',
      'end',
      'event 19',
    ]);
  });

  test('a filter of calls keeps the words that led to them', () => {
    expect(words('actions')).toEqual(['1', 'turn 3', 'event 7', '2', 'event 13']);
    expect(words('checks')).toEqual(['1', 'turn 3', 'event 8', '2', 'event 14']);
    expect(words('errors')).toEqual(['2', 'event 14']);
    expect(words('model')).toEqual(['1', 'turn 3', '2', 'turn 12', 'turn 15']);
  });

  test('a search finds words of the model and what calls were about', () => {
    expect(words('all', 'no bread')).toEqual(['2', 'turn 15']);
    expect(words('all', 'i log in')).toEqual(['1', 'turn 3']);
    expect(words('all', 'TAP')).toEqual(['1', 'turn 3', 'event 7']);
    expect(words('all', 'search')).toEqual(['2']);
  });

  test('what has no row is shown by another one', () => {
    const timeline = timelineOf(run, events());
    const rows = rowsOf(timeline.groups, 'all', '', none);
    const at = (event: number) => {
      const row = rows[rowAt(rows, timeline, { event })];
      return row?.kind === 'group' ? `step ${row.group.key}` : row?.event.index;
    };
    expect(at(4)).toBe(3);
    expect(at(5)).toBe(3);
    expect(at(6)).toBe(7);
    expect(at(9)).toBe('step 1');
    expect(at(10)).toBe('step 1');
    expect(at(12)).toBe(13);
    expect(at(999)).toBeUndefined();
  });

  test('a stepDone that was refused keeps its row', () => {
    const refused = [
      ...events().slice(0, 8),
      tool('stepDone', { step: 1, resultPrefix: 'ERROR', result: 'ERROR: no proof' }),
    ];
    const rows = rowsOf(timelineOf(run, refused).groups, 'errors', '', none);
    expect(rows.map((row) => row.kind)).toEqual(['group', 'turn', 'event']);
  });

  test('the model’s verdict of a step is kept with the step', () => {
    const [, first] = timelineOf(run, events()).groups;
    expect(first?.reported?.index).toBe(9);
    expect(first?.verdict).toBe('PASS');
  });
});

test('a failed run leads to the call that failed, not to the report of it', () => {
  expect(troubleOf(run, timelineOf(run, events()))).toEqual({ event: 14 });
});

test('each picture belongs to the call that took it', () => {
  const { shots } = timelineOf(run, events());
  expect(shots.map(({ path, event }) => [path, event])).toEqual([
    ['a.png', 7],
    ['b.png', 13],
  ]);
  expect(shotAt(shots, 6)).toBe(-1);
  expect(shotAt(shots, 12)).toBe(0);
  expect(shotAt(shots, 99)).toBe(1);
});
