// Time.tsx: how long ago something was
import { useSyncExternalStore } from 'react';
import { ticker } from '@/api/clock';
import { useFormat } from '@/text/format';
import { tip } from './Tooltip';

// "3 minutes ago", with the moment itself as the tooltip; older than a week, the date.
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  const text = useSyncExternalStore(ticker.subscribe, () => format.ago(at, ticker.now()));
  return (
    <time dateTime={at} {...tip(format.exact(at))}>
      {text}
    </time>
  );
}
