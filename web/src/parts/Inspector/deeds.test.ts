// deeds.test.ts: what clicks and drags on a picture mean
import { describe, expect, it } from 'vitest';
import type { Screen, ScreenElement } from '@/api/view';
import { dragOf, hasTime, shownOn, tapAt, tapOf, typingOf } from './deeds';

const element = (words: string, box: number[], more: Partial<ScreenElement> = {}): ScreenElement => ({
  ref: words,
  role: 'button',
  label: words,
  id: '',
  box,
  clickable: true,
  state: [],
  selectors: [],
  called: { words, by: 'text', where: '', anchor: '', unique: true },
  steps: [{ tool: 'tap', args: { text: words } }],
  ...more,
});
const row = element('Milk', [0, 100, 100, 200]);
const field = element('E-mail', [0, 200, 100, 300], {
  role: 'text_field',
  steps: [
    { tool: 'tap', args: { text: 'E-mail' } },
    { tool: 'inputText', args: { fieldSelector: 'E-mail', text: '' } },
  ],
});
const text = element('Welcome', [0, 0, 100, 50], { role: 'text_view', steps: [] });
const screen: Screen = {
  frame: 1,
  widthPx: 100,
  heightPx: 400,
  title: '',
  app: 'a',
  inside: true,
  home: false,
  elements: [text, row, field, element('9:41', [0, 300, 10, 310])],
};

describe('a tap', () => {
  it('means the element there', () => expect(tapAt(screen, { x: 5, y: 150 })).toEqual(tapOf(row)));
  it('goes to the point of a text that takes none', () =>
    expect(tapAt(screen, { x: 5, y: 10 }).step).toEqual({ tool: 'tapByCoordinates', args: { x: 5, y: 10 } }));
  it('goes to an empty place', () =>
    expect(tapAt(screen, { x: 50.4, y: 390 }).deed).toMatchObject({ at: { x: 50, y: 390 } }));
});

describe('a drag', () => {
  it.each([
    [{ x: 50, y: 300 }, { x: 52, y: 100 }, 'down'],
    [{ x: 50, y: 100 }, { x: 52, y: 300 }, 'up'],
    [{ x: 90, y: 150 }, { x: 10, y: 152 }, 'left'],
    [{ x: 10, y: 150 }, { x: 90, y: 152 }, 'right'],
  ])('from %o to %o scrolls %s', (from, to, direction) =>
    expect(dragOf(screen, from, to, 200).deed).toMatchObject({ kind: 'scroll', direction }),
  );
  it('across a row names it', () =>
    expect(dragOf(screen, { x: 90, y: 150 }, { x: 10, y: 150 }, 200).deed).toMatchObject({
      called: row.called,
    }));
});

describe('typing', () => {
  it('goes into a field', () =>
    expect(typingOf(field, 'x')?.step.args).toEqual({ fieldSelector: 'E-mail', text: 'x' }));
  it('goes nowhere else', () => expect(typingOf(row, 'x')).toBeUndefined());
});

it('an unchanged screen offers what it shows, but no clock', () =>
  expect(shownOn(screen, hasTime).map(({ text: words }) => words)).toEqual(['Welcome', 'Milk']));
