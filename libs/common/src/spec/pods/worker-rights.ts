/**
 * The rights of a worker that its jobs must not use for another purpose: secrets in its variables, a service account, volumes, the right
 * to pull images. An editor who chose the image or the command of its pods would get all of these, so such a worker reserves these
 * fields.
 */
import { isJsonObject, type JsonValue } from '../fields.js';
import type { JobField, WorkerSpec } from '../worker.js';
import type { JsonObject } from '../pod-template.js';
import type { PluginsSpec } from '../tasks.js';
import { MAIN_CONTAINER } from '../../run/pod-contract.js';
import { chosenKeyPath } from '../plugin-arguments.js';
import { isOpenInterpreter } from '../shell-words.js';
import { podReferences } from './pod-references.js';

export type WorkerPods = Pick<
  WorkerSpec,
  'podTemplate' | 'envFrom' | 'serviceAccount' | 'imagePullSecrets' | 'command' | 'jobFields'
>;

/** A field of a job, or of its template, that is reserved for the worker. */
export interface LockedField {
  readonly path: string;
  readonly field: JobField;
}

/** What a job, or one of its tasks, sets for the pods of one worker. */
export interface PodLayer {
  readonly podTemplate?: JsonObject | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly volumes?: readonly unknown[] | undefined;
  readonly plugins?: PluginsSpec | undefined;
  readonly identity?: unknown;
}

/** Fields of the main container that give no access to the worker's rights. */
const FREE_FIELDS: readonly string[] = [
  'name',
  'resources',
  'ports',
  'imagePullPolicy',
  'terminationMessagePath',
  'terminationMessagePolicy',
];
const FIELD_OF: Readonly<Record<string, JobField>> = {
  image: 'image',
  args: 'args',
  env: 'env',
  volumeMounts: 'volumes',
};
/** These fields also determine which program is run, or where it is searched for. */
const COMMAND_FIELDS: readonly string[] = [
  'command',
  'workingDir',
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
];
/** Fields by which the worker's program finds other hosts, to which it would send its secrets. */
const DNS_FIELDS: readonly string[] = ['hostAliases', 'dnsConfig', 'dnsPolicy'];

export const LOCKED =
  'cannot be set, because the worker has rights of its own: only fields that the worker lists in jobFields are allowed';

/** Fields of the layer that are reserved for the worker; paths are those of the layer. */
export function lockedFields(worker: WorkerPods, layer: PodLayer): readonly LockedField[] {
  const rights = rightsOf(worker);
  if (rights === 'none') return [];
  const said = fieldsOf(worker, layer).filter(({ field }) => rights === 'all' || field === 'image');
  return said.filter(({ field, path }) => !isOpened(worker, field, path));
}

/** `pull`: only the right to pull images, which an editor who names an image would use. */
function rightsOf({
  envFrom = [],
  serviceAccount,
  imagePullSecrets = [],
  podTemplate = {},
}: WorkerPods): 'all' | 'pull' | 'none' {
  const references = podReferences(podTemplate);
  const isPull = ({ path }: { readonly path: string }): boolean => path.startsWith('spec.imagePullSecrets');
  if (envFrom.length > 0 || serviceAccount !== undefined || references.some((each) => !isPull(each))) return 'all';
  return imagePullSecrets.length > 0 || references.length > 0 ? 'pull' : 'none';
}

/** Arguments are free where the worker determines the program. */
function isOpened({ jobFields = [], command = [] }: WorkerPods, field: JobField, path: string): boolean {
  if (jobFields.includes(field)) return true;
  if (field === 'args' && command.length > 0 && !isOpenInterpreter(command)) return true;
  return field === 'env' && jobFields.some((each) => each === path);
}

/** True if the worker leaves the variable to its jobs. */
export const opensVariable = (worker: WorkerPods, name: string): boolean => isOpened(worker, 'env', `env.${name}`);

function fieldsOf(worker: WorkerPods, layer: PodLayer): readonly LockedField[] {
  const { podTemplate = {}, command, args, env = {}, volumes = [], plugins, identity } = layer;
  const keyPath = chosenKeyPath(plugins);
  return [
    ...(command === undefined ? [] : [{ path: 'command', field: 'command' } as const]),
    ...(identity === undefined ? [] : [{ path: 'identity', field: 'identity' } as const]),
    ...(args === undefined ? [] : [{ path: 'args', field: 'args' } as const]),
    ...Object.keys(env).map((name) => ({ path: `env.${name}`, field: 'env' }) as const),
    ...(volumes.length === 0 ? [] : [{ path: 'volumes', field: 'volumes' } as const]),
    ...(keyPath === null ? [] : [{ path: keyPath, field: 'volumes' } as const]),
    ...fieldsOfTemplate(worker, podTemplate).map(({ path, field }) => ({ path: `podTemplate.${path}`, field })),
  ];
}

function fieldsOfTemplate({ podTemplate: own }: WorkerPods, { spec }: JsonObject): readonly LockedField[] {
  if (!isJsonObject(spec)) return [];
  const volumes = namesOf(isJsonObject(own?.['spec']) ? own['spec']['volumes'] : undefined);
  return [
    ...elements(spec['containers']).flatMap(([container, at]) =>
      fieldsOfContainer(container, `spec.containers[${at}]`),
    ),
    ...elements(spec['initContainers']).flatMap(([container, at]) => added(container, `spec.initContainers[${at}]`)),
    ...elements(spec['volumes']).flatMap(([{ name, image }, at]): LockedField[] => [
      ...(volumes.has(name) ? [{ path: `spec.volumes[${at}]`, field: 'volumes' } as const] : []),
      ...(image === undefined ? [] : [{ path: `spec.volumes[${at}].image`, field: 'image' } as const]),
    ]),
    ...DNS_FIELDS.filter((field) => field in spec).map((field): LockedField => ({
      path: `spec.${field}`,
      field: 'dns',
    })),
  ];
}

function fieldsOfContainer(container: Readonly<Record<string, JsonValue>>, path: string): readonly LockedField[] {
  if (container['name'] !== MAIN_CONTAINER) return added(container, path);
  return Object.keys(container)
    .filter((name) => !FREE_FIELDS.includes(name))
    .map((name) => ({ path: `${path}.${name}`, field: fieldOf(name) }));
}

/** A container beside the worker's has the same account, network and volumes, and the job chooses its image. */
const added = (container: Readonly<Record<string, JsonValue>>, path: string): readonly LockedField[] => [
  { path, field: 'containers' },
  ...('image' in container ? [{ path: `${path}.image`, field: 'image' } as const] : []),
];

const fieldOf = (name: string): JobField =>
  FIELD_OF[name] ?? (COMMAND_FIELDS.includes(name) ? 'command' : name === 'envFrom' ? 'env' : 'containers');

const elements = (list: JsonValue | undefined): readonly (readonly [Record<string, JsonValue>, number])[] =>
  (Array.isArray(list) ? list : []).flatMap((each, at) => (isJsonObject(each) ? [[each, at] as const] : []));

const namesOf = (list: JsonValue | undefined): ReadonlySet<JsonValue | undefined> =>
  new Set(elements(list).map(([{ name }]) => name));
