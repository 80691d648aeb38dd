// main.tsx: where the dashboard begins
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchErrors } from './api/client_errors';
import { queryClient } from './api/queries';
import { App } from './app';
import { inTurn } from './parts/turns';
import { startText } from './text';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';

// A server that was brought up to date has other files than this page knows. One reload finds them; if it
// does not, the page says what failed. While the server is away a reload would only leave an empty window.
const RELOADED = 'reloadedAt';
const RELOAD_EVERY_MS = 30_000;
window.addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_EVERY_MS) return;
  fetch('/healthz').then(
    () => {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      window.location.reload();
    },
    () => undefined,
  );
});

watchErrors();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
// The words and the first view are a task each.
void startText().then(() =>
  inTurn(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    ),
  ),
);
