/** Processor seconds of the programs that a measurement involves, as Linux counts them: on few cores they are the limit. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** By program, since each began. */
export type ProcessorSeconds = Readonly<Record<string, number>>;

const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['executor', /apps\/executor\/src\/main\.js/],
  ['log-collector', /apps\/log-collector\/src\/main\.js/],
  ['scheduler', /apps\/scheduler\/src\/main\.js/],
  ['api', /apps\/api\/src\/main\.js/],
  ['database gateway', /gateway\/main\.js/],
  ['database', /(^|[/ ])(mongod|postgres)\b/],
  ['nats', /nats-server/],
  ['redis', /(redis|valkey)-server/],
  ['peer', /bench\/peers\/peer-process\.js/],
  ['etcd', /^etcd\b/],
  ['kube-apiserver', /kube-apiserver/],
  ['kube-controller-manager', /kube-controller-manager/],
  ['kube-scheduler', /kube-scheduler/],
  ['instant node', /instant-node\.mjs/],
  ['bench', /bench\/main\.js|bench\.mjs|kubectl/],
];
/** USER_HZ, in which /proc counts. */
const TICKS_PER_SECOND = 100;
/** utime, stime, and those of children that have ended; counted behind the program's name. */
const TIME_FIELDS = [11, 12, 13, 14];

/** A machine runs one of each at a time, so that their owner need not be determined. They do not stay children of the process that started them. */
const CLUSTER: ReadonlySet<string> = new Set([
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'instant node',
]);

/** Of the processes that this one has started; or of those, the machine's cluster, and this one. */
export function processorSeconds(of: 'ownChildren' | 'withCluster'): ProcessorSeconds {
  const seconds: Record<string, number> = {};
  if (!existsSync('/proc/self/stat')) return seconds;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const program = programOf(command);
      const isMeant = of === 'withCluster' && (CLUSTER.has(program ?? '') || pid === String(process.pid));
      if (program !== undefined && (isMeant || isOwn(pid))) seconds[program] = (seconds[program] ?? 0) + secondsOf(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  return seconds;
}

/** The use between two samples, the largest first. */
export function usedBetween(before: ProcessorSeconds, after: ProcessorSeconds): Record<string, number> {
  const used = Object.entries(after).map(([program, sum]): [string, number] => [program, sum - (before[program] ?? 0)]);
  const total = used.reduce((sum, [, each]) => sum + each, 0);
  const rounded = used.map(([program, each]): [string, number] => [program, Number(each.toFixed(2))]);
  return Object.fromEntries([...rounded.sort((a, b) => b[1] - a[1]), ['all', Number(total.toFixed(2))]]);
}

/** The program to which the arguments of a process, separated by spaces, belong; undefined for a program that no measurement involves. */
export function programOf(command: string): string | undefined {
  return PROGRAMS.find(([, pattern]) => pattern.test(command))?.[0];
}

/** Whether this process, or a process that it has started, has started it. Throws when it has ended. */
export function isOwn(pid: string): boolean {
  const parent = statOf(pid)[1] ?? '0';
  return parent === String(process.pid) || (Number(parent) > 1 && isOwn(parent));
}

/** The fields that /proc gives for a process after its name: its state, its parent, and so on. */
function statOf(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Of a process and its children that have ended. Throws when it has ended itself. */
export function secondsOf(pid: string): number {
  const fields = statOf(pid);
  return TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
}
