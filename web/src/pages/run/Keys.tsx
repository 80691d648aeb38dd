// Keys.tsx: the single-key shortcuts of a run's page
import { useShortcut } from '@/parts/shortcuts';
import { useRunView } from './view';

export function Keys() {
  const { rows, selected, select, open, forget, isAsked, actions, goesOn } = useRunView();
  const canStop = actions !== undefined && goesOn && !actions.stopping;
  useShortcut('next', () => select(Math.min(rows.length - 1, selected + 1)));
  useShortcut('previous', () => select(Math.max(0, selected - 1)));
  useShortcut('open', (event) => {
    if (event.target === document.body || event.target === document.getElementById('main')) open();
  });
  useShortcut('close', forget, isAsked);
  useShortcut('stop', () => actions?.stop(), canStop);
  useShortcut('run', () => actions?.again(), actions !== undefined && !goesOn);
  return null;
}
