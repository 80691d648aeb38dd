// timeline.ts: the events of a run as the rows of its timeline; pure
import type { Run, RunEvent, Schemas } from '@/api/client';
import type { Usage } from '@/api/history';
import type { Place } from './data';
import { classOf, isBad } from './tools';

// On how many other screens of the run the proof held too.
export type Strength = { weak: boolean; held: number; others: number };
// The second model's judgement of the step.
export type Second = { opinion: NonNullable<Schemas['RunStep']['secondModel']>; said: string };
export type GroupKey = 'start' | 'end' | number;
export type Group = {
  key: GroupKey; // a step's number; what came before the first and after the last
  place: number; // in addresses: 0, the step's number, one more than the last
  text: string;
  verdict: string;
  reason?: string;
  proof?: string;
  expectations?: Schemas['Expectation'][];
  strength?: Strength | undefined; // strength of the proof, if it was measured
  second?: Second | undefined;
  goesOn?: boolean; // it has begun, and its verdict is to come
  events: RunEvent[]; // those that have rows
  durationMs?: number;
  tokens: number;
  costUsd: number | null; // null: not known
};
export type Row = { kind: 'group'; group: Group } | { kind: 'event'; event: RunEvent; group: Group };
export type Shot = { path: string; event: number; group: GroupKey };
export type Timeline = {
  groups: readonly Group[];
  shots: readonly Shot[]; // each picture once, in order
  owners: ReadonlyMap<number, Place>; // the row that shows an event without its own row
};

export const filters = ['all', 'actions', 'assertions', 'model', 'errors'] as const;
export type Filter = (typeof filters)[number];

// A sum with a part that is not known is not known.
function costOf(sum: number | null, cost: number | null | undefined): number | null {
  return sum === null || cost === null ? null : sum + (cost ?? 0);
}

function newGroup(key: GroupKey, place: number, text = ''): Group {
  return { key, place, text, verdict: 'OPEN', events: [], tokens: 0, costUsd: 0 };
}

// A verdict by a model has no measured proof.
function strengthOf(step: Schemas['RunStep']): Strength | undefined {
  const { proofHeldOn, proofScreens, weakProof, judged } = step;
  if (judged || proofHeldOn === undefined || proofScreens === undefined) return undefined;
  return { weak: weakProof === true, held: proofHeldOn, others: proofScreens };
}

// During a run the verdicts come with its events; those of the ended run replace them.
function stepsOf(run: Run, events: readonly RunEvent[]): Group[] {
  const groups = (run.steps ?? run.scenario?.steps ?? []).map((step, at) => {
    const text = typeof step === 'string' ? step : 'description' in step ? step.description : step.text;
    return newGroup(at + 1, at + 1, text);
  });
  for (const { type, step, state, verdict, message, proof } of events) {
    const group = type === 'step' && step ? groups[step - 1] : undefined;
    if (group && state === 'began') group.goesOn = run.state === 'running';
    if (group && state === 'ended') Object.assign(group, { verdict, reason: message, proof, goesOn: false });
  }
  for (const each of run.steps ?? []) {
    const { verdict, reason, proof, durationMs, expectations, secondModel, secondModelSaid } = each;
    const second = secondModel && { opinion: secondModel, said: secondModelSaid ?? '' };
    const group = groups[each.step - 1];
    if (group && run.state === 'ended')
      Object.assign(group, {
        verdict,
        reason,
        proof,
        strength: strengthOf(each),
        second,
        durationMs,
        expectations,
      });
  }
  return groups;
}

// A picture belongs to the call after which it was taken, which names it.
function claimedBy(events: readonly RunEvent[]): Map<string, number> {
  const claimed = new Map<string, number>();
  for (const event of events)
    if (event.type === 'tool' && event.screenshotPath) claimed.set(event.screenshotPath, event.index);
  return claimed;
}

export function timelineOf(run: Run, events: readonly RunEvent[]): Timeline {
  const steps = stepsOf(run, events);
  const start = newGroup('start', 0);
  const end = newGroup('end', steps.length + 1);
  const claimed = claimedBy(events);
  const owners = new Map<number, Place>();
  const shots: Shot[] = [];
  let current = start;
  for (const event of events) {
    const { index, type, step, screenshotPath } = event;
    const isLast = type === 'state' && event.state === 'ended';
    if (step) current = steps[step - 1] ?? current;
    else if (isLast || (type === 'log' && steps.at(-1)?.verdict !== 'OPEN' && current === steps.at(-1)))
      current = end;
    if (type === 'step' && step) {
      owners.set(index, { step });
      continue;
    }
    const owner = screenshotPath && type === 'screenshot' ? claimed.get(screenshotPath) : undefined;
    if (owner !== undefined) {
      owners.set(index, { event: owner });
      continue;
    }
    if (screenshotPath) shots.push({ path: screenshotPath, event: index, group: current.key });
    current.events.push(event);
    current.tokens += (event.inputTokens ?? 0) + (event.outputTokens ?? 0);
    current.costUsd = costOf(current.costUsd, event.costUsd);
  }
  const some = (group: Group) => (group.events.length > 0 ? [group] : []);
  return { groups: [...some(start), ...steps, ...some(end)], shots, owners };
}

