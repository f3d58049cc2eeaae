import { z } from 'zod';
import { AFTER_ENDS, AFTER_MATCHES, AFTER_REQUIREMENTS } from '#common/spec/after.js';
import { DEFAULT_GRAPH_DEPTH, MAX_GRAPH_DEPTH, MAX_GRAPH_SHOWN } from '#common/domain/limits.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { byId, flag, int, text, textOrNull, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const newestRun = z.object({
  id: text('The id of the run.'),
  state: z.enum(RUN_STATES).describe('The coarse state of the run.'),
  phase: z.enum(PHASES).describe('The phase of the run.'),
  scheduledFor: timeOrNull('The slot of the chain; null if a manual run began the chain.'),
  finished: timeOrNull('When the run ended; null before its end.'),
});

const node = z.object({
  job: text('The id of the job.'),
  name: textOrNull('The name of the job; null if the caller may not see the job, or the job does not exist.'),
  tenant: textOrNull('The tenant of the job; null in the same cases as `name`.'),
  condition: z
    .enum(['active', 'disabled', 'paused', 'deleted', 'invalid', 'unknown'])
    .describe(
      'Whether the job runs after other jobs at present; `unknown` if the caller may not see the job, or the job does not exist.',
    ),
  newest: newestRun
    .nullable()
    .describe('The newest run of the job; null if there is none, or the caller may not see the job.'),
  activeRuns: int('How many runs are active.'),
  queuedRuns: int('How many runs wait for admission.'),
});

const edge = z.object({
  from: text('The job whose run has to end.'),
  to: text('The job that runs after it.'),
  on: z.enum(AFTER_ENDS).describe('The result that the run must have.'),
  match: z.enum(AFTER_MATCHES).describe('The run whose end counts.'),
  require: z.enum(AFTER_REQUIREMENTS).describe('Whether the job needs all of its conditions, or any of them.'),
});

export const graphView = z.object({
  job: text('The job that was requested.'),
  nodes: z.array(node).describe('The jobs; the requested job comes first.'),
  edges: z.array(edge).describe('The dependencies between the jobs.'),
  hidden: int('How many further jobs run after some of these jobs, but belong to tenants that the caller may not see.'),
  truncated: flag('True if there are more jobs than are shown.'),
});
export type GraphView = z.output<typeof graphView>;
export type GraphNode = GraphView['nodes'][number];
export type GraphEdge = GraphView['edges'][number];

export const settledView = z.object({
  job: text('The id of the job that runs after the run.'),
  outcome: z
    .enum(['started', 'waiting', 'skipped', 'inactive', 'notAllowed'])
    .describe(
      '`started`: the job has its run; `waiting`: conditions are not met; `skipped`: the limits of the job refused the run; `inactive`: the job is paused, disabled or deleted; `notAllowed`: the tenant of the job may not run jobs after those of this tenant.',
    ),
  run: textOrNull('The run of the job; null if there is none.'),
  unmet: z.array(z.string()).describe('Fields of the conditions that are not met, as in `after.1`.'),
});

export const graphRoutes = routesOf('Dependencies', {
  jobGraph: route({
    at: 'GET /jobs/{id}/graph',
    access: 'viewer',
    summary: 'Read the dependencies of a job: the jobs before and after it',
    description: `The nearest jobs around a job, at most ${MAX_GRAPH_SHOWN}, with their present states.`,
    params: byId,
    query: z.strictObject({
      depth: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_GRAPH_DEPTH)
        .default(DEFAULT_GRAPH_DEPTH)
        .describe(`How many steps before and after the job are shown. Default: ${DEFAULT_GRAPH_DEPTH}.`),
    }),
    answer: graphView,
  }),
  runDependents: route({
    at: 'POST /runs/{id}/dependents',
    access: 'operator',
    summary: 'Run the dependents of a run',
    description:
      'Runs all jobs that run after an ended run, and the jobs after these, as a new chain, even if they have run before. Their conditions apply as usual. The same `Idempotency-Key` gives the same runs.',
    params: byId,
    status: 202,
    answer: z.object({ dependents: z.array(settledView).describe('The result for each job that the caller may see.') }),
    refusals: ['RUN_NOT_FINAL', 'SCHEDULER_UNAVAILABLE'],
  }),
});
