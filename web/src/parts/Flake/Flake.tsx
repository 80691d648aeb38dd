// Flake.tsx: how often a scenario passes, and whether it can be relied on
import { useTranslation } from 'react-i18next';
import type { ScenarioStats } from '@/api/history';
import { Chip } from '@/parts/Chip';
import { tip } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';

export function FlakeBadge({ stats }: { stats: Pick<ScenarioStats, 'flaky'> }) {
  const { t } = useTranslation();
  if (!stats.flaky) return null;
  return (
    <Chip tone="quiet" title={t('history.flaky.means')}>
      {t('history.flaky.name')}
    </Chip>
  );
}

// Counts runs that have a verdict.
export function PassRate({ stats }: { stats: ScenarioStats }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (stats.passRate === undefined)
    return (
      <span {...tip(t('history.rate.none'))}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('history.rate.none')}</span>
      </span>
    );
  const judged = stats.pass + stats.fail + stats.unverified;
  const share = format.percent(stats.passRate);
  const words = t('history.rate.of', { pass: stats.pass, count: judged });
  return (
    <span {...tip(words)}>
      {share} <span className="visually-hidden">({words})</span>
    </span>
  );
}
