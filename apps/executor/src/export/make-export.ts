/** Makes the parts that ship logs and audit: one executor ships those of the whole installation, the owner of the first shard (why: ADR 22). */
import type { Instant } from '#common/domain/instant.js';
import { RenewedContext } from '#common/config/renewed-context.js';
import type { ServiceParts, Startable } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { LogExportStore } from '#common/mongo/log-export.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { ExecutorConfig } from '../config.js';
import { AddressGuard } from '../engines/webservice/address-guard.js';
import { callMeter } from '../engines/webservice/call-meter.js';
import { HttpCaller } from '../engines/webservice/http-caller.js';
import { AuditBatches, LogBatches, type TellThrough } from './batches.js';
import { ExportHealth } from './export-health.js';
import { Exporter } from './exporter.js';
import { LogTarget } from './log-target.js';
import { UnshippedLogs } from './unshipped-logs.js';

type Parts = ServiceParts<ExecutorConfig>;

const FIRST_SHARD = 0;
const STEP_MS = 5_000;
/** The state is stored for the doctor at most this often. */
const TELL_MS = 30_000;
/** The operator of Carillon chooses the address. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

export class ExportLoop implements Startable {
  /** Null: nothing is shipped. */
  constructor(
    private readonly parts: {
      readonly exporter: Exporter;
      readonly target: LogTarget;
      readonly loop: SweepLoop;
    } | null,
  ) {}

  start(): void {
    this.parts?.loop.start();
  }

  async stop(): Promise<void> {
    this.parts?.exporter.stop();
    // A request under way is not waited for: whoever ships next repeats it.
    await this.parts?.target.close();
    await this.parts?.loop.stop();
  }
}

/** Null where logs are not shipped anywhere. */
export function unshippedOf({ config, mongo, metrics, log }: Parts): UnshippedLogs | null {
  if (config.LOG_EXPORT_URL === undefined) return null;
  return new UnshippedLogs(new LogExportStore(mongo.inLane('bulk')), metrics, moduleLog(log, 'sweeps'));
}

export function exportOf(parts: Parts): ExportLoop {
  const { mongo, membership, clock, metrics, secrets, calm } = parts;
  const target = targetOf(parts);
  if (target === null) return new ExportLoop(null);
  const log = moduleLog(parts.log, 'sweeps');
  const store = new LogExportStore(mongo.inLane('bulk'));
  const audit = new AuditStore(mongo.inLane('bulk'), secrets);
  const isOwner = (): boolean => membership.owned().coarsest().has(FIRST_SHARD);
  const lag = new ExportLag(clock);
  const sources = [new AuditBatches(store, audit, lag.of('audit')), new LogBatches(store, clock, lag.of('logs'))];
  const health = new ExportHealth(clock, metrics, log);
  const exporter = new Exporter(sources, target, health, isOwner);
  metrics.beforeReading(() => {
    metrics.exportLag.set({}, isOwner() ? lag.seconds : 0);
  });
  const members = new MembersStore(mongo);
  let toldAt: number | null = null;
  const step = async (): Promise<number> => {
    if (isOwner()) lag.begin();
    else {
      lag.forget();
      if (toldAt !== null) await members.tellLogExport(membership.replica, null);
      toldAt = null;
      return 0;
    }
    const lines = await exporter.step();
    const before = toldAt;
    if (before !== null && clock.monotonic() - before < TELL_MS) return lines;
    toldAt = clock.monotonic();
    await members.tellLogExport(membership.replica, { lagSeconds: lag.seconds, problem: health.problem });
    return lines;
  };
  const loop = new SweepLoop('log export', step, STEP_MS, { log }).restWith(calm);
  return new ExportLoop({ exporter, target, loop });
}

/** Up to when each source is shipped; measured when it is read, so that it grows while nothing is shipped. */
class ExportLag {
  private readonly through = new Map<string, Instant | null>();

  constructor(private readonly clock: Parts['clock']) {}

  of(source: string): TellThrough {
    this.through.set(source, null);
    return (through) => this.through.set(source, through ?? this.clock.now());
  }

  /** From now on the lag grows until the sources tell how far they are. */
  begin(): void {
    for (const [source, through] of this.through) this.through.set(source, through ?? this.clock.now());
  }

  get seconds(): number {
    const now = this.clock.now();
    return Math.max(0, ...[...this.through.values()].map((through) => now - (through ?? now))) / 1_000;
  }

  forget(): void {
    for (const source of this.through.keys()) this.through.set(source, null);
  }
}

function targetOf({ config, metrics, clock, version }: Parts): LogTarget | null {
  const { LOG_EXPORT_URL: url, LOG_EXPORT_KIND: kind, LOG_EXPORT_HEADERS: headers, LOG_EXPORT_CA: ca } = config;
  if (url === undefined) return null;
  const authorities = ca === undefined ? undefined : new RenewedContext({ ca });
  const caller = new HttpCaller(new AddressGuard(ANYWHERE), callMeter(metrics, 'logs'), authorities);
  return new LogTarget({ kind, url, headers, version }, caller, clock);
}
