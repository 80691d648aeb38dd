// Tabs.tsx: one of several views of the same thing; arrow keys move between them
import { type ReactNode, useId } from 'react';
import styles from './Tabs.module.css';
import { useRovingFocus } from './useRovingFocus';

export type Tab<Name extends string> = { name: Name; title: string; panel: () => ReactNode };
type Props<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  shown: Name;
  onShow: (name: Name) => void;
};

export function Tabs<Name extends string>({ label, tabs, shown, onShow }: Props<Name>) {
  const id = useId();
  const current = tabs.find((tab) => tab.name === shown) ?? tabs[0];
  const { ref, onKeyDown } = useRovingFocus<HTMLDivElement>(
    '[role="tab"]',
    { axis: 'row', wrap: true },
    (element) => element.click(),
  );
  return (
    <div className={styles.tabs}>
      <div ref={ref} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onShow(tab.name)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current?.name}`}
        className={styles.panel}
      >
        {current?.panel()}
      </div>
    </div>
  );
}
