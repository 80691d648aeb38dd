// RunButtons.tsx: what can be done with a run of the server
import { ClipboardCopy, Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { Button } from '@/parts/Button';
import { Menu } from '@/parts/Menu';
import type { RunActions } from './data';
import styles from './RunHeader.module.css';

export function RunButtons({ run, actions }: { run: Run; actions: RunActions }) {
  const { t } = useTranslation();
  const ended = run.state === 'ended';
  return (
    <div className={styles.actions}>
      {ended ? (
        <Button look="main" onClick={() => actions.again()}>
          <Play aria-hidden /> {t('run.again')}
        </Button>
      ) : (
        <Button look="danger" onClick={actions.stop} disabled={actions.stopping}>
          <Square aria-hidden /> {actions.stopping ? t('run.stopping') : t('run.stop')}
        </Button>
      )}
      <Button onClick={actions.copyReport} disabled={!ended}>
        <ClipboardCopy aria-hidden /> {t('run.copyMarkdown')}
      </Button>
      <Menu
        label={t('run.export')}
        rows={actions.exports.map(({ format, href }) => ({
          id: format,
          title: t(`run.exports.${format as 'junit'}`),
          href,
          download: true,
          disabled: !ended && format !== 'manifest' && format !== 'log',
        }))}
      />
    </div>
  );
}
