// ScenarioPage.tsx: one scenario: written, run, looked back at
import { Copy, Crosshair, Download, Ellipsis, ListChecks, Redo2, Trash2, Undo2 } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Problem, type Scenario } from '@/api/client';
import { useRecording } from '@/api/history';
import { remove, restore, useRemoved } from '@/api/removals';
import { compileExpectations, exportText, saveFile, useDuplicate, useStoredScenario } from '@/api/scenarios';
import { Button, IconButton, LinkButton } from '@/parts/Button';
import { Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import { Menu } from '@/parts/Menu';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { RunButton } from '@/parts/RunButton/RunButton';
import { type Edited, type Editing, editingOf, editingOfNew, knownEditing } from './editing';
import { missingIn, type TextField } from './form';
import { More } from './More';
import { Past } from './Past';
import { SaveState, SaveTrouble } from './SaveState';
import styles from './ScenarioPage.module.css';
import { Start } from './Start';
import { Steps, type StepsHandle } from './Steps';
import { Words } from './Words';

const Pointing = lazy(() => import('./Pointing'));
const RecordingPanel = lazy(() =>
  import('@/parts/HealView/RecordingPanel').then((module) => ({ default: module.RecordingPanel })),
);
const NEW = 'new';

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Duplicate, save as a file, remove.
function Acts({ editing, scenario, title }: { editing: Editing; scenario: Scenario; title: string }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const duplicate = useDuplicate();
  const recording = useRecording(scenario.id).data?.recording;

  async function copy() {
    try {
      await editing.flush();
      const copied = await duplicate.mutateAsync(scenario.id);
      go(`/scenarios/${copied.id}`);
      notify(t('scenario.duplicated'));
    } catch (error) {
      notify(said(error), { tone: 'fail' });
    }
  }

  async function save() {
    try {
      await editing.flush();
      const now = editing.get().scenario ?? scenario;
      saveFile(
        `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'scenario'}.json`,
        exportText(now, recording),
      );
    } catch (error) {
      notify(said(error), { tone: 'fail' });
    }
  }

  function drop() {
    editing.end();
    remove(scenario.id, (error) => notify(said(error), { tone: 'fail' }));
    go('/');
    notify(t('scenario.removed', { title }), {
      action: { name: t('undo'), act: () => restore(scenario.id) },
    });
  }

  return (
    <Menu
      label={t('scenario.acts')}
      icon={<Ellipsis aria-hidden />}
      rows={[
        {
          id: 'duplicate',
          title: t('scenario.duplicate'),
          icon: <Copy aria-hidden />,
          act: () => void copy(),
        },
        { id: 'export', title: t('scenario.export'), icon: <Download aria-hidden />, act: () => void save() },
        { id: 'remove', title: t('scenario.remove'), icon: <Trash2 aria-hidden />, danger: true, act: drop },
      ]}
    />
  );
}

function Bar({ editing, edited, title }: { editing: Editing; edited: Edited; title: string }) {
  const { t } = useTranslation();
  const { scenario, form } = edited;

  // The run is of what is shown here.
  const before = useCallback(async () => {
    try {
      await editing.flush();
      return editing.get().scenario;
    } catch {
      notify(t('scenario.notSavedNotRun'), { tone: 'fail' });
      return undefined;
    }
  }, [editing, t]);

  return (
    <>
      <SaveState edited={edited} />
      <IconButton label={t('undo')} disabled={!edited.canUndo} onClick={editing.undo}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton label={t('scenario.redo')} disabled={!edited.canRedo} onClick={editing.redo}>
        <Redo2 aria-hidden />
      </IconButton>
      {scenario && <Acts editing={editing} scenario={scenario} title={title} />}
      <RunButton
        look="main"
        shortcut
        title={title}
        before={before}
        scenario={{
          id: scenario?.id ?? '',
          missing: missingIn(form),
          device: form.device,
          profile: form.profile,
        }}
      />
    </>
  );
}

// The model states what each step should show; what is pinned stays.
function CompileButton({ editing, scenario }: { editing: Editing; scenario: Scenario }) {
  const { t } = useTranslation();
  const [works, setWorks] = useState(false);
  async function act() {
    setWorks(true);
    try {
      await editing.flush();
      editing.learn(await compileExpectations(scenario.id));
      notify(t('expect.compiled'));
    } catch (error) {
      notify(said(error), { tone: 'fail' });
    }
    setWorks(false);
  }
  return (
    <Button disabled={works} title={t('expect.compileHint')} onClick={() => void act()}>
      <ListChecks aria-hidden /> {t(works ? 'expect.compiling' : 'expect.compile')}
    </Button>
  );
}

function Fields({ editing, edited }: { editing: Editing; edited: Edited }) {
  const { t } = useTranslation();
  const { form } = edited;
  const set = (name: TextField, text: string) => editing.edit(name, (form) => ({ ...form, [name]: text }));
  const lacks = edited.scenario ? missingIn(form) : [];
  return (
    <div className={styles.fields}>
      <Field label={t('scenario.goal')} hint={t('scenario.goalHint')}>
        <textarea
          rows={2}
          value={form.goal}
          placeholder={t('scenario.goalExample')}
          onChange={(event) => set('goal', event.target.value)}
        />
      </Field>
      <div className={styles.columns}>
        <Field label={t('scenario.packageName')} hint={t('scenario.packageHint')}>
          <input
            value={form.packageName}
            placeholder="com.example.notes"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set('packageName', event.target.value)}
          />
        </Field>
        <Field label={t('scenario.name')} hint={t('scenario.nameHint')}>
          <input value={form.name} onChange={(event) => set('name', event.target.value)} />
        </Field>
      </div>
      {lacks.length > 0 && (
        <p className={styles.lacks} role="note">
          {t('runButton.lacks', {
            what: lacks.map((name) => t(`runButton.lack.${name as 'goal'}`)).join(', '),
          })}
        </p>
      )}
    </div>
  );
}

