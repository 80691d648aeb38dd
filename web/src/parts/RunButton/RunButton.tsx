// RunButton.tsx: runs a scenario, at once or with another device and model
import { ChevronDown, Play } from 'lucide-react';
import { useRef, useState } from 'react';
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
  title: string; // title of the scenario, for screen readers
  before?: () => Promise<Runnable | undefined>; // runs first, for example to save; it reports its own failure
  onQueued?: (run: Run) => void; // instead of going to the run
  short?: boolean; // only a picture
  look?: 'plain' | 'main';
  shortcut?: boolean; // the key that runs presses it
};

// Queue a run, or say why that is not possible. A second press during the request does nothing.
export function useRun({ before, onQueued }: Pick<Props, 'before' | 'onQueued'>) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const add = useAddRun();
  const busy = useRef(false);
  async function run(scenario: Runnable, how: RunWith = {}) {
    if (busy.current) return;
    busy.current = true;
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
    } finally {
      busy.current = false;
    }
  }
  return run;
}

type LookProps = Pick<Props, 'title' | 'short' | 'look'> & {
  onRun: () => void;
  onChoose: () => void;
};

// The two buttons alone, for lists of which one dialog serves all rows.
export function RunButtons({ title, short, look = 'plain', onRun, onChoose }: LookProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.both}>
      {short ? (
        <IconButton label={t('runButton.runOf', { title })} look={look} onClick={onRun}>
          <Play aria-hidden />
        </IconButton>
      ) : (
        <Button look={look} onClick={onRun}>
          <Play aria-hidden /> {t('runButton.run')}
        </Button>
      )}
      <IconButton
        label={t('runButton.runOfWith', { title })}
        aria-haspopup="dialog"
        look={look}
        onClick={onChoose}
      >
        <ChevronDown aria-hidden />
      </IconButton>
    </span>
  );
}

export function RunButton({ scenario, title, before, onQueued, short, look, shortcut = false }: Props) {
  const [choosing, setChoosing] = useState(false);
  const run = useRun({ before, onQueued });
  useShortcut('run', () => void run(scenario), shortcut);
  return (
    <>
      <RunButtons
        title={title}
        short={short}
        look={look}
        onRun={() => void run(scenario)}
        onChoose={() => setChoosing(true)}
      />
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
    </>
  );
}
