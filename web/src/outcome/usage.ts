// usage.ts: what the models of a run took, the same for lists and pages; pure
import type { Run, RunEvent } from '@/api/client';
import { type Line, line } from './words';

type Usage = {
  iterations: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  costUsd: number | null; // null: the prices of the model are not known
};

// A sum with a part that is not known is not known.
export function sumOfCosts(sum: number | null, cost: number | null | undefined): number | null {
  return sum === null || cost === null ? null : sum + (cost ?? 0);
}

// By its record, or by its events while there is none; undefined: nothing is known yet.
export function usageOf(run: Pick<Run, 'usage'>, events: readonly RunEvent[] = []): Usage | undefined {
  const usage: Usage = { iterations: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 };
  if (run.usage) return { ...usage, ...run.usage };
  // A second model and the one that compiles expectations log their usage.
  const calls = events.filter(({ inputTokens }) => inputTokens !== undefined);
  for (const { type, inputTokens = 0, cachedTokens = 0, outputTokens = 0, costUsd } of calls) {
    if (type === 'model') usage.iterations += 1;
    usage.inputTokens += inputTokens;
    usage.cachedTokens += cachedTokens;
    usage.outputTokens += outputTokens;
    usage.costUsd = sumOfCosts(usage.costUsd, costUsd);
  }
  return calls.length > 0 ? usage : undefined;
}

// Return true if the whole run was played from a recording: it had no model, no tokens and no cost.
export function isReplay(run: Pick<Run, 'usage' | 'replayedSteps' | 'steps'>): boolean {
  const calls = usageOf(run)?.iterations ?? 0;
  return (run.replayedSteps ?? 0) > 0 && run.replayedSteps === run.steps?.length && calls === 0;
}

export function modelLine(run: Pick<Run, 'usage' | 'replayedSteps' | 'steps' | 'profile'>): Line | undefined {
  if (isReplay(run)) return line('recordingNoModel');
  return run.profile ? line('proofRaw', { text: run.profile }) : undefined;
}

// undefined: show a dash. Tokens of an unknown price do not make a cost of 0.
export function costOf(run: Run, events: readonly RunEvent[] = []): number | undefined {
  const usage = usageOf(run, events);
  return usage && usage.costUsd !== null && !isReplay(run) ? usage.costUsd : undefined;
}

export function tokensOf(run: Run, events: readonly RunEvent[] = []): number | undefined {
  const usage = usageOf(run, events);
  return usage && !isReplay(run) ? usage.inputTokens + usage.outputTokens : undefined;
}
