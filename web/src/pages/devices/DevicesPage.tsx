// DevicesPage.tsx: all devices as cards: what they show, who is using them, what makes the others usable
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import { useHosts } from '@/api/hosts';
import { useDevices } from '@/api/queries';
import { Missing } from '@/parts/Missing/Missing';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { DeviceCard } from './DeviceCard';
import styles from './DevicesPage.module.css';

// Only a pool has them, and few visitors have one.
const Hosts = lazy(() => import('./Hosts'));

// The usable ones first, those in the way of a run before those that are switched off.
function order(devices: readonly Device[]): Device[] {
  const rank = (device: Device) => (device.usable ? 0 : device.bootable ? 2 : 1);
  return [...devices].sort((a, b) => rank(a) - rank(b));
}

type CardsProps = { devices: readonly Device[]; host?: string | undefined };

function Cards({ devices, host }: CardsProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards} aria-label={t('devices.list')}>
      {order(devices).map((device) => (
        <DeviceCard key={device.id} device={device} host={host} />
      ))}
    </ul>
  );
}

export default function DevicesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useDevices();
  const devices: readonly Device[] = data?.devices ?? [];
  const hosts = useHosts().data ?? [];
  const pool = hosts.length > 1 || hosts.some((host) => host.draining);
  return (
    <Page title={t('devices.title')}>
      <Missing need={['device']} />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton look="rows" rows={3} />}
      {pool && data && (
        <Suspense>
          <Hosts
            hosts={hosts}
            devices={devices}
            cards={(some, host) => <Cards devices={some} host={host} />}
          />
        </Suspense>
      )}
      {!pool && data && devices.length === 0 && (
        <Empty title={t('devices.none')}>
          <p>{t('devices.noneHow')}</p>
        </Empty>
      )}
      {!pool && devices.length > 0 && <Cards devices={devices} />}
    </Page>
  );
}
