// StepCard.tsx: the last action on the device as one step, with what has changed as its expected result
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '@/api/view';
import { IconButton } from '../Button';
import { Foreign } from '../Foreign';
import { hasTime, shownOn } from './deeds';
import styles from './Inspector.module.css';
import { Put, type StepTarget } from './Target';
import type { Outcome } from './useDeeds';
import { type Change, changeWords, deedWords, stepWords } from './words';

type Props = {
  outcome: Outcome;
  screen: Screen | undefined;
  target: StepTarget | undefined;
  where: number;
  onClose: () => void;
};

type ChoicesProps = { changes: readonly Change[]; chosen: number; onChoose: (index: number) => void };

function Choices({ changes, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const name = useId();
  const rows = [...changes.map((change) => changeWords(t, change)), t('inspector.nothingToSee')];
  return (
    <fieldset className={styles.choices}>
      <legend>{t('inspector.expects')}</legend>
      {rows.map((words, index) => (
        <label key={words} className={styles.choice}>
          <input type="radio" name={name} checked={chosen === index} onChange={() => onChoose(index)} />
          <Foreign text={words} />
        </label>
      ))}
    </fieldset>
  );
}

export function StepCard({ outcome, screen, target, where, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const changed = outcome.pointed?.changes ?? [];
  const changes = changed.length > 0 ? changed : shownOn(screen, hasTime);
  const change = changes[chosen];
  const deed = deedWords(t, outcome.deed);
  const checks = change ? [changeWords(t, change)] : [];
  return (
    <section className={styles.card} aria-label={t('inspector.step')}>
      <div className={styles.cardHead}>
        <h3>{t('inspector.step')}</h3>
        <IconButton label={t('inspector.dismiss')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <p className={styles.sentence} role="status">
        <Foreign text={stepWords(t, deed, checks)} />
      </p>
      {changed.length === 0 && <p className={styles.soft}>{t('inspector.unchanged')}</p>}
      <Choices changes={changes} chosen={chosen} onChoose={setChosen} />
      {target ? (
        <div className={styles.acts}>
          <Put target={target} where={where} deed={deed} checks={checks} onDone={onClose} />
        </div>
      ) : (
        <p className={styles.soft}>{t('inspector.noScenario')}</p>
      )}
    </section>
  );
}
