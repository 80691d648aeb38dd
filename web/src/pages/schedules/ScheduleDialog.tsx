// ScheduleDialog.tsx: a schedule: what, when and in which zone, with what cron's fields mean
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { useScenarios } from '@/api/queries';
import { type Schedule, type ScheduleDocument, useSaveSchedule } from '@/api/team_schedules';
import { useSuites } from '@/api/team_suites';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Check, Field } from '@/parts/Field';
import { plain } from '@/parts/Foreign';
import { Failure } from '@/parts/Page';
import { isZone, parseCron } from './cron';
import styles from './SchedulesPage.module.css';
import { upcoming, useReading, ZonedTime } from './times';

const presets = {
  nightly: '0 2 * * *',
  workdays: '0 7 * * 1-5',
  weekly: '0 7 * * 1',
  hourly: '0 * * * *',
} as const;
const presetNames = ['nightly', 'workdays', 'weekly', 'hourly'] as const;

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

type Form = Omit<ScheduleDocument, 'suite' | 'scenario'> & { what: string }; // "suite:ID", "scenario:ID"

function formOf(schedule: Schedule | undefined): Form {
  const {
    name = '',
    cron = presets.nightly,
    zone = ownZone(),
    enabled = true,
    suite,
    scenario,
  } = schedule ?? {};
  return {
    name,
    cron,
    zone,
    enabled,
    what: suite ? `suite:${suite}` : scenario ? `scenario:${scenario}` : '',
  };
}

function documentOf({ what, ...rest }: Form): ScheduleDocument {
  const [kind = '', ...id] = what.split(':');
  return { ...rest, name: rest.name.trim(), cron: rest.cron.trim(), [kind]: id.join(':') };
}

function What({ form, set, error }: { form: Form; set: (what: string) => void; error: string | undefined }) {
  const { t } = useTranslation('team');
  const suites = useSuites().data ?? [];
  const scenarios = (useScenarios().data?.pages ?? [])
    .flatMap((page) => page.scenarios)
    .filter((each) => !each.damaged);
  const all = [...suites.map(({ id }) => `suite:${id}`), ...scenarios.map(({ id }) => `scenario:${id}`)];
  return (
    <Field label={t('schedules.what')} error={error}>
      <select value={form.what} onChange={(event) => set(event.target.value)}>
        {form.what === '' && <option value="">{t('schedules.choose')}</option>}
        {form.what !== '' && !all.includes(form.what) && <option value={form.what}>{form.what}</option>}
        {suites.length > 0 && (
          <optgroup label={t('schedules.suites')}>
            {suites.map(({ id, name }) => (
              <option key={id} value={`suite:${id}`}>
                {plain(name)}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={t('schedules.scenarios')}>
          {scenarios.map(({ id, name, goal }) => (
            <option key={id} value={`scenario:${id}`}>
              {plain(name || goal)}
            </option>
          ))}
        </optgroup>
      </select>
    </Field>
  );
}

// What the fields say in words, and what that means for the calendar.
function Meaning({ form }: { form: Form }) {
  const { t } = useTranslation('team');
  const reading = useReading();
  const cron = parseCron(form.cron);
  if (!cron) return null;
  const times = upcoming({ cron: form.cron, zone: form.zone }, 3);
  return (
    <div className={styles.meaning} role="status">
      <p className={styles.reading}>{reading(cron)}</p>
      {isZone(form.zone) && (
        <>
          <p className={styles.soft}>{times.length > 0 ? t('schedules.nextThree') : t('schedules.noNext')}</p>
          <ol>
            {times.map((at) => (
              <li key={at}>
                <ZonedTime at={at} zone={form.zone} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function When({ form, set, error }: { form: Form; set: (cron: string) => void; error: string | undefined }) {
  const { t } = useTranslation('team');
  const known = presetNames.find((name) => presets[name] === form.cron.trim());
  const [own, setOwn] = useState(!known);
  const bad = form.cron.trim() !== '' && !parseCron(form.cron);
  return (
    <>
      <Field label={t('schedules.when')}>
        <select
          value={own ? 'own' : known}
          onChange={(event) => {
            const name = presetNames.find((each) => each === event.target.value);
            setOwn(!name);
            if (name) set(presets[name]);
          }}
        >
          {presetNames.map((name) => (
            <option key={name} value={name}>
              {t(`schedules.presets.${name}`)}
            </option>
          ))}
          <option value="own">{t('schedules.presets.own')}</option>
        </select>
      </Field>
      {own && (
        <Field
          label={t('schedules.cron')}
          hint={t('schedules.cronHint')}
          error={error ?? (bad ? t('schedules.cronBad') : undefined)}
        >
          <input
            className={styles.cron}
            value={form.cron}
            spellCheck={false}
            onChange={(event) => set(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}

export function ScheduleDialog({
  schedule,
  onClose,
}: {
  schedule: Schedule | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [form, setForm] = useState(() => formOf(schedule));
  const [tried, setTried] = useState(false);
  const save = useSaveSchedule(schedule?.id);
  const set = (change: Partial<Form>) => setForm((old) => ({ ...old, ...change }));
  const field = save.error instanceof Problem ? save.error.field?.split('/')[0] : undefined;
  const errorOf = (name: string) => (field === name ? save.error?.message : undefined);
  const conflict = save.error instanceof Problem && [409, 412].includes(save.error.status);
  const shown = ['name', 'cron', 'zone', 'suite', 'scenario'].includes(field ?? '');
  const complete = form.name.trim() !== '' && form.what !== '' && parseCron(form.cron) && isZone(form.zone);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!complete) return;
    const revision = schedule?.revision;
    save.mutate({ ...documentOf(form), ...(revision !== undefined && { revision }) }, { onSuccess: onClose });
  }
  return (
    <Dialog
      title={schedule ? plain(schedule.name) : t('schedules.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="main" type="submit" form={formId} disabled={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <Field
          label={t('schedules.name')}
          error={errorOf('name') ?? (tried && !form.name.trim() ? t('schedules.needName') : undefined)}
        >
          <input value={form.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <What
          form={form}
          set={(what) => set({ what })}
          error={
            errorOf('suite') ??
            errorOf('scenario') ??
            (tried && !form.what ? t('schedules.needWhat') : undefined)
          }
        />
        <When form={form} set={(cron) => set({ cron })} error={errorOf('cron')} />
        <Field
          label={t('schedules.zone')}
          error={errorOf('zone') ?? (isZone(form.zone) ? undefined : t('schedules.zoneBad'))}
        >
          <input
            list="schedule-zones"
            spellCheck={false}
            autoComplete="off"
            value={form.zone}
            onChange={(event) => set({ zone: event.target.value.trim() })}
          />
        </Field>
        <datalist id="schedule-zones">
          {zones().map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Meaning form={form} />
        <Check
          label={t('schedules.enabled')}
          checked={form.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        {save.error && !shown && <Failure error={conflict ? new Error(t('conflict')) : save.error} />}
      </form>
    </Dialog>
  );
}
