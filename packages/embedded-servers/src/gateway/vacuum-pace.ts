import type { Engine } from '../engine/engine.js';

const LOOK_EVERY_MS = 15_000;
/** From this many written documents a second on, dead rows and old statistics matter within seconds. Heartbeats at rest are about five. */
const BUSY_PER_SECOND = 20;
/** Checks in a row that find few writes before the pauses become long. */
const CALM_LOOKS = 2;
const BUSY_PAUSE = '5s';
const CALM_PAUSE = '60s';

/**
 * How often PostgreSQL checks whether a table needs to be vacuumed or analysed. It starts a process for each check, which is most of the
 * cost of an idle database, and is worth it under load.
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

  /** True if little has been written lately. */
  get isCalm(): boolean {
    return this.calmLooks >= CALM_LOOKS;
  }

  noteWrite(documents: number): void {
    this.written += documents;
  }

  /** A setting from before a restart of the server is still in effect after it. */
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
