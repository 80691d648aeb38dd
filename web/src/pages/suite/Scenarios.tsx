// Scenarios.tsx: which scenarios a suite has: by tag, and one by one
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScenarioList } from '@/api/scenarios';
import { LinkButton } from '@/parts/Button';
import { Field } from '@/parts/Field';
import { Foreign, plain } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { useTyped } from '@/parts/useTyped';
import { hasTag, type SuiteForm, tagsOf, totalOf } from './form';
import type { Change } from './SuitePage';
import styles from './SuitePage.module.css';

type Props = { form: SuiteForm; change: Change; tagsError: string | undefined; error: string | undefined };

function Total({ form, all }: { form: SuiteForm; all: readonly { id: string; tags?: string[] }[] }) {
  const { t } = useTranslation('team');
  const { count, open } = totalOf(form, all);
  return (
    <p role="status" className={styles.soft}>
      {t('suite.total', { count })}
      {open && ` · ${t('suite.totalOpen')}`}
    </p>
  );
}

export function Scenarios({ form, change, tagsError, error }: Props) {
  const { t } = useTranslation('team');
  const [wanted, setWanted] = useState('');
  const [text, setText] = useTyped(wanted, setWanted);
  const list = useScenarioList({ ...(wanted.trim() && { text: wanted.trim() }) });
  const found = (list.data?.pages ?? []).flatMap((page) => page.scenarios).filter((each) => !each.damaged);
  const tags = tagsOf(form.tags);
  const known = [...new Set(found.flatMap((each) => each.tags ?? []))].sort();
  const lost =
    wanted || list.hasNextPage ? [] : form.scenarios.filter((id) => !found.some((each) => each.id === id));
  const toggle = (id: string) =>
    change({
      scenarios: form.scenarios.includes(id)
        ? form.scenarios.filter((each) => each !== id)
        : [...form.scenarios, id],
    });
  return (
    <Panel title={t('suite.scenarios')}>
      <div className={styles.fields}>
        <p className={styles.lead}>{t('suite.scenariosText')}</p>
        <Field label={t('suite.tags')} hint={t('suite.tagsHint')} error={tagsError}>
          <input
            list="suite-tags"
            spellCheck={false}
            value={form.tags}
            onChange={(event) => change({ tags: event.target.value })}
          />
        </Field>
        <datalist id="suite-tags">
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <Field label={t('suite.search')} error={error}>
          <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {list.error && !list.data && <Failure error={list.error} retry={() => void list.refetch()} />}
        {list.data && found.length === 0 && (
          <p className={styles.soft}>
            {wanted ? t('suite.noMatch') : t('suite.noScenarios')}{' '}
            {!wanted && <LinkButton to="/scenarios/new">{t('suite.newScenario')}</LinkButton>}
          </p>
        )}
        {(found.length > 0 || lost.length > 0) && (
          <fieldset className={styles.picker}>
            <legend className="visually-hidden">{t('suite.byHand')}</legend>
            {found.map((each) => {
              const tagged = hasTag(tags, each.tags);
              return (
                <label key={each.id} className={styles.pick}>
                  <input
                    type="checkbox"
                    checked={form.scenarios.includes(each.id)}
                    onChange={() => toggle(each.id)}
                  />
                  <span className={styles.pickName}>
                    <Foreign text={each.name || each.goal} />
                  </span>
                  <span className={styles.soft}>
                    {tagged ? t('suite.byTag') : plain((each.tags ?? []).slice(0, 3).join(' · '))}
                  </span>
                </label>
              );
            })}
            {lost.map((id) => (
              <label key={id} className={styles.pick}>
                <input type="checkbox" checked onChange={() => toggle(id)} />
                <span className={styles.pickName}>{t('suite.gone', { id: plain(id) })}</span>
              </label>
            ))}
          </fieldset>
        )}
        <p className={styles.soft}>{t('suite.chosen', { count: form.scenarios.length })}</p>
        <Total form={form} all={found} />
      </div>
    </Panel>
  );
}
