// RunsPage.tsx: the history of runs
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function RunsPage() {
  const { t } = useTranslation();
  return <Page title={t('runs.title')}>{null}</Page>;
}
