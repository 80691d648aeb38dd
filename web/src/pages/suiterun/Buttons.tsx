// Buttons.tsx: what can be done with a suite's run
import { Ellipsis, FileText, GitCompare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useMay } from '@/api/me';
import { type SuiteRunDetails, suiteFile, useRerunSuite, useStopSuiteRun } from '@/api/team_suites';
import { Button } from '@/parts/Button';
import { AgainIcon, DownloadIcon, EditIcon, StopIcon } from '@/parts/icons';
import { Menu, type MenuRow } from '@/parts/Menu';
import { notify } from '@/parts/Notices';
import { useShortcut } from '@/parts/shortcuts';
import { runCounts } from './Summary';

type Props = { run: SuiteRunDetails; onCompare: (() => void) | undefined };

export function Buttons({ run, onCompare }: Props) {
  const { t } = useTranslation('team');
  const [, go] = useLocation();
  const mayRun = useMay('run');
  const stop = useStopSuiteRun(run.id);
  const rerun = useRerunSuite(run.id);
  const live = run.state !== 'ended';
  const { fail = 0, aborted = 0, unverified = 0, skipped = 0 } = runCounts(run);
  const bad = fail + aborted + unverified + skipped;
  const tell = (error: Error) => notify(error.message, { tone: 'fail' });
  const stopIt = () => stop.mutate(undefined, { onError: tell });
  const again = (only: 'failed' | 'all') =>
    rerun.mutate(only, {
      onSuccess: ({ id }) => go(`/suite-runs/${encodeURIComponent(id)}`),
      onError: tell,
    });
  const stopping = Boolean(run.stopping) || stop.isPending || stop.isSuccess;
  useShortcut('stop', () => mayRun && live && !stopping && stopIt());
  useShortcut('run', () => mayRun && !live && again('all'));
  const rows: MenuRow[] = [
    ...(mayRun && !live && bad > 0
      ? [
          {
            id: 'all',
            title: t('suiteRun.rerunAll'),
            icon: <AgainIcon aria-hidden />,
            act: () => again('all'),
          },
        ]
      : []),
    {
      id: 'compare',
      title: t('suiteRun.compare'),
      icon: <GitCompare aria-hidden />,
      disabled: !onCompare,
      ...(onCompare && { act: onCompare }),
    },
    {
      id: 'junit',
      title: t('suiteRun.junit'),
      icon: <DownloadIcon aria-hidden />,
      href: suiteFile(run.id, 'junit.xml'),
      download: true,
    },
    {
      id: 'html',
      title: t('suiteRun.html'),
      icon: <FileText aria-hidden />,
      href: suiteFile(run.id, 'report.html'),
      download: true,
    },
    ...(run.suite
      ? [
          {
            id: 'suite',
            title: t('suiteRun.edit'),
            icon: <EditIcon aria-hidden />,
            href: `/suites/${encodeURIComponent(run.suite)}`,
          },
        ]
      : []),
  ];
  return (
    <>
      {mayRun && live && (
        <Button look="danger" disabled={stopping} onClick={stopIt}>
          <StopIcon aria-hidden /> {t(stopping ? 'suiteRun.stopping' : 'suiteRun.stop')}
        </Button>
      )}
      {mayRun && !live && (
        <Button look="main" disabled={rerun.isPending} onClick={() => again(bad > 0 ? 'failed' : 'all')}>
          <AgainIcon aria-hidden /> {t(bad > 0 ? 'suiteRun.rerunFailed' : 'suiteRun.rerunAll')}
        </Button>
      )}
      <Menu label={t('suiteRun.more')} icon={<Ellipsis aria-hidden />} rows={rows} />
    </>
  );
}
