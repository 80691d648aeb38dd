// Conflicts.tsx: fields that this window and another one have changed, chosen one by one
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import type { Editing } from './editing/editing';
import type { Conflict } from './editing/merge';
import styles from './SaveState.module.css';
import { placeName } from './useTold';

const sides = ['mine', 'theirs'] as const;

function Row({ editing, conflict }: { editing: Editing; conflict: Conflict }) {
  const { t } = useTranslation();
  const name = placeName(t, conflict.place);
  return (
    <li className={styles.choice} aria-label={name}>
      <h3>{name}</h3>
      <div className={styles.sides}>
        {sides.map((side) => (
          <div key={side} className={styles.side}>
            <span className={styles.whose}>{t(`scenario.conflict.${side}`)}</span>
            <p className={styles.text}>
              {conflict[side] ? <Foreign text={conflict[side]} /> : t('scenario.conflict.nothing')}
            </p>
            <Button
              aria-label={t(`scenario.conflict.${side === 'mine' ? 'keepOf' : 'takeOf'}`, { name })}
              onClick={() => editing.choose(conflict.id, side)}
            >
              {t(`scenario.conflict.${side === 'mine' ? 'keep' : 'take'}`)}
            </Button>
          </div>
        ))}
      </div>
    </li>
  );
}

export function Conflicts({ editing, conflicts }: { editing: Editing; conflicts: readonly Conflict[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.conflict} aria-labelledby="conflict">
      <h2 id="conflict">{t('scenario.conflict.title')}</h2>
      <p className={styles.why}>{t('scenario.conflict.text')}</p>
      <ul className={styles.choices}>
        {conflicts.map((conflict) => (
          <Row key={conflict.id} editing={editing} conflict={conflict} />
        ))}
      </ul>
      {conflicts.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => editing.choose(undefined, 'mine')}>{t('scenario.conflict.keepAll')}</Button>
          <Button onClick={() => editing.choose(undefined, 'theirs')}>
            {t('scenario.conflict.takeAll')}
          </Button>
        </div>
      )}
    </section>
  );
}
