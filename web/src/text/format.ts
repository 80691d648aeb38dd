// format.ts: dates, numbers, durations, money and sizes; words in the page's language, forms of the reader's region
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

// Nothing is known; a price of 0 is something else.
export const UNKNOWN = '–';

const DAY_S = 86_400;
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_S],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

type Moment = string | number | Date;
type Digits = { digits?: number; least?: number };

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined; // such as "C" or "en_US.UTF-8" of a browser without a language
  }
}

// The page's words in the forms of the region that the browser's first language with a region names: for a page in
// English "en-GB" in London, "en-DE" in Berlin. What the reader's own entry sets besides (a clock of 24 hours) is kept.
export function localeOf(words: string, wished: readonly string[]): string {
  const { language } = new Intl.Locale(words);
  const known = wished.map(parsed).filter((each) => each !== undefined);
  const place = known.find((each) => each.region) ?? known[0]?.maximize();
  if (!place?.region) return language;
  const { calendar, hourCycle, numberingSystem } = place;
  const own = place.language === language;
  return new Intl.Locale(language, {
    region: place.region,
    ...(hourCycle && { hourCycle }),
    ...(own && calendar && { calendar }),
    ...(own && numberingSystem && { numberingSystem }),
  }).toString();
}

// Small prices have two more digits.
const centsOf = (usd: number) => (usd !== 0 && Math.abs(usd) < 0.1 ? 4 : 2);

function durationOf(number: (value: number, digits?: Digits) => string, ms: number, whole: boolean): string {
  if (whole) ms = Math.floor(ms / 1000) * 1000;
  else if (ms < 1000) return `${number(ms, { digits: 0 })} ms`;
  if (ms < 59_950) return `${number(ms / 1000, whole ? { digits: 0 } : { digits: 1, least: 1 })} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = (of: number) => String(of % 60).padStart(2, '0');
  if (minutes < 60) return `${minutes} min ${rest(seconds)} s`;
  return `${number(Math.floor(minutes / 60))} h ${rest(minutes)} min`;
}

// Makes what is asked for when it is first asked for. The constructors of Intl take milliseconds each, and a page
// needs a few of them.
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function makeFormat(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, options));
    return (at: Moment) => {
      const date = new Date(at);
      return Number.isNaN(date.getTime()) ? UNKNOWN : format().format(date);
    };
  };
  const numbers = new Map<string, Intl.NumberFormat>();
  const numberAs = (value: number, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format.format(value);
  };
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const date = dates({ dateStyle: 'medium' });
  const number = (value: number, { digits = 0, least = 0 }: Digits = {}) =>
    numberAs(value, { maximumFractionDigits: digits, minimumFractionDigits: least });

  return {
    locale,
    date,
    number,
    // 27 Nov 2026, 15:59
    moment: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    // 27 Nov 2026, 15:59:08: what a tooltip says
    exact: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    time: dates({ timeStyle: 'short' }),
    // 27 Nov: where the year is no question
    day: dates({ day: 'numeric', month: 'short' }),

    percent: (share: number, options: { digits?: number; signed?: boolean } = {}) =>
      numberAs(share, {
        style: 'percent',
        maximumFractionDigits: options.digits ?? 0,
        ...(options.signed && { signDisplay: 'exceptZero' }),
      }),

    // Prices are in dollars.
    money: (usd: number | null | undefined) =>
      usd === null || usd === undefined
        ? UNKNOWN
        : numberAs(usd, {
            style: 'currency',
            currency: 'USD',
            currencyDisplay: 'narrowSymbol',
            minimumFractionDigits: centsOf(usd),
            maximumFractionDigits: centsOf(usd),
          }),

    // Whole seconds are for what is still running, as "ago" counts them.
    duration: (ms: number, { whole = false }: { whole?: boolean } = {}) =>
      durationOf(number, Math.max(0, ms), whole),

    bytes(count: number): string {
      const names = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
      const power = count < 1000 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(count) / 3));
      const value = count / 1000 ** power;
      return numberAs(value, {
        style: 'unit',
        unit: names[power],
        maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
      });
    },

    // "3 minutes ago", counted down to whole units as durations are; older than a week, the date.
    ago(at: Moment, now: number): string {
      const seconds = Math.floor((now - new Date(at).getTime()) / 1000);
      if (Number.isNaN(seconds)) return UNKNOWN;
      if (seconds >= 7 * DAY_S) return date(at);
      const past = Math.max(0, seconds);
      const [unit, size] = units.find(([, size]) => past >= size) ?? (['second', 1] as const);
      return relative().format(-Math.floor(past / size), unit);
    },
  };
}

export type Format = ReturnType<typeof makeFormat>;

const made = new Map<string, Format>();

// The format for words of this language, in a browser that wishes for these.
export function formatOf(language: string, wished: readonly string[]): Format {
  const key = [language, ...wished].join();
  const format = made.get(key) ?? makeFormat(localeOf(language, wished));
  made.set(key, format);
  return format;
}

// In a component use useFormat, which follows a change of the language.
export const format = () => formatOf(i18next.language ?? 'en', navigator.languages);

export function useFormat(): Format {
  return formatOf(useTranslation().i18n.language, navigator.languages);
}
