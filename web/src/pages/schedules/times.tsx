// times.tsx: a schedule in words, and its next times on the clock of its zone
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/api/clock';
import type { Schedule } from '@/api/team_schedules';
import '@/text/team';
import { tip } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';
import { type Cron, isZone, nextTimes, parseCron } from './cron';
import { readingOf, type Time } from './reading';

const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

// "Every day at 02:00", in the page's language and the forms of the reader's region.
export function useReading(): (cron: Cron) => string {
  const { t } = useTranslation('team');
  const { locale } = useFormat();
  return (cron) => {
    const { time, days, months } = readingOf(cron);
    const list = (words: readonly string[]) => new Intl.ListFormat(locale).format(words);
    const name = (at: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
    const weekdays = (values: readonly number[]) =>
      list(values.map((day) => name(SUNDAY + day * DAY_MS, { weekday: 'long' })));
    const past = (values: readonly number[]) =>
      list(values.map((minute) => t('schedules.reading.past', { minute: String(minute).padStart(2, '0') })));
    const clock = (text: string) => name(Date.parse(`2026-01-01T${text}Z`), { timeStyle: 'short' });
    const numbers = (values: readonly number[]) => list(values.map(String));

    const timeWords = (time: Time): string => {
      if (time.kind === 'within')
        return t('schedules.reading.within', {
          every: timeWords(time.every),
          from: clock(time.from),
          to: clock(time.to),
        });
      if (time.kind === 'minutely') return t('schedules.reading.minutely');
      if (time.kind === 'minutes') return t('schedules.reading.minutes', { count: time.count });
      if (time.kind === 'hourly') return t('schedules.reading.hourly', { minutes: past(time.minutes) });
      if (time.kind === 'hours')
        return t('schedules.reading.hours', { count: time.count, minutes: past(time.minutes) });
      if (time.kind === 'at') return t('schedules.reading.at', { times: list(time.times.map(clock)) });
      return t('schedules.reading.mixed', { minutes: numbers(time.minutes), hours: numbers(time.hours) });
    };
    const dayWords = () => {
      if (days.kind === 'daily') return time.kind === 'at' ? t('schedules.reading.daily') : '';
      if (days.kind === 'weekdays')
        return t('schedules.reading.weekdays', { weekdays: weekdays(days.weekdays) });
      if (days.kind === 'monthdays') return t('schedules.reading.monthdays', { days: numbers(days.days) });
      if (days.kind === 'either')
        return t('schedules.reading.either', { days: numbers(days.days), weekdays: weekdays(days.weekdays) });
      return t(`schedules.reading.${days.kind}`);
    };
    const monthWords =
      months.length > 0 &&
      t('schedules.reading.months', {
        months: list(months.map((month) => name(Date.UTC(2026, month - 1), { month: 'long' }))),
      });
    const parts = time.kind === 'at' ? [dayWords(), timeWords(time)] : [timeWords(time), dayWords()];
    const words = [parts.filter(Boolean).join(time.kind === 'at' ? ' ' : ', '), monthWords]
      .filter(Boolean)
      .join(', ');
    return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
  };
}

// What the server says is next, or what the fields say, in milliseconds.
export function upcoming(
  { cron, zone, next }: Pick<Schedule, 'cron' | 'zone' | 'next'>,
  count: number,
): number[] {
  const told = (next ?? []).map((at) => Date.parse(at));
  if (told.length >= count) return told.slice(0, count);
  const read = parseCron(cron);
  return read && isZone(zone) ? nextTimes(read, zone, serverNow(), count) : told;
}

// On the zone's clock; the tooltip has the reader's own.
export function ZonedTime({ at, zone }: { at: number; zone: string }) {
  const format = useFormat();
  const words = new Intl.DateTimeFormat(format.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(isZone(zone) && { timeZone: zone }),
  }).format(at);
  return (
    <time dateTime={new Date(at).toISOString()} {...tip(format.exact(at))}>
      {words}
    </time>
  );
}
