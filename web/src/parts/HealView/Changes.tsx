// Changes.tsx: what is another in a recording than before, call by call
import { useTranslation } from 'react-i18next';
import type { Call, RecordingChange } from '@/api/history';
import { Chip, type Tone } from '@/parts/Chip';
import { CallWords } from './CallWords';
import styles from './HealView.module.css';

const tones: Record<RecordingChange['kind'], Tone> = { added: 'live', removed: 'quiet', changed: 'open' };

export function Changes({ changes }: { changes: readonly RecordingChange[] }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.changes}>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={at}>
          <p>
            {t('history.step', { step: change.step })}{' '}
            <Chip tone={tones[change.kind]}>{t(`history.change.${change.kind}`)}</Chip>
          </p>
          {change.was && (
            <del>
              <CallWords call={change.was as Call} />
            </del>
          )}
          {change.now && (
            <ins>
              <CallWords call={change.now as Call} />
            </ins>
          )}
        </li>
      ))}
    </ol>
  );
}
