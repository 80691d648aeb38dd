// measures.ts: what is drawn of the runs of a scenario; pure
import type { RunOutcome } from '@/api/history';

export const names = ['rate', 'duration', 'cost', 'tokens'] as const;
export type MeasureName = (typeof names)[number];

const WINDOW = 5;

// The share of passes among this run and the four before it that have a verdict.
function ratesOf(runs: readonly RunOutcome[]): (number | undefined)[] {
  return runs.map((run, at) => {
    if (!run.verdict) return undefined;
    const judged = runs.slice(0, at + 1).filter((each) => each.verdict);
    const near = judged.slice(-WINDOW);
    return near.filter((each) => each.verdict === 'PASS').length / near.length;
  });
}

// One value per run, the oldest first; undefined for a run that never began.
export function valuesOf(name: MeasureName, runs: readonly RunOutcome[]): (number | undefined)[] {
  if (name === 'rate') return ratesOf(runs);
  return runs.map((run) => {
    if (!run.startedAt) return undefined;
    return name === 'duration' ? run.durationMs : name === 'cost' ? (run.costUsd ?? undefined) : run.tokens;
  });
}

type Day = { at: number; runs: number; rate: number | undefined }; // at: its begin, in local time

const DAYS_MAX = 60;

const dayOf = (at: number) => new Date(at).setHours(0, 0, 0, 0);
const dayAfter = (day: number) => {
  const next = new Date(day);
  return next.setDate(next.getDate() + 1); // a day may have 23 or 25 hours
};

// The runs of all scenarios by day, the oldest day first, days without a run included. limit: how many runs of each
// scenario are known; days of which some scenario's runs are not all known are left out.
export function daysOf(stats: readonly { last: readonly RunOutcome[] }[], limit: number): Day[] {
  const begun = (runs: readonly RunOutcome[]) =>
    runs.flatMap((run) => (run.startedAt ? Date.parse(run.startedAt) : []));
  const cut = stats.filter(({ last }) => last.length >= limit).map(({ last }) => Math.min(...begun(last)));
  const from = cut.length > 0 ? dayAfter(dayOf(Math.max(...cut))) : Number.NEGATIVE_INFINITY;
  const byDay = new Map<number, RunOutcome[]>();
  for (const run of stats.flatMap(({ last }) => last)) {
    const day = run.startedAt ? dayOf(Date.parse(run.startedAt)) : Number.NaN;
    if (day >= from) byDay.set(day, [...(byDay.get(day) ?? []), run]);
  }
  const known = [...byDay.keys()].sort((one, other) => one - other);
  const days: Day[] = [];
  for (let at = known[0] ?? Number.NaN; at <= (known.at(-1) ?? Number.NaN); at = dayAfter(at)) {
    const runs = byDay.get(at) ?? [];
    const judged = runs.filter((run) => run.verdict);
    const passed = judged.filter((run) => run.verdict === 'PASS');
    days.push({ at, runs: runs.length, rate: judged.length > 0 ? passed.length / judged.length : undefined });
  }
  return days.slice(-DAYS_MAX);
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return undefined;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
