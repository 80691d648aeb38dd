// ReportPage.tsx: the run, and around it where it is from and what the file leaves out
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place, RunSource } from '@/pages/run/data';
import { Printable } from '@/pages/run/Printed';
import { RunView } from '@/pages/run/RunView';
import { useRunTitle } from '@/pages/run/useRunTitle';
import { Choices } from '@/parts/Choices';
import { Notices } from '@/parts/Notices';
import { Empty } from '@/parts/Page';
import { Tooltips } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';
import styles from './ReportPage.module.css';
import type { Report } from './report';

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function numberOf(words: URLSearchParams, name: string): number | undefined {
  const value = Number(words.get(name) ?? Number.NaN);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

// The place that the address names: #event=12 or #step=3.
function usePlace(): [Place, (place: Place) => void] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const place = useMemo(() => {
    const words = new URLSearchParams(hash.slice(1));
    return { event: numberOf(words, 'event'), step: numberOf(words, 'step') };
  }, [hash]);
  return [
    place,
    ({ event, step }) => {
      window.location.replace(
        event !== undefined ? `#event=${event}` : step !== undefined ? `#step=${step}` : '#',
      );
    },
  ];
}

function LeftOut({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { events, pictures, files } = report.leftOut;
  const rows = [
    events > 0 && t('report.events', { count: events }),
    pictures > 0 && t('report.pictures', { count: pictures }),
    files > 0 && t('report.calls', { count: files }),
  ].filter(Boolean);
  if (rows.length === 0) return null;
  return <p className={styles.note}>{t('report.leftOut', { what: rows.join(', ') })}</p>;
}

function ReportRun({ report }: { report: Report }) {
  const [place, go] = usePlace();
  const { run, events, picture, json } = report;
  const data = useMemo(() => ({ run, events, complete: true }), [run, events]);
  const source: RunSource = useMemo(
    () => ({ picture: (path) => picture(path), file: () => undefined, call: async (path) => json(path) }),
    [picture, json],
  );
  useRunTitle(run);
  return (
    <Printable data={data} source={source}>
      <RunView data={data} source={source} place={place} onPlace={go} />
    </Printable>
  );
}

export function ReportPage({ report }: { report: Report | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <header className={styles.bar}>
        <span className={styles.brand}>mobile-tester-agent</span>
        {report && (
          <span className={styles.made}>{t('report.madeAt', { at: format.moment(report.madeAt) })}</span>
        )}
        <div className={styles.end}>
          <Choices />
        </div>
      </header>
      <main id="main" className={styles.main}>
        {report ? (
          <>
            <div>
              <LeftOut report={report} />
            </div>
            <ReportRun report={report} />
          </>
        ) : (
          <Empty title={t('report.none')} />
        )}
      </main>
      <Notices />
      <Tooltips />
    </>
  );
}
