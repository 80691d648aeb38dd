// csv.ts: a data table from text, and back; pure
export const ROWS_MAX = 1000;

export type Table = { columns: string[]; rows: Record<string, string>[] };
export type CsvProblem =
  | { kind: 'name'; column: number } // a column without a name
  | { kind: 'twice'; name: string }
  | { kind: 'long'; row: number } // more fields than columns
  | { kind: 'quote'; row: number } // a quotation that does not end
  | { kind: 'many' };

// The fields of each record, as RFC 4180 and spreadsheets write them.
function recordsOf(text: string, separator: string): { records: string[][]; open: boolean } {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    record.push(field);
    field = '';
  };
  const endRecord = () => {
    endField();
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') field += text[++at];
    else if (quoted && sign === '"') quoted = false;
    else if (quoted) field += sign;
    else if (sign === '"' && field === '') quoted = true;
    else if (sign === separator) endField();
    else if (sign === '\n') endRecord();
    else if (sign !== '\r') field += sign;
  }
  endRecord();
  return { records, open: quoted };
}

// What is copied from a spreadsheet has tabs; a spreadsheet of a region with decimal commas saves semicolons.
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => head.split(separator).length;
  return ['\t', ';', ','].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

export function parseTable(text: string): Table | CsvProblem {
  const clean = text.replace(/^\uFEFF/, '');
  const { records, open } = recordsOf(clean, separatorOf(clean));
  if (open) return { kind: 'quote', row: records.length };
  const [head = [], ...body] = records;
  const columns = head.map((name) => name.trim());
  const nameless = columns.indexOf('');
  if (nameless >= 0) return { kind: 'name', column: nameless + 1 };
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) return { kind: 'twice', name: twice };
  if (body.length > ROWS_MAX) return { kind: 'many' };
  const long = body.findIndex((record) => record.length > columns.length);
  if (long >= 0) return { kind: 'long', row: long + 1 };
  const rows = body.map((record) => Object.fromEntries(columns.map((name, at) => [name, record[at] ?? ''])));
  return { columns, rows };
}

export function tableOf(rows: readonly Record<string, string>[]): Table {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => ({ ...row })) };
}

const quote = (field: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

export function writeTable({ columns, rows }: Table): string {
  if (columns.length === 0) return '';
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((record) => record.map(quote).join(','))
    .join('\n');
}
