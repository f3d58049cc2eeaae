import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';

const BYTES_PER_GIB = 1024 ** 3;

/** The conditions of the numbers beside the code: the machine, its load before the start, and the commit. */
export function describeMachine(root: string): Record<string, unknown> {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    } catch {
      return '';
    }
  };
  const dirty = git('status', '--porcelain') === '' ? '' : ' with local changes';
  return {
    commit: `${git('rev-parse', 'HEAD') || 'unknown'}${dirty}`,
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Number((totalmem() / BYTES_PER_GIB).toFixed(1)),
      system: `${process.platform} ${release()}`,
      node: process.version,
      loadBefore: loadavg()[0],
    },
  };
}
