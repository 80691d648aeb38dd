// RunDialog.tsx: on which device and with which model a scenario is run this time
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllDevices } from '@/api/hosts';
import { useConfig, useProfiles } from '@/api/queries';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { ownName } from '../deviceName';
import { Field } from '../Field';
import { plain } from '../Foreign';
import styles from './RunButton.module.css';
import type { Runnable, RunWith } from './running';

type Props = { scenario: Runnable; onClose: () => void; onRun: (how: RunWith) => void };

export function RunDialog({ scenario, onClose, onRun }: Props) {
  const { t } = useTranslation();
  const devices = useAllDevices();
  const profiles = useProfiles().data?.profiles ?? [];
  const standard = useConfig().data?.executorInfoId;
  const [device, setDevice] = useState(scenario.device ?? '');
  const [profile, setProfile] = useState(scenario.profile ?? '');
  const chosen = profiles.find((each) => each.id === (profile || standard));
  const target = devices.find((each) => each.id === device);
  const line = target?.run ? t('runButton.waits', { count: (target.queued ?? 0) + 1 }) : target?.remedy;
  return (
    <Dialog
      title={t('runButton.with')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('runButton.notNow')}</Button>
          <Button look="main" onClick={() => onRun({ device, profile })}>
            <Play aria-hidden /> {t('runButton.run')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label={t('runButton.device')} hint={line}>
          <select value={device} onChange={(event) => setDevice(event.target.value)}>
            <option value="">{t('runButton.anyDevice')}</option>
            {device && !target && <option value={device}>{device}</option>}
            {devices.map((each) => (
              <option key={each.id} value={each.id}>
                {[
                  plain(ownName(each) ?? each.id),
                  each.id,
                  each.run ? t('runButton.busy') : each.usable ? '' : t('runButton.notUsable'),
                ]
                  .filter(Boolean)
                  .filter((part, at, all) => all.indexOf(part) === at)
                  .join(' · ')}
              </option>
            ))}
          </select>
        </Field>
        {/* a flow runs without a model */}
        {!scenario.flow && (
          <Field
            label={t('runButton.profile')}
            hint={chosen && !chosen.usable ? chosen.why : t('runButton.profileHint')}
          >
            <select value={profile} onChange={(event) => setProfile(event.target.value)}>
              <option value="">
                {standard ? t('runButton.standardProfile', { id: standard }) : t('runButton.fromSettings')}
              </option>
              {profile && !profiles.some((each) => each.id === profile) && (
                <option value={profile}>{profile}</option>
              )}
              {profiles.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.title}
                  {each.usable ? '' : ` · ${t('runButton.notUsable')}`}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
    </Dialog>
  );
}
