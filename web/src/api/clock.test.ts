import { expect, it } from 'vitest';
import { ServerClock } from './clock';

const at = Date.parse('2026-11-27T15:59:08Z');
const header = (ms: number) => new Date(ms).toUTCString();

it('clocks that agree have no difference', () => {
  const clock = new ServerClock();
  expect(clock.offsetMs()).toBe(0);
  clock.hear(header(at + 400), at + 300, at + 500);
  expect(clock.offsetMs()).toBe(0);
});

it('a browser that is ten minutes ahead is corrected to about a second', () => {
  const clock = new ServerClock();
  const ahead = 600_000;
  clock.hear(header(at + 400), at + 300 + ahead, at + 500 + ahead);
  expect(Math.abs(clock.offsetMs() + ahead)).toBeLessThan(1000);
  // Another answer, late in its second, leaves less room.
  clock.hear(header(at + 1950), at + 1940 + ahead, at + 1960 + ahead);
  expect(Math.abs(clock.offsetMs() + ahead)).toBeLessThan(400);
});

it('a slow answer widens nothing', () => {
  const clock = new ServerClock();
  clock.hear(header(at), at - 86_400_000, at - 86_399_900);
  const near = clock.offsetMs();
  clock.hear(header(at + 20_000), at - 86_400_000, at - 86_400_000 + 20_000);
  expect(Math.abs(clock.offsetMs() - 86_400_000)).toBeLessThan(1000);
  expect(Math.abs(near - 86_400_000)).toBeLessThan(1000);
});

it('follows a clock that was set, and ignores nonsense', () => {
  const clock = new ServerClock();
  clock.hear(header(at), at, at + 50);
  clock.hear(null, at, at + 50);
  clock.hear('yesterday', at, at + 50);
  expect(clock.offsetMs()).toBe(0);
  clock.hear(header(at), at + 3_600_000, at + 3_600_050);
  expect(Math.abs(clock.offsetMs() + 3_600_000)).toBeLessThan(1000);
});
