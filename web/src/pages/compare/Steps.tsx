// Steps.tsx: the steps of two runs, call beside call; the one that is looked at is marked
import { useTranslation } from 'react-i18next';
import type { RunEvent, RunStep } from '@/api/client';
import { Chip, PrefixChip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { CallWords, callOf } from '@/parts/HealView/CallWords';
import { durationText } from '@/parts/Time';
import type { CallPair, StepPair } from './align';
import styles from './ComparePage.module.css';

function CallSide({ event, side }: { event: RunEvent | undefined; side: 'left' | 'right' }) {
  const { t } = useTranslation();
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`compare.${side}`)}: </span>
      {event ? (
        <>
          <CallWords call={callOf(event)} />{' '}
          {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}{' '}
          <small className={styles.soft}>
            {event.durationMs !== undefined && durationText(event.durationMs)}
          </small>
        </>
      ) : (
        <span className={styles.soft}>{t('compare.absent')}</span>
      )}
    </span>
  );
}

function VerdictSide({ step, side }: { step: RunStep | undefined; side: 'left' | 'right' }) {
  const { t } = useTranslation();
  const { durationMs } = (step ?? {}) as { durationMs?: number };
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`compare.${side}`)}: </span>
      {step ? (
        <VerdictChip verdict={step.verdict} />
      ) : (
        <span className={styles.soft}>{t('compare.absent')}</span>
      )}{' '}
      {durationMs !== undefined && <small className={styles.soft}>{durationText(durationMs)}</small>}
    </span>
  );
}

type Marks = { first: string | undefined; shown: string | undefined; onShow: (id: string) => void };

function Mark({ id, kind, first }: { id: string; kind?: CallPair['kind']; first: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={styles.mark}>
      {id === first && <Chip tone="fail">{t('compare.first')}</Chip>}{' '}
      {kind && kind !== 'same' && <Chip tone="open">{t(`compare.kind.${kind}`)}</Chip>}
    </span>
  );
}

export function Steps({ steps, ...marks }: { steps: readonly StepPair[] } & Marks) {
  const { t } = useTranslation();
  const { first, shown, onShow } = marks;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id}>
          <h3>
            {step.id === '0' ? t('compare.before') : `${step.id}. `}
            <Foreign text={step.text} />
          </h3>
          {step.id !== '0' && (
            <button
              type="button"
              data-at={step.id}
              className={`${styles.row} ${step.otherVerdict ? styles.other : ''}`}
              aria-current={shown === step.id}
              onClick={() => onShow(step.id)}
            >
              <Mark id={step.id} first={first} />
              <VerdictSide step={step.left} side="left" />
              <VerdictSide step={step.right} side="right" />
            </button>
          )}
          <ol>
            {step.calls.map((call) => (
              <li key={call.id}>
                <button
                  type="button"
                  data-at={call.id}
                  className={`${styles.row} ${call.kind === 'same' ? '' : styles.other}`}
                  aria-current={shown === call.id}
                  onClick={() => onShow(call.id)}
                >
                  <Mark id={call.id} kind={call.kind} first={first} />
                  <CallSide event={call.left} side="left" />
                  <CallSide event={call.right} side="right" />
                </button>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
