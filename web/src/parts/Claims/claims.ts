// claims.ts: expectations of a step, as they are shown and edited; pure
import type { TFunction } from 'i18next';
import type { Schemas } from '@/api/client';

export type Claim = Schemas['Claim'];

// The member that says which kind a claim is, and what else it has.
export const kinds = {
  text: { of: 'near', ofNeeded: false, where: true },
  absent: { of: undefined, ofNeeded: false, where: false },
  amount: { of: 'near', ofNeeded: true, where: true },
  sum: { of: 'near', ofNeeded: true, where: true },
  count: { of: 'of', ofNeeded: true, where: false },
  atLeast: { of: 'of', ofNeeded: true, where: false },
  state: { of: 'of', ofNeeded: true, where: false },
  value: { of: 'of', ofNeeded: true, where: false },
  toast: { of: undefined, ofNeeded: false, where: false },
  app: { of: undefined, ofNeeded: false, where: false },
  shown: { of: undefined, ofNeeded: false, where: false },
} as const;
export type Kind = keyof typeof kinds;
export const wheres = ['near', 'beside', 'below', 'above', 'inside'] as const;
export type Where = (typeof wheres)[number];
export const states = [
  'checked',
  'unchecked',
  'selected',
  'not selected',
  'enabled',
  'disabled',
  'focused',
  'not focused',
] as const;

// A state that is not known here is shown as it is.
function stateOf(state: string | undefined, t: TFunction): string {
  const known = states.find((each) => each === state);
  return known ? t(`expect.states.${known}`) : (state ?? '');
}

// A claim while it is edited: all texts. A sum's labels are a line each.
export type ClaimForm = { kind: Kind; main: string; of: string; where: Where };

export function kindOf(claim: Claim): Kind {
  return (Object.keys(kinds) as Kind[]).toReversed().find((kind) => claim[kind] !== undefined) ?? 'text';
}

export function formOfClaim(claim: Claim | undefined): ClaimForm {
  if (!claim) return { kind: 'text', main: '', of: '', where: 'near' };
  const kind = kindOf(claim);
  const main = claim[kind];
  return {
    kind,
    main: Array.isArray(main) ? main.join('\n') : String(main ?? ''),
    of: (kinds[kind].of && claim[kinds[kind].of]) ?? '',
    where: claim.where ?? 'near',
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function mainOf({ kind, main }: ClaimForm): string | number | string[] | undefined {
  const text = main.trim();
  if (kind === 'sum') return linesOf(main).length > 0 ? linesOf(main) : undefined;
  if (kind === 'count' || kind === 'atLeast')
    return /^\d{1,5}$/.test(text) && Number(text) >= (kind === 'atLeast' ? 1 : 0) ? Number(text) : undefined;
  return text || (kind === 'value' ? '' : undefined);
}

// The claim as a person has written it, which no compiling replaces; undefined while something is missing.
export function claimOfForm(form: ClaimForm): Claim | undefined {
  const { of, ofNeeded, where } = kinds[form.kind];
  const main = mainOf(form);
  const other = form.of.trim();
  if (main === undefined || (ofNeeded && !other)) return undefined;
  return {
    [form.kind]: main,
    ...(of && other && { [of]: other }),
    ...(where && other && form.where !== 'near' && { where: form.where }),
  } as Claim;
}

export function isPinned(claim: Claim): boolean {
  return claim.pinned !== false;
}

export function withPin(claim: Claim, pinned: boolean): Claim {
  const { pinned: _pinned, ...rest } = claim;
  return pinned ? rest : { ...rest, pinned: false };
}

// As it is stored: the words are the server's.
export function storedClaim(claim: Claim): Claim {
  const { words: _words, ...rest } = claim;
  return rest;
}

export function wordsOf(claim: Claim, t: TFunction): string {
  const kind = kindOf(claim);
  const of = claim.of ?? claim.near ?? '';
  const where = t(`expect.where.${claim.where ?? 'near'}`);
  if (kind === 'sum') {
    const terms = (claim.sum ?? []).map((term) => t('expect.quoted', { text: term }));
    if (terms.length < 2) return t('expect.words.sumOne', { of, where, terms: terms[0] });
    const all = t('expect.words.and', { first: terms.slice(0, -1).join(', '), last: terms.at(-1) });
    return t('expect.words.sum', { of, where, terms: all });
  }
  if (kind === 'count' || kind === 'atLeast')
    return t(`expect.words.${kind}`, { count: claim[kind] ?? 0, of });
  if (kind === 'state') return t('expect.words.state', { of, state: stateOf(claim.state, t) });
  if (kind === 'text' && of) return t('expect.words.textNear', { text: claim.text, where, of });
  if (kind === 'value' && !claim.value) return t('expect.words.valueEmpty', { of });
  return t(`expect.words.${kind}`, { text: claim[kind], of, where });
}
