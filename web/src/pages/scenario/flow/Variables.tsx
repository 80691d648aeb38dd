// Variables.tsx: the variables that a flow gets when it runs here
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/parts/Button';
import styles from './Flow.module.css';

export type Variable = readonly [name: string, value: string];
type Props = { rows: readonly Variable[]; readOnly: boolean; onChange: (rows: Variable[]) => void };

export function Variables({ rows, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  if (readOnly && rows.length === 0) return null;
  const set = (at: number, row: Variable) => onChange(rows.map((each, index) => (index === at ? row : each)));
  return (
    <fieldset className={styles.variables}>
      <legend>{t('flow.env')}</legend>
      <p className={styles.hint}>{t('flow.envHint', { secret: '{{name}}' })}</p>
      {rows.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is written letter by letter
        <div key={at} className={styles.variable}>
          <input
            aria-label={t('flow.envName')}
            placeholder="USER"
            value={name}
            readOnly={readOnly}
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => set(at, [event.target.value, value])}
          />
          <input
            aria-label={t('flow.envValue')}
            placeholder="{{user}}"
            value={value}
            readOnly={readOnly}
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => set(at, [name, event.target.value])}
          />
          {!readOnly && (
            <IconButton
              label={t('flow.envRemove', { name })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!readOnly && (
        <p>
          <Button onClick={() => onChange([...rows, ['', '']])}>
            <Plus aria-hidden /> {t('flow.envAdd')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
