// SuitePage.tsx: a suite: what it is made of, where and how it runs, and its past runs
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Problem } from '@/api/client';
import { useMay } from '@/api/me';
import { type Suite, useSaveSuite, useSuite } from '@/api/team_suites';
import '@/text/team';
import { Button, LinkButton } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { Field } from '@/parts/Field';
import { StartIcon } from '@/parts/icons';
import { NotAllowed } from '@/parts/NotAllowed';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { useShortcut } from '@/parts/shortcuts';
import { useStartSuite } from '@/parts/Team/useStartSuite';
import { DataTable } from './DataTable';
import { documentOf, formOf, type SuiteForm, sameForm } from './form';
import { How } from './How';
import { Past } from './Past';
import { Scenarios } from './Scenarios';
import styles from './SuitePage.module.css';
import { Where } from './Where';

export type Change = (change: Partial<SuiteForm>) => void;

// The browser asks before it throws away what was not saved.
function useLeaveQuestion(asks: boolean) {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}

function Editor({ suite }: { suite: Suite | undefined }) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [, go] = useLocation();
  const [stored, setStored] = useState(() => formOf(suite ?? {}));
  const [revision, setRevision] = useState(suite?.revision);
  const [form, setForm] = useState(stored);
  const save = useSaveSuite(suite?.id);
  const { start, busy } = useStartSuite();
  const [mayRun, mayEdit] = [useMay('run'), useMay('edit')];
  const changed = !sameForm(stored, form);
  useLeaveQuestion(changed);
  // Somebody else has changed it, and nothing was changed here: their version is shown.
  useEffect(() => {
    if (!suite || suite.revision === revision || changed) return;
    const next = formOf(suite);
    setStored(next);
    setForm(next);
    setRevision(suite.revision);
  }, [suite, revision, changed]);
  const change: Change = (more) => setForm((old) => ({ ...old, ...more }));
  const conflict = save.error instanceof Problem && [409, 412].includes(save.error.status);
  const field = save.error instanceof Problem ? save.error.field : undefined;
  const errorOf = (name: string) => (field?.split('/')[0] === name ? save.error?.message : undefined);

  function store(then: (saved: Suite) => void) {
    save.mutate(
      { ...documentOf(form), ...(revision !== undefined && { revision }) },
      {
        onSuccess: (saved) => {
          setStored(form);
          setRevision(saved.revision);
          then(saved);
        },
      },
    );
  }
  const saveOnly = () =>
    store((saved) => {
      notify(t('saved'));
      if (!suite) go(`/suites/${encodeURIComponent(saved.id)}`, { replace: true });
    });
  const run = () => {
    const watch = (id: string) => start(id, (started) => go(`/suite-runs/${encodeURIComponent(started)}`));
    if (suite && !changed) watch(suite.id);
    else if (mayEdit) store(({ id }) => watch(id));
  };
  useShortcut('run', () => mayRun && run());
  return (
    <Page
      title={suite ? suite.name : t('suite.newTitle')}
      actions={
        <>
          <span role="status" className={styles.state}>
            {suite && changed && <Chip tone="quiet">{t('suite.unsaved')}</Chip>}
          </span>
          {mayEdit && (
            <Button type="submit" form={formId} disabled={save.isPending || (!!suite && !changed)}>
              {t(suite ? 'save' : 'suite.create')}
            </Button>
          )}
          {mayRun && (
            <Button look="main" disabled={busy || save.isPending} onClick={run}>
              <StartIcon aria-hidden /> {t(suite && !changed ? 'suites.run' : 'suite.saveAndRun')}
            </Button>
          )}
        </>
      }
    >
      {!mayEdit && <p className={styles.note}>{t('suite.readOnly')}</p>}
      {save.error && (conflict || !field) && (
        <Failure error={conflict ? new Error(t('conflict')) : save.error} />
      )}
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saveOnly();
        }}
      >
        <fieldset disabled={!mayEdit} className={styles.form}>
          <div className={styles.narrow}>
            <Field label={t('suite.name')} hint={t('suite.nameHint')} error={errorOf('name')}>
              <input value={form.name} onChange={(event) => change({ name: event.target.value })} />
            </Field>
          </div>
          <Scenarios form={form} change={change} tagsError={errorOf('tags')} error={errorOf('scenarios')} />
          <Where form={form} change={change} error={errorOf('devices') ?? errorOf('profiles')} />
          <DataTable table={form.table} error={errorOf('data')} onChange={(table) => change({ table })} />
          <How form={form} change={change} errorOf={errorOf} />
        </fieldset>
      </form>
      {suite && (
        <Panel title={t('suite.past')}>
          <Past suite={suite.id} />
        </Panel>
      )}
    </Page>
  );
}

export default function SuitePage({ id }: { id: string }) {
  const { t } = useTranslation('team');
  const isNew = id === 'new';
  const mayEdit = useMay('edit');
  const { data: suite, error, refetch } = useSuite(isNew ? undefined : id);
  if (isNew && !mayEdit)
    return (
      <Page title={t('suite.newTitle')}>
        <NotAllowed need="edit" />
      </Page>
    );
  if (isNew || suite) return <Editor key={id} suite={suite} />;
  const gone = error instanceof Problem && error.status === 404;
  return (
    <Page title={t('suites.title')}>
      {gone && (
        <Empty
          title={t('suite.notFound')}
          actions={<LinkButton to="/suites">{t('suite.toSuites')}</LinkButton>}
        />
      )}
      {error && !gone && <Failure error={error} retry={() => void refetch()} />}
      {!error && <Loading />}
    </Page>
  );
}
