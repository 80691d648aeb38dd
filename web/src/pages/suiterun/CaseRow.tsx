// CaseRow.tsx: one case: its verdict, and what went wrong or what it waits for
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { client, take } from '@/api/client';
import { keys } from '@/api/queries';
import type { SuiteCase } from '@/api/team_suites';
import { outcomeOf } from '@/outcome/outcome';
import { Chip } from '@/parts/Chip';
import { Foreign, plain } from '@/parts/Foreign';
import { CasePill } from '@/parts/Team/CasePill';
import { nameOfRow, outcomeOfCase } from '@/parts/Team/cases';
import { Worded } from '@/parts/Worded';
import { useFormat } from '@/text/format';
import type { Changed } from './compare';
import styles from './SuiteRunPage.module.css';

// "user=ada, city=Saint-Malo": what tells the rows of a data table apart
export const rowWords = (row: Record<string, string> | undefined) =>
  Object.entries(row ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

// The sentence is made from the run's own record, as on its page.
export function Headline({ run }: { run: string }) {
  const { data } = useQuery({
    queryKey: keys.run(run),
    queryFn: ({ signal }) => take(client.GET('/api/v1/runs/{id}', { params: { path: { id: run } }, signal })),
  });
  return data ? <Worded line={outcomeOf(data).headline} /> : null;
}

function Change({ change }: { change: Changed }) {
  const { t } = useTranslation('team');
  const words =
    change.kind === 'other'
      ? t('suiteRun.now.other', { was: t(`suiteRun.outcome.${change.was}`) })
      : t(`suiteRun.now.${change.kind}`);
  return (
    <Chip tone={change.kind === 'worse' ? 'fail' : change.kind === 'better' ? 'pass' : 'quiet'}>{words}</Chip>
  );
}

function Under({ each }: { each: SuiteCase }) {
  const { t } = useTranslation('team');
  const outcome = outcomeOfCase(each);
  if (outcome === 'queued') return <Foreign text={each.waiting ?? t('suiteRun.waits')} />;
  if (outcome !== 'pass' && outcome !== 'running' && each.run) return <Headline run={each.run} />;
  return null;
}

type Props = { each: SuiteCase; flaky: boolean; change: Changed | undefined };

export function CaseRow({ each, flaky, change }: Props) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const { attempt = 1 } = each;
  const where = [each.device, each.profile, each.host].filter(Boolean).join(' · ');
  const row = rowWords(each.row);
  const own = nameOfRow(each);
  const name = row && !own.includes(row) ? `${own} · ${row}` : own;
  return (
    <>
      <span>
        <CasePill outcome={outcomeOfCase(each)} />
      </span>
      <span className={styles.words}>
        {each.run ? (
          <Link href={`/runs/${encodeURIComponent(each.run)}`} className={styles.name}>
            <Foreign text={name} />
          </Link>
        ) : (
          <span className={styles.name}>{plain(name)}</span>
        )}
        <span className={styles.under}>
          <Under each={each} />
        </span>
      </span>
      <span className={styles.marks}>
        {change && <Change change={change} />}
        {flaky && (
          <Chip tone="open" title={t('suiteRun.flakyMeans')}>
            {t('suiteRun.flaky')}
          </Chip>
        )}
        {attempt > 1 && <Chip tone="quiet">{t('suiteRun.attempt', { attempt })}</Chip>}
      </span>
      <span className={styles.where}>
        <Foreign text={where} />
      </span>
      <span className={styles.duration}>
        {each.durationMs !== undefined && each.state === 'ended' && format.duration(each.durationMs)}
      </span>
    </>
  );
}
