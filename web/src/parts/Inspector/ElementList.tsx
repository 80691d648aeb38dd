// ElementList.tsx: the elements of the screen as a list, for the keyboard; arrow keys choose
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenElement } from '@/api/view';
import { Foreign } from '../Foreign';
import styles from './Inspector.module.css';

type Props = {
  elements: readonly ScreenElement[];
  chosen: ScreenElement | undefined;
  onChoose: (element: ScreenElement) => void;
};

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function ElementList({ elements, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = elements.findIndex((element) => element.ref === chosen?.ref);

  // The list alone scrolls, never the page.
  useEffect(() => {
    const box = list.current;
    const row = box?.children[at];
    if (!box || !(row instanceof HTMLElement)) return;
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below;
  }, [at]);

  function onKeyDown(event: KeyboardEvent) {
    const next = moves[event.key]?.(at, elements.length);
    const element = next === undefined ? undefined : elements[next];
    if (!element) return;
    event.preventDefault();
    onChoose(element);
  }
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t('inspector.elements')}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      {elements.map((element, row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its options
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={element.ref}
          id={`${id}-${row}`}
          role="option"
          aria-selected={row === at}
          className={styles.option}
          onClick={() => onChoose(element)}
        >
          <span className={styles.role}>{element.role.replaceAll('_', ' ')}</span>
          <span className={styles.label}>
            {element.label || element.id ? (
              <Foreign text={element.label || element.id} />
            ) : (
              <em>{t('inspector.unnamed')}</em>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
