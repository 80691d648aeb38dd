// Chip.tsx: a coloured word; never a colour alone
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { prefixKind } from '@/outcome/prefixes';
import styles from './Chip.module.css';

export type Tone = 'pass' | 'fail' | 'open' | 'live' | 'quiet';

export function Chip({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={`${styles.chip} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}

export type Verdict = 'PASS' | 'FAIL' | 'UNVERIFIED' | 'OPEN';
const tones: Record<Verdict, Tone> = { PASS: 'pass', FAIL: 'fail', UNVERIFIED: 'open', OPEN: 'quiet' };
const signs: Record<Verdict, string> = { PASS: '✓', FAIL: '✕', UNVERIFIED: '?', OPEN: '–' };

export function VerdictChip({ verdict }: { verdict: Verdict | string | undefined }) {
  const { t } = useTranslation();
  const known = verdict && verdict in tones ? (verdict as Verdict) : 'OPEN';
  return (
    <Chip tone={tones[known]} title={t(`verdict.${known}.means`)}>
      <span aria-hidden="true">{signs[known]}</span> {t(`verdict.${known}.name`)}
    </Chip>
  );
}

// The state of a run, or its verdict once it has ended.
export function RunChip({ run }: { run: Pick<Run, 'state' | 'status' | 'verdict'> }) {
  const { t } = useTranslation();
  if (run.state !== 'ended')
    return <Chip tone={run.state === 'running' ? 'live' : 'quiet'}>{t(`state.${run.state}`)}</Chip>;
  if ((run.status === 'stopped' || run.status === 'lost') && run.verdict !== 'FAIL')
    return <Chip tone="quiet">{t(`state.${run.status}`)}</Chip>;
  return <VerdictChip verdict={run.verdict} />;
}

const prefixTones = { held: 'pass', bad: 'fail', done: 'quiet' } as const;

// The first word of a tool's result.
export function PrefixChip({ prefix }: { prefix: string }) {
  return <Chip tone={prefixTones[prefixKind(prefix)]}>{prefix}</Chip>;
}
