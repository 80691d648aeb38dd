// Trouble.tsx: why a run did not pass: expected and seen, what it most likely was, and what to do next
import { useTranslation } from 'react-i18next';
import type { Next } from '@/outcome/outcome';
import { Button, LinkButton } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { AgainIcon, EditIcon } from '@/parts/icons';
import { Worded } from '@/parts/Worded';
import styles from './Trouble.module.css';
import { troubleOutcome } from './TroubleLine';
import { shotAt } from './timeline';
import { groupOf, useRunView } from './view';

const editing: readonly Next[] = ['editStep', 'addExpectation', 'editExpectation', 'editScenario'];

// What to do about it. An exported file offers nothing.
function Actions({ step, next }: { step: number | undefined; next: readonly Next[] }) {
  const { t } = useTranslation();
  const { data, actions } = useRunView();
  const { scenarioId } = data.run;
  if (!actions) return null;
  const edit = next.find((each) => editing.includes(each));
  const place = step === undefined ? '' : `?step=${step}`;
  return (
    <div className={styles.actions}>
      {scenarioId && edit && (
        <LinkButton to={`/scenarios/${encodeURIComponent(scenarioId)}${place}`}>
          <EditIcon aria-hidden /> {t(`next.${edit}`)}
        </LinkButton>
      )}
      {next.includes('configureModel') && <LinkButton to="/settings">{t('next.configureModel')}</LinkButton>}
      {next.includes('checkDevice') && <LinkButton to="/devices">{t('next.checkDevice')}</LinkButton>}
      {step !== undefined && step > 1 && scenarioId && !data.run.flow && (
        <Button onClick={() => actions.again(step)}>
          <AgainIcon aria-hidden /> {t('run.againFrom')}
        </Button>
      )}
    </div>
  );
}

function LastGood({ event }: { event: number }) {
  const { t } = useTranslation();
  const { timeline, source, show } = useRunView();
  const good = timeline.shots[shotAt(timeline.shots, event - 1)];
  const picture = good && source.picture(good.path, 96);
  if (!good || !picture) return null;
  return (
    <button type="button" className={styles.good} onClick={() => show({ event: good.event })}>
      <img src={picture} alt="" />
      <span>{t('run.lastGood')}</span>
    </button>
  );
}

export function Trouble() {
  const { t } = useTranslation();
  const view = useRunView();
  const { timeline, trouble, data } = view;
  const { headline, tone, expected, seen, cause, raw, next } = troubleOutcome(view);
  const group = groupOf(timeline, trouble);
  const step = typeof group?.key === 'number' ? group.key : undefined;
  const failure = data.events.find((event) => event.index === trouble?.event && event.failed)?.message;
  const words = failure ?? (expected ? undefined : raw);
  return (
    <section
      className={`${styles.trouble} ${tone === 'fail' ? '' : styles.open}`}
      aria-label={t('run.trouble')}
    >
      <div className={styles.words}>
        <p className={styles.title}>
          <Worded line={headline} />
        </p>
        {(expected || seen || words) && (
          <dl className={styles.pair}>
            {expected && (
              <>
                <dt>{t('run.expected')}</dt>
                <dd>
                  <Worded line={expected} />
                </dd>
              </>
            )}
            {(seen || words) && (
              <>
                <dt>{t('run.seen')}</dt>
                <dd>{seen ? <Worded line={seen} /> : <Foreign text={words ?? ''} />}</dd>
              </>
            )}
          </dl>
        )}
        {cause && (
          <p className={styles.soft}>
            <Worded line={cause} />
          </p>
        )}
        <Actions step={step} next={next} />
      </div>
      {trouble?.event !== undefined && <LastGood event={trouble.event} />}
    </section>
  );
}
