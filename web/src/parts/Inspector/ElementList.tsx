// ElementList.tsx: the elements of the screen as a list, for the keyboard; arrow keys choose, Enter taps
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenElement } from '@/api/view';
import { Foreign } from '../Foreign';
import { useListBox } from '../ListBox';
import styles from './Inspector.module.css';
import { roleWords } from './words';

type Props = {
  elements: readonly ScreenElement[];
  chosen: ScreenElement | undefined;
  onChoose: (element: ScreenElement) => void;
  onTap: (element: ScreenElement) => void;
};

function Name({ element }: { element: ScreenElement }) {
  const { t } = useTranslation();
  const name = element.label || element.id;
  return (
    <>
      <span className={styles.label}>
        {name ? <Foreign text={name} /> : <em>{t('inspector.unnamed')}</em>}
      </span>
      {element.called.anchor && (
        <span className={styles.beside}>
          <Foreign text={element.called.anchor} />
        </span>
      )}
      <span className={styles.role}>{roleWords(t, element.role)}</span>
    </>
  );
}

export function ElementList({ elements, chosen, onChoose, onTap }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const at = elements.findIndex((element) => element.ref === chosen?.ref);
  const { list, option } = useListBox({
    label: t('inspector.elements'),
    count: elements.length,
    selected: at,
    onSelect: (index) => {
      const element = elements[index];
      if (element) onChoose(element);
    },
    onOpen: () => chosen && onTap(chosen),
    textOf: (index) => elements[index]?.label ?? '',
  });

  // The list alone scrolls, never the page.
  useEffect(() => {
    const row = box.current?.children[at];
    if (!box.current || !(row instanceof HTMLElement)) return;
    if (row.offsetTop < box.current.scrollTop) box.current.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - box.current.clientHeight;
    if (below > box.current.scrollTop) box.current.scrollTop = below;
  }, [at]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is among the properties
    <div ref={box} {...list} className={styles.list} onDoubleClick={() => chosen && onTap(chosen)}>
      {elements.map((element, row) => (
        <div key={element.ref} {...option(row)} className={styles.option}>
          <Name element={element} />
        </div>
      ))}
    </div>
  );
}
