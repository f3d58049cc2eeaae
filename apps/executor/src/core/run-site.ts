/** What a run's attempts share beside their own surroundings: derived from the run, so that whoever makes it makes the same. */
import { pluginSettings } from '#common/domain/parallel/plugin-arguments.js';
import type { Run } from '#common/domain/run.js';
import type { RunSpec } from '#common/domain/spec.js';
import { dnsLabel } from './dns-label.js';
import type { RunSite } from './engine.js';
import type { TaskPlan } from './plan.js';

export interface SiteBasis {
  readonly run: Pick<Run, 'id' | 'tenant' | 'job' | 'jobName' | 'shard'>;
  readonly spec: RunSpec;
  /** As they are now, after what was changed of the run. */
  readonly tasks: readonly Pick<TaskPlan, 'name' | 'indexes'>[];
  readonly namespace: string | null;
}

/** Null where a run has nothing to share, which is the usual case. */
export function siteOf({ run, spec, tasks, namespace }: SiteBasis): RunSite | null {
  const { svc, ssh } = pluginSettings(spec.job.plugins);
  const claims = (spec.job.volumes ?? []).flatMap(({ claim }, volume) =>
    claim === undefined ? [] : [{ volume, spec: claim }],
  );
  if (!svc && !ssh && claims.length === 0) return null;
  return {
    run: run.id,
    tenant: run.tenant,
    job: run.job,
    shard: run.shard,
    slug: dnsLabel(run.jobName),
    namespace,
    tasks: tasks.map(({ name, indexes }) => ({ name, indexes })),
    svc,
    ssh,
    claims,
  };
}

/** What changes when tasks are scaled, as a text: two sites of one run that list the same hosts have the same. */
export const hostsMark = ({ tasks }: RunSite): string =>
  tasks.map(({ name, indexes }) => `${name}=${indexes}`).join(',');
