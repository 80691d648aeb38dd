// SettingsPage.tsx: the model that runs use and who serves it, how runs are made, and this browser
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@/api/me';
import { useProfiles, useProviders } from '@/api/queries';
import { Chip, type Tone } from '@/parts/Chip';
import { NotAllowed } from '@/parts/NotAllowed';
import { Failure, Loading, Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { SettingsNav } from '@/parts/SettingsNav';
import { Appearance } from './Appearance';
import { CurrentModel } from './CurrentModel';
import { OwnModels } from './OwnModels';
import { Providers } from './Providers';
import { Limits, RunSettings } from './RunSettings';
import styles from './SettingsPage.module.css';
import { type SaveState, useConfigDraft } from './useConfigDraft';

const tones: Record<SaveState, Tone> = { saved: 'quiet', saving: 'live', refused: 'fail', lost: 'fail' };

// An address with #name means that part of the page.
function Part({
  name,
  title,
  text,
  bare,
  children,
}: {
  name: string;
  title: string;
  text?: string;
  bare?: boolean; // without a surface: it has cards of its own
  children: ReactNode;
}) {
  const body = (
    <>
      {text && <p className={styles.lead}>{text}</p>}
      {children}
    </>
  );
  return (
    <div id={name} className={styles.part}>
      {bare ? (
        <section className={styles.bare} aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{title}</h2>
          {body}
        </section>
      ) : (
        <Panel title={title}>{body}</Panel>
      )}
    </div>
  );
}

// The fields of whoever may not change them can be read.
function Changeable({ allowed, children }: { allowed: boolean; children: ReactNode }) {
  if (allowed) return children;
  return (
    <fieldset disabled className={styles.locked}>
      {children}
    </fieldset>
  );
}

export default function SettingsPage() {
  const { t } = useTranslation();
  const draft = useConfigDraft();
  const profiles = useProfiles();
  const providers = useProviders();
  const rows = profiles.data?.profiles;
  const cards = providers.data?.providers;
  const error = draft.error ?? profiles.error ?? providers.error;
  const ready = draft.config !== undefined && rows !== undefined && cards !== undefined;
  const chosen = draft.config?.executorInfoId;
  const mayChange = useMay('admin');
  useEffect(() => {
    if (ready && window.location.hash)
      document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [ready]);
  function retry() {
    void profiles.refetch();
    void providers.refetch();
  }
  return (
    <Page
      title={t('settings.title')}
      actions={
        <span role="status">
          {ready && <Chip tone={tones[draft.state]}>{t(`settings.state.${draft.state}`)}</Chip>}
        </span>
      }
    >
      <SettingsNav />
      {error && !ready ? (
        <Failure error={error} retry={retry} />
      ) : !ready ? (
        <Loading />
      ) : (
        <>
          {!mayChange && <NotAllowed need="admin" />}
          <Changeable allowed={mayChange}>
            <Part name="model" title={t('settings.current')}>
              <CurrentModel draft={draft} profiles={rows} providers={cards} />
            </Part>
            <Part name="providers" title={t('settings.providers')} text={t('settings.providersText')} bare>
              <Providers providers={cards} profiles={rows} chosen={chosen} />
            </Part>
            <Part name="own" title={t('settings.own')} text={t('settings.ownText')} bare>
              <OwnModels profiles={rows.filter((each) => !each.vendor)} chosen={chosen} />
            </Part>
            <Part name="run" title={t('settings.run')}>
              <RunSettings draft={draft} />
            </Part>
            <Part name="limits" title={t('settings.limits')} text={t('settings.limitsText')}>
              <Limits draft={draft} />
            </Part>
          </Changeable>
          <Part name="browser" title={t('settings.browser')} text={t('settings.browserText')}>
            <Appearance />
          </Part>
        </>
      )}
    </Page>
  );
}
