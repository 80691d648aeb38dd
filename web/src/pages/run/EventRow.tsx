// EventRow.tsx: one event of a run in a line
import {
  Camera,
  CircleDot,
  Eye,
  Film,
  Hand,
  Info,
  MessageSquare,
  ScanSearch,
  ShieldAlert,
  Sparkles,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Chip, PrefixChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { durationText, moneyText } from '@/parts/Time';
import styles from './Timeline.module.css';
import { classOf, isBad, type ToolClass, targetOf } from './tools';

type Icon = ComponentType<{ 'aria-hidden'?: boolean; className?: string }>;
const toolIcons: Record<ToolClass, Icon> = { acts: Hand, looks: ScanSearch, asserts: Eye, reports: Camera };
const icons: Record<Exclude<RunEvent['type'], 'tool'>, Icon> = {
  screenshot: Camera,
  log: Info,
  state: CircleDot,
  step: CircleDot,
  model: Sparkles,
  said: MessageSquare,
  guard: ShieldAlert,
  video: Film,
};

export function iconOf(event: RunEvent): Icon {
  return event.type === 'tool' ? toolIcons[classOf(event)] : icons[event.type];
}

function ModelWords({ event }: { event: RunEvent }) {
  const { t, i18n } = useTranslation();
  if (event.failed) return <Foreign text={event.message ?? ''} />;
  const tokens = (count: number | undefined) => (count ?? 0).toLocaleString(i18n.language);
  return (
    <>
      {t('run.tokensInOut', { in: tokens(event.inputTokens), out: tokens(event.outputTokens) })}
      {event.costUsd === 0 || event.costUsd === undefined
        ? ''
        : ` · ${moneyText(event.costUsd, i18n.language)}`}
    </>
  );
}

function StateWords({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const known = event.state === 'queued' || event.state === 'running' || event.state === 'ended';
  return known ? t(`state.${event.state as 'ended'}`) : <Foreign text={event.message ?? ''} />;
}

function wordsOf(event: RunEvent): ReactNode {
  if (event.type === 'state') return <StateWords event={event} />;
  if (event.type === 'tool') return <Foreign text={targetOf(event)} />;
  if (event.type === 'model') return <ModelWords event={event} />;
  return <Foreign text={event.message ?? event.videoPath ?? event.screenshotPath ?? ''} />;
}

// The name of the line: the tool, or what kind of event it is.
export function useEventName(): (event: RunEvent) => string {
  const { t } = useTranslation();
  return (event) => {
    if (event.type === 'tool') return event.toolName ?? '';
    if (event.type === 'said' && event.thought) return t('run.kind.thought');
    return t(`run.kind.${event.type}`);
  };
}

export function EventRow({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const name = useEventName();
  const Icon = iconOf(event);
  const wrong = (event.type === 'tool' && isBad(event)) || event.failed;
  return (
    <span className={`${styles.event} ${wrong ? styles.wrong : ''} ${event.thought ? styles.thought : ''}`}>
      <Icon aria-hidden className={styles.icon} />
      <span className={styles.name}>{name(event)}</span>
      <span className={styles.words}>{wordsOf(event)}</span>
      {event.type === 'guard' && <Chip tone="open">{t('run.refused')}</Chip>}
      {event.failed && <Chip tone="fail">{t('run.failed')}</Chip>}
      {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}
      <span className={styles.duration}>
        {event.durationMs === undefined ? '' : durationText(event.durationMs)}
      </span>
    </span>
  );
}
