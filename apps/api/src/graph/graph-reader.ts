/** Reads dependencies: the neighbourhood of a job, and the runs that follow from a run. */
import { type Caller, judgeAccess } from '../access/core/access.js';
import { timeTextOrNull } from '../http/page.js';
import { asJobId, type JobId } from '#common/domain/ids.js';
import { MAX_GRAPH_SHOWN } from '#common/domain/limits.js';
import { causeOf, dependentRunId } from '#common/run/cause.js';
import { stateOf } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { DependentView } from '../runs/run.view.js';
import type { GraphEdge, GraphNode, GraphView } from './graph.routes.js';

export interface GraphStores {
  readonly schedules: Pick<SchedulesStore, 'loadMany' | 'followersOf'>;
  readonly runs: Pick<RunReads, 'load' | 'glancesOf' | 'countUnfinished'>;
}

/** Jobs as they were found, the nearest first; null if there is no such job. */
type Found = Map<JobId, ScheduleState | null>;

export class GraphReader {
  constructor(private readonly stores: GraphStores) {}

  async around(caller: Caller, job: JobId, depth: number): Promise<GraphView> {
    const states: Found = new Map();
    const hidden = new Set<JobId>();
    await this.visit(states, [job]);
    let reached = [job];
    for (let step = 0; step < depth && reached.length > 0 && states.size < MAX_GRAPH_SHOWN; step++) {
      const above = await this.visit(states, visible(states, caller, reached).flatMap(upstreamIn));
      reached = [...above, ...(await this.visitFollowers(caller, states, hidden, reached))];
    }
    const listed = [...states].slice(0, MAX_GRAPH_SHOWN);
    const seen = new Set(listed.flatMap(([id, state]) => (state && maySee(caller, state) ? [id] : [])));
    const nodes = await this.nodes(listed, seen);
    const ids = new Set(listed.map(([id]) => id));
    return {
      job,
      nodes,
      edges: listed.flatMap(([id, state]) => (state && seen.has(id) ? edgesInto(state, ids) : [])),
      hidden: hidden.size,
      truncated: states.size > listed.length || states.size >= MAX_GRAPH_SHOWN,
    };
  }

  /** The jobs that run after the run's job, with the runs that they have of its chain. */
  async dependentsOf(caller: Caller, run: Run): Promise<DependentView[]> {
    if (run.followed !== true) return [];
    const followers = await this.stores.schedules.followersOf(run.job, null, MAX_GRAPH_SHOWN);
    const seen = followers.filter((state) => maySee(caller, state));
    const cause = causeOf(run);
    const runs = await this.stores.runs.load(seen.map(({ job }) => dependentRunId(job, cause)));
    return seen.map(({ job, jobName }) => {
      const own = runs.get(dependentRunId(job, cause));
      return { job, jobName, run: own?.id ?? null, state: own ? stateOf(own.phase) : null };
    });
  }

  /** The jobs that the caller may see. */
  async visibleOf(caller: Caller, jobs: readonly string[]): Promise<ReadonlySet<string>> {
    const states = await this.stores.schedules.loadMany(jobs.map(asJobId));
    return new Set([...states.values()].filter((state) => maySee(caller, state)).map(({ job }) => job));
  }

  /** Adds the jobs that were not found yet, and returns them. */
  private async visit(visited: Found, jobs: readonly JobId[]): Promise<JobId[]> {
    const fresh = [...new Set(jobs)].filter((job) => !visited.has(job)).slice(0, MAX_GRAPH_SHOWN);
    const states = await this.stores.schedules.loadMany(fresh);
    for (const job of fresh) visited.set(job, states.get(job) ?? null);
    return fresh;
  }

  private async visitFollowers(
    caller: Caller,
    states: Found,
    hidden: Set<JobId>,
    jobs: readonly JobId[],
  ): Promise<JobId[]> {
    const fresh: JobId[] = [];
    for (const { job } of visible(states, caller, jobs)) {
      for (const state of await this.stores.schedules.followersOf(job, null, MAX_GRAPH_SHOWN)) {
        if (!maySee(caller, state)) hidden.add(state.job);
        else if (!states.has(state.job)) {
          states.set(state.job, state);
          fresh.push(state.job);
        }
      }
      if (states.size >= MAX_GRAPH_SHOWN) break;
    }
    return fresh;
  }

  private async nodes(
    listed: readonly (readonly [JobId, ScheduleState | null])[],
    seen: ReadonlySet<JobId>,
  ): Promise<GraphNode[]> {
    const counts = await this.stores.runs.countUnfinished([...seen], Date.now());
    return Promise.all(
      listed.map(async ([job, state]): Promise<GraphNode> => {
        const nothing = { name: null, tenant: null, condition: 'unknown', newest: null } as const;
        if (state === null || !seen.has(job)) return { job, ...nothing, activeRuns: 0, queuedRuns: 0 };
        const [newest] = await this.stores.runs.glancesOf({ job }, 0, 1);
        const { active = 0, queued = 0 } = counts.get(job) ?? {};
        return {
          job,
          name: state.jobName,
          tenant: state.tenant,
          condition: state.inactiveReason ?? 'active',
          newest: newest
            ? {
                id: newest.id,
                state: newest.state,
                phase: newest.phase,
                scheduledFor: timeTextOrNull(newest.scheduledFor),
                finished: timeTextOrNull(newest.finished),
              }
            : null,
          activeRuns: active,
          queuedRuns: queued,
        };
      }),
    );
  }
}

const maySee = (caller: Caller, { tenant }: Pick<ScheduleState, 'tenant'>): boolean =>
  judgeAccess(caller, tenant, 'viewer') === 'granted';

/** Upstream jobs that the caller may not see are left out. */
const visible = (states: Found, caller: Caller, jobs: readonly JobId[]): ScheduleState[] =>
  jobs.flatMap((job) => states.get(job) ?? []).filter((state) => maySee(caller, state));

const upstreamIn = ({ after }: ScheduleState): JobId[] => after?.conditions.map(({ job }) => job) ?? [];

const edgesInto = ({ job, after }: ScheduleState, ids: ReadonlySet<JobId>): GraphEdge[] =>
  (after?.conditions ?? [])
    .filter((condition) => ids.has(condition.job))
    .map(({ job: from, on, match }) => ({ from, to: job, on, match, require: after?.require ?? 'all' }));
