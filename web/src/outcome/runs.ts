// runs.ts: the outcome of a run: one sentence, by how it ended and by its steps; pure
import type { RunFacts, StepFacts } from './facts';
import { isReached, stepOutcome } from './steps';
import type { Next, Outcome } from './types';
import { type Line, type LineKey, line } from './words';

type End = {
  inStep: LineKey;
  before: LineKey;
  short: LineKey;
  cause?: LineKey;
  next: readonly Next[];
  tells?: boolean;
};

// Runs that something else than their last step has ended.
const ends: Record<string, End> = {
  stopped: { inStep: 'stoppedIn', before: 'stoppedBefore', short: 'stopped', next: ['runAgain'] },
  lost: { inStep: 'lostIn', before: 'lostBefore', short: 'interrupted', next: ['runAgain'] },
  error: {
    inStep: 'workerIn',
    before: 'workerBefore',
    short: 'interrupted',
    next: ['seeLog', 'runAgain'],
    tells: true,
  },
  budget: {
    inStep: 'budgetIn',
    before: 'budgetBefore',
    short: 'outOfBudget',
    cause: 'causeBudget',
    next: ['raiseLimit', 'runAgain'],
    tells: true,
  },
  model: {
    inStep: 'modelIn',
    before: 'modelBefore',
    short: 'modelFailed',
    cause: 'causeModel',
    next: ['configureModel', 'runAgain'],
    tells: true,
  },
  device: {
    inStep: 'deviceIn',
    before: 'deviceBefore',
    short: 'deviceLost',
    cause: 'causeDevice',
    next: ['checkDevice', 'runAgain'],
  },
  start: {
    inStep: 'startIn',
    before: 'startIn',
    short: 'notStarted',
    cause: 'causeStart',
    next: ['editScenario', 'runAgain'],
    tells: true,
  },
  'no-device': {
    inStep: 'noDevice',
    before: 'noDevice',
    short: 'notStarted',
    cause: 'causeDevice',
    next: ['checkDevice', 'runAgain'],
  },
  busy: {
    inStep: 'busy',
    before: 'busy',
    short: 'notStarted',
    cause: 'causeDevice',
    next: ['checkDevice', 'runAgain'],
  },
  usage: { inStep: 'usage', before: 'usage', short: 'notStarted', next: ['editScenario'], tells: true },
  machine: { inStep: 'machine', before: 'machine', short: 'notStarted', next: ['runAgain'], tells: true },
};

function current(steps: readonly StepFacts[]): StepFacts | undefined {
  return steps.find((step) => step.running) ?? steps.findLast(isReached);
}

function notesOf(run: RunFacts): Line[] {
  const { healed, replayedSteps = 0, steps, verdict, proposed } = run;
  const count = steps?.length ?? 0;
  const notes: Line[] = [];
  if (healed && proposed) notes.push(line('healedProposed', { step: healed.step }));
  else if (healed) notes.push(line(verdict === 'PASS' ? 'healed' : 'tookOver', { step: healed.step }));
  if (!healed && replayedSteps > 0 && replayedSteps === count) notes.push(line('replayedAll'));
  else if (replayedSteps > 0) notes.push(line('replayedSome', { replayed: replayedSteps, count }));
  return notes;
}

function waiting(run: RunFacts): Outcome {
  const headline =
    run.place && run.place > 1 ? line('queuedAt', { place: run.place }) : line('waitsForDevice');
  return { tone: 'quiet', short: line('queued'), headline, notes: [], next: [] };
}

function running(run: RunFacts, steps: readonly StepFacts[]): Outcome {
  const at = current(steps)?.step;
  const base = { notes: notesOf(run), ...(at && { step: at }) };
  if (run.approval)
    return {
      ...base,
      tone: 'open',
      short: line('waits'),
      headline: line('waitsForApproval'),
      next: ['approve'],
    };
  const headline = at ? line('runsStep', { step: at, count: steps.length }) : line('starting');
  return { ...base, tone: 'live', short: line('running'), headline, next: [] };
}

function cutOff(run: RunFacts, end: End, steps: readonly StepFacts[]): Outcome {
  const at = current(steps);
  const headline = at ? line(end.inStep, { step: at.step }) : line(end.before);
  return {
    tone: run.end === 'stopped' ? 'quiet' : 'open',
    short: line(end.short),
    headline: run.reason && end.tells ? line('because', { what: headline, text: run.reason }) : headline,
    ...(run.reason && { raw: run.reason }),
    ...(end.cause && { cause: line(end.cause) }),
    ...(at && { step: at.step }),
    notes: notesOf(run),
    next: end.next,
  };
}

function passed(run: RunFacts, steps: readonly StepFacts[]): Outcome {
  const next: Next[] = run.proposed ? ['reviewHealed'] : [];
  const count = steps.filter(({ verdict }) => verdict === 'PASS').length;
  const headline = line(count === steps.length ? 'passed' : 'passedSome', { count });
  return { tone: 'pass', short: line('pass'), headline, notes: notesOf(run), next };
}

export function runOutcome(run: RunFacts, steps: readonly StepFacts[]): Outcome {
  if (run.state === 'queued') return waiting(run);
  if (run.state === 'running') return running(run, steps);
  const failed = steps.find(({ verdict }) => verdict === 'FAIL');
  // A step that failed is what the run says of the app, however it ended afterwards.
  if (failed) return { ...stepOutcome(failed, true), notes: notesOf(run) };
  const end = ends[run.end ?? ''] ?? (run.status === 'lost' ? ends.lost : undefined);
  if (end) return cutOff(run, end, steps);
  if (run.verdict === 'PASS') return passed(run, steps);
  if (run.verdict === 'FAIL')
    return {
      tone: 'fail',
      short: line('fail'),
      headline: line('failedOnly'),
      notes: notesOf(run),
      next: ['runAgain'],
    };
  const open = steps.find(({ verdict }) => verdict !== 'PASS' && verdict !== 'NOT_RUN');
  if (open && isReached(open)) return { ...stepOutcome(open, true), notes: notesOf(run) };
  const headline = open
    ? line('endedBefore', { step: open.step })
    : run.fromStep && run.fromStep > 1
      ? line('partial', { step: run.fromStep })
      : line('unverifiedOnly');
  return { tone: 'open', short: line('unverified'), headline, notes: notesOf(run), next: ['runAgain'] };
}
