// SuitesNav.tsx: suites and what starts them are one entry of the bar
import { useTranslation } from 'react-i18next';
import '@/text/team';
import { Subnav } from '../Subnav';

export function SuitesNav() {
  const { t } = useTranslation('team');
  return (
    <Subnav
      label={t('sections.label')}
      places={[
        { to: '/suites', name: t('sections.suites') },
        { to: '/schedules', name: t('sections.schedules') },
      ]}
    />
  );
}
