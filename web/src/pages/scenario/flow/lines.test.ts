import { expect, test } from 'vitest';
import type { FlowProblem } from '@/api/flows';
import { lineRange, marksOf, sorted } from './lines';

const problem = (file: string, line: number, severity: FlowProblem['severity']): FlowProblem => ({
  file,
  line,
  column: 1,
  severity,
  text: 'wrong',
});

test('a line has its worst problem, of its own file', () => {
  const marks = marksOf(
    [
      problem('a', 3, 'oddity'),
      problem('a', 3, 'error'),
      problem('b', 4, 'error'),
      problem('a', 0, 'warning'),
    ],
    'a',
  );
  expect([...marks]).toEqual([[3, 'error']]);
});

test('the range of a line is its text without the newline', () => {
  const text = 'one\ntwo\nthree';
  expect(lineRange(text, 1)).toEqual([0, 3]);
  expect(lineRange(text, 2)).toEqual([4, 7]);
  expect(lineRange(text, 3)).toEqual([8, 13]);
  expect(lineRange(text, 9)).toEqual([8, 13]);
});

test('errors come first, then files and lines', () => {
  const list = [problem('b', 1, 'error'), problem('a', 2, 'warning'), problem('a', 9, 'error')];
  expect(sorted(list).map(({ file, line }) => `${file}${line}`)).toEqual(['a9', 'b1', 'a2']);
});
