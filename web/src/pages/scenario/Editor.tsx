// Editor.tsx: a scenario while it is written: its steps, and beside them its runs or a device
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@/api/me';
import { Foreign } from '@/parts/Foreign';
import { Loading, Page } from '@/parts/Page';
import { Bar } from './Bar';
import styles from './Editor.module.css';
import type { Editing } from './editing/editing';
import { Fields } from './Fields';
import { Options } from './Options';
import { Past } from './Past';
import { SaveTrouble } from './SaveState';
import { Start } from './Start';
import type { StepsHandle } from './Steps';
import { StepsSection } from './StepsSection';
import { useTold } from './useTold';

const Pointing = lazy(() => import('./Pointing'));
const RecordingPanel = lazy(() =>
  import('@/parts/HealView/RecordingPanel').then((module) => ({ default: module.RecordingPanel })),
);

// The keys that take an edit back; a browser's own would only know the field.
function onUndoKey(event: KeyboardEvent, editing: Editing) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editing.undo();
  else if ((key === 'z' && event.shiftKey) || (key === 'y' && !event.metaKey)) editing.redo();
  else return;
  event.preventDefault();
}

export function Editor({ editing }: { editing: Editing }) {
  const { t } = useTranslation();
  const state = useSyncExternalStore(editing.subscribe, editing.get);
  const { form, scenario } = state;
  const steps = useRef<StepsHandle>(null);
  const [points, setPoints] = useState(false);
  const mayEdit = useMay('edit');
  const Main = mayEdit ? 'div' : 'fieldset';
  const title = form.name.trim() || form.goal.trim() || t('scenario.untitled');
  useTold(editing);
  useEffect(() => () => void editing.flush().catch(() => undefined), [editing]);
  return (
    <Page
      title={title}
      heading={<Foreign text={title} />}
      actions={<Bar editing={editing} state={state} title={title} />}
      wide={points}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: undo works in all fields within */}
      <div
        className={`${styles.page} ${points ? styles.points : ''}`}
        onKeyDown={(event) => onUndoKey(event, editing)}
      >
        <Main className={styles.main} {...(!mayEdit && { disabled: true })}>
          {!mayEdit && <p className={styles.note}>{t('may.lacks.edit')}</p>}
          <SaveTrouble editing={editing} state={state} />
          <Fields editing={editing} state={state} />
          <StepsSection
            editing={editing}
            state={state}
            steps={steps}
            points={points}
            onPoint={() => setPoints(!points)}
          />
          <div>
            <Start editing={editing} form={form} />
            <Options editing={editing} form={form} />
          </div>
        </Main>
        <div className={styles.side}>
          {points && (
            <Suspense fallback={<Loading />}>
              <Pointing
                device={form.device}
                packageName={form.packageName.trim()}
                packages={form.packages}
                target={{
                  steps: form.steps.map((step) => step.text),
                  add: (text) => steps.current?.insert(text),
                  write: (index, text) => steps.current?.write(index, text),
                }}
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
