// report.ts: the run that is in this file; src/tester/report/html.h says what its blocks are
import type { Run, RunEvent } from '@/api/client';

type Index = {
  files: string[];
  madeAt: string;
  leftOut: { events: number; pictures: number; files: number };
};

export type Report = {
  run: Run;
  events: RunEvent[];
  madeAt: string;
  leftOut: Index['leftOut'];
  picture: (path: string) => string | undefined; // a data: URL
  json: (path: string) => unknown;
};

function block(id: string): string | undefined {
  return document.getElementById(id)?.textContent ?? undefined;
}

// undefined if the file has no run.
export function readReport(): Report | undefined {
  const run = block('run');
  const index = block('index');
  if (!run || !index) return undefined;
  const { files, madeAt, leftOut } = JSON.parse(index) as Index;
  const numbers = new Map(files.map((path, number) => [path, number]));
  const pictures = new Map<string, string>();
  const content = (path: string) => {
    const number = numbers.get(path);
    return number === undefined ? undefined : block(`file-${number}`);
  };
  const { id } = JSON.parse(run) as Run;
  return {
    run: JSON.parse(run) as Run,
    events: (JSON.parse(block('events') ?? '[]') as RunEvent[]).map((event) => ({ ...event, run: id })),
    madeAt,
    leftOut,
    picture: (path) => {
      const known = pictures.get(path);
      const base64 = known ?? content(path);
      if (base64 === undefined) return undefined;
      const url = known ?? `data:image/jpeg;base64,${base64}`;
      pictures.set(path, url);
      return url;
    },
    json: (path) => {
      const text = content(path);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
  };
}
