// FlowEditor.tsx: a scenario that is a flow: its files, what is wrong with them, and its runs
import { Copy, Download, Ellipsis, Save, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Problem, type Scenario } from '@/api/client';
import type { Flow, FlowProblem } from '@/api/flows';
import { useMay } from '@/api/me';
import { remove, restore } from '@/api/removals';
import { exportText, saveFile, useDuplicate } from '@/api/scenarios';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { Menu } from '@/parts/Menu';
import { notify } from '@/parts/Notices';
import { Page } from '@/parts/Page';
import { RunButton } from '@/parts/RunButton/RunButton';
import { Past } from '../Past';
import { CodeField, type CodeHandle } from './CodeField';
import styles from './Flow.module.css';
import { marksOf } from './lines';
import { Problems } from './Problems';
import { useFlow } from './useFlow';
import { Variables } from './Variables';

type Props = { scenario: Scenario; flow: Flow };
type Editing = ReturnType<typeof useFlow>;

function Acts({ editing, title }: { editing: Editing; title: string }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const duplicate = useDuplicate();
  const mayEdit = useMay('edit');
  const { from, save } = editing;
  const fail = (error: unknown) =>
    notify(error instanceof Error ? error.message : String(error), { tone: 'fail' });

  async function copy() {
    if (!(await save())) return;
    const copied = await duplicate.mutateAsync(from.id);
    go(`/scenarios/${copied.id}`);
    notify(t('scenario.duplicated'));
  }

  function drop() {
    remove(from.id, fail);
    go('/');
    notify(t('scenario.removed', { title }), { action: { name: t('undo'), act: () => restore(from.id) } });
  }

  const rows = [
    {
      id: 'duplicate',
      title: t('scenario.duplicate'),
      icon: <Copy aria-hidden />,
      act: () => void copy().catch(fail),
    },
    {
      id: 'export',
      title: t('scenario.export'),
      icon: <Download aria-hidden />,
      act: () => saveFile('flow.json', exportText(from)),
    },
    { id: 'remove', title: t('scenario.remove'), icon: <Trash2 aria-hidden />, danger: true, act: drop },
  ];
  return (
    <Menu
      label={t('scenario.acts')}
      icon={<Ellipsis aria-hidden />}
      rows={mayEdit ? rows : rows.filter(({ id }) => id === 'export')}
    />
  );
}

// Why it was not stored, and how to go on.
function Trouble({ editing, latest }: { editing: Editing; latest: Scenario }) {
  const { t } = useTranslation();
  const { error, takeOver, save } = editing;
  if (!error) return null;
  const changed = error instanceof Problem && (error.status === 409 || error.status === 412);
  return (
    <section className={styles.trouble} role="alert">
      <p>{changed ? t('flow.changed') : error instanceof Error ? error.message : String(error)}</p>
      {changed ? (
        <Button onClick={() => takeOver(latest)}>{t('flow.takeTheirs')}</Button>
      ) : (
        <Button onClick={() => void save()}>{t('tryAgain')}</Button>
      )}
    </section>
  );
}

function useLeaveWarning(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

export default function FlowEditor({ scenario, flow }: Props) {
  const { t } = useTranslation();
  const editing = useFlow(scenario, flow);
  const { from, files, setFiles, problems, dirty, saving, save } = editing;
  const [file, setFile] = useState(flow.file);
  const code = useRef<CodeHandle>(null);
  const goTo = useRef(0);
  const mayEdit = useMay('edit');
  const paths = useMemo(() => Object.keys(files), [files]);
  const marks = useMemo(() => marksOf(problems, file), [problems, file]);
  const content = files[file];
  const title = from.name || from.goal || flow.file;
  useLeaveWarning(dirty);

  // The line of another file is there once that file is shown.
  useEffect(() => {
    if (goTo.current && file) code.current?.goTo(goTo.current);
    goTo.current = 0;
  }, [file]);
  function show(problem: FlowProblem) {
    if (problem.file === file) return code.current?.goTo(problem.line);
    goTo.current = problem.line;
    setFile(problem.file);
  }

  function onKey(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save();
  }

  return (
    <Page
      title={title}
      heading={<Foreign text={title} />}
      actions={
        <>
          {mayEdit && (
            <Button onClick={() => void save()} disabled={!dirty || saving}>
              <Save aria-hidden /> {saving ? t('flow.saving') : dirty ? t('flow.save') : t('flow.saved')}
            </Button>
          )}
          <Acts editing={editing} title={title} />
          <RunButton
            look="main"
            shortcut
            title={title}
            before={save}
            scenario={{ id: from.id, missing: dirty ? [] : from.missing, flow }}
          />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: saving works in all fields within */}
      <div className={styles.page} onKeyDown={onKey}>
        <div className={styles.main}>
          {!mayEdit && <p className={styles.hint}>{t('may.lacks.edit')}</p>}
          <Trouble editing={editing} latest={scenario} />
          <p className={styles.hint}>{t('flow.about')}</p>
          {paths.length > 1 && (
            <div className={styles.files} role="tablist" aria-label={t('flow.files')}>
              {paths.map((path) => (
                <button
                  key={path}
                  type="button"
                  role="tab"
                  aria-selected={path === file}
                  className={styles.file}
                  onClick={() => setFile(path)}
                >
                  <Foreign text={path} />
                </button>
              ))}
            </div>
          )}
          {typeof content === 'string' ? (
            <CodeField
              ref={code}
              label={file}
              text={content}
              marks={marks}
              readOnly={!mayEdit}
              onChange={(text) => setFiles({ ...files, [file]: text })}
            />
          ) : (
            <p className={styles.hint}>{t('flow.notText')}</p>
          )}
          <Problems problems={problems} checking={editing.checking} onGo={show} />
          <Variables rows={editing.rows} readOnly={!mayEdit} onChange={editing.setRows} />
        </div>
        <div className={styles.side}>
          <Past scenario={from.id} />
        </div>
      </div>
    </Page>
  );
}
