// SecretsPage.tsx: the names of stored secrets; their values go in and never come out
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { useMay } from '@/api/me';
import { type Secret, useRemoveSecret, useSaveSecret, useSecrets } from '@/api/team_access';
import '@/text/team';
import { Button, IconButton } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Field } from '@/parts/Field';
import { Foreign, plain } from '@/parts/Foreign';
import { AddIcon, DeleteIcon } from '@/parts/icons';
import { notify } from '@/parts/Notices';
import { Failure } from '@/parts/Page';
import { RemoveDialog } from '@/parts/Team/RemoveDialog';
import { Ago } from '@/parts/Time';
import styles from './AccessPage.module.css';
import { Frame, Only } from './Frame';

// of: the name of the one that is replaced
function SecretDialog({ of, onClose }: { of: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [name, setName] = useState(of ?? '');
  const [value, setValue] = useState('');
  const save = useSaveSecret();
  const field = save.error instanceof Problem ? save.error.field : undefined;
  const shown = field === 'name' || field === 'value';
  const errorOf = (member: string) => (field === member ? save.error?.message : undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    const stored = () => {
      notify(t('secrets.stored'));
      onClose();
    };
    save.mutate({ name: name.trim(), value }, { onSuccess: stored });
  }
  return (
    <Dialog
      title={of ? t('secrets.replaceOf', { name: plain(of) }) : t('secrets.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="main"
            type="submit"
            form={formId}
            disabled={save.isPending || !name.trim() || value === ''}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        {!of && (
          <Field
            label={t('secrets.name')}
            hint={t('secrets.nameHint', { name: '{{name}}' })}
            error={errorOf('name')}
          >
            <input
              value={name}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        )}
        <Field label={t('secrets.value')} hint={t('secrets.valueHint')} error={errorOf('value')}>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
        {save.error && !shown && <Failure error={save.error} />}
      </form>
    </Dialog>
  );
}

type RowProps = { secret: Secret; mayChange: boolean; onReplace: () => void; onRemove: () => void };

function Row({ secret: { name, updatedAt, by }, mayChange, onReplace, onRemove }: RowProps) {
  const { t } = useTranslation('team');
  return (
    <li className={`${styles.row} ${styles.secret}`}>
      <span className={styles.name}>
        <Foreign text={name} />
      </span>
      <span className={styles.soft}>{updatedAt && <Ago at={updatedAt} />}</span>
      <span className={`${styles.soft} ${styles.extra}`}>
        {by && <Foreign text={t('secrets.by', { by })} />}
      </span>
      {mayChange && (
        <span className={styles.acts}>
          <Button look="bare" aria-label={t('secrets.replaceOf', { name: plain(name) })} onClick={onReplace}>
            {t('secrets.replace')}
          </Button>
          <IconButton label={t('deleteOf', { name: plain(name) })} onClick={onRemove}>
            <DeleteIcon aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}

function Removal({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('team');
  const removal = useRemoveSecret();
  return (
    <RemoveDialog
      title={t('secrets.removal', { name: plain(name) })}
      text={t('secrets.removalText')}
      verb={t('delete')}
      done={t('secrets.removed')}
      busy={removal.isPending}
      remove={(then) => removal.mutate(name, then)}
      onClose={onClose}
    />
  );
}

function Secrets() {
  const { t } = useTranslation('team');
  const query = useSecrets();
  const mayChange = useMay('admin');
  const [editing, setEditing] = useState<{ of?: string }>();
  const [removing, setRemoving] = useState<string>();
  const { secrets = [], usable = true, why } = query.data ?? {};
  return (
    <Frame
      name="secrets"
      text={t('secrets.text', { password: '{{password}}' })}
      query={query}
      none={query.data !== undefined && usable && secrets.length === 0}
      add={
        usable &&
        mayChange && (
          <Button look="main" aria-haspopup="dialog" onClick={() => setEditing({})}>
            <AddIcon aria-hidden /> {t('secrets.new')}
          </Button>
        )
      }
    >
      {!usable && (
        <p className={styles.answer}>
          {t('secrets.notUsable')} {why && <Foreign text={why} />}
        </p>
      )}
      {secrets.length > 0 && (
        <ul className={styles.list} aria-label={t('secrets.title')}>
          {secrets.map((secret) => (
            <Row
              key={secret.name}
              secret={secret}
              mayChange={mayChange}
              onReplace={() => setEditing({ of: secret.name })}
              onRemove={() => setRemoving(secret.name)}
            />
          ))}
        </ul>
      )}
      {editing && <SecretDialog of={editing.of} onClose={() => setEditing(undefined)} />}
      {removing !== undefined && <Removal name={removing} onClose={() => setRemoving(undefined)} />}
    </Frame>
  );
}

export default function SecretsPage() {
  return (
    <Only need="edit" name="secrets">
      {() => <Secrets />}
    </Only>
  );
}
