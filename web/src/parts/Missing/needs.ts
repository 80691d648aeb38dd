// needs.ts: what a run needs, and whether it is available; the server decides which model is ready
import { useEffect } from 'react';
import type { Device, Profile } from '@/api/client';
import { useConfig, useDevices, useProfiles } from '@/api/queries';

export type NeedName = 'device' | 'model';
// untested: it may work and has not been tried, which is no reason for a warning.
type NeedState = 'unknown' | 'there' | 'untested' | 'missing';
export type Need = {
  name: NeedName;
  state: NeedState;
  devices: Device[];
  profile?: Profile; // the one that is selected
  problem?: string; // the server's words
  again: () => void;
};

const LOOK_AGAIN_MS = 5000;
const modelStates = {
  ready: 'there',
  notTested: 'untested',
  notConfigured: 'missing',
  failed: 'missing',
} as const satisfies Record<Profile['state'], NeedState>;

// A device or a server that is started now is seen without a click.
function useLookAgain(state: NeedState, refetch: () => unknown) {
  useEffect(() => {
    if (state !== 'missing') return;
    const timer = setInterval(() => {
      if (!document.hidden) void refetch();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, refetch]);
}

function useDeviceNeed(): Need {
  const { data, error, isPending, refetch } = useDevices();
  const devices = data?.devices ?? [];
  const state = isPending ? 'unknown' : devices.some((device) => device.usable) ? 'there' : 'missing';
  useLookAgain(state, refetch);
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
  const state = isPending ? 'unknown' : profile ? (modelStates[profile.state] ?? 'missing') : 'missing';
  useLookAgain(state, profiles.refetch);
  return {
    name: 'model',
    state,
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
