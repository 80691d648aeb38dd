// Steps.tsx: the steps of a scenario, written like a list in a text editor and moved by mouse or keyboard
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import {
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { notify } from '@/parts/Notices';
import type { Editing } from './editing/editing';
import { type Form, linesOf, newStep, type StepField } from './editing/form';
import { type StepActs, StepRow } from './StepRow';
import styles from './Steps.module.css';

export type StepsHandle = {
  insert: (text: string) => void;
  write: (index: number, text: string) => void;
};
type Place = { key: string; at: number };

function withSteps(form: Form, steps: readonly StepField[]): Form {
  return { ...form, steps: steps.length > 0 ? steps : [newStep()] };
}

function moved(steps: readonly StepField[], from: number, to: number): StepField[] {
  const out = [...steps];
  const [step] = out.splice(from, 1);
  if (step) out.splice(to, 0, step);
  return out;
}

// Edits of the list, as changes of the form and positions of the cursor.
function useActs(editing: Editing, focus: (place: Place) => void, say: (text: string) => void) {
  const { t } = useTranslation();
  return useMemo(() => {
    const stepsNow = () => editing.get().form.steps;
    const set = (field: string, steps: readonly StepField[]) =>
      editing.edit(field, (form) => withSteps(form, steps));
    const indexOf = (key: string) => stepsNow().findIndex((step) => step.key === key);

    const acts: StepActs = {
      write: (key, text) =>
        set(
          `step ${key}`,
          stepsNow().map((step) => (step.key === key ? { ...step, text, uncheckable: false } : step)),
        ),
      expect: (key, claims) =>
        set(
          '',
          stepsNow().map((step) => (step.key === key ? { ...step, expect: claims } : step)),
        ),
      // Enter: what is behind the cursor is the next step.
      split(key, from, to) {
        const at = indexOf(key);
        const step = stepsNow()[at];
        if (!step) return;
        const next = newStep(step.text.slice(to).trimStart());
        set('', stepsNow().toSpliced(at, 1, { ...step, text: step.text.slice(0, from).trimEnd() }, next));
        focus({ key: next.key, at: 0 });
      },
      paste(key, from, to, pasted) {
        const lines = linesOf(pasted);
        if (lines.length < 2) return false;
        const at = indexOf(key);
        const step = stepsNow()[at];
        if (!step) return false;
        const { text } = step;
        const [first = '', ...more] = lines;
        const rest = more.map((line) => newStep(line));
        const last = rest.at(-1);
        const tail = text.slice(to);
        const end = last?.text.length ?? 0;
        if (last && tail) rest[rest.length - 1] = { ...last, text: last.text + tail };
        set('', stepsNow().toSpliced(at, 1, { ...step, text: text.slice(0, from) + first }, ...rest));
        if (last) focus({ key: last.key, at: end });
        return true;
      },
      remove(key, offersUndo) {
        const at = indexOf(key);
        const steps = stepsNow();
        const neighbour = steps[at - 1] ?? steps[at + 1];
        set('', steps.toSpliced(at, 1));
        const now = stepsNow();
        const place = neighbour ?? now[0];
        if (place) focus({ key: place.key, at: place.text.length });
        if (offersUndo && steps[at]?.text.trim())
          notify(t('scenario.stepRemoved', { step: at + 1 }), {
            action: { name: t('undo'), act: editing.undo },
          });
      },
      move(key, by) {
        const from = indexOf(key);
        const to = Math.max(0, Math.min(stepsNow().length - 1, from + by));
        if (to === from) return;
        set('', moved(stepsNow(), from, to));
        say(t('scenario.moved', { from: from + 1, to: to + 1, count: stepsNow().length }));
      },
      go(key, by, at) {
        const step = stepsNow()[indexOf(key) + by];
        if (step) focus({ key: step.key, at: at === 'end' ? step.text.length : 0 });
        return step !== undefined;
      },
    };
    return acts;
  }, [editing, focus, say, t]);
}

function useAnnouncements(steps: readonly StepField[]): Announcements {
  const { t } = useTranslation();
  const place = (id: string | number | undefined) => steps.findIndex((step) => step.key === id) + 1;
  const count = steps.length;
  const moves = useRef(false); // a step that was just taken is over its own place, which need not be said
  return {
    onDragStart: ({ active }) => {
      moves.current = false;
      return t('scenario.drag.start', { from: place(active.id), count });
    },
    onDragOver: ({ active, over }) => {
      moves.current ||= over !== null && over.id !== active.id;
      if (!over || !moves.current) return undefined;
      return t('scenario.drag.over', { from: place(active.id), to: place(over.id), count });
    },
    onDragEnd: ({ active, over }) =>
      t('scenario.moved', { from: place(active.id), to: place(over?.id ?? active.id), count }),
    onDragCancel: ({ active }) => t('scenario.drag.cancel', { from: place(active.id) }),
  };
}

type Props = {
  editing: Editing;
  steps: readonly StepField[];
  first: number | undefined; // the step that has the cursor at the beginning
  ref: Ref<StepsHandle>;
};

export function Steps({ editing, steps, first, ref }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<Place>();
  const [said, setSaid] = useState('');
  const [added, setAdded] = useState<string>(); // the step that came from elsewhere last
  const current = useRef<string>(undefined); // the step that had the cursor last
  const acts = useActs(editing, setWanted, setSaid);
  const announcements = useAnnouncements(steps);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const noteFocus = useCallback((key: string) => {
    current.current = key;
  }, []);

  useLayoutEffect(() => {
    if (!wanted) return;
    const field = list.current?.querySelector<HTMLTextAreaElement>(`[data-step="${wanted.key}"] textarea`);
    field?.focus();
    field?.setSelectionRange(wanted.at, wanted.at);
    setWanted(undefined);
  }, [wanted]);

  useLayoutEffect(() => {
    if (added) list.current?.querySelector(`[data-step="${added}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [added]);

  useLayoutEffect(() => {
    const step = first === undefined ? undefined : editing.get().form.steps[first - 1];
    if (!step) return;
    setWanted({ key: step.key, at: step.text.length });
    list.current?.querySelector(`[data-step="${step.key}"]`)?.scrollIntoView({ block: 'center' });
  }, [editing, first]);

  // Behind the step that had the cursor, or into it while it is empty.
  useImperativeHandle(
    ref,
    () => ({
      insert(text) {
        const now = editing.get().form.steps;
        const found = now.findIndex((step) => step.key === current.current);
        const at = found < 0 ? now.length - 1 : found;
        const here = now[at];
        const step = here && !here.text.trim() ? { ...here, text } : newStep(text);
        const place = step.key === here?.key ? at : at + 1;
        const removed = step.key === here?.key ? 1 : 0;
        editing.edit('', (form) => withSteps(form, form.steps.toSpliced(place, removed, step)));
        current.current = step.key;
        setAdded(step.key);
        setSaid(t('scenario.added', { step: place + 1, text }));
      },
      write(index, text) {
        const step = editing.get().form.steps[index];
        if (!step) return;
        acts.write(step.key, text);
        setAdded(step.key);
      },
    }),
    [editing, acts, t],
  );

  function onDragEnd({ active, over }: DragEndEvent) {
    const [from, to] = [active.id, over?.id].map((id) => steps.findIndex((step) => step.key === id));
    if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return;
    editing.edit('', (form) => withSteps(form, moved(form.steps, from, to)));
  }

  return (
    <div className={styles.steps}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t('scenario.drag.how') },
        }}
      >
        <SortableContext items={steps.map((step) => step.key)} strategy={verticalListSortingStrategy}>
          <ol ref={list} className={styles.list} aria-label={t('scenario.steps')}>
            {steps.map((step, at) => (
              <StepRow
                key={step.key}
                step={step}
                number={at + 1}
                only={steps.length === 1}
                isNew={step.key === added}
                acts={acts}
                onFocus={noteFocus}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div>
        <Button
          look="bare"
          onClick={() => {
            const step = newStep();
            editing.edit('', (form) => ({ ...form, steps: [...form.steps, step] }));
            setWanted({ key: step.key, at: 0 });
          }}
        >
          <Plus aria-hidden /> {t('scenario.addStep')}
        </Button>
      </div>
    </div>
  );
}
