// licences.ts: licences.txt, with the notices of every library that the build puts into the page
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const at = (path: string) => new URL(path, import.meta.url).pathname;

const head = `The dashboard of mobile-tester-agent contains the libraries below. Their licences ask
that these notices come with every copy.
`;

// Licence texts of libraries whose packages have none.
const elsewhere: Record<string, string> = { wouter: 'licences/unlicense.txt' };

// Helpers that a bundler adds are modules without a file.
const helpers: [RegExp, string][] = [
  [/^\0?vite\//, 'vite'],
  [/^\0?rolldown[/:]/, 'rolldown'],
  [/^\0.*plugin-react|react-refresh/, '@vitejs/plugin-react'],
];

// The font is a part of the sources (src/style/README.md), so no package names it.
const font = { title: 'Inter 4.1 (OFL-1.1)', texts: [readFileSync(at('licences/inter.txt'), 'utf8').trim()] };

interface Library {
  title: string;
  texts: string[];
}

// The library of a module; undefined for a file of this dashboard.
function libraryOf(id: string): string | undefined {
  const inside = id.split('/node_modules/').at(-1);
  if (inside !== id) return inside?.match(/^(@[^/]+\/)?[^/]+/)?.[0];
  return helpers.find(([pattern]) => pattern.test(id))?.[1];
}

// vite and rolldown append the licences of libraries that only their own programs contain.
const ownPart = (text: string) => text.replace(/^# Licenses of bundled dependencies[^]*/m, '').trim();

function read(name: string): Library {
  const folder = at(`node_modules/${name}`);
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort()
    .map((file) => `${folder}/${file}`);
  const other = elsewhere[name];
  if (files.length === 0 && other) files.push(at(other));
  return { title: `${name} ${version} (${license})`, texts: files.map((file) => ownPart(readFileSync(file, 'utf8'))) };
}

// Print a text once for all libraries that have it.
function page(libraries: Library[]): string {
  const titles = new Map<string, string[]>();
  for (const { title, texts } of libraries) {
    const text = texts.join('\n\n');
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const parts = [...titles].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return [head, ...parts].join(`\n${'='.repeat(78)}\n\n`);
}

// Write licences.txt. With `written`, the file of an earlier build, only compare: the export's build puts
// that file into its own.
export function licences(written?: string): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const names = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of Object.keys(file.modules)) {
          const name = libraryOf(id);
          if (name) names.add(name);
          else if (id.startsWith('\0')) this.error(`${JSON.stringify(id)}: which library is this module of?`);
        }
      }
      const libraries: Library[] = [...names].sort().map(read);
      if (Object.keys(bundle).some((file) => file.endsWith('.woff2'))) libraries.push(font);
      for (const { title, texts } of libraries)
        if (texts.length === 0) this.error(`${title} has no licence file: add its text to licences.ts`);
      if (!written) {
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: page(libraries) });
        return;
      }
      const there = existsSync(written) ? readFileSync(written, 'utf8').split('\n') : [];
      for (const { title } of libraries) if (!there.includes(title)) this.error(`${title} is not in ${written}`);
    },
  };
}
