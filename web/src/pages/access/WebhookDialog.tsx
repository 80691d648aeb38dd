// WebhookDialog.tsx: where a message goes, when, and in which form
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { events, templates, useSaveWebhook, type Webhook, type WebhookDocument } from '@/api/team_webhooks';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Check, Field } from '@/parts/Field';
import { plain } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import styles from './AccessPage.module.css';

const keys = {
  'suite.ended': 'suite_ended',
  'suite.failed': 'suite_failed',
  'run.ended': 'run_ended',
  'run.failed': 'run_failed',
  'host.lost': 'host_lost',
} as const satisfies Record<(typeof events)[number], string>;

// What this page has no words for is shown as it is.
export function useEventName(): (event: string) => string {
  const { t } = useTranslation('team');
  return (event) => {
    const known = events.find((each) => each === event);
    return known ? t(`webhooks.event.${keys[known]}`) : plain(event);
  };
}

export function useTemplateName(): (template: string) => string {
  const { t } = useTranslation('team');
  return (template) => {
    const known = templates.find((each) => each === template);
    return known ? t(`webhooks.templates.${known}`) : plain(template);
  };
}

const fields = ['name', 'url', 'template', 'secret', 'events', 'allowPrivate', 'link'];

type Form = Required<WebhookDocument>;

// Messages lead to the dashboard as the browser sees it now.
function formOf(webhook: Webhook | undefined): Form {
  const { name = '', url = '', template = 'json', enabled = true, allowPrivate = false } = webhook ?? {};
  const link = webhook ? (webhook.link ?? '') : window.location.origin;
  const events = webhook?.events ?? ['suite.failed'];
  return { name, url, template, enabled, allowPrivate, link, events, secret: '' };
}

// An address that is a secret itself is only shown in part: it is sent if another one was typed.
function documentOf({ secret, url, ...rest }: Form, webhook: Webhook | undefined): WebhookDocument {
  const moved = url.trim() !== (webhook?.url ?? '');
  return {
    ...rest,
    name: rest.name.trim(),
    link: rest.link.trim(),
    ...(moved && { url: url.trim() }),
    ...(secret && { secret }),
  };
}

function Events({
  chosen,
  set,
  error,
}: {
  chosen: string[];
  set: (events: string[]) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation('team');
  const eventName = useEventName();
  const all = [...new Set<string>([...events, ...chosen])];
  const toggle = (event: string) =>
    set(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event]);
  return (
    <fieldset className={styles.roles}>
      <legend className={styles.legend}>{t('webhooks.events')}</legend>
      {all.map((event) => (
        <label key={event} className={styles.radio}>
          <input type="checkbox" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          <span>{eventName(event)}</span>
        </label>
      ))}
      {error && <p className={styles.small}>{error}</p>}
    </fieldset>
  );
}

export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [form, setForm] = useState(() => formOf(webhook));
  const save = useSaveWebhook(webhook?.id);
  const templateName = useTemplateName();
  const set = (change: Partial<typeof form>) => setForm((old) => ({ ...old, ...change }));
  const field = save.error instanceof Problem ? save.error.field?.split('/')[0] : undefined;
  const errorOf = (name: string) => (field === name ? save.error?.message : undefined);
  const conflict = save.error instanceof Problem && [409, 412].includes(save.error.status);
  const noEvent = form.events.length === 0;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (noEvent) return;
    const revision = webhook?.revision;
    save.mutate(
      { ...documentOf(form, webhook), ...(revision !== undefined && { revision }) },
      { onSuccess: onClose },
    );
  }
  return (
    <Dialog
      title={webhook ? plain(webhook.name) : t('webhooks.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={formId} disabled={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <Field label={t('webhooks.name')} error={errorOf('name')}>
          <input value={form.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label={t('webhooks.template')} error={errorOf('template')}>
          <select value={form.template} onChange={(event) => set({ template: event.target.value })}>
            {[...new Set([...templates, form.template])].map((template) => (
              <option key={template} value={template}>
                {templateName(template)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('webhooks.url')} hint={t('webhooks.urlHint')} error={errorOf('url')}>
          <input
            type="url"
            spellCheck={false}
            autoComplete="off"
            value={form.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Field>
        <Events
          chosen={form.events}
          set={(chosen) => set({ events: chosen })}
          error={errorOf('events') ?? (noEvent ? t('webhooks.needEvent') : undefined)}
        />
        <Field
          label={t('webhooks.secret')}
          hint={t(webhook?.secretSet ? 'webhooks.secretKept' : 'webhooks.secretHint')}
          error={errorOf('secret')}
        >
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={form.secret}
            onChange={(event) => set({ secret: event.target.value })}
          />
        </Field>
        <Field label={t('webhooks.link')} hint={t('webhooks.linkHint')} error={errorOf('link')}>
          <input
            type="url"
            spellCheck={false}
            value={form.link}
            onChange={(event) => set({ link: event.target.value })}
          />
        </Field>
        <Check
          label={t('webhooks.allowPrivate')}
          hint={t('webhooks.allowPrivateHint')}
          checked={form.allowPrivate}
          onChange={(allowPrivate) => set({ allowPrivate })}
        />
        {errorOf('allowPrivate') && <p className={styles.small}>{errorOf('allowPrivate')}</p>}
        <Check
          label={t('webhooks.enabled')}
          checked={form.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        {save.error && !fields.includes(field ?? '') && (
          <Failure error={conflict ? new Error(t('conflict')) : save.error} />
        )}
      </form>
    </Dialog>
  );
}
