import { defineConfig } from 'vitest/config';

// Unit tests of the pure modules stand beside them, as NAME.test.ts; components are tested in a browser by tests/e2e.
export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: { include: ['src/**/*.test.ts'], environment: 'node', globals: false },
});
