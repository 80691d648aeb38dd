// Frame.tsx: what the pages of access have in common: who may see them, loading, nothing there yet
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, useMay, useMeKnown } from '@/api/me';
import '@/text/team';
import { NotAllowed } from '@/parts/NotAllowed';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { SettingsNav } from '@/parts/SettingsNav';
import { Skeleton } from '@/parts/Skeleton';
import styles from './AccessPage.module.css';

type Props = {
  name: 'tokens' | 'webhooks' | 'secrets' | 'activity';
  text: string;
  query: { data?: unknown; error: Error | null; refetch: () => unknown };
  none: boolean;
  add?: ReactNode;
  children: ReactNode;
};

export function Frame({ name, text, query, none, add, children }: Props) {
  const { t } = useTranslation('team');
  const { data, error, refetch } = query;
  return (
    <Page title={t(`${name}.title`)} actions={data !== undefined && !none && add}>
      <SettingsNav />
      <p className={styles.lead}>{text}</p>
      {error && data === undefined && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton look="rows" rows={4} />}
      {none && (
        <Empty title={t(`${name}.none`)} actions={add}>
          <p>{t(`${name}.noneText`)}</p>
        </Empty>
      )}
      {children}
    </Page>
  );
}

// A page that needs a role: everybody else reads why.
export function Only({
  need,
  name,
  children,
}: {
  need: Role;
  name: Props['name'];
  children: () => ReactNode;
}) {
  const { t } = useTranslation('team');
  const known = useMeKnown();
  const may = useMay(need);
  if (!known) return <Loading />;
  if (may) return children();
  return (
    <Page title={t(`${name}.title`)}>
      <SettingsNav />
      <NotAllowed need={need} />
    </Page>
  );
}
