/** The files of a start, from its launch and the place of its command. */
import type { CommandLaunch } from '../engine.js';
import type { CommandUser } from './process-table.js';
import type { SpecFile, StartFiles } from './spool.js';

interface StartPlace extends Pick<SpecFile, 'cwd' | 'env' | 'maxOutputBytes'> {
  /** Null if commands run as the executor's user. */
  readonly home: string | null;
  readonly jobStorageFile: string;
  /** Null if commands run as the executor's user. */
  readonly user: CommandUser | null;
}

export function startFiles(launch: CommandLaunch, place: StartPlace): StartFiles {
  const { cwd, env, maxOutputBytes, user } = place;
  return {
    meta: {
      attempt: launch.attempt,
      run: launch.key.run,
      tenant: launch.tenant,
      job: launch.job,
      startedBy: launch.startedBy,
      home: place.home,
    },
    jobStorage: user ? null : launch.jobStorage,
    spec: {
      command: launch.command,
      cwd,
      env,
      maxOutputBytes,
      mark: markOf(place.jobStorageFile),
      ...(user && { user }),
    },
  };
}

/** Each start has a file of job storage of its own, which is named in the environment of its processes. */
export const markOf = (jobStorageFile: string): string => `JOB_STORAGE_FILE=${jobStorageFile}`;
