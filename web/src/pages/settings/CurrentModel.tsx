// CurrentModel.tsx: the model that runs use, and the second one that checks it
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import type { Provider } from '@/api/profiles';
import { Field } from '@/parts/Field';
import { Facts } from './ModelRow';
import { NumberField } from './NumberField';
import { ReadyChip, ReadyWords } from './Ready';
import styles from './SettingsPage.module.css';
import type { ConfigDraft } from './useConfigDraft';

type Props = { draft: ConfigDraft; profiles: readonly Profile[]; providers: readonly Provider[] };

// All profiles, by provider; those of an address of one's own come first.
function Options({ profiles, providers }: Omit<Props, 'draft'>) {
  const { t } = useTranslation();
  const option = (profile: Profile) => (
    <option key={profile.id} value={profile.id}>
      {profile.state === 'notConfigured' ? t('settings.notUsable', { title: profile.title }) : profile.title}
    </option>
  );
  const own = profiles.filter((each) => !each.vendor);
  return (
    <>
      {own.length > 0 && <optgroup label={t('settings.own')}>{own.map(option)}</optgroup>}
      {providers.map((provider) => (
        <optgroup key={provider.id} label={provider.title}>
          {profiles.filter((each) => provider.profiles.includes(each.id)).map(option)}
        </optgroup>
      ))}
    </>
  );
}

export function CurrentModel({ draft, profiles, providers }: Props) {
  const { t } = useTranslation();
  const { config, problems } = draft;
  const chosen = profiles.find((each) => each.id === config?.executorInfoId);
  const second = profiles.find((each) => each.id === config?.secondModel);
  return (
    <>
      {chosen && (
        <div className={styles.current}>
          <p className={styles.currentName}>
            {chosen.title} <ReadyChip answer={chosen} />
          </p>
          <p className={styles.soft}>
            <Facts profile={chosen} />
          </p>
          {chosen.state === 'notConfigured' ? (
            <p className={styles.soft}>{t('settings.currentUnset')}</p>
          ) : (
            <ReadyWords answer={chosen} />
          )}
        </div>
      )}
      <div className={styles.fields}>
        <Field label={t('settings.model')} error={problems.executorInfoId}>
          <select
            value={config?.executorInfoId ?? ''}
            onChange={(event) => draft.set('executorInfoId', event.target.value)}
          >
            <Options profiles={profiles} providers={providers} />
          </select>
        </Field>
        <Field
          label={t('settings.secondModel')}
          hint={second?.state === 'notConfigured' ? t('settings.secondUnset') : t('settings.secondModelHint')}
          error={problems.secondModel}
        >
          <select
            value={config?.secondModel ?? ''}
            onChange={(event) => draft.set('secondModel', event.target.value)}
          >
            <option value="">{t('settings.noSecondModel')}</option>
            <Options profiles={profiles} providers={providers} />
          </select>
        </Field>
        <NumberField
          label={t('settings.llmTemperature')}
          hint={t('settings.llmTemperatureHint')}
          error={problems.llmTemperature}
          value={config?.llmTemperature}
          onSave={(value) => draft.set('llmTemperature', value)}
        />
      </div>
    </>
  );
}
