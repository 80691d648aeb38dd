// facts.ts: what a run's record and events say of its outcome, as values; pure
import type { Run, RunEvent, Schemas } from '@/api/client';

export type Claim = Schemas['Claim'];
export type Expectation = Schemas['Expectation'];
// The element that proves or refutes a claim, or whose text is nearest to the one that was looked for.
export type Seen = Schemas['Seen'];
// Why a step has its verdict, or a call its result. Runs of older versions have none.
export type Finding = Schemas['Finding'];

export type StepFacts = Schemas['RunStep'] & {
  running?: boolean; // it has begun, and its verdict is to come
};

export type RunFacts = Run;
export type CallFacts = RunEvent;

function textOf(step: NonNullable<Run['scenario']>['steps'][number] | StepFacts): string {
  if (typeof step === 'string') return step;
  return 'description' in step ? step.description : (step.text ?? '');
}

// During a run the verdicts come with its events; the record of the ended run replaces them.
export function stepsOf(run: Run, events: readonly CallFacts[] = []): StepFacts[] {
  const ended = run.state === 'ended';
  const known: StepFacts[] = run.steps ?? [];
  const steps = (run.steps ?? run.scenario?.steps ?? []).map(
    (step, at): StepFacts => ({ ...(ended && known[at]), step: at + 1, text: textOf(step) }),
  );
  if (ended) return steps;
  for (const { type, step, state, verdict, outcome, message, proof, finding } of events) {
    const facts = type === 'step' && step ? steps[step - 1] : undefined;
    if (facts && state === 'began')
      Object.assign(facts, { began: true, running: run.state === 'running' && !facts.verdict });
    if (facts && state === 'ended')
      Object.assign(facts, {
        began: true,
        running: false,
        verdict,
        ...(outcome && { outcome }),
        reason: message,
        proof,
        finding,
      });
  }
  return steps;
}

export function argumentsOf(call: { args?: string | undefined }): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(call.args ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {}; // cut, because it was too long
  }
}
