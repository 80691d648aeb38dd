// align.ts: two runs, step beside step and call beside call; pure
import type { Run, RunEvent, RunStep } from '@/api/client';
import { callOf } from '@/parts/HealView/CallWords';

export type Kind = 'same' | 'result' | 'changed' | 'left' | 'right';
export type CallPair = { id: string; kind: Kind; left?: RunEvent; right?: RunEvent };
export type StepPair = {
  id: string;
  text: string; // '' for what comes before the first step
  left?: RunStep;
  right?: RunStep;
  otherText: boolean; // the same step, edited between the runs
  otherVerdict: boolean;
  calls: CallPair[];
};

type Pair<T> = { left?: T; right?: T };

// Find the longest common subsequence of both lists; other items stay on their own side.
export function align<T>(left: readonly T[], right: readonly T[], keyOf: (value: T) => string): Pair<T>[] {
  const ours = left.map(keyOf);
  const theirs = right.map(keyOf);
  const width = right.length + 1;
  const common = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      common[i * width + j] =
        ours[i] === theirs[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const pairs: Pair<T>[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const down = common[(i + 1) * width + j] ?? 0;
    const across = common[i * width + j + 1] ?? 0;
    if (i < left.length && j < right.length && ours[i] === theirs[j])
      pairs.push({ left: left[i++] as T, right: right[j++] as T });
    else if (j >= right.length || (i < left.length && down >= across)) pairs.push({ left: left[i++] as T });
    else pairs.push({ right: right[j++] as T });
  }
  return pairs;
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return `{${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${name}:${canonical(each)}`)
    .join()}}`;
}

function keyOf(event: RunEvent): string {
  const { tool, args } = callOf(event);
  return `${tool} ${canonical(args)}`;
}

// A call of one side and the next one of the other, of the same tool, are one call that has changed.
function joined(pairs: readonly Pair<RunEvent>[]): Pair<RunEvent>[] {
  const out: Pair<RunEvent>[] = [];
  for (const pair of pairs) {
    const waiting = pair.right && !pair.left ? out.find((each) => isAlone(each, pair, out)) : undefined;
    if (waiting) waiting.right = pair.right;
    else out.push({ ...pair });
  }
  return out;
}

// The first of the calls without a partner since the last one that has one.
function isAlone(each: Pair<RunEvent>, pair: Pair<RunEvent>, out: readonly Pair<RunEvent>[]): boolean {
  const since = out.findLastIndex((one) => one.left && one.right);
  const at = out.indexOf(each);
  return at > since && !each.right && each.left?.toolName === pair.right?.toolName;
}

function kindOf({ left, right }: Pair<RunEvent>): Kind {
  if (!left) return 'right';
  if (!right) return 'left';
  if (keyOf(left) !== keyOf(right)) return 'changed';
  return left.resultPrefix === right.resultPrefix ? 'same' : 'result';
}

// A step's calls; what the model claims of a step is in its verdict already.
function callsOf(events: readonly RunEvent[], step: number | undefined): RunEvent[] {
  return events.filter(
    (event) => event.type === 'tool' && event.step === step && event.toolName !== 'stepDone',
  );
}

function pairCalls(id: string, left: readonly RunEvent[], right: readonly RunEvent[]): CallPair[] {
  return joined(align(left, right, keyOf)).map((pair, at) => ({
    id: `${id}.${at + 1}`,
    kind: kindOf(pair),
    ...pair,
  }));
}

// The steps between two pairs of equal texts that are left over: an edited step keeps its number; and as many on
// both sides are the same steps, moved by one that was added before them.
function pairEdited(gap: readonly Pair<RunStep>[]): Pair<RunStep>[] {
  const ours = gap.flatMap(({ left }) => left ?? []);
  const theirs = gap.flatMap(({ right }) => right ?? []);
  const partner = (step: RunStep, at: number) =>
    ours.length === theirs.length ? theirs[at] : theirs.find((other) => other.step === step.step);
  const taken = new Set<RunStep>();
  const pairs = ours.map((left, at): Pair<RunStep> => {
    const right = partner(left, at);
    if (right) taken.add(right);
    return right ? { left, right } : { left };
  });
  const alone = theirs.filter((step) => !taken.has(step)).map((right): Pair<RunStep> => ({ right }));
  return [...pairs, ...alone].sort((one, other) => numberOf(one) - numberOf(other));
}

function numberOf({ left, right }: Pair<RunStep>): number {
  return Math.min(left?.step ?? Number.POSITIVE_INFINITY, right?.step ?? Number.POSITIVE_INFINITY);
}

function pairSteps(left: readonly RunStep[], right: readonly RunStep[]): Pair<RunStep>[] {
  const out: Pair<RunStep>[] = [];
  let gap: Pair<RunStep>[] = [];
  for (const pair of align(left, right, (step) => step.text ?? '')) {
    if (!pair.left || !pair.right) {
      gap.push(pair);
      continue;
    }
    out.push(...pairEdited(gap), pair);
    gap = [];
  }
  return [...out, ...pairEdited(gap)];
}

export type Side = { run: Run; events: readonly RunEvent[] };

export function compare(left: Side, right: Side): StepPair[] {
  const steps = pairSteps(left.run.steps ?? [], right.run.steps ?? []);
  const before = pairCalls('0', callsOf(left.events, undefined), callsOf(right.events, undefined));
  const pairs = steps.map((pair, at) => ({
    id: String(at + 1),
    text: pair.left?.text ?? pair.right?.text ?? '',
    ...pair,
    otherText: Boolean(pair.left && pair.right && pair.left.text !== pair.right.text),
    otherVerdict: pair.left?.verdict !== pair.right?.verdict,
    calls: pairCalls(
      String(at + 1),
      pair.left ? callsOf(left.events, pair.left.step) : [],
      pair.right ? callsOf(right.events, pair.right.step) : [],
    ),
  }));
  return before.length > 0
    ? [{ id: '0', text: '', otherText: false, otherVerdict: false, calls: before }, ...pairs]
    : pairs;
}

// List the differences in order: steps with another text, calls, and steps that differ only in their verdict.
export function differences(steps: readonly StepPair[]): string[] {
  return steps.flatMap((step) => {
    const calls = step.calls.filter((call) => call.kind !== 'same').map((call) => call.id);
    return step.otherText || (calls.length === 0 && step.otherVerdict) ? [step.id, ...calls] : calls;
  });
}
