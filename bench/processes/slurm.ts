/** Slurm: Debian's slurmctld and slurmd on this machine, which run as root, with as many places as an executor has. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, startGuarded, findExecutable } from '#embedded-servers';
import { installDebianPackage } from '#testing/debian-package.js';
import type { Place, ProcessSystem } from './processes.js';

const PACKAGES = ['munge', 'slurm-client', 'slurmd', 'slurmctld'];
const PLACES = 64;
const KEY_BYTES = 1_024;
const START_LIMIT_MS = 30_000;
const POLL_MS = 100;

export async function startSlurm({ folder, say, stamp }: Place): Promise<ProcessSystem> {
  if (findExecutable('slurmctld', process.env) === undefined)
    for (const name of PACKAGES) installDebianPackage(name, 'the benchmark of processes');
  const completed = join(folder, 'completed');
  const config = await configure(folder, completed);
  const env = { ...process.env, SLURM_CONF: config };
  const run = async (command: string, args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { env, cwd: folder })).stdout.trim();
  const daemons: { stop(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const daemon of daemons.toReversed()) await daemon.stop();
  };
  try {
    for (const [command, args] of [
      ['munged', mungeOptions(folder)],
      ['slurmctld', ['-D', '-f', config]],
      ['slurmd', ['-D', '-f', config]],
    ] as const)
      daemons.push(
        await startGuarded({
          command: findExecutable(command, process.env) ?? command,
          args: [...args],
          cwd: folder,
          env,
          stopSignal: 'SIGTERM',
        }),
      );
    const isIdle = async (): Promise<boolean> => (await run('sinfo', ['-h', '-o', '%T']).catch(() => '')) === 'idle';
    for (let waited = 0; !(await isIdle()); waited += POLL_MS) {
      if (waited > START_LIMIT_MS) throw new Error('Slurm does not become idle');
      await delay(POLL_MS);
    }
    const version = await run('sinfo', ['--version']);
    say(version);
    const submit = async (...args: readonly string[]): Promise<void> => {
      await run('sbatch', ['--parsable', '-o', '/dev/null', ...args]);
    };
    return {
      version,
      runMany: (count) => submit(`--array=1-${count}`, '--wrap', 'true'),
      ended: () => Promise.resolve(existsSync(completed) ? readFileSync(completed, 'utf8').split('\n').length - 1 : 0),
      runStamp: () => submit('--wrap', stamp),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const mungeOptions = (folder: string): string[] => [
  ...['--foreground', '--force', '--key-file', join(folder, 'munge.key'), '--socket', join(folder, 'munge')],
  ...['--pid-file', join(folder, 'munge.pid'), '--log-file', join(folder, 'munge.log')],
  ...['--seed-file', join(folder, 'munge.seed')],
];

/** Returns the file of the configuration. */
async function configure(folder: string, completed: string): Promise<string> {
  const controlPort = await freePort();
  const nodePort = await freePort();
  const host = hostname().split('.')[0] ?? '';
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'munge.key'), randomBytes(KEY_BYTES), { mode: 0o400 });
  const lines = [
    'ClusterName=bench',
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${controlPort}`,
    `SlurmdPort=${nodePort}`,
    'AuthType=auth/munge',
    `AuthInfo=socket=${join(folder, 'munge')}`,
    'SlurmUser=root',
    'SlurmdUser=root',
    `StateSaveLocation=${join(folder, 'state')}`,
    `SlurmdSpoolDir=${join(folder, 'spool')}`,
    `SlurmctldPidFile=${join(folder, 'slurmctld.pid')}`,
    `SlurmdPidFile=${join(folder, 'slurmd.pid')}`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    'JobCompType=jobcomp/filetxt',
    `JobCompLoc=${completed}`,
    'MaxArraySize=100001',
    'MaxJobCount=200000',
    // The node has more places than the machine has processors.
    'SlurmdParameters=config_overrides',
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${PLACES} State=UNKNOWN`,
    'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
  ];
  const file = join(folder, 'slurm.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
