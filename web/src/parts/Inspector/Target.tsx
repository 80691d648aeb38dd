// Target.tsx: where the words go: a new step, or a step that there is
import { Crosshair, Replace } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button';
import { Field } from '../Field';
import { plain } from '../Foreign';
import { AddIcon, VerifyIcon } from '../icons';
import styles from './Inspector.module.css';
import { stepWords, withCheck, withDeed } from './words';

export type StepTarget = {
  steps: readonly string[];
  add: (text: string) => void;
  write: (index: number, text: string) => void;
};

// where: the index of a step; -1: a new one.
type Choice = { target: StepTarget; where: number; onWhere: (where: number) => void };
const LONGEST = 60;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export function Where({ target, where, onWhere }: Choice) {
  const { t } = useTranslation();
  const steps = target.steps.map((text, index) => ({ text, index })).filter(({ text }) => text.trim());
  if (steps.length === 0) return null;
  return (
    <Field label={t('inspector.where')}>
      <select value={where} onChange={(event) => onWhere(Number(event.target.value))}>
        <option value={-1}>{t('inspector.asNew')}</option>
        {steps.map(({ text, index }) => (
          <option key={`${index} ${text}`} value={index}>
            {t('inspector.stepOf', { number: index + 1, text: short(plain(text)) })}
          </option>
        ))}
      </select>
    </Field>
  );
}

type PutProps = {
  target: StepTarget;
  where: number;
  deed?: string | undefined; // what is done; none: the step only checks
  checks: readonly string[];
  onDone?: () => void;
};

// The buttons that put a deed and its checks there.
export function Put({ target, where, deed, checks, onDone }: PutProps) {
  const { t } = useTranslation();
  const number = where + 1;
  const step = target.steps[where];
  const written = deed
    ? stepWords(t, deed, checks)
    : checks.reduce((text, check) => withCheck(t, text, check), '');
  const write = (text: string) => {
    target.write(where, text);
    onDone?.();
  };
  if (step === undefined)
    return (
      <Button
        look={deed ? 'main' : 'plain'}
        aria-label={deed ? undefined : t('inspector.addCheck', { step: written })}
        onClick={() => {
          target.add(written);
          onDone?.();
        }}
      >
        {deed ? <AddIcon aria-hidden /> : <VerifyIcon aria-hidden />}{' '}
        {t(deed ? 'inspector.add' : 'inspector.check')}
      </Button>
    );
  return (
    <span className={styles.acts}>
      {checks.length > 0 && (
        <Button
          look={deed ? 'plain' : 'main'}
          onClick={() => write(checks.reduce((text, check) => withCheck(t, text, check), step))}
        >
          <VerifyIcon aria-hidden /> {t('inspector.addCheckTo', { number })}
        </Button>
      )}
      {deed && (
        <Button onClick={() => write(withDeed(t, step, deed))}>
          <Crosshair aria-hidden /> {t('inspector.retarget', { number })}
        </Button>
      )}
      {deed && (
        <Button look="main" onClick={() => write(written)}>
          <Replace aria-hidden /> {t('inspector.replace', { number })}
        </Button>
      )}
    </span>
  );
}
