// Gallery.tsx: every part in every state, in the theme of the system
import type { ReactNode } from 'react';
import { Notices } from '@/parts/Notices';
import { Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { Tooltips } from '@/parts/Tooltip';
import { Buttons, Chips, Fields, Lists, Panes, Tabbed } from './Controls';
import { Colours, Icons, Type } from './Design';
import styles from './Gallery.module.css';
import { Overlays, States } from './States';

const sections: [string, () => ReactNode][] = [
  ['Type', Type],
  ['Colours', Colours],
  ['Icons', Icons],
  ['Buttons', Buttons],
  ['Fields', Fields],
  ['Chips', Chips],
  ['Tabs', Tabbed],
  ['Lists', Lists],
  ['Panes', Panes],
  ['States', States],
  ['Overlays', Overlays],
];

export function Gallery() {
  return (
    <main>
      <Page title="Gallery">
        <div className={styles.sections}>
          {sections.map(([name, Section]) => (
            <div key={name} data-section={name} className={styles.section}>
              <Panel title={name}>
                <Section />
              </Panel>
            </div>
          ))}
        </div>
      </Page>
      <Notices />
      <Tooltips />
    </main>
  );
}
