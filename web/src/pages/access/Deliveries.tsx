// Deliveries.tsx: what was sent to webhooks last, and what is still tried
import { useTranslation } from 'react-i18next';
import { type Delivery, useDeliveries, type Webhook } from '@/api/team_webhooks';
import { Chip, type Tone } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import { Ago } from '@/parts/Time';
import { useFormat } from '@/text/format';
import styles from './AccessPage.module.css';
import { useEventName } from './WebhookDialog';

const tones = {
  waiting: 'quiet',
  delivered: 'pass',
  failed: 'fail',
} as const satisfies Record<string, Tone>;
const isState = (state: string): state is keyof typeof tones => state in tones;

function Row({ delivery, to }: { delivery: Delivery; to: string | undefined }) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const eventName = useEventName();
  const { state = '', event, attempts = 0, status, error, answer, createdAt, nextAt, deliveredAt } = delivery;
  const at = deliveredAt ?? delivery.at ?? createdAt;
  const facts = [
    status ? t('webhooks.status', { status }) : '',
    attempts > 1 || state !== 'delivered' ? t('webhooks.attempts', { count: attempts }) : '',
    nextAt && state === 'waiting' ? `${t('webhooks.again')} ${format.time(nextAt)}` : '',
  ].filter(Boolean);
  return (
    <li className={`${styles.row} ${styles.delivery}`}>
      <Chip tone={isState(state) ? tones[state] : 'quiet'}>
        {isState(state) ? t(`webhooks.state.${state}`) : state}
      </Chip>
      <span className={styles.wide}>
        <span>
          <Foreign text={to ?? delivery.webhookName ?? delivery.webhook} />
          {event && ` · ${eventName(event)}`}
        </span>
        <span className={styles.small}>
          {' '}
          {facts.join(' · ')} <Foreign text={error || (state === 'delivered' ? '' : (answer ?? ''))} />
        </span>
      </span>
      <span className={styles.soft}>{at && <Ago at={at} />}</span>
    </li>
  );
}

export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('team');
  const { data, error, refetch } = useDeliveries();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (data?.length === 0) return <p className={styles.soft}>{t('webhooks.noDeliveries')}</p>;
  return (
    <ul className={styles.list} aria-label={t('webhooks.deliveries')}>
      {data?.map((delivery) => (
        <Row
          key={delivery.id}
          delivery={delivery}
          to={webhooks.find(({ id }) => id === delivery.webhook)?.name}
        />
      ))}
    </ul>
  );
}
