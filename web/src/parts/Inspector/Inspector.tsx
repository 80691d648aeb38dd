// Inspector.tsx: use a device by hand to write the steps of a scenario
//
// The picture is beside the elements. An action on the device, by click, double click, drag or button, becomes one
// step with what has changed on the screen; an element can be checked without an action.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Problem } from '@/api/client';
import { useDevices } from '@/api/queries';
import type { ScreenElement } from '@/api/view';
import { Foreign } from '../Foreign';
import { LiveView } from '../LiveView/LiveView';
import { type Act, dragOf, type Place, tapAt, tapOf, typingOf } from './deeds';
import { ElementCard } from './ElementCard';
import { ElementList } from './ElementList';
import styles from './Inspector.module.css';
import { type Mode, Pointer } from './Pointer';
import { elementAt } from './places';
import { StepCard } from './StepCard';
import { type StepTarget, Where } from './Target';
import { Outside, Toolbar } from './Toolbar';
import { Trouble } from './Trouble';
import { useDeeds } from './useDeeds';
import { type Read, useScreen } from './useScreen';

type Props = {
  device: string;
  packageName: string; // package of the app under test; '' for the one in front
  packages?: readonly string[]; // other apps that it may open
  target?: StepTarget | undefined;
  children?: ReactNode; // above the elements
};

const none: string[] = [];

// Whatever is read again may have other refs: the element of the same names is meant.
function same(elements: readonly ScreenElement[], chosen: ScreenElement | undefined) {
  if (!chosen) return undefined;
  const alike = elements.filter(
    ({ role, label, id, called }) =>
      role === chosen.role &&
      label === chosen.label &&
      id === chosen.id &&
      called.anchor === chosen.called.anchor,
  );
  return alike.find(({ ref }) => ref === chosen.ref) ?? alike[0];
}

function NotRead({ device, problem }: { device: string; problem: Problem }) {
  const { t } = useTranslation();
  const { data } = useDevices();
  const run = data?.devices.find(({ id }) => id === device)?.run;
  if (problem.status !== 409 || !run)
    return (
      <p className={styles.notice} role="status">
        <Foreign
          text={t(problem.status === 409 ? 'inspector.busy' : 'inspector.unread', { why: problem.message })}
        />
      </p>
    );
  return (
    <p className={styles.notice} role="status">
      {t('inspector.busyRun')} <Link href={`/runs/${run}`}>{t('inspector.busyRunLink')}</Link>
    </p>
  );
}

function freshnessOf(read: Read): 'reading' | 'stale' | 'fresh' {
  if (read.stale) return 'stale';
  return read.reading ? 'reading' : 'fresh';
}

export function Inspector({ device, packageName, packages = none, target, children }: Props) {
  const { t } = useTranslation();
  const read = useScreen(device, packageName);
  const { screen, problem, stale, fresh } = read;
  const app = packageName || screen?.app || '';
  const deeds = useDeeds(device, { packageName: app, packages }, read);
  const [mode, setMode] = useState<Mode>('pick');
  const [choice, setChoice] = useState<ScreenElement>();
  const [picked, setPicked] = useState(-1);
  const typing = useRef<HTMLInputElement>(null);
  const where = target && picked < target.steps.length ? picked : -1;
  const elements = screen?.elements ?? [];
  const chosen = same(elements, choice);
  const { act, outcome, dismiss } = deeds;
  const onAct = useCallback(({ deed, step }: Act) => act(deed, step), [act]);

  // A click means the picture: elements that are older than it are read again first.
  const onPick = async ({ x, y }: Place) => {
    const now = await fresh().catch(() => undefined);
    const element = now && elementAt(now.elements, x, y);
    if (element) setChoice(element);
  };
  // A field that was tapped wants a text.
  const onTap = async (place: Place) => {
    const now = await fresh().catch(() => undefined);
    if (!now) return;
    const element = elementAt(now.elements, place.x, place.y);
    if (element) setChoice(element);
    onAct(tapAt(now, place));
    if (typingOf(element, '')) window.requestAnimationFrame(() => typing.current?.focus());
  };
  const outside = !!screen && !screen.inside && !packages.includes(screen.app);
  const failed = outcome && (outcome.problem || outcome.pointed?.trouble);
  return (
    <div className={styles.inspector}>
      <Toolbar
        mode={mode}
        onMode={setMode}
        app={packageName}
        busy={deeds.busy}
        onAct={onAct}
        onRead={read.read}
      />
      <div className={styles.picture}>
        <LiveView device={device} name={screen?.title || undefined} onFrame={read.onFrame}>
          {screen && !problem && (
            <Pointer
              screen={screen}
              stale={stale}
              mode={mode}
              chosen={chosen}
              onChoose={(place) => void onPick(place)}
              onTap={(place) => void onTap(place)}
              onDrag={(from, to, ms) => onAct(dragOf(screen, from, to, ms))}
            />
          )}
        </LiveView>
      </div>
      <div className={styles.side}>
        {children}
        {problem && <NotRead device={device} problem={problem} />}
        {outside && packageName && outcome?.pointed?.trouble !== 'outside' && (
          <Outside front={screen.app} home={screen.home} app={packageName} busy={deeds.busy} onAct={onAct} />
        )}
        <p className={styles.soft} role="status">
          {t(deeds.busy ? 'inspector.acting' : `inspector.${freshnessOf(read)}`)}
        </p>
        {target && <Where target={target} where={where} onWhere={setPicked} />}
        {failed && (
          <Trouble
            outcome={outcome}
            deeds={deeds}
            app={packageName}
            screen={screen}
            disabled={!!chosen?.state.includes('disabled')}
            onRead={read.read}
          />
        )}
        {outcome && !failed && (
          <StepCard
            key={outcome.number}
            outcome={outcome}
            screen={screen}
            target={target}
            where={where}
            onClose={dismiss}
          />
        )}
        {screen && (
          <ElementList
            elements={elements}
            chosen={chosen}
            onChoose={setChoice}
            onTap={(element) => {
              const tap = tapOf(element);
              if (tap && !deeds.busy) onAct(tap);
            }}
          />
        )}
        {chosen && (
          <ElementCard
            key={`${chosen.role} ${chosen.label} ${chosen.id}`}
            element={chosen}
            busy={deeds.busy}
            target={target}
            where={where}
            typing={typing}
            onAct={onAct}
          />
        )}
        {screen && !chosen && (
          <p className={styles.soft}>{t(mode === 'use' ? 'inspector.howUse' : 'inspector.how')}</p>
        )}
      </div>
    </div>
  );
}
