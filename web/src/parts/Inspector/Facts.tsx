// Facts.tsx: what is known of an element, and the names by which a step can mean it
import { useTranslation } from 'react-i18next';
import type { ScreenElement } from '@/api/view';
import { Chip } from '../Chip';
import { Foreign } from '../Foreign';
import styles from './Inspector.module.css';

function States({ element }: { element: ScreenElement }) {
  const { t } = useTranslation();
  if (element.state.length === 0) return null;
  return (
    <>
      <dt>{t('inspector.state')}</dt>
      <dd>
        {element.state.map((state) => t(`inspector.states.${state}`, { defaultValue: state })).join(', ')}
      </dd>
    </>
  );
}

function Names({ element }: { element: ScreenElement }) {
  const { t } = useTranslation();
  if (element.selectors.length === 0) return <p className={styles.soft}>{t('inspector.noName')}</p>;
  return (
    <ul className={styles.names} aria-label={t('inspector.names')}>
      {element.selectors.map(({ kind, value, unique, matches }) => (
        <li key={kind}>
          <span className={styles.role}>{t(`inspector.kinds.${kind}`)}</span>
          <code className={styles.label}>
            <Foreign text={value} />
          </code>
          <Chip tone={unique ? 'pass' : 'open'}>
            {unique ? t('inspector.unique') : t('inspector.matches', { count: matches ?? 2 })}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

export function Facts({ element }: { element: ScreenElement }) {
  const { t } = useTranslation();
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('inspector.role')}</dt>
        <dd>{element.role.replaceAll('_', ' ')}</dd>
        {element.id && (
          <>
            <dt>{t('inspector.id')}</dt>
            <dd>
              <code>
                <Foreign text={element.id} />
              </code>
            </dd>
          </>
        )}
        {element.value && (
          <>
            <dt>{t('inspector.value')}</dt>
            <dd>
              <Foreign text={element.value} />
            </dd>
          </>
        )}
        <States element={element} />
      </dl>
      <Names element={element} />
    </>
  );
}
