// ReportPage.tsx: what surrounds the run: where it is from, and what the file leaves out
import { useTranslation } from 'react-i18next';
import { Choices } from '@/parts/Choices';
import { Empty } from '@/parts/Page';
import styles from './ReportPage.module.css';
import type { Report } from './report';

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

export function ReportPage({ report }: { report: Report | undefined }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <header className={styles.bar}>
        <span className={styles.brand}>mobile-tester-agent</span>
        {report && (
          <span className={styles.made}>
            {t('report.madeAt', { at: new Date(report.madeAt).toLocaleString(i18n.language) })}
          </span>
        )}
        <div className={styles.end}>
          <Choices />
        </div>
      </header>
      <main className={styles.main}>
        {report ? <LeftOut report={report} /> : <Empty title={t('report.none')} />}
      </main>
    </>
  );
}
