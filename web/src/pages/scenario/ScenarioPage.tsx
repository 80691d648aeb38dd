// ScenarioPage.tsx: one scenario, found by its address: loaded, new, or deleted
import { lazy, Suspense, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Problem } from '@/api/client';
import { useMay } from '@/api/me';
import { restore, useRemoved } from '@/api/removals';
import { useStoredScenario } from '@/api/scenarios';
import { Button, LinkButton } from '@/parts/Button';
import { NotAllowed } from '@/parts/NotAllowed';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { Editor } from './Editor';
import { editingOf, editingOfNew, knownEditing } from './editing/editings';
import { NEW } from './editing/state';

// A flow has a page of its own: its file says what the fields of a scenario say.
const FlowEditor = lazy(() => import('./flow/FlowEditor'));

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const gone = error instanceof Problem && error.status === 404;
  return (
    <Page title={t('scenario.title')}>
      {gone ? (
        <Empty title={t('scenario.notFound')} actions={<LinkButton to="/">{t('missing.home')}</LinkButton>} />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Page>
  );
}

function Removed({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t('scenario.title')}>
      <Empty
        title={t('scenario.isRemoved')}
        actions={
          <>
            <Button onClick={() => restore(id)}>{t('undo')}</Button>
            <LinkButton to="/">{t('missing.home')}</LinkButton>
          </>
        }
      />
    </Page>
  );
}

function NotNew() {
  const { t } = useTranslation();
  return (
    <Page title={t('scenario.title')}>
      <NotAllowed need="edit" />
    </Page>
  );
}

// The editing of this address, and a new one's address once the server has given it a name.
export default function ScenarioPage({ id }: { id: string }) {
  const mayEdit = useMay('edit');
  const [, go] = useLocation();
  const removed = useRemoved();
  const { data, error, refetch } = useStoredScenario(id === NEW ? undefined : id);
  const editing = useMemo(
    () =>
      id === NEW ? editingOfNew() : (knownEditing(id) ?? (data && !data.flow ? editingOf(data) : undefined)),
    [id, data],
  );
  const stored = useSyncExternalStore(
    useCallback((changed: () => void) => editing?.subscribe(changed) ?? (() => undefined), [editing]),
    () => editing?.get().scenario?.id,
  );
  useEffect(() => {
    if (stored && stored !== id) go(`/scenarios/${stored}`, { replace: true });
  }, [stored, id, go]);
  useEffect(() => {
    if (data && !data.flow) editing?.learn(data);
  }, [data, editing]);

  if (id === NEW && !mayEdit) return <NotNew />;
  if (removed.has(id)) return <Removed id={id} />;
  if (data?.flow && !(error instanceof Problem && error.status === 404))
    return (
      <Suspense fallback={<Loading />}>
        <FlowEditor key={data.id} scenario={data} flow={data.flow} />
      </Suspense>
    );
  if (editing && !(error instanceof Problem && error.status === 404 && !editing.isDirty()))
    return <Editor key={editing.key} editing={editing} />;
  return error ? <NotLoaded error={error} retry={() => void refetch()} /> : <Loading />;
}
