// ComparePage.tsx: two runs side by side, from the first call at which they part
import { ArrowLeftRight } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import type { Run, RunEvent, RunStep } from '@/api/client';
import { useRun } from '@/api/queries';
import { useRunEvents } from '@/api/run_events';
import { outcomeOf } from '@/outcome/outcome';
import { Button, LinkButton } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { Failure, Loading, Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { useShortcut } from '@/parts/shortcuts';
import { Worded } from '@/parts/Worded';
import { compare, differences, type Side, type StepPair } from './align';
import styles from './ComparePage.module.css';
import { Pictures } from './Pictures';
import { Steps } from './Steps';
import { Summary } from './Summary';

// A step shows the screen of its last call on each side.
function shownOf(steps: readonly StepPair[], id: string | undefined) {
  for (const step of steps) {
    const call = step.calls.find((each) => each.id === id);
    if (call) return { step, left: call.left, right: call.right };
    if (step.id === id)
      return {
        step,
        left: step.calls.findLast((each) => each.left)?.left,
        right: step.calls.findLast((each) => each.right)?.right,
      };
  }
  return undefined;
}

type DetailProps = { steps: readonly StepPair[]; id: string | undefined; runs: { left: Run; right: Run } };

function Detail({ steps, id, runs }: DetailProps) {
  const { t } = useTranslation();
  const shown = shownOf(steps, id);
  if (!shown) return <p className={styles.soft}>{t('compare.choose')}</p>;
  const { step, left, right } = shown;
  const isStep = step.id === id;
  const lineOf = (run: Run, own: RunStep | undefined, call: RunEvent | undefined) => {
    if (isStep) return own && outcomeOf(run, own).headline;
    return call && outcomeOf(run, own, call).headline;
  };
  const words = {
    left: lineOf(runs.left, step.left, left),
    right: lineOf(runs.right, step.right, right),
  };
  return (
    <>
      <div className={styles.results}>
        {(['left', 'right'] as const).map((side) => (
          <section key={side}>
            <h3>{t(`compare.${side}`)}</h3>
            <p className={styles.result}>
              {words[side] ? <Worded line={words[side]} /> : t('compare.absent')}
            </p>
          </section>
        ))}
      </div>
      <Pictures key={`${left?.index} ${right?.index}`} left={left} right={right} />
    </>
  );
}

// The row that is looked at is in the address; without one it is where the runs part.
function useShown(first: string | undefined) {
  const [search, setSearch] = useSearchParams();
  const shown = search.get('at') ?? first;
  const show = useCallback((at: string) => setSearch({ at }, { replace: true }), [setSearch]);
  return { shown, show, linked: search.has('at') };
}

function Compared({ left, right }: { left: Side; right: Side }) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const steps = useMemo(() => compare(left, right), [left, right]);
  const differing = useMemo(() => differences(steps), [steps]);
  const first = differing[0];
  const { shown, show, linked } = useShown(first);
  const begins = useRef(linked);
  const go = useCallback(
    (id: string | undefined) => {
      if (!id) return;
      show(id);
      const row = list.current?.querySelector<HTMLElement>(`[data-at="${id}"]`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'center' });
    },
    [show],
  );
  function walk(by: number) {
    const here = differing.indexOf(shown ?? '');
    go(differing[Math.max(0, Math.min(differing.length - 1, here < 0 ? 0 : here + by))]);
  }
  useShortcut('divergence', () => go(first));
  useShortcut('next', () => walk(1));
  useShortcut('previous', () => walk(-1));
  useEffect(() => {
    if (begins.current)
      list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className={styles.columns}>
      <Panel
        title={t('compare.steps')}
        flush
        actions={
          first ? (
            <Button onClick={() => go(first)}>
              {t('compare.toFirst')} <kbd>d</kbd>
            </Button>
          ) : undefined
        }
      >
        <div ref={list} className={styles.list}>
          <p className={styles.count} role="status">
            {first ? t('compare.count', { count: differing.length }) : t('compare.same')}
          </p>
          <Steps steps={steps} first={first} shown={shown} onShow={show} />
        </div>
      </Panel>
      <Panel title={t('compare.detail')}>
        <div className={styles.detail}>
          <Detail steps={steps} id={shown} runs={{ left: left.run, right: right.run }} />
        </div>
      </Panel>
    </div>
  );
}

function Both({ left, right }: { left: Run; right: Run }) {
  const { t } = useTranslation();
  const ours = useRunEvents(left.id);
  const theirs = useRunEvents(right.id);
  const problem = ours.problem ?? theirs.problem;
  const one = useMemo(() => ({ run: left, events: ours.events }), [left, ours.events]);
  const other = useMemo(() => ({ run: right, events: theirs.events }), [right, theirs.events]);
  return (
    <>
      <Panel title={t('compare.summary')} flush>
        <Summary left={left} right={right} />
      </Panel>
      {left.scenarioId !== right.scenarioId && <p className={styles.note}>{t('compare.otherScenario')}</p>}
      {(left.expired || right.expired) && <p className={styles.note}>{t('compare.expired')}</p>}
      {problem && <Failure error={problem} />}
      {ours.complete && theirs.complete ? <Compared left={one} right={other} /> : !problem && <Loading />}
    </>
  );
}

export default function ComparePage({ id, other }: { id: string; other: string }) {
  const { t } = useTranslation();
  const left = useRun(id);
  const right = useRun(other);
  const error = left.error ?? right.error;
  const title = left.data?.name || left.data?.goal;
  return (
    <Page
      title={t('compare.title')}
      heading={
        title ? (
          <>
            {t('compare.of')} <Foreign text={title} />
          </>
        ) : undefined
      }
      wide
      actions={
        <LinkButton to={`/runs/${other}/compare/${id}`}>
          <ArrowLeftRight aria-hidden /> {t('compare.swap')}
        </LinkButton>
      }
    >
      {error && <Failure error={error} retry={() => void Promise.all([left.refetch(), right.refetch()])} />}
      {!error && !(left.data && right.data) && <Loading />}
      {left.data && right.data && <Both left={left.data} right={right.data} />}
    </Page>
  );
}
