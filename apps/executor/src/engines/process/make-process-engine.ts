/** Makes the process engine that the environment describes. */
import type { Clock } from '#common/clock/clock.js';
import { builtFile } from '#common/lifecycle/built-file.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { isRoot, type ExecutorConfig } from '../../config.js';
import { ProcessEngine } from './process-engine.js';
import { ProcessUsers } from './process-users.js';
import { Spool } from './spool.js';

const BYTES_PER_MIB = 1024 * 1024;

interface Around {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'processUsersStuck'>;
  /** Stores the users that are given to no run, for the examination of the installation (`doctor`). */
  readonly tellStuck: (uids: readonly number[]) => Promise<void>;
}

export function makeProcessEngine(config: ExecutorConfig, around: Around): ProcessEngine {
  const options = {
    host: config.host,
    workdir: config.PROCESS_WORKDIR,
    supervisorFile: builtFile('apps/executor/src/engines/process/supervisor.js'),
    environment: { PATH: config.PATH, HOME: config.HOME, LANG: config.LANG },
    secretsDir: config.PROCESS_SECRETS_DIR ?? null,
    maxOutputBytes: config.PROCESS_MAX_OUTPUT_MB * BYTES_PER_MIB,
    users: usersOf(config, around),
  };
  return new ProcessEngine(new Spool(config.SPOOL_DIR), options, around.clock);
}

/** Null if commands run as the executor's own user, which production refuses. */
function usersOf(config: ExecutorConfig, { clock, log, metrics, tellStuck }: Around): ProcessUsers | null {
  if (config.PROCESS_UIDS !== null && isRoot()) {
    let told = 0;
    return new ProcessUsers({ folder: config.PROCESS_HOMES_DIR, spool: config.SPOOL_DIR }, config.PROCESS_UIDS, {
      now: () => clock.now(),
      onStuck: (uids) => {
        metrics.processUsersStuck.set({}, uids.length);
        if (uids.length > 0)
          log.error({ uids }, 'processes that a run has left cannot be ended; their users are given to no run');
        if (uids.length + told > 0)
          void tellStuck(uids).catch((error: unknown) => {
            log.warn({ err: error }, 'the users that are out of use could not be stored');
          });
        told = uids.length;
      },
    });
  }
  log.warn(
    'commands of the process engine run as the user of this service and can read the environment of this service',
  );
  return null;
}
