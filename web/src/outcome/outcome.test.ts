// outcome.test.ts: the sentences of outcomes, by tables; the texts are those of the page
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run, RunEvent } from '@/api/client';
import en from '@/text/en.json';
import fr from '@/text/fr.json';
import type { Finding, StepFacts } from './facts';
import { outcomeOf, stepsOf } from './outcome';
import { wordedPlain } from './words';

let english: TFunction;
let french: TFunction;
beforeAll(async () => {
  const texts = i18next.createInstance();
  const resources = { en: { translation: en }, fr: { translation: fr } };
  await texts.init({ lng: 'en', resources, interpolation: { escapeValue: false } });
  english = texts.getFixedT('en') as unknown as TFunction;
  french = texts.getFixedT('fr') as unknown as TFunction;
});

const run = (facts: Partial<Run> = {}): Run => ({ id: 'r', state: 'ended', end: 'done', ...facts });
const step = (facts: Partial<StepFacts> = {}): StepFacts => ({ step: 2, began: true, ...facts });
const call = (facts: Partial<RunEvent>): RunEvent => ({
  run: 'r',
  index: 9,
  timestamp: '2026-11-28T10:00:00Z',
  type: 'tool',
  ...facts,
});
const failedItems: Finding = {
  rule: 'assertion-failed',
  claim: { text: 'Items: 2' },
  outcome: 'fails',
  seen: { text: 'Items: 1', box: [0, 10, 100, 40], space: [400, 800] },
};

describe('a step', () => {
  const rows: [string, Partial<StepFacts>, string, string][] = [
    [
      'a failed text with its nearest',
      { verdict: 'FAIL', finding: failedItems },
      'fail',
      'Step 2 failed: “Items: 2” was not shown. Nearest: “Items: 1”',
    ],
    [
      'an absent text that was there',
      {
        verdict: 'FAIL',
        finding: {
          rule: 'expectation-failed',
          claim: { absent: 'Error' },
          outcome: 'fails',
          seen: { text: 'Error' },
        },
      },
      'fail',
      'Step 2 failed: “Error” was still shown',
    ],
    [
      'a count',
      {
        verdict: 'FAIL',
        finding: {
          rule: 'expectation-failed',
          claim: { count: 6, of: 'Dr.' },
          outcome: 'fails',
          seen: { text: '4' },
        },
      },
      'fail',
      'Step 2 failed: “Dr.” was not shown exactly 6 times. On screen: 4',
    ],
    ['a crash', { verdict: 'FAIL', finding: { rule: 'crashed' } }, 'fail', 'Step 2 failed: the app crashed'],
    [
      'the model’s word',
      { verdict: 'FAIL', finding: { rule: 'claimed', said: 'no such button' } },
      'fail',
      'Step 2 failed: the model reported that it could not be done',
    ],
    [
      'a check that says more than the model',
      { verdict: 'FAIL', finding: { ...failedItems, said: 'it is 1' } },
      'fail',
      'Step 2 failed: “Items: 2” was not shown. Nearest: “Items: 1”',
    ],
    [
      'a person’s no',
      { verdict: 'FAIL', finding: { rule: 'not-approved' } },
      'fail',
      'Step 2 failed: a sensitive action was not allowed',
    ],
    [
      'a state',
      {
        verdict: 'FAIL',
        finding: {
          rule: 'expectation-failed',
          claim: { state: 'checked', of: 'Remember me' },
          outcome: 'fails',
          seen: { text: 'unchecked' },
        },
      },
      'fail',
      'Step 2 failed: “Remember me” was not checked',
    ],
    [
      'an amount',
      {
        verdict: 'FAIL',
        finding: {
          rule: 'expectation-failed',
          claim: { amount: '31.20 €', near: 'Total' },
          outcome: 'fails',
          seen: { text: '27.70 €' },
        },
      },
      'fail',
      'Step 2 failed: the amount near “Total” was not 31.20 €. On screen: 27.70 €',
    ],
    [
      'an old failure',
      { verdict: 'FAIL', reason: 'an assertion did not hold: NOT_VISIBLE: x' },
      'fail',
      'Step 2 failed',
    ],
    [
      'a proof',
      { verdict: 'PASS', finding: { rule: 'proved', claim: { text: 'New note' }, outcome: 'holds' } },
      'pass',
      'Step 2 passed: “New note” is shown',
    ],
    [
      'an unproved step',
      { verdict: 'UNVERIFIED', finding: { rule: 'held-before', claim: { text: 'Home' }, outcome: 'holds' } },
      'open',
      'Step 2 is unverified: it was already so before the step: “Home” is shown',
    ],
    [
      'an uncovered quote',
      { verdict: 'UNVERIFIED', finding: { rule: 'quote-uncovered', quote: 'Cart (1)' } },
      'open',
      'Step 2 is unverified: “Cart (1)” was not checked',
    ],
    [
      'an old unproved step',
      { verdict: 'UNVERIFIED', reason: 'nothing was asserted' },
      'open',
      'Step 2 is unverified',
    ],
    [
      'a step that was not reached',
      { verdict: 'UNVERIFIED', began: false, reason: 'not reached' },
      'quiet',
      'Not run',
    ],
    ['an open step of an ended run', { began: false }, 'quiet', 'Not run'],
    ['a step that was cut off', { verdict: 'OPEN' }, 'open', 'Step 2 was not finished'],
  ];
  it.each(rows)('%s', (_name, facts, tone, headline) => {
    const outcome = outcomeOf(run(), step(facts));
    expect([outcome.tone, wordedPlain(english, outcome.headline)]).toEqual([tone, headline]);
  });

  it('has the nearest element to frame, what was expected, and the next actions', () => {
    const outcome = outcomeOf(run(), step({ verdict: 'FAIL', finding: failedItems }));
    expect(outcome.nearest?.box).toEqual([0, 10, 100, 40]);
    expect(outcome.expected && wordedPlain(english, outcome.expected)).toBe('“Items: 2” is shown');
    expect(outcome.next).toEqual(['editStep', 'runAgain']);
    expect(wordedPlain(french, outcome.headline)).toBe(
      'Échec à l’étape 2\u00a0: «\u00a0Items: 2\u00a0» n’était pas affiché. Le plus proche\u00a0: «\u00a0Items: 1\u00a0»',
    );
  });

  it('is not proved by a claim that failed, nor by anything in a run that was stopped', () => {
    const failed = outcomeOf(run(), step({ verdict: 'FAIL', proof: 'NOT_VISIBLE: …', finding: failedItems }));
    const proof = 'VISIBLE: 1 match(es) for "Cart (22)"';
    const stopped = outcomeOf(run({ end: 'stopped' }), step({ verdict: 'UNVERIFIED', proof }));
    expect([failed.proof, stopped.proof]).toEqual([undefined, undefined]);
  });
});

