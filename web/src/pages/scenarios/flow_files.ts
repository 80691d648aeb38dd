// flow_files.ts: which of some uploaded files are flows, and what each of them needs; pure
import type { Schemas } from '@/api/client';

// text: of a file that is one; base64: of any other.
export type FileUpload = { path: string } & ({ text: string } | { base64: string });
export type Flow = Schemas['Flow'];

const isYaml = (path: string) => /\.ya?ml$/i.test(path);
const isConfig = (path: string) => /(^|\/)config\.ya?ml$/i.test(path);
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

// A file of Maestro's language: a head with the app, or a list of commands behind a line of dashes.
export function isFlow(upload: FileUpload): boolean {
  return (
    'text' in upload &&
    isYaml(upload.path) &&
    !isConfig(upload.path) &&
    /^(appId|url):|^---\s*$/m.test(upload.text)
  );
}

// The path of a file that is named in another one; undefined: it is outside.
function resolve(from: string, name: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length === 0) return undefined;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

const NAMES = /[^\s'"[\]{},:]+\.(?:ya?ml|js|png|jpe?g|gif|bmp|mp4|mov|webp|json|csv|txt|apk)\b/gi;

// The uploads that a file names, each with the path by which it is named. Files that were chosen one by one have no
// folder: their names alone are known.
function named(upload: FileUpload, uploads: readonly FileUpload[]): Map<string, FileUpload> {
  const found = new Map<string, FileUpload>();
  if (!('text' in upload)) return found;
  const names = [...upload.text.matchAll(NAMES)].map(([name]) => name);
  const references = names.flatMap((name) => [name, `${name}.png`]);
  for (const name of references) {
    const path = resolve(upload.path, name);
    const alike = uploads.filter((each) => each !== upload && baseOf(each.path) === baseOf(name));
    const exact = alike.find((each) => each.path === path);
    const only = alike.length === 1 && !alike[0]?.path.includes('/') ? alike[0] : undefined;
    const one = exact ?? only;
    if (path && one) found.set(path, one);
  }
  return found;
}

function contentOf(upload: FileUpload): string | { base64: string } {
  return 'text' in upload ? upload.text : { base64: upload.base64 };
}

function withAll(flow: FileUpload, uploads: readonly FileUpload[]): Flow {
  const files: Record<string, string | { base64: string }> = {};
  const waiting: [string, FileUpload][] = [[flow.path, flow]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, upload] = next;
    if (path in files) continue;
    files[path] = contentOf(upload);
    waiting.push(...named({ ...upload, path }, uploads));
  }
  return { file: flow.path, files };
}

// The flows that no other one runs, each with its subflows, scripts and media.
export function flowsOf(uploads: readonly FileUpload[]): Flow[] {
  const flows = uploads.filter(isFlow);
  const within = new Set(flows.flatMap((flow) => [...named(flow, uploads).values()]));
  const roots = flows.filter((flow) => !within.has(flow));
  return (roots.length > 0 ? roots : flows).map((flow) => withAll(flow, uploads));
}
