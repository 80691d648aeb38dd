// Filters.tsx: what the history of runs is narrowed to

import { Search } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllDevices } from '@/api/hosts';
import { useProfiles, useScenarios } from '@/api/queries';
import { useStoredScenario } from '@/api/scenarios';
import { Field } from '@/parts/Field';
import { plain } from '@/parts/Foreign';
import { useShortcut } from '@/parts/shortcuts';
import { useTyped } from '@/parts/useTyped';
import { ranges, statuses, type Wishes } from './filter';
import styles from './RunsPage.module.css';

type Option = { value: string; title: string };

// A value that the address has and the server does not know stays a choice.
function Select({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string;
  all: string;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const known = !value || options.some((option) => option.value === value);
  return (
    <Field label={label} hideLabel>
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {!known && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {plain(option.title)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function useScenarioOptions(chosen: string | undefined): { scenarios: Option[]; tags: string[] } {
  const { data } = useScenarios();
  const known = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.scenarios).filter((each) => !each.damaged),
    [data],
  );
  const missing = chosen && data && !known.some((each) => each.id === chosen) ? chosen : undefined;
  const other = useStoredScenario(missing).data;
  return useMemo(() => {
    const all = other && other.id === chosen ? [other, ...known] : known;
    return {
      scenarios: all.map((each) => ({ value: each.id, title: each.name || each.goal })),
      tags: [...new Set(all.flatMap((each) => each.tags ?? []))].sort(),
    };
  }, [known, other, chosen]);
}

type Props = { wishes: Wishes; set: (change: Wishes) => void; children?: ReactNode };

export function Filters({ wishes, set, children }: Props) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  const devices = useAllDevices();
  const profiles = useProfiles().data?.profiles ?? [];
  const { scenarios, tags } = useScenarioOptions(wishes.scenario);
  const [text, setText] = useTyped(wishes.text ?? '', (value) => set({ text: value.trim() }));
  const [tag, setTag] = useTyped(wishes.tag ?? '', (value) => set({ tag: value.trim() }));
  const dates = wishes.range === 'dates' || Boolean(wishes.since || wishes.until);
  useShortcut('filter', () => search.current?.focus());
  return (
    <search className={styles.filters}>
      <div className={styles.text}>
        <Search aria-hidden />
        <Field label={t('runs.filter.text')} hideLabel>
          <input
            ref={search}
            type="search"
            placeholder={t('runs.filter.text')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Select
        label={t('runs.filter.status')}
        all={t('runs.filter.anyStatus')}
        options={statuses.map((value) => ({
          value,
          title: value === 'running' || value === 'queued' ? t(`state.${value}`) : t(`verdict.${value}.name`),
        }))}
        value={wishes.status}
        onChange={(status) => set({ status })}
      />
      <Select
        label={t('runs.filter.scenario')}
        all={t('runs.filter.anyScenario')}
        options={scenarios}
        value={wishes.scenario}
        onChange={(scenario) => set({ scenario })}
      />
      <Field label={t('runs.filter.tag')} hideLabel>
        <input
          className={styles.tag}
          list="run-tags"
          placeholder={t('runs.filter.tag')}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
      </Field>
      <datalist id="run-tags">
        {tags.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Select
        label={t('runs.filter.device')}
        all={t('runs.filter.anyDevice')}
        options={devices.map(({ id, name }) => ({ value: id, title: name ? `${name} (${id})` : id }))}
        value={wishes.device}
        onChange={(device) => set({ device })}
      />
      <Select
        label={t('runs.filter.profile')}
        all={t('runs.filter.anyProfile')}
        options={profiles.map(({ id, title }) => ({ value: id, title }))}
        value={wishes.profile}
        onChange={(profile) => set({ profile })}
      />
      <Select
        label={t('runs.filter.range')}
        all={t('runs.filter.anyTime')}
        options={ranges.map((value) => ({ value, title: t(`runs.filter.${value}`) }))}
        value={dates ? 'dates' : wishes.range}
        onChange={(range) => set({ range, since: '', until: '' })}
      />
      {dates && (
        <div className={styles.dates}>
          <Field label={t('runs.filter.since')}>
            <input
              type="date"
              value={wishes.since ?? ''}
              onChange={(event) => set({ since: event.target.value })}
            />
          </Field>
          <Field label={t('runs.filter.until')}>
            <input
              type="date"
              value={wishes.until ?? ''}
              onChange={(event) => set({ until: event.target.value })}
            />
          </Field>
        </div>
      )}
      {children}
    </search>
  );
}
