// timeline.ts: the events of a run as steps, the model's turns in them, and the calls of each turn; pure
import type { Run, RunEvent, Schemas } from '@/api/client';
import { type StepFacts, stepsOf, sumOfCosts } from '@/outcome/outcome';
import type { Place } from './data';
import { isBad } from './tools';

// On how many other screens of the run the proof held too.
export type Strength = { weak: boolean; held: number; others: number };
// The second model's judgement of the step.
type Second = { opinion: NonNullable<Schemas['RunStep']['secondModel']>; said: string };
// A request to the model and what came back: words, and calls, which are items of their own.
export type Turn = { model: RunEvent; words: RunEvent[]; calls: number };
// A turn is the head of its calls; event is its request then. Calls of a recording belong to no turn.
export type Item = { event: RunEvent; turn?: Turn; isHead?: boolean };
export type GroupKey = 'start' | 'end' | number;
export type Group = {
  key: GroupKey; // a step's number; what came before the first and after the last
  place: number; // in addresses: 0, the step's number, one more than the last
  text: string;
  facts?: StepFacts; // of a step, from which its outcome is worded
  verdict: string;
  reason?: string;
  proof?: string;
  expectations?: Schemas['Expectation'][];
  strength?: Strength | undefined; // strength of the proof, if it was measured
  second?: Second | undefined;
  goesOn?: boolean; // it has begun, and its verdict is to come
  events: RunEvent[]; // all but pictures and the step's own
  items: Item[]; // the rows below it
  reported?: RunEvent; // the call in which the model gave the step's verdict
  durationMs?: number;
  tokens: number;
  costUsd: number | null; // null: not known
};
export type Shot = { path: string; event: number; group: GroupKey; atMs: number };
export type Timeline = {
  groups: readonly Group[];
  shots: readonly Shot[]; // each picture once, in order
  owners: ReadonlyMap<number, Place>; // the row that shows an event without its own row
};

function newGroup(key: GroupKey, place: number, text = ''): Group {
  return { key, place, text, verdict: 'OPEN', events: [], items: [], tokens: 0, costUsd: 0 };
}

// A verdict by a model has no measured proof.
function strengthOf(step: StepFacts): Strength | undefined {
  const { proofHeldOn, proofScreens, weakProof, judged } = step;
  if (judged || proofHeldOn === undefined || proofScreens === undefined) return undefined;
  return { weak: weakProof === true, held: proofHeldOn, others: proofScreens };
}

function stepGroups(run: Run, events: readonly RunEvent[]): Group[] {
  return stepsOf(run, events).map((facts, at) => {
    const { text = '', verdict = 'OPEN', secondModel, secondModelSaid, running, ...rest } = facts;
    return {
      ...newGroup(at + 1, at + 1, text),
      ...rest,
      facts,
      verdict,
      goesOn: running === true,
      strength: strengthOf(facts),
      second: secondModel && { opinion: secondModel, said: secondModelSaid ?? '' },
    };
  });
}

// A picture belongs to the call after which it was taken, which names it.
function claimedBy(events: readonly RunEvent[]): Map<string, number> {
  const claimed = new Map<string, number>();
  for (const event of events)
    if (event.type === 'tool' && event.screenshotPath) claimed.set(event.screenshotPath, event.index);
  return claimed;
}

// The step in which an event happened. What comes after the last verdict belongs to no step.
function groupOf(event: RunEvent, steps: readonly Group[], current: Group, end: Group): Group {
  if (event.step) return steps[event.step - 1] ?? current;
  const last = steps.at(-1);
  const isLast = event.type === 'state' && event.state === 'ended';
  return isLast || (event.type === 'log' && last?.verdict !== 'OPEN' && current === last) ? end : current;
}

// Where an event is shown that has no row: its picture's call, its step, its turn. undefined: it gets a row.
function ownerOf(event: RunEvent, group: Group, turn: Turn | undefined, claimed: Map<string, number>) {
  const { type, step, screenshotPath } = event;
  if (type === 'step' && step) return { step };
  if (type === 'screenshot' && screenshotPath) {
    const call = claimed.get(screenshotPath);
    return call === undefined ? undefined : { event: call };
  }
  if (type === 'said' && turn) return { event: turn.model.index };
  if (event.toolName === 'stepDone' && !isBad(event)) return { step: group.place };
  return undefined;
}

function addTo(group: Group, event: RunEvent) {
  group.events.push(event);
  group.tokens += (event.inputTokens ?? 0) + (event.outputTokens ?? 0);
  group.costUsd = sumOfCosts(group.costUsd, event.costUsd);
  if (event.toolName === 'stepDone') group.reported = event;
}

export function timelineOf(run: Run, events: readonly RunEvent[]): Timeline {
  const steps = stepGroups(run, events);
  const start = newGroup('start', 0);
  const end = newGroup('end', steps.length + 1);
  const claimed = claimedBy(events);
  const owners = new Map<number, Place>();
  const shots: Shot[] = [];
  let current = start;
  let turn: Turn | undefined;
  for (const event of events) {
    const { index, type, screenshotPath } = event;
    current = groupOf(event, steps, current, end);
    const owner = ownerOf(event, current, turn, claimed);
    if (owner) owners.set(index, owner);
    if (type === 'said' && owner) turn?.words.push(event);
    if (type === 'step' || (type === 'screenshot' && owner)) continue;
    addTo(current, event);
    if (screenshotPath && !owner)
      shots.push({
        path: screenshotPath,
        event: index,
        group: current.key,
        atMs: Date.parse(event.timestamp),
      });
    if (owner) continue;
    if (type === 'model') {
      turn = { model: event, words: [], calls: 0 };
      current.items.push({ event, turn, isHead: true });
    } else if (type === 'tool' && turn) {
      turn.calls += 1;
      current.items.push({ event, turn });
    } else current.items.push({ event });
  }
  const some = (group: Group) => (group.events.length > 0 ? [group] : []);
  return { groups: [...some(start), ...steps, ...some(end)], shots, owners };
}

// The newest picture before an event, and that event itself if it has one.
export function shotAt(shots: readonly Shot[], event: number): number {
  let low = 0;
  let high = shots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shots[middle]?.event ?? 0) <= event) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
