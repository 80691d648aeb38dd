// steps.ts: the outcome of a step; pure
import { claimLine, seenLine } from './claims';
import type { Finding, StepFacts } from './facts';
import type { Next, Outcome } from './types';
import { type Line, type LineKey, line } from './words';

// Why a step is not proved, by the rule of proof that it breaks. The sentence has the claim, or a text of the step.
const rules: Record<string, { key: LineKey; next: Next }> = {
  'nothing-asserted': { key: 'ruleNothingAsserted', next: 'addExpectation' },
  'not-after-last-action': { key: 'ruleNotAfterLastAction', next: 'addExpectation' },
  'all-refused': { key: 'ruleAllRefused', next: 'editScenario' },
  'all-failed': { key: 'ruleAllFailed', next: 'editStep' },
  'expectation-unbound': { key: 'ruleExpectationUnbound', next: 'editExpectation' },
  'expectation-unknown': { key: 'ruleExpectationUnknown', next: 'editExpectation' },
  'expectation-unchecked': { key: 'ruleExpectationUnchecked', next: 'runAgain' },
  'assertion-open': { key: 'ruleAssertionOpen', next: 'addExpectation' },
  behind: { key: 'ruleBehind', next: 'runAgain' },
  'part-of-word': { key: 'rulePartOfWord', next: 'editStep' },
  'too-short': { key: 'ruleTooShort', next: 'addExpectation' },
  typed: { key: 'ruleTyped', next: 'addExpectation' },
  negated: { key: 'ruleNegated', next: 'editStep' },
  loading: { key: 'ruleLoading', next: 'runAgain' },
  'never-seen': { key: 'ruleNeverSeen', next: 'addExpectation' },
  'scrolled-away': { key: 'ruleScrolledAway', next: 'addExpectation' },
  restarted: { key: 'ruleRestarted', next: 'editStep' },
  'not-caused': { key: 'ruleNotCaused', next: 'addExpectation' },
  'held-before': { key: 'ruleHeldBefore', next: 'addExpectation' },
  'quote-uncovered': { key: 'ruleQuoteUncovered', next: 'addExpectation' },
  'kind-missing': { key: 'ruleKindMissing', next: 'addExpectation' },
  looked: { key: 'ruleLooked', next: 'addExpectation' },
  weak: { key: 'ruleWeak', next: 'addExpectation' },
  doubted: { key: 'ruleDoubted', next: 'addExpectation' },
  'cut-short': { key: 'ruleCutShort', next: 'runAgain' },
};

// Why a step failed, where no claim says it.
const failures: Record<string, { key: LineKey; cause: LineKey; next: Next }> = {
  crashed: { key: 'failCrashed', cause: 'causeCrashed', next: 'seeLog' },
  denied: { key: 'failDenied', cause: 'causeDenied', next: 'editStep' },
  claimed: { key: 'failClaimed', cause: 'causeClaimed', next: 'editStep' },
  'given-up': { key: 'failGivenUp', cause: 'causeGivenUp', next: 'editStep' },
  stuck: { key: 'failStuck', cause: 'causeGivenUp', next: 'editStep' },
  'not-approved': { key: 'failNotApproved', cause: 'causeNotApproved', next: 'editScenario' },
  replay: { key: 'failReplay', cause: 'causeReplay', next: 'runAgain' },
};

export function isReached(step: StepFacts): boolean {
  return step.finding?.rule !== 'not-reached' && (step.began === true || step.verdict === 'PASS');
}

function claimOf(finding: Finding | undefined, outcome?: 'fails'): Line | undefined {
  return finding?.claim && claimLine(finding.claim, outcome ?? finding.outcome);
}

// "“Items: 2” was not shown. Nearest: “Items: 1”"; undefined: nothing but the engine's words is known.
function whatFailed({ finding, reason }: StepFacts): Line | undefined {
  const known = failures[finding?.rule ?? ''];
  if (known) return line(known.key);
  if (finding?.rule === 'command' && reason) return line('commandSaid', { text: reason });
  return claimOf(finding, 'fails');
}

function whyUnproved({ finding }: StepFacts): Line | undefined {
  const { claim, rule = '', quote = '' } = finding ?? {};
  const known = rules[rule];
  if (!known) return undefined;
  const what = claim ? claimLine(claim, 'holds') : line('theCheck');
  return line(known.key, { what, text: quote });
}

