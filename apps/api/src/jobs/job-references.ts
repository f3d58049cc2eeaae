/** Checks the references of a saved job besides its workers: objects of its tenant, and jobs that it runs after. */
import { upstreamOf } from '#common/spec/after.js';
import { accessProblems, type ProviderRules } from '#common/spec/secret-access.js';
import { asJobId, type JobId } from '#common/domain/ids.js';
import { MAX_DEPENDENTS, MAX_GRAPH_JOBS } from '#common/domain/limits.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { findCycle } from '../graph/core/find-cycle.js';
import type { PlainJob } from './core/job-edit.js';
import type { References } from './references.js';

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export class JobReferences {
  constructor(
    private readonly others: Pick<References, 'problems'>,
    private readonly jobs: Pick<JobsStore, 'loadMany'>,
    private readonly books: {
      readonly tenants: Pick<TenantsStore, 'load'>;
      readonly schedules: Pick<SchedulesStore, 'countFollowers'>;
    },
    private readonly providers: ReadonlyMap<string, ProviderRules>,
  ) {}

  /** The problems of new references; a reference that the job had before is accepted, even if its object is gone. */
  async problems(id: JobId, spec: PlainJob, before: PlainJob | null): Promise<readonly FieldProblem[]> {
    return [
      ...(await this.others.problems(spec, before)),
      ...this.secretProblems(spec, before),
      ...(await this.dependencyProblems(id, spec, before)),
    ];
  }

  private secretProblems({ tenant, secretsFrom = [] }: PlainJob, before: PlainJob | null): readonly FieldProblem[] {
    if (JSON.stringify(secretsFrom) === JSON.stringify(before?.secretsFrom ?? [])) return [];
    return accessProblems(secretsFrom, tenant, this.providers);
  }

  private async dependencyProblems(id: JobId, spec: PlainJob, before: PlainJob | null): Promise<FieldProblem[]> {
    if (spec.after === undefined) return [];
    const former = new Set(upstreamOf(before ?? {}));
    const added = upstreamOf(spec).filter((job) => !former.has(job) && job !== id);
    const jobs = await this.jobs.loadMany(added.map(asJobId));
    const problems: FieldProblem[] = [];
    for (const [i, { job }] of spec.after.entries()) {
      if (!added.includes(job)) continue;
      const message = await this.problemWith(asJobId(job), jobs.get(asJobId(job)), spec.tenant);
      if (message !== null) problems.push({ path: `after.${i}.job`, message });
    }
    if (problems.length > 0) return problems;
    return [...(await this.cycleProblems(id, spec)), ...zoneProblems(spec)];
  }

  private async problemWith(id: JobId, job: StoredJob | undefined, tenant: string): Promise<string | null> {
    // Only tenants whose jobs may run after a job of another tenant learn whether it exists.
    const unknown = `"${id}" does not exist, or jobs of this tenant may not run after it`;
    if (job?.deletedAt !== null) return unknown;
    if (job.tenant !== tenant) {
      const allowed = (await this.books.tenants.load(job.tenant))?.dependents ?? [];
      if (!allowed.includes(tenant)) return unknown;
    }
    const count = await this.books.schedules.countFollowers(id, MAX_DEPENDENTS);
    return count < MAX_DEPENDENTS ? null : `${MAX_DEPENDENTS} jobs run after "${id}" already, which is the limit`;
  }

  private async cycleProblems(id: JobId, spec: PlainJob): Promise<FieldProblem[]> {
    const named = upstreamOf(spec);
    const loaded = new Set<string>([id, ...named]);
    const upstream = async (jobs: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
      const stored = await this.jobs.loadMany(jobs.map(asJobId));
      for (const job of stored.values()) if (job.tenant === spec.tenant) loaded.add(job.id);
      return new Map([...stored.values()].map((job) => [job.id, job.deletedAt === null ? upstreamOf(job.spec) : []]));
    };
    const cycle = await findCycle(id, named, upstream, MAX_GRAPH_JOBS);
    if (cycle === 'tooLarge')
      return [{ path: 'after', message: `depends on more than ${MAX_GRAPH_JOBS} jobs, directly and indirectly` }];
    if (cycle === null) return [];
    const at = spec.after?.findIndex(({ job }) => job === cycle.at(-2)) ?? 0;
    // Jobs of other tenants that the job does not name itself are not shown to its editor.
    const way = cycle.map((job) => (loaded.has(job) ? job : OF_ANOTHER_TENANT)).join(' → ');
    return [{ path: `after.${at}.job`, message: `would close a cycle: ${way}` }];
  }
}

const OF_ANOTHER_TENANT = '(a job of another tenant)';

function zoneProblems({ afterRule }: PlainJob): FieldProblem[] {
  const timezone = afterRule?.deadline?.timezone;
  if (timezone === undefined) return [];
  const parsed = parseSchedule({ schedule: { cron: '0 0 * * *', timezone } }, { hashKey: '', createdAt: 0 });
  return parsed.ok ? [] : parsed.problems.map(({ message }) => ({ path: 'afterRule.deadline.timezone', message }));
}
