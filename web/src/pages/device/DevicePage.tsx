// DevicePage.tsx: one device: its picture, and pointing at it
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function DevicePage({ id: _id }: { id: string }) {
  const { t } = useTranslation();
  return <Page title={t('device.title')}>{null}</Page>;
}
