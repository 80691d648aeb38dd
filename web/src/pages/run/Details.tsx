// Details.tsx: one row of the timeline: its pictures, and all that is known of it in tabs
import { Copy, Link as LinkIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { IconButton } from '@/parts/Button';
import { Chip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { tip } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';
import { copyText } from './copy';
import styles from './Details.module.css';
import { DetailTabs } from './DetailTabs';
import type { Place } from './data';
import { useEventName } from './EventRow';
import { StrengthChip } from './Expected';
import { useGroupTitle } from './GroupRow';
import { Pictures } from './Pictures';
import { placeOf } from './rows';
import { Trouble } from './Trouble';
import { isAtTrouble, TroubleLine } from './TroubleLine';
import type { Group } from './timeline';
import { targetOf } from './tools';
import { iconOf } from './verbs';
import { useRunView } from './view';

function Moment({ event }: { event: RunEvent }) {
  const { data } = useRunView();
  const format = useFormat();
  const began = Date.parse(data.run.startedAt ?? data.events[0]?.timestamp ?? event.timestamp);
  const sinceMs = Math.max(0, Date.parse(event.timestamp) - began);
  return (
    <span className={styles.soft}>
      <time dateTime={event.timestamp} {...tip(format.exact(event.timestamp))}>
        +{format.duration(sinceMs)}
      </time>
      {event.durationMs !== undefined && event.durationMs > 0 && ` · ${format.duration(event.durationMs)}`}
    </span>
  );
}

function Links({ place, event }: { place: Place; event?: RunEvent | undefined }) {
  const { t } = useTranslation();
  const { actions } = useRunView();
  return (
    <span className={styles.end}>
      {event && <span className={styles.soft}>{t('run.eventNumber', { number: event.index })}</span>}
      {actions && (
        <IconButton
          label={t('run.copyLink')}
          onClick={() => void copyText(actions.linkTo(place), t('run.linkCopied'))}
        >
          <LinkIcon aria-hidden />
        </IconButton>
      )}
      {event && (
        <IconButton
          label={t('run.copyEvent')}
          onClick={() => void copyText(JSON.stringify(event, null, 2), t('run.eventCopied'))}
        >
          <Copy aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

function EventHead({ event }: { event: RunEvent }) {
  const { t } = useTranslation();
  const name = useEventName();
  const Icon = iconOf(event);
  const target = event.type === 'tool' ? targetOf(event) : '';
  return (
    <header className={styles.head}>
      <h2>
        <Icon aria-hidden className={styles.icon} /> <Foreign text={name(event)} />
        {target && (
          <span className={styles.target}>
            <Foreign text={target} />
          </span>
        )}
      </h2>
      {event.refused && <Chip tone="fail">{t('run.refused')}</Chip>}
      {event.replayed && <Chip tone="quiet">{t('run.replayed')}</Chip>}
      <Moment event={event} />
      <Links place={{ event: event.index }} event={event} />
    </header>
  );
}

function StepHead({ group }: { group: Group }) {
  const format = useFormat();
  const title = useGroupTitle();
  const isStep = typeof group.key === 'number';
  return (
    <header className={styles.head}>
      <h2>{title(group.key)}</h2>
      {isStep && <VerdictChip verdict={group.verdict} />}
      {isStep && <StrengthChip strength={group.strength} />}
      {group.durationMs !== undefined && (
        <span className={styles.soft}>{format.duration(group.durationMs)}</span>
      )}
      {isStep && <Links place={{ step: group.place }} />}
    </header>
  );
}

export function Details() {
  const { t } = useTranslation();
  const view = useRunView();
  const { row, panel, narrow } = view;
  const place = row && placeOf(row);
  return (
    <section ref={panel} className={styles.details} aria-label={t('run.details')} tabIndex={-1}>
      {!row && <p className={styles.choose}>{t('run.choose')}</p>}
      {row && (row.kind === 'group' ? <StepHead group={row.group} /> : <EventHead event={row.event} />)}
      {!narrow && <TroubleLine />}
      {row && place && (
        <div className={styles.content}>
          {narrow && isAtTrouble(view) && <Trouble />}
          <Pictures key={place.event ?? `step ${place.step}`} />
          <div className={styles.text}>
            {!narrow && isAtTrouble(view) && <Trouble />}
            <DetailTabs row={row} />
          </div>
        </div>
      )}
    </section>
  );
}
