/**
 * The log levels of a running service. What an operator asks for lasts for a while only: a level that was lowered in a hurry and
 * forgotten would fill a disk.
 */
import type { Clock } from '../clock/clock.js';
import { moduleLog, type Logger } from './logger.js';
import { LOG_MODULES, type LogLevel, type LogModule } from '../domain/operations.js';

/** A signal asks for this level, for so long; the next signal ends it. */
const SIGNAL_LEVEL = 'debug';
export const SIGNAL_LEVEL_MS = 15 * 60_000;

interface Override {
  readonly level: LogLevel;
  readonly callOff: () => void;
}

export class LogLevels {
  private readonly usual: string;
  /** By module; null: the whole service. */
  private readonly asked = new Map<LogModule | null, Override>();

  constructor(
    private readonly log: Logger,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.usual = log.level;
  }

  /** From now on, for `forMs`, this level holds; of the whole service where no module is named. Modules that were set apart keep theirs. */
  set(level: LogLevel, forMs: number, module: LogModule | null = null): void {
    this.asked.get(module)?.callOff();
    const callOff = this.clock.after(forMs, () => {
      this.reset(module);
    });
    this.asked.set(module, { level, callOff });
    this.apply();
    this.log.info({ to: level, of: module, forSeconds: forMs / 1_000 }, 'the log level was set');
  }

  /** Handles a signal: logs more for a while, or as usual again. */
  toggle(): void {
    if (this.asked.has(null)) this.reset(null);
    else this.set(SIGNAL_LEVEL, SIGNAL_LEVEL_MS);
  }

  /** Every level is the usual one again. */
  close(): void {
    for (const module of [...this.asked.keys()]) this.reset(module);
  }

  private reset(module: LogModule | null): void {
    this.asked.get(module)?.callOff();
    this.asked.delete(module);
    this.log.info({ to: this.levelOf(module), of: module }, 'the log level was reset');
    this.apply();
  }

  private levelOf(module: LogModule | null): string {
    return (this.asked.get(module) ?? this.asked.get(null))?.level ?? this.usual;
  }

  private apply(): void {
    this.log.level = this.levelOf(null);
    for (const module of LOG_MODULES) moduleLog(this.log, module).level = this.levelOf(module);
  }
}
