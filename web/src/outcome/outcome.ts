// outcome.ts: the outcome of a run, a step or a call, decided here alone; pure
import { callOutcome } from './calls';
import { type CallFacts, type RunFacts, type StepFacts, stepsOf } from './facts';
import { runOutcome } from './runs';
import { stepOutcome } from './steps';
import type { Outcome } from './types';

// Word the run, one of its steps, or an event that belongs to that step.
export function outcomeOf(run: RunFacts, step?: StepFacts, call?: CallFacts): Outcome {
  const ended = run.state === 'ended';
  if (call) return callOutcome(call, step, ended);
  if (step) return stepOutcome(step, ended);
  return runOutcome(run, stepsOf(run));
}

export { type StepFacts, stepsOf } from './facts';
export { isBad, prefixKind } from './prefixes';
export type { Next, Outcome, Tone } from './types';
export { costOf, isReplay, modelLine, sumOfCosts, tokensOf, usageOf } from './usage';
export { type Line, type LineKey, worded, wordedPlain } from './words';
