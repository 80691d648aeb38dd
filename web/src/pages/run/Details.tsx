// Details.tsx: one event of a run, or one of its steps: pictures, and all that is known of it
import { Copy, Link as LinkIcon } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Button } from '@/parts/Button';
import { Chip, PrefixChip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { type Tab, Tabs } from '@/parts/Tabs';
import { durationText, moneyText } from '@/parts/Time';
import { copyText } from './copy';
import styles from './Details.module.css';
import type { RunActions, RunData, RunSource } from './data';
import { iconOf, useEventName } from './EventRow';
import { Expectations, StrengthChip, StrengthLine } from './Expected';
import { Json } from './Json';
import { ModelCall } from './ModelCall';
import { Screen } from './Screen';
import { type Group, type Row, shotAt, type Timeline, wordsAfter, wordsBefore } from './timeline';
import { argumentsOf, resultOf, targetOf } from './tools';

type Props = {
  data: RunData;
  timeline: Timeline;
  row: Row | undefined;
  source: RunSource;
  actions: RunActions | undefined;
  panel: RefObject<HTMLElement | null>;
};
type TabName = 'result' | 'arguments' | 'words' | 'call' | 'raw';

function Words({ words }: { words: readonly RunEvent[] }) {
  const { t } = useTranslation();
  return words.map((event) => (
    <div key={event.index} className={styles.part}>
      <h4>{event.thought ? t('run.kind.thought') : t('run.kind.said')}</h4>
      <p className={styles.said}>
        <Foreign text={event.message ?? ''} />
      </p>
    </div>
  ));
}

function Facts({ event }: { event: RunEvent }) {
  const { t, i18n } = useTranslation();
  const count = (value: number | undefined) => value?.toLocaleString(i18n.language);
  const rows = [
    ['element', event.element],
    ['screen', event.screen],
    ['model', event.model],
    ['httpStatus', typeof event.status === 'number' ? String(event.status) : undefined],
    ['inputTokens', count(event.inputTokens)],
    ['cachedTokens', count(event.cachedTokens)],
    ['outputTokens', count(event.outputTokens)],
    ['reasoningTokens', event.reasoningTokens ? count(event.reasoningTokens) : undefined],
    ['cost', event.costUsd === undefined ? undefined : moneyText(event.costUsd, i18n.language)],
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

function Result({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const text = event.type === 'tool' ? resultOf(event) : event.message;
  const { videoPath } = event;
  return (
    <>
      {text ? (
        <p className={styles.said}>
          <Foreign text={text} />
        </p>
      ) : (
        <p className={styles.soft}>{videoPath ?? t('run.noResult')}</p>
      )}
      <Facts event={event} />
    </>
  );
}

// The parts of an event that have a view.
function useTabs(event: RunEvent, { data, source }: Props): Tab<TabName>[] {
  const { t } = useTranslation();
  const isModel = event.type === 'model';
  const words = isModel ? wordsAfter(data.events, event.index) : wordsBefore(data.events, event.index);
  const tabs: (Tab<TabName> | false)[] = [
    { name: 'result', title: t('run.tab.result'), panel: () => <Result event={event} /> },
    event.type === 'tool' && {
      name: 'arguments',
      title: t('run.tab.arguments'),
      panel: () => <Json value={argumentsOf(event)} open={2} />,
    },
    event.type !== 'said' &&
      words.length > 0 && {
        name: 'words',
        title: t('run.tab.words'),
        panel: () => <Words words={words} />,
      },
    !!event.callPath && {
      name: 'call',
      title: t('run.tab.call'),
      panel: () => <ModelCall source={source} path={event.callPath ?? ''} />,
    },
    {
      name: 'raw',
      title: t('run.tab.raw'),
      panel: () => (
        <pre className={styles.raw}>
          <Foreign text={JSON.stringify(event, null, 2)} />
        </pre>
      ),
    },
  ];
  return tabs.filter((tab) => tab !== false);
}

function Pictures({ event, timeline, source }: { event: RunEvent; timeline: Timeline; source: RunSource }) {
  const { t } = useTranslation();
  const { shots } = timeline;
  const at = shotAt(shots, event.index);
  const own = event.type === 'tool' ? event.screenshotPath : undefined;
  const last = shots[at]?.event === event.index && own ? shots[at - 1] : shots[at];
  const before = event.before ?? last?.path;
  const target = event.element || targetOf(event);
  const altOf = (key: 'altBefore' | 'altAfter' | 'altThen') =>
    t(`run.${key}`, { target, screen: event.screen ?? '' });
  if (event.type !== 'tool')
    return before ? (
      <div className={`${styles.pictures} ${styles.small}`}>
        <Screen title={t('run.screenThen')} path={before} alt={altOf('altThen')} source={source} />
      </div>
    ) : null;
  if (!before && !own) return null;
  return (
    <div className={styles.pictures}>
      {before && (
        <Screen
          title={t('run.screenBefore')}
          path={before}
          alt={altOf('altBefore')}
          source={source}
          touch={event}
        />
      )}
      {own && (
        <Screen
          title={t('run.screenAfter')}
          path={own}
          alt={altOf('altAfter')}
          source={source}
          touch={before ? undefined : event}
        />
      )}
    </div>
  );
}

function Moment({ data, event }: { data: RunData; event: RunEvent }) {
  const { t, i18n } = useTranslation();
  const began = Date.parse(data.run.startedAt ?? data.events[0]?.timestamp ?? event.timestamp);
  const moment = new Date(event.timestamp);
  return (
    <span className={styles.soft}>
      <time dateTime={event.timestamp} title={moment.toLocaleString(i18n.language)}>
        +{durationText(Math.max(0, moment.getTime() - began))}
      </time>
      {event.durationMs !== undefined && ` · ${t('run.took', { time: durationText(event.durationMs) })}`}
    </span>
  );
}

function EventDetails({ event, ...props }: Props & { event: RunEvent }) {
  const { t } = useTranslation();
  const name = useEventName();
  const [tab, setTab] = useState<TabName>('result');
  const tabs = useTabs(event, props);
  const { actions, data, timeline, source } = props;
  const Icon = iconOf(event);
  const isTool = event.type === 'tool';
  return (
    <>
      <header className={styles.head}>
        <h2>
          <Icon aria-hidden className={styles.icon} /> <Foreign text={name(event)} />
        </h2>
        {event.resultPrefix && <PrefixChip prefix={event.resultPrefix} />}
        {event.refused && <Chip tone="open">{t('run.refused')}</Chip>}
        {event.replayed && <Chip tone="quiet">{t('run.replayed')}</Chip>}
        <Moment data={data} event={event} />
        <span className={styles.end}>
          <span className={styles.soft}>{t('run.eventNumber', { number: event.index })}</span>
          {actions && (
            <Button
              look="bare"
              title={t('run.copyLink')}
              aria-label={t('run.copyLink')}
              onClick={() => void copyText(actions.linkTo({ event: event.index }), t('run.linkCopied'))}
            >
              <LinkIcon aria-hidden />
            </Button>
          )}
          <Button
            look="bare"
            title={t('run.copyEvent')}
            aria-label={t('run.copyEvent')}
            onClick={() => void copyText(JSON.stringify(event, null, 2), t('run.eventCopied'))}
          >
            <Copy aria-hidden />
          </Button>
        </span>
      </header>
      {isTool && <Pictures event={event} timeline={timeline} source={source} />}
      <Tabs label={t('run.details')} tabs={tabs} shown={tab} onShow={setTab} />
      {!isTool && <Pictures event={event} timeline={timeline} source={source} />}
    </>
  );
}

function StepDetails({ group, timeline, source, actions }: Props & { group: Group }) {
  const { t } = useTranslation();
  const shots = timeline.shots.filter((shot) => shot.group === group.key);
  const first = shots[0];
  const last = shots.at(-1);
  const isStep = typeof group.key === 'number';
  const title = isStep
    ? t('run.step', { number: group.key })
    : t(`run.${group.key === 'start' ? 'before' : 'after'}`);
  return (
    <>
      <header className={styles.head}>
        <h2>{title}</h2>
        {isStep && <VerdictChip verdict={group.verdict} />}
        {isStep && <StrengthChip strength={group.strength} />}
        {group.durationMs !== undefined && (
          <span className={styles.soft}>{t('run.took', { time: durationText(group.durationMs) })}</span>
        )}
        {actions && isStep && (
          <span className={styles.end}>
            <Button
              look="bare"
              title={t('run.copyLink')}
              aria-label={t('run.copyLink')}
              onClick={() => void copyText(actions.linkTo({ step: group.place }), t('run.linkCopied'))}
            >
              <LinkIcon aria-hidden />
            </Button>
          </span>
        )}
      </header>
      <p className={styles.stepText}>
        <Foreign text={group.text} />
      </p>
      {isStep && (
        <dl className={styles.facts}>
          <div>
            <dt>{t('run.fact.verdict')}</dt>
            <dd>{t(`verdict.${group.verdict as 'PASS'}.means`)}</dd>
          </div>
          {group.reason && (
            <div>
              <dt>{t('run.fact.reason')}</dt>
              <dd>
                <Foreign text={group.reason} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('run.fact.proof')}</dt>
            <dd>{group.proof ? <Foreign text={group.proof} /> : t('run.noProof')}</dd>
          </div>
          {group.strength && (
            <div>
              <dt>{t('run.fact.strength')}</dt>
              <dd>
                <StrengthLine strength={group.strength} />
              </dd>
            </div>
          )}
          {group.second && (
            <div>
              <dt>{t('run.fact.second')}</dt>
              <dd>
                {t(`run.second.${group.second.opinion}`)}
                {group.second.said && ': '}
                <Foreign text={group.second.said} />
              </dd>
            </div>
          )}
        </dl>
      )}
      <Expectations group={group} />
      {first && last && (
        <div className={styles.pictures}>
          {first !== last && (
            <Screen
              title={t('run.firstScreen')}
              path={first.path}
              alt={t('run.firstScreen')}
              source={source}
            />
          )}
          <Screen title={t('run.lastScreen')} path={last.path} alt={t('run.lastScreen')} source={source} />
        </div>
      )}
    </>
  );
}

export function Details(props: Props) {
  const { t } = useTranslation();
  const { row, panel } = props;
  return (
    <section ref={panel} className={styles.details} aria-label={t('run.details')} tabIndex={-1}>
      {!row && <p className={styles.soft}>{t('run.choose')}</p>}
      {row?.kind === 'event' && <EventDetails event={row.event} {...props} />}
      {row?.kind === 'group' && <StepDetails group={row.group} {...props} />}
    </section>
  );
}
