// Chip.tsx: a coloured word, and verdicts as pills; never a colour alone
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { prefixKind } from '@/outcome/prefixes';
import styles from './Chip.module.css';
import { FailIcon, OpenIcon, PassIcon, UnverifiedIcon } from './icons';
import { tip } from './Tooltip';

export type Tone = 'pass' | 'fail' | 'open' | 'live' | 'quiet';

type Props = { tone: Tone; children: ReactNode; title?: string | undefined };

function Word({ tone, children, title, pill }: Props & { pill?: boolean }) {
  return (
    <span className={`${styles.chip} ${pill ? styles.pill : ''} ${styles[tone]}`} {...tip(title)}>
      {children}
    </span>
  );
}

// A word beside something. Open (amber) is only for what needs a person.
export function Chip(props: Props) {
  return <Word {...props} />;
}

// A ground is for verdicts and states only.
export const Pill = (props: Props) => <Word pill {...props} />;

type Verdict = 'PASS' | 'FAIL' | 'UNVERIFIED' | 'OPEN';
const looks: Record<Verdict, [Tone, ReactNode]> = {
  PASS: ['pass', <PassIcon key="icon" aria-hidden />],
  FAIL: ['fail', <FailIcon key="icon" aria-hidden />],
  UNVERIFIED: ['open', <UnverifiedIcon key="icon" aria-hidden />],
  OPEN: ['quiet', <OpenIcon key="icon" aria-hidden />],
};

const isVerdict = (verdict: string | undefined): verdict is Verdict => !!verdict && verdict in looks;

function knownOf(verdict: string | undefined): Verdict {
  return isVerdict(verdict) ? verdict : 'OPEN';
}

// The word for a verdict of any server; an unknown one has the word of none.
export function useVerdictName(): (verdict: string | undefined) => string {
  const { t } = useTranslation();
  return (verdict) => t(`verdict.${knownOf(verdict)}.name`);
}

export function VerdictChip({ verdict }: { verdict: string | undefined }) {
  const { t } = useTranslation();
  const known = knownOf(verdict);
  const [tone, icon] = looks[known];
  return (
    <Word pill tone={tone} title={t(`verdict.${known}.means`)}>
      {icon}
      {t(`verdict.${known}.name`)}
    </Word>
  );
}

type Shown = Pick<Run, 'state' | 'status' | 'verdict' | 'fromStep'>;

// The state of a run, or its verdict once it has ended. A run of some steps is never shown as one of all.
export function RunChip({ run }: { run: Shown }) {
  const { t } = useTranslation();
  const step = run.fromStep;
  if (!step) return <StateChip run={run} />;
  return (
    <span className={styles.partial}>
      <StateChip run={run} />
      <span className={styles.part} {...tip(t('runButton.fromStepMeans', { step }))}>
        {t('runButton.fromStep', { step })}
      </span>
    </span>
  );
}

function StateChip({ run }: { run: Shown }) {
  const { t } = useTranslation();
  const { state, status } = run;
  if (state === 'running')
    return (
      <Word pill tone="live">
        <span className={styles.dot} />
        {t('state.running')}
      </Word>
    );
  if (state !== 'ended')
    return (
      <Word pill tone="quiet">
        {t(`state.${state}`)}
      </Word>
    );
  if ((status === 'stopped' || status === 'lost') && run.verdict !== 'FAIL')
    return (
      <Word pill tone="quiet">
        {t(`state.${status}`)}
      </Word>
    );
  return <VerdictChip verdict={run.verdict} />;
}

const prefixTones = { held: 'pass', bad: 'fail', done: 'quiet' } as const;

// The first word of a tool's result.
export function PrefixChip({ prefix }: { prefix: string }) {
  return <Chip tone={prefixTones[prefixKind(prefix)]}>{prefix}</Chip>;
}
