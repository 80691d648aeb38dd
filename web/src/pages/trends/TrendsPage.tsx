// TrendsPage.tsx: time, cost and verdicts over many runs
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function TrendsPage() {
  const { t } = useTranslation();
  return <Page title={t('trends.title')}>{null}</Page>;
}
