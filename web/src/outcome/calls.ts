// calls.ts: the outcome of one event of a run: a call of a tool, of the model, a refusal; pure
import { claimLine, seenLine } from './claims';
import { argumentsOf, type CallFacts, type Claim, type Finding, type StepFacts } from './facts';
import { isBad, prefixKind } from './prefixes';
import { stepOutcome } from './steps';
import type { Outcome, Tone } from './types';
import { type Line, type LineKey, line } from './words';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

// Calls of older runs have no finding; their arguments say what was asserted.
function findingOf(call: CallFacts): Finding | undefined {
  if (call.finding) return call.finding;
  const { toolName, resultPrefix } = call;
  const shown = text(argumentsOf(call).text);
  const bad = prefixKind(resultPrefix) === 'bad';
  if (!shown || resultPrefix === 'ERROR' || resultPrefix === 'AMBIGUOUS') return undefined;
  const claims: Record<string, Claim> = {
    verifyElementVisible: { text: shown },
    verifyElementNotVisible: { absent: shown },
  };
  const claim = claims[toolName ?? ''];
  return claim && { claim, outcome: bad ? 'fails' : 'holds' };
}

// The name of the element that a call was about, as the model wrote it.
function wantedOf(call: CallFacts): string {
  const { text: words, ref, fieldSelector, anchor } = argumentsOf(call);
  return text(words) && !text(fieldSelector) ? text(words) : text(fieldSelector) || text(ref) || text(anchor);
}

const did: Record<string, LineKey> = {
  TAPPED: 'didTap',
  SKIPPED: 'didSkip',
  ERROR: 'failedCall',
  TIMEOUT: 'timedOut',
};

function plainCall(call: CallFacts): Line {
  const wanted = wantedOf(call);
  if (call.resultPrefix === 'NOT_FOUND' && wanted) return line('notFound', { text: wanted });
  if (call.resultPrefix === 'NOT_FOUND') return line('notFoundAny');
  if (call.resultPrefix === 'AMBIGUOUS') return line('ambiguous', { text: wanted });
  return line(did[call.resultPrefix ?? ''] ?? 'done');
}

function toneOf(call: CallFacts): Tone {
  const kind = prefixKind(call.resultPrefix);
  return isBad(call) ? 'fail' : kind === 'held' ? 'pass' : 'quiet';
}

// A command of a flow: its error is the sentence, and an optional one that failed needs no action.
function commandOutcome(call: CallFacts, base: Pick<Outcome, 'notes' | 'next' | 'raw'>): Outcome {
  const { outcome, result = '' } = call;
  if (outcome === 'WARNED')
    return {
      ...base,
      tone: 'open',
      short: line('warned'),
      headline: line('commandWarned', { text: result }),
    };
  if (outcome === 'FAILED')
    return {
      ...base,
      tone: 'fail',
      short: line('failedShort'),
      headline: line('commandSaid', { text: result }),
    };
  if (outcome === 'SKIPPED')
    return {
      ...base,
      tone: 'quiet',
      short: line('skipped'),
      headline: line('commandSaid', { text: result }),
    };
  const headline = result ? line('commandSaid', { text: result }) : line('done');
  return { ...base, tone: 'quiet', short: line('doneShort'), headline };
}

function toolOutcome(call: CallFacts, base: Pick<Outcome, 'notes' | 'next' | 'raw'>): Outcome {
  if (call.outcome) return commandOutcome(call, base);
  if (call.refused)
    return {
      ...base,
      tone: 'fail',
      short: line('refused'),
      headline: line('refusedBy'),
      next: ['editScenario'],
    };
  const finding = findingOf(call);
  if (!finding?.claim) {
    const headline = plainCall(call);
    const near = finding?.seen?.text;
    return {
      ...base,
      tone: toneOf(call),
      short: line(isBad(call) ? 'failedShort' : 'doneShort'),
      headline: near ? line('also', { first: headline, second: line('nearest', { text: near }) }) : headline,
      ...(finding?.seen && { nearest: finding.seen }),
    };
  }
  const { claim, outcome, seen } = finding;
  if (outcome === 'fails' && prefixKind(call.resultPrefix) === 'held')
    return partOfWord(finding, claim, base);
  const holds = outcome === 'holds';
  const headline = claimLine(claim, outcome);
  const instead = seenLine(claim, outcome, seen);
  const short = holds
    ? 'held'
    : outcome === 'fails'
      ? 'notHeld'
      : outcome === 'unbound'
        ? 'noMatch'
        : 'unknown';
  return {
    ...base,
    tone: holds ? 'pass' : outcome === 'fails' ? 'fail' : 'open',
    short: line(short),
    headline: instead ? line('also', { first: headline, second: instead }) : headline,
    expected: claimLine(claim, 'holds'),
    ...(instead && { seen: instead }),
    ...(seen && { nearest: seen }),
    ...(holds && { proof: headline }),
  };
}

// The tool finds a text by its parts, which proves nothing: "Paid" is in "Unpaid".
function partOfWord({ seen }: Finding, claim: Claim, base: Pick<Outcome, 'notes' | 'next' | 'raw'>): Outcome {
  const first = line('rulePartOfWord', { what: claimLine(claim, 'holds') });
  const headline = seen?.text ? line('also', { first, second: line('seen', { text: seen.text }) }) : first;
  return { ...base, tone: 'open', short: line('noMatch'), headline, ...(seen && { nearest: seen }) };
}

// step: the one that the call belongs to, which decides what the end of a step came to.
export function callOutcome(call: CallFacts, step: StepFacts | undefined, runEnded: boolean): Outcome {
  const raw = call.type === 'tool' ? call.result : call.message;
  const base = { notes: [], next: [], ...(raw && { raw }) };
  if (call.type === 'model')
    return call.failed
      ? {
          ...base,
          tone: 'fail',
          short: line('failedShort'),
          headline: line(call.status ? 'modelStatus' : 'modelUnreachable', {
            status: Number(call.status ?? 0),
          }),
          next: ['configureModel', 'runAgain'],
        }
      : { ...base, tone: 'quiet', short: line('doneShort'), headline: line('modelAnswered') };
  if (call.type === 'guard')
    return {
      ...base,
      tone: 'open',
      short: line('refused'),
      headline: line('refusedBy'),
      next: ['editScenario'],
    };
  if (call.type !== 'tool')
    return {
      ...base,
      tone: 'quiet',
      short: line('doneShort'),
      headline: line('proofRaw', { text: raw ?? '' }),
    };
  if (call.toolName === 'stepDone' && step && !isBad(call))
    return {
      ...stepOutcome(step, runEnded),
      ...base,
      ...(step.finding?.said && { said: step.finding.said }),
    };
  return toolOutcome(call, base);
}
