// align.test.ts: which steps and calls of two runs stand beside each other
import { describe, expect, it } from 'vitest';
import type { Run, RunEvent } from '@/api/client';
import { align, compare, differences, type Side } from './align';

type Call = [step: number | undefined, tool: string, text: string, prefix?: string];

function side(steps: readonly [text: string, verdict: string][], calls: readonly Call[] = []): Side {
  const run: Run = {
    id: 'r',
    state: 'ended',
    steps: steps.map(([text, verdict], at) => ({ step: at + 1, text, verdict })),
  };
  const events = calls.map(
    ([step, toolName, text, resultPrefix = 'OK'], at): RunEvent => ({
      run: 'r',
      index: at + 1,
      timestamp: '',
      type: 'tool',
      toolName,
      args: JSON.stringify({ text }),
      resultPrefix,
      ...(step && { step }),
    }),
  );
  return { run, events };
}
const texts = (left: Side, right: Side) =>
  compare(left, right).map((pair) => [pair.left?.text, pair.right?.text]);

it('pairs what both lists have, in order', () => {
  const pairs = align(['a', 'b', 'c'], ['a', 'c', 'd'], (value) => value);
  expect(pairs).toEqual([
    { left: 'a', right: 'a' },
    { left: 'b' },
    { left: 'c', right: 'c' },
    { right: 'd' },
  ]);
});

describe('steps', () => {
  it('that were edited between the runs stay beside each other, and are the first difference', () => {
    const left = side(
      [
        ['Add an apple', 'PASS'],
        ['Check that "Items: 2" is shown', 'FAIL'],
        ['Open the cart', 'PASS'],
      ],
      [
        [2, 'verifyElementVisible', 'Items: 2', 'NOT_VISIBLE'],
        [3, 'tap', 'Cart (1)'],
      ],
    );
    const right = side(
      [
        ['Add an apple', 'PASS'],
        ['Check that "Items: 1" is shown', 'PASS'],
        ['Open the cart', 'PASS'],
      ],
      [
        [2, 'verifyElementVisible', 'Items: 1', 'VISIBLE'],
        [3, 'tap', 'Cart (1)'],
      ],
    );
    const steps = compare(left, right);
    expect(steps.map((step) => [Boolean(step.left), Boolean(step.right), step.otherText])).toEqual([
      [true, true, false],
      [true, true, true],
      [true, true, false],
    ]);
    expect(differences(steps)).toEqual(['2', '2.1']);
  });

  it('that were all edited are paired in order', () => {
    expect(
      texts(
        side([
          ['a', 'PASS'],
          ['b', 'PASS'],
        ]),
        side([
          ['x', 'PASS'],
          ['y', 'PASS'],
        ]),
      ),
    ).toEqual([
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('after one that was added are paired with themselves, and edited ones with their successors', () => {
    const left = side([
      ['a', 'PASS'],
      ['b', 'PASS'],
      ['c', 'PASS'],
    ]);
    const right = side([
      ['new', 'PASS'],
      ['a', 'PASS'],
      ['B', 'PASS'],
      ['c', 'PASS'],
    ]);
    expect(texts(left, right)).toEqual([
      [undefined, 'new'],
      ['a', 'a'],
      ['b', 'B'],
      ['c', 'c'],
    ]);
  });

  it('that were removed stay alone', () => {
    expect(
      texts(
        side([
          ['a', 'PASS'],
          ['b', 'PASS'],
        ]),
        side([['a', 'PASS']]),
      ),
    ).toEqual([
      ['a', 'a'],
      ['b', undefined],
    ]);
  });

  it('with another verdict alone are a difference', () => {
    const steps = compare(side([['a', 'PASS']]), side([['a', 'FAIL']]));
    expect(differences(steps)).toEqual(['1']);
  });
});

describe('calls', () => {
  const kinds = (left: readonly Call[], right: readonly Call[]) =>
    compare(side([['a', 'PASS']], left), side([['a', 'PASS']], right)).flatMap((step) =>
      step.calls.map(({ kind }) => kind),
    );

  it('are the same, changed, of another result, or on one side', () => {
    expect(kinds([[1, 'tap', 'A']], [[1, 'tap', 'A']])).toEqual(['same']);
    expect(kinds([[1, 'tap', 'A']], [[1, 'tap', 'B']])).toEqual(['changed']);
    expect(kinds([[1, 'tap', 'A']], [[1, 'tap', 'A', 'NOT_FOUND']])).toEqual(['result']);
    expect(kinds([[1, 'tap', 'A']], [])).toEqual(['left']);
    expect(kinds([], [[1, 'swipeUp', '']])).toEqual(['right']);
  });

  it('before the first step have a place of their own', () => {
    const started: Call = [undefined, 'startTestingScenario', ''];
    expect(compare(side([['a', 'PASS']], [started]), side([['a', 'PASS']], [started]))[0]?.id).toBe('0');
  });

  it('that end a step are no difference', () => {
    expect(kinds([[1, 'stepDone', 'one']], [[1, 'stepDone', 'other']])).toEqual([]);
  });
});
