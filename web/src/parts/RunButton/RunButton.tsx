// RunButton.tsx: runs a scenario, at once or with another device and model
import { Ellipsis, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { useMay } from '@/api/me';
import { Button, IconButton } from '../Button';
import { useShortcut } from '../shortcuts';
import styles from './RunButton.module.css';
import { RunDialog } from './RunDialog';
import { type Runnable, useRun } from './running';

export { type Runnable, useRun } from './running';

type Props = {
  scenario: Runnable;
  title: string; // title of the scenario, for screen readers
  before?: () => Promise<Runnable | undefined>; // runs first, for example to save; it reports its own failure
  onQueued?: (run: Run) => void; // instead of going to the run
  short?: boolean; // only icons
  look?: 'plain' | 'main';
  shortcut?: boolean; // the key that runs presses it
};

type LookProps = Pick<Props, 'title' | 'short' | 'look'> & {
  onRun: () => void;
  onChoose: () => void;
};

// The two buttons alone, for lists of which one dialog serves all rows.
export function RunButtons({ title, short, look = 'plain', onRun, onChoose }: LookProps) {
  const { t } = useTranslation();
  if (!useMay('run')) return null;
  if (short)
    return (
      <span className={styles.both}>
        <IconButton label={t('runButton.runOf', { title })} look={look} onClick={onRun}>
          <Play aria-hidden />
        </IconButton>
        <IconButton label={t('runButton.runOfWith', { title })} aria-haspopup="dialog" onClick={onChoose}>
          <Ellipsis aria-hidden />
        </IconButton>
      </span>
    );
  return (
    <span className={styles.both}>
      <Button aria-haspopup="dialog" onClick={onChoose}>
        {t('runButton.with')}
      </Button>
      <Button look={look} onClick={onRun}>
        <Play aria-hidden /> {t('runButton.run')}
      </Button>
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
