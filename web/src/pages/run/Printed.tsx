// Printed.tsx: a run on paper: all of its steps and events, of which the screen shows a part at a time
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import {
  costOf,
  modelLine,
  type Outcome,
  outcomeOf,
  stepsOf,
  tokensOf,
  wordedPlain,
} from '@/outcome/outcome';
import { PrefixChip, RunChip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Worded } from '@/parts/Worded';
import { UNKNOWN, useFormat } from '@/text/format';
import type { RunData, RunSource } from './data';
import { useEventName } from './EventRow';
import { Expectations, StrengthChip } from './Expected';
import styles from './Printed.module.css';
import { type Group, type Timeline, timelineOf } from './timeline';
import { resultOf, targetOf } from './tools';

type Props = { data: RunData; source: RunSource; address?: string };

const PICTURE_PX = 240;
const FETCHED_MAX = 40;
const FETCH_AFTER_MS = 1000;

function lastShot(timeline: Timeline, group: Group) {
  return timeline.shots.filter((shot) => shot.group === group.key).at(-1);
}

// The browser lays the paper out directly after it has said that it will print.
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    const paper = window.matchMedia('print');
    const set = (now: boolean) => flushSync(() => setPrinting(now));
    const begin = () => set(true);
    const end = () => set(false);
    const change = () => set(paper.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  return printing;
}

function EventLine({ event }: { event: RunEvent }) {
  const name = useEventName();
  const format = useFormat();
  const words = event.type === 'tool' ? targetOf(event) : (event.message ?? event.videoPath ?? '');
  return (
    <li className={styles.event}>
      <span className={styles.name}>{name(event)}</span>
      <span className={styles.words}>
        <Foreign text={words} /> {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}{' '}
        {event.type === 'tool' && <Foreign text={resultOf(event)} />}
      </span>
      <span>{event.durationMs === undefined ? '' : format.duration(event.durationMs)}</span>
    </li>
  );
}

type StepProps = { group: Group; outcome: Outcome | undefined; timeline: Timeline; source: RunSource };

function Step({ group, outcome, timeline, source }: StepProps) {
  const { t } = useTranslation();
  const last = lastShot(timeline, group);
  const picture = last && source.picture(last.path, PICTURE_PX);
  const isStep = typeof group.key === 'number';
  return (
    <section className={styles.step}>
      <h2>
        {isStep ? (
          <>
            {t('run.step', { number: group.key })} <VerdictChip verdict={group.verdict} />{' '}
            <StrengthChip strength={group.strength} /> <Foreign text={group.text} />
          </>
        ) : (
          t(group.key === 'start' ? 'run.before' : 'run.after')
        )}
      </h2>
      {outcome && (
        <p>
          <Worded line={outcome.headline} />
        </p>
      )}
      <Expectations group={group} />
      <div className={styles.content}>
        <ol className={styles.events}>
          {group.events.map((event) => (
            <EventLine key={event.index} event={event} />
          ))}
        </ol>
        {picture && <img src={picture} alt={t('run.lastScreen')} className={styles.picture} />}
      </div>
    </section>
  );
}

function Facts({ data, address }: { data: RunData; address: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { run, events } = data;
  const model = modelLine(run);
  const tokens = tokensOf(run, events);
  const began = Date.parse(run.startedAt ?? '');
  const ended = Date.parse(run.endedAt ?? '');
  const rows: [string, string | undefined][] = [
    [t('run.fact.app'), run.packageName],
    [t('run.fact.device'), run.device],
    [t('run.fact.model'), model && wordedPlain(t, model)],
    [t('run.fact.started'), Number.isNaN(began) ? undefined : format.exact(began)],
    [t('run.fact.duration'), ended >= began ? format.duration(ended - began) : undefined],
    [t('run.fact.tokens'), tokens === undefined ? UNKNOWN : format.number(tokens)],
    [t('run.fact.cost'), format.money(costOf(run, events))],
    [t('run.fact.verdict'), wordedPlain(t, outcomeOf(run).headline)],
    [t('run.title'), address ?? run.id],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Printed({ data, source, address }: Props) {
  const { run, events } = data;
  const timeline = useMemo(() => timelineOf(run, events), [run, events]);
  const steps = stepsOf(run, events);
  const outcomeOfGroup = ({ key }: Group) => {
    const step = typeof key === 'number' ? steps[key - 1] : undefined;
    return step && outcomeOf(run, step);
  };
  return (
    <article className={styles.paper}>
      <h1>
        <RunChip run={run} /> <Foreign text={run.name || run.goal || run.id} />
      </h1>
      <Facts data={data} address={address} />
      {timeline.groups.map((group) => (
        <Step
          key={group.key}
          group={group}
          outcome={outcomeOfGroup(group)}
          timeline={timeline}
          source={source}
        />
      ))}
    </article>
  );
}

// Printing does not wait for pictures, so they are fetched before, when the page has nothing else to do.
function useFetchedPictures({ data, source }: Props) {
  const { run, events, complete } = data;
  const ended = run.state === 'ended' && complete;
  useEffect(() => {
    if (!ended) return;
    const kept: HTMLImageElement[] = [];
    const timer = setTimeout(() => {
      const timeline = timelineOf(run, events);
      for (const group of timeline.groups.slice(0, FETCHED_MAX)) {
        const last = lastShot(timeline, group);
        const url = last && source.picture(last.path, PICTURE_PX);
        if (url) kept.push(Object.assign(new Image(), { src: url, fetchPriority: 'low' }));
      }
    }, FETCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      for (const picture of kept) picture.src = '';
    };
  }, [ended, run, events, source]);
}

// The children on a screen, the whole run on paper.
export function Printable({ children, ...props }: Props & { children: ReactNode }) {
  const printing = usePrinting();
  useFetchedPictures(props);
  return (
    <>
      <div className={styles.screen}>{children}</div>
      {printing && <Printed {...props} />}
    </>
  );
}
