/** The objects that the attempts of a run share (a service, keys, a pod group): derived from the run, so that every replica makes the same. */
import { DEFAULT_QUEUE } from '#common/spec/job.js';
import { gangSizes } from '#common/run/gang.js';
import { pluginSettings } from '#common/spec/plugin-arguments.js';
import { shapeOf } from '#common/run/run-shape.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/definitions.js';
import type { RunSite } from '../engines/engine.js';
import type { TaskPlan } from '../run/plan.js';

export interface SiteBasis {
  readonly run: Pick<Run, 'id' | 'tenant' | 'job' | 'jobName' | 'overrides' | 'change'>;
  readonly spec: RunSpec;
  /** The tasks with all changes of the run applied. */
  readonly tasks: readonly Pick<TaskPlan, 'name' | 'indexes'>[];
  readonly namespace: string | null;
}

/** Null if a run shares nothing, which is the usual case. */
export function siteOf({ run, spec, tasks, namespace }: SiteBasis): RunSite | null {
  const { svc, ssh } = pluginSettings(spec.job.plugins);
  const claims = (spec.job.volumes ?? []).flatMap(({ claim }, volume) =>
    claim === undefined ? [] : [{ volume, spec: claim }],
  );
  const gangs = gangsOf(run, spec.job);
  if (!svc && !ssh && claims.length === 0 && gangs.length === 0) return null;
  return {
    run: run.id,
    tenant: run.tenant,
    job: run.job,
    slug: dnsLabel(run.jobName),
    namespace,
    tasks: tasks.map(({ name, indexes }) => ({ name, indexes })),
    svc,
    ssh,
    claims,
    gangs,
  };
}

/** The scheduler of Kubernetes that supports pod groups. */
const GANG_SCHEDULER = 'volcano';

function gangsOf(run: SiteBasis['run'], job: RunSpec['job']): RunSite['gangs'] {
  if (job.schedulerName !== GANG_SCHEDULER) return [];
  const { tasks, rules } = shapeOf(job, run.overrides, run.change);
  const sizes = gangSizes(tasks, rules.minAvailable);
  return sizes.flatMap((members, wave) => {
    const own = tasks.filter((task) => task.wave === wave).map(({ name }) => name);
    const { queue = DEFAULT_QUEUE, priorityClassName = null } = job;
    return members === 0 ? [] : [{ wave, tasks: own, members, queue, priorityClassName }];
  });
}

/** A text of the values that change when tasks are scaled: sites of one run with the same numbers have the same text. */
export const siteMark = ({ tasks, gangs }: RunSite): string =>
  [...tasks.map(({ name, indexes }) => `${name}=${indexes}`), ...gangs.map(({ members }) => `gang=${members}`)].join();

const MAX_LABEL = 63;

/** A name as one DNS label: lower case letters, digits and dashes, beginning with a letter. */
export function dnsLabel(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return plain.slice(0, MAX_LABEL).replace(/-+$/, '') || 'job';
}
