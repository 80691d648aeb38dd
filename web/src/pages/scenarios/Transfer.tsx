// Transfer.tsx: scenarios from files and to files
import { useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scenario } from '@/api/client';
import { keys } from '@/api/queries';
import { exportUrl } from '@/api/scenarios';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Foreign, plain } from '@/parts/Foreign';
import { StartIcon } from '@/parts/icons';
import { useRun } from '@/parts/RunButton/running';
import { type Imported, importFiles } from './importing';
import styles from './Transfer.module.css';

// Store the scenarios of files, and keep what came of each until it is read.
export function useImport() {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly Imported[]>([]);
  const [busy, setBusy] = useState(false);
  async function take(files: Iterable<File>) {
    setBusy(true);
    try {
      setResults(await importFiles(files));
    } finally {
      setBusy(false);
    }
    void queries.invalidateQueries({ queryKey: keys.scenarios });
  }
  return { take, busy, results, clear: () => setResults([]) };
}

export type Importing = ReturnType<typeof useImport>;

export function ImportButton({ importing, look }: { importing: Importing; look?: 'main' | 'plain' }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json,.yaml,.yml,.js,image/*,video/*"
        multiple
        hidden
        aria-label={t('scenarios.import.files')}
        onChange={(event) => {
          void importing.take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button look={look} disabled={importing.busy} onClick={() => picker.current?.click()}>
        <Upload aria-hidden /> {t('scenarios.import.name')}
      </Button>
    </>
  );
}

// A scenario that was just imported can be run at once.
function RunImported({ scenario }: { scenario: Scenario }) {
  const { t } = useTranslation();
  const run = useRun();
  const name = scenario.name || scenario.goal;
  return (
    <Button onClick={() => void run(scenario)}>
      <StartIcon aria-hidden /> {t('scenarios.import.run', { name: plain(name) })}
    </Button>
  );
}

export function ImportResults({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  if (importing.results.length === 0) return null;
  return (
    <section className={styles.results} aria-label={t('scenarios.import.result')} role="status">
      <ul>
        {importing.results.map(({ file, count, scenarios, error, why, line }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={at} className={error || why ? styles.bad : undefined}>
            <Foreign text={file} />
            {line ? `, ${t('scenarios.import.line', { line })}` : ''}: {error && <Foreign text={error} />}
            {why && t(`scenarios.import.${why}`)}{' '}
            {(count > 0 || !(error || why)) && t('scenarios.import.count', { count })}{' '}
            {scenarios.length === 1 && scenarios[0] && <RunImported scenario={scenarios[0]} />}
          </li>
        ))}
      </ul>
      <Button onClick={importing.clear}>{t('close')}</Button>
    </section>
  );
}

// Files can be dropped anywhere on the page.
export function DropZone({ importing }: { importing: Importing }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const { take } = importing;
  const current = useRef(take);
  current.current = take;
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void current.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return over ? <div className={styles.over}>{t('scenarios.import.drop')}</div> : null;
}

function Choice({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <li className={styles.choice}>
      <a href={to} download>
        <Download aria-hidden /> {title}
      </a>
      <p>{children}</p>
    </li>
  );
}

export function ExportButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Download aria-hidden /> {t('scenarios.export.name')}
      </Button>
      {open && (
        <Dialog title={t('scenarios.export.title')} onClose={() => setOpen(false)}>
          <ul className={styles.choices}>
            <Choice to={exportUrl('json')} title={t('scenarios.export.json')}>
              {t('scenarios.export.jsonText')}
            </Choice>
            <Choice to={exportUrl('firestore')} title={t('scenarios.export.firestore')}>
              {t('scenarios.export.firestoreText')}
            </Choice>
          </ul>
        </Dialog>
      )}
    </>
  );
}
