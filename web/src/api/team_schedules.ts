// team_schedules.ts: schedules: what is run when, and what came of it last
import { useMutation, useQuery } from '@tanstack/react-query';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';
import type { SuiteCounts } from './team_suites';

export type ScheduleDocument = {
  name: string;
  cron: string;
  zone: string; // "Europe/Paris"
  suite?: string; // one of both: ids
  scenario?: string;
  enabled: boolean;
};

export type Firing = {
  at: string;
  suiteRun?: string;
  run?: string;
  verdict?: string;
  state?: string;
  counts?: SuiteCounts;
  missed?: number; // earlier times that passed while no host ran
  skipped?: boolean; // it was due too long ago, so nothing was started
  error?: string; // it could not start anything
};

export type Schedule = ScheduleDocument & {
  id: string;
  revision?: number;
  next?: string[];
  last?: Firing;
  error?: string; // why it cannot fire
};

export function useSchedules() {
  return useQuery({
    queryKey: keys.schedules,
    queryFn: ({ signal }) => ask<{ schedules: Schedule[] }>('GET', '/api/v1/schedules', { signal }),
    select: ({ schedules }) => schedules,
  });
}

export function useSaveSchedule(id: string | undefined) {
  return useMutation({
    mutationFn: (body: ScheduleDocument & { revision?: number }) =>
      id
        ? ask<Schedule>('PUT', `/api/v1/schedules/${idOf(id)}`, { body })
        : ask<Schedule>('POST', '/api/v1/schedules', { body }),
    onSuccess: useRefresh(keys.schedules, keys.suites),
  });
}

export function useRemoveSchedule() {
  return useMutation({
    mutationFn: (id: string) => ask<void>('DELETE', `/api/v1/schedules/${idOf(id)}`),
    onSuccess: useRefresh(keys.schedules, keys.suites),
  });
}
