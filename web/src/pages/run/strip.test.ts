// strip.test.ts: a run on its time axis
import { describe, expect, test } from 'vitest';
import type { Run, RunEvent } from '@/api/client';
import { axisOf, barsOf, framesOf, nearest, segmentsOf, shareOf, ticksOf } from './strip';
import type { Group, Shot } from './timeline';

const T0 = Date.parse('2026-11-29T10:00:00Z');
const at = (ms: number) => new Date(T0 + ms).toISOString();
const ended = { state: 'ended', startedAt: at(0), endedAt: at(10_000) } as Run;
const live = { state: 'running', startedAt: at(0) } as Run;
const call = (ms: number, durationMs: number, more: Partial<RunEvent> = {}): RunEvent => ({
  run: 'R',
  index: ms,
  timestamp: at(ms),
  type: 'tool',
  toolName: 'tap',
  durationMs,
  ...more,
});
const shot = (event: number, ms: number): Shot => ({ path: `${event}.png`, event, group: 1, atMs: T0 + ms });
const axis = { beganMs: T0, lengthMs: 10_000 };

describe('axis', () => {
  test('an ended run has its own length', () => {
    expect(axisOf(ended, [call(9_000, 5)])).toEqual(axis);
    expect(shareOf(axis, T0 + 2_500)).toBe(0.25);
  });

  test('a run that goes on has room, and grows in leaps', () => {
    const lengths = [1_000, 9_000, 11_000, 14_000, 16_000].map((ms) => axisOf(live, [call(ms, 5)]).lengthMs);
    expect(lengths).toEqual([10_000, 10_000, 15_000, 15_000, 22_500]);
  });

  test('ticks are round and few', () => {
    expect(ticksOf(axis, 4)).toEqual([5_000, 10_000]);
    expect(ticksOf({ beganMs: 0, lengthMs: 3_600_000 }, 6).length).toBe(6);
  });
});

describe('bars', () => {
  test('a call lasts from its begin to its end, in the colour of what it is', () => {
    const bars = barsOf([call(2_000, 1_000), call(4_000, 500, { resultPrefix: 'NOT_FOUND' })], axis, 1000);
    expect(bars).toEqual([
      { kind: 'acts', from: 0.1, to: 0.2 },
      { kind: 'bad', from: 0.35, to: 0.4 },
    ]);
  });

  test('thousands of calls are a few hundred bars', () => {
    const many = Array.from({ length: 5000 }, (_, i) => call(i * 2, 1));
    expect(barsOf(many, axis, 1400).length).toBeLessThan(10);
  });
});

test('a step reaches from its first call to its last', () => {
  const group = {
    key: 1,
    place: 1,
    verdict: 'PASS',
    events: [call(2_000, 1_000), call(5_000, 100)],
  } as Group;
  expect(segmentsOf([group], axis)).toEqual([{ group: 1, place: 1, verdict: 'PASS', from: 0.1, to: 0.5 }]);
});

describe('frames', () => {
  const many = Array.from({ length: 200 }, (_, i) => shot(i, i * 50));

  test('there are no more than there is room for, and the failing one is among them', () => {
    for (const failing of [0, 17, 101, 199]) {
      const frames = framesOf(many, axis, 30, failing);
      expect(frames.length).toBeLessThanOrEqual(30);
      expect(frames.length).toBeGreaterThan(10);
      expect(frames).toContain(failing);
    }
  });

  test('a new picture makes the page fetch no other than itself', () => {
    let before = new Set(framesOf(many.slice(0, 100), axis, 30, undefined));
    for (let count = 101; count <= 200; count++) {
      const now = framesOf(many.slice(0, count), axis, 30, undefined);
      expect(now.filter((frame) => !before.has(frame) && frame !== count - 1)).toEqual([]);
      before = new Set([...before, ...now]);
    }
  });

  test('few pictures are all shown', () => {
    expect(framesOf([shot(1, 0), shot(2, 5_000)], axis, 30, undefined)).toEqual([0, 1]);
  });
});

test('the pointer finds the nearest picture in time', () => {
  const shots = [shot(1, 1_000), shot(2, 2_000), shot(3, 9_000)];
  expect(nearest(shots, axis, 0)).toBe(0);
  expect(nearest(shots, axis, 0.19)).toBe(1);
  expect(nearest(shots, axis, 0.5)).toBe(1);
  expect(nearest(shots, axis, 0.6)).toBe(2);
  expect(nearest([], axis, 0.6)).toBe(-1);
});
