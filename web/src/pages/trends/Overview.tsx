// Overview.tsx: all scenarios with runs, to choose the one that is drawn
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ScenarioStats } from '@/api/history';
import { FlakeBadge, PassRate } from '@/parts/Flake/Flake';
import { Foreign } from '@/parts/Foreign';
import { Sparkline } from '@/parts/Sparkline/Sparkline';
import styles from './TrendsPage.module.css';

type Props = { stats: readonly ScenarioStats[]; shown: string | undefined; hrefOf: (id: string) => string };

export function Overview({ stats, shown, hrefOf }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={styles.list} aria-label={t('trends.overview')}>
      <ul>
        {stats.map((each) => (
          <li key={each.scenarioId}>
            <Link
              href={hrefOf(each.scenarioId)}
              replace
              className={styles.item}
              aria-current={each.scenarioId === shown ? 'true' : undefined}
            >
              <span className={styles.itemName}>
                <Foreign text={each.name} />
              </span>
              <span className={styles.rate}>
                <PassRate stats={each} /> <FlakeBadge stats={each} />
              </span>
              <Sparkline last={each.last} max={12} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
