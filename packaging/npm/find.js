// find.js NAME PLATFORM SYSTEM [ARGUMENT…]: run the program that bin/ did not find, or say why there is none
'use strict';

const [name, platform, system, ...words] = process.argv.slice(2);

function fail(why, what) {
  process.stderr.write(`${name}: ${why}\n${what.map((line) => `  - ${line}\n`).join('')}`);
  process.exit(1);
}

function program() {
  try {
    return require.resolve(`{{PREFIX}}${platform}/bin/${name}`);
  } catch {
    return undefined;
  }
}

// Node's own name for the C library is in its report; musl has none.
function hasGlibc() {
  process.report.excludeNetwork = true;
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}

function run(path) {
  const { spawn } = require('node:child_process');
  const child = spawn(path, words, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGCONT', 'SIGWINCH'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${path} does not start: ${error.message}`, ['install {{NPM}} again']));
  child.on('exit', (status, signal) => {
    if (!signal) process.exit(status);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

const path = platform && program();
if (path) run(path);
else if (system.startsWith('Darwin'))
  fail('{{NPM}} has no programs for macOS.', ['run: brew install {{BREW}}', `then use ${name} without npx`]);
else if (!platform)
  fail(`{{NPM}} has no programs for ${system}.`, [
    'it has those for Linux on x86-64 and arm64; on Windows use it within WSL 2',
    'build it from source: {{REPOSITORY}}',
  ]);
else if (!hasGlibc())
  fail('{{NPM}} needs glibc 2.31 or newer, and this system has another C library.', [
    'use an image of Debian or Ubuntu in place of Alpine',
    'build it from source: {{REPOSITORY}}',
  ]);
else
  fail(`the package {{PREFIX}}${platform}, which has the program, isn't installed.`, [
    'install without --omit=optional, --no-optional or omit=optional in .npmrc',
    'if a package-lock.json of another platform is there, remove it and node_modules, then run: npm install',
    `or name it: npm install {{PREFIX}}${platform}@{{VERSION}}`,
  ]);
