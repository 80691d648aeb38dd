// ProfileDialog.tsx: model, address and key of a profile; a key goes in and never comes out again
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, type Profile, type Schemas } from '@/api/client';
import { useResetProfile, useSaveProfile } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Check, Field } from '@/parts/Field';
import { Failure } from '@/parts/Page';
import styles from './SettingsPage.module.css';

type Member = 'model' | 'baseUrl' | 'key';

// The member that the server's reason names.
function memberOf(error: unknown): Member | undefined {
  if (!(error instanceof Problem) || error.status !== 400) return undefined;
  return (['model', 'baseUrl', 'key'] as const).find((name) => error.message.includes(`'${name}'`));
}

function changeOf(
  profile: Profile,
  draft: { model: string; baseUrl: string; key: string; dropKey: boolean },
): Schemas['ProfileInput'] {
  const change: Schemas['ProfileInput'] = {};
  if (draft.model.trim() !== profile.model) change.model = draft.model.trim();
  if (draft.baseUrl.trim() !== profile.baseUrl) change.baseUrl = draft.baseUrl.trim();
  if (draft.key.trim()) change.key = draft.key.trim();
  else if (draft.dropKey) change.key = null;
  return change;
}

export function ProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const [model, setModel] = useState(profile.model);
  const [baseUrl, setBaseUrl] = useState(profile.baseUrl);
  const [key, setKey] = useState('');
  const [dropKey, setDropKey] = useState(false);
  const save = useSaveProfile(profile.id);
  const reset = useResetProfile(profile.id);
  const error = save.error ?? reset.error;
  const member = memberOf(error);
  const problem = (name: Member) => (member === name ? error?.message : undefined);
  const movesAway = profile.key.set && baseUrl.trim() !== profile.baseUrl && !key;
  const keyHint = movesAway
    ? t('settings.profile.keyAgain')
    : profile.key.set
      ? t('settings.profile.keyKept')
      : t('settings.profile.keyHint');
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(changeOf(profile, { model, baseUrl, key, dropKey }), { onSuccess: onClose });
  }
  return (
    <Dialog
      title={profile.title}
      onClose={onClose}
      actions={
        <>
          {profile.stored.length > 0 && (
            <Button onClick={() => reset.mutate(undefined, { onSuccess: onClose })}>
              {t('settings.profile.reset')}
            </Button>
          )}
          <Button look="main" type="submit" form={form} disabled={save.isPending}>
            {t('settings.profile.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field label={t('settings.profile.model')} error={problem('model')}>
          <input value={model} spellCheck={false} onChange={(event) => setModel(event.target.value)} />
        </Field>
        <Field
          label={t('settings.profile.baseUrl')}
          hint={t('settings.profile.baseUrlHint')}
          error={problem('baseUrl')}
        >
          <input
            value={baseUrl}
            spellCheck={false}
            inputMode="url"
            onChange={(event) => setBaseUrl(event.target.value)}
          />
        </Field>
        <Field label={t('settings.profile.key')} hint={keyHint} error={problem('key')}>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
        {profile.stored.includes('key') && (
          <Check label={t('settings.profile.dropKey')} checked={dropKey} onChange={setDropKey} />
        )}
        {error && !member && <Failure error={error} />}
      </form>
    </Dialog>
  );
}
