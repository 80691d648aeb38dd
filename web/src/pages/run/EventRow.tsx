// EventRow.tsx: a turn of the model, or one of its calls, in a line of the timeline
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { callOutcome } from '@/outcome/calls';
import { Foreign } from '@/parts/Foreign';
import { FailIcon, PassIcon } from '@/parts/icons';
import { Worded } from '@/parts/Worded';
import { type Format, useFormat } from '@/text/format';
import styles from './EventRow.module.css';
import type { Row } from './rows';
import type { Turn } from './timeline';
import { isBad, targetOf } from './tools';
import { iconOf, verbOf } from './verbs';

const states = ['queued', 'running', 'ended'] as const;

function StateWords({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const known = states.find((state) => state === event.state);
  return known ? t(`state.${known}`) : <Foreign text={event.message ?? ''} />;
}

function wordsOf(event: RunEvent): ReactNode {
  if (event.type === 'state') return <StateWords event={event} />;
  if (event.type === 'tool') return <Foreign text={targetOf(event)} />;
  return <Foreign text={event.message ?? event.videoPath ?? event.screenshotPath ?? ''} />;
}

// The name of the line: the verb of its tool, or what kind of event it is.
export function useEventName(): (event: RunEvent) => string {
  const { t } = useTranslation();
  return (event) => {
    const verb = verbOf(event);
    if (verb) return t(`run.verb.${verb}`);
    if (event.type === 'tool') return event.toolName ?? '';
    if (event.type === 'said' && event.thought) return t('run.kind.thought');
    return t(`run.kind.${event.type}`);
  };
}

function durationOf({ durationMs }: RunEvent, format: Format): string {
  return durationMs === undefined || durationMs < 1 ? '' : format.duration(durationMs);
}

// How it ended: nothing for a call that only did what it should.
function Came({ event }: { event: RunEvent }) {
  const { short, tone } = callOutcome(event, undefined, true);
  if (tone === 'fail' || tone === 'open')
    return (
      <span className={tone === 'fail' ? styles.wrongWords : styles.openWords}>
        <FailIcon aria-hidden className={styles.sign} /> <Worded line={short} />
      </span>
    );
  if (tone !== 'pass') return null;
  return (
    <span className={styles.held}>
      <PassIcon aria-hidden className={styles.sign} />
      <span className="visually-hidden">
        <Worded line={short} />
      </span>
    </span>
  );
}

function Tokens({ model }: { model: RunEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = (model.inputTokens ?? 0) + (model.outputTokens ?? 0);
  if (count === 0) return null;
  return <span className={styles.tokens}>{t('run.tokens', { count, shown: format.number(count) })}</span>;
}

export function EventRow({ row }: { row: Extract<Row, { kind: 'event' }> }) {
  const { event, turn, leads } = row;
  const name = useEventName();
  const format = useFormat();
  const Icon = iconOf(event);
  const wrong = (event.type === 'tool' && isBad(event)) || event.failed;
  return (
    <span className={`${styles.event} ${turn ? styles.inTurn : ''} ${wrong ? styles.wrong : ''}`}>
      <Icon aria-hidden className={styles.icon} />
      <span className={event.type === 'tool' ? styles.name : styles.kind}>{name(event)}</span>
      <span className={styles.words}>{wordsOf(event)}</span>
      <Came event={event} />
      {leads && turn && <Tokens model={turn.model} />}
      <span className={styles.duration}>{durationOf(event, format)}</span>
    </span>
  );
}

// The model's words come first: what it said, or else what it thought.
export function TurnRow({ event, turn }: { event: RunEvent; turn: Turn }) {
  const { t } = useTranslation();
  const format = useFormat();
  const said = turn.words.find(({ thought }) => !thought) ?? turn.words[0];
  const text = event.failed ? event.message : said?.message;
  return (
    <span className={`${styles.turn} ${event.failed ? styles.wrong : ''}`}>
      {text ? (
        <span className={`${styles.said} ${said?.thought ? styles.thought : ''}`}>
          <Foreign text={text} />
        </span>
      ) : (
        <span className={styles.silent}>{t('run.silent')}</span>
      )}
      <Came event={event} />
      <Tokens model={event} />
      <span className={styles.duration}>{durationOf(event, format)}</span>
    </span>
  );
}
