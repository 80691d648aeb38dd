// Proposals.tsx: the steps that an element suggests: tried now, or added to the scenario
import { Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pointed, type ScreenStep, tryStep } from '@/api/view';
import { Button } from '../Button';
import { PrefixChip } from '../Chip';
import { Field } from '../Field';
import { Foreign } from '../Foreign';
import { durationText } from '../Time';
import styles from './Inspector.module.css';

type Props = {
  device: string;
  packageName: string;
  steps: readonly ScreenStep[];
  onTried: () => void;
  onAdd?: ((text: string) => void) | undefined;
};

type Outcome = { text: string; pointed?: Pointed; error?: string };

const types = (step: ScreenStep) => step.tool === 'inputText';

// The words have an empty pair of quotes for what is to be typed.
function filled(step: ScreenStep, typed: string): ScreenStep {
  if (!types(step)) return step;
  return { ...step, args: { ...step.args, text: typed }, text: step.text.replace('""', () => `"${typed}"`) };
}

function Result({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { pointed, error } = outcome;
  return (
    <div className={styles.outcome}>
      <p className={styles.soft}>
        <Foreign text={outcome.text} />
      </p>
      {pointed && (
        <p>
          <PrefixChip prefix={pointed.resultPrefix} /> <span>{durationText(pointed.durationMs)}</span>
        </p>
      )}
      <p className={styles.words}>
        {error ? `${t('inspector.notTried')} ${error}` : <Foreign text={pointed?.result ?? ''} />}
      </p>
    </div>
  );
}

export function Proposals({ device, packageName, steps, onTried, onAdd }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);

  async function attempt(step: ScreenStep) {
    setBusy(true);
    try {
      setOutcome({ text: step.text, pointed: await tryStep(device, packageName, step) });
    } catch (error) {
      setOutcome({ text: step.text, error: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
      onTried();
    }
  }
  return (
    <div className={styles.proposals}>
      {steps.some(types) && (
        <Field label={t('inspector.typed')} hint={t('inspector.typedHint', { secret: '{{NAME}}' })}>
          <input
            type="text"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <ul className={styles.steps} aria-label={t('inspector.steps')}>
        {steps.map((each) => {
          const step = filled(each, typed);
          const open = types(each) && !typed; // the text to type is not known yet
          return (
            <li key={each.text} className={styles.step}>
              <span className={styles.words}>
                <Foreign text={step.text} />
              </span>
              <span className={styles.acts}>
                <Button
                  aria-disabled={busy || open}
                  aria-label={t('inspector.tryStep', { step: step.text })}
                  onClick={() => void (busy || open || attempt(step))}
                >
                  <Play aria-hidden /> {t('inspector.try')}
                </Button>
                {onAdd && (
                  <Button
                    aria-disabled={open}
                    aria-label={t('inspector.addStep', { step: step.text })}
                    onClick={() => open || onAdd(step.text)}
                  >
                    <Plus aria-hidden /> {t('inspector.add')}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <div role="status">
        {busy ? (
          <p className={styles.soft}>{t('inspector.trying')}</p>
        ) : (
          outcome && <Result outcome={outcome} />
        )}
      </div>
    </div>
  );
}
