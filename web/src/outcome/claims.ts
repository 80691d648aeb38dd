// claims.ts: a claim about a screen as a sentence: that it holds, fails, or fits nothing; pure
import type { Claim, Expectation, Seen } from './facts';
import { type Line, type LineKey, line } from './words';

// The member that says which kind a claim is; "text" comes last, since others have it too.
const kinds = [
  'shown',
  'app',
  'toast',
  'value',
  'state',
  'atLeast',
  'count',
  'sum',
  'amount',
  'absent',
  'text',
] as const;
type ClaimKind = (typeof kinds)[number];

function claimKind(claim: Claim): ClaimKind {
  return kinds.find((kind) => claim[kind] !== undefined) ?? 'text';
}

const states: Record<string, LineKey> = {
  checked: 'stateChecked',
  unchecked: 'stateUnchecked',
  selected: 'stateSelected',
  'not selected': 'stateNotSelected',
  enabled: 'stateEnabled',
  disabled: 'stateDisabled',
  focused: 'stateFocused',
  'not focused': 'stateNotFocused',
};

const wheres = {
  near: 'whereNear',
  beside: 'whereBeside',
  below: 'whereBelow',
  above: 'whereAbove',
  inside: 'whereInside',
} as const;

const are = {
  text: 'isText',
  textNear: 'isTextNear',
  absent: 'isAbsent',
  amount: 'isAmount',
  amountAlone: 'isAmountAlone',
  sum: 'isSum',
  count: 'isCount',
  atLeast: 'isAtLeast',
  state: 'isState',
  value: 'isValue',
  valueEmpty: 'isValueEmpty',
  toast: 'isToast',
  app: 'isApp',
  shown: 'isShown',
} as const;
const areNot = {
  text: 'notText',
  textNear: 'notTextNear',
  absent: 'notAbsent',
  amount: 'notAmount',
  amountAlone: 'notAmountAlone',
  sum: 'notSum',
  count: 'notCount',
  atLeast: 'notAtLeast',
  state: 'notState',
  value: 'notValue',
  valueEmpty: 'notValueEmpty',
  toast: 'notToast',
  app: 'notApp',
  shown: 'notShown',
} as const;

function formOf(claim: Claim): keyof typeof are {
  const kind = claimKind(claim);
  const of = claim.of ?? claim.near;
  if (kind === 'text' && of) return 'textNear';
  if (kind === 'amount' && !of) return 'amountAlone';
  if (kind === 'value' && !claim.value) return 'valueEmpty';
  return kind;
}

function terms(sum: readonly string[]): Line {
  const [first = '', ...rest] = sum;
  return rest.reduce<Line>(
    (all, term) => line('termMore', { all, term }),
    line('termFirst', { term: first }),
  );
}

function valuesOf(claim: Claim): NonNullable<Line['values']> {
  const main = claim[claimKind(claim)];
  const state = states[claim.state ?? ''];
  return {
    of: claim.of ?? claim.near ?? '',
    where: line(wheres[claim.where ?? 'near']),
    ...(claim.sum && { terms: terms(claim.sum) }),
    ...(typeof main === 'number' ? { count: main } : { text: Array.isArray(main) ? '' : (main ?? '') }),
    ...(claim.state && { state: state ? line(state) : claim.state }),
  };
}

export function claimLine(claim: Claim, outcome: Expectation['outcome'] = 'holds'): Line {
  const form = formOf(claim);
  if (outcome === 'unbound') {
    const words = claim.bound || claim.of || claim.near || claim.shown || claim.text || '';
    return line('nothingFits', { text: words });
  }
  if (outcome === 'unknown') return line('notChecked', { what: line(are[form], valuesOf(claim)) });
  return line(outcome === 'fails' ? areNot[form] : are[form], valuesOf(claim));
}

// "unchecked" says nothing more than "was not checked"; numbers and names of apps stand without quotes.
const unquoted = new Set<ClaimKind>(['count', 'atLeast', 'amount', 'sum', 'app']);
const silent = new Set<ClaimKind>(['state']);

// The text that the screen shows in place of what was claimed; undefined if the claim says it already.
export function seenLine(
  claim: Claim | undefined,
  outcome: Expectation['outcome'],
  seen: Seen | undefined,
): Line | undefined {
  if (!seen?.text || outcome === 'holds') return undefined;
  const kind = claim ? claimKind(claim) : 'text';
  if (silent.has(kind) || (kind === 'absent' && seen.text === claim?.absent)) return undefined;
  if (kind === 'text' || kind === 'shown' || kind === 'toast') return line('nearest', { text: seen.text });
  return line(unquoted.has(kind) ? 'seenPlain' : 'seen', { text: seen.text });
}