describe('a run', () => {
  const steps = (...verdicts: string[]) =>
    verdicts.map((verdict, at) => ({
      step: at + 1,
      text: 's',
      verdict,
      began: verdict !== '' && verdict !== 'OPEN',
    }));
  const rows: [string, Partial<Run>, string, string, string][] = [
    ['queued', { state: 'queued', place: 3 }, 'quiet', 'Queued', 'Queued, number 3 in line'],
    ['next in line', { state: 'queued', place: 1 }, 'quiet', 'Queued', 'Waiting for a device'],
    [
      'passed',
      { verdict: 'PASS', steps: steps('PASS', 'PASS') },
      'pass',
      'Pass',
      'Passed: all 2 steps confirmed',
    ],
    ['failed', { verdict: 'FAIL', steps: steps('PASS', 'FAIL') }, 'fail', 'Fail', 'Step 2 failed'],
    [
      'stopped',
      {
        end: 'stopped',
        status: 'stopped',
        verdict: 'UNVERIFIED',
        steps: steps('PASS', 'UNVERIFIED', 'OPEN'),
      },
      'quiet',
      'Stopped',
      'Stopped during step 2',
    ],
    [
      'stopped at once',
      { end: 'stopped', steps: steps('OPEN') },
      'quiet',
      'Stopped',
      'Stopped before the first step',
    ],
    [
      'a killed server',
      { end: 'lost', steps: steps('PASS', 'OPEN') },
      'open',
      'Interrupted',
      'The server stopped during step 1',
    ],
    [
      'out of budget',
      { end: 'budget', reason: 'budget: the 5 minutes are over', steps: steps('UNVERIFIED') },
      'open',
      'Out of budget',
      'Reached a limit in step 1: budget: the 5 minutes are over',
    ],
    [
      'no model',
      { end: 'model', reason: 'Could not connect', steps: steps('OPEN') },
      'open',
      'Model failed',
      'The model failed before the first step: Could not connect',
    ],
    [
      'a lost device',
      { end: 'device', steps: steps('UNVERIFIED') },
      'open',
      'Device lost',
      'The device was lost during step 1',
    ],
    [
      'an end of a later version',
      { end: 'eclipse', steps: steps('UNVERIFIED') },
      'open',
      'Unverified',
      'Step 1 is unverified',
    ],
    [
      'a failure before a stop',
      { end: 'stopped', verdict: 'FAIL', steps: steps('FAIL') },
      'fail',
      'Fail',
      'Step 1 failed',
    ],
  ];
  it.each(rows)('%s', (_name, facts, tone, short, headline) => {
    const outcome = outcomeOf(run(facts));
    expect([
      outcome.tone,
      wordedPlain(english, outcome.short),
      wordedPlain(english, outcome.headline),
    ]).toEqual([tone, short, headline]);
  });

  it('asks for a review of a recording that a model has healed', () => {
    const healed = { step: 2, why: 'NOT_FOUND' };
    const outcome = outcomeOf(run({ verdict: 'PASS', steps: steps('PASS'), healed, proposed: true }));
    expect(outcome.next).toEqual(['reviewHealed']);
    expect(outcome.notes.map((note) => wordedPlain(english, note))).toEqual([
      'The model took over in step 2; its new recording is waiting for review',
    ]);
  });
});

