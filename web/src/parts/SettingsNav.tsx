// SettingsNav.tsx: the pages of the settings
import { useTranslation } from 'react-i18next';
import { Subnav } from './Subnav';

const pages = ['tokens', 'webhooks', 'secrets', 'activity'] as const;

export function SettingsNav() {
  const { t } = useTranslation();
  return (
    <Subnav
      label={t('settings.title')}
      places={[
        { to: '/settings', name: t('settings.pages.general') },
        ...pages.map((name) => ({ to: `/settings/${name}`, name: t(`settings.pages.${name}`) })),
      ]}
    />
  );
}
