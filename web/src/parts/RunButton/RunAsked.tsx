// RunAsked.tsx: the question about a changed scenario, loaded when it is asked
import { lazy, Suspense } from 'react';
import { useAsked } from './running';

const ChangedDialog = lazy(() => import('./ChangedDialog'));

export function RunAsked() {
  const changed = useAsked();
  return (
    changed && (
      <Suspense fallback={null}>
        <ChangedDialog changed={changed} />
      </Suspense>
    )
  );
}
