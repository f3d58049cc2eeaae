/**
 * The log levels of a running service. A level that an operator sets lasts for a limited time: one that was forgotten would fill a disk.
 */
import type { Clock } from '../clock/clock.js';
import { moduleLog, type Logger } from './logger.js';
import { LOG_MODULES, type LogLevel, type LogModule } from '../domain/operations.js';

/** A signal sets this level, for this long; the next signal ends it. */
const SIGNAL_LEVEL = 'debug';
export const SIGNAL_LEVEL_MS = 15 * 60_000;

interface Override {
  readonly level: LogLevel;
  readonly callOff: () => void;
}

export class LogLevels {
  private readonly usual: string;
  /** By module; null: the whole service. */
  private readonly overrides = new Map<LogModule | null, Override>();

  constructor(
    private readonly log: Logger,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.usual = log.level;
  }

  /** Sets the level for `forMs`, of the whole service where no module is named. Modules with a level of their own keep it. */
  set(level: LogLevel, forMs: number, module: LogModule | null = null): void {
    this.overrides.get(module)?.callOff();
    const callOff = this.clock.after(forMs, () => {
      this.reset(module);
    });
    this.overrides.set(module, { level, callOff });
    this.apply();
    this.log.info({ to: level, of: module, forSeconds: forMs / 1_000 }, 'the log level was set');
  }

  /** Handles a signal: raises the log level for a while, or restores it. */
  toggle(): void {
    if (this.overrides.has(null)) this.reset(null);
    else this.set(SIGNAL_LEVEL, SIGNAL_LEVEL_MS);
  }

  /** Restores all levels. */
  close(): void {
    for (const module of [...this.overrides.keys()]) this.reset(module);
  }

  private reset(module: LogModule | null): void {
    this.overrides.get(module)?.callOff();
    this.overrides.delete(module);
    this.log.info({ to: this.levelOf(module), of: module }, 'the log level was reset');
    this.apply();
  }

  private levelOf(module: LogModule | null): string {
    return (this.overrides.get(module) ?? this.overrides.get(null))?.level ?? this.usual;
  }

  private apply(): void {
    this.log.level = this.levelOf(null);
    for (const module of LOG_MODULES) moduleLog(this.log, module).level = this.levelOf(module);
  }
}
