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

const overview = createRoute({
  ...under,
  path: '/',
  component: lazyRouteComponent(
    part(() => import('../overview/overview-page.js')),
    'OverviewPage',
  ),
});
export const jobsRoute = createRoute({
  ...under,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: lazyRouteComponent(
    part(() => import('../jobs/jobs-page.js')),
    'JobsPage',
  ),
});
export const newJobRoute = createRoute({
  ...under,
  path: '/jobs/new',
  validateSearch: textsOf('worker', 'copy', 'tenant'),
  component: lazyRouteComponent(
    part(() => import('../jobs/job-editor-page.js')),
    'NewJobPage',
  ),
});
export const jobRoute = createRoute({
  ...under,
  path: '/jobs/$id',
  // The range to backfill.
  validateSearch: textsOf('tab', 'from', 'to'),
  component: lazyRouteComponent(
    part(() => import('../jobs/job-page.js')),
    'JobPage',
  ),
});
export const editJobRoute = createRoute({
  ...under,
  path: '/jobs/$id/edit',
  component: lazyRouteComponent(
    part(() => import('../jobs/job-editor-page.js')),
    'EditJobPage',
  ),
});
export const runsRoute = createRoute({
  ...under,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(
    part(() => import('../runs/runs-page.js')),
    'RunsPage',
  ),
});
export const runRoute = createRoute({
  ...under,
  path: '/runs/$id',
  validateSearch: textsOf('tab', 'task', 'index', 'attempt', 'state'),
  component: lazyRouteComponent(
    part(() => import('../runs/run-page.js')),
    'RunPage',
  ),
});
const errors = createRoute({
  ...under,
  path: '/errors',
  validateSearch: errorsSearch,
  component: lazyRouteComponent(
    part(() => import('../errors/errors-page.js')),
    'ErrorsPage',
  ),
});
const error = createRoute({
  ...under,
  path: '/errors/$id',
  component: lazyRouteComponent(
    part(() => import('../errors/error-page.js')),
    'ErrorPage',
  ),
});
const lastSuccesses = createRoute({
  ...under,
  path: '/last-successes',
  validateSearch: successSearch,
  component: lazyRouteComponent(
    part(() => import('../jobs/last-successes-page.js')),
    'LastSuccessesPage',
  ),
});
const workers = createRoute({
  ...under,
  path: '/workers',
  component: lazyRouteComponent(
    part(() => import('../workers/workers-page.js')),
    'WorkersPage',
  ),
});
const newWorker = createRoute({
  ...under,
  path: '/workers/new',
  component: lazyRouteComponent(
    part(() => import('../workers/worker-editor-page.js')),
    'NewWorkerPage',
  ),
});
const worker = createRoute({
  ...under,
  path: '/workers/$id',
  component: lazyRouteComponent(
    part(() => import('../workers/workers-page.js')),
    'WorkerPage',
  ),
});
const editWorker = createRoute({
  ...under,
  path: '/workers/$id/edit',
  component: lazyRouteComponent(
    part(() => import('../workers/worker-editor-page.js')),
    'EditWorkerPage',
  ),
});
const calendars = createRoute({
  ...under,
  path: '/calendars',
  component: lazyRouteComponent(
    part(() => import('../admin/calendars-page.js')),
    'CalendarsPage',
  ),
});
const channels = createRoute({
  ...under,
  path: '/channels',
  component: lazyRouteComponent(
    part(() => import('../admin/channels-page.js')),
    'ChannelsPage',
  ),
});
const monitors = createRoute({
  ...under,
  path: '/monitors',
  component: lazyRouteComponent(
    part(() => import('../monitors/monitors-page.js')),
    'MonitorsPage',
  ),
});
const rules = createRoute({
  ...under,
  path: '/rules',
  component: lazyRouteComponent(
    part(() => import('../rules/rules-page.js')),
    'RulesPage',
  ),
});
const newRule = createRoute({
  ...under,
  path: '/rules/new',
  component: lazyRouteComponent(
    part(() => import('../rules/rule-editor-page.js')),
    'NewRulePage',
  ),
});
const editRule = createRoute({
  ...under,
  path: '/rules/$tenant/$id/edit',
  component: lazyRouteComponent(
    part(() => import('../rules/rule-editor-page.js')),
    'EditRulePage',
  ),
});
const triggers = createRoute({
  ...under,
  path: '/triggers',
  component: lazyRouteComponent(
    part(() => import('../triggers/triggers-page.js')),
    'TriggersPage',
  ),
});
const trigger = createRoute({
  ...under,
  path: '/triggers/$tenant/$id',
  component: lazyRouteComponent(
    part(() => import('../triggers/triggers-page.js')),
    'TriggerPage',
  ),
});
const tenants = createRoute({
  ...under,
  path: '/tenants',
  component: lazyRouteComponent(
    part(() => import('../admin/tenants-page.js')),
    'TenantsPage',
  ),
});
const tokens = createRoute({
  ...under,
  path: '/tokens',
  component: lazyRouteComponent(
    part(() => import('../admin/tokens-page.js')),
    'TokensPage',
  ),
});
export const auditRoute = createRoute({
  ...under,
  path: '/audit',
  validateSearch: textsOf('tenant', 'action', 'object'),
  component: lazyRouteComponent(
    part(() => import('../admin/audit-page.js')),
    'AuditPage',
  ),
});
const usage = createRoute({
  ...under,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyRouteComponent(
    part(() => import('../admin/usage-page.js')),
    'UsagePage',
  ),
});
const system = createRoute({
  ...under,
  path: '/system',
  component: lazyRouteComponent(
    part(() => import('../admin/system-page.js')),
    'SystemPage',
  ),
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
