// ScenariosPage.tsx: all scenarios, how they did last, and their run buttons
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function ScenariosPage() {
  const { t } = useTranslation();
  return <Page title={t('scenarios.title')}>{null}</Page>;
}
