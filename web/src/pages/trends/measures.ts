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
