// ScenarioRow.tsx: the cells of one scenario
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run, Scenario } from '@/api/client';
import { RunChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { RunButton } from '@/parts/RunButton/RunButton';
import { Ago } from '@/parts/Time';
import styles from './ScenarioList.module.css';

const TAGS_SHOWN = 3;

type Props = {
  scenario: Scenario;
  open: Run | undefined; // a run that has not ended
  onTag: (tag: string) => void;
  onQueued: (run: Run) => void;
};

export const ScenarioRow = memo(function ScenarioRow({ scenario, open, onTag, onQueued }: Props) {
  const { t } = useTranslation();
  const title = scenario.name || scenario.goal || t('scenario.untitled');
  const tags = scenario.tags ?? [];
  const missing = scenario.missing.map((name) => t(`runButton.lack.${name as 'goal'}`)).join(', ');
  return (
    <>
      <div className={styles.scenario}>
        <Link href={`/scenarios/${scenario.id}`} className={styles.title}>
          <Foreign text={title} />
        </Link>
        <p className={styles.under}>
          {missing ? (
            <span className={styles.lacks}>{t('runButton.lacks', { what: missing })}</span>
          ) : (
            <>
              {t('scenarios.steps', { count: scenario.steps.length })} ·{' '}
              <Foreign text={scenario.packageName} />
            </>
          )}
        </p>
      </div>
      <div className={styles.tags}>
        {tags.slice(0, TAGS_SHOWN).map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            title={t('scenarios.onlyTag', { tag })}
            onClick={() => onTag(tag)}
          >
            <Foreign text={tag} />
          </button>
        ))}
        {tags.length > TAGS_SHOWN && (
          <span className={styles.under} title={tags.slice(TAGS_SHOWN).join(', ')}>
            +{tags.length - TAGS_SHOWN}
          </span>
        )}
      </div>
      <div className={styles.last}>
        {open && (
          <Link href={`/runs/${open.id}`} className={styles.run}>
            <RunChip run={open} />
            {open.state === 'queued' && open.place ? (
              <span className={styles.under}>{t('scenarios.place', { place: open.place })}</span>
            ) : null}
          </Link>
        )}
      </div>
      <div className={styles.rate} />
      <div className={styles.runs} />
      <div className={styles.updated}>
        <Ago at={scenario.updatedAt} />
      </div>
      <div className={styles.acts}>
        <RunButton short scenario={scenario} title={title} onQueued={onQueued} />
      </div>
    </>
  );
});
