// panes.test.ts: shares of panes as their edges move
import { expect, test } from 'vitest';
import { moveEdge, openEdge } from './panes';

test('an edge moves between the least shares of its two panes', () => {
  expect(moveEdge([30, 40, 30], [10, 10, 10], 0, 5)).toEqual([35, 35, 30]);
  expect(moveEdge([30, 40, 30], [10, 10, 10], 0, 100)).toEqual([60, 10, 30]);
  expect(moveEdge([30, 40, 30], [10, 10, 10], 1, -100)).toEqual([30, 10, 60]);
  expect(moveEdge([30, 40, 30], [10, 10, 10], 2, 5)).toEqual([30, 40, 30]);
});

test('two panes that are too narrow for both least shares stay within their sum', () => {
  expect(moveEdge([5, 5, 90], [10, 10, 10], 0, 20)).toEqual([10, 0, 90]);
});

test('a pane is hidden, and shown with its standard share', () => {
  expect(openEdge([30, 70], [25, 75], 0)).toEqual([0, 100]);
  expect(openEdge([0, 100], [25, 75], 0)).toEqual([25, 75]);
  expect(openEdge([20, 0, 80], [30, 30, 40], 1)).toEqual([20, 30, 50]);
});
