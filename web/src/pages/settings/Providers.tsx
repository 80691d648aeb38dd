// Providers.tsx: a card for each provider: its key and address once, a test in place, its models
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import { type Provider, useTestProvider, useUseModel } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { notify } from '@/parts/Notices';
import { Failure } from '@/parts/Page';
import { ModelRow, UseButton } from './ModelRow';
import { choiceOf, othersOf } from './models';
import { Access, AccessForm } from './ProviderAccess';
import { ReadyChip, ReadyWords } from './Ready';
import styles from './SettingsPage.module.css';

type Props = { provider: Provider; profiles: readonly Profile[]; chosen: string | undefined };

// The models of the server at this address that the list above does not have.
function Others({ provider, profiles, open }: Omit<Props, 'chosen'> & { open: boolean }) {
  const { t } = useTranslation();
  const use = useUseModel();
  const models = othersOf(provider, profiles);
  if (models.length === 0) return null;
  const take = (model: string) =>
    use.mutate(choiceOf(provider, profiles, model), {
      onError: (error) => notify(error.message, { tone: 'fail' }),
    });
  return (
    <details className={styles.more} open={open}>
      <summary>{t('settings.others', { count: models.length })}</summary>
      <ul className={styles.others} aria-label={t('settings.foundOf', { title: provider.title })}>
        {models.map((model) => (
          <li key={model} className={styles.model}>
            <span className={styles.name}>
              <Foreign text={model} />
            </span>
            <UseButton title={model} busy={use.isPending} onUse={() => take(model)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Card({ provider, profiles, chosen }: Props) {
  const { t } = useTranslation();
  const test = useTestProvider(provider.id);
  const lacksKey = provider.needsKey && provider.keys === 0;
  const [editing, setEditing] = useState(false);
  const own = profiles.filter((each) => provider.profiles.includes(each.id));
  const isChosen = own.some((each) => each.id === chosen);
  const titleId = `provider-${provider.id}`;
  const saved = () => {
    setEditing(false);
    test.mutate();
  };
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.cardHead}>
        <h3 id={titleId}>{provider.title}</h3>
        <span role="status">
          {test.isPending ? (
            <span className={styles.soft}>{t('settings.testing')}</span>
          ) : (
            <ReadyChip answer={provider} needed={isChosen || test.isSuccess} />
          )}
        </span>
        <Button
          aria-label={t('settings.testOf', { title: provider.title })}
          disabled={test.isPending || provider.state === 'notConfigured'}
          onClick={() => test.mutate()}
        >
          {t('settings.test')}
        </Button>
      </header>
      {!editing && <Access provider={provider} onEdit={() => setEditing(true)} />}
      {(editing || lacksKey) && (
        <AccessForm
          provider={provider}
          keyOnly={!editing}
          onSaved={saved}
          onClose={editing ? () => setEditing(false) : undefined}
        />
      )}
      {test.error && <Failure error={test.error} />}
      {provider.testedAt && <ReadyWords answer={provider} count={provider.models?.length} />}
      <ul className={styles.models} aria-label={t('settings.modelsOf', { title: provider.title })}>
        {own.map((profile) => (
          <ModelRow key={profile.id} profile={profile} chosen={profile.id === chosen} />
        ))}
      </ul>
      <Others provider={provider} profiles={profiles} open={!provider.needsKey || test.isSuccess} />
    </section>
  );
}

export function Providers({
  providers,
  profiles,
  chosen,
}: {
  providers: readonly Provider[];
  profiles: readonly Profile[];
  chosen: string | undefined;
}) {
  return (
    <div className={styles.cards}>
      {providers.map((provider) => (
        <Card key={provider.id} provider={provider} profiles={profiles} chosen={chosen} />
      ))}
    </div>
  );
}
