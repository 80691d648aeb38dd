// Design.tsx: type, colours and icons of the design
import * as icons from '@/parts/icons';
import styles from './Gallery.module.css';

const sizes = [
  ['--size-title', '--weight-title', 'Page title, 20'],
  ['--size-large', '--weight-name', 'Section heading, 16'],
  ['--size', '--weight', 'Text, 14: Log in; the list of notes is shown'],
  ['--size', '--weight-name', 'Name, 14: Notes: write a note and find it'],
  ['--size-row', '--weight', 'Row, 13: Tap “Add” · 0123456789'],
  ['--size-small', '--weight', 'Fact, 12: 2.6 s · 31,577 tokens'],
] as const;

export function Type() {
  return (
    <div className={styles.stack}>
      {sizes.map(([size, weight, words]) => (
        <p key={words} style={{ fontSize: `var(${size})`, fontWeight: `var(${weight})` }}>
          {words}
        </p>
      ))}
      <p>Älykäs, Żółć, Ğışık: accents of every Latin letter</p>
    </div>
  );
}

const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover', 'pressed'];
const tones = ['pass', 'fail', 'open', 'live', 'quiet'];

export function Colours() {
  return (
    <div className={styles.swatches}>
      {grounds.map((name) => (
        <span key={name} className={styles.swatch} style={{ background: `var(--${name})` }}>
          {name}
        </span>
      ))}
      {tones.map((name) => (
        <span
          key={name}
          className={styles.swatch}
          style={{ background: `var(--${name}-ground)`, color: `var(--${name})` }}
        >
          {name}
        </span>
      ))}
      <span className={styles.swatch} style={{ background: 'var(--accent)', color: 'var(--on-accent)' }}>
        accent
      </span>
      <span className={styles.swatch} style={{ color: 'var(--text-soft)' }}>
        text-soft
      </span>
    </div>
  );
}

export function Icons() {
  return (
    <div className={styles.icons}>
      {Object.entries(icons).map(([name, Icon]) => (
        <span key={name}>
          <Icon aria-hidden /> {name.replace('Icon', '')}
        </span>
      ))}
    </div>
  );
}
