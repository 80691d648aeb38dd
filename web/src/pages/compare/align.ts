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

export type Side = { run: Run; events: readonly RunEvent[] };

export function compare(left: Side, right: Side): StepPair[] {
  const steps = align(left.run.steps ?? [], right.run.steps ?? [], (step) => step.text ?? '');
  const before = pairCalls('0', callsOf(left.events, undefined), callsOf(right.events, undefined));
  const pairs = steps.map((pair, at) => ({
    id: String(at + 1),
    text: pair.left?.text ?? pair.right?.text ?? '',
    ...pair,
    otherVerdict: pair.left?.verdict !== pair.right?.verdict,
    calls: pairCalls(
      String(at + 1),
      pair.left ? callsOf(left.events, pair.left.step) : [],
      pair.right ? callsOf(right.events, pair.right.step) : [],
    ),
  }));
  return before.length > 0 ? [{ id: '0', text: '', otherVerdict: false, calls: before }, ...pairs] : pairs;
}

// List the differences in order: calls, and steps that differ only in their verdict.
export function differences(steps: readonly StepPair[]): string[] {
  return steps.flatMap((step) => {
    const calls = step.calls.filter((call) => call.kind !== 'same').map((call) => call.id);
    return calls.length === 0 && step.otherVerdict ? [step.id] : calls;
  });
}
