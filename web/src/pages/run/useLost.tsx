// useLost.tsx: files of a run that could not be loaded, such as those of a host that is away
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/client';
import { Foreign } from '@/parts/Foreign';

// The server's reason for a file that it does not give: an image or a video that fails has none.
async function reasonOf(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { Range: 'bytes=0-0' }, signal });
  if (response.ok) return '';
  return problemOf(response, await response.json().catch(() => '')).message;
}

// lost: what to show in the place of a file. Another file is a new try.
export function useLost(url: string | undefined): { lost: ReactNode; onError: () => void } {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string>();
  const [reason, setReason] = useState('');
  const lost = url !== undefined && failed === url;
  useEffect(() => {
    if (!lost) return;
    const ended = new AbortController();
    setReason('');
    reasonOf(url, ended.signal).then(setReason, () => undefined);
    return () => ended.abort();
  }, [lost, url]);
  const onError = () => setFailed(url);
  if (!lost) return { lost: undefined, onError };
  return {
    lost: (
      <>
        {t('run.lostHere')} {reason && <Foreign text={reason} />}
      </>
    ),
    onError,
  };
}
