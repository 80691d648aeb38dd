// words.ts: what a person has done on a device, as the words of a step; pure
//
// The server says which element was meant and what has changed; here both become one sentence in the reader's
// language: "Tap Add beside Apple and check that “Cart (1)” is shown".
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';

export type Called = Schemas['ScreenName'];
export type Change = Schemas['ScreenChange'];
export type Direction = 'up' | 'down' | 'left' | 'right';

export type Deed =
  | { kind: 'tap'; called: Called; role: string; at?: { x: number; y: number } | undefined }
  | { kind: 'type'; called: Called; role: string; text: string }
  | { kind: 'scroll'; direction: Direction; called?: Called | undefined; role?: string | undefined }
  | { kind: 'open'; app: string }
  | { kind: 'back' | 'home' };

const kinds = {
  button: 'button',
  image_button: 'button',
  container: 'button',
  text_field: 'field',
  check_box: 'checkBox',
  switch: 'switch',
  radio_button: 'option',
  tab: 'tab',
  image: 'picture',
  slider: 'slider',
  list_item: 'row',
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];

function isKind(role: string): role is keyof typeof kinds {
  return Object.hasOwn(kinds, role);
}

function kindOf(role: string): Kind | 'element' {
  return isKind(role) ? kinds[role] : 'element';
}

// The kind of element in a list.
export function roleWords(t: TFunction, role: string): string {
  if (role === 'text_view') return t('inspector.roles.text');
  if (role === 'list' || role === 'scroll_view') return t('inspector.roles.list');
  return t(`inspector.roles.${kindOf(role)}`);
}

// A short name that begins with a capital needs no quotation marks: Tap Log in.
const plain = /^\p{Lu}[\p{L}\p{N}]*(?:[ -][\p{L}\p{N}]+){0,2}$/u;
const PLAIN_MAX = 24;

function quoted(t: TFunction, text: string): string {
  return t('inspector.say.quoted', { text });
}

export function said(t: TFunction, text: string): string {
  return plain.test(text) && text.length <= PLAIN_MAX ? text : quoted(t, text);
}

// The element as a person names it; undefined: nothing tells it from others.
export function nameOf(t: TFunction, called: Called, role: string): string | undefined {
  const kind = t(`inspector.say.kind.${kindOf(role)}`);
  const id = called.by === 'id' && t('inspector.say.byId', { kind, id: called.words });
  const name = id || (called.by === 'none' ? kind : said(t, called.words));
  const anchor = said(t, called.anchor);
  if (called.where) return t(`inspector.say.where.${called.where}`, { name, anchor });
  if (called.unique) return name;
  if (called.number && called.of)
    return t('inspector.say.numbered', { name, number: called.number, of: called.of });
  return undefined;
}

const secret = /^\{\{[\w.-]+\}\}$/;

function typedWords(t: TFunction, deed: Extract<Deed, { kind: 'type' }>): string {
  const name = nameOf(t, deed.called, deed.role) ?? t('inspector.say.kind.field');
  if (!deed.text) return t('inspector.say.clear', { name });
  const text = secret.test(deed.text) ? deed.text : quoted(t, deed.text);
  return t('inspector.say.type', { text, name });
}

// The deed alone, without its expected result.
export function deedWords(t: TFunction, deed: Deed): string {
  switch (deed.kind) {
    case 'tap': {
      const name = nameOf(t, deed.called, deed.role);
      return name ? t('inspector.say.tap', { name }) : t('inspector.say.tapPoint', deed.at ?? { x: 0, y: 0 });
    }
    case 'type':
      return typedWords(t, deed);
    case 'scroll': {
      const name = deed.called && nameOf(t, deed.called, deed.role ?? '');
      return name
        ? t(`inspector.say.swipe.${deed.direction}`, { name })
        : t(`inspector.say.scroll.${deed.direction}`);
    }
    case 'open':
      return t('inspector.say.open', { app: deed.app });
    case 'back':
      return t('inspector.say.back');
    case 'home':
      return t('inspector.say.home');
  }
}

const states = {
  checked: 'checked',
  unchecked: 'unchecked',
  selected: 'selected',
  'not selected': 'notSelected',
  enabled: 'enabled',
  disabled: 'disabled',
} as const;

function isState(text: string): text is keyof typeof states {
  return Object.hasOwn(states, text);
}

// A change as what a step expects: “Cart (1)” is shown.
export function changeWords(t: TFunction, { kind, text, of }: Change): string {
  const shown = quoted(t, text);
  const name = of && said(t, of);
  if (kind === 'state' && isState(text)) return t(`inspector.say.state.${states[text]}`, { name });
  if (kind === 'value') return t('inspector.say.value', { name, text: shown });
  if (kind === 'toast') return t('inspector.say.toast', { text: shown });
  if (kind === 'gone') return t('inspector.say.gone', { text: shown });
  return name
    ? t('inspector.say.shownBeside', { text: shown, name })
    : t('inspector.say.shown', { text: shown });
}

// An element that is on the screen, as what a step expects.
export function shownWords(t: TFunction, called: Called, role: string): string | undefined {
  if (called.by !== 'text') {
    const name = nameOf(t, called, role);
    return name && t('inspector.say.shown', { text: name });
  }
  const text = quoted(t, called.words);
  const anchor = said(t, called.anchor);
  const name = called.where ? t(`inspector.say.where.${called.where}`, { name: text, anchor }) : text;
  return t('inspector.say.shown', { text: name });
}

// The deed and what is to be seen then, as one step.
export function stepWords(t: TFunction, deed: string, checks: readonly string[]): string {
  return checks.reduce((step, check) => withCheck(t, step, check), deed);
}

function checkMarks(t: TFunction) {
  const [first = '', more = ''] = (['check', 'checkMore'] as const).map((key) =>
    t(`inspector.say.${key}`, { step: '', what: '' }).trimEnd(),
  );
  return { first, more };
}

// One more expectation at the end of a step.
export function withCheck(t: TFunction, step: string, what: string): string {
  const text = step.trim().replace(/[.。;]+$/u, '');
  const { first } = checkMarks(t);
  if (!text) return t('inspector.say.checkAlone', { what });
  const has =
    text.includes(first.trim()) || text.startsWith(t('inspector.say.checkAlone', { what: '' }).trim());
  return t(has ? 'inspector.say.checkMore' : 'inspector.say.check', { step: text, what });
}

// The step with another action, and what it expects as it was.
export function withDeed(t: TFunction, step: string, deed: string): string {
  const at = step.indexOf(checkMarks(t).first);
  return at > 0 ? deed + step.slice(at) : deed;
}
