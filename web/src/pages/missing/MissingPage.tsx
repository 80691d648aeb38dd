// MissingPage.tsx: for addresses without a page
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/parts/Button';
import { Page } from '@/parts/Page';

export default function MissingPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('missing.title')}>
      <p>{t('missing.text')}</p>
      <p>
        <LinkButton to="/">{t('missing.home')}</LinkButton>
      </p>
    </Page>
  );
}
