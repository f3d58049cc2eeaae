/**
 * Checks what a job sets for its pods: by the paths that are allowed in templates of its tenant, by the objects to which the tenant
 * may refer, and by the fields that are reserved for its workers. Used both when a job is saved and when an attempt is started.
 */
import type { JobSpec } from '../job.js';
import { isJsonObject } from '../fields.js';
import { templateProblems, type JsonObject, type TemplateProblem } from '../pod-template.js';
import {
  isMarkGranted,
  isSelectorGranted,
  judgeReference,
  type ClusterAccess,
  type ReferenceKind,
} from './cluster-access.js';
import { claimReferences, podReferences, POD_ACCOUNT, type PodReference } from './pod-references.js';
import { LOCKED, lockedFields, type PodLayer, type WorkerPods } from './worker-rights.js';

export type PodJob = Pick<
  JobSpec,
  'podTemplate' | 'command' | 'args' | 'env' | 'volumes' | 'plugins' | 'priorityClassName' | 'identity' | 'tasks'
>;

export interface PodWorkers {
  readonly own: WorkerPods;
  /** Workers that tasks name, by id; a worker that is missing here is checked elsewhere. */
  readonly ofTasks: ReadonlyMap<string, WorkerPods>;
}

export interface TenantPods {
  /** The fields that its templates may set. */
  readonly templatePaths: readonly string[];
  readonly access: ClusterAccess;
}

/** An object that is granted if it has these labels. */
export interface LabelledReference {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly path: string;
}

export interface PodVerdict {
  /** Fields that no template of the tenant may contain. */
  readonly invalid: readonly TemplateProblem[];
  /** Rights that neither the tenant nor this use of the worker has. */
  readonly forbidden: readonly TemplateProblem[];
  /** Checks that only the cluster can answer. */
  readonly toProve: readonly LabelledReference[];
}

const DEFAULT_ACCOUNT = 'default';
const NOT_GRANTED = 'is not granted to this tenant (clusterAccess)';

export function judgePods(job: PodJob, workers: PodWorkers, tenant: TenantPods): PodVerdict {
  const layers = layersOf(job, workers);
  const judged = layers.flatMap((layer) => referencesIn(layer).map((each) => judge(each, tenant.access)));
  return {
    invalid: [...workerProblems(job, workers, tenant), ...layers.flatMap((layer) => templateProblemsIn(layer, tenant))],
    forbidden: [
      ...layers.flatMap((layer) => marksIn(layer, tenant.access)),
      ...judged.flatMap(({ problems = [] }) => problems),
      ...layers.flatMap(lockedIn),
    ],
    toProve: judged.flatMap(({ toProve = [] }) => toProve),
  };
}

/** Whether two jobs set the same for their pods. */
export function podFields(job: PodJob & Pick<JobSpec, 'worker'>): object {
  const { worker, podTemplate, command, args, env, volumes, plugins, priorityClassName, identity, tasks } = job;
  return { worker, podTemplate, command, args, env, volumes, plugins, priorityClassName, identity, tasks };
}

interface Layer {
  /** Its path in the job with a dot at the end; empty for the job itself. */
  readonly path: string;
  readonly said: Omit<PodLayer, 'volumes' | 'plugins'> & Pick<JobSpec, 'priorityClassName' | 'volumes'>;
  /** The workers to whose pods it applies, and what it sets for them. */
  readonly uses: readonly { readonly worker: WorkerPods; readonly said: PodLayer }[];
}

/** The job's own fields apply to every task; its command and arguments only to tasks that name no worker. */
function layersOf(job: PodJob, { own, ofTasks }: PodWorkers): readonly Layer[] {
  const { command: _command, args: _args, ...common } = job;
  const ofOthers = [...ofTasks.values()].map((worker) => ({ worker, said: common }));
  const ofTask = (id: string | undefined): WorkerPods => (id === undefined ? undefined : ofTasks.get(id)) ?? own;
  return [
    { path: '', said: job, uses: [{ worker: own, said: job }, ...ofOthers] },
    ...(job.tasks ?? []).map(({ worker, ...said }, at) => ({
      path: `tasks.${at}.`,
      said,
      uses: [{ worker: ofTask(worker), said }],
    })),
  ];
}

