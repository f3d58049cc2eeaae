/**
 * What the plugin svc tells attempts of each other: the hosts of every task, as files and, while they are small, as variables.
 * Sources: Volcano 1.10, V34, #5471 (one environment string may hold 128 KiB).
 */
import { MAX_HOSTS_VARIABLE_BYTES } from '../limits.js';
import type { PluginSettings } from './plugin-arguments.js';

/** Hosts by task, in the order of the indexes. */
export type HostLists = ReadonlyMap<string, readonly string[]>;

export function hostLists(
  tasks: readonly { readonly name: string; readonly indexes: number }[],
  hostOf: (task: string, index: number) => string,
): HostLists {
  return new Map(
    tasks.map(({ name, indexes }) => [name, Array.from({ length: indexes }, (_, index) => hostOf(name, index))]),
  );
}

const plain = (task: string): string => task.replaceAll('-', '_');

/** `<task>.host`, a host on each line. */
export const hostFiles = (lists: HostLists): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...lists].map(([task, hosts]) => [`${plain(task)}.host`, hosts.map((host) => `${host}\n`).join('')]),
  );

/** `VC_<TASK>_HOSTS` and `VC_<TASK>_NUM`; a list that is too long for a variable is in its file alone. */
export function hostVariables(
  lists: HostLists,
  { injectHostsEnv }: NonNullable<PluginSettings['svc']>,
): Readonly<Record<string, string>> {
  if (!injectHostsEnv) return {};
  return Object.fromEntries(
    [...lists].flatMap(([task, hosts]) => {
      const name = `VC_${plain(task).toUpperCase()}`;
      const list = hosts.join(',');
      const count: [string, string] = [`${name}_NUM`, String(hosts.length)];
      return list.length > MAX_HOSTS_VARIABLE_BYTES ? [count] : [[`${name}_HOSTS`, list], count];
    }),
  );
}
