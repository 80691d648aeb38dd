// Announcer.tsx: tells verdicts to screen readers as they arrive
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVerdictName } from '@/parts/Chip';
import type { RunData } from './data';

export function Announcer({ data }: { data: RunData }) {
  const { t } = useTranslation();
  const verdictName = useVerdictName();
  const { run, events } = data;
  const seen = useRef(-1);
  const [words, setWords] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new events are news
  useEffect(() => {
    if (!data.complete) return;
    const known = seen.current;
    seen.current = events.length;
    if (known < 0) return; // it happened before the page was opened
    const last = events
      .slice(known)
      .findLast(({ type, state }) => state === 'ended' && (type === 'step' || type === 'state'));
    if (!last) return;
    const verdict = verdictName(last.verdict);
    setWords(last.step ? t('run.stepEnded', { step: last.step, verdict }) : t('run.runEnded', { verdict }));
  }, [data.complete, events]);
  return (
    <p role="status" className="visually-hidden" data-run={run.id}>
      {words}
    </p>
  );
}
