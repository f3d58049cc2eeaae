import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Writes Nest's log lines with our logger. */
export function nestLogger(log: Logger): LoggerService {
  const line = (message: unknown): string => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown) => {
      log.debug(line(message));
    },
    warn: (message: unknown) => {
      log.warn(line(message));
    },
    error: (message: unknown, ...rest: unknown[]) => {
      log.error({ detail: rest.map(String).join(' ') }, line(message));
    },
    debug: (message: unknown) => {
      log.trace(line(message));
    },
    verbose: (message: unknown) => {
      log.trace(line(message));
    },
    fatal: (message: unknown) => {
      log.fatal(line(message));
    },
  };
}