function workerProblems(job: PodJob, { own, ofTasks }: PodWorkers, { templatePaths }: TenantPods): TemplateProblem[] {
  const named = [
    { path: 'worker', worker: own },
    ...(job.tasks ?? []).map(({ worker = '' }, at) => ({ path: `tasks.${at}.worker`, worker: ofTasks.get(worker) })),
  ];
  return named.flatMap(({ path, worker }) => {
    const [problem] = templateProblems(worker?.podTemplate ?? {}, templatePaths);
    if (!problem) return [];
    return [{ path, message: `has podTemplate.${problem.path}, which ${problem.message} of this tenant` }];
  });
}

const templateProblemsIn = ({ path, said }: Layer, { templatePaths }: TenantPods): TemplateProblem[] =>
  templateProblems(said.podTemplate ?? {}, templatePaths).map((problem) => under(`${path}podTemplate.`, problem));

/** Labels and annotations determine which other objects of a cluster select a pod: services, policies, injected sidecars. */
function marksIn({ path, said }: Layer, access: ClusterAccess): TemplateProblem[] {
  const { metadata } = said.podTemplate ?? {};
  return (['labels', 'annotations'] as const).flatMap((field) => {
    const marks = isJsonObject(metadata) ? metadata[field] : undefined;
    return Object.entries(isJsonObject(marks) ? marks : {})
      .filter(([key, value]) => !isMarkGranted(access[field], key, value))
      .map(([key]) => ({ path: `${path}podTemplate.metadata.${field}.${key}`, message: NOT_GRANTED }));
  });
}

/** Every reference of the layer, with its path in the job. */
function referencesIn({ path, said, uses }: Layer): readonly PodReference[] {
  const { podTemplate = {}, volumes = [], priorityClassName } = said;
  const accounts = [...new Set(uses.map(({ worker }) => worker.serviceAccount ?? DEFAULT_ACCOUNT))];
  return [
    ...podReferences(podTemplate)
      .flatMap((each) => ofAccounts(each, accounts))
      .map((each) => under(`${path}podTemplate.`, each)),
    ...volumes.flatMap(({ claimName, claim }, at) => [
      ...(claimName === undefined ? [] : [object('persistentVolumeClaims', claimName, `volumes.${at}.claimName`)]),
      ...(claim === undefined ? [] : claimReferences(withoutUndefined(claim), `volumes.${at}.claim`)),
    ]),
    ...(priorityClassName === undefined
      ? []
      : [object('priorityClasses', priorityClassName, `${path}priorityClassName`)]),
  ];
}

const ofAccounts = (each: PodReference, accounts: readonly string[]): readonly PodReference[] =>
  each.type === 'object' && each.name === POD_ACCOUNT
    ? accounts.map((name) => object('serviceAccounts', name, each.path))
    : [each];

const object = (kind: ReferenceKind, name: string, path: string): PodReference => ({
  type: 'object',
  kind,
  name,
  path,
});

interface Judged {
  readonly problems?: readonly TemplateProblem[];
  readonly toProve?: readonly LabelledReference[];
}

function judge(reference: PodReference, access: ClusterAccess): Judged {
  const { path } = reference;
  switch (reference.type) {
    case 'other':
      return { problems: [{ path, message: reference.message }] };
    case 'selector':
      return isSelectorGranted(access, reference.labels) ? {} : { problems: [{ path, message: NOT_GRANTED }] };
    case 'object': {
      const { kind, name } = reference;
      if (typeof name !== 'string')
        return { problems: [{ path, message: 'must give the name of the object that it refers to' }] };
      const verdict = judgeReference(access, kind, name);
      if (verdict === 'granted') return {};
      if (verdict === 'refused') return { problems: [{ path, message: `"${name}" ${NOT_GRANTED}` }] };
      return { toProve: [{ kind, name, labels: verdict.byLabels, path }] };
    }
  }
}

function lockedIn({ path, uses }: Layer): readonly TemplateProblem[] {
  const paths = uses.flatMap(({ worker, said }) => lockedFields(worker, said).map((locked) => locked.path));
  return [...new Set(paths)].map((locked) => ({ path: `${path}${locked}`, message: LOCKED }));
}

const under = <T extends { readonly path: string }>(place: string, right: T): T => ({
  ...right,
  path: `${place}${right.path}`,
});

const withoutUndefined = (claim: object): JsonObject =>
  Object.fromEntries(Object.entries(claim).filter(([, value]) => value !== undefined));
