// First.tsx: the first page before there is a scenario: a run in one click, then the model, then one's own scenario
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useRunSample, useSample } from '@/api/queries';
import { Button, LinkButton } from '@/parts/Button';
import { Command } from '@/parts/CopyButton';
import { Foreign } from '@/parts/Foreign';
import { AddIcon, ModelIcon, StartIcon } from '@/parts/icons';
import { useNeeds } from '@/parts/Missing/needs';
import { Failure } from '@/parts/Page';
import styles from './First.module.css';
import { ImportButton, type Importing } from './Transfer';

// Why the sample cannot be run yet, and the command that helps; the page notices it when it does.
function Lacking({ why, command }: { why: string | undefined; command: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={styles.lacking}>
      {why && (
        <p>
          <Foreign text={why} />
        </p>
      )}
      {command && (
        <p>
          {t('scenarios.first.command')} <Command text={command} />
        </p>
      )}
      <p>{t('scenarios.first.notices')}</p>
    </div>
  );
}

function Try() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const sample = useSample();
  const run = useRunSample();
  const ready = sample.data?.ready ?? false;
  // The list may hear of the stored sample before the answer, which takes this card away: only a promise is kept then.
  const start = () =>
    run.mutateAsync().then(
      ({ id }) => go(`/runs/${id}`),
      () => {}, // shown below
    );
  return (
    <section className={styles.try} aria-labelledby="first-try">
      <h2 id="first-try">{t('scenarios.first.try')}</h2>
      <p>{t('scenarios.first.tryText')}</p>
      {sample.data && !ready && <Lacking why={sample.data.why} command={sample.data.command} />}
      {run.error && <Failure error={run.error} />}
      <div className={styles.actions}>
        <Button look="main" disabled={!ready || run.isPending} onClick={() => void start()}>
          <StartIcon aria-hidden /> {t('scenarios.first.run')}
        </Button>
        <span role="status" className={styles.soft}>
          {run.isPending && t('scenarios.first.starting')}
        </span>
      </div>
    </section>
  );
}

function ModelStep() {
  const { t } = useTranslation();
  const model = useNeeds().find(({ name }) => name === 'model');
  const ready = model?.state === 'there';
  return (
    <section className={styles.step} aria-labelledby="first-model">
      <h2 id="first-model">{t('scenarios.first.model')}</h2>
      {ready && model.profile ? (
        <p>
          {t('scenarios.first.modelReady')} <Foreign text={model.profile.title} />
        </p>
      ) : (
        <p>{t('scenarios.first.modelText')}</p>
      )}
      <div className={styles.actions}>
        <LinkButton to="/settings#providers">
          <ModelIcon aria-hidden /> {t(ready ? 'scenarios.first.modelChange' : 'scenarios.first.modelSetUp')}
        </LinkButton>
      </div>
    </section>
  );
}

function OwnStep({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  return (
    <section className={styles.step} aria-labelledby="first-own">
      <h2 id="first-own">{t('scenarios.first.own')}</h2>
      <p>{t('scenarios.first.text')}</p>
      <pre className={styles.example}>{t('scenarios.first.example')}</pre>
      <p>{t('scenarios.first.verdicts')}</p>
      <div className={styles.actions}>
        <LinkButton to="/scenarios/new">
          <AddIcon aria-hidden /> {t('scenarios.new')}
        </LinkButton>
        <ImportButton importing={importing} />
      </div>
    </section>
  );
}

export function First({ importing }: { importing: Importing }) {
  return (
    <div className={styles.first}>
      <Try />
      <div className={styles.steps}>
        <ModelStep />
        <OwnStep importing={importing} />
      </div>
    </div>
  );
}
