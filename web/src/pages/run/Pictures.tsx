// Pictures.tsx: the screen before and after a call, or at a moment, as large as there is room
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import styles from './Pictures.module.css';
import type { Row } from './rows';
import { Screen } from './Screen';
import { shotAt } from './timeline';
import { targetOf } from './tools';
import { type RunViewState, useRunView } from './view';

const Viewer = lazy(() => import('./Viewer'));

type Shown = {
  title: 'screenBefore' | 'screenAfter' | 'screenThen' | 'firstScreen' | 'lastScreen';
  path: string;
  alt: string;
  touch?: RunEvent;
  check?: RunEvent;
};

function useShown(): (row: Row | undefined, view: RunViewState) => Shown[] {
  const { t } = useTranslation();
  function ofCall(event: RunEvent, before: string | undefined): Shown[] {
    const words = { target: event.element || targetOf(event), screen: event.screen ?? '' };
    const own = event.screenshotPath;
    const shown: Shown[] = [];
    if (before)
      shown.push({ title: 'screenBefore', path: before, alt: t('run.altBefore', words), touch: event });
    if (own)
      shown.push({
        title: 'screenAfter',
        path: own,
        alt: t('run.altAfter', words),
        check: event,
        ...(!before && { touch: event }),
      });
    return shown;
  }
  return (row, { timeline: { shots } }) => {
    if (!row) return [];
    if (row.kind === 'group') {
      const own = shots.filter((shot) => shot.group === row.group.key);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last) return [];
      const end: Shown = { title: 'lastScreen', path: last.path, alt: t('run.lastScreen') };
      return first === last
        ? [end]
        : [{ title: 'firstScreen', path: first.path, alt: t('run.firstScreen') }, end];
    }
    const { event } = row;
    const at = shotAt(shots, event.index);
    const isOwn = shots[at]?.event === event.index && event.screenshotPath;
    const last = isOwn ? shots[at - 1] : shots[at];
    const before = event.before ?? last?.path;
    if (event.type === 'tool') return ofCall(event, before);
    return before ? [{ title: 'screenThen', path: before, alt: t('run.altThen') }] : [];
  };
}

export function Pictures() {
  const { t } = useTranslation();
  const view = useRunView();
  const shownOf = useShown();
  const [opened, setOpened] = useState<string>();
  const shown = shownOf(view.row, view);
  if (shown.length === 0) return null;
  return (
    <div className={styles.pictures}>
      {shown.map(({ title, ...picture }) => (
        <Screen key={title} title={t(`run.${title}`)} {...picture} source={view.source} onOpen={setOpened} />
      ))}
      {opened && (
        <Suspense>
          <Viewer path={opened} pair={shown.map(({ path }) => path)} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
