// TokensPage.tsx: the tokens of people and machines; one is shown once, when it is made
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { type Role, roles, useMe } from '@/api/me';
import { type Token, useAddToken, useRemoveToken, useTokens } from '@/api/team_access';
import '@/text/team';
import { Button } from '@/parts/Button';
import { Chip } from '@/parts/Chip';
import { CopyButton } from '@/parts/CopyButton';
import { Dialog } from '@/parts/Dialog';
import { Field } from '@/parts/Field';
import { Foreign, plain } from '@/parts/Foreign';
import { AddIcon } from '@/parts/icons';
import { Failure } from '@/parts/Page';
import { RemoveDialog } from '@/parts/Team/RemoveDialog';
import { Ago } from '@/parts/Time';
import styles from './AccessPage.module.css';
import { Frame, Only } from './Frame';

function useRoleName(): (role: string) => string {
  const { t } = useTranslation('team');
  return (role) => {
    const known = roles.find((each) => each === role);
    return known ? t(`tokens.roles.${known}`) : role;
  };
}

function Made({ token, onClose }: { token: Token & { token: string }; onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <Dialog
      title={t('tokens.madeTitle', { name: plain(token.name) })}
      actions={
        <Button look="main" onClick={onClose}>
          {t('tokens.done')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t('tokens.made')}</p>
        <div className={styles.token}>
          <code>{token.token}</code>
          <CopyButton text={token.token} label={t('tokens.copy')} />
        </div>
      </div>
    </Dialog>
  );
}

function NewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('run');
  const [days, setDays] = useState(0);
  const add = useAddToken();
  const field = add.error instanceof Problem ? add.error.field : undefined;
  if (add.data) return <Made token={add.data} onClose={onClose} />;
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate({ name: name.trim(), role, ...(days > 0 && { days }) });
  }
  return (
    <Dialog
      title={t('tokens.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={formId} disabled={add.isPending || !name.trim()}>
            {t('tokens.create')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <Field
          label={t('tokens.name')}
          hint={t('tokens.nameHint')}
          error={field === 'name' ? add.error?.message : undefined}
        >
          <input
            value={name}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <fieldset className={styles.roles}>
          <legend className={styles.legend}>{t('tokens.role')}</legend>
          {roles.map((each) => (
            <label key={each} className={styles.radio}>
              <input type="radio" name="role" checked={each === role} onChange={() => setRole(each)} />
              <span>{t(`tokens.roles.${each}`)}</span>
              <span className={styles.small}>{t(`tokens.means.${each}`)}</span>
            </label>
          ))}
        </fieldset>
        <Field label={t('tokens.expires')}>
          <select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            <option value={0}>{t('tokens.noExpiry')}</option>
            {[30, 90, 365].map((count) => (
              <option key={count} value={count}>
                {t('tokens.days', { count })}
              </option>
            ))}
          </select>
        </Field>
        {add.error && field !== 'name' && <Failure error={add.error} />}
      </form>
    </Dialog>
  );
}

function Row({ token, onRemove }: { token: Token; onRemove: () => void }) {
  const { t } = useTranslation('team');
  const roleName = useRoleName();
  const me = useMe().name;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <Foreign text={token.name} />{' '}
        {token.name === me && <span className={styles.soft}>({t('tokens.you')})</span>}
      </span>
      <span>
        {roleName(token.role)}
        {token.valid === false && (
          <>
            {' '}
            <Chip tone="fail">{t('tokens.expired')}</Chip>
          </>
        )}
      </span>
      <span className={`${styles.soft} ${styles.extra}`}>
        {t('tokens.created')} {token.createdAt && <Ago at={token.createdAt} />}
      </span>
      <span className={styles.soft}>
        {token.lastUsedAt ? (
          <>
            {t('tokens.used')} <Ago at={token.lastUsedAt} />
          </>
        ) : (
          t('tokens.unused')
        )}
      </span>
      <span className={`${styles.soft} ${styles.extra}`}>
        {token.by && (
          <>
            {t('tokens.by')} <Foreign text={token.by} />
          </>
        )}
      </span>
      <span className={styles.acts}>
        <Button look="bare" aria-label={t('tokens.revokeOf', { name: plain(token.name) })} onClick={onRemove}>
          {t('tokens.revoke')}
        </Button>
      </span>
    </li>
  );
}

function Removal({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('team');
  const removal = useRemoveToken();
  return (
    <RemoveDialog
      title={t('tokens.removal', { name: plain(token.name) })}
      text={t('tokens.removalText')}
      verb={t('tokens.revoke')}
      done={t('tokens.removed')}
      busy={removal.isPending}
      remove={(then) => removal.mutate(token.name, then)}
      onClose={onClose}
    />
  );
}

function Tokens() {
  const { t } = useTranslation('team');
  const query = useTokens();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Token>();
  const tokens = query.data ?? [];
  return (
    <Frame
      name="tokens"
      text={t('tokens.text')}
      query={query}
      none={query.data?.length === 0}
      add={
        <Button look="main" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <AddIcon aria-hidden /> {t('tokens.new')}
        </Button>
      }
    >
      {tokens.length > 0 && (
        <ul className={styles.list} aria-label={t('tokens.title')}>
          {tokens.map((token) => (
            <Row key={token.name} token={token} onRemove={() => setRemoving(token)} />
          ))}
        </ul>
      )}
      {adding && <NewDialog onClose={() => setAdding(false)} />}
      {removing && <Removal token={removing} onClose={() => setRemoving(undefined)} />}
    </Frame>
  );
}

export default function TokensPage() {
  return (
    <Only need="admin" name="tokens">
      {() => <Tokens />}
    </Only>
  );
}
