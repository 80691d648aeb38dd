// Expected.tsx: what a step should have shown, how each came out, and how strong the proof is
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { Chip, type Tone } from '@/parts/Chip';
import { wordsOf } from '@/parts/Claims/claims';
import { Foreign } from '@/parts/Foreign';
import styles from './Expected.module.css';
import type { Group, Strength } from './timeline';

type Outcome = NonNullable<Schemas['Expectation']['outcome']>;

const tones: Record<Outcome, Tone> = { holds: 'pass', fails: 'fail', unbound: 'open', unknown: 'open' };

function useStrengthWords(): (strength: Strength) => string {
  const { t } = useTranslation();
  return ({ weak, held, others }) =>
    weak ? t('run.strength.weak', { held, count: others }) : t('run.strength.strong');
}

// Beside a verdict: how much its proof says.
export function StrengthChip({ strength }: { strength: Strength | undefined }) {
  const { t } = useTranslation();
  const words = useStrengthWords();
  if (!strength) return null;
  const { weak, held, others } = strength;
  return (
    <Chip tone={weak ? 'open' : 'quiet'} title={t('run.strength.means', { held, count: others })}>
      {words(strength)}
    </Chip>
  );
}

export function StrengthLine({ strength }: { strength: Strength }) {
  const { t } = useTranslation();
  return <>{t('run.strength.means', { held: strength.held, count: strength.others })}</>;
}

// The number of expectations that held in an evaluated step.
export function HeldChip({ group }: { group: Group }) {
  const { t } = useTranslation();
  const outcomes = (group.expectations ?? []).flatMap(({ outcome }) => outcome ?? []);
  if (outcomes.length === 0) return null;
  const held = outcomes.filter((outcome) => outcome === 'holds').length;
  const tone = held === outcomes.length ? 'quiet' : outcomes.includes('fails') ? 'fail' : 'open';
  return <Chip tone={tone}>{t('expect.held', { held, count: outcomes.length })}</Chip>;
}

export function Expectations({ group }: { group: Group }) {
  const { t } = useTranslation();
  if (!group.expectations?.length) return null;
  return (
    <section className={styles.part}>
      <h3>{t('expect.heading')}</h3>
      <ul className={styles.list}>
        {group.expectations.map(({ claim, outcome, why, bound }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={at}>
            <Foreign text={wordsOf(claim, t)} />{' '}
            <Chip tone={outcome ? tones[outcome] : 'quiet'}>{t(`expect.outcome.${outcome ?? 'none'}`)}</Chip>
            {bound && <span className={styles.soft}> {t('expect.bound', { text: bound })}</span>}
            {why && outcome !== 'holds' && (
              <p className={styles.soft}>
                <Foreign text={why} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
