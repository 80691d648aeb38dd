// Trouble.tsx: why a run did not pass: expected and seen, what it most likely was, the last screen that was good
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import type { Place, RunData, RunSource } from './data';
import styles from './Trouble.module.css';
import { shotAt, type Timeline } from './timeline';
import { argumentsOf, isBad, resultOf, targetOf } from './tools';

type Props = {
  data: RunData;
  timeline: Timeline;
  place: Place; // where the run failed
  source: RunSource;
  isShown: boolean; // its details are on the page already
  onShow: (place: Place) => void;
};

function useExpected({ data, place, timeline }: Props) {
  const { t } = useTranslation();
  const event = data.events.find(({ index }) => index === place.event);
  const group = timeline.groups.find(
    ({ place: own, events }) => own === place.step || (event && events.includes(event)),
  );
  const text = String(argumentsOf(event ?? {}).text ?? '');
  const step = group?.text ?? '';
  if (event?.type !== 'tool' || !isBad(event)) {
    const failure = event?.failed ? event.message : undefined;
    return { event, group, expected: step, seen: failure ?? group?.reason ?? event?.message ?? '' };
  }
  const seen = `${event.resultPrefix ? `${event.resultPrefix}: ` : ''}${resultOf(event)}`;
  if (event.toolName === 'verifyElementVisible')
    return { event, group, expected: t('run.isVisible', { text }), seen };
  if (event.toolName === 'verifyElementNotVisible')
    return { event, group, expected: t('run.isNotVisible', { text }), seen };
  if (event.resultPrefix === 'NOT_FOUND')
    return { event, group, expected: t('run.isThere', { text: targetOf(event) }), seen };
  return { event, group, expected: step, seen };
}

export function Trouble(props: Props) {
  const { t } = useTranslation();
  const { data, timeline, place, source, isShown, onShow } = props;
  const { run } = data;
  const { event, group, expected, seen } = useExpected(props);
  // Nothing has failed in a run that somebody or something has ended before anything was proved.
  const open = run.verdict !== 'FAIL';
  const unproved = open && run.end === 'done';
  const title = unproved ? 'unproved' : run.end === 'stopped' ? 'stopped' : open ? 'cutShort' : 'failed';
  const good = event && timeline.shots[shotAt(timeline.shots, event.index - 1)];
  const picture = good && source.picture(good.path, 96);
  const step = typeof group?.key === 'number' ? group.key : undefined;
  return (
    <section className={`${styles.trouble} ${open ? styles.open : ''}`} aria-label={t('run.trouble')}>
      <div className={styles.words}>
        <p className={styles.title}>
          <strong>{step ? t(`run.troubleIn.${title}`, { step }) : t(`run.troubleOf.${title}`)}</strong>
          {run.class && (
            <Chip tone={open ? 'open' : 'fail'} title={t(`run.class.${run.class}.means`)}>
              {t('run.likely', { class: t(`run.class.${run.class}.name`) })}
            </Chip>
          )}
        </p>
        {run.class && <p className={styles.soft}>{t(`run.class.${run.class}.means`)}</p>}
        <dl className={styles.pair}>
          <dt>{t('run.expected')}</dt>
          <dd>
            <Foreign text={expected} />
          </dd>
          <dt>{unproved ? t('run.missing') : t('run.seen')}</dt>
          <dd>
            <Foreign text={unproved ? (group?.reason ?? '') : seen} />
          </dd>
        </dl>
        {!isShown && (
          <Button onClick={() => onShow(place)}>{t(event ? 'run.goToEvent' : 'run.goToStep')}</Button>
        )}
      </div>
      {good && picture && (
        <button
          type="button"
          className={styles.good}
          onClick={() => onShow({ event: good.event })}
          title={t('run.lastGood')}
        >
          <img src={picture} alt="" />
          <span>{t('run.lastGood')}</span>
        </button>
      )}
    </section>
  );
}
