// ChangedDialog.tsx: asks what to run when the scenario is another one than the page has shown
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { Foreign } from '../Foreign';
import { differencesOf } from './differences';
import styles from './RunButton.module.css';
import { ask, type Changed } from './running';

export default function ChangedDialog({ changed: { was, now, run } }: { changed: Changed }) {
  const { t } = useTranslation();
  const [location, go] = useLocation();
  const page = `/scenarios/${now.id}`;
  const close = () => ask(undefined);
  return (
    <Dialog
      title={t('runButton.changed.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('runButton.notNow')}</Button>
          {location !== page && (
            <Button
              onClick={() => {
                close();
                go(page);
              }}
            >
              {t('runButton.changed.open')}
            </Button>
          )}
          <Button
            look="main"
            onClick={() => {
              close();
              run();
            }}
          >
            <Play aria-hidden /> {t('runButton.changed.run')}
          </Button>
        </>
      }
    >
      <p>{t('runButton.changed.text')}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('runButton.changed.was')}</th>
            <th scope="col">{t('runButton.changed.now')}</th>
          </tr>
        </thead>
        <tbody>
          {differencesOf(was, now).map(({ name, was, now }) => (
            <tr key={name}>
              <th scope="row">{t(`runButton.changed.${name}`)}</th>
              <td>
                <Foreign text={was || '–'} />
              </td>
              <td>
                <Foreign text={now || (name === 'other' ? t('runButton.changed.different') : '–')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
