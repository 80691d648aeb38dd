// cron.ts: reads five fields of cron, and when they come next in a time zone; pure
export type CronField = { all: boolean; step: number; values: readonly number[] };
export type Cron = Record<'minute' | 'hour' | 'day' | 'month' | 'weekday', CronField>;
type Name = keyof Cron;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const weekdays = 'sun mon tue wed thu fri sat'.split(' ');
const fields: readonly [Name, number, number, readonly string[]][] = [
  ['minute', 0, 59, []],
  ['hour', 0, 23, []],
  ['day', 1, 31, []],
  ['month', 1, 12, months],
  ['weekday', 0, 7, weekdays], // 7 is Sunday too
];
const short: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

function numberOf(text: string, names: readonly string[], least: number): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const at = names.indexOf(text.toLowerCase());
  return at < 0 ? undefined : at + Math.min(least, 1);
}

// One part of a list: *, 5, 1-5, */15, 10-30/5.
function partOf(text: string, least: number, most: number, names: readonly string[]): number[] | undefined {
  const [, range = '', every] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  const step = every === undefined ? 1 : Number(every);
  const [begin = '', end, more] = range.split('-');
  if (!range || step < 1 || more !== undefined) return undefined;
  const from = range === '*' ? least : numberOf(begin, names, least);
  const open = range === '*' || (end === undefined && every !== undefined);
  const to = open ? Math.min(most, names === weekdays ? 6 : most) : numberOf(end ?? begin, names, least);
  if (from === undefined || to === undefined || from < least || to > most || from > to) return undefined;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

function fieldOf(text: string, least: number, most: number, names: readonly string[]) {
  const parts = text.split(',').map((part) => partOf(part, least, most, names));
  if (parts.some((part) => part === undefined)) return undefined;
  const values = parts.flatMap((part) => part ?? []).map((value) => (names === weekdays ? value % 7 : value));
  return {
    all: text.startsWith('*') && !text.includes('/'),
    step: Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? 0),
    values: [...new Set(values)].sort((a, b) => a - b),
  };
}

// undefined: it cannot be read.
export function parseCron(text: string): Cron | undefined {
  const trimmed = text.trim();
  const words = (short[trimmed.toLowerCase()] ?? trimmed).split(/\s+/);
  if (words.length !== fields.length) return undefined;
  const read: Partial<Cron> = {};
  for (const [at, [name, least, most, names]] of fields.entries()) {
    const field = fieldOf(words[at] ?? '', least, most, names);
    if (!field) return undefined;
    read[name] = field;
  }
  return read as Cron;
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

// How far the zone's clock is ahead of UTC at a moment.
function offsetMs(clock: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

// The moment when the zone's clock shows this time: of two the first, and the end of the gap for a time that the
// clock leaves out, as the server has it.
function momentOf(clock: Intl.DateTimeFormat, wall: number): number {
  const around = [wall - DAY_MS, wall + DAY_MS].map((at) => wall - offsetMs(clock, at)).sort((a, b) => a - b);
  const found = around.find((at) => at + offsetMs(clock, at) === wall);
  if (found !== undefined) return found;
  let [early = wall, late = wall] = around;
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle + offsetMs(clock, middle) < wall) early = middle;
    else late = middle;
  }
  return late;
}

// Both a day of the month and a weekday: either counts, as cron has it.
function isDay(cron: Cron, date: Date): boolean {
  if (!cron.month.values.includes(date.getUTCMonth() + 1)) return false;
  const day = cron.day.values.includes(date.getUTCDate());
  const weekday = cron.weekday.values.includes(date.getUTCDay());
  if (cron.day.all) return weekday;
  if (cron.weekday.all) return day;
  return day || weekday;
}

const YEARS = 8; // 29 February may be that far away

// The next moments after from, in milliseconds.
export function nextTimes(cron: Cron, zone: string, from: number, count: number): number[] {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const found: number[] = [];
  const today = Math.floor((from + offsetMs(clock, from)) / DAY_MS) * DAY_MS;
  for (let day = today; found.length < count && day < today + YEARS * 366 * DAY_MS; day += DAY_MS) {
    if (!isDay(cron, new Date(day))) continue;
    for (const hour of cron.hour.values)
      for (const minute of cron.minute.values) {
        if (found.length >= count) return found;
        const at = momentOf(clock, day + (hour * 60 + minute) * MINUTE_MS);
        if (at > from && at !== found.at(-1)) found.push(at);
      }
  }
  return found;
}
