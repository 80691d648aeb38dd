// DevicesPage.tsx: all devices as cards: what they show, who is using them, what makes the others usable
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import { useDevices } from '@/api/queries';
import { Missing } from '@/parts/Missing/Missing';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { DeviceCard } from './DeviceCard';
import styles from './DevicesPage.module.css';

// The usable ones first, those in the way of a run before those that are switched off.
function order(devices: readonly Device[]): Device[] {
  const rank = (device: Device) => (device.usable ? 0 : device.bootable ? 2 : 1);
  return [...devices].sort((a, b) => rank(a) - rank(b));
}

export default function DevicesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useDevices();
  const devices = order(data?.devices ?? []);
  return (
    <Page title={t('devices.title')}>
      <Missing need={['device']} />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton look="rows" rows={3} />}
      {data && devices.length === 0 && (
        <Empty title={t('devices.none')}>
          <p>{t('devices.noneHow')}</p>
        </Empty>
      )}
      {devices.length > 0 && (
        <ul className={styles.cards} aria-label={t('devices.list')}>
          {devices.map((device) => (
            <DeviceCard key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Page>
  );
}
