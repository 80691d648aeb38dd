// cron.test.ts: fields of cron, their reading, and the next times in zones with summer time
import { describe, expect, it } from 'vitest';
import { isZone, nextTimes, parseCron } from './cron';
import { readingOf } from './reading';

const next = (text: string, zone: string, from: string, count = 3) => {
  const cron = parseCron(text);
  if (!cron) throw new Error(text);
  return nextTimes(cron, zone, Date.parse(from), count).map((at) => new Date(at).toISOString().slice(0, 16));
};
const read = (text: string) => {
  const cron = parseCron(text);
  return cron && readingOf(cron);
};

describe('parseCron', () => {
  it.each(['', '* * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '5-1 * * * *'])(
    'refuses "%s"',
    (text) => expect(parseCron(text)).toBeUndefined(),
  );
  it.each([
    '*/0 * * * *',
    '1-2-3 * * * *',
    ',1 * * * *',
    '-1 * * * *',
    '1/2/3 * * * *',
    'a * * * *',
    '@never',
  ])('refuses "%s"', (text) => expect(parseCron(text)).toBeUndefined());
  it('reads lists, ranges, steps and names', () => {
    const cron = parseCron(' 0,30 8-10/2  1 JAN,mar mon-FRI ');
    expect(cron?.minute.values).toEqual([0, 30]);
    expect(cron?.hour.values).toEqual([8, 10]);
    expect(cron?.month.values).toEqual([1, 3]);
    expect(cron?.weekday.values).toEqual([1, 2, 3, 4, 5]);
    expect(parseCron('0 0 * * 5-7')?.weekday.values).toEqual([0, 5, 6]);
    expect(parseCron('50/5 * * * *')?.minute.values).toEqual([50, 55]);
    expect(parseCron('@daily')?.hour.values).toEqual([0]);
  });
});

describe('readingOf', () => {
  it.each([
    ['* * * * *', { kind: 'minutely' }],
    ['*/15 * * * *', { kind: 'minutes', count: 15 }],
    ['5 * * * *', { kind: 'hourly', minutes: [5] }],
    ['0 */6 * * *', { kind: 'hours', count: 6, minutes: [0] }],
    ['0 2,14 * * *', { kind: 'at', times: ['02:00', '14:00'] }],
    [
      '*/15 8-17 * * *',
      { kind: 'within', every: { kind: 'minutes', count: 15 }, from: '08:00', to: '17:45' },
    ],
    ['0 8-17 * * *', { kind: 'within', every: { kind: 'hourly', minutes: [0] }, from: '08:00', to: '17:00' }],
    ['*/5 2,6,9 * * *', { kind: 'mixed' }],
  ])('reads the time of %s', (text, time) => expect(read(text)?.time).toMatchObject(time));
  it.each([
    ['0 2 * * *', { kind: 'daily' }],
    ['0 2 * * 1-5', { kind: 'workdays' }],
    ['0 2 * * sat,sun', { kind: 'weekend' }],
    ['0 2 * * 1,3', { kind: 'weekdays', weekdays: [1, 3] }],
    ['0 2 1 * *', { kind: 'monthdays', days: [1] }],
    ['0 2 1 * 1', { kind: 'either', days: [1], weekdays: [1] }],
  ])('reads the days of %s', (text, days) => expect(read(text)?.days).toEqual(days));
  it('reads months', () => {
    expect(read('0 2 * 1,7 *')?.months).toEqual([1, 7]);
    expect(read('0 2 * * *')?.months).toEqual([]);
  });
});

describe('nextTimes', () => {
  it('counts in the zone', () => {
    expect(next('0 2 * * *', 'UTC', '2026-11-29T02:00:00Z', 2)).toEqual([
      '2026-11-30T02:00',
      '2026-12-01T02:00',
    ]);
    expect(next('0 2 * * *', 'America/New_York', '2026-11-29T06:59:59Z', 1)).toEqual(['2026-11-29T07:00']);
    expect(next('30 23 * * 1', 'Asia/Kolkata', '2026-11-29T00:00:00Z', 1)).toEqual(['2026-11-30T18:00']);
  });
  it('takes the end of the gap for what summer time leaves out, once, and the first of two', () => {
    expect(next('30 2 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(next('*/30 2 * * *', 'America/New_York', '2026-03-08T05:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:00',
    ]);
    expect(next('30 2 * * *', 'Europe/Paris', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });
  it('finds rare days, and none that do not exist', () => {
    expect(next('0 0 29 2 *', 'UTC', '2026-11-29T00:00:00Z', 1)).toEqual(['2028-02-29T00:00']);
    expect(next('0 0 31 2 *', 'UTC', '2026-11-29T00:00:00Z')).toEqual([]);
    expect(next('0 0 1 * 1', 'UTC', '2026-11-29T00:00:00Z')).toEqual([
      '2026-11-30T00:00',
      '2026-12-01T00:00',
      '2026-12-07T00:00',
    ]);
  });
});

it('knows zones', () => {
  expect(isZone('Europe/Paris')).toBe(true);
  expect(isZone('Europe/Nowhere')).toBe(false);
  expect(isZone('')).toBe(false);
});
