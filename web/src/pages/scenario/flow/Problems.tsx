// Problems.tsx: what is wrong with a flow, each at its line
import { useTranslation } from 'react-i18next';
import type { FlowProblem } from '@/api/flows';
import { Chip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import styles from './Flow.module.css';
import { sorted } from './lines';

const tones = { error: 'fail', warning: 'open', oddity: 'quiet' } as const;

type Props = { problems: readonly FlowProblem[]; checking: boolean; onGo: (problem: FlowProblem) => void };

export function Problems({ problems, checking, onGo }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('flow.problems')} aria-busy={checking}>
      <p role="status" className={styles.sum}>
        {problems.length === 0 ? t('flow.fine') : t('flow.count', { count: problems.length })}
      </p>
      <ul className={styles.problems}>
        {sorted(problems).map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.text}`}>
            <Chip tone={tones[problem.severity]}>{t(`flow.severity.${problem.severity}`)}</Chip>{' '}
            {problem.line > 0 && (
              <button type="button" className={styles.place} onClick={() => onGo(problem)}>
                <Foreign text={`${problem.file}:${problem.line}`} />
              </button>
            )}{' '}
            <Foreign text={problem.text} />
            {problem.hint && (
              <p className={styles.hint}>
                <Foreign text={problem.hint} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
