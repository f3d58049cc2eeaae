import { z } from 'zod';
import { INCIDENT_KEPT_MS, MAX_INCIDENT_JOBS } from '#common/domain/limits.js';
import { slug } from '#common/spec/fields.js';
import { INCIDENT_REASONS, INCIDENT_SOURCES, INCIDENT_STATES } from '#common/watch/incident.js';
import { pageOf, pageQuery } from '../http/page.js';
import { route } from '../http/route.js';
import { byId } from '../http/route-fields.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

export const incidentView = z.object({
  id: z.string().describe('The id of the incident.'),
  tenant: z.string().describe('The tenant of its monitor or rule.'),
  source: z
    .enum(INCIDENT_SOURCES)
    .describe('What has found it: a `monitor` of work that runs elsewhere, or a `rule` about jobs.'),
  monitor: z.string().describe('The id of its monitor, or of its rule: `source` says which.'),
  monitorName: z.string().describe('What the monitor or the rule was called when it began.'),
  reason: z
    .enum(INCIDENT_REASONS)
    .describe(
      'Of a monitor: `failed`: it said so; `missed`: no success in time; `long`: none in time after a start. Of a rule: the `type` of its condition.',
    ),
  message: z.string().describe('A sentence for people.'),
  jobs: z
    .array(
      z.object({
        id: z.string().describe('The id of the job.'),
        name: z.string().describe('The name of the job.'),
        message: z.string().describe('What is wrong with it.'),
        since: shownTime.describe('When that was found.'),
      }),
    )
    .describe(`The jobs that it is about, the first ${MAX_INCIDENT_JOBS}, as of its end; none for a monitor.`),
  jobCount: z.int().describe('How many jobs it is about; 0 for a monitor.'),
  state: z
    .enum(INCIDENT_STATES)
    .describe('`open`; `acknowledged`, which keeps it from being escalated; `resolved`, which is its end.'),
  openedAt: shownTime.describe('When it began.'),
  acknowledgedAt: shownTimeOrNull.describe('When it was acknowledged; null where it was not.'),
  acknowledgedBy: z.string().nullable().meta({ description: 'Who has acknowledged it; null where nobody has.' }),
  escalatedAt: shownTimeOrNull.describe('When it was escalated; null where it was not.'),
  resolvedAt: shownTimeOrNull.describe('When it ended; null before that.'),
  resolvedBy: z.string().nullable().meta({ description: 'Who has ended it; null where it ended by itself.' }),
  notifiedAt: shownTimeOrNull.describe('When its first notices were sent; null while they are withheld.'),
});
export type IncidentView = z.output<typeof incidentView>;

const example: IncidentView = {
  ...{ id: '5f0c9e1d2b3a4c5d6e7f8a9b-1', tenant: 'ibm', source: 'monitor', jobs: [], jobCount: 0 },
  ...{ monitor: 'backup', monitorName: 'Nightly backup' },
  ...{ reason: 'missed', message: 'Nightly backup: it did not say in time that it succeeded', state: 'acknowledged' },
  openedAt: '2026-12-01T03:05:00.000Z',
  acknowledgedAt: '2026-12-01T03:11:40.000Z',
  ...{ acknowledgedBy: 'ada', escalatedAt: null, resolvedAt: null, resolvedBy: null },
  notifiedAt: '2026-12-01T03:05:02.100Z',
};

const incidents = { tag: 'Incidents' } as const;
const change = {
  ...incidents,
  method: 'POST',
  access: 'operator',
  params: byId,
  status: 200,
  answer: incidentView,
  refusals: ['CONFLICT', 'UNAVAILABLE'],
  example: { answer: example },
} as const;

export const incidentRoutes = {
  listIncidents: route({
    ...incidents,
    id: 'listIncidents',
    method: 'GET',
    path: '/incidents',
    access: 'viewer',
    summary: 'List incidents, newest first',
    description: `An incident is kept for ${INCIDENT_KEPT_MS / 86_400_000} days after its end, and goes with its monitor or rule.`,
    query: z
      .strictObject({
        ...pageQuery,
        tenant: slug.optional().describe('Only those of this tenant.'),
        state: z.enum(INCIDENT_STATES).optional().describe('Only those in this state.'),
        monitor: slug
          .optional()
          .describe('Only those of this monitor; needs `tenant`, unless you have roles in one only.'),
        rule: slug.optional().describe('Only those of this rule; the same, and not together with `monitor`.'),
      })
      .refine(({ monitor, rule }) => monitor === undefined || rule === undefined, {
        path: ['rule'],
        message: 'must not be given together with monitor',
      }),
    status: 200,
    answer: pageOf(incidentView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  getIncident: route({
    ...incidents,
    id: 'getIncident',
    method: 'GET',
    path: '/incidents/{id}',
    access: 'viewer',
    summary: 'Read an incident',
    params: byId,
    status: 200,
    answer: incidentView,
    example: { answer: example },
  }),
  acknowledgeIncident: route({
    ...change,
    id: 'acknowledgeIncident',
    path: '/incidents/{id}/acknowledge',
    summary: 'Take up an incident: it is not escalated any more',
    description: 'The first one counts: 409 `CONFLICT` where it was acknowledged before, or is over.',
  }),
  resolveIncident: route({
    ...change,
    id: 'resolveIncident',
    path: '/incidents/{id}/resolve',
    summary: 'End an incident by hand',
    description:
      'The monitor stays down until its next success, and the next failure after that begins another incident; a rule until no job is affected any more. 409 `CONFLICT` where it is over.',
  }),
} as const;
