// needs.ts: what a run needs, and whether it is there
import { useEffect } from 'react';
import type { Device, Profile } from '@/api/client';
import { useConfig, useDevices, useProfiles } from '@/api/queries';

export type NeedName = 'device' | 'model';
export type Need = {
  name: NeedName;
  state: 'unknown' | 'there' | 'missing';
  devices: Device[];
  profile?: Profile; // the one that is chosen
  problem?: string; // the server's words
  again: () => void;
};

const LOOK_AGAIN_MS = 5000;

function useDeviceNeed(): Need {
  const { data, error, isPending, refetch } = useDevices();
  const devices = data?.devices ?? [];
  const state = isPending ? 'unknown' : devices.some((device) => device.usable) ? 'there' : 'missing';
  // A device that is plugged in now is seen without a click.
  useEffect(() => {
    if (state !== 'missing') return;
    const timer = setInterval(() => {
      if (!document.hidden) void refetch();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, refetch]);
  return {
    name: 'device',
    state,
    devices,
    problem: error?.message ?? data?.problem,
    again: () => void refetch(),
  };
}

function useModelNeed(): Need {
  const profiles = useProfiles();
  const config = useConfig();
  const profile = profiles.data?.profiles.find((each) => each.id === config.data?.executorInfoId);
  const isPending = profiles.isPending || config.isPending;
  const error = profiles.error ?? config.error;
  return {
    name: 'model',
    state: isPending ? 'unknown' : profile?.usable ? 'there' : 'missing',
    devices: [],
    profile,
    problem: error?.message ?? profile?.why,
    again: () => void profiles.refetch(),
  };
}

export function useNeeds(): Need[] {
  const device = useDeviceNeed();
  const model = useModelNeed();
  return [device, model];
}
