// AboutPage.tsx: what this is, and what is missing
import { useTranslation } from 'react-i18next';
import { Page } from '@/parts/Page';

export default function AboutPage() {
  const { t } = useTranslation();
  return <Page title={t('about.title')}>{null}</Page>;
}
