// RunPage.tsx: one run, live or ended
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function RunPage({ id: _id }: { id: string }) {
  const { t } = useTranslation();
  return <Page title={t('run.title')}>{null}</Page>;
}
