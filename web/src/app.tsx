// app.tsx: the pages and their addresses; each page is loaded when it is first opened
import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useFreshness } from './api/queries';
import { Boundary } from './parts/Boundary';
import { Later } from './parts/Later';
import { Notices } from './parts/Notices';
import { Loading } from './parts/Page';
import { RunAsked } from './parts/RunButton/RunAsked';
import { Shell } from './parts/Shell';
import { Shortcuts } from './parts/shortcuts';
import { Tooltips } from './parts/Tooltip';

const Scenarios = lazy(() => import('./pages/scenarios/ScenariosPage'));
const Scenario = lazy(() => import('./pages/scenario/ScenarioPage'));
const Suites = lazy(() => import('./pages/suites/SuitesPage'));
const Suite = lazy(() => import('./pages/suite/SuitePage'));
const SuiteRun = lazy(() => import('./pages/suiterun/SuiteRunPage'));
const Schedules = lazy(() => import('./pages/schedules/SchedulesPage'));
const Runs = lazy(() => import('./pages/runs/RunsPage'));
const Run = lazy(() => import('./pages/run/RunPage'));
const Compare = lazy(() => import('./pages/compare/ComparePage'));
const Trends = lazy(() => import('./pages/trends/TrendsPage'));
const Devices = lazy(() => import('./pages/devices/DevicesPage'));
const Device = lazy(() => import('./pages/device/DevicePage'));
const Settings = lazy(() => import('./pages/settings/SettingsPage'));
const Tokens = lazy(() => import('./pages/access/TokensPage'));
const Webhooks = lazy(() => import('./pages/access/WebhooksPage'));
const Secrets = lazy(() => import('./pages/access/SecretsPage'));
const Activity = lazy(() => import('./pages/access/ActivityPage'));
const About = lazy(() => import('./pages/about/AboutPage'));
const Missing = lazy(() => import('./pages/missing/MissingPage'));

export function App() {
  useFreshness();
  const [location] = useLocation();
  return (
    <Shell>
      <Later>
        <Boundary place={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/" component={Scenarios} />
              <Route path="/scenarios/:id">{({ id }) => <Scenario id={id} />}</Route>
              <Route path="/suites" component={Suites} />
              <Route path="/suites/:id">{({ id }) => <Suite key={id} id={decodeURIComponent(id)} />}</Route>
              <Route path="/suite-runs/:id">
                {({ id }) => <SuiteRun key={id} id={decodeURIComponent(id)} />}
              </Route>
              <Route path="/schedules" component={Schedules} />
              <Route path="/runs" component={Runs} />
              <Route path="/runs/:id">{({ id }) => <Run key={id} id={id} />}</Route>
              <Route path="/runs/:id/compare/:other">
                {({ id, other }) => <Compare key={`${id} ${other}`} id={id} other={other} />}
              </Route>
              <Route path="/trends" component={Trends} />
              <Route path="/devices" component={Devices} />
              <Route path="/devices/:id">{({ id }) => <Device key={id} id={decodeURIComponent(id)} />}</Route>
              <Route path="/settings" component={Settings} />
              <Route path="/settings/tokens" component={Tokens} />
              <Route path="/settings/webhooks" component={Webhooks} />
              <Route path="/settings/secrets" component={Secrets} />
              <Route path="/settings/activity" component={Activity} />
              <Route path="/about" component={About} />
              <Route component={Missing} />
            </Switch>
          </Suspense>
        </Boundary>
      </Later>
      <Later>
        <Shortcuts />
        <RunAsked />
        <Notices />
        <Tooltips />
      </Later>
    </Shell>
  );
}
