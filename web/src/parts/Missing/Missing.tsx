// Missing.tsx: what is missing for a run, and how to get it; nothing while nothing is missing
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../Button';
import { Command } from '../CopyButton';
import { ownName } from '../deviceName';
import { Foreign } from '../Foreign';
import styles from './Missing.module.css';
import { type Need, type NeedName, useNeeds } from './needs';

function DeviceRemedy({ need }: { need: Need }) {
  const { t } = useTranslation();
  return (
    <>
      {need.problem && (
        <p>
          <Foreign text={need.problem} />
        </p>
      )}
      {need.devices.map((device) => (
        <p key={device.id}>
          <strong>
            <Foreign text={ownName(device) ?? device.id} />
          </strong>
          {': '}
          <Foreign text={device.remedy || device.state || ''} />
        </p>
      ))}
      <ul className={styles.ways}>
        <li>{t('needs.device.phone')}</li>
        <li>{t('needs.device.emulator')}</li>
        <li>
          {t('needs.device.virtual')} <Command text="virtual-android" />
        </li>
      </ul>
    </>
  );
}

function ModelRemedy({ need }: { need: Need }) {
  const { t } = useTranslation();
  return (
    <>
      {need.problem && (
        <p>
          <Foreign text={need.problem} />
        </p>
      )}
      <ul className={styles.ways}>
        <li>
          <Link href="/settings#providers">{t('needs.model.key')}</Link>
        </li>
        <li>
          <Link href="/settings#model">{t('needs.model.choose')}</Link>
        </li>
        <li>{t('needs.model.recording')}</li>
      </ul>
    </>
  );
}

export function Remedy({ need }: { need: Need }) {
  return need.name === 'device' ? <DeviceRemedy need={need} /> : <ModelRemedy need={need} />;
}

function titleOf({ name, profile }: Need) {
  if (name === 'device') return 'needs.device.title';
  return profile?.state === 'failed' ? 'needs.model.failed' : 'needs.model.title';
}

const both: readonly NeedName[] = ['device', 'model'];

export function Missing({ need = both }: { need?: readonly NeedName[] }) {
  const { t } = useTranslation();
  const missing = useNeeds().filter((each) => need.includes(each.name) && each.state === 'missing');
  if (missing.length === 0) return null;
  return (
    <section className={styles.missing} aria-label={t('needs.label')}>
      {missing.map((each) => (
        <div key={each.name} className={styles.need}>
          <TriangleAlert aria-hidden className={styles.sign} />
          <div className={styles.words}>
            <h2>{t(titleOf(each))}</h2>
            <Remedy need={each} />
          </div>
          <Button onClick={each.again}>
            <RefreshCw aria-hidden /> {t('needs.again')}
          </Button>
        </div>
      ))}
    </section>
  );
}
