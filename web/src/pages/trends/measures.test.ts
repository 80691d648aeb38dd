import { expect, it } from 'vitest';
import type { RunOutcome } from '@/api/history';
import { daysOf, median } from './measures';

const run = (startedAt: Date | undefined, verdict?: RunOutcome['verdict']): RunOutcome => ({
  id: String(startedAt),
  end: 'done',
  durationMs: 1,
  costUsd: null,
  tokens: 0,
  replayed: false,
  healed: false,
  ...(startedAt && { startedAt: startedAt.toISOString() }),
  ...(verdict && { verdict }),
});
const day = (date: number, hour = 12) => new Date(2026, 9, date, hour, 30);

it('counts the runs of each day, and shows days without any', () => {
  const stats = [
    { last: [run(day(27, 23), 'PASS'), run(day(24, 0), 'FAIL'), run(undefined)] },
    { last: [run(day(24, 9), 'PASS'), run(day(24, 10))] },
  ];
  expect(daysOf(stats, 100)).toEqual([
    { at: new Date(2026, 9, 24).getTime(), runs: 3, rate: 0.5 },
    { at: new Date(2026, 9, 25).getTime(), runs: 0, rate: undefined },
    { at: new Date(2026, 9, 26).getTime(), runs: 0, rate: undefined },
    { at: new Date(2026, 9, 27).getTime(), runs: 1, rate: 1 },
  ]);
});

it('leaves out days of which not all runs are known', () => {
  const stats = [
    { last: [run(day(27), 'PASS'), run(day(26), 'PASS')] },
    { last: [run(day(27), 'FAIL'), run(day(20), 'PASS'), run(day(19), 'PASS')].slice(0, 1) },
  ];
  expect(daysOf(stats, 2)).toEqual([{ at: new Date(2026, 9, 27).getTime(), runs: 2, rate: 0.5 }]);
});

it('has nothing of nothing', () => {
  expect(daysOf([], 100)).toEqual([]);
  expect(median([])).toBeUndefined();
});
