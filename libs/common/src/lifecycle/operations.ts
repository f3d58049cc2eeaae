/** Serves the requests of an operator to a running replica: by the api over NATS, or, for more log lines, by SIGUSR2 to the process. */
import { LOG_MODULES, type LogModule } from '../domain/operations.js';
import { messageOf } from '../errors/app-error.js';
import type { LogLevels } from '../logging/log-levels.js';
import type { Logger } from '../logging/logger.js';
import { contracts } from '../messages/registry.js';
import type { Nats } from '../nats/nats.js';
import type { Diagnosis } from './diagnosis.js';

export interface OperatorsTools {
  readonly levels: LogLevels;
  readonly diagnosis: Pick<Diagnosis, 'take'>;
  readonly log: Logger;
}

const isModule = (name: string): name is LogModule => LOG_MODULES.some((each) => each === name);

/** Listens from now on. Returns the function that ends it. */
export function heedOperators(
  self: { readonly service: string; readonly replica: string },
  nats: Pick<Nats, 'listen'>,
  { levels, diagnosis, log }: OperatorsTools,
): () => void {
  const toggle = (): void => {
    levels.toggle();
  };
  process.on('SIGUSR2', toggle);
  const deafToLevels = nats.listen(contracts.setLogLevel, {}, ({ service, replica, module, level, seconds }) => {
    const isMeant = (service ?? self.service) === self.service && (replica ?? self.replica) === self.replica;
    if (!isMeant || (module !== undefined && !isModule(module))) return;
    levels.set(level, seconds * 1_000, module ?? null);
  });
  const deafToDiagnoses = nats.listen(
    contracts.diagnose,
    { replica: self.replica },
    ({ kind, name, seconds }) =>
      void diagnosis.take(kind, name, seconds).then(
        (file) => {
          log.info({ kind, file }, 'a diagnosis file was written');
        },
        (error: unknown) => {
          log.warn({ kind, error: messageOf(error) }, 'no diagnosis file could be written');
        },
      ),
  );
  return () => {
    process.off('SIGUSR2', toggle);
    deafToLevels();
    deafToDiagnoses();
    levels.close();
  };
}
