// ComparePage.tsx: two runs side by side
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function ComparePage({ id: _id, other: _other }: { id: string; other: string }) {
  const { t } = useTranslation();
  return <Page title={t('compare.title')}>{null}</Page>;
}
