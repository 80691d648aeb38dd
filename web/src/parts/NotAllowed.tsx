// NotAllowed.tsx: why a page has nothing for this visitor
import { useTranslation } from 'react-i18next';
import { type Role, useMe } from '@/api/me';
import { plain } from './Foreign';
import { Empty } from './Page';

export function NotAllowed({ need }: { need: Role }) {
  const { t } = useTranslation();
  const { name, role } = useMe();
  return (
    <Empty title={t(`may.lacks.${need}`)}>
      <p>{t(`may.has.${role}`, { name: plain(name) })}</p>
      <p>{t('may.ask')}</p>
    </Empty>
  );
}
