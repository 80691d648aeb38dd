// csv.test.ts: data tables as they are pasted and uploaded
import { describe, expect, it } from 'vitest';
import { parseTable, ROWS_MAX, tableOf, writeTable } from './csv';

describe('parseTable', () => {
  it('reads what spreadsheets write', () => {
    expect(parseTable('\uFEFFname,city\r\nAda,"Saint ""Malo"", FR"\r\n\r\nBob,\r\n')).toEqual({
      columns: ['name', 'city'],
      rows: [
        { name: 'Ada', city: 'Saint "Malo", FR' },
        { name: 'Bob', city: '' },
      ],
    });
    expect(parseTable('a\tb\n1\t2, 3')).toMatchObject({ rows: [{ a: '1', b: '2, 3' }] });
    expect(parseTable('a;b\n1,5;2')).toMatchObject({ rows: [{ a: '1,5', b: '2' }] });
    expect(parseTable('a,b\n"two\nlines",x')).toMatchObject({ rows: [{ a: 'two\nlines', b: 'x' }] });
    expect(parseTable('only')).toEqual({ columns: ['only'], rows: [] });
    expect(parseTable('a,b\n1')).toMatchObject({ rows: [{ a: '1', b: '' }] });
  });
  it('says what is wrong', () => {
    expect(parseTable('a,\n1,2')).toEqual({ kind: 'name', column: 2 });
    expect(parseTable('a,b,a\n1,2,3')).toEqual({ kind: 'twice', name: 'a' });
    expect(parseTable('a,b\n1,2\n1,2,3')).toEqual({ kind: 'long', row: 2 });
    expect(parseTable('a,b\n1,"2')).toMatchObject({ kind: 'quote' });
    expect(parseTable(`a\n${'1\n'.repeat(ROWS_MAX + 1)}`)).toEqual({ kind: 'many' });
  });
});

it('writes what it reads', () => {
  const rows = [
    { a: 'x, "y"', b: ' padded ' },
    { a: '', b: 'two\nlines' },
  ];
  expect(parseTable(writeTable(tableOf(rows)))).toEqual({ columns: ['a', 'b'], rows });
  expect(writeTable(tableOf([]))).toBe('');
});
