// Bar.tsx: what can be done with the scenario: undo, run, duplicate, save as a file, delete
import { Copy, Download, Ellipsis, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Scenario } from '@/api/client';
import { useRecording } from '@/api/history';
import { useMay } from '@/api/me';
import { remove, restore } from '@/api/removals';
import { exportText, saveFile, useDuplicate } from '@/api/scenarios';
import { IconButton } from '@/parts/Button';
import { Menu } from '@/parts/Menu';
import { notify } from '@/parts/Notices';
import { RunButton } from '@/parts/RunButton/RunButton';
import type { Editing } from './editing/editing';
import { missingIn } from './editing/form';
import type { State } from './editing/state';
import { SaveState } from './SaveState';

type Props = { editing: Editing; scenario: Scenario; title: string };

// Act, and say why that does not work.
async function attempt(act: () => Promise<void>) {
  try {
    await act();
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), { tone: 'fail' });
  }
}

function Acts({ editing, scenario, title }: Props) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const mayEdit = useMay('edit');
  const duplicate = useDuplicate();
  const recording = useRecording(scenario.id).data?.recording;

  async function copy() {
    await editing.flush();
    const copied = await duplicate.mutateAsync(scenario.id);
    go(`/scenarios/${copied.id}`);
    notify(t('scenario.duplicated'));
  }

  async function save() {
    await editing.flush();
    const now = editing.get().scenario ?? scenario;
    const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'scenario';
    saveFile(`${name}.json`, exportText(now, recording));
  }

  function drop() {
    editing.end();
    remove(scenario.id, (error) =>
      notify(error instanceof Error ? error.message : String(error), { tone: 'fail' }),
    );
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
        ...(mayEdit
          ? [
              {
                id: 'duplicate',
                title: t('scenario.duplicate'),
                icon: <Copy aria-hidden />,
                act: () => void attempt(copy),
              },
            ]
          : []),
        {
          id: 'export',
          title: t('scenario.export'),
          icon: <Download aria-hidden />,
          act: () => void attempt(save),
        },
        ...(mayEdit
          ? [
              {
                id: 'remove',
                title: t('scenario.remove'),
                icon: <Trash2 aria-hidden />,
                danger: true,
                act: drop,
              },
            ]
          : []),
      ]}
    />
  );
}

export function Bar({ editing, state, title }: { editing: Editing; state: State; title: string }) {
  const { t } = useTranslation();
  const { scenario, form } = state;
  const mayEdit = useMay('edit');

  // What is shown is stored, and its revision is what is run.
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
      {mayEdit && (
        <>
          <SaveState state={state} />
          <IconButton label={t('undo')} disabled={state.past.length === 0} onClick={editing.undo}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label={t('scenario.redo')} disabled={state.future.length === 0} onClick={editing.redo}>
            <Redo2 aria-hidden />
          </IconButton>
        </>
      )}
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
