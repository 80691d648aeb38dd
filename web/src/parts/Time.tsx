// Time.tsx: moments, durations and amounts in the reader's language
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from './useNow';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

function ago(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return format.format(-Math.round(seconds / size), unit);
}

// "3 minutes ago", with the moment itself as the tooltip; older than a week, the date.
export function Ago({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useNow(10_000);
  const moment = new Date(at);
  const seconds = (now - moment.getTime()) / 1000;
  const exact = moment.toLocaleString(i18n.language);
  return (
    <time dateTime={at} title={exact}>
      {seconds < 7 * 86_400
        ? ago(Math.max(0, seconds), i18n.language)
        : moment.toLocaleDateString(i18n.language)}
    </time>
  );
}

export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return `${(ms / 1000).toLocaleString(i18next.language, digits)} s`;
  }
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

// null: the prices of the model are not known, which is not the same as free.
export function moneyText(usd: number | null, language: string): string {
  if (usd === null) return i18next.t('cost.unknown');
  const digits = usd !== 0 && usd < 0.1 ? 4 : 2;
  return usd.toLocaleString(language, { style: 'currency', currency: 'USD', maximumFractionDigits: digits });
}
