// Models.tsx: the models that can be chosen: their keys and addresses, and whether they answer
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import { useTestProfile } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Panel } from '@/parts/Panel';
import { moneyText } from '@/parts/Time';
import { ProfileDialog } from './ProfileDialog';
import styles from './SettingsPage.module.css';

function KeyWords({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { key, needsKey } = profile;
  if (!key.set) return needsKey ? t('settings.key.none') : t('settings.key.notNeeded');
  const from = key.from === 'settings' ? t('settings.key.here') : (key.from ?? '');
  return key.ends ? t('settings.key.ends', { ends: key.ends, from }) : t('settings.key.set', { from });
}

// The context, and what a million tokens cost; an unknown price is said to be one.
function Limits({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation();
  const { contextTokens, prices, headers = [] } = profile;
  const money = (usd: number) => moneyText(usd, i18n.language);
  return (
    <>
      {contextTokens !== undefined &&
        t('settings.profile.context', { tokens: contextTokens.toLocaleString(i18n.language) })}{' '}
      {prices
        ? t('settings.profile.priced', { input: money(prices.input ?? 0), output: money(prices.output ?? 0) })
        : t('settings.profile.unpriced')}
      {headers.length > 0 && (
        <>
          {' · '}
          <Foreign text={headers.join(', ')} />
        </>
      )}
    </>
  );
}

function TestResult({ test }: { test: ReturnType<typeof useTestProfile> }) {
  const { t } = useTranslation();
  const words = test.error?.message ?? test.data?.message ?? '';
  return (
    <p role="status" className={styles.result}>
      {test.isPending && t('settings.testing')}
      {!test.isPending && (test.data || test.error) && (
        <>
          <Chip tone={test.data?.ok ? 'pass' : 'fail'}>
            {test.data?.ok ? t('settings.answers') : t('settings.answersNot')}
          </Chip>{' '}
          <Foreign text={words} />
        </>
      )}
    </p>
  );
}

function Row({ profile, chosen }: { profile: Profile; chosen: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const test = useTestProfile(profile.id);
  return (
    <li className={styles.profile}>
      <div className={styles.profileHead}>
        <h3>{profile.title}</h3>
        <code>{profile.id}</code>
        {chosen && <Chip tone="live">{t('settings.chosen')}</Chip>}
        {!profile.usable && <Chip tone="open">{t('settings.unusable')}</Chip>}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('settings.profile.model')}</dt>
          <dd>
            <Foreign text={profile.model} />
          </dd>
        </div>
        <div>
          <dt>{t('settings.profile.baseUrl')}</dt>
          <dd>
            <Foreign text={profile.baseUrl} />
          </dd>
        </div>
        <div>
          <dt>{t('settings.profile.key')}</dt>
          <dd>
            <KeyWords profile={profile} />
            {profile.why && profile.key.set && (
              <p>
                <Foreign text={profile.why} />
              </p>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('settings.profile.limits')}</dt>
          <dd>
            <Limits profile={profile} />
          </dd>
        </div>
      </dl>
      <div className={styles.profileActions}>
        <Button
          aria-label={t('settings.testOf', { title: profile.title })}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('settings.test')}
        </Button>
        <Button aria-label={t('settings.editOf', { title: profile.title })} onClick={() => setOpen(true)}>
          {t('settings.edit')}
        </Button>
      </div>
      <TestResult test={test} />
      {open && <ProfileDialog profile={profile} onClose={() => setOpen(false)} />}
    </li>
  );
}

export function Models({ profiles, chosen }: { profiles: readonly Profile[]; chosen: string | undefined }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <Panel title={t('settings.models')} flush>
      <div className={styles.modelsLead}>
        <p>{t('settings.modelsText')}</p>
        <Button onClick={() => setAdding(true)}>{t('settings.profile.new')}</Button>
        {adding && <ProfileDialog onClose={() => setAdding(false)} />}
      </div>
      <ul>
        {profiles.map((profile) => (
          <Row key={profile.id} profile={profile} chosen={profile.id === chosen} />
        ))}
      </ul>
    </Panel>
  );
}
