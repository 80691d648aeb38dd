// Inspector.tsx: point at a device to write a step
//
// A click in the picture, or a choice in the list, shows an element with its names and the steps that it
// suggests. A step can be tried on the device, and added to a scenario.
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/client';
import type { ScreenElement } from '@/api/view';
import { Button } from '../Button';
import { Foreign } from '../Foreign';
import { LiveView } from '../LiveView/LiveView';
import { ElementList } from './ElementList';
import { Facts } from './Facts';
import styles from './Inspector.module.css';
import { Pointer } from './Pointer';
import { Proposals } from './Proposals';
import { type Read, useScreen } from './useScreen';

type Props = {
  device: string;
  packageName: string; // package of the app under test; '' for the one in front
  onAdd?: (text: string) => void;
};

// Whatever is read again may have other refs: the element of the same names is meant.
function same(elements: readonly ScreenElement[], chosen: ScreenElement | undefined) {
  if (!chosen) return undefined;
  const alike = elements.filter(
    ({ role, label, id }) => role === chosen.role && label === chosen.label && id === chosen.id,
  );
  return alike.find(({ ref }) => ref === chosen.ref) ?? alike[0];
}

function Trouble({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  return (
    <p className={styles.trouble} role="status">
      {problem.status === 409 ? t('inspector.taken') : t('inspector.unread')}{' '}
      <Foreign text={problem.message} />
    </p>
  );
}

function Freshness({ read }: { read: Read }) {
  const { t } = useTranslation();
  const words = read.reading ? 'inspector.reading' : read.stale ? 'inspector.stale' : 'inspector.fresh';
  return (
    <div className={styles.freshness}>
      <span className={styles.soft}>{t(words)}</span>
      <Button onClick={read.read}>
        <RefreshCw aria-hidden /> {t('inspector.read')}
      </Button>
    </div>
  );
}

export function Inspector({ device, packageName, onAdd }: Props) {
  const { t } = useTranslation();
  const read = useScreen(device);
  const { screen, problem } = read;
  const [choice, setChoice] = useState<ScreenElement>();
  const elements = screen?.elements ?? [];
  const chosen = same(elements, choice);
  return (
    <div className={styles.inspector}>
      <LiveView device={device} name={screen?.title || undefined} onFrame={read.onFrame}>
        {screen && !problem && <Pointer screen={screen} chosen={chosen} onChoose={setChoice} />}
      </LiveView>
      <div className={styles.side}>
        <Freshness read={read} />
        {problem && <Trouble problem={problem} />}
        {screen && <ElementList elements={elements} chosen={chosen} onChoose={setChoice} />}
        {chosen ? (
          <section className={styles.element} aria-label={t('inspector.element')}>
            <Facts element={chosen} />
            <Proposals
              key={`${chosen.role} ${chosen.label} ${chosen.id}`}
              device={device}
              packageName={packageName || screen?.app || ''}
              steps={chosen.steps}
              onTried={read.read}
              onAdd={onAdd}
            />
          </section>
        ) : (
          screen && <p className={styles.soft}>{t('inspector.how')}</p>
        )}
      </div>
    </div>
  );
}
