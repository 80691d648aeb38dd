// Overall.tsx: all scenarios together, day by day
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStats } from '@/api/history';
import { UNKNOWN, useFormat } from '@/text/format';
import { Chart } from './Chart';
import { daysOf } from './measures';
import styles from './TrendsPage.module.css';

const RUNS = 100; // of each scenario

export function Overall() {
  const { t } = useTranslation();
  const format = useFormat();
  const stats = useStats(undefined, RUNS).data;
  const days = useMemo(() => daysOf(stats ?? [], RUNS), [stats]);
  const charts = useMemo(() => {
    const point = (day: (typeof days)[number]) => ({
      id: String(day.at),
      short: format.day(day.at),
      failed: false,
    });
    return {
      runsPerDay: days.map((day) => ({ ...point(day), value: day.runs })),
      ratePerDay: days.map((day) => ({ ...point(day), value: day.rate })),
    };
  }, [days, format]);
  if (days.length === 0) return null;
  const what = t('trends.all');
  return (
    <section aria-label={what} className={styles.overall}>
      <div className={styles.pair}>
        {(['runsPerDay', 'ratePerDay'] as const).map((name) => (
          <figure key={name} className={styles.measure}>
            <figcaption>{t(`trends.measure.${name}`)}</figcaption>
            <Chart
              label={t('trends.chartDays', { what: t(`trends.measure.${name}`) })}
              points={charts[name]}
              text={name === 'ratePerDay' ? format.percent : format.number}
              max={name === 'ratePerDay' ? 1 : undefined}
              bars={name === 'runsPerDay'}
            />
          </figure>
        ))}
      </div>
      <details className={styles.figures}>
        <summary>{t('trends.figures')}</summary>
        <table className={styles.values}>
          <caption className="visually-hidden">{t('trends.table', { what })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('trends.column.day')}</th>
              <th scope="col" className={styles.number}>
                {t('trends.column.runs')}
              </th>
              <th scope="col" className={styles.number}>
                {t('trends.column.rate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.at}>
                <th scope="row">{format.date(day.at)}</th>
                <td className={styles.number}>{format.number(day.runs)}</td>
                <td className={styles.number}>
                  {day.rate === undefined ? UNKNOWN : format.percent(day.rate)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
