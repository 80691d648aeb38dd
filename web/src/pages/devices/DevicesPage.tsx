// DevicesPage.tsx: all devices
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function DevicesPage() {
  const { t } = useTranslation();
  return <Page title={t('devices.title')}>{null}</Page>;
}
