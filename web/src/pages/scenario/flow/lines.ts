// lines.ts: problems of a flow at the lines of the file that is shown; pure
import type { FlowProblem } from '@/api/flows';

export type Severity = FlowProblem['severity'];
const order: Record<Severity, number> = { error: 0, warning: 1, oddity: 2 };

// The worst problem of each line, by its number from 1.
export function marksOf(problems: readonly FlowProblem[], file: string): Map<number, Severity> {
  const marks = new Map<number, Severity>();
  for (const { file: where, line, severity } of problems) {
    if (where !== file || line < 1) continue;
    const known = marks.get(line);
    if (!known || order[severity] < order[known]) marks.set(line, severity);
  }
  return marks;
}

// The begin and end of a line's text; of the last line for a number beyond it.
export function lineRange(text: string, line: number): [number, number] {
  let begin = 0;
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', begin);
    if (next < 0) break;
    begin = next + 1;
  }
  const end = text.indexOf('\n', begin);
  return [begin, end < 0 ? text.length : end];
}

// Errors first, then by file and line, as a person mends them.
export function sorted(problems: readonly FlowProblem[]): FlowProblem[] {
  return [...problems].sort(
    (a, b) => order[a.severity] - order[b.severity] || a.file.localeCompare(b.file) || a.line - b.line,
  );
}
