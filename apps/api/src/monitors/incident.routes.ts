import { z } from 'zod';
import {
  INCIDENT_CHANGES_MS,
  INCIDENT_KEPT_MS,
  MAX_INCIDENT_CHANGES,
  MAX_INCIDENT_JOBS,
  MAX_INCIDENT_NOTES,
  MAX_INCIDENT_NOTE_LENGTH,
} from '#common/domain/limits.js';
import { slug } from '#common/spec/fields.js';
import { END_CAUSES, INCIDENT_REASONS, INCIDENT_SOURCES, INCIDENT_STATES } from '#common/watch/incident.js';
import { countedPageOf, pageQuery, totalQuery, byId, int, text, textOrNull, time, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

export const incidentView = z.object({
  id: text('The id of the incident.'),
  tenant: text('The tenant of the monitor or rule.'),
  source: z
    .enum(INCIDENT_SOURCES)
    .describe('What opened the incident: a `monitor` of work that runs elsewhere, or a `rule` about jobs.'),
  monitor: text('The id of the monitor or of the rule; `source` says which of them it is.'),
  monitorName: text('The name of the monitor or of the rule when the incident was opened.'),
  reason: z
    .enum(INCIDENT_REASONS)
    .describe(
      'For a monitor: `failed`: a failure was reported; `missed`: no success was reported in time; `long`: no success was reported in time after a start. For a rule: the `type` of its condition.',
    ),
  message: text('A description of the incident, for people.'),
  jobs: z
    .array(
      z.object({
        id: text('The id of the job.'),
        name: text('The name of the job.'),
        message: text('What is wrong with the job.'),
        since: time('When the problem was found.'),
        run: textOrNull(
          'The id of the failed run by which the problem was found; null if the problem is no failure, or was found by an earlier version.',
        ),
      }),
    )
    .describe(
      `The first ${MAX_INCIDENT_JOBS} affected jobs, for an ended incident those at its end; empty for a monitor.`,
    ),
  jobCount: int('How many jobs are affected; 0 for a monitor.'),
  state: z
    .enum(INCIDENT_STATES)
    .describe('`open`; `acknowledged`: the incident is not escalated any more; `resolved`: the incident has ended.'),
  openedAt: time('When the incident was opened.'),
  acknowledgedAt: timeOrNull('When the incident was acknowledged; null if it was not.'),
  acknowledgedBy: textOrNull('The name of the caller who acknowledged the incident; null if nobody has.'),
  escalatedAt: timeOrNull('When the incident was escalated; null if it was not.'),
  resolvedAt: timeOrNull('When the incident ended; null before its end.'),
  resolvedBy: textOrNull('The name of the caller who resolved the incident; null if it ended by itself.'),
  endCause: z
    .enum(END_CAUSES)
    .nullable()
    .describe(
      'Why the incident ended by itself. `recovered`: the problem is over; `paused`: the monitor or rule was paused; `edited`: the rule was changed; `unwatched`: the rule does not watch the jobs any more, or they were removed. Null before the end, and if a person has resolved it.',
    ),
  notes: z
    .array(
      z.object({
        at: time('When the note was written.'),
        by: text('The name of the caller who wrote the note.'),
        text: text('The note.'),
      }),
    )
    .describe(`What people have written about the incident, oldest first; at most ${MAX_INCIDENT_NOTES} notes.`),
  notifiedAt: timeOrNull('When the first notices of the incident were sent; null while they are withheld.'),
});
export type IncidentView = z.output<typeof incidentView>;

const example: IncidentView = {
  id: '5f0c9e1d2b3a4c5d6e7f8a9b-1',
  tenant: 'ibm',
  source: 'monitor',
  jobs: [],
  jobCount: 0,
  monitor: 'backup',
  monitorName: 'Nightly backup',
  reason: 'missed',
  message: 'Nightly backup: no success was reported in time',
  state: 'acknowledged',
  openedAt: '2026-12-01T03:05:00.000Z',
  acknowledgedAt: '2026-12-01T03:11:40.000Z',
  acknowledgedBy: 'ada',
  escalatedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  endCause: null,
  notes: [{ at: '2026-12-01T03:20:00.000Z', by: 'ada', text: 'The disk of the backup host was full.' }],
  notifiedAt: '2026-12-01T03:05:02.100Z',
};

const incidentChange = z.object({
  at: time('When the change was requested.'),
  by: text('The name of the caller.'),
  action: text('The id of the operation, such as `replaceJob`.'),
  object: text('The changed object, such as `job/<id>`.'),
  detail: textOrNull('A summary of the change; null where there is nothing to add.'),
});

const changeExample: z.output<typeof incidentChange> = {
  at: '2026-12-01T02:48:10.000Z',
  by: 'ada',
  action: 'replaceWorker',
  object: 'worker/backup',
  detail: 'image changed',
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

export const incidentRoutes = routesOf('Incidents', {
  listIncidents: route({
    at: 'GET /incidents',
    access: 'viewer',
    summary: 'List incidents, newest first',
    description: `An incident is kept for ${INCIDENT_KEPT_MS / 86_400_000} days after its end, and is removed together with its monitor or rule.`,
    query: z
      .strictObject({
        ...pageQuery,
        ...totalQuery,
        tenant: slug.optional().describe('Only incidents of this tenant.'),
        state: z.enum(INCIDENT_STATES).optional().describe('Only incidents in this state.'),
        monitor: slug
          .optional()
          .describe('Only incidents of this monitor. Needs `tenant`, unless you have roles in one tenant only.'),
        rule: slug
          .optional()
          .describe(
            'Only incidents of this rule. Needs `tenant`, as `monitor` does, and cannot be combined with `monitor`.',
          ),
      })
      .refine(({ monitor, rule }) => monitor === undefined || rule === undefined, {
        path: ['rule'],
        message: 'must not be given together with monitor',
      }),
    answer: countedPageOf(incidentView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  getIncident: route({
    at: 'GET /incidents/{id}',
    access: 'viewer',
    summary: 'Read an incident',
    params: byId,
    answer: incidentView,
    example: { answer: example },
  }),
  listIncidentChanges: route({
    at: 'GET /incidents/{id}/changes',
    access: 'viewer',
    summary: 'List what was changed before an incident',
    description: `Newest first: changes of definitions of the tenant, and of the workers of the affected jobs, in the ${INCIDENT_CHANGES_MS / 60_000} minutes before the incident was opened; at most ${MAX_INCIDENT_CHANGES}.`,
    params: byId,
    answer: z.object({ items: z.array(incidentChange).describe('The changes.') }),
    example: { answer: { items: [changeExample] } },
  }),
  addIncidentNote: route({
    ...change,
    at: 'POST /incidents/{id}/notes',
    summary: 'Add a note to an incident, also after its end',
    description: `The answer is 409 \`CONFLICT\` if the incident has ${MAX_INCIDENT_NOTES} notes.`,
    body: z.strictObject({
      text: z.string().trim().min(1).max(MAX_INCIDENT_NOTE_LENGTH).describe('The note, for people.'),
    }),
    example: { body: { text: 'The disk of the backup host was full.' }, answer: example },
  }),
  acknowledgeIncident: route({
    ...change,
    at: 'POST /incidents/{id}/acknowledge',
    summary: 'Acknowledge an incident, so that it is not escalated',
    description: 'The answer is 409 `CONFLICT` if the incident was acknowledged before, or has ended.',
  }),
  resolveIncident: route({
    ...change,
    at: 'POST /incidents/{id}/resolve',
    summary: 'Resolve an incident',
    description:
      'The monitor stays down until its next success; a failure after that opens another incident. A rule opens another incident only after no job was affected any more. The answer is 409 `CONFLICT` if the incident has ended.',
  }),
});
