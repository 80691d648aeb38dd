// Expectations.tsx: what a step should show, in words: added, edited, pinned, removed
import { ChevronRight, Pencil, Pin, PinOff, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/parts/Button';
import {
  type Claim,
  type ClaimForm,
  claimOfForm,
  formOfClaim,
  isPinned,
  type Kind,
  kinds,
  states,
  type Where,
  wheres,
  withPin,
  wordsOf,
} from '@/parts/Claims/claims';
import { Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import styles from './Expectations.module.css';
import { claimText } from './editing/form';

type EditProps = { claim: Claim | undefined; label: string; onDone: (claim: Claim | undefined) => void };

// The form opens because its button was pressed. Not autoFocus, which the browser heeds only once for a page.
const focusOnMount = (field: HTMLElement | null) => field?.focus();

function MainField({ form, set }: { form: ClaimForm; set: (change: Partial<ClaimForm>) => void }) {
  const { t } = useTranslation();
  const label = t(`expect.main.${form.kind}`);
  const onChange = (event: { target: { value: string } }) => set({ main: event.target.value });
  if (form.kind === 'state')
    return (
      <Field label={label}>
        <select value={form.main} onChange={onChange}>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`expect.states.${state}`)}
            </option>
          ))}
        </select>
      </Field>
    );
  if (form.kind === 'sum')
    return (
      <Field label={label} hint={t('expect.sumHint')}>
        <textarea rows={2} value={form.main} onChange={onChange} />
      </Field>
    );
  const isNumber = form.kind === 'count' || form.kind === 'atLeast';
  return (
    <Field label={label}>
      <input value={form.main} inputMode={isNumber ? 'numeric' : 'text'} onChange={onChange} />
    </Field>
  );
}

// A form for one expectation; Escape leaves it as it was.
function EditClaim({ claim, label, onDone }: EditProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => formOfClaim(claim));
  const [tried, setTried] = useState(false);
  const set = (change: Partial<ClaimForm>) => setForm((now) => ({ ...now, ...change }));
  const row = kinds[form.kind];
  const made = claimOfForm(form);

  function setKind(kind: Kind) {
    const wasState = form.kind === 'state';
    set({ kind, ...(kind === 'state' ? { main: states[0] } : wasState ? { main: '' } : {}) });
  }
  function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (made) onDone(made);
  }
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(undefined);
      }}
    >
      <Field label={t('expect.kind')}>
        <select
          ref={focusOnMount}
          value={form.kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <option key={kind} value={kind}>
              {t(`expect.kinds.${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <MainField form={form} set={set} />
      {row.where && (
        <Field label={t('expect.place')}>
          <select value={form.where} onChange={(event) => set({ where: event.target.value as Where })}>
            {wheres.map((where) => (
              <option key={where} value={where}>
                {t(`expect.where.${where}`)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {row.of && (
        <Field label={row.ofNeeded ? t(`expect.${row.of}`) : t('expect.nearOptional')}>
          <input value={form.of} onChange={(event) => set({ of: event.target.value })} />
        </Field>
      )}
      {tried && !made && (
        <p className={styles.lacks} role="alert">
          {t('expect.lacks')}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit">{t('expect.keep')}</Button>
        <Button look="bare" onClick={() => onDone(undefined)}>
          {t('expect.leave')}
        </Button>
      </div>
    </form>
  );
}

type Props = {
  number: number; // of the step
  claims: readonly Claim[];
  uncheckable: boolean; // it was compiled, and nothing follows from it
  adds: boolean; // a new one is being written
  onAdded: () => void; // or left
  onChange: (claims: readonly Claim[]) => void;
};

// One line for all of them; the list is shown on demand.
function Summary({ number, claims, isOpen, onToggle }: SummaryProps) {
  const { t } = useTranslation();
  const [first, ...more] = claims.map((claim) => wordsOf(claim, t));
  if (first === undefined) return null;
  return (
    <button type="button" className={styles.summary} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronRight aria-hidden />
      <span className="visually-hidden">{t('expect.list', { step: number })}: </span>
      <span className={styles.first}>
        <Foreign text={first} />
      </span>
      {more.length > 0 && <span>{t('expect.more', { count: more.length })}</span>}
    </button>
  );
}

type SummaryProps = {
  number: number;
  claims: readonly Claim[];
  isOpen: boolean;
  onToggle: () => void;
};

export function Expectations({ number, claims, uncheckable, adds, onAdded, onChange }: Props) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Claim>();
  const [isOpen, setOpen] = useState(false);
  // While one is edited, others may come, or replace it: a compiling ends, or someone else saves.
  const isEdited = (claim: Claim) => edited !== undefined && claimText(claim) === claimText(edited);
  const rows = !edited || claims.some(isEdited) ? claims : [...claims, edited];
  const done = (at: number) => (claim: Claim | undefined) => {
    setEdited(undefined);
    if (adds) onAdded();
    if (claim) onChange(rows.toSpliced(at, 1, claim));
  };
  return (
    <div className={styles.expectations}>
      <Summary number={number} claims={claims} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {rows.length > 0 && isOpen && (
        <ul className={styles.claims} aria-label={t('expect.list', { step: number })}>
          {rows.map((claim, at) => {
            const words = wordsOf(claim, t);
            const pinned = isPinned(claim);
            if (isEdited(claim))
              return (
                <li key={words}>
                  <EditClaim claim={claim} label={t('expect.edit', { words })} onDone={done(at)} />
                </li>
              );
            return (
              <li key={words} className={styles.claim}>
                <span className={styles.words}>
                  <Foreign text={words} />
                </span>
                <IconButton
                  label={t(pinned ? 'expect.unpin' : 'expect.pin', { words })}
                  onClick={() => onChange(claims.toSpliced(at, 1, withPin(claim, !pinned)))}
                >
                  {pinned ? <Pin aria-hidden className={styles.pinned} /> : <PinOff aria-hidden />}
                </IconButton>
                <IconButton label={t('expect.edit', { words })} onClick={() => setEdited(claim)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={t('expect.remove', { words })}
                  onClick={() => onChange(claims.toSpliced(at, 1))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      {claims.length === 0 && uncheckable && <p className={styles.nothing}>{t('expect.nothing')}</p>}
      {adds && (
        <EditClaim claim={undefined} label={t('expect.add', { step: number })} onDone={done(rows.length)} />
      )}
    </div>
  );
}
