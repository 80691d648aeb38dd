// strip.ts: a run on a time axis: its pictures, its calls as bars, its steps as segments; pure
import type { Run, RunEvent } from '@/api/client';
import type { Group, GroupKey, Shot } from './timeline';
import { classOf, isBad } from './tools';

export type Axis = { beganMs: number; lengthMs: number };
type Segment = { group: GroupKey; place: number; verdict: string; from: number; to: number }; // shares of the axis
export type BarKind = 'model' | 'acts' | 'asserts' | 'looks' | 'bad';
export type Bar = { kind: BarKind; from: number; to: number };

const FIRST_MS = 10_000;
const GROWTH = 1.5;

// The axis of a running run ends later than now and grows in leaps, so that an event doesn't move everything.
export function axisOf(run: Run, events: readonly RunEvent[]): Axis {
  const first = events[0]?.timestamp;
  const beganMs = Date.parse(run.startedAt ?? first ?? '') || 0;
  const last = Date.parse(events.at(-1)?.timestamp ?? '') || beganMs;
  const ended = Math.max(last, Date.parse(run.endedAt ?? '') || 0);
  if (run.state === 'ended') return { beganMs, lengthMs: Math.max(1, ended - beganMs) };
  let lengthMs = FIRST_MS;
  while (lengthMs < last - beganMs) lengthMs *= GROWTH;
  return { beganMs, lengthMs };
}

export function shareOf({ beganMs, lengthMs }: Axis, atMs: number): number {
  return Math.max(0, Math.min(1, (atMs - beganMs) / lengthMs));
}

// A step from its first event to its last.
export function segmentsOf(groups: readonly Group[], axis: Axis): Segment[] {
  return groups.flatMap(({ key, place, verdict, events }): Segment[] => {
    const first = events[0];
    const last = events.at(-1);
    if (typeof key !== 'number' || !first || !last) return [];
    const from = shareOf(axis, Date.parse(first.timestamp) - (first.durationMs ?? 0));
    return [
      { group: key, place, verdict, from, to: Math.max(from, shareOf(axis, Date.parse(last.timestamp))) },
    ];
  });
}

function kindOf(event: RunEvent): BarKind | undefined {
  if (event.type === 'model') return event.failed ? 'bad' : 'model';
  if (event.type !== 'tool' || event.toolName === 'stepDone') return undefined;
  if (isBad(event)) return 'bad';
  const kind = classOf(event);
  return kind === 'reports' ? 'looks' : kind;
}

// What took time, as bars. Neighbours of a kind whose gap cannot be seen are one bar, so that thousands of calls
// stay a few hundred.
export function barsOf(events: readonly RunEvent[], axis: Axis, widthPx: number): Bar[] {
  const unseen = 1 / Math.max(1, widthPx);
  const bars: Bar[] = [];
  const last = new Map<BarKind, Bar>();
  for (const event of events) {
    const kind = kindOf(event);
    if (!kind) continue;
    const to = shareOf(axis, Date.parse(event.timestamp));
    const from = shareOf(axis, Date.parse(event.timestamp) - (event.durationMs ?? 0));
    const before = last.get(kind);
    if (before && from - before.to < unseen) before.to = Math.max(before.to, to);
    else {
      const bar = { kind, from, to };
      bars.push(bar);
      last.set(kind, bar);
    }
  }
  return bars;
}

// How often 2 divides a number: which frames go last when room gets scarce.
function rankOf(number: number): number {
  let rank = 0;
  for (let left = number; left > 0 && left % 2 === 0; left /= 2) rank += 1;
  return rank;
}

// The pictures that have room, by their place in the run. The failing one is always among them. The choice is
// stable: which pictures yield depends on their numbers, so that a new one takes its room from neighbours only.
export function framesOf(
  shots: readonly Shot[],
  axis: Axis,
  room: number,
  failing: number | undefined,
): number[] {
  const order = shots.map((_, at) => at);
  const weight = (at: number) =>
    shots[at]?.event === failing ? Number.POSITIVE_INFINITY : at === 0 ? 1000 : rankOf(at);
  order.sort((a, b) => weight(b) - weight(a) || a - b);
  const taken: number[] = []; // shares, sorted
  const chosen: number[] = [];
  const gap = 1 / Math.max(1, room);
  for (const at of order) {
    const share = shareOf(axis, shots[at]?.atMs ?? 0);
    const next = firstAfter(taken, share);
    if (share - (taken[next - 1] ?? -1) < gap || (taken[next] ?? 2) - share < gap) continue;
    taken.splice(next, 0, share);
    chosen.push(at);
  }
  return chosen.sort((a, b) => a - b);
}

function firstAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The picture nearest to a place on the axis; -1: there is none.
export function nearest(shots: readonly Shot[], axis: Axis, share: number): number {
  const atMs = axis.beganMs + share * axis.lengthMs;
  let low = 0;
  let high = shots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shots[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  const before = shots[low - 1];
  const after = shots[low];
  if (!before) return after ? 0 : -1;
  return after && after.atMs - atMs < atMs - before.atMs ? low : low - 1;
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];

// Round moments of the axis, with room between them.
export function ticksOf({ lengthMs }: Axis, most: number): number[] {
  const seconds = lengthMs / 1000;
  const step = STEPS.find((each) => seconds / each <= most) ?? Math.ceil(seconds / most / 3600) * 3600;
  return Array.from({ length: Math.floor(seconds / step) }, (_, at) => (at + 1) * step * 1000);
}
