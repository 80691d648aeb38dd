// AboutPage.tsx: what this is, what is ready and what is missing, where the API is described
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useStatus } from '@/api/queries';
import { Button } from '@/parts/Button';
import { Chip, type Tone } from '@/parts/Chip';
import { Command } from '@/parts/CopyButton';
import { ownName } from '@/parts/deviceName';
import { Foreign } from '@/parts/Foreign';
import { Remedy } from '@/parts/Missing/Missing';
import { type Need, useNeeds } from '@/parts/Missing/needs';
import { Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { Ago } from '@/parts/Time';
import styles from './AboutPage.module.css';
import { Diagram } from './Diagram';

const tones: Record<Need['state'], Tone> = {
  there: 'pass',
  missing: 'open',
  untested: 'quiet',
  unknown: 'quiet',
};

function ThereWords({ need }: { need: Need }) {
  const { t } = useTranslation();
  if (need.name === 'model')
    return (
      <>
        {need.profile && <Foreign text={`${need.profile.title} (${need.profile.model})`} />}
        {need.profile?.testedAt && (
          <>
            {' · '}
            {t('about.tested')} <Ago at={need.profile.testedAt} />
          </>
        )}
      </>
    );
  const usable = need.devices.filter((device) => device.usable);
  return (
    <>
      {t('about.devices', { count: usable.length })}{' '}
      {usable.slice(0, 5).map((device, at) => (
        <span key={device.id}>
          {at > 0 && ', '}
          <Foreign text={ownName(device) ?? device.id} />
        </span>
      ))}
    </>
  );
}

function Check({ need }: { need: Need }) {
  const { t } = useTranslation();
  return (
    <li className={styles.check}>
      <h3>{t(`about.check.${need.name}`)}</h3>
      <Chip tone={tones[need.state]}>{t(`about.state.${need.state}`)}</Chip>
      <div className={styles.words}>
        {(need.state === 'there' || need.state === 'untested') && (
          <p>
            <ThereWords need={need} />
          </p>
        )}
        {need.state === 'untested' && <Link href="/settings#providers">{t('about.test')}</Link>}
        {need.state === 'missing' && <Remedy need={need} />}
      </div>
    </li>
  );
}

function Checks() {
  const { t } = useTranslation();
  const needs = useNeeds();
  const status = useStatus();
  return (
    <Panel
      title={t('about.checks')}
      flush
      actions={
        <Button
          onClick={() => {
            for (const need of needs) need.again();
            void status.refetch();
          }}
        >
          {t('needs.again')}
        </Button>
      }
    >
      <ul>
        <li className={styles.check}>
          <h3>{t('about.check.server')}</h3>
          <Chip tone={status.data ? 'pass' : status.error ? 'fail' : 'quiet'}>
            {t(`about.state.${status.data ? 'there' : status.error ? 'missing' : 'unknown'}`)}
          </Chip>
          <div className={styles.words}>
            {status.data ? t('about.version', { version: status.data.version }) : status.error?.message}
          </div>
        </li>
        {needs.map((need) => (
          <Check key={need.name} need={need} />
        ))}
      </ul>
      <p className={styles.doctor}>
        {t('about.doctor')} <Command text="mobile-tester-agent doctor" />
      </p>
    </Panel>
  );
}

export default function AboutPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('about.title')}>
      <p className={styles.lead}>{t('about.what')}</p>
      <Checks />
      <Panel title={t('about.how')}>
        <Diagram />
      </Panel>
      <Panel title={t('about.api')}>
        <p>{t('about.apiText')}</p>
        <dl className={styles.addresses}>
          <div>
            <dt>{t('about.apiAddress')}</dt>
            <dd>
              <Command text={`${window.location.origin}/api/v1`} />
            </dd>
          </div>
          <div>
            <dt>{t('about.openapi')}</dt>
            <dd>
              <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>
            </dd>
          </div>
        </dl>
      </Panel>
      <Panel title={t('about.licences')}>
        <p>
          {t('about.licencesText')} <a href="/licences.txt">licences.txt</a>
        </p>
      </Panel>
    </Page>
  );
}
