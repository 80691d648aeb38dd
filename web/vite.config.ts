import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstView } from './first_view.ts';
import { licences } from './licences.ts';
import { preact } from './preact.ts';

// The server forbids inline scripts and styles, so nothing is inlined but what the export's own build
// puts into its one file.
export default defineConfig({
  resolve: { alias: [...preact, { find: '@', replacement: new URL('./src', import.meta.url).pathname }] },
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
            { name: 'parts', test: /web\/src\/(parts|api|text)(?!\/team)/i, minShareCount: 3 },
            { name: 'runs', test: /web\/src\/(outcome|parts\/Claims|api\/run_events|pages\/run\/)/, minShareCount: 2 },
            // What only the pages of a team share is none of the first visit's.
            { name: 'team', test: /web\/src\/(parts|api|text)\/team/i, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
