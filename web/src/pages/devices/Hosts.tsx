// Hosts.tsx: the hosts of a pool, each with its devices; one can be drained and take runs again
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import { useMay } from '@/api/me';
import { type Host, useDrain } from '@/api/team_hosts';
import '@/text/team';
import { Button } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
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

function Drain({ host }: { host: Host }) {
  const { t } = useTranslation('team');
  const drain = useDrain(host.name);
  const name = plain(host.name);
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
  const id = `host-${host.name}`;
  return (
    <section className={styles.host} aria-labelledby={id}>
      <header className={styles.hostHead}>
        <h2 id={id}>
          <Foreign text={host.name} />
        </h2>
        {host.here && <span className={styles.id}>{t('hosts.here')}</span>}
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
          {host.url && !host.here && /^https?:/.test(host.url) && (
            <>
              {' · '}
              <a href={host.url} aria-label={t('hosts.open', { name: plain(host.name) })}>
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

export default function Hosts({ hosts, devices, cards }: Props) {
  const here = hosts.find((host) => host.here) ?? hosts[0];
  const hostOf = (device: Device) => hosts.find(({ name }) => name === device.host) ?? here;
  return hosts.map((host) => (
    <HostPart
      key={host.name}
      host={host}
      devices={devices.filter((device) => hostOf(device) === host)}
      cards={cards}
    />
  ));
}
