// ProviderAccess.tsx: the key and the address of a provider, given once for all of its models
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { type Provider, useSaveProvider } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import styles from './SettingsPage.module.css';

function KeyWords({ provider }: { provider: Provider }) {
  const { t } = useTranslation();
  const { key, keys, profiles, needsKey } = provider;
  if (!key.set) return <>{t(needsKey ? 'settings.key.none' : 'settings.key.notNeeded')}</>;
  const from = key.from === 'settings' ? t('settings.key.here') : (key.from ?? '');
  return (
    <>
      {key.ends ? t('settings.key.ends', { ends: key.ends, from }) : t('settings.key.set', { from })}
      {keys < profiles.length && <> · {t('settings.key.some', { keys, all: profiles.length })}</>}
    </>
  );
}

export function Access({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.access}>
      <dl className={styles.facts}>
        <dt>{t('settings.profile.key')}</dt>
        <dd>
          <KeyWords provider={provider} />
        </dd>
        <dt>{t('settings.profile.baseUrl')}</dt>
        <dd>
          <Foreign text={provider.baseUrl} />
        </dd>
      </dl>
      <Button look="bare" aria-label={t('settings.changeOf', { title: provider.title })} onClick={onEdit}>
        {t('settings.change')}
      </Button>
    </div>
  );
}

// Saves, then calls onSaved; a refusal is shown at its field, and what was typed stays.
export function AccessForm({
  provider,
  keyOnly,
  onSaved,
  onClose,
}: {
  provider: Provider;
  keyOnly: boolean;
  onSaved: () => void;
  onClose?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const save = useSaveProvider(provider.id);
  const [key, setKey] = useState('');
  const [url, setUrl] = useState(provider.baseUrl);
  const field = save.error instanceof Problem ? save.error.field : undefined;
  const moves = url.trim() !== provider.baseUrl;
  const errorAt = (name: string) => (field === name ? save.error?.message : undefined);
  function put(body: { key?: string | null; baseUrl?: string | null }) {
    save.mutate(body, { onSuccess: onSaved });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    put({ ...(key.trim() && { key: key.trim() }), ...(moves && { baseUrl: url.trim() || null }) });
  }
  const hint = provider.needsKey ? t('settings.key.hint') : t('settings.key.optional');
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      aria-label={t('settings.accessOf', { title: provider.title })}
    >
      <Field
        label={t('settings.profile.key')}
        hint={moves && provider.key.set ? t('settings.profile.keyAgain') : hint}
        error={errorAt('key')}
      >
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          placeholder={provider.key.ends ? `…${provider.key.ends}` : ''}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      {!keyOnly && (
        <Field
          label={t('settings.profile.baseUrl')}
          hint={t('settings.addressHint', { url: provider.defaultUrl })}
          error={errorAt('baseUrl')}
        >
          <input
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
      )}
      {save.error && !errorAt('key') && !errorAt('baseUrl') && <Failure error={save.error} />}
      <div className={styles.actions}>
        <Button look="main" type="submit" disabled={save.isPending || (!key.trim() && !moves)}>
          {t('settings.saveAndTest')}
        </Button>
        {onClose && <Button onClick={onClose}>{t('settings.cancel')}</Button>}
        {provider.keyStored && (
          <Button look="danger" onClick={() => put({ key: null })}>
            {t('settings.profile.dropKey')}
          </Button>
        )}
      </div>
    </form>
  );
}
