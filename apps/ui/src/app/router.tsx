/**
 * Maps addresses to pages. Pages are loaded when they are first shown. The path is after the `#`, so that it works behind every prefix and
 * proxy.
 */
import type { ReactElement } from 'react';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  parseSearchWith,
  stringifySearchWith,
  type RouteComponent,
  useRouter,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Page, Failed } from '../parts/page.js';
import { part } from './part.js';
import {
  errorsSearch,
  incidentsSearch,
  jobsSearch,
  runsSearch,
  successSearch,
  textsOf,
  unquoted,
  usageSearch,
} from './search.js';
import { Shell } from './shell.js';

const Lost = (): ReactElement => (
  <Page title="This page does not exist">
    <p>
      Go to the <Link to="/">overview</Link>.
    </p>
  </Page>
);

const root = createRootRoute({ component: Shell, notFoundComponent: Lost });
const under = { getParentRoute: () => root } as const;

/** A page that is loaded when it is first shown. */
const page = <Name extends string>(load: () => Promise<Record<Name, () => ReactElement>>, name: Name): RouteComponent =>
  lazyRouteComponent(part(load), name);

/** A page without filters in its address. */
const route = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...under, path, component });

const overview = route(
  '/',
  page(() => import('../overview/overview-page.js'), 'OverviewPage'),
);
const jobsRoute = createRoute({
  ...under,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: page(() => import('../jobs/jobs-page.js'), 'JobsPage'),
});
const newJobRoute = createRoute({
  ...under,
  path: '/jobs/new',
  validateSearch: textsOf('worker', 'copy', 'tenant'),
  component: page(() => import('../jobs/job-editor-page.js'), 'NewJobPage'),
});
const jobRoute = createRoute({
  ...under,
  path: '/jobs/$id',
  // The range to backfill.
  validateSearch: textsOf('tab', 'from', 'to'),
  component: page(() => import('../jobs/job-page.js'), 'JobPage'),
});
const editJobRoute = route(
  '/jobs/$id/edit',
  page(() => import('../jobs/job-editor-page.js'), 'EditJobPage'),
);
const runsRoute = createRoute({
  ...under,
  path: '/runs',
  validateSearch: runsSearch,
  component: page(() => import('../runs/runs-page.js'), 'RunsPage'),
});
const runRoute = createRoute({
  ...under,
  path: '/runs/$id',
  validateSearch: textsOf('tab', 'task', 'index', 'attempt', 'state', 'at', 'line'),
  component: page(() => import('../runs/run-page.js'), 'RunPage'),
});
const errors = createRoute({
  ...under,
  path: '/errors',
  validateSearch: errorsSearch,
  component: page(() => import('../errors/errors-page.js'), 'ErrorsPage'),
});
const error = route(
  '/errors/$id',
  page(() => import('../errors/error-page.js'), 'ErrorPage'),
);
const incidentsRoute = createRoute({
  ...under,
  path: '/incidents',
  validateSearch: incidentsSearch,
  component: page(() => import('../incidents/incidents-page.js'), 'IncidentsPage'),
});
const incident = route(
  '/incidents/$id',
  page(() => import('../incidents/incident-page.js'), 'IncidentPage'),
);
const lastSuccesses = createRoute({
  ...under,
  path: '/last-successes',
  validateSearch: successSearch,
  component: page(() => import('../jobs/last-successes-page.js'), 'LastSuccessesPage'),
});
const workers = route(
  '/workers',
  page(() => import('../workers/workers-page.js'), 'WorkersPage'),
);
const newWorker = route(
  '/workers/new',
  page(() => import('../workers/worker-editor-page.js'), 'NewWorkerPage'),
);
const worker = route(
  '/workers/$id',
  page(() => import('../workers/workers-page.js'), 'WorkerPage'),
);
const editWorker = route(
  '/workers/$id/edit',
  page(() => import('../workers/worker-editor-page.js'), 'EditWorkerPage'),
);
const calendars = route(
  '/calendars',
  page(() => import('../admin/calendars-page.js'), 'CalendarsPage'),
);
const channels = route(
  '/channels',
  page(() => import('../admin/channels-page.js'), 'ChannelsPage'),
);
const monitors = route(
  '/monitors',
  page(() => import('../monitors/monitors-page.js'), 'MonitorsPage'),
);
const rules = route(
  '/rules',
  page(() => import('../rules/rules-page.js'), 'RulesPage'),
);
const newRule = route(
  '/rules/new',
  page(() => import('../rules/rules-page.js'), 'NewRulePage'),
);
const editRule = route(
  '/rules/$tenant/$id/edit',
  page(() => import('../rules/rules-page.js'), 'EditRulePage'),
);
const triggers = route(
  '/triggers',
  page(() => import('../triggers/triggers-page.js'), 'TriggersPage'),
);
const trigger = route(
  '/triggers/$tenant/$id',
  page(() => import('../triggers/triggers-page.js'), 'TriggerPage'),
);
const tenants = route(
  '/tenants',
  page(() => import('../admin/tenants-page.js'), 'TenantsPage'),
);
const tokens = route(
  '/tokens',
  page(() => import('../admin/tokens-page.js'), 'TokensPage'),
);
const auditRoute = createRoute({
  ...under,
  path: '/audit',
  validateSearch: textsOf('tenant', 'action', 'object'),
  component: page(() => import('../admin/audit-page.js'), 'AuditPage'),
});
const usage = createRoute({
  ...under,
  path: '/usage',
  validateSearch: usageSearch,
  component: page(() => import('../admin/usage-page.js'), 'UsagePage'),
});
const system = route(
  '/system',
  page(() => import('../admin/system-page.js'), 'SystemPage'),
);

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    jobsRoute,
    newJobRoute,
    jobRoute,
    editJobRoute,
    runsRoute,
    runRoute,
    errors,
    error,
    incidentsRoute,
    incident,
    lastSuccesses,
    workers,
    newWorker,
    worker,
    editWorker,
    calendars,
    channels,
    monitors,
    rules,
    newRule,
    editRule,
    triggers,
    trigger,
    tenants,
    tokens,
    auditRoute,
    usage,
    system,
  ]),
  history: createHashHistory(),
  parseSearch: parseSearchWith(unquoted),
  stringifySearch: stringifySearchWith(JSON.stringify, unquoted),
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/* A page whose code failed, with a way to try it again. */

function Broken({ error }: ErrorComponentProps): ReactElement {
  const { invalidate } = useRouter();
  return (
    <Page title="This page cannot be shown">
      <Failed error={error instanceof Error ? error : new Error(String(error))} again={invalidate} />
    </Page>
  );
}
