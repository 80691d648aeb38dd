// ProfileDialog.tsx: a profile, one of the user's own or a change of a row; secrets go in and never come out again
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, type Profile } from '@/api/client';
import { useResetProfile, useSaveProfile, useTestProfile } from '@/api/profiles';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Check, Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import { UseButton } from './ModelRow';
import { changeOf, formats, formOf, type ProfileForm, prices } from './profileForm';
import { ReadyChip, ReadyWords } from './Ready';
import styles from './SettingsPage.module.css';

// The field of the form that the server's reason is about.
function fieldOf(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  return error.field?.replace(/^prices\//, 'price.');
}

// The models that the server has, when it does not have the one of the form.
function ModelChoices({
  models,
  model,
  onChoose,
}: {
  models: readonly string[];
  model: string;
  onChoose: (model: string) => void;
}) {
  const { t } = useTranslation();
  if (models.length === 0 || models.includes(model.trim())) return null;
  return (
    <ul className={styles.others} aria-label={t('settings.has')}>
      {models.slice(0, 50).map((each) => (
        <li key={each} className={styles.model}>
          <Foreign text={each} />
          <UseButton title={each} busy={false} onUse={() => onChoose(each)} />
        </li>
      ))}
    </ul>
  );
}

// profile: undefined makes a new one.
export function ProfileDialog({ profile, onClose }: { profile?: Profile; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [before] = useState(() => formOf(profile));
  const [form, setForm] = useState(before);
  const [dropKey, setDropKey] = useState(false);
  const save = useSaveProfile();
  const reset = useResetProfile(profile?.id ?? '');
  const test = useTestProfile();
  const error = save.error ?? reset.error ?? test.error;
  const named = fieldOf(error);
  const shown = named && named in form ? named : undefined;
  const movesAway = profile?.key.set && form.baseUrl.trim() !== profile.baseUrl && !form.key;
  const keyHint = movesAway
    ? t('settings.profile.keyAgain')
    : profile?.key.set
      ? t('settings.profile.keyKept')
      : t('settings.profile.keyHint');
  const own = !profile || profile.custom;
  const set = (name: keyof ProfileForm, value: string) => setForm((old) => ({ ...old, [name]: value }));
  const profileId = profile?.id ?? form.id.trim();
  const store = (then: () => void) =>
    save.mutate({ id: profileId, body: changeOf(before, form, dropKey) }, { onSuccess: then });
  function submit(event: FormEvent) {
    event.preventDefault();
    store(onClose);
  }
  const text = (name: keyof ProfileForm, label: string, hint?: string) => (
    <Field label={label} {...(hint && { hint })} error={shown === name ? error?.message : undefined}>
      <input value={form[name]} spellCheck={false} onChange={(event) => set(name, event.target.value)} />
    </Field>
  );
  return (
    <Dialog
      title={profile?.title ?? t('settings.profile.new')}
      onClose={onClose}
      actions={
        <>
          {profile && profile.stored.length > 0 && (
            <Button onClick={() => reset.mutate(undefined, { onSuccess: onClose })}>
              {t(profile.custom ? 'settings.profile.remove' : 'settings.profile.reset')}
            </Button>
          )}
          <Button
            disabled={save.isPending || test.isPending}
            onClick={() => store(() => test.mutate(profileId))}
          >
            {t('settings.profile.saveAndTest')}
          </Button>
          <Button look="main" type="submit" form={formId} disabled={save.isPending}>
            {t('settings.profile.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        {!profile && text('id', t('settings.profile.id'), t('settings.profile.idHint'))}
        {own && (
          <Field label={t('settings.profile.format')} error={shown === 'format' ? error?.message : undefined}>
            <select value={form.format} onChange={(event) => set('format', event.target.value)}>
              {formats.map((format) => (
                <option key={format} value={format}>
                  {t(`settings.profile.formats.${format}`)}
                </option>
              ))}
            </select>
          </Field>
        )}
        {text('model', t('settings.profile.model'))}
        {text('baseUrl', t('settings.profile.baseUrl'), t('settings.profile.baseUrlHint'))}
        <Field
          label={t('settings.profile.key')}
          hint={keyHint}
          error={shown === 'key' ? error?.message : undefined}
        >
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={form.key}
            onChange={(event) => set('key', event.target.value)}
          />
        </Field>
        {profile?.stored.includes('key') && (
          <Check label={t('settings.profile.dropKey')} checked={dropKey} onChange={setDropKey} />
        )}
        <details className={styles.more}>
          <summary>{t('settings.profile.more')}</summary>
          <div className={styles.form}>
            {text('contextTokens', t('settings.profile.contextTokens'))}
            {text('maxOutputTokens', t('settings.profile.maxOutputTokens'))}
            {prices.map((name) => (
              <div key={name}>
                {text(
                  `price.${name}`,
                  t(`settings.profile.price.${name}`),
                  name === 'input' ? t('settings.profile.priceHint') : undefined,
                )}
              </div>
            ))}
            {text('quirks', t('settings.profile.quirks'), t('settings.profile.quirksHint'))}
            {text('caFile', t('settings.profile.caFile'), t('settings.profile.caFileHint'))}
            <Field
              label={t('settings.profile.headers')}
              hint={t('settings.profile.headersHint')}
              error={shown === 'headers' ? error?.message : undefined}
            >
              <textarea
                rows={3}
                autoComplete="off"
                spellCheck={false}
                value={form.headers}
                onChange={(event) => set('headers', event.target.value)}
              />
            </Field>
          </div>
        </details>
        <div role="status">
          {test.isPending && t('settings.testing')}
          {test.data && !test.isPending && (
            <>
              <ReadyChip answer={test.data} />
              <ReadyWords answer={test.data} count={test.data.models.length} />
              <ModelChoices
                models={test.data.models}
                model={form.model}
                onChoose={(model) => set('model', model)}
              />
            </>
          )}
        </div>
        {error && !shown && <Failure error={error} />}
      </form>
    </Dialog>
  );
}
