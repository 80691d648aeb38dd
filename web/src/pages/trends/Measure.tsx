// Measure.tsx: a chart, and the same numbers as a table beside it
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RunOutcome } from '@/api/history';
import { Chip, VerdictChip } from '@/parts/Chip';
import { Panel } from '@/parts/Panel';
import { durationText, moneyText } from '@/parts/Time';
import { Chart } from './Chart';
import { type MeasureName, valuesOf } from './measures';
import styles from './TrendsPage.module.css';

function useText(name: MeasureName): (value: number) => string {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => (value: number) => {
      if (name === 'duration') return durationText(value);
      if (name === 'cost') return moneyText(value, language);
      if (name === 'rate')
        return value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
      return Math.round(value).toLocaleString(language);
    },
    [name, language],
  );
}

// last: the newest first.
export function Measure({ name, last }: { name: MeasureName; last: readonly RunOutcome[] }) {
  const { t, i18n } = useTranslation();
  const text = useText(name);
  const title = t(`trends.measure.${name}`);
  const points = useMemo(() => {
    const runs = [...last].reverse();
    const values = valuesOf(name, runs);
    const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' });
    const days = new Set(runs.map((run) => run.startedAt && new Date(run.startedAt).toDateString()));
    const brief = new Intl.DateTimeFormat(
      i18n.language,
      days.size > 1 ? { month: 'short', day: 'numeric' } : { timeStyle: 'short' },
    );
    return runs.map((run, at) => ({
      id: run.id,
      short: run.startedAt ? brief.format(new Date(run.startedAt)) : '–',
      at: run.startedAt ? time.format(new Date(run.startedAt)) : '–',
      value: values[at],
      failed: run.verdict === 'FAIL',
      verdict: run.verdict,
    }));
  }, [last, name, i18n.language]);
  return (
    <Panel title={title}>
      <div className={styles.measure}>
        <Chart
          label={t('trends.chart', { what: title })}
          points={points}
          text={text}
          max={name === 'rate' ? 1 : undefined}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className={styles.values} tabIndex={0} aria-label={t('trends.table', { what: title })}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('runs.column.when')}</th>
                <th scope="col">{t('runs.column.result')}</th>
                <th scope="col" className={styles.number}>
                  {title}
                </th>
              </tr>
            </thead>
            <tbody>
              {[...points].reverse().map((point) => (
                <tr key={point.id}>
                  <th scope="row">
                    <Link href={`/runs/${point.id}`}>{point.at}</Link>
                  </th>
                  <td>
                    {point.verdict ? (
                      <VerdictChip verdict={point.verdict} />
                    ) : (
                      <Chip tone="quiet">{t('trends.noVerdict')}</Chip>
                    )}
                  </td>
                  <td className={styles.number}>{point.value === undefined ? '–' : text(point.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Panel>
  );
}