// The keys that take an edit back; a browser's own would only know the field.
function onUndoKey(event: KeyboardEvent, editing: Editing) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editing.undo();
  else if ((key === 'z' && event.shiftKey) || (key === 'y' && !event.metaKey)) editing.redo();
  else return;
  event.preventDefault();
}

function Editor({ editing }: { editing: Editing }) {
  const { t } = useTranslation();
  const edited = useSyncExternalStore(editing.subscribe, editing.get);
  const { form, scenario } = edited;
  const steps = useRef<StepsHandle>(null);
  const [points, setPoints] = useState(false);
  const title = form.name.trim() || form.goal.trim() || t('scenario.untitled');
  useEffect(() => () => void editing.flush().catch(() => undefined), [editing]);
  return (
    <Page
      title={title}
      heading={<Foreign text={title} />}
      actions={<Bar editing={editing} edited={edited} title={title} />}
      wide
    >
      <SaveTrouble editing={editing} edited={edited} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: undo works in all fields within */}
      <div
        className={`${styles.page} ${points ? styles.points : ''}`}
        onKeyDown={(event) => onUndoKey(event, editing)}
      >
        <div className={styles.main}>
          <Fields editing={editing} edited={edited} />
          <section className={styles.section} aria-labelledby="steps">
            <div className={styles.head}>
              <h2 id="steps">{t('scenario.steps')}</h2>
              {scenario && missingIn(form).length === 0 && (
                <CompileButton editing={editing} scenario={scenario} />
              )}
              <Button aria-expanded={points} onClick={() => setPoints(!points)}>
                <Crosshair aria-hidden /> {t('scenario.point.open')}
              </Button>
            </div>
            <p className={styles.hint}>{t('scenario.stepsHint')}</p>
            <Steps ref={steps} editing={editing} steps={form.steps} />
          </section>
          <Words
            label={t('scenario.tags')}
            placeholder={t('scenario.tagsExample')}
            words={form.tags}
            onChange={(tags) => editing.edit('', (form) => ({ ...form, tags }))}
          />
          <Start editing={editing} form={form} />
          <More editing={editing} form={form} />
        </div>
        <div className={styles.side}>
          {points && (
            <Suspense fallback={<Loading />}>
              <Pointing
                device={form.device}
                packageName={form.packageName.trim()}
                onAdd={(text) => steps.current?.insert(text)}
                onClose={() => setPoints(false)}
              />
            </Suspense>
          )}
          {scenario && <Past scenario={scenario.id} />}
          {scenario && (
            <Suspense fallback={null}>
              <RecordingPanel scenario={scenario.id} />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const gone = error instanceof Problem && error.status === 404;
  return (
    <Page title={t('scenario.title')}>
      {gone ? (
        <Empty title={t('scenario.notFound')} actions={<LinkButton to="/">{t('missing.home')}</LinkButton>} />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Page>
  );
}

function Removed({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t('scenario.title')}>
      <Empty
        title={t('scenario.isRemoved')}
        actions={
          <>
            <Button onClick={() => restore(id)}>{t('undo')}</Button>
            <LinkButton to="/">{t('missing.home')}</LinkButton>
          </>
        }
      />
    </Page>
  );
}

// The editing of this address, and a new one's address once the server has given it a name.
export default function ScenarioPage({ id }: { id: string }) {
  const [, go] = useLocation();
  const removed = useRemoved();
  const { data, error, refetch } = useStoredScenario(id === NEW ? undefined : id);
  const editing = useMemo(
    () => (id === NEW ? editingOfNew() : (knownEditing(id) ?? (data && editingOf(data)))),
    [id, data],
  );
  const stored = useSyncExternalStore(
    useCallback((changed: () => void) => editing?.subscribe(changed) ?? (() => undefined), [editing]),
    () => editing?.get().scenario?.id,
  );
  useEffect(() => {
    if (stored && stored !== id) go(`/scenarios/${stored}`, { replace: true });
  }, [stored, id, go]);
  useEffect(() => {
    if (data) editing?.learn(data);
  }, [data, editing]);

  if (removed.has(id)) return <Removed id={id} />;
  if (editing && !(error instanceof Problem && error.status === 404 && !editing.isDirty()))
    return <Editor key={editing.key} editing={editing} />;
  return error ? <NotLoaded error={error} retry={() => void refetch()} /> : <Loading />;
}
