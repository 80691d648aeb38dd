// Hosts.tsx: the hosts of a pool, each with its devices; one can be drained and take runs again
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import { useMay } from '@/api/me';
import { type Host, useDrain } from '@/api/team_hosts';
import '@/text/team';
import { Button, LinkButton } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { DeviceState } from '@/parts/DeviceState';
import { kindOf, ownName } from '@/parts/deviceName';
import { Foreign, plain } from '@/parts/Foreign';
import { notify } from '@/parts/Notices';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import styles from './DevicesPage.module.css';

type Props = {
  hosts: readonly Host[];
  devices: readonly Device[];
  cards: (devices: readonly Device[]) => ReactNode;
};

const nameOf = ({ id, name }: Host) => name || id;

function Drain({ host }: { host: Host }) {
  const { t } = useTranslation('team');
  const drain = useDrain(host.id);
  const name = plain(nameOf(host));
  const draining = Boolean(host.draining);
  const act = () =>
    drain.mutate(!draining, {
      onSuccess: () => notify(t(draining ? 'hosts.resumed' : 'hosts.drained', { name })),
      onError: (error) => notify(error.message, { tone: 'fail' }),
    });
  return (
    <Button
      aria-label={t(draining ? 'hosts.resumeOf' : 'hosts.drainOf', { name })}
      {...tip(draining ? undefined : t('hosts.drainHint'))}
      disabled={drain.isPending}
      onClick={act}
    >
      {t(draining ? 'hosts.resume' : 'hosts.drain')}
    </Button>
  );
}

function HostPart({
  host,
  devices,
  cards,
}: {
  host: Host;
  devices: readonly Device[];
  cards: Props['cards'];
}) {
  const { t } = useTranslation('team');
  const mayDrain = useMay('admin');
  const id = `host-${host.id}`;
  return (
    <section className={styles.host} aria-labelledby={id}>
      <header className={styles.hostHead}>
        <h2 id={id}>
          <Foreign text={nameOf(host)} />
        </h2>
        {host.self && <span className={styles.id}>{t('hosts.here')}</span>}
        {host.draining && (
          <Chip tone="open" title={t('hosts.drainingMeans')}>
            {t('hosts.draining')}
          </Chip>
        )}
        <span className={styles.id}>
          {t('hosts.devices', { count: devices.length })}
          {host.version && (
            <>
              {' · '}
              <Foreign text={host.version} />
            </>
          )}
          {host.startedAt && (
            <>
              {' · '}
              {t('hosts.up')} <Ago at={host.startedAt} />
            </>
          )}
          {host.url && !host.self && /^https?:/.test(host.url) && (
            <>
              {' · '}
              <a href={host.url} aria-label={t('hosts.open', { name: plain(nameOf(host)) })}>
                <Foreign text={host.url} />
              </a>
            </>
          )}
        </span>
        {mayDrain && <Drain host={host} />}
      </header>
      {devices.length > 0 ? cards(devices) : <p className={styles.id}>{t('hosts.noDevices')}</p>}
    </section>
  );
}

// A device of another host is used at that host.
function Others({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.others} aria-label={t('devices.list')}>
      {devices.map((device) => (
        <li key={device.id} className={styles.other}>
          <span className={styles.title}>
            <Foreign text={ownName(device) ?? t(`devices.${kindOf(device)}`)} />
          </span>
          <span className={styles.id}>
            <Foreign text={device.id} />
          </span>
          <DeviceState device={device} />
          {device.run && (
            <LinkButton look="text" to={`/runs/${device.run}`}>
              {t('devices.toRun')}
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  );
}

// This host first: its devices can be seen and used here.
export default function Hosts({ hosts, devices, cards }: Props) {
  const sorted = [...hosts].sort((a, b) => Number(b.self ?? false) - Number(a.self ?? false));
  return sorted.map((host) => (
    <HostPart
      key={host.id}
      host={host}
      devices={host.self ? devices : (host.devices ?? [])}
      cards={host.self ? cards : (some) => <Others devices={some} />}
    />
  ));
}
