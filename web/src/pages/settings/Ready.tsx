// Ready.tsx: the state of a model or a provider in words: never tested, ready, or why not
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Chip, type Tone } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Ago } from '@/parts/Time';
import styles from './SettingsPage.module.css';

type Answer = Pick<Schemas['Provider'], 'state' | 'reason' | 'why' | 'testedAt'>;

const tones: Record<Answer['state'], Tone> = {
  notConfigured: 'quiet',
  notTested: 'quiet',
  ready: 'pass',
  failed: 'fail',
};

// needed: somebody wants to use it, so that a failure is theirs to see.
export function ReadyChip({ answer, needed = true }: { answer: Answer; needed?: boolean }) {
  const { t } = useTranslation();
  const tone = answer.state === 'failed' && !needed ? 'quiet' : (tones[answer.state] ?? 'quiet');
  const words =
    answer.state === 'failed' && answer.reason
      ? t(`settings.reason.${answer.reason}`)
      : t(`settings.ready.${answer.state}`);
  return <Chip tone={tone}>{words}</Chip>;
}

// When it was asked, and what it said.
export function ReadyWords({ answer, count }: { answer: Answer; count?: number | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={styles.soft}>
      {answer.state === 'ready' && count !== undefined && <>{t('settings.found', { count })} · </>}
      {answer.testedAt && (
        <>
          {t('settings.tested')} <Ago at={answer.testedAt} />
        </>
      )}
      {answer.state === 'failed' && answer.why && (
        <>
          {' · '}
          <Foreign text={answer.why} />
        </>
      )}
    </p>
  );
}
