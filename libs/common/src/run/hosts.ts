/**
 * The hosts of all tasks, which the plugins svc and ssh give to attempts: as files and, while they are small, as variables, and
 * as an SSH client configuration. Sources: V34; volcano-sh/volcano#5471 (one environment string may hold 128 KiB).
 */
import { MAX_HOSTS_VARIABLE_BYTES } from '../domain/limits.js';

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

/** `<task>.host` with one host per line, and a file for each variable, as in Volcano. */
export const hostFiles = (lists: HostLists): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...lists].map(([task, hosts]) => [`${plain(task)}.host`, hosts.map((host) => `${host}\n`).join('')]),
  ),
  ...hostVariables(lists),
});

export function hostVariableNames(task: string): { readonly hosts: string; readonly count: string } {
  const name = `VC_${plain(task).toUpperCase()}`;
  return { hosts: `${name}_HOSTS`, count: `${name}_NUM` };
}

/** `VC_<TASK>_HOSTS` and `VC_<TASK>_NUM`; a list that is too long for a variable is only in its file. */
export function hostVariables(lists: HostLists): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...lists].flatMap(([task, hosts]) => {
      const names = hostVariableNames(task);
      const list = hosts.join(',');
      const count: [string, string] = [names.count, String(hosts.length)];
      return list.length > MAX_HOSTS_VARIABLE_BYTES ? [count] : [[names.hosts, list], count];
    }),
  );
}

/** An SSH client configuration for these hosts: the run's own key, and no host key checks for hosts that live only minutes. */
export function sshConfig(
  lists: HostLists,
  { port, keyFile }: { readonly port: number; readonly keyFile: string },
): string {
  const hosts = [...new Set([...lists.values()].flat())];
  // Options before the first host apply to all hosts, also when they are called by their full names.
  const head = `StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nIdentityFile ${keyFile}\nPort ${port}\n`;
  const blocks = hosts.map((host) => `Host ${aliasOf(host)}\n  HostName ${host}\n  Port ${port}\n`);
  return head + blocks.join('');
}

/** `worker-0` for `worker-0.job-1-abc`; an address is its own alias. */
function aliasOf(host: string): string {
  const [label = host] = host.split('.');
  return /^\d+$/.test(label) ? host : label;
}
