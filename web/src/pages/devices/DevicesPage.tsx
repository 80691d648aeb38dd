// DevicesPage.tsx: all devices: which can be used, who has them, and what makes the others usable
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Device } from '@/api/client';
import { useDevices } from '@/api/queries';
import { DeviceState } from '@/parts/DeviceState';
import { Foreign } from '@/parts/Foreign';
import { Missing } from '@/parts/Missing/Missing';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import styles from './DevicesPage.module.css';

const EVERY_MS = 4000;

// The usable ones first, those in the way of a run before those that are switched off.
function order(devices: readonly Device[]): Device[] {
  const rank = (device: Device) => (device.usable ? 0 : device.bootable ? 2 : 1);
  return [...devices].sort((a, b) => rank(a) - rank(b));
}

function Row({ device }: { device: Device }) {
  const { t } = useTranslation();
  const name = device.name || device.id;
  return (
    <tr>
      <th scope="row">
        <Link href={`/devices/${encodeURIComponent(device.id)}`} aria-label={t('devices.open', { name })}>
          <Foreign text={name} />
        </Link>
        <div className={styles.id}>
          <Foreign text={device.id} />
        </div>
      </th>
      <td>{device.os || device.platform}</td>
      <td>
        <DeviceState device={device} />
        {device.remedy && (
          <p className={styles.remedy}>
            <Foreign text={device.remedy} />
          </p>
        )}
      </td>
      <td>
        {device.run && <Link href={`/runs/${device.run}`}>{t('devices.toRun')}</Link>}
        {!!device.queued && <p className={styles.id}>{t('devices.queued', { count: device.queued })}</p>}
      </td>
    </tr>
  );
}

function Table({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('devices.list')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('devices.name')}</th>
          <th scope="col">{t('devices.system')}</th>
          <th scope="col">{t('devices.state')}</th>
          <th scope="col">{t('devices.run')}</th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </tbody>
    </table>
  );
}

export default function DevicesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useDevices(EVERY_MS);
  const devices = order(data?.devices ?? []);
  return (
    <Page title={t('devices.title')}>
      <Missing need={['device']} />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && devices.length === 0 && (
        <Empty title={t('devices.none')}>
          <p>{t('devices.noneHow')}</p>
        </Empty>
      )}
      {devices.length > 0 && <Table devices={devices} />}
    </Page>
  );
}