describe('a call', () => {
  const rows: [string, Partial<RunEvent>, string, string][] = [
    [
      'what was shown',
      {
        toolName: 'verifyElementVisible',
        resultPrefix: 'VISIBLE',
        args: '{"text":"New note"}',
        result: 'VISIBLE: 1 match(es)',
      },
      'pass',
      '“New note” is shown',
    ],
    [
      'what was not',
      { toolName: 'verifyElementVisible', resultPrefix: 'NOT_VISIBLE', finding: failedItems },
      'fail',
      '“Items: 2” was not shown. Nearest: “Items: 1”',
    ],
    [
      'what is gone',
      { toolName: 'verifyElementNotVisible', resultPrefix: 'OK', args: '{"text":"Error"}' },
      'pass',
      '“Error” is not shown',
    ],
    [
      'what was only part of a word',
      {
        toolName: 'verifyElementVisible',
        resultPrefix: 'VISIBLE',
        finding: { claim: { text: 'Paid' }, outcome: 'fails', seen: { text: 'Unpaid' } },
      },
      'open',
      'the text was only part of a longer word: “Paid” is shown. On screen: “Unpaid”',
    ],
    [
      'an element with one like it',
      {
        toolName: 'tap',
        resultPrefix: 'NOT_FOUND',
        args: '{"text":"Save"}',
        finding: { seen: { text: 'Saved' } },
      },
      'fail',
      '“Save” was not found. Nearest: “Saved”',
    ],
    ['a tap', { toolName: 'tap', resultPrefix: 'TAPPED' }, 'quiet', 'Tapped'],
    [
      'an element that is missing',
      { toolName: 'tap', resultPrefix: 'NOT_FOUND', args: '{"text":"Save"}' },
      'fail',
      '“Save” was not found',
    ],
    [
      'a refusal',
      { toolName: 'tap', resultPrefix: 'ERROR', refused: true },
      'fail',
      'Refused: the app’s safety rules don’t allow this action',
    ],
    ['a word of a later version', { toolName: 'tap', resultPrefix: 'PURRED' }, 'quiet', 'Done'],
    ['a model out of reach', { type: 'model', failed: true }, 'fail', 'Couldn’t reach the model'],
  ];
  it.each(rows)('%s', (_name, facts, tone, headline) => {
    const outcome = outcomeOf(run(), undefined, call(facts));
    expect([outcome.tone, wordedPlain(english, outcome.headline)]).toEqual([tone, headline]);
  });

  it('that ends a step as failed is not OK', () => {
    const ended = step({ verdict: 'FAIL', finding: { rule: 'claimed' } });
    const done = call({ toolName: 'stepDone', resultPrefix: 'OK', result: 'OK: step 2 is FAIL' });
    const { tone, short } = outcomeOf(run(), ended, done);
    expect([tone, wordedPlain(english, short)]).toEqual(['fail', 'Fail']);
  });
});

describe('the steps of a run', () => {
  it('come from its events while it runs, and from its record when it has ended', () => {
    const scenario = { goal: '', packageName: 'p', steps: ['a', 'b'] };
    const events = [
      call({ type: 'step', step: 1, state: 'began' }),
      call({ type: 'step', step: 1, state: 'ended', verdict: 'FAIL', finding: failedItems }),
      call({ type: 'step', step: 2, state: 'began' }),
    ];
    const live = stepsOf(run({ state: 'running', scenario }), events);
    expect(live.map(({ verdict, running }) => [verdict, running])).toEqual([
      ['FAIL', false],
      [undefined, true],
    ]);
    const ended = stepsOf(run({ steps: [{ step: 1, text: 'a', verdict: 'PASS', began: true }] }), events);
    expect(ended.map(({ verdict }) => verdict)).toEqual(['PASS']);
  });
});
