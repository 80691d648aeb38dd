// Result.tsx: the result of a call, a turn or a step, in words and numbers
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { callOutcome } from '@/outcome/calls';
import { stepOutcome } from '@/outcome/steps';
import { Foreign } from '@/parts/Foreign';
import { Worded } from '@/parts/Worded';
import { useFormat } from '@/text/format';
import styles from './Details.module.css';
import { Expectations, StrengthLine } from './Expected';
import type { Group, Turn } from './timeline';
import { resultOf } from './tools';
import { useRunView } from './view';

function Words({ words }: { words: readonly RunEvent[] }) {
  const { t } = useTranslation();
  return words.map((event) => (
    <div key={event.index} className={styles.part}>
      <h3>{event.thought ? t('run.kind.thought') : t('run.kind.said')}</h3>
      <p className={`${styles.said} ${event.thought ? styles.thought : ''}`}>
        <Foreign text={event.message ?? ''} />
      </p>
    </div>
  ));
}

function Facts({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  const rows = [
    ['element', event.element],
    ['screen', event.screen],
    ['model', event.model],
    ['httpStatus', typeof event.status === 'number' ? String(event.status) : undefined],
    ['inputTokens', count(event.inputTokens)],
    ['cachedTokens', count(event.cachedTokens)],
    ['outputTokens', count(event.outputTokens)],
    ['reasoningTokens', event.reasoningTokens ? count(event.reasoningTokens) : undefined],
    ['cost', event.costUsd === undefined ? undefined : format.money(event.costUsd)],
  ] as const;
  const known = rows.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`run.fact.${name}`)}</dt>
          <dd>
            <Foreign text={value ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

// In our words; the tool's own are in the tab of raw texts.
export function EventResult({ event, turn }: { event: RunEvent; turn: Turn | undefined }) {
  const outcome = callOutcome(event, undefined, true);
  const text = event.type === 'tool' ? resultOf(event) : undefined;
  return (
    <>
      <p className={`${styles.outcome} ${styles[outcome.tone] ?? ''}`}>
        <Worded line={outcome.headline} />
      </p>
      {text && (
        <p className={styles.said}>
          <Foreign text={text} />
        </p>
      )}
      <Facts event={event} />
      {turn && <Words words={turn.words} />}
    </>
  );
}

export function TurnResult({ event, turn }: { event: RunEvent; turn: Turn }) {
  const { t } = useTranslation();
  return (
    <>
      {event.failed && (
        <p className={styles.said}>
          <Foreign text={event.message ?? ''} />
        </p>
      )}
      {turn.words.length === 0 && !event.failed && <p className={styles.soft}>{t('run.silent')}</p>}
      <Words words={turn.words} />
      <Facts event={event} />
    </>
  );
}

function Notes({ group }: { group: Group }) {
  const { t } = useTranslation();
  const { strength, second } = group;
  return (
    <>
      {strength && (
        <div>
          <dt>{t('run.fact.strength')}</dt>
          <dd>
            <StrengthLine strength={strength} />
          </dd>
        </div>
      )}
      {second && (
        <div>
          <dt>{t('run.fact.second')}</dt>
          <dd>
            {t(`run.second.${second.opinion}`)}
            {second.said && ': '}
            <Foreign text={second.said} />
          </dd>
        </div>
      )}
    </>
  );
}

export function StepResult({ group }: { group: Group }) {
  const { t } = useTranslation();
  const { data } = useRunView();
  if (!group.facts) return <p className={styles.soft}>{t('run.noResult')}</p>;
  const { headline, tone, said, raw } = stepOutcome(group.facts, data.run.state === 'ended');
  const words = said ?? raw;
  return (
    <>
      <p className={styles.stepText}>
        <Foreign text={group.text} />
      </p>
      <p className={`${styles.outcome} ${styles[tone] ?? ''}`}>
        <Worded line={headline} />
      </p>
      <dl className={styles.facts}>
        {words && (
          <div>
            <dt>{t('run.fact.reason')}</dt>
            <dd>
              <Foreign text={words} />
            </dd>
          </div>
        )}
        <Notes group={group} />
      </dl>
      <Expectations group={group} />
    </>
  );
}
