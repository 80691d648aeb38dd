// Budget.tsx: how much of its limits a run has used
import { useTranslation } from 'react-i18next';
import { usageOf } from '@/outcome/outcome';
import { useFormat } from '@/text/format';
import type { RunData } from './data';
import styles from './RunHeader.module.css';

type Limit = { name: 'iterations' | 'tokens' | 'costUsd' | 'minutes'; used: number; most: number };

// Budgets of the scenario override those of the configuration; 0 means unlimited.
function limitsOf({ run, events }: RunData, now: number): Limit[] {
  const own = run.scenario?.budgets ?? {};
  const general = run.config?.budgets ?? {};
  const usage = usageOf(run, events);
  const began = Date.parse(run.startedAt ?? '');
  const until = run.endedAt ? Date.parse(run.endedAt) : now;
  const most = (name: Limit['name']) => own[name] || general[name] || 0;
  const limits: Limit[] = [
    {
      name: 'iterations',
      used: usage?.iterations ?? 0,
      most: most('iterations') || run.config?.maxAgentIterations || 0,
    },
    { name: 'tokens', used: usage ? usage.inputTokens + usage.outputTokens : 0, most: most('tokens') },
    { name: 'costUsd', used: usage?.costUsd ?? 0, most: most('costUsd') },
    { name: 'minutes', used: began ? Math.max(0, until - began) / 60_000 : 0, most: most('minutes') },
  ];
  return limits.filter((limit) => limit.most > 0);
}

export function Budget({ data, now }: { data: RunData; now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = (name: Limit['name'], value: number) =>
    name === 'costUsd' ? format.money(value) : format.number(value, { digits: name === 'minutes' ? 1 : 0 });
  return (
    <>
      {limitsOf(data, now).map(({ name, used, most }) => (
        <div key={name} className={styles.fact}>
          <dt>{t(`run.budget.${name}`)}</dt>
          <dd className={styles.budget}>
            <meter
              aria-label={t(`run.budget.${name}`)}
              min={0}
              max={most}
              high={most * 0.8}
              optimum={0}
              value={Math.min(used, most)}
            />
            {amount(name, used)} / {amount(name, most)}
          </dd>
        </div>
      ))}
    </>
  );
}
