/** The objects that definitions refer to by name, and the objects as they would be after an apply. */
import { same } from './comparison.js';
import { labelOf, type Definition, type KindName, type Spec } from './definition.js';
import type { Change, Present } from './plan.js';

export interface Reference {
  /** The field that names the object. */
  readonly path: string;
  readonly kind: KindName;
  readonly id: string;
  readonly label: string;
}

/** The objects that have to exist before the definition can be saved. */
export function referencesOf({ kind, spec }: Pick<Definition, 'kind' | 'spec'>): Reference[] {
  const { tenant } = spec;
  const to = (named: KindName, path: string, id: unknown): Reference[] =>
    typeof id === 'string' ? [{ path, kind: named, id, label: labelOf(named, { id, tenant }) }] : [];
  const each = (path: string, value: unknown, of: (item: unknown, at: string) => Reference[]): Reference[] =>
    Array.isArray(value) ? value.flatMap((item: unknown, at) => of(item, `${path}.${at}`)) : [];
  const channels = (path: string, ids: unknown): Reference[] => each(path, ids, (id, at) => to('Channel', at, id));
  return [
    ...(kind === 'Tenant' || kind === 'Worker' ? [] : to('Tenant', 'tenant', tenant)),
    ...(kind === 'Worker' ? each('tenants', spec['tenants'], (id, at) => to('Tenant', at, id)) : []),
    ...(kind === 'Job'
      ? [
          ...to('Worker', 'worker', spec['worker']),
          ...each('tasks', spec['tasks'], (task, at) => to('Worker', `${at}.worker`, fieldOf(task, 'worker'))),
          ...each('schedule.exclude', fieldOf(spec['schedule'], 'exclude'), (id, at) => to('Calendar', at, id)),
          ...each('notify', spec['notify'], (rule, at) =>
            to('Channel', `${at}.webhook`, channelOf(fieldOf(rule, 'webhook'))),
          ),
          ...each('after', spec['after'], (condition, at) => to('Job', `${at}.job`, fieldOf(condition, 'job'))),
        ]
      : []),
    ...(kind === 'Monitor' || kind === 'Rule'
      ? [
          ...channels('channels', spec['channels']),
          ...channels('escalation.channels', fieldOf(spec['escalation'], 'channels')),
        ]
      : []),
    ...(kind === 'Trigger' ? to('Job', 'job', spec['job']) : []),
  ];
}

/** The jobs that a job runs after. */
export const upstreamOf = (spec: Spec): readonly string[] =>
  referencesOf({ kind: 'Job', spec }).flatMap(({ kind, id }) => (kind === 'Job' ? [id] : []));

/** An object that would exist after an apply. */
export interface Future {
  readonly kind: KindName;
  readonly spec: Spec;
  /** True if the apply makes or changes it: the server knows it otherwise, or not at all. */
  readonly isChanged: boolean;
}

/** By label. */
export type World = ReadonlyMap<string, Future>;

/** The objects as they would be after the changes. */
export function worldAfter(present: Present, changes: readonly Change[]): World {
  const world = new Map<string, Future>();
  for (const [kind, specs] of Object.entries(present) as [KindName, readonly Spec[]][])
    for (const spec of specs) world.set(labelOf(kind, spec), { kind, spec, isChanged: false });
  for (const change of changes) {
    if (change.action === 'delete') {
      world.delete(labelOf(change.kind, change.current));
      continue;
    }
    const { kind, spec } = change.definition;
    const current = 'current' in change ? change.current : {};
    // A file of a tenant leaves the fields as they are that it does not name; a job keeps its id.
    const whole =
      kind === 'Tenant'
        ? { ...current, ...spec }
        : { ...(current['id'] !== undefined && { id: current['id'] }), ...spec };
    const isChanged = change.action !== 'unchanged' && (kind !== 'Tenant' || judgesOthers(current, whole));
    world.set(labelOf(kind, whole), { kind, spec: whole, isChanged });
  }
  return world;
}

/** The fields of a tenant by which its jobs and workers are judged. */
const JUDGING = ['id', 'groups', 'podTemplatePaths', 'clusterAccess', 'dependents', 'identityAudiences'];
const judgesOthers = (before: Spec, after: Spec): boolean =>
  JUDGING.some((field) => !same(before[field] ?? null, after[field] ?? null));

const CHANNEL = 'channel:';
const channelOf = (address: unknown): unknown =>
  typeof address === 'string' && address.startsWith(CHANNEL) ? address.slice(CHANNEL.length) : undefined;

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Object.entries(value).find(([name]) => name === field)?.[1]
    : undefined;
