// importing.ts: files with scenarios: what the server can take at once, and where in the file something is wrong
import { Problem, type Scenario, type Schemas } from '@/api/client';
import { importScenarios } from '@/api/scenarios';
import { type FileUpload, flowsOf } from './flow_files';
import { lineAt, placesOfItems } from './json_places';

// The server takes so many at once, and so many bytes.
const AT_ONCE = 500;
const BYTES_MAX = 3_000_000;
const lists = ['scenarios', 'documents', 'testScenarios'] as const;

export type Imported = {
  file: string;
  count: number;
  scenarios: Scenario[]; // what the server has stored
  error?: string; // in the words of the server or the browser
  why?: 'notFlow' | 'notNamed' | 'unreadable'; // nothing of it was stored
  line?: number;
};

class Wrong extends Error {
  constructor(
    readonly line: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = String((error as Error).message);
    const told = /line (\d+)/.exec(message)?.[1];
    const at = /position (\d+)/.exec(message)?.[1];
    const line = told ? Number(told) : at ? lineAt(text, Number(at)) : lineAt(text, text.length);
    throw new Wrong(line, message.replace(/ in JSON at position.*$/, ''));
  }
}

// The scenarios in a file, in any of the shapes that the server knows.
function itemsOf(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  for (const name of lists) {
    const list = (json as Record<string, unknown> | null)?.[name];
    if (Array.isArray(list)) return list;
  }
  return [json];
}

// As many as one request may have.
function* parts(items: readonly unknown[]): Generator<{ first: number; texts: string[] }> {
  let texts: string[] = [];
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    const text = JSON.stringify(item);
    if (texts.length > 0 && (texts.length === AT_ONCE || bytes + text.length > BYTES_MAX)) {
      yield { first: at - texts.length, texts };
      texts = [];
      bytes = 0;
    }
    texts.push(text);
    bytes += text.length;
  }
  if (texts.length > 0) yield { first: items.length - texts.length, texts };
}

// The server counts from the first of its request; a reader looks for a line.
function placed(text: string, first: number, error: unknown): unknown {
  const told = error instanceof Problem ? /scenario (\d+)/.exec(error.message)?.[1] : undefined;
  if (!told) return error;
  const number = first + Number(told);
  const place = placesOfItems(text, lists)[number - 1];
  const message = (error as Problem).message.replace(/scenario \d+/, `scenario ${number}`);
  return new Wrong(place === undefined ? undefined : lineAt(text, place), message);
}

export async function importText(file: string, text: string): Promise<Imported> {
  let count = 0;
  const scenarios: Scenario[] = [];
  try {
    for (const { first, texts } of parts(itemsOf(parse(text)))) {
      try {
        const stored: Schemas['Imported'] = await importScenarios(`[${texts.join(',')}]`);
        count += stored.imported;
        scenarios.push(...stored.scenarios);
      } catch (error) {
        throw placed(text, first, error);
      }
    }
    return { file, count, scenarios };
  } catch (error) {
    const line = error instanceof Wrong ? error.line : undefined;
    return {
      file,
      count,
      scenarios,
      error: error instanceof Error ? error.message : String(error),
      ...(line && { line }),
    };
  }
}

const isText = (file: File) => /\.(ya?ml|js|json|csv|txt)$/i.test(file.name);

// A file as the server takes it: text as it is, anything else as base64.
export async function uploadOf(file: File): Promise<FileUpload> {
  const path = file.webkitRelativePath || file.name;
  if (isText(file)) return { path, text: await file.text() };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { path, base64: btoa(binary) };
}

// Store what files have, each in its own right: one that fails does not keep the others from being stored.
export async function importFiles(files: Iterable<File>): Promise<Imported[]> {
  const results: Imported[] = [];
  const others: FileUpload[] = [];
  for (const file of files)
    try {
      if (/\.json$/i.test(file.name)) results.push(await importText(file.name, await file.text()));
      else others.push(await uploadOf(file));
    } catch {
      // A folder, or a file that is gone or may not be read.
      results.push({ file: file.name, count: 0, scenarios: [], why: 'unreadable' });
    }
  return [...results, ...(await importFlows(others))];
}

// Store the flows among some files. A flow with errors is stored too: its page shows them.
export async function importFlows(uploads: readonly FileUpload[]): Promise<Imported[]> {
  const flows = flowsOf(uploads);
  const results: Imported[] = [];
  for (const flow of flows)
    try {
      const stored = await importScenarios(JSON.stringify([{ flow }]));
      results.push({ file: flow.file, count: stored.imported, scenarios: stored.scenarios });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      results.push({ file: flow.file, count: 0, scenarios: [], error: message });
    }
  const used = new Set(flows.flatMap(({ files }) => Object.keys(files ?? {})));
  const names = new Set([...used].map(nameOf));
  // Files that were chosen one by one have no folder: flows name them with theirs.
  const isUsed = ({ path }: FileUpload) => used.has(path) || (!path.includes('/') && names.has(path));
  for (const upload of uploads) if (!isUsed(upload)) results.push(await leftOver(upload));
  return results;
}

const isYaml = (path: string) => /\.ya?ml$/i.test(path);

// A file that no flow names may be meant as scenarios: then its error says why it has none.
async function leftOver(upload: FileUpload): Promise<Imported> {
  const { path } = upload;
  if ('text' in upload && !isYaml(path) && !/\.js$/i.test(path)) return importText(path, upload.text);
  return { file: path, count: 0, scenarios: [], why: isYaml(path) ? 'notFlow' : 'notNamed' };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
