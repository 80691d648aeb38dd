// RunButtons.tsx: what can be done with a run of the server
import { Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { useMay } from '@/api/me';
import { Button } from '@/parts/Button';
import { Menu } from '@/parts/Menu';
import type { ExportFormat, RunActions } from './data';

type Props = { run: Run; actions: RunActions; onShowScreen: (() => void) | undefined };

// A flow is made of the run's own recording; a run of a flow is its own.
function isThere(run: Run, format: ExportFormat): boolean {
  if (format === 'flow') return run.flow !== undefined || run.hasRecording === true;
  return run.state === 'ended' || format === 'manifest' || format === 'log';
}

export function RunButtons({ run, actions, onShowScreen }: Props) {
  const { t } = useTranslation();
  const ended = run.state === 'ended';
  const mayRun = useMay('run');
  return (
    <>
      {onShowScreen && <Button onClick={onShowScreen}>{t('run.showPicture')}</Button>}
      {!mayRun ? null : ended ? (
        <Button look="main" onClick={() => actions.again()}>
          <Play aria-hidden /> {t('run.again')}
        </Button>
      ) : (
        <Button look="danger" onClick={actions.stop} disabled={actions.stopping}>
          <Square aria-hidden /> {actions.stopping ? t('run.stopping') : t('run.stop')}
        </Button>
      )}
      <Menu
        label={t('run.export')}
        rows={[
          { id: 'copy', title: t('run.copyMarkdown'), disabled: !ended, act: actions.copyReport },
          ...actions.exports.map(({ format, href }) => ({
            id: format,
            title: t(`run.exports.${format}`),
            href,
            download: true,
            disabled: !isThere(run, format),
          })),
        ]}
      />
    </>
  );
}
