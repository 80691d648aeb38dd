// Overview.tsx: all scenarios with runs: how often they pass and what a run takes
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ScenarioStats } from '@/api/history';
import { FlakeBadge, PassRate } from '@/parts/Flake/Flake';
import { Foreign } from '@/parts/Foreign';
import { Sparkline } from '@/parts/Sparkline/Sparkline';
import { durationText, moneyText } from '@/parts/Time';
import { mean, median } from './measures';
import styles from './TrendsPage.module.css';

type Props = { stats: readonly ScenarioStats[]; shown: string | undefined; hrefOf: (id: string) => string };

function Row({ stats, shown, href }: { stats: ScenarioStats; shown: boolean; href: string }) {
  const { t, i18n } = useTranslation();
  const began = stats.last.filter((run) => run.startedAt);
  const duration = median(began.map((run) => run.durationMs));
  const cost = mean(began.flatMap((run) => run.costUsd ?? []));
  return (
    <tr aria-current={shown ? 'true' : undefined}>
      <th scope="row">
        <Link href={href}>
          <Foreign text={stats.name} />
        </Link>
      </th>
      <td data-title={t('trends.column.rate')}>
        <PassRate stats={stats} /> <FlakeBadge stats={stats} />
      </td>
      <td data-title={t('trends.column.last')}>
        <Sparkline last={stats.last} max={20} />
      </td>
      <td className={styles.number} data-title={t('trends.column.runs')}>
        {stats.runs}
      </td>
      <td className={styles.number} data-title={t('trends.column.duration')}>
        {duration === undefined ? '–' : durationText(duration)}
      </td>
      <td className={styles.number} data-title={t('trends.column.cost')}>
        {cost === undefined ? '–' : moneyText(cost, i18n.language)}
      </td>
    </tr>
  );
}

export function Overview({ stats, shown, hrefOf }: Props) {
  const { t } = useTranslation();
  return (
    <table className={styles.overview}>
      <caption className="visually-hidden">{t('trends.overview')}</caption>
      <thead>
        <tr>
          {(['scenario', 'rate', 'last'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`trends.column.${name}`)}
            </th>
          ))}
          {(['runs', 'duration', 'cost'] as const).map((name) => (
            <th key={name} scope="col" className={styles.number}>
              {t(`trends.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stats.map((each) => (
          <Row
            key={each.scenarioId}
            stats={each}
            shown={each.scenarioId === shown}
            href={hrefOf(each.scenarioId)}
          />
        ))}
      </tbody>
    </table>
  );
}
