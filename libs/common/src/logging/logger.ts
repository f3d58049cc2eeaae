import pino from 'pino';
import { systemClock } from '../clock/clock.js';
import { REPEAT_WINDOW_MS, RepeatLimiter } from './repeat-limiter.js';

/** JSON lines on stdout; messages are short constant phrases, data are fields. Secrets are never logged. */
export type Logger = pino.Logger;

const WARN = pino.levels.values['warn'] ?? 40;
const FATAL = pino.levels.values['fatal'] ?? 60;

/** A logger that limits repeated warnings and errors; omitted ones are counted and reported once per window. */
export function createLogger(service: string, level: string, destination?: pino.DestinationStream): Logger {
  const limiter = new RepeatLimiter();
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
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
      logger.warn({ repeated: message, leftOut: count, windowMs: REPEAT_WINDOW_MS }, 'repeated lines were left out');
  }, REPEAT_WINDOW_MS).unref();
  return logger;
}
