// ScreenText.tsx: the screen in the words in which the model read it
import { useTranslation } from 'react-i18next';
import { Foreign } from '@/parts/Foreign';
import { Failure, Loading } from '@/parts/Page';
import styles from './Details.module.css';
import type { RunSource } from './data';
import { useCall } from './ModelCall';
import { lastScreen } from './screenText';

export default function ScreenText({ source, path }: { source: RunSource; path: string }) {
  const { t } = useTranslation();
  const { call, error } = useCall(source, path);
  if (error) return <Failure error={error} />;
  if (!call) return <Loading />;
  const text = lastScreen(call);
  if (!text) return <p className={styles.soft}>{t('run.noScreenText')}</p>;
  return (
    <pre className={styles.raw}>
      <Foreign text={text} />
    </pre>
  );
}