function notesOf(step: StepFacts): Line[] {
  const { weakProof, proofHeldOn: held, proofScreens: count, secondModel, verdict, judged } = step;
  const notes: Line[] = [];
  if (verdict === 'PASS' && weakProof && held !== undefined && count !== undefined)
    notes.push(line('proofWeak', { held, count }));
  if (judged && verdict !== 'PASS') notes.push(line('judgedByLooking'));
  if (secondModel === 'agrees') notes.push(line('secondAgrees'));
  if (secondModel === 'doubts') notes.push(line('secondDoubts'));
  if (secondModel === 'unknown') notes.push(line('secondUnknown'));
  return notes;
}

function failed(step: StepFacts): Partial<Outcome> & Pick<Outcome, 'headline'> {
  const { finding, step: number } = step;
  const known = failures[finding?.rule ?? ''];
  const what = whatFailed(step);
  const seen = known ? undefined : seenLine(finding?.claim, finding?.outcome, finding?.seen);
  const sentence = what && line('stepFailed', { step: number, what });
  return {
    headline: sentence
      ? seen
        ? line('also', { first: sentence, second: seen })
        : sentence
      : line('stepFailedOnly', { step: number }),
    ...(finding?.claim && !known && { expected: claimLine(finding.claim, 'holds') }),
    ...(seen && { seen }),
    ...(finding?.seen && !known && { nearest: finding.seen }),
    cause:
      finding?.rule === 'command' && what
        ? what
        : line(known?.cause ?? (what ? 'causeCheck' : 'causeUnknown')),
    next: [known?.next ?? 'editStep', 'runAgain'],
  };
}

function unproved(step: StepFacts): Partial<Outcome> & Pick<Outcome, 'headline'> {
  const { finding, step: number } = step;
  const why = whyUnproved(step);
  return {
    headline: why
      ? line('stepUnverified', { step: number, why })
      : line('stepUnverifiedOnly', { step: number }),
    ...(finding?.seen && { nearest: finding.seen }),
    cause: line('causeUnproved'),
    next: [rules[finding?.rule ?? '']?.next ?? 'addExpectation', 'runAgain'],
  };
}

// A claim that failed proves nothing, nor does any claim prove a step that did not pass.
function proofOf({ verdict, finding, proof }: StepFacts): Line | undefined {
  if (verdict !== 'PASS') return undefined;
  if (finding?.claim) return claimOf(finding);
  return proof ? line('proofRaw', { text: proof }) : undefined;
}

export function stepOutcome(step: StepFacts, runEnded: boolean): Outcome {
  const { verdict, finding, step: number, reason } = step;
  const rest = {
    notes: notesOf(step),
    ...(finding?.said && { said: finding.said }),
    ...(reason && { raw: reason }),
    step: number,
  };
  if (step.outcome === 'SKIPPED')
    return {
      tone: 'quiet',
      short: line('skipped'),
      headline: line('stepSkipped', { step: number }),
      next: [],
      ...rest,
    };
  if (step.outcome === 'WARNED' && reason) {
    const warned = line('commandWarned', { text: reason });
    return { tone: 'pass', short: line('warned'), headline: warned, proof: warned, next: [], ...rest };
  }
  if (verdict === 'FAIL') return { tone: 'fail', short: line('fail'), next: [], ...failed(step), ...rest };
  if (verdict === 'PASS') {
    const proof = proofOf(step);
    const headline = proof
      ? line('stepPassed', { step: number, proof })
      : line('stepPassedOnly', { step: number });
    return { tone: 'pass', short: line('pass'), headline, ...(proof && { proof }), ...rest, next: [] };
  }
  if (verdict === 'UNVERIFIED' && isReached(step))
    return { tone: 'open', short: line('unverified'), next: [], ...unproved(step), ...rest };
  if (step.running && !runEnded)
    return {
      tone: 'live',
      short: line('running'),
      headline: line('stepRuns', { step: number }),
      ...rest,
      next: [],
    };
  if (runEnded && step.began && finding?.rule !== 'not-reached')
    return {
      tone: 'open',
      short: line('unfinished'),
      headline: line('stepUnfinished', { step: number }),
      ...rest,
      next: ['runAgain'],
    };
  const key = runEnded ? 'notRun' : 'toCome';
  return { tone: 'quiet', short: line(key), headline: line(key), notes: [], step: number, next: [] };
}
