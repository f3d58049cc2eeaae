import { z } from 'zod';
import { MAX_MONITORS, MAX_PINGS_KEPT, PING_KEPT_MS } from '#common/domain/limits.js';
import { monitorFields, monitorSpec, newMonitor } from '#common/spec/monitor.js';
import { MONITOR_STATES, PING_KINDS } from '#common/watch/monitor.js';
import { kindRoutes } from '../http/kind.routes.js';
import { pageOf, pageQuery, byId, ofTenant, intOrNull, text, time, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

export const monitorView = z.object({
  id: text('The id within the tenant.'),
  tenant: text('The tenant that the monitor belongs to.'),
  ...monitorFields,
  pingUrl: text('The secret address that the work pings; `***` for callers who may not edit the monitor.'),
  state: z
    .enum(MONITOR_STATES)
    .describe(
      '`new`: before the first ping; `up`: the last success came in time; `running`: after a start; `late`: a success is overdue, within the grace; `down`: failed or overdue; `paused`: the monitor is not enabled.',
    ),
  lastPingAt: timeOrNull('When the last ping was received; null if there was none.'),
  lastPing: z.enum(PING_KINDS).nullable().describe('The kind of the last ping; null if there was none.'),
  lastSuccessAt: timeOrNull('When the last success was reported; null if there was none.'),
  dueAt: timeOrNull('When the next success is due; null if none is.'),
  downSince: timeOrNull('Since when the monitor has been down; null if it is not down.'),
  updatedAt: time('When the monitor was last changed.'),
  updatedBy: text('The name of the caller who made the last change.'),
});
export type MonitorView = z.output<typeof monitorView>;

const pingView = z.object({
  id: text('The id of the ping.'),
  at: time('When the ping was received.'),
  kind: z.enum(PING_KINDS).describe('The kind of the ping.'),
  exitCode: intOrNull('The exit code of the ping; null if it had none.'),
  text: text('The text of the ping; the end of a long text is cut off.'),
  address: text('The address that the ping came from.'),
});

const written = {
  schedule: { cron: '0 3 * * *', timezone: 'Europe/Prague' },
  graceSeconds: 600,
  channels: ['ops'],
} as const;
const example: MonitorView = {
  id: 'backup',
  tenant: 'ibm',
  name: 'Nightly backup',
  schedule: { ...written.schedule },
  graceSeconds: 600,
  channels: ['ops'],
  pingUrl: 'https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G',
  state: 'up',
  lastPingAt: '2026-12-01T02:07:31.000Z',
  lastPing: 'success',
  lastSuccessAt: '2026-12-01T02:07:31.000Z',
  dueAt: '2026-12-02T02:00:00.000Z',
  downSince: null,
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
};

export const monitorRoutes = {
  ...kindRoutes(
    'monitor',
    'editor',
    { view: monitorView, created: newMonitor, spec: monitorSpec, example },
    {
      create: {
        summary: 'Create a monitor of work that runs elsewhere',
        description: `A tenant has at most ${MAX_MONITORS}. No success is due before the first ping.`,
        body: { id: 'backup', tenant: 'ibm', name: 'Nightly backup', ...written },
      },
      replace: {
        description:
          'The address and the history of the monitor stay. New times apply from now on. If the monitor is disabled, its incident ends.',
        body: { schedule: { every: 3_600 }, channels: ['ops'] },
      },
      remove: { summary: 'Remove a monitor, with its pings and its incidents' },
    },
  ),
  ...routesOf('Monitors', {
    rotateMonitor: route({
      at: 'POST /monitors/{id}/rotate',
      access: 'editor',
      summary: 'Replace the address of a monitor',
      description: 'The former address is not accepted any more.',
      params: byId,
      query: ofTenant,
      answer: monitorView,
      versioned: true,
      example: { answer: example },
    }),
    listPings: route({
      at: 'GET /monitors/{id}/pings',
      access: 'viewer',
      summary: 'List the pings of a monitor, newest first',
      description: `The newest ${MAX_PINGS_KEPT} are kept, for ${PING_KEPT_MS / 86_400_000} days.`,
      params: byId,
      query: z.strictObject({ ...pageQuery, ...ofTenant.shape }),
      answer: pageOf(pingView),
    }),
  }),
};
