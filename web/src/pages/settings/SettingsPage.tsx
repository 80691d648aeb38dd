// SettingsPage.tsx: models, limits, guards and this browser's choices
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function SettingsPage() {
  const { t } = useTranslation();
  return <Page title={t('settings.title')}>{null}</Page>;
}
