// DevicePage.tsx: one device: its picture, who has it, and pointing at it
import { Crosshair, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import type { Device, Scenario } from '@/api/client';
import { type Elsewhere, useElsewhere, useHosts } from '@/api/hosts';
import { useMay } from '@/api/me';
import { useDevices, useScenarios } from '@/api/queries';
import { Button, IconButton, LinkButton } from '@/parts/Button';
import { DeviceState } from '@/parts/DeviceState';
import { ownName, pathOf } from '@/parts/deviceName';
import { Field } from '@/parts/Field';
import { Foreign, plain } from '@/parts/Foreign';
import { Inspector } from '@/parts/Inspector/Inspector';
import type { StepTarget } from '@/parts/Inspector/Target';
import { LiveView } from '@/parts/LiveView/LiveView';
import { Missing } from '@/parts/Missing/Missing';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { addStep, writeStep } from './addStep';
import styles from './DevicePage.module.css';

const none: string[] = [];

function Facts({ device, elsewhere }: { device: Device; elsewhere: Elsewhere | undefined }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('device.facts')}>
      <dl className={styles.facts}>
        <dt>{t('device.state')}</dt>
        <dd>
          <DeviceState device={device} />
        </dd>
        {device.remedy && (
          <>
            <dt>{t('device.remedy')}</dt>
            <dd>
              <Foreign text={device.remedy} />
            </dd>
          </>
        )}
        {(device.run || !!device.queued) && (
          <>
            <dt>{t('device.run')}</dt>
            <dd>
              {device.run && <Link href={`/runs/${device.run}`}>{t('devices.toRun')}</Link>}
              {!!device.queued && <p>{t('devices.queued', { count: device.queued })}</p>}
            </dd>
          </>
        )}
        <dt>{t('device.system')}</dt>
        <dd>{device.os || device.platform}</dd>
        <dt>{t('device.id')}</dt>
        <dd>
          <code>
            <Foreign text={device.id} />
          </code>
        </dd>
        {elsewhere && (
          <>
            <dt>{t('run.fact.host')}</dt>
            <dd>
              <Foreign text={elsewhere.name} />
            </dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

const titleOf = (scenario: Scenario) => scenario.name || scenario.goal || scenario.id;

// Picking, with the scenario that steps are added to.
function Pointing({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const mayEdit = useMay('edit');
  const [chosen, setChosen] = useState('');
  const { data } = useScenarios();
  const scenarios = data?.pages.flatMap((page) => page.scenarios).filter((each) => !each.damaged) ?? [];
  const scenario = scenarios.find(({ id }) => id === chosen);

  async function put(written: Promise<void>, words: string, to: Scenario) {
    try {
      await written;
      notify(words, { action: { name: t('device.openScenario'), act: () => go(`/scenarios/${to.id}`) } });
    } catch (error) {
      notify(t('device.notAdded', { why: error instanceof Error ? error.message : String(error) }), {
        tone: 'fail',
      });
    }
  }
  function targetOf(to: Scenario): StepTarget {
    const title = titleOf(to);
    const steps = to.steps.map((step) => (typeof step === 'string' ? step : step.description));
    return {
      steps,
      add: (text) => void put(addStep(to.id, text), t('device.added', { title, step: text }), to),
      write: (index, text) =>
        void put(
          writeStep(to.id, index, steps[index] ?? '', text),
          t('device.changedIn', { title, number: index + 1 }),
          to,
        ),
    };
  }
  return (
    <section className={styles.pointing} aria-label={t('device.point')}>
      <h2 className="visually-hidden">{t('device.point')}</h2>
      <Inspector
        device={device.id}
        packageName={scenario?.packageName ?? ''}
        packages={scenario?.packages ?? none}
        target={scenario && targetOf(scenario)}
      >
        <div className={styles.choice}>
          <Field label={t('device.scenario')} hint={t(mayEdit ? 'device.scenarioHint' : 'may.lacks.edit')}>
            <select value={chosen} disabled={!mayEdit} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t('device.noScenario')}</option>
              {scenarios.map((each) => (
                <option key={each.id} value={each.id}>
                  {plain(titleOf(each))}
                </option>
              ))}
            </select>
          </Field>
          <IconButton label={t('close')} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      </Inspector>
    </section>
  );
}

// Who only looks does not disturb the device; pointing reads its screen, so it is begun by a button.
type ScreenProps = {
  device: Device;
  elsewhere: Elsewhere | undefined;
  points: boolean;
  onPoints: (points: boolean) => void;
};

function Screen({ device, elsewhere, points, onPoints }: ScreenProps) {
  const { t } = useTranslation();
  const mayPoint = useMay('run');
  if (!device.usable) return null;
  if (points) return <Pointing device={device} onClose={() => onPoints(false)} />;
  return (
    <Panel
      title={t('device.screen')}
      actions={
        !device.run &&
        !elsewhere &&
        mayPoint && (
          <Button look="main" onClick={() => onPoints(true)}>
            <Crosshair aria-hidden /> {t('device.begin')}
          </Button>
        )
      }
    >
      <div className={styles.pointing}>
        <p className={styles.soft}>
          {device.run ? (
            t(elsewhere || !mayPoint ? 'device.runHasOnly' : 'device.runHas')
          ) : elsewhere ? (
            <There id={device.id} elsewhere={elsewhere} />
          ) : (
            t(mayPoint ? 'device.beginHint' : 'device.readOnly')
          )}
        </p>
        <LiveView device={device.id} host={elsewhere?.id} />
      </div>
    </Panel>
  );
}

// A device of another host is seen here, and used there.
function There({ id, elsewhere: { name, url } }: { id: string; elsewhere: Elsewhere }) {
  const { t } = useTranslation();
  const host = plain(name);
  return (
    <>
      {t('device.elsewhere', { host })}{' '}
      {url && <a href={url + pathOf(id)}>{t('device.openThere', { host })}</a>}
    </>
  );
}

function Gone({ elsewhere }: { elsewhere: Elsewhere | undefined }) {
  const { t } = useTranslation();
  if (elsewhere?.lost)
    return (
      <Empty
        title={t('device.hostLost', { host: plain(elsewhere.name) })}
        actions={<LinkButton to="/devices">{t('device.all')}</LinkButton>}
      />
    );
  return (
    <>
      <Missing need={['device']} />
      <Empty title={t('device.missing')} actions={<LinkButton to="/devices">{t('device.all')}</LinkButton>}>
        <p>{t('device.missingHow')}</p>
      </Empty>
    </>
  );
}

// The device of this host, or of the one that the address names, or else of any that has one of its id.
function useDevice(id: string) {
  const named = new URLSearchParams(useSearch()).get('host') ?? '';
  const here = useDevices();
  const hosts = useHosts();
  const { known, elsewhere } = useElsewhere(named);
  const own = elsewhere ? undefined : here.data?.devices.find((each) => each.id === id);
  const others = (hosts.data ?? []).filter((host) => !host.self && (!elsewhere || host.id === elsewhere.id));
  const host = own ? undefined : others.find(({ devices }) => devices?.some((each) => each.id === id));
  const other = useElsewhere(host?.id).elsewhere;
  const device = own ?? host?.devices?.find((each) => each.id === id);
  return { here, device, elsewhere: elsewhere ?? other, isKnown: known && !hosts.isPending };
}

export default function DevicePage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { here, device, elsewhere, isKnown } = useDevice(id);
  const { data, error, refetch } = here;
  const mayPoint = useMay('run');
  const name = (device && ownName(device)) ?? id;
  const [points, onPoints] = useState(false);
  const picks = points && mayPoint && !elsewhere && !!device?.usable && !device.run;
  return (
    <Page
      title={`${t('device.title')} ${name}`}
      heading={<Foreign text={name} />}
      actions={<LinkButton to="/devices">{t('device.all')}</LinkButton>}
      wide={picks}
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {((!data && !error) || (data && !device && !isKnown)) && <Loading />}
      {data && !device && isKnown && <Gone elsewhere={elsewhere} />}
      {device && (
        <div className={picks ? styles.picks : styles.page}>
          <Screen device={device} elsewhere={elsewhere} points={picks} onPoints={onPoints} />
          <Facts device={device} elsewhere={elsewhere} />
        </div>
      )}
    </Page>
  );
}
