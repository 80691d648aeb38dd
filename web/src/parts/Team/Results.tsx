// Results.tsx: what came of a suite as a bar and in words
import { useTranslation } from 'react-i18next';
import type { SuiteCounts } from '@/api/team_suites';
import '@/text/team';
import { outcomes, totalOf } from './cases';
import styles from './Results.module.css';

// "2 failed, 10 passed"
export function useCountWords(): (counts: SuiteCounts) => string {
  const { t } = useTranslation('team');
  return (counts) => {
    const words = outcomes
      .filter((name) => counts[name])
      .map((name) => t(`counts.${name}`, { count: counts[name] }));
    return words.length > 0 ? words.join(', ') : t('counts.none');
  };
}

// The words are beside it or its label: the bar says nothing that they do not.
export function ResultBar({ counts, label }: { counts: SuiteCounts; label?: string }) {
  if (totalOf(counts) === 0) return null;
  return (
    <span
      className={styles.bar}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {outcomes.map(
        (name) =>
          !!counts[name] && (
            <span
              key={name}
              className={`${styles.part} ${styles[name]}`}
              style={{ flexGrow: counts[name] }}
            />
          ),
      )}
    </span>
  );
}

export function Counts({ counts }: { counts: SuiteCounts }) {
  const words = useCountWords();
  return (
    <span className={styles.counts}>
      <ResultBar counts={counts} />
      <span className={styles.words}>{words(counts)}</span>
    </span>
  );
}
