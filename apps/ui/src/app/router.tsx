/**
 * Maps addresses to pages. Pages are loaded when they are first shown. The path is after the `#`, so that it works behind every prefix and
 * proxy.
 */
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
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from '../parts/page.js';
import { Broken } from './broken.js';
import { part } from './part.js';
import { Shell } from './shell.js';
import { errorsSearch, jobsSearch, runsSearch, successSearch, usageSearch, textsOf, unquoted } from './search.js';

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

const overview = createRoute({
  ...under,
  path: '/',
  component: page(() => import('../overview/overview-page.js'), 'OverviewPage'),
});
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
const editJobRoute = createRoute({
  ...under,
  path: '/jobs/$id/edit',
  component: page(() => import('../jobs/job-editor-page.js'), 'EditJobPage'),
});
const runsRoute = createRoute({
  ...under,
  path: '/runs',
  validateSearch: runsSearch,
  component: page(() => import('../runs/runs-page.js'), 'RunsPage'),
});
const runRoute = createRoute({
  ...under,
  path: '/runs/$id',
  validateSearch: textsOf('tab', 'task', 'index', 'attempt', 'state'),
  component: page(() => import('../runs/run-page.js'), 'RunPage'),
});
const errors = createRoute({
  ...under,
  path: '/errors',
  validateSearch: errorsSearch,
  component: page(() => import('../errors/errors-page.js'), 'ErrorsPage'),
});
const error = createRoute({
  ...under,
  path: '/errors/$id',
  component: page(() => import('../errors/error-page.js'), 'ErrorPage'),
});
const lastSuccesses = createRoute({
  ...under,
  path: '/last-successes',
  validateSearch: successSearch,
  component: page(() => import('../jobs/last-successes-page.js'), 'LastSuccessesPage'),
});
const workers = createRoute({
  ...under,
  path: '/workers',
  component: page(() => import('../workers/workers-page.js'), 'WorkersPage'),
});
const newWorker = createRoute({
  ...under,
  path: '/workers/new',
  component: page(() => import('../workers/worker-editor-page.js'), 'NewWorkerPage'),
});
const worker = createRoute({
  ...under,
  path: '/workers/$id',
  component: page(() => import('../workers/workers-page.js'), 'WorkerPage'),
});
const editWorker = createRoute({
  ...under,
  path: '/workers/$id/edit',
  component: page(() => import('../workers/worker-editor-page.js'), 'EditWorkerPage'),
});
const calendars = createRoute({
  ...under,
  path: '/calendars',
  component: page(() => import('../admin/calendars-page.js'), 'CalendarsPage'),
});
const channels = createRoute({
  ...under,
  path: '/channels',
  component: page(() => import('../admin/channels-page.js'), 'ChannelsPage'),
});
const monitors = createRoute({
  ...under,
  path: '/monitors',
  component: page(() => import('../monitors/monitors-page.js'), 'MonitorsPage'),
});
const rules = createRoute({
  ...under,
  path: '/rules',
  component: page(() => import('../rules/rules-page.js'), 'RulesPage'),
});
const newRule = createRoute({
  ...under,
  path: '/rules/new',
  component: page(() => import('../rules/rule-editor-page.js'), 'NewRulePage'),
});
const editRule = createRoute({
  ...under,
  path: '/rules/$tenant/$id/edit',
  component: page(() => import('../rules/rule-editor-page.js'), 'EditRulePage'),
});
const triggers = createRoute({
  ...under,
  path: '/triggers',
  component: page(() => import('../triggers/triggers-page.js'), 'TriggersPage'),
});
const trigger = createRoute({
  ...under,
  path: '/triggers/$tenant/$id',
  component: page(() => import('../triggers/triggers-page.js'), 'TriggerPage'),
});
const tenants = createRoute({
  ...under,
  path: '/tenants',
  component: page(() => import('../admin/tenants-page.js'), 'TenantsPage'),
});
const tokens = createRoute({
  ...under,
  path: '/tokens',
  component: page(() => import('../admin/tokens-page.js'), 'TokensPage'),
});
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
const system = createRoute({
  ...under,
  path: '/system',
  component: page(() => import('../admin/system-page.js'), 'SystemPage'),
});

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
