// preact.ts: Preact in the place of React, for the page, the report, the gallery and the tests
//
// Preact's compat layer has React's interface in a sixth of its size: 12 kB gzipped instead of 69. React's own
// packages stay for their types.
export const preact = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: 'preact/compat' },
];
