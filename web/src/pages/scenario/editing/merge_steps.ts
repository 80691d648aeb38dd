// merge_steps.ts: two edits of one list of steps, merged step by step against what both began with; pure
import { isPinned } from '@/parts/Claims/claims';
import { claimsText, claimText, type StepField } from './form';

type StepConflict = {
  key: string;
  number: number; // of the step in the merged list
  mine: StepField | undefined; // undefined: deleted
  theirs: StepField | undefined;
};
type MergedSteps = {
  steps: StepField[];
  base: StepField[]; // theirs, with the keys of the steps that they come from
  conflicts: StepConflict[];
  order: readonly StepField[] | undefined; // both have moved steps: theirs as a whole
};
type Steps = readonly StepField[];

const sameText = (one: StepField, other: StepField) => one.text.trim() === other.text.trim();
const sameClaims = (one: StepField, other: StepField) => claimsText(one) === claimsText(other);
const same = (one: StepField, other: StepField) => sameText(one, other) && sameClaims(one, other);

// The longest common subsequence, as pairs of indexes.
function common(
  one: Steps,
  other: Steps,
  equal: (a: StepField, b: StepField) => boolean,
): [number, number][] {
  const width = other.length + 1;
  const lengths = new Array<number>((one.length + 1) * width).fill(0);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const pair = (i: number, j: number) => {
    const [a, b] = [one[i], other[j]];
    return a !== undefined && b !== undefined && equal(a, b);
  };
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i * width + j] = pair(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (pair(i, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

// Give the steps of another version the keys of the steps of base that they come from: the same text, wherever
// it stands now; else what stands between the same neighbours.
export function aligned(base: Steps, other: Steps): StepField[] {
  const keys = new Map<number, string>(); // index in other → key
  const taken = new Set<string>();
  const take = (from: number, to: number) => {
    const key = base[from]?.key;
    if (key === undefined || taken.has(key) || keys.has(to)) return;
    keys.set(to, key);
    taken.add(key);
  };
  const pairs = common(base, other, sameText);
  for (const [from, to] of pairs) take(from, to);
  other.forEach((step, to) => {
    if (!keys.has(to) && step.text.trim())
      take(
        base.findIndex((each) => !taken.has(each.key) && sameText(each, step)),
        to,
      );
  });
  let [from, to] = [0, 0];
  for (const [nextFrom, nextTo] of [...pairs, [base.length, other.length] as const]) {
    const left = base.slice(from, nextFrom).filter((step) => !taken.has(step.key));
    const right = [...other.keys()].slice(to, nextTo).filter((index) => !keys.has(index));
    // As many on both sides: each was rewritten. Otherwise steps were added or deleted.
    if (left.length === right.length)
      for (const [index, step] of left.entries()) take(base.indexOf(step), right[index] ?? -1);
    [from, to] = [nextFrom + 1, nextTo + 1];
  }
  return other.map((step, index) => ({ ...step, key: keys.get(index) ?? step.key }));
}

const orderOf = (steps: Steps, keys: ReadonlySet<string>) =>
  steps.filter((step) => keys.has(step.key)).map((step) => step.key);

type Claims = StepField['expect'];

// The expectations that one side has added and the other has left, without those that either has removed. undefined:
// both have replaced the same one that a person wrote. One that was compiled is replaced by the next compiling anyhow.
function mergedClaims(base: Claims, mine: Claims, theirs: Claims): Claims | undefined {
  const [was, my, their] = [base, mine, theirs].map((claims) => new Set(claims.map(claimText)));
  const has = (set: Set<string> | undefined, claim: Claims[number]) => set?.has(claimText(claim)) === true;
  const added = theirs.filter((claim) => !has(was, claim) && !has(my, claim));
  const bothReplace =
    added.length > 0 &&
    mine.some((claim) => !has(was, claim) && !has(their, claim)) &&
    base.some((claim) => isPinned(claim) && !has(my, claim) && !has(their, claim));
  if (bothReplace) return undefined;
  return [...mine.filter((claim) => has(their, claim) || !has(was, claim)), ...added];
}

// One step that both still have: a part that only one has changed is taken from that one.
function mergedStep(base: StepField, mine: StepField, theirs: StepField): StepField | undefined {
  const textFrom = sameText(base, mine) ? theirs : mine;
  const clash = !sameText(base, mine) && !sameText(base, theirs) && !sameText(mine, theirs);
  const from = sameClaims(base, mine) ? theirs : sameClaims(base, theirs) ? mine : undefined;
  const expect = from ? from.expect : mergedClaims(base.expect, mine.expect, theirs.expect);
  if (clash || !expect) return undefined;
  return { ...mine, text: textFrom.text, expect, uncheckable: from?.uncheckable === true };
}

// Put the steps that only `other` has into the list, each behind the step that it follows there.
function inserted(list: StepField[], other: Steps, wanted: (step: StepField) => boolean): StepField[] {
  const out = [...list];
  other.forEach((step, index) => {
    if (!wanted(step)) return;
    const before = other
      .slice(0, index)
      .map((each) => out.findIndex((placed) => placed.key === each.key))
      .findLast((place) => place >= 0);
    out.splice((before ?? -1) + 1, 0, step);
  });
  return out;
}

export function mergeSteps(base: Steps, mine: Steps, their: Steps): MergedSteps {
  const theirs = aligned(base, their);
  const find = (steps: Steps, key: string) => steps.find((step) => step.key === key);
  const all = new Set(base.map((step) => step.key));
  const inBoth = new Set(base.map(({ key }) => key).filter((key) => find(mine, key) && find(theirs, key)));
  const [was, here, there] = [base, mine, theirs].map((steps) => orderOf(steps, inBoth).join(' '));
  const theyMoved = there !== was;
  const clash = theyMoved && here !== was && here !== there;
  const conflicts: StepConflict[] = [];

  // What becomes of a step of base; undefined: it is deleted.
  const outcome = (step: StepField): StepField | undefined => {
    const [my, other] = [find(mine, step.key), find(theirs, step.key)];
    if (my && other) {
      const merged = mergedStep(step, my, other);
      if (!merged) conflicts.push({ key: step.key, number: 0, mine: my, theirs: other });
      return merged ?? my;
    }
    if (my && !step.text.trim()) return my; // the server stores no empty step
    const left = my ?? other;
    if (!left || same(step, left)) return undefined;
    conflicts.push({ key: step.key, number: 0, mine: my, theirs: other });
    return my ?? other; // shown while it is decided
  };
  const kept = new Map(base.map((step) => [step.key, outcome(step)] as const));
  // The side that moved steps decides the order; the other side's new and surviving steps are added.
  const [first, second] = theyMoved && !clash ? [theirs, mine] : [mine, theirs];
  const present = (steps: Steps) =>
    steps.flatMap((step) => (all.has(step.key) ? (kept.get(step.key) ?? []) : step));
  const steps = inserted(present(first), present(second), (step) => !find(first, step.key));
  for (const conflict of conflicts)
    conflict.number = steps.findIndex((step) => step.key === conflict.key) + 1;
  return { steps, base: theirs, conflicts, order: clash ? theirs : undefined };
}
