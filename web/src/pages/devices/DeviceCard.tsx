// DeviceCard.tsx: one device: what it shows now, what it is called, and who is using it
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Device } from '@/api/client';
import { LinkButton } from '@/parts/Button';
import { DeviceState } from '@/parts/DeviceState';
import { kindOf, ownName, pathOf } from '@/parts/deviceName';
import { Foreign, plain } from '@/parts/Foreign';
import styles from './DevicesPage.module.css';
import { useThumbnail } from './useThumbnail';

// What shows a picture: a device that can be used, or is used already.
const isOn = (device: Device) => device.usable || Boolean(device.run) || Boolean(device.held);

type Props = { device: Device; host?: string | undefined }; // host: of the pool, if it is not this one

function Thumbnail({ device, host, name }: Props & { name: string }) {
  const { t } = useTranslation();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const url = useThumbnail({ device: device.id, host }, isOn(device), frame);
  return (
    <span ref={setFrame} className={styles.screen}>
      {url ? (
        <img src={url} alt={t('devices.screen', { name })} />
      ) : (
        <>
          <Smartphone aria-hidden />
          {isOn(device) ? null : <span className="visually-hidden">{t('devices.noScreen')}</span>}
        </>
      )}
    </span>
  );
}

export function DeviceCard({ device, host }: Props) {
  const { t } = useTranslation();
  const name = ownName(device) ?? t(`devices.${kindOf(device)}`);
  const title = [name, device.os].filter(Boolean).join(' · ');
  return (
    <li className={styles.card}>
      <Thumbnail device={device} host={host} name={plain(title)} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link href={pathOf(device.id, host)} className={styles.link}>
            <Foreign text={title} />
          </Link>
        </h2>
        <p className={styles.id}>
          <Foreign text={device.id} />
        </p>
        <p>
          <DeviceState device={device} />
        </p>
        {device.remedy && (
          <p className={styles.remedy}>
            <Foreign text={device.remedy} />
          </p>
        )}
        {!!device.queued && <p className={styles.id}>{t('devices.queued', { count: device.queued })}</p>}
        {device.run && (
          <LinkButton to={`/runs/${device.run}`} className={styles.above}>
            {t('devices.toRun')}
          </LinkButton>
        )}
      </div>
    </li>
  );
}
