import type { Engine } from '../engine/engine.js';

const LOOK_EVERY_MS = 15_000;
/** From so many written documents a second on, dead rows and old statistics count within seconds. At rest heartbeats alone are some five. */
const BUSY_PER_SECOND = 20;
/** Looks in a row that find few writes before the pauses become long. */
const CALM_LOOKS = 2;
const BUSY_PAUSE = '5s';
const CALM_PAUSE = '60s';

/**
 * How often PostgreSQL looks whether a table needs to be vacuumed or analysed. It starts a process for each look, which is most of what an
 * idle database costs, and under load is worth it.
 */
export class VacuumPace {
  private written = 0;
  private lookedAt: number;
  private calmLooks = 0;
  private pause: string | null = null;

  constructor(
    private readonly engine: Pick<Engine, 'maintain'>,
    private readonly monotonic: () => number,
  ) {
    this.lookedAt = monotonic();
  }

  readonly everyMs = LOOK_EVERY_MS;

  /** Little has been written lately. */
  get isCalm(): boolean {
    return this.calmLooks >= CALM_LOOKS;
  }

  noteWrite(documents: number): void {
    this.written += documents;
  }

  /** What was set before a restart of the server holds after it. */
  async look(): Promise<void> {
    const now = this.monotonic();
    const isBusy = this.written / ((now - this.lookedAt) / 1_000) >= BUSY_PER_SECOND;
    [this.written, this.lookedAt] = [0, now];
    this.calmLooks = isBusy ? 0 : this.calmLooks + 1;
    const pause = this.isCalm ? CALM_PAUSE : BUSY_PAUSE;
    if (pause === this.pause) return;
    await this.engine.maintain(`ALTER SYSTEM SET autovacuum_naptime = '${pause}'`);
    await this.engine.maintain('SELECT pg_reload_conf()');
    this.pause = pause;
  }
}
