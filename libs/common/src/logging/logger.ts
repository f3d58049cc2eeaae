import pino from 'pino';
import { systemClock } from '../clock/clock.js';
import { logFields } from './log-context.js';
import type { LogModule } from '../domain/operations.js';
import { REPEAT_WINDOW_MS, RepeatLimiter } from './repeat-limiter.js';

/** JSON lines on stdout; messages are short constant phrases, data are fields. Secrets are never logged. */
export type Logger = pino.Logger;

const WARN = pino.levels.values['warn'] ?? 40;
const FATAL = pino.levels.values['fatal'] ?? 60;

export interface LoggerOptions {
  /** The replica that writes the lines; tools have none. */
  readonly replica?: string;
  /** Standard output unless given. */
  readonly destination?: pino.DestinationStream;
}

/**
 * A logger that limits repeated warnings and errors; omitted ones are counted and reported once per window. Each line carries the
 * fields of the work in which it is written (`inLogContext`).
 */
export function createLogger(service: string, level: string, { replica, destination }: LoggerOptions = {}): Logger {
  const limiter = new RepeatLimiter();
  const options: pino.LoggerOptions = {
    level,
    base: { service, ...(replica !== undefined && { replica }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: logFields,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, method, number) {
        const message = args.find((each) => typeof each === 'string') ?? '';
        const isLimited = number >= WARN && number < FATAL;
        if (!isLimited || limiter.allows(message, systemClock.monotonic())) method.apply(this, args);
      },
    },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  setInterval(() => {
    for (const { message, count } of limiter.endWindows(systemClock.monotonic()))
      logger.warn(
        { repeated: message, leftOut: count, windowMs: REPEAT_WINDOW_MS },
        'repeated log lines were left out',
      );
  }, REPEAT_WINDOW_MS).unref();
  return logger;
}

const modules = new WeakMap<Logger, Map<LogModule, Logger>>();

/** The logger of one module of a service: its lines name the module, and its level may differ. */
export function moduleLog(log: Logger, name: LogModule): Logger {
  const ofLog = modules.get(log) ?? new Map<LogModule, Logger>();
  modules.set(log, ofLog);
  const child = ofLog.get(name) ?? log.child({ module: name });
  ofLog.set(name, child);
  return child;
}
