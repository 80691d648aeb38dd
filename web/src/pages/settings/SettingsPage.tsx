// SettingsPage.tsx: how runs are made, with which models, and how this browser shows them
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfiles } from '@/api/queries';
import { Chip, type Tone } from '@/parts/Chip';
import { Failure, Loading, Page } from '@/parts/Page';
import { Appearance } from './Appearance';
import { Models } from './Models';
import { Limits, RunSettings } from './RunSettings';
import styles from './SettingsPage.module.css';
import { type SaveState, useConfigDraft } from './useConfigDraft';

const tones: Record<SaveState, Tone> = { saved: 'quiet', saving: 'live', refused: 'fail', lost: 'fail' };

export default function SettingsPage() {
  const { t } = useTranslation();
  const draft = useConfigDraft();
  const profiles = useProfiles();
  const rows = profiles.data?.profiles;
  const error = draft.error ?? profiles.error;
  const ready = draft.config !== undefined && rows !== undefined;
  // An address with #models means that part of the page.
  useEffect(() => {
    if (ready && window.location.hash)
      document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [ready]);
  return (
    <Page
      title={t('settings.title')}
      actions={
        <span role="status">
          {ready && <Chip tone={tones[draft.state]}>{t(`settings.state.${draft.state}`)}</Chip>}
        </span>
      }
    >
      {error && !ready ? (
        <Failure error={error} retry={() => void profiles.refetch()} />
      ) : !ready ? (
        <Loading />
      ) : (
        <>
          <div id="run" className={styles.part}>
            <RunSettings draft={draft} profiles={rows} />
          </div>
          <div id="limits" className={styles.part}>
            <Limits draft={draft} />
          </div>
          <div id="models" className={styles.part}>
            <Models profiles={rows} chosen={draft.config?.executorInfoId} />
          </div>
          <div id="browser" className={styles.part}>
            <Appearance />
          </div>
        </>
      )}
    </Page>
  );
}
