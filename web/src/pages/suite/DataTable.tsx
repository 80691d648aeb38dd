// DataTable.tsx: the rows that every scenario is run with, pasted or uploaded as CSV
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import { DeleteIcon, UploadIcon } from '@/parts/icons';
import { Panel } from '@/parts/Panel';
import { type CsvProblem, parseTable, ROWS_MAX, type Table, writeTable } from './csv';
import styles from './SuitePage.module.css';

const SHOWN = 5;
const FILE_MAX = 4 << 20;

type Trouble = CsvProblem | { kind: 'file' };

function useTroubleWords() {
  const { t } = useTranslation('team');
  return (trouble: Trouble): string => {
    if (trouble.kind === 'many') return t('suite.csv.many', { count: ROWS_MAX });
    if (trouble.kind === 'name') return t('suite.csv.name', { column: trouble.column });
    if (trouble.kind === 'twice') return t('suite.csv.twice', { name: trouble.name });
    if (trouble.kind === 'long') return t('suite.csv.long', { row: trouble.row });
    return t(`suite.csv.${trouble.kind}`);
  };
}

function Preview({ table: { columns, rows } }: { table: Table }) {
  const { t } = useTranslation('team');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={styles.preview} tabIndex={0} aria-label={t('suite.table')}>
      <table>
        <caption className={styles.soft}>
          {rows.length > SHOWN
            ? t('suite.firstRows', { count: rows.length, shown: SHOWN })
            : t('suite.rowCount', { count: rows.length })}
        </caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                <Foreign text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and are replaced as a whole
            <tr key={at}>
              {columns.map((name) => (
                <td key={name}>
                  <Foreign text={row[name] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Props = { table: Table; error: string | undefined; onChange: (table: Table) => void };

export function DataTable({ table, error, onChange }: Props) {
  const { t } = useTranslation('team');
  const words = useTroubleWords();
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => writeTable(table));
  const [trouble, setTrouble] = useState<Trouble>();
  function take(next: string) {
    setText(next);
    const read = next.trim() ? parseTable(next) : { columns: [], rows: [] };
    if ('kind' in read) setTrouble(read);
    else {
      setTrouble(undefined);
      onChange(read);
    }
  }
  function upload(file: File | undefined) {
    if (!file) return;
    if (file.size > FILE_MAX) setTrouble({ kind: 'many' });
    else file.text().then(take, () => setTrouble({ kind: 'file' }));
  }
  const wrong = trouble && words(trouble);
  return (
    <Panel title={t('suite.data')}>
      <div className={styles.fields}>
        <p className={styles.lead}>{t('suite.dataText', { variables: '{{variables}}' })}</p>
        <Field label={t('suite.paste')} hint={t('suite.pasteHint')} error={wrong ?? error}>
          <textarea
            className={styles.csv}
            rows={4}
            spellCheck={false}
            placeholder={'user,city\nada,Saint-Malo'}
            value={text}
            onChange={(event) => take(event.target.value)}
          />
        </Field>
        <div className={styles.actions}>
          <input
            ref={picker}
            type="file"
            accept=".csv,.tsv,text/csv"
            hidden
            aria-label={t('suite.upload')}
            onChange={(event) => {
              upload(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button onClick={() => picker.current?.click()}>
            <UploadIcon aria-hidden /> {t('suite.upload')}
          </Button>
          {text && (
            <Button look="bare" onClick={() => take('')}>
              <DeleteIcon aria-hidden /> {t('suite.clear')}
            </Button>
          )}
        </div>
        {!trouble && table.columns.length > 0 && <Preview table={table} />}
      </div>
    </Panel>
  );
}
