// ReplayBadge.tsx: whether a run was played from a recording, and whether that still fitted
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { Chip } from '@/parts/Chip';

type Replay = 'played' | 'healed' | 'tookOver' | undefined;

function replayOf(run: Pick<Run, 'replayedSteps' | 'steps' | 'healed' | 'verdict'>): Replay {
  if (run.healed) return run.verdict === 'PASS' ? 'healed' : 'tookOver';
  return run.replayedSteps && run.replayedSteps === run.steps?.length ? 'played' : undefined;
}

export function ReplayBadge({ run }: { run: Pick<Run, 'replayedSteps' | 'steps' | 'healed' | 'verdict'> }) {
  const { t } = useTranslation();
  const replay = replayOf(run);
  if (!replay) return null;
  return (
    <Chip tone={replay === 'played' ? 'quiet' : 'open'} title={t(`history.replay.${replay}.means`)}>
      {t(`history.replay.${replay}.name`)}
    </Chip>
  );
}
