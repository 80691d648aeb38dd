// ElementCard.tsx: the selected element: what can be done with it, what a step can check, and what is known of it
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenElement } from '@/api/view';
import { Button } from '../Button';
import { Field } from '../Field';
import { Foreign } from '../Foreign';
import { TapIcon, TypeIcon } from '../icons';
import { type Act, tapOf, typingOf } from './deeds';
import { Facts } from './Facts';
import styles from './Inspector.module.css';
import { Put, type StepTarget } from './Target';
import { deedWords, nameOf, roleWords, shownWords } from './words';

type Props = {
  element: ScreenElement;
  busy: boolean;
  target: StepTarget | undefined;
  where: number;
  typing: RefObject<HTMLInputElement | null>;
  onAct: (act: Act) => void;
};

function Typing({ element, busy, typing, onAct }: Pick<Props, 'element' | 'busy' | 'typing' | 'onAct'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const act = typingOf(element, text);
  if (!act) return null;
  return (
    <form
      className={styles.typing}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && text) onAct(act);
      }}
    >
      <Field label={t('inspector.typed')} hint={t('inspector.typedHint', { secret: '{{NAME}}' })}>
        <input
          ref={typing}
          type="text"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        aria-disabled={busy || !text}
        aria-label={t('inspector.doStep', { step: deedWords(t, act.deed) })}
      >
        <TypeIcon aria-hidden /> {t('inspector.type')}
      </Button>
    </form>
  );
}

export function ElementCard({ element, busy, target, where, typing, onAct }: Props) {
  const { t } = useTranslation();
  const tap = tapOf(element);
  const shown = shownWords(t, element.called, element.role);
  const name = nameOf(t, element.called, element.role);
  return (
    <section className={styles.card} aria-label={t('inspector.element')}>
      <h3 className={styles.title}>
        <Foreign text={name ?? (element.label || element.id || roleWords(t, element.role))} />
      </h3>
      <Typing element={element} busy={busy} typing={typing} onAct={onAct} />
      <div className={styles.acts}>
        {tap && (
          <Button
            aria-disabled={busy}
            aria-label={t('inspector.doStep', { step: deedWords(t, tap.deed) })}
            onClick={() => busy || onAct(tap)}
          >
            <TapIcon aria-hidden /> {t('inspector.tap')}
          </Button>
        )}
        {target && shown && <Put target={target} where={where} checks={[shown]} />}
      </div>
      <details>
        <summary>{t('inspector.details')}</summary>
        <Facts element={element} />
      </details>
    </section>
  );
}
