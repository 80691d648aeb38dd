// Summary.tsx: what two runs took and came to, with the difference
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run } from '@/api/client';
import { durationOf } from '@/api/history';
import { costOf, modelLine, outcomeOf, tokensOf } from '@/outcome/outcome';
import { RunChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { Ago } from '@/parts/Time';
import { Worded } from '@/parts/Worded';
import { type Format, useFormat } from '@/text/format';
import styles from './ComparePage.module.css';

type Measure = {
  name: 'duration' | 'cost' | 'tokens';
  of: (run: Run) => number | undefined;
  text: (value: number, format: Format) => string;
};

const measures: Measure[] = [
  { name: 'duration', of: durationOf, text: (value, format) => format.duration(value) },
  { name: 'cost', of: (run) => costOf(run), text: (value, format) => format.money(value) },
  { name: 'tokens', of: (run) => tokensOf(run), text: (value, format) => format.number(value) },
];

function Difference({ left, right, text }: { left: number; right: number; text: (value: number) => string }) {
  const format = useFormat();
  const by = right - left;
  if (by === 0) return <>=</>;
  const share = left > 0 ? format.percent(by / left, { signed: true }) : '';
  return (
    <>
      {by > 0 ? '+' : '−'}
      {text(Math.abs(by))} {share && `(${share})`}
    </>
  );
}

const facts = ['device', 'appVersion'] as const;

function Model({ run }: { run: Run }) {
  const model = modelLine(run);
  return model ? <Worded line={model} /> : '–';
}

export function Summary({ left, right }: { left: Run; right: Run }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sides = [
    ['left', left],
    ['right', right],
  ] as const;
  return (
    <div className={styles.scroll}>
      <table className={styles.summary}>
        <caption className="visually-hidden">{t('compare.summary')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('compare.what')}</span>
            </th>
            {sides.map(([side, run]) => (
              <th key={side} scope="col">
                <Link href={`/runs/${run.id}`}>{t(`compare.${side}`)}</Link>
              </th>
            ))}
            <th scope="col">{t('compare.difference')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('runs.column.result')}</th>
            {sides.map(([side, run]) => (
              <td key={side}>
                <RunChip run={run} /> <ReplayBadge run={run} />
                <span className={styles.headline}>
                  <Worded line={outcomeOf(run).headline} />
                </span>
              </td>
            ))}
            <td>{left.verdict === right.verdict ? '=' : '≠'}</td>
          </tr>
          <tr>
            <th scope="row">{t('runs.column.when')}</th>
            {sides.map(([side, run]) => (
              <td key={side}>{run.queuedAt && <Ago at={run.queuedAt} />}</td>
            ))}
            <td />
          </tr>
          {measures.map(({ name, of, text }) => {
            const [one, other] = [of(left), of(right)];
            return (
              <tr key={name}>
                <th scope="row">{t(`runs.column.${name}`)}</th>
                <td>{one === undefined ? '–' : text(one, format)}</td>
                <td>{other === undefined ? '–' : text(other, format)}</td>
                <td>
                  {one !== undefined && other !== undefined && (
                    <Difference left={one} right={other} text={(value) => text(value, format)} />
                  )}
                </td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('compare.profile')}</th>
            {sides.map(([side, run]) => (
              <td key={side}>
                <Model run={run} />
              </td>
            ))}
            <td>{left.profile === right.profile ? '=' : '≠'}</td>
          </tr>
          {facts.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`compare.${name}`)}</th>
              {sides.map(([side, run]) => (
                <td key={side}>{run[name] ? <Foreign text={run[name]} /> : '–'}</td>
              ))}
              <td>{left[name] === right[name] ? '=' : '≠'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
