import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licences } from './licences.ts';
import { preact } from './preact.ts';

const at = (path: string) => new URL(path, import.meta.url).pathname;
const notices = at('./dist/licences.txt'); // written by the page's build, which runs first

// The file may run and show what was built here and nothing else, whatever the run's texts are: the browser
// compares the hashes. It loads nothing.
function policyOf(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// src/tester/report/html.c puts the run's data in the place of <!--run-->, before the script that reads it.
function pageOf(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mobile-tester-agent</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<noscript>This report needs JavaScript, which is part of this file. It loads nothing.</noscript>
<!--run-->
<script>${script}</script>
</body>
</html>
<!--
${readFileSync(notices, 'utf8').replaceAll('--', '- -')}-->
`;
}

// A text of the program could end its element, or open a comment in which the end is not seen.
function withinScript(code: string): string {
  return code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').replaceAll('<script', '<\\script');
}

const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    let script = '';
    let style = '';
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === 'chunk') script += file.code;
      else if (name.endsWith('.css')) style += String(file.source);
      else this.error(`${name} would be a second file of the report`);
      delete bundle[name];
    }
    if (/<\/style/i.test(style)) this.error('the style would end its own element');
    const source = pageOf(withinScript(script.trim()), style.trim());
    this.emitFile({ type: 'asset', fileName: 'report.html', source });
  },
};

export default defineConfig({
  resolve: {
    alias: [
      ...preact,
      { find: '@', replacement: at('./src') },
    ],
  },
  plugins: [react(), licences(notices), oneFile],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    lib: {
      entry: at('./src/export/main.tsx'),
      formats: ['iife'],
      name: 'report',
    },
  },
});
