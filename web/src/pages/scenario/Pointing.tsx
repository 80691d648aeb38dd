// Pointing.tsx: a device beside the steps; what is done on it becomes a step
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '@/api/queries';
import { IconButton } from '@/parts/Button';
import { ownName } from '@/parts/deviceName';
import { Field } from '@/parts/Field';
import { Inspector } from '@/parts/Inspector/Inspector';
import type { StepTarget } from '@/parts/Inspector/Target';
import { Missing } from '@/parts/Missing/Missing';
import { Loading } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import styles from './Editor.module.css';

type Props = {
  device: string; // that the scenario asks for
  packageName: string;
  packages: readonly string[];
  target: StepTarget;
  onClose: () => void;
};

export default function Pointing({ device, packageName, packages, target, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useDevices();
  const [chosen, setChosen] = useState(device);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' }); // newer browsers return a promise
  }, []);
  const usable = (data?.devices ?? []).filter((each) => each.usable);
  const shown = usable.find((each) => each.id === chosen) ?? usable[0];
  return (
    <div ref={panel} className={styles.panel}>
      <Panel
        title={t('scenario.point.title')}
        actions={
          <IconButton label={t('close')} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        }
      >
        <div className={styles.section}>
          {usable.length > 1 && (
            <Field label={t('scenario.device')}>
              <select value={shown?.id} onChange={(event) => setChosen(event.target.value)}>
                {usable.map((each) => (
                  <option key={each.id} value={each.id}>
                    {[ownName(each), each.id].filter(Boolean).join(' · ')}
                  </option>
                ))}
              </select>
            </Field>
          )}
          {!data && <Loading />}
          {data && !shown && <Missing need={['device']} />}
          {shown && (
            <Inspector
              key={shown.id}
              device={shown.id}
              packageName={packageName}
              packages={packages}
              target={target}
            />
          )}
        </div>
      </Panel>
    </div>
  );
}