function passes(event: RunEvent, filter: Filter): boolean {
  const isTool = event.type === 'tool';
  if (filter === 'actions') return isTool && classOf(event) === 'acts';
  if (filter === 'assertions') return isTool && classOf(event) === 'asserts';
  if (filter === 'model') return event.type === 'model' || event.type === 'said';
  if (filter === 'errors')
    return (isTool && isBad(event)) || event.type === 'guard' || (event.type === 'model' && !!event.failed);
  return true;
}

function has(event: RunEvent, words: string): boolean {
  const { toolName, args, result, message, element, model } = event;
  return [toolName, args, result, message, element, model].some((text) =>
    text?.toLowerCase().includes(words),
  );
}

// The rows that are left of a timeline. Steps in which nothing is left go too, unless nothing is asked for.
export function rowsOf(
  groups: readonly Group[],
  filter: Filter,
  search: string,
  closed: ReadonlySet<GroupKey>,
): Row[] {
  const words = search.trim().toLowerCase();
  const asked = words !== '' || filter !== 'all';
  const rows: Row[] = [];
  for (const group of groups) {
    const isMeant = words !== '' && filter === 'all' && group.text.toLowerCase().includes(words);
    const events = asked
      ? group.events.filter((event) => passes(event, filter) && (words === '' || has(event, words)))
      : group.events;
    if (asked && events.length === 0 && !isMeant) continue;
    rows.push({ kind: 'group', group });
    if (!asked && closed.has(group.key)) continue;
    for (const event of events) rows.push({ kind: 'event', event, group });
  }
  return rows;
}

export function placeOf(row: Row): Place {
  return row.kind === 'event' ? { event: row.event.index } : { step: row.group.place };
}

// The row of a place, or of the event that shows it; -1: it is filtered out, or does not exist.
export function rowAt(rows: readonly Row[], timeline: Timeline, place: Place): number {
  const meant = place.event === undefined ? place : (timeline.owners.get(place.event) ?? place);
  return rows.findIndex((row) =>
    row.kind === 'event'
      ? row.event.index === meant.event
      : meant.event === undefined && row.group.place === meant.step,
  );
}

function lastBad(group: Group): RunEvent | undefined {
  const calls = group.events.filter((event) => event.type === 'tool' && event.toolName !== 'stepDone');
  return calls.findLast(isBad) ?? calls.at(-1);
}

// Where somebody who opens a run that did not pass should look first: the call that failed, or the step
// that nothing proves.
export function troubleOf(run: Run, { groups }: Timeline): Place | undefined {
  if (run.state !== 'ended' || run.verdict === 'PASS') return undefined;
  const failed = groups.find((group) => group.verdict === 'FAIL');
  if (failed) {
    const event = lastBad(failed);
    return event ? { event: event.index } : { step: failed.place };
  }
  if (run.end && run.end !== 'done') {
    const last = groups.flatMap((group) => group.events).findLast((event) => event.failed || isBad(event));
    if (last) return { event: last.index };
  }
  const open = groups.find((group) => typeof group.key === 'number' && group.verdict !== 'PASS');
  return open ? { step: open.place } : undefined;
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

// The model's words before a call, since its last request.
export function wordsBefore(events: readonly RunEvent[], index: number): RunEvent[] {
  const words: RunEvent[] = [];
  const at = events.findIndex((event) => event.index === index);
  for (let i = at - 1; i >= 0; i--) {
    const event = events[i];
    if (!event || event.type === 'model') break;
    if (event.type === 'said') words.unshift(event);
  }
  return words;
}

export function wordsAfter(events: readonly RunEvent[], index: number): RunEvent[] {
  const words: RunEvent[] = [];
  const at = events.findIndex((event) => event.index === index);
  for (let i = at + 1; at >= 0 && events[i]?.type === 'said'; i++) words.push(events[i] as RunEvent);
  return words;
}

export function usageOf(run: Run, events: readonly RunEvent[]): Usage {
  if (run.usage)
    return { iterations: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0, ...run.usage };
  const usage: Usage = { iterations: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 };
  for (const event of events) {
    if (event.type !== 'model') continue;
    usage.iterations += 1;
    usage.inputTokens += event.inputTokens ?? 0;
    usage.cachedTokens += event.cachedTokens ?? 0;
    usage.outputTokens += event.outputTokens ?? 0;
    usage.costUsd = costOf(usage.costUsd, event.costUsd);
  }
  return usage;
}
