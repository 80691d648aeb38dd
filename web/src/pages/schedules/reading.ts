// reading.ts: what cron's fields say, as parts of a sentence; pure
import type { Cron, CronField } from './cron';

export type Time =
  | { kind: 'minutely' }
  | { kind: 'minutes'; count: number } // every so many
  | { kind: 'hourly'; minutes: readonly number[] }
  | { kind: 'hours'; count: number; minutes: readonly number[] }
  | { kind: 'at'; times: readonly string[] } // "02:00"
  | { kind: 'within'; every: Time; from: string; to: string } // only in these hours
  | { kind: 'mixed'; minutes: readonly number[]; hours: readonly number[] };
export type Days =
  | { kind: 'daily' }
  | { kind: 'workdays' }
  | { kind: 'weekend' }
  | { kind: 'weekdays'; weekdays: readonly number[] }
  | { kind: 'monthdays'; days: readonly number[] }
  | { kind: 'either'; days: readonly number[]; weekdays: readonly number[] };
export type Reading = { time: Time; days: Days; months: readonly number[] }; // no months: all

const TIMES_MAX = 6; // more than that are not read one by one
const two = (value: number) => String(value).padStart(2, '0');

// Hours in a row have a beginning and an end.
function withinOf(minute: CronField, hour: CronField): Time | undefined {
  const [first = 0] = hour.values;
  const last = hour.values.at(-1) ?? 0;
  if (hour.values.length < 3 || last - first !== hour.values.length - 1) return undefined;
  const every = timeOf({ minute, hour: { all: true, step: 0, values: [] } });
  if (every.kind === 'mixed') return undefined;
  return {
    kind: 'within',
    every,
    from: `${two(first)}:00`,
    to: `${two(last)}:${two(minute.values.at(-1) ?? 59)}`,
  };
}

function timeOf({ minute, hour }: Pick<Cron, 'minute' | 'hour'>): Time {
  if (hour.all && minute.all) return { kind: 'minutely' };
  if (hour.all && minute.step > 0) return { kind: 'minutes', count: minute.step };
  if (minute.values.length <= TIMES_MAX && hour.all) return { kind: 'hourly', minutes: minute.values };
  if (minute.values.length <= TIMES_MAX && hour.step > 1)
    return { kind: 'hours', count: hour.step, minutes: minute.values };
  if (minute.values.length * hour.values.length <= TIMES_MAX)
    return {
      kind: 'at',
      times: hour.values.flatMap((at) => minute.values.map((past) => `${two(at)}:${two(past)}`)),
    };
  const within = hour.all ? undefined : withinOf(minute, hour);
  if (within) return within;
  return { kind: 'mixed', minutes: minute.values, hours: hour.values };
}

function daysOf({ day, weekday }: Cron): Days {
  const weekdays = weekday.values;
  if (!day.all && !weekday.all) return { kind: 'either', days: day.values, weekdays };
  if (!day.all) return { kind: 'monthdays', days: day.values };
  if (weekday.all || weekdays.length === 7) return { kind: 'daily' };
  if (weekdays.join() === '1,2,3,4,5') return { kind: 'workdays' };
  if (weekdays.join() === '0,6') return { kind: 'weekend' };
  return { kind: 'weekdays', weekdays };
}

export function readingOf(cron: Cron): Reading {
  const { month } = cron;
  return {
    time: timeOf(cron),
    days: daysOf(cron),
    months: month.all || month.values.length === 12 ? [] : month.values,
  };
}
