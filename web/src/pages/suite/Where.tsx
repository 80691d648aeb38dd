// Where.tsx: the devices and models that a suite runs on
import { useTranslation } from 'react-i18next';
import { useAllDevices } from '@/api/hosts';
import { useProfiles } from '@/api/queries';
import { kindOf, ownName } from '@/parts/deviceName';
import { Foreign } from '@/parts/Foreign';
import { Panel } from '@/parts/Panel';
import type { Devices, SuiteForm } from './form';
import type { Change } from './SuitePage';
import styles from './SuitePage.module.css';

const choices: readonly Devices[] = ['any', 'all', 'some'];

const toggled = (list: readonly string[], id: string) =>
  list.includes(id) ? list.filter((each) => each !== id) : [...list, id];

function Serials({ form, change }: { form: SuiteForm; change: Change }) {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation();
  const devices = useAllDevices();
  const away = form.serials.filter((id) => !devices.some((each) => each.id === id));
  if (devices.length + away.length === 0) return <p className={styles.soft}>{t('suite.noDevices')}</p>;
  return (
    <fieldset className={styles.picker}>
      <legend className="visually-hidden">{t('suite.devices')}</legend>
      {devices.map((device) => (
        <label key={device.id} className={styles.pick}>
          <input
            type="checkbox"
            checked={form.serials.includes(device.id)}
            onChange={() => change({ serials: toggled(form.serials, device.id) })}
          />
          <span className={styles.pickName}>
            <Foreign text={ownName(device) ?? common(`devices.${kindOf(device)}`)} />
          </span>
          <span className={styles.soft}>
            <Foreign text={device.id} />
          </span>
        </label>
      ))}
      {away.map((id) => (
        <label key={id} className={styles.pick}>
          <input type="checkbox" checked onChange={() => change({ serials: toggled(form.serials, id) })} />
          <span className={styles.pickName}>
            <Foreign text={id} />
          </span>
          <span className={styles.soft}>{t('suite.away')}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Where({
  form,
  change,
  error,
}: {
  form: SuiteForm;
  change: Change;
  error: string | undefined;
}) {
  const { t } = useTranslation('team');
  const profiles = (useProfiles().data?.profiles ?? []).filter(
    ({ id, state }) => state === 'ready' || state === 'notTested' || form.profiles.includes(id),
  );
  return (
    <Panel title={t('suite.where')}>
      <div className={styles.fields}>
        <p className={styles.lead}>{t('suite.whereText')}</p>
        <fieldset className={styles.radios}>
          <legend className={styles.legend}>{t('suite.devices')}</legend>
          {choices.map((name) => (
            <label key={name} className={styles.radio}>
              <input
                type="radio"
                name="suite-devices"
                checked={form.devices === name}
                onChange={() => change({ devices: name })}
              />
              <span>{t(`suite.device.${name}`)}</span>
              <span className={styles.soft}>{t(`suite.deviceHint.${name}`)}</span>
            </label>
          ))}
        </fieldset>
        {form.devices === 'some' && <Serials form={form} change={change} />}
        {profiles.length > 0 && (
          <fieldset className={styles.models}>
            <legend className={styles.legend}>{t('suite.models')}</legend>
            <p className={styles.soft}>{t('suite.modelsHint')}</p>
            {profiles.map(({ id, title }) => (
              <label key={id} className={styles.pick}>
                <input
                  type="checkbox"
                  checked={form.profiles.includes(id)}
                  onChange={() => change({ profiles: toggled(form.profiles, id) })}
                />
                <span className={styles.pickName}>
                  <Foreign text={title} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {error && <p className={styles.error}>{error}</p>}
      </div>
    </Panel>
  );
}
