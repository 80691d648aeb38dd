// useRunTitle.ts: the title of the window: the state of a run and its name
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { outcomeOf, type Tone, worded } from '@/outcome/outcome';
import { plain } from '@/parts/Foreign';

const signs: Record<Tone, string> = { pass: '✓', fail: '✕', open: '?', live: '●', quiet: '–' };

// "✕ Fail · Apples in the cart": a tab in the background tells how its run ends.
export function useRunTitle(run: Run) {
  const { t } = useTranslation();
  const { tone, short } = outcomeOf(run);
  const title = `${signs[tone]} ${worded(t, short)} · ${plain(run.name || run.goal || t('run.title'))}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
