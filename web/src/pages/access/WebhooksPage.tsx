// WebhooksPage.tsx: who is told what came of runs, a trial message, and what was sent last
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveWebhook, useTestWebhook, useWebhooks, type Webhook } from '@/api/team_webhooks';
import '@/text/team';
import { Button, IconButton } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { Foreign, plain } from '@/parts/Foreign';
import { AddIcon, DeleteIcon, EditIcon } from '@/parts/icons';
import { Panel } from '@/parts/Panel';
import { RemoveDialog } from '@/parts/Team/RemoveDialog';
import styles from './AccessPage.module.css';
import { Deliveries } from './Deliveries';
import { Frame, Only } from './Frame';
import { useEventName, useTemplateName, WebhookDialog } from './WebhookDialog';

// What the other side answered, or why nobody did.
function Answer({ test }: { test: ReturnType<typeof useTestWebhook> }) {
  const { t } = useTranslation('team');
  const { data, error, isPending } = test;
  if (isPending) return <p className={styles.small}>{t('webhooks.testing')}</p>;
  if (error)
    return (
      <p className={styles.answer}>
        <Chip tone="fail">{t('webhooks.testBad')}</Chip> <Foreign text={error.message} />
      </p>
    );
  if (!data) return null;
  return (
    <p className={styles.answer}>
      <Chip tone={data.ok ? 'pass' : 'fail'}>
        {data.status ? t('webhooks.testOk', { status: data.status }) : t('webhooks.testBad')}
      </Chip>{' '}
      <Foreign text={data.error || data.answer || ''} />
    </p>
  );
}

type CardProps = { webhook: Webhook; onEdit: () => void; onRemove: () => void };

function Card({ webhook, onEdit, onRemove }: CardProps) {
  const { t, i18n } = useTranslation('team');
  const test = useTestWebhook(webhook.id);
  const eventName = useEventName();
  const templateName = useTemplateName();
  const name = plain(webhook.name);
  const events = (webhook.events ?? []).map(eventName);
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2>
          <Foreign text={webhook.name} />
        </h2>
        {!webhook.enabled && <Chip tone="quiet">{t('webhooks.paused')}</Chip>}
        <Button
          aria-label={t('webhooks.testOf', { name })}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhooks.test')}
        </Button>
        <IconButton label={t('editOf', { name })} onClick={onEdit}>
          <EditIcon aria-hidden />
        </IconButton>
        <IconButton label={t('deleteOf', { name })} onClick={onRemove}>
          <DeleteIcon aria-hidden />
        </IconButton>
      </div>
      <p className={styles.soft}>
        {templateName(webhook.template)} · <Foreign text={webhook.url ?? ''} />
      </p>
      {webhook.locked && (
        <p className={styles.answer}>
          <Chip tone="fail">{t('webhooks.locked')}</Chip> <Foreign text={webhook.locked} />
        </p>
      )}
      {events.length > 0 && (
        <p className={styles.small}>{t('webhooks.sentWhen', { events: either.format(events) })}</p>
      )}
      <div role="status">
        <Answer test={test} />
      </div>
    </li>
  );
}

function Removal({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('team');
  const removal = useRemoveWebhook();
  return (
    <RemoveDialog
      title={t('webhooks.removal', { name: plain(webhook.name) })}
      text={t('webhooks.removalText')}
      verb={t('delete')}
      done={t('webhooks.removed')}
      busy={removal.isPending}
      remove={(then) => removal.mutate(webhook.id, then)}
      onClose={onClose}
    />
  );
}

function Webhooks() {
  const { t } = useTranslation('team');
  const query = useWebhooks();
  const [editing, setEditing] = useState<Webhook | 'new'>();
  const [removing, setRemoving] = useState<Webhook>();
  const webhooks = query.data ?? [];
  return (
    <Frame
      name="webhooks"
      text={t('webhooks.text')}
      query={query}
      none={query.data?.length === 0}
      add={
        <Button look="main" aria-haspopup="dialog" onClick={() => setEditing('new')}>
          <AddIcon aria-hidden /> {t('webhooks.new')}
        </Button>
      }
    >
      {webhooks.length > 0 && (
        <>
          <ul className={styles.cards} aria-label={t('webhooks.title')}>
            {webhooks.map((webhook) => (
              <Card
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setEditing(webhook)}
                onRemove={() => setRemoving(webhook)}
              />
            ))}
          </ul>
          <Panel title={t('webhooks.deliveries')}>
            <Deliveries webhooks={webhooks} />
          </Panel>
        </>
      )}
      {editing && (
        <WebhookDialog
          webhook={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && <Removal webhook={removing} onClose={() => setRemoving(undefined)} />}
    </Frame>
  );
}

export default function WebhooksPage() {
  return (
    <Only need="admin" name="webhooks">
      {() => <Webhooks />}
    </Only>
  );
}
