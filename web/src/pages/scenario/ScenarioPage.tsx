// ScenarioPage.tsx: one scenario, to be written
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function ScenarioPage({ id: _id }: { id: string }) {
  const { t } = useTranslation();
  return <Page title={t('scenario.title')}>{null}</Page>;
}
