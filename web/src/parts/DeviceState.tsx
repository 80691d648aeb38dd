// DeviceState.tsx: whether a device can be used, or by whom it is used now
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/client';
import { Chip, type Tone } from './Chip';

type State = 'busy' | 'held' | 'usable' | 'offline' | 'unusable';
const tones: Record<State, Tone> = {
  busy: 'live',
  held: 'live',
  usable: 'pass',
  offline: 'quiet',
  unusable: 'fail',
};

function stateOf(device: Device): State {
  if (device.run) return 'busy';
  if (device.held) return 'held';
  if (device.usable) return 'usable';
  return device.bootable ? 'offline' : 'unusable';
}

export function DeviceState({ device }: { device: Device }) {
  const { t } = useTranslation();
  const state = stateOf(device);
  return (
    <Chip tone={tones[state]} title={device.state}>
      {t(`devices.${state}`)}
    </Chip>
  );
}
