// deeds.ts: which deed and which call of the engine an element, a point or a drag means; pure
import type { Screen, ScreenElement, ScreenStep } from '@/api/view';
import { elementAt } from './places';
import type { Change, Deed, Direction } from './words';

export type Place = { x: number; y: number };
export type Act = { deed: Deed; step: ScreenStep };

const nothing = { words: '', by: 'none', where: '', anchor: '', unique: false } as const;

export function tapOf(element: ScreenElement): Act | undefined {
  const step = element.steps.find(({ tool }) => tool === 'tap' || tool === 'tapByCoordinates');
  if (!step) return undefined;
  const { x, y } = step.args;
  const at = typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
  return { deed: { kind: 'tap', called: element.called, role: element.role, at }, step };
}

// A tap where no element takes one still goes to the device: the picture decides.
export function tapAt(screen: Screen, { x, y }: Place): Act {
  const element = elementAt(screen.elements, x, y);
  const at = { x: Math.round(x), y: Math.round(y) };
  const step = { tool: 'tapByCoordinates', args: at };
  if (!element) return { deed: { kind: 'tap', called: nothing, role: '', at }, step };
  return tapOf(element) ?? { deed: { kind: 'tap', called: element.called, role: element.role, at }, step };
}

export function typingOf(element: ScreenElement | undefined, text: string): Act | undefined {
  const step = element?.steps.find(({ tool }) => tool === 'inputText');
  if (!element || !step) return undefined;
  return {
    deed: { kind: 'type', called: element.called, role: element.role, text },
    step: { ...step, args: { ...step.args, text } },
  };
}

// The content moves against the finger: a finger that goes up scrolls down.
export function dragOf(screen: Screen, from: Place, to: Place, durationMs: number): Act {
  const across = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
  const direction: Direction = across ? (to.x < from.x ? 'left' : 'right') : to.y < from.y ? 'down' : 'up';
  const element = across ? elementAt(screen.elements, from.x, from.y) : undefined;
  const named = element?.called.by === 'text' && element.called.unique ? element : undefined;
  const args = {
    x: Math.round(from.x),
    y: Math.round(from.y),
    toX: Math.round(to.x),
    toY: Math.round(to.y),
    durationMs: Math.round(Math.min(3000, Math.max(100, durationMs))),
  };
  return {
    deed: { kind: 'scroll', direction, called: named?.called, role: named?.role },
    step: { tool: 'drag', args },
  };
}

export const acts = {
  back: { deed: { kind: 'back' }, step: { tool: 'goBack', args: {} } },
  home: { deed: { kind: 'home' }, step: { tool: 'pressHome', args: {} } },
  scrollDown: { deed: { kind: 'scroll', direction: 'down' }, step: { tool: 'swipeUp', args: {} } },
  scrollUp: { deed: { kind: 'scroll', direction: 'up' }, step: { tool: 'swipeDown', args: {} } },
} as const satisfies Record<string, Act>;

export function openOf(app: string): Act {
  return { deed: { kind: 'open', app }, step: { tool: 'launchAppByPackage', args: { packageName: app } } };
}

const SHOWN_MAX = 3;

// The checks of a step that has changed nothing: texts that the screen shows and that stay.
export function shownOn(screen: Screen | undefined, volatile: (text: string) => boolean): Change[] {
  const texts = (screen?.elements ?? [])
    .filter(
      ({ role, called }) => role !== 'text_field' && called.by === 'text' && called.unique && !called.where,
    )
    .map(({ called }) => called.words)
    .filter((text) => text.length > 2 && text.length <= 60 && !volatile(text));
  return [...new Set(texts)].slice(0, SHOWN_MAX).map((text) => ({ kind: 'shown', text, was: '', of: '' }));
}

// A clock or a date in a text that the server has not judged.
export const hasTime = (text: string) =>
  /\d{1,2}:\d{2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\bago\b|\bil y a\b/i.test(text);
