import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preact } from './preact.ts';

// The gallery for its test; what the product has is built by vite.config.ts.
export default defineConfig({
  resolve: { alias: [...preact, { find: '@', replacement: new URL('./src', import.meta.url).pathname }] },
  plugins: [react()],
  publicDir: false,
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: new URL('./dev/gallery.html', import.meta.url).pathname },
  },
});
