// installed.mjs: the tree that `meson install` makes of the build under test, moved to a folder of the test's own. It imports
// none of the other helpers: install.test.mjs sets AT_BUILD to the tree before it loads them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const built = path.resolve(root, process.env.AT_BUILD ?? 'build');
const options = JSON.parse(fs.readFileSync(path.join(built, 'meson-info/intro-buildoptions.json')));

export const option = (name) => options.find((row) => row.name === name).value;
export const hasScripts = fs.existsSync(path.join(built, 'agentest-script'));

// Installed below DESTDIR, then moved to the folder, which must be empty or not there. All of it is below the prefix.
export function installTree(folder) {
  const destination = fs.mkdtempSync(path.join(os.tmpdir(), 'agentest-destination-'));
  execFileSync('meson', ['install', '-C', built, '--no-rebuild', '--quiet', '--strip', '--destdir', destination]);
  fs.renameSync(path.join(destination, option('prefix')), folder);
  const outside = fs
    .readdirSync(destination, { recursive: true, withFileTypes: true })
    .filter((each) => !each.isDirectory());
  fs.rmSync(destination, { recursive: true });
  if (outside.length > 0) throw new Error(`installed outside the prefix: ${outside.map(({ name }) => name)}`);
  return folder;
}
