import { contracts } from '#common/messages/registry.js';
import { shardOf } from '#common/domain/shards.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import { runChanged } from '#common/run/run-changed.js';
import type { Run } from '#common/run/run.js';
import type { InsertedRun } from '#common/run/inserted-run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Nats } from '#common/nats/nats.js';
import { systemClock } from '#common/clock/clock.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { runSpanId, traceIdOf } from '#common/telemetry/trace-context.js';
import type { Tracing } from '#common/telemetry/tracing.js';
import { needsHint } from './core/planning-limits.js';
import type { DispatchedRun, Outbox } from './ports.js';

/** Messages in flight; further ones are not sent, and the executor's sweep finds their runs a second later. */
const MAX_IN_FLIGHT = 20_000;
/** A lost connection is logged once per this many messages. */
const WARN_EVERY = 1_000;

export class NatsOutbox implements Outbox {
  private inFlight = 0;
  private failed = 0;

  constructor(
    private readonly nats: Nats,
    private readonly log: Logger,
    private readonly around: { readonly metrics: Pick<Metrics, 'runs'>; readonly shardCount: number },
    /** Absent: nothing is traced. */
    private readonly tracing?: Pick<Tracing, 'record'>,
  ) {}

  get carriesRuns(): boolean {
    return this.nats.shortage === null;
  }

  dispatch({ id, shard, startAfter, job, tenant, spec }: DispatchedRun, inserted?: InsertedRun): void {
    const from = systemClock.now();
    // The start of a run that is to begin at once may seem to be in the future: its instant is in the time that all services share.
    const at = startAfter > from ? { at: startAfter } : {};
    const more = inserted ? { made: inserted } : at;
    this.send(async () => {
      await this.nats.publishDurable(
        contracts.dispatch,
        { shard },
        { v: 1, run: id, ...more, start: { job, tenant, spec } },
      );
      const ids = { trace: traceIdOf(id), parent: runSpanId(id) };
      this.tracing?.record({ name: 'dispatch', ...ids, from, to: systemClock.now(), kind: 'producer' });
    });
  }

  changed(run: Run, since: number): void {
    const { tenant, engine, trigger, shard } = run;
    // A run that ends here never reaches the executor, which counts all others.
    if (isFinal(run.phase)) this.around.metrics.runs.inc({ state: stateOf(run.phase), engine, trigger });
    const payload = runChanged(run, run.transitions.slice(since));
    this.send(() => {
      this.nats.publish(contracts.runChanged, { shard, tenant }, payload);
    });
  }

  slotChanged({ job, nextSlotAt }: Pick<ScheduleState, 'job' | 'nextSlotAt'>): void {
    // Very many jobs may be changed at once.
    if (!needsHint(nextSlotAt, systemClock.now())) return;
    this.nats.publish(contracts.schedulerHint, { shard: shardOf(job, this.around.shardCount) }, { v: 1, job });
  }

  private send(publish: () => Promise<void> | void): void {
    if (this.inFlight >= MAX_IN_FLIGHT) return;
    this.inFlight++;
    Promise.resolve()
      .then(publish)
      .catch((error: unknown) => {
        if (this.failed++ % WARN_EVERY === 0)
          this.log.warn({ error: messageOf(error) }, 'a message was not sent; a sweep does the work that it announced');
      })
      .finally(() => {
        this.inFlight--;
      });
  }
}
