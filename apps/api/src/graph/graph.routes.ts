import { z } from 'zod';
import { AFTER_ENDS, AFTER_MATCHES, AFTER_REQUIREMENTS } from '#common/spec/after.js';
import { DEFAULT_GRAPH_DEPTH, MAX_GRAPH_DEPTH, MAX_GRAPH_SHOWN } from '#common/domain/limits.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { byId } from '../http/route-fields.js';
import { route } from '../http/route.js';
import { shownTimeOrNull } from '../http/view-fields.js';

const newestRun = z.object({
  id: z.string().describe('The id of the run.'),
  state: z.enum(RUN_STATES).describe('Where it is, as one coarse word.'),
  phase: z.enum(PHASES).describe('Where it is, in detail.'),
  scheduledFor: shownTimeOrNull.describe('The slot of its chain; null where a run by hand began it.'),
  finished: shownTimeOrNull.describe('When it ended; null before that.'),
});

const node = z.object({
  job: z.string().describe('The id of the job.'),
  name: z.string().nullable().describe('Its name; null where the caller may not see it, or there is no such job.'),
  tenant: z.string().nullable().describe('Its tenant; null as above.'),
  condition: z
    .enum(['active', 'disabled', 'paused', 'deleted', 'invalid', 'unknown'])
    .describe('Whether it runs after others now; `unknown` where the caller may not see it, or there is no such job.'),
  newest: newestRun.nullable().describe('Its newest run; null where there is none, or the caller may not see it.'),
  activeRuns: z.int().describe('Runs under way.'),
  queuedRuns: z.int().describe('Runs that wait to be admitted.'),
});

const edge = z.object({
  from: z.string().describe('The job whose run has to end.'),
  to: z.string().describe('The job that runs after it.'),
  on: z.enum(AFTER_ENDS).describe('How the run has to end.'),
  match: z.enum(AFTER_MATCHES).describe('Which run.'),
  require: z.enum(AFTER_REQUIREMENTS).describe('Whether the job needs all of its conditions, or any.'),
});

export const graphView = z.object({
  job: z.string().describe('The job that was asked for.'),
  nodes: z.array(node).describe('The jobs, that one first.'),
  edges: z.array(edge).describe('What runs after what.'),
  hidden: z.int().describe('Jobs of tenants that the caller may not see, which run after some of these.'),
  truncated: z.boolean().describe('True where there are more jobs than are shown.'),
});
export type GraphView = z.output<typeof graphView>;
export type GraphNode = GraphView['nodes'][number];
export type GraphEdge = GraphView['edges'][number];

export const settledView = z.object({
  job: z.string().describe('The id of the job that runs after the run.'),
  outcome: z
    .enum(['started', 'waiting', 'skipped', 'inactive', 'notAllowed'])
    .describe(
      '`started`: it has its run; `waiting`: conditions are not met; `skipped`: the limits of the job refused the run; `inactive`: it is paused, disabled or deleted; `notAllowed`: its tenant may not run after this one.',
    ),
  run: z.string().nullable().describe('Its run; null where there is none.'),
  unmet: z.array(z.string()).describe('Fields of the conditions that are not met, as in `after.1`.'),
});

const common = { tag: 'Dependencies' } as const;

export const graphRoutes = {
  jobGraph: route({
    ...common,
    id: 'jobGraph',
    method: 'GET',
    path: '/jobs/{id}/graph',
    access: 'viewer',
    summary: 'What a job runs after, and what runs after it',
    description: `The neighbourhood of a job with the states of its jobs at this moment: at most ${MAX_GRAPH_SHOWN} jobs, the nearest ones.`,
    params: byId,
    query: z.strictObject({
      depth: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_GRAPH_DEPTH)
        .default(DEFAULT_GRAPH_DEPTH)
        .describe(`How many steps from the job are shown, in both directions; ${DEFAULT_GRAPH_DEPTH} unless given.`),
    }),
    status: 200,
    answer: graphView,
  }),
  runDependents: route({
    ...common,
    id: 'runDependents',
    method: 'POST',
    path: '/runs/{id}/dependents',
    access: 'operator',
    summary: 'Run what depends on a run',
    description:
      'Runs everything that runs after an ended run, and what runs after that, as a chain of its own: also where it has run before. Conditions hold as ever. The same `Idempotency-Key` finds the same runs.',
    params: byId,
    status: 202,
    answer: z.object({ dependents: z.array(settledView).describe('What became of each job that the caller may see.') }),
    refusals: ['RUN_NOT_FINAL', 'SCHEDULER_UNAVAILABLE'],
  }),
} as const;
