// OwnModels.tsx: models at addresses of the user's own: add, test, edit, delete
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import { useTestProfile } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { AddIcon } from '@/parts/icons';
import { ModelRow } from './ModelRow';
import { ProfileDialog } from './ProfileDialog';
import { ReadyChip, ReadyWords } from './Ready';
import styles from './SettingsPage.module.css';

function OwnModel({ profile, chosen }: { profile: Profile; chosen: boolean }) {
  const { t } = useTranslation();
  const test = useTestProfile();
  return (
    <section className={styles.card} aria-label={profile.title}>
      <ul className={styles.models}>
        <ModelRow profile={profile} chosen={chosen} />
      </ul>
      <div className={styles.actions}>
        <span className={styles.soft}>
          <Foreign text={profile.baseUrl} />
          {profile.headers && profile.headers.length > 0 && (
            <>
              {' · '}
              <Foreign text={profile.headers.join(', ')} />
            </>
          )}
        </span>
        <span role="status">{test.isPending ? t('settings.testing') : <ReadyChip answer={profile} />}</span>
        <Button
          aria-label={t('settings.testOf', { title: profile.title })}
          disabled={test.isPending || profile.state === 'notConfigured'}
          onClick={() => test.mutate(profile.id)}
        >
          {t('settings.test')}
        </Button>
      </div>
      {(profile.testedAt || profile.why) && <ReadyWords answer={profile} />}
    </section>
  );
}

export function OwnModels({
  profiles,
  chosen,
}: {
  profiles: readonly Profile[];
  chosen: string | undefined;
}) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <>
      {profiles.length > 0 && (
        <div className={styles.cards}>
          {profiles.map((profile) => (
            <OwnModel key={profile.id} profile={profile} chosen={profile.id === chosen} />
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setAdding(true)}>
          <AddIcon aria-hidden /> {t('settings.profile.new')}
        </Button>
      </div>
      {adding && <ProfileDialog onClose={() => setAdding(false)} />}
    </>
  );
}
