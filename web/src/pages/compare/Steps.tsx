// Steps.tsx: the steps of two runs, call beside call; the one that is looked at is marked
import { useTranslation } from 'react-i18next';
import type { RunEvent, RunStep } from '@/api/client';
import { PrefixChip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { CallWords, callOf } from '@/parts/HealView/CallWords';
import { useFormat } from '@/text/format';
import type { CallPair, StepPair } from './align';
import styles from './ComparePage.module.css';

function CallSide({ event, side }: { event: RunEvent | undefined; side: 'left' | 'right' }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`compare.${side}`)}: </span>
      {event ? (
        <>
          <CallWords call={callOf(event)} />{' '}
          {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}{' '}
          <small className={styles.soft}>
            {event.durationMs !== undefined && format.duration(event.durationMs)}
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
  const format = useFormat();
  const durationMs = step?.durationMs;
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`compare.${side}`)}: </span>
      {step ? (
        <VerdictChip verdict={step.verdict} />
      ) : (
        <span className={styles.soft}>{t('compare.absent')}</span>
      )}{' '}
      {durationMs !== undefined && <small className={styles.soft}>{format.duration(durationMs)}</small>}
    </span>
  );
}

type Marks = { first: string | undefined; shown: string | undefined; onShow: (id: string) => void };

type Kind = CallPair['kind'] | 'text' | 'verdict';

function Mark({ id, kind, first }: { id: string; kind: Kind; first: string | undefined }) {
  const { t } = useTranslation();
  if (kind === 'same') return null;
  return (
    <span className={styles.mark}>
      {id === first && <strong>{t('compare.first')}</strong>}
      <span>{t(`compare.kind.${kind}`)}</span>
    </span>
  );
}

function kindOfStep({ left, right, otherText, otherVerdict }: StepPair): Kind {
  if (!left) return 'right';
  if (!right) return 'left';
  return otherText ? 'text' : otherVerdict ? 'verdict' : 'same';
}

function TextSide({ step, side }: { step: RunStep | undefined; side: 'left' | 'right' }) {
  const { t } = useTranslation();
  return (
    <span className={styles.side}>
      <span className="visually-hidden">{t(`compare.${side}`)}: </span>
      <Foreign text={step?.text ?? ''} />
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
            {step.id === '0' ? t('compare.before') : `${t('run.step', { number: step.id })} `}
            {!step.otherText && <Foreign text={step.text} />}
          </h3>
          {step.id !== '0' && (
            <button
              type="button"
              data-at={step.id}
              className={`${styles.row} ${kindOfStep(step) === 'same' ? '' : styles.other}`}
              aria-current={shown === step.id}
              onClick={() => onShow(step.id)}
            >
              <Mark id={step.id} kind={kindOfStep(step)} first={first} />
              {step.otherText && (
                <>
                  <TextSide step={step.left} side="left" />
                  <TextSide step={step.right} side="right" />
                </>
              )}
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
