// ModelRow.tsx: a model that can be used: its context and prices, and the button that uses it
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import { useUseModel } from '@/api/profiles';
import { Button, IconButton } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { EditIcon } from '@/parts/icons';
import { notify } from '@/parts/Notices';
import { useFormat } from '@/text/format';
import { ProfileDialog } from './ProfileDialog';
import styles from './SettingsPage.module.css';

// The context, and the price of a million tokens; an unknown price is called so.
export function Facts({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contextTokens, prices } = profile;
  const money = (usd: number | undefined) => format.money(usd ?? 0);
  const isFree = prices && !prices.input && !prices.output;
  return (
    <>
      {contextTokens !== undefined && t('settings.context', { tokens: format.number(contextTokens) })}
      {' · '}
      {!prices
        ? t('settings.unpriced')
        : isFree
          ? t('settings.free')
          : t('settings.priced', { input: money(prices.input), output: money(prices.output) })}
    </>
  );
}

export function UseButton({ title, onUse, busy }: { title: string; onUse: () => void; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <Button aria-label={t('settings.useOf', { title })} disabled={busy} onClick={onUse}>
      {t('settings.use')}
    </Button>
  );
}

export function ModelRow({ profile, chosen }: { profile: Profile; chosen: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const use = useUseModel();
  const onUse = () =>
    use.mutate({ id: profile.id }, { onError: (error) => notify(error.message, { tone: 'fail' }) });
  return (
    <li className={styles.model} data-profile={profile.id}>
      <div className={styles.modelWords}>
        <span className={styles.name}>
          <Foreign text={profile.title} />
        </span>
        <span className={styles.soft}>
          <Foreign text={profile.model} />
          {' · '}
          <Facts profile={profile} />
        </span>
        {profile.reason === 'noModel' && <span className={styles.soft}>{t('settings.notListed')}</span>}
      </div>
      {chosen ? (
        <Chip tone="live">{t('settings.chosen')}</Chip>
      ) : (
        <UseButton title={profile.title} busy={use.isPending} onUse={onUse} />
      )}
      <IconButton label={t('settings.editOf', { title: profile.title })} onClick={() => setOpen(true)}>
        <EditIcon aria-hidden />
      </IconButton>
      {open && <ProfileDialog profile={profile} onClose={() => setOpen(false)} />}
    </li>
  );
}
