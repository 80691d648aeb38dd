// Measures.tsx: the runs of one scenario as small charts, and the same numbers in one table
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RunOutcome, ScenarioStats } from '@/api/history';
import { Chip, VerdictChip } from '@/parts/Chip';
import { plain } from '@/parts/Foreign';
import { type Format, UNKNOWN, useFormat } from '@/text/format';
import { Chart } from './Chart';
import { type MeasureName, names, valuesOf } from './measures';
import styles from './TrendsPage.module.css';

function textOf(name: MeasureName, format: Format): (value: number) => string {
  if (name === 'duration') return format.duration;
  if (name === 'cost') return format.money;
  return name === 'rate' ? format.percent : format.number;
}

// The oldest first, as it is drawn.
function usePoints(last: readonly RunOutcome[]) {
  const format = useFormat();
  return useMemo(() => {
    const runs = [...last].reverse();
    const days = new Set(runs.map((run) => run.startedAt && new Date(run.startedAt).toDateString()));
    const brief = days.size > 1 ? format.day : format.time;
    const pointsOf = (name: MeasureName) => {
      const values = valuesOf(name, runs);
      return runs.map((run, at) => ({
        id: run.id,
        short: run.startedAt ? brief(run.startedAt) : UNKNOWN,
        value: values[at],
        failed: run.verdict === 'FAIL',
      }));
    };
    return {
      runs,
      rate: pointsOf('rate'),
      duration: pointsOf('duration'),
      cost: pointsOf('cost'),
      tokens: pointsOf('tokens'),
    };
  }, [last, format]);
}

export function Measures({ stats }: { stats: ScenarioStats }) {
  const { t } = useTranslation();
  const format = useFormat();
  const points = usePoints(stats.last);
  const texts = useMemo(
    () => ({
      rate: textOf('rate', format),
      duration: textOf('duration', format),
      cost: textOf('cost', format),
      tokens: textOf('tokens', format),
    }),
    [format],
  );
  return (
    <>
      <p className={styles.note}>{t('trends.legend')}</p>
      <div className={styles.pair}>
        {names.map((name) => (
          <figure key={name} className={styles.measure}>
            <figcaption>{t(`trends.measure.${name}`)}</figcaption>
            <Chart
              label={t('trends.chart', { what: t(`trends.measure.${name}`) })}
              points={points[name]}
              text={texts[name]}
              max={name === 'rate' ? 1 : undefined}
            />
          </figure>
        ))}
      </div>
      <section
        className={styles.figures}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('trends.table', { what: plain(stats.name) })}
      >
        <table className={styles.values}>
          <thead>
            <tr>
              <th scope="col">{t('trends.column.run')}</th>
              <th scope="col">{t('runs.column.result')}</th>
              {names.map((name) => (
                <th key={name} scope="col" className={styles.number}>
                  {t(`trends.measure.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.runs
              .map((run, at) => (
                <tr key={run.id}>
                  <th scope="row">
                    <Link href={`/runs/${run.id}`}>
                      {run.startedAt ? format.moment(run.startedAt) : UNKNOWN}
                    </Link>
                  </th>
                  <td>
                    {run.verdict ? (
                      <VerdictChip verdict={run.verdict} />
                    ) : (
                      <Chip tone="quiet">{t('trends.noVerdict')}</Chip>
                    )}
                  </td>
                  {names.map((name) => {
                    const value = points[name][at]?.value;
                    return (
                      <td key={name} className={styles.number}>
                        {value === undefined ? UNKNOWN : texts[name](value)}
                      </td>
                    );
                  })}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </section>
    </>
  );
}
