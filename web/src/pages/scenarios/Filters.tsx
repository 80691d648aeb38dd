// Filters.tsx: what is typed and chosen to see fewer scenarios
import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScenarioFilter } from '@/api/scenarios';
import { Button } from '@/parts/Button';
import { useShortcut } from '@/parts/shortcuts';
import { useTyped } from '@/parts/useTyped';
import styles from './Filters.module.css';
import { verdicts } from './filter';

type Props = {
  filter: ScenarioFilter;
  tags: readonly string[]; // proposals
  onChange: (change: ScenarioFilter) => void;
};

export function Filters({ filter, tags, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useTyped(filter.text ?? '', (text) => onChange({ text }));
  const [tag, setTag] = useTyped(filter.tag ?? '', (tag) => onChange({ tag }));
  useShortcut('filter', () => field.current?.select());
  return (
    <search className={styles.filters}>
      <span className={styles.text}>
        <Search aria-hidden />
        <input
          ref={field}
          type="search"
          value={text}
          aria-label={t('scenarios.filter.text')}
          placeholder={t('scenarios.filter.text')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === '') event.currentTarget.blur();
          }}
        />
      </span>
      <input
        value={tag}
        list={id}
        className={styles.tag}
        aria-label={t('scenarios.filter.tag')}
        placeholder={t('scenarios.filter.tag')}
        onChange={(event) => setTag(event.target.value)}
      />
      <datalist id={id}>
        {tags.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <select
        value={filter.verdict ?? ''}
        aria-label={t('scenarios.filter.verdict')}
        onChange={(event) => onChange({ verdict: verdicts.find((each) => each === event.target.value) })}
      >
        <option value="">{t('scenarios.filter.anyVerdict')}</option>
        {verdicts.map((each) => (
          <option key={each} value={each}>
            {t(`scenarios.filter.${each}`)}
          </option>
        ))}
      </select>
      {Object.keys(filter).length > 0 && (
        <Button look="bare" onClick={() => onChange({ text: '', tag: '', verdict: undefined })}>
          <X aria-hidden /> {t('scenarios.filter.clear')}
        </Button>
      )}
    </search>
  );
}
