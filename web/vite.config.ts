import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licences } from './licences.ts';

// The list of scenarios is what most visits begin with: its files are asked for together with the program
// that would ask for them later. So is the font of the first letters.
const firstView: Plugin = {
  name: 'first-view',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /inter-(?!ext).*\.woff2$/.test(file));
      const page = Object.values(bundle).find(({ fileName }) => /ScenariosPage-.*\.js$/.test(fileName));
      if (page?.type !== 'chunk') return [];
      const files = [page.fileName, ...page.imports].filter((file) => !html.includes(file));
      const link = (attrs: Record<string, string | boolean>) => ({ tag: 'link', attrs, injectTo: 'head' as const });
      return [
        ...(font ? [link({ rel: 'preload', as: 'font', crossorigin: true, href: `/${font}` })] : []),
        ...files.map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
      ];
    },
  },
};

// The server forbids inline scripts and styles, so nothing is inlined but what the export's own build
// puts into its one file.
export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  plugins: [react(), firstView, licences()],
  server: {
    proxy: { '/api': process.env.AGENTEST_SERVER ?? 'http://127.0.0.1:8080' },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // Many tiny files take longer than a few: what most pages share is in two.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 2 },
            { name: 'parts', test: /web\/src\/(parts|api|text)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
