// Controls.tsx: what is pressed, typed into, chosen from or moved
import { useState } from 'react';
import { Button, IconButton, LinkButton } from '@/parts/Button';
import { Chip, RunChip, VerdictChip } from '@/parts/Chip';
import { Check, Field } from '@/parts/Field';
import { AddIcon, CopyIcon, DeleteIcon, DownloadIcon, EditIcon, StartIcon } from '@/parts/icons';
import { useListBox } from '@/parts/ListBox';
import { Menu, type MenuRow } from '@/parts/Menu';
import { Slider } from '@/parts/Slider';
import { SplitPanes } from '@/parts/SplitPanes';
import { Tabs } from '@/parts/Tabs';
import { Tooltip } from '@/parts/Tooltip';
import { useSlider } from '@/parts/useSlider';
import styles from './Gallery.module.css';

const rows: MenuRow[] = [
  { id: 'edit', title: 'Edit', icon: <EditIcon aria-hidden />, hint: 'e' },
  { id: 'copy', title: 'Duplicate', icon: <CopyIcon aria-hidden /> },
  { id: 'download', title: 'Download', icon: <DownloadIcon aria-hidden />, disabled: true },
  { id: 'delete', title: 'Delete', icon: <DeleteIcon aria-hidden />, danger: true },
];

export function Buttons() {
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Button look="main">
          <StartIcon aria-hidden /> Run
        </Button>
        <Button>Copy</Button>
        <Button look="danger">Stop</Button>
        <Button look="bare">Bare</Button>
        <Button look="text">Undo</Button>
        <LinkButton to="/dev/gallery">Link</LinkButton>
        <IconButton label="Edit">
          <EditIcon aria-hidden />
        </IconButton>
      </div>
      <div className={styles.row}>
        <Button look="main" disabled>
          Run
        </Button>
        <Button disabled>Copy</Button>
        <Button look="danger" disabled>
          Stop
        </Button>
        <IconButton label="Add" disabled>
          <AddIcon aria-hidden />
        </IconButton>
      </div>
      <div className={styles.row}>
        <Menu label="Actions" rows={rows} />
        <Menu label="More actions" icon={<AddIcon aria-hidden />} rows={rows} />
        <Tooltip text="Words about the button">
          <Button>With a tooltip</Button>
        </Tooltip>
      </div>
    </div>
  );
}

export function Fields() {
  const [ticked, setTicked] = useState(true);
  return (
    <div className={styles.stack}>
      <Field label="Title" hint="Shown in lists instead of the goal.">
        <input defaultValue="Apples in the cart" />
      </Field>
      <Field label="Address" error="Use http:// or https://">
        <input defaultValue="htp://x" />
      </Field>
      <div className={styles.row}>
        <input aria-label="Search" type="search" placeholder="Search" />
        <select aria-label="Verdict">
          <option>Any verdict</option>
        </select>
      </div>
      <div className={styles.row}>
        <input aria-label="Disabled" disabled defaultValue="Disabled" />
        <select aria-label="Disabled choice" disabled>
          <option>Disabled</option>
        </select>
      </div>
      <Field label="Goal">
        <textarea rows={2} defaultValue="Two apples are in the cart" />
      </Field>
      <Check label="Video" hint="Records the screen." checked={ticked} onChange={setTicked} />
      <Check label="Screenshots" checked={false} onChange={() => undefined} />
    </div>
  );
}

export function Chips() {
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        {['PASS', 'FAIL', 'UNVERIFIED', 'OPEN'].map((verdict) => (
          <VerdictChip key={verdict} verdict={verdict} />
        ))}
      </div>
      <div className={styles.row}>
        <VerdictChip verdict="something new" />
      </div>
      <div className={styles.row}>
        <RunChip run={{ state: 'queued', status: 'queued' }} />
        <RunChip run={{ state: 'running', status: 'running' }} />
        <RunChip run={{ state: 'ended', status: 'stopped' }} />
        <RunChip run={{ state: 'ended', status: 'lost' }} />
      </div>
      <div className={styles.row}>
        <Chip tone="pass">Ready</Chip>
        <Chip tone="fail">Failed</Chip>
        <Chip tone="open">Not configured</Chip>
        <Chip tone="live">Running</Chip>
        <Chip tone="quiet">OK</Chip>
      </div>
    </div>
  );
}

export function Tabbed() {
  const [shown, setShown] = useState<'result' | 'arguments' | 'raw'>('result');
  return (
    <Tabs
      label="Details"
      shown={shown}
      onShow={setShown}
      tabs={[
        { name: 'result', title: 'Result', panel: () => <p>“New note” is visible</p> },
        { name: 'arguments', title: 'Arguments', panel: () => <p>text: New note</p> },
        { name: 'raw', title: 'Raw', panel: () => <p>VISIBLE</p> },
      ]}
    />
  );
}

const names = ['Apple', 'Banana', 'Blueberry', 'Cherry'];

export function Lists() {
  const [selected, setSelected] = useState(1);
  const [shot, setShot] = useState(2);
  const [number, setNumber] = useState(40);
  const { list, option } = useListBox({
    label: 'Fruit',
    count: names.length,
    selected,
    onSelect: setSelected,
    textOf: (index) => names[index] ?? '',
  });
  const { slider } = useSlider({
    label: 'Screenshots',
    count: 8,
    value: shot,
    text: `Screenshot ${shot + 1}`,
    onChange: setShot,
  });
  return (
    <div className={styles.stack}>
      <div {...list} className={styles.list}>
        {names.map((name, index) => (
          <div key={name} {...option(index)}>
            {name}
          </div>
        ))}
      </div>
      <div {...slider} className={styles.strip}>
        {Array.from('abcdefgh', (name, index) => (
          <span key={name} className={index === shot ? styles.now : undefined} />
        ))}
      </div>
      <Slider label="Before and after" value={number} onChange={setNumber} text={`${number} %`} />
    </div>
  );
}

export function Panes() {
  const pane = (name: string, share: number, more = {}) => ({
    name,
    label: name,
    share,
    children: <p>{name}</p>,
    ...more,
  });
  return (
    <div className={styles.panes}>
      <SplitPanes
        name="gallery"
        panes={[pane('Timeline', 40, { collapsible: true }), pane('Screen', 35), pane('Details', 25)]}
      />
    </div>
  );
}
