// tools.ts: the agent's tools as the timeline shows them
import type { RunEvent } from '@/api/client';

export type ToolClass = 'acts' | 'looks' | 'asserts' | 'reports';

const classes: Record<string, ToolClass> = {
  findUiElementsByText: 'looks',
  getScreenDump: 'looks',
  perceiveScreen: 'looks',
  getScreenSize: 'looks',
  wait: 'looks',
  verifyElementVisible: 'asserts',
  verifyElementNotVisible: 'asserts',
  assertByLooking: 'asserts',
  takeScreenshot: 'reports',
  startScreenRecording: 'reports',
  stopScreenRecording: 'reports',
  stepDone: 'reports',
};

export function classOf(event: RunEvent): ToolClass {
  return classes[event.toolName ?? ''] ?? 'acts';
}

const bad = new Set(['NOT_VISIBLE', 'NOT_FOUND', 'ERROR', 'TIMEOUT', 'AMBIGUOUS']);

// A call that did not come to what it was made for.
export function isBad(event: RunEvent): boolean {
  return event.refused === true || bad.has(event.resultPrefix ?? '');
}

export function argumentsOf(event: RunEvent): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(event.args ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // cut, because it was too long
  }
}

const named = ['text', 'ref', 'question', 'goalName', 'appPackage', 'packageName', 'distance', 'ms', 'step'];

// The arguments that say what a call is about, in a few words.
export function targetOf(event: RunEvent): string {
  const args = argumentsOf(event);
  if (typeof args.fieldSelector === 'string') return `${args.fieldSelector} ← ${String(args.text ?? '')}`;
  if (args.x !== undefined) return `${String(args.x)}, ${String(args.y)}`;
  const name = named.find((name) => args[name] !== undefined && args[name] !== '');
  return name ? String(args[name]) : '';
}

// The result without its prefix, which a chip shows.
export function resultOf(event: RunEvent): string {
  const { result = '', resultPrefix } = event;
  return resultPrefix && result.startsWith(resultPrefix)
    ? result.slice(resultPrefix.length).replace(/^:\s*/, '')
    : result;
}
