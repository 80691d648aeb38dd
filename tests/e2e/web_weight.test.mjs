// The weight of the first visit and of a run: the files of the build, gzipped as the program sends them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';
import { root } from './lib.mjs';

const dist = path.resolve(root, process.env.AT_WEB ?? 'web/dist');
const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
const pages = JSON.parse(html.match(/<script type="application\/json" id="pages">(.*?)<\/script>/)[1]);
const asked = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file);
const filesAt = (address) => pages.find(([pattern]) => new RegExp(pattern).test(address))[1];

// A font is compressed already.
function weight(files) {
  return [...new Set(files)].reduce((sum, file) => {
    const data = fs.readFileSync(path.join(dist, file));
    return sum + (file.endsWith('.woff2') ? data.length : zlib.gzipSync(data, { level: 9 }).length);
  }, 0);
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

test('the first visit loads at most 160 kB, with the font', (t) => {
  const files = ['index.html', ...asked, ...filesAt('/')];
  assert.ok(
    files.some((file) => /inter.*\.woff2$/.test(file)),
    'the font is among them',
  );
  const bytes = weight(files);
  t.diagnostic(kB(bytes));
  assert.ok(bytes <= 160_000, `${kB(bytes)}: ${files.join(' ')}`);
});

test('a run loads at most 40 kB more', (t) => {
  const before = ['index.html', ...asked, ...filesAt('/')];
  const bytes = weight([...before, ...filesAt('/runs/1')]) - weight(before);
  t.diagnostic(kB(bytes));
  assert.ok(bytes > 0 && bytes <= 40_000, `${kB(bytes)}: ${filesAt('/runs/1').join(' ')}`);
});

test('an address asks for the files of its own page alone', () => {
  const modules = (address) => filesAt(address).filter((file) => /Page-/.test(file));
  assert.ok(modules('/').every((file) => /ScenariosPage/.test(file)));
  for (const [address, page] of Object.entries({
    '/scenarios/1': 'ScenarioPage',
    '/runs': 'RunsPage',
    '/runs/1': 'RunPage',
    '/runs/1/compare/2': 'ComparePage',
    '/devices/1': 'DevicePage',
  }))
    assert.ok(modules(address).length > 0 && modules(address).every((file) => file.includes(`/${page}-`)), address);
});
