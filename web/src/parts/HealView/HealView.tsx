// HealView.tsx: where a recording no longer fitted: what it said, and what the model did instead
//
// All it shows is in the run and its events; what asks the server comes as children.
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run, RunEvent } from '@/api/client';
import type { Call } from '@/api/history';
import { PrefixChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { CallWords, callOf } from './CallWords';
import styles from './HealView.module.css';

// The calls of the step that were not played, in order.
function insteadOf(run: Run, events: readonly RunEvent[]): RunEvent[] {
  const step = run.healed?.step;
  return events.filter(
    (event) =>
      event.type === 'tool' && event.step === step && !event.replayed && event.toolName !== 'stepDone',
  );
}

type Props = { run: Run; events: readonly RunEvent[]; children?: ReactNode };

export default function HealView({ run, events, children }: Props) {
  const { t } = useTranslation();
  const instead = useMemo(() => insteadOf(run, events), [run, events]);
  const { healed } = run;
  if (!healed) return null;
  return (
    <div className={styles.heal}>
      <p>
        {t(run.verdict === 'PASS' ? 'history.heal.healed' : 'history.heal.tookOver', { step: healed.step })}
      </p>
      <p className={styles.why}>
        <Foreign text={healed.why} />
      </p>
      <div className={styles.sides}>
        <section>
          <h3>{t('history.heal.recorded')}</h3>
          {healed.recorded ? (
            <CallWords call={healed.recorded as Call} />
          ) : (
            <p>{t('history.heal.allPlayed')}</p>
          )}
        </section>
        <section>
          <h3>{t('history.heal.instead')}</h3>
          {instead.length === 0 && <p>{t('history.heal.nothing')}</p>}
          <ol className={styles.instead}>
            {instead.map((event) => (
              <li key={event.index}>
                <CallWords call={callOf(event)} />{' '}
                {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}
              </li>
            ))}
          </ol>
        </section>
      </div>
      {children}
    </div>
  );
}
