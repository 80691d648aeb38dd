// CallWords.tsx: a call of a tool in one line: its name, what it is about, and the element that was meant
import type { RunEvent } from '@/api/client';
import type { Call } from '@/api/history';
import { Foreign } from '@/parts/Foreign';
import { tip } from '@/parts/Tooltip';
import styles from './HealView.module.css';

const quiet = new Set(['selectorType', 'position']);

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// An event's arguments are an object, or the text of one.
export function callOf(event: RunEvent): Call {
  const { args } = event as { args?: unknown };
  let value = args;
  try {
    if (typeof args === 'string') value = JSON.parse(args);
  } catch {
    value = { args };
  }
  return { tool: event.toolName ?? '', args: (value ?? {}) as Record<string, unknown> };
}

export function CallWords({ call }: { call: Call }) {
  const words = Object.entries(call.args).filter(([name]) => !quiet.has(name));
  const target = Object.entries(call.target ?? {});
  return (
    <span className={styles.call}>
      <code>{call.tool}</code>{' '}
      {words.map(([name, value]) => (
        <span key={name} {...tip(name)}>
          “<Foreign text={textOf(value)} />”{' '}
        </span>
      ))}
      {target.length > 0 && (
        <small className={styles.target}>
          {target.map(([name, value]) => (
            <span key={name}>
              {name} <Foreign text={textOf(value)} />{' '}
            </span>
          ))}
        </small>
      )}
    </span>
  );
}
