// tools.ts: the agent's tools as the timeline shows them
import type { RunEvent } from '@/api/client';
import { argumentsOf } from '@/outcome/facts';

export { argumentsOf } from '@/outcome/facts';
export { isBad } from '@/outcome/prefixes';

type ToolClass = 'acts' | 'looks' | 'asserts' | 'reports';

const classes: Record<string, ToolClass> = {
  waitFor: 'asserts',
  verifyState: 'asserts',
  verifyNear: 'asserts',
  verifyCount: 'asserts',
  verifySum: 'asserts',
  bindExpectation: 'asserts',
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

const named = [
  'command',
  'text',
  'ref',
  'question',
  'goalName',
  'appPackage',
  'packageName',
  'distance',
  'ms',
  'step',
];

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
