// RunButton.tsx: runs a scenario, at once or with another device and model
import { ChevronDown, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Run, Scenario } from '@/api/client';
import { useAddRun } from '@/api/queries';
import { Button, IconButton } from '../Button';
import { notify } from '../Notices';
import { useShortcut } from '../shortcuts';
import styles from './RunButton.module.css';
import { RunDialog, type RunWith } from './RunDialog';

export type Runnable = Pick<Scenario, 'id' | 'missing'> & Partial<Scenario>;
type Props = {
  scenario: Runnable;
  title: string; // of the scenario, for who hears the button's name
  before?: () => Promise<Runnable | undefined>; // what must be done first, such as saving; a failure was told by it
  onQueued?: (run: Run) => void; // instead of going to the run
  short?: boolean; // only a picture
  look?: 'plain' | 'main';
  shortcut?: boolean; // the key that runs presses it
};

// Queue a run, or say why that is not possible.
export function useRun({ before, onQueued }: Pick<Props, 'before' | 'onQueued'>) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const add = useAddRun();
  async function run(scenario: Runnable, how: RunWith = {}) {
    try {
      const ready = before ? await before() : scenario;
      if (!ready) return;
      if (ready.missing.length > 0) {
        const what = ready.missing.map((name) => t(`runButton.lack.${name as 'goal'}`)).join(', ');
        notify(t('runButton.lacks', { what }), { tone: 'fail' });
        return;
      }
      const queued = await add.mutateAsync({ scenarioId: ready.id, ...how } as { scenarioId: string });
      if (onQueued) onQueued(queued);
      else go(`/runs/${queued.id}`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { tone: 'fail' });
    }
  }
  return { run, busy: add.isPending };
}

export function RunButton({
  scenario,
  title,
  before,
  onQueued,
  short,
  look = 'plain',
  shortcut = false,
}: Props) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const { run, busy } = useRun({ before, onQueued });
  useShortcut('run', () => void run(scenario), shortcut);
  const label = t('runButton.runOf', { title });
  return (
    <span className={styles.both}>
      {short ? (
        <IconButton label={label} look={look} disabled={busy} onClick={() => void run(scenario)}>
          <Play aria-hidden />
        </IconButton>
      ) : (
        <Button look={look} disabled={busy} onClick={() => void run(scenario)}>
          <Play aria-hidden /> {t('runButton.run')}
        </Button>
      )}
      <IconButton
        label={t('runButton.runOfWith', { title })}
        aria-haspopup="dialog"
        look={look}
        disabled={busy}
        onClick={() => setChoosing(true)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      {choosing && (
        <RunDialog
          scenario={scenario}
          onClose={() => setChoosing(false)}
          onRun={(how) => {
            setChoosing(false);
            void run(scenario, how);
          }}
        />
      )}
    </span>
  );
}
