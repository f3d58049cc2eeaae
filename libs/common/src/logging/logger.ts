import pino from 'pino';
import { systemClock } from '../clock/clock.js';
import { logFields } from './log-context.js';
import type { LogModule } from '../domain/operations.js';

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

/**
 * Keeps a warning that repeats thousands of times a minute from filling the disk: a limited number of lines of each message is
 * written in a window, the others are counted. Pure: the time is an argument.
 */

/** Lines of one message that are written in a window. */
export const MAX_REPEATS = 20;
/** Length of a window, in milliseconds. */
export const REPEAT_WINDOW_MS = 10_000;
/** Messages that are distinguished; they are constant phrases, so there are few. */
const MAX_MESSAGES = 1_000;

interface Window {
  readonly begunAt: number;
  passed: number;
  leftOut: number;
}

interface LeftOut {
  readonly message: string;
  readonly count: number;
}

export class RepeatLimiter {
  private readonly windows = new Map<string, Window>();

  /** True when a line with this message may be written at `now` (milliseconds that never go back). */
  allows(message: string, now: number): boolean {
    const window = this.windows.get(message);
    if (window === undefined || (now - window.begunAt >= REPEAT_WINDOW_MS && window.leftOut === 0)) {
      if (window === undefined && this.windows.size >= MAX_MESSAGES) return true;
      this.windows.set(message, { begunAt: now, passed: 1, leftOut: 0 });
      return true;
    }
    if (window.passed < MAX_REPEATS) {
      window.passed += 1;
      return true;
    }
    window.leftOut += 1;
    return false;
  }

  /** Ends the windows that are over, and returns the omitted messages. */
  endWindows(now: number): LeftOut[] {
    const over = [...this.windows].filter(([, { begunAt }]) => now - begunAt >= REPEAT_WINDOW_MS);
    for (const [message] of over) this.windows.delete(message);
    return over.filter(([, { leftOut }]) => leftOut > 0).map(([message, { leftOut }]) => ({ message, count: leftOut }));
  }
}
