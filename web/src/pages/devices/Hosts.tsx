// Hosts.tsx: the hosts of a pool, each with its devices; one can be drained and take runs again
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import type { Host } from '@/api/hosts';
import { useMay } from '@/api/me';
import { useDrain } from '@/api/team_hosts';
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
  cards: (devices: readonly Device[], host?: string) => ReactNode;
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

function HostPart({ host, devices, cards }: Pick<Props, 'devices' | 'cards'> & { host: Host }) {
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
              <a href={host.url} {...tip(t('hosts.open', { name: plain(nameOf(host)) }))}>
                <Foreign text={host.url} />
              </a>
            </>
          )}
        </span>
        {mayDrain && <Drain host={host} />}
      </header>
      {devices.length > 0 ? (
        cards(devices, host.self ? undefined : host.id)
      ) : (
        <p className={styles.id}>{t('hosts.noDevices')}</p>
      )}
    </section>
  );
}

// This host first: its devices can be used here, those of others only seen.
export default function Hosts({ hosts, devices, cards }: Props) {
  const sorted = [...hosts].sort((a, b) => Number(b.self ?? false) - Number(a.self ?? false));
  return sorted.map((host) => (
    <HostPart key={host.id} host={host} devices={host.self ? devices : (host.devices ?? [])} cards={cards} />
  ));
}
