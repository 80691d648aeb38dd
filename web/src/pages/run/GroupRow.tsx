// GroupRow.tsx: a step in the timeline: its verdict, its text, and why
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Line, Outcome } from '@/outcome/outcome';
import { stepOutcome } from '@/outcome/steps';
import { Chip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Worded } from '@/parts/Worded';
import { useFormat } from '@/text/format';
import { HeldChip, StrengthChip } from './Expected';
import styles from './Timeline.module.css';
import type { Group, GroupKey } from './timeline';
import { useRunView } from './view';

export function useGroupTitle(): (key: GroupKey) => string {
  const { t } = useTranslation();
  return (key) =>
    key === 'start' ? t('run.before') : key === 'end' ? t('run.after') : t('run.step', { number: key });
}

// What proves a step, or what was there instead; its verdict is beside its name.
function whyOf({ tone, proof, seen, cause, headline }: Outcome): Line | undefined {
  if (tone === 'pass') return proof;
  return tone === 'fail' || tone === 'open' ? (seen ?? cause ?? headline) : undefined;
}

// A command of a flow that passes as no check does: its outcome is the word.
function StepChip({ group }: { group: Group }) {
  const { t } = useTranslation();
  const word = group.facts?.outcome;
  if (word === 'SKIPPED') return <Chip tone="quiet">{t('outcome.skipped')}</Chip>;
  if (word === 'WARNED') return <Chip tone="open">{t('outcome.warned')}</Chip>;
  return <VerdictChip verdict={group.verdict} />;
}

export function GroupRow({ group, closed }: { group: Group; closed: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = useGroupTitle();
  const isStep = typeof group.key === 'number';
  const Arrow = closed ? ChevronRight : ChevronDown;
  const ended = useRunView().data.run.state === 'ended';
  const why = group.facts && whyOf(stepOutcome(group.facts, ended));
  return (
    <span className={styles.group}>
      <span className={styles.groupHead}>
        <Arrow aria-hidden className={styles.icon} />
        <span className={styles.number}>{title(group.key)}</span>
        {isStep && group.goesOn && <Chip tone="live">{t('state.running')}</Chip>}
        {isStep && !group.goesOn && <StepChip group={group} />}
        {isStep && group.strength?.weak && <StrengthChip strength={group.strength} />}
        {isStep && <HeldChip group={group} />}
        <span className={styles.sums}>
          {group.durationMs !== undefined && format.duration(group.durationMs)}
        </span>
      </span>
      {isStep && (
        <span className={styles.text}>
          <Foreign text={group.text} />
        </span>
      )}
      {why && (
        <span className={styles.proof}>
          <Worded line={why} />
        </span>
      )}
    </span>
  );
}
