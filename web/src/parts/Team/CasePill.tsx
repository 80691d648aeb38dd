// CasePill.tsx: what came of one case, in the words of the suite's filter
import { useTranslation } from 'react-i18next';
import '@/text/team';
import { Pill, RunChip, VerdictChip } from '../Chip';
import type { Outcome } from './cases';

const verdicts = { pass: 'PASS', fail: 'FAIL', unverified: 'UNVERIFIED' } as const;

export function CasePill({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('team');
  if (outcome === 'running') return <RunChip run={{ state: 'running' }} />;
  if (outcome === 'pass' || outcome === 'fail' || outcome === 'unverified')
    return <VerdictChip verdict={verdicts[outcome]} />;
  return <Pill tone="quiet">{t(`suiteRun.outcome.${outcome}`)}</Pill>;
}
