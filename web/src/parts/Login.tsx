// Login.tsx: asks for the server's token when the server wants one; the page behind it stays as it is
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, Problem, take } from '@/api/client';
import { session, useRefused } from '@/api/session';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Field } from './Field';
import styles from './Login.module.css';

function LoginForm() {
  const { t } = useTranslation();
  const form = useId();
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function enter(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await take(client.POST('/api/v1/login', { body: { token } }));
      session.enter();
      void queries.invalidateQueries();
    } catch (failure) {
      const wrong = failure instanceof Problem && failure.status === 401;
      setError(wrong ? t('login.wrong') : t('offline'));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t('login.title')}
      actions={
        <Button look="main" type="submit" form={form} disabled={busy || !token}>
          {t('login.enter')}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void enter(event)}>
        <p>{t('login.why')}</p>
        <Field label={t('login.token')} error={error}>
          <input
            type="password"
            autoComplete="current-password"
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        {error && (
          <p className="visually-hidden" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

export function Login() {
  return useRefused() ? <LoginForm /> : null;
}
