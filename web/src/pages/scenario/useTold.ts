// useTold.ts: says what another window has changed in the scenario that is open here
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@/parts/Notices';
import type { Editing } from './editing/editing';
import type { Place } from './editing/merge';

export function placeName(t: TFunction, place: Place): string {
  switch (place.kind) {
    case 'step':
      return t('scenario.step', { step: place.number });
    case 'budget':
      return `${t('scenario.budgets')}: ${t(`scenario.budget.${place.name}`)}`;
    case 'start':
      return `${t('scenario.start')}: ${t(`start.${place.name}`)}`;
    case 'steps':
      return t('scenario.steps');
    default:
      return t(`scenario.${place.name}`);
  }
}

export function useTold(editing: Editing) {
  const { t } = useTranslation();
  useEffect(
    () =>
      editing.hear(({ what, places }) => {
        const names = [...new Set(places.map((place) => placeName(t, place)))];
        notify(t(`scenario.told.${what}`, { what: names.join(', ') }));
      }),
    [editing, t],
  );
}
