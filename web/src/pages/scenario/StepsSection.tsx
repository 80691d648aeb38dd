// StepsSection.tsx: the steps with their heading: stating what each should show, and picking them from a device
import { Crosshair, ListChecks } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { compileExpectations } from '@/api/scenarios';
import { Button } from '@/parts/Button';
import { notify } from '@/parts/Notices';
import styles from './Editor.module.css';
import type { Editing } from './editing/editing';
import { missingIn } from './editing/form';
import type { State } from './editing/state';
import { Steps, type StepsHandle } from './Steps';

// The model states what each step should show; what is pinned stays.
function CompileButton({ editing, id }: { editing: Editing; id: string }) {
  const { t } = useTranslation();
  const [works, setWorks] = useState(false);
  async function act() {
    setWorks(true);
    try {
      await editing.during(() => compileExpectations(id));
      notify(t('expect.compiled'));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { tone: 'fail' });
    }
    setWorks(false);
  }
  return (
    <Button look="bare" disabled={works} title={t('expect.compileHint')} onClick={() => void act()}>
      <ListChecks aria-hidden /> {t(works ? 'expect.compiling' : 'expect.compile')}
    </Button>
  );
}

type Props = {
  editing: Editing;
  state: State;
  steps: RefObject<StepsHandle | null>;
  points: boolean;
  onPoint: () => void;
};

// `?step=2` in the address is the step to begin with.
function useFirstStep(): number | undefined {
  const number = new URLSearchParams(useSearch()).get('step');
  return number && /^\d{1,4}$/.test(number) ? Number(number) : undefined;
}

export function StepsSection({ editing, state, steps, points, onPoint }: Props) {
  const { t } = useTranslation();
  const { form, scenario } = state;
  const first = useFirstStep();
  return (
    <section className={styles.section} aria-labelledby="steps">
      <div className={styles.head}>
        <h2 id="steps">{t('scenario.steps')}</h2>
        {scenario && missingIn(form).length === 0 && <CompileButton editing={editing} id={scenario.id} />}
        <Button aria-expanded={points} onClick={onPoint}>
          <Crosshair aria-hidden /> {t('scenario.point.open')}
        </Button>
      </div>
      <p className={styles.hint}>{t('scenario.stepsHint')}</p>
      <Steps ref={steps} editing={editing} steps={form.steps} first={first} />
    </section>
  );
}
