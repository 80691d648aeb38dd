// Filters.tsx: which rows of the timeline are shown
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '@/parts/shortcuts';
import styles from './Filters.module.css';
import { filters } from './rows';
import { useRunView } from './view';

export function Filters() {
  const { t } = useTranslation();
  const { filter, setFilter, search, setSearch } = useRunView();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('filter', () => field.current?.focus());
  return (
    <div className={styles.tools}>
      <label className={styles.search}>
        <Search aria-hidden className={styles.icon} />
        <span className="visually-hidden">{t('run.search')}</span>
        <input
          ref={field}
          type="search"
          value={search}
          placeholder={t('run.searchShort')}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setSearch('');
            event.currentTarget.blur();
          }}
        />
      </label>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{t('run.show')}</legend>
        {filters.map((name) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {t(`run.filter.${name}`)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
