/**
 * Compares runs with what their engines know: at the start, for every shard that this replica gets, and when a host is lost. This finds
 * everything that an attempt did while no replica watched it.
 */
import { chunked, Failures } from '#common/runtime/continuing.js';
import { MAX_SHARDS_RECOVERED_AT_ONCE } from '#common/domain/limits.js';
import { ENGINES, type Engine } from '#common/spec/worker.js';
import type { AttemptId, RunId } from '#common/domain/ids.js';
import type { AttemptRecord, Instant, LiveAttempt, Run } from '#common/run/run.js';
import type { Logger } from '#common/logging/logger.js';
import type { AttemptRef, Engines } from '../engines/engine.js';
import type { RunQueue } from '../loop/run-queue.js';
import { isActive } from '../run/attempt.js';

export interface OpenRuns {
  openRuns(shard: number, after: { wakeAt: Instant; id: RunId } | null, limit: number): Promise<Run[]>;
}

const PAGE = 500;

/** The open runs of a shard, page by page. */
export async function* openRunPages(runs: OpenRuns, shard: number): AsyncGenerator<readonly Run[]> {
  let after: { wakeAt: Instant; id: RunId } | null = null;
  for (;;) {
    const page: Run[] = await runs.openRuns(shard, after, PAGE);
    yield page;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = { wakeAt: last.wakeAt ?? 0, id: last.id };
  }
}

/**
 * Engines that did not answer, and why: runs of other engines are recovered all the same; these engines are asked again the next
 * time.
 */
type Silent = Map<Engine, unknown>;

export class Recovery {
  private recovered = new Set<number>();
  /** Shards whose recovery has begun, and that were not lost since. */
  private readonly underWay = new Set<number>();

  constructor(
    private readonly shards: Pick<ShardRecovery, 'recover'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly log: Logger,
    private readonly tookOver: (shard: number) => void = () => undefined,
  ) {}

  /** Recovers the shards that were not recovered since this replica got them. */
  async step(): Promise<void> {
    const owned = this.owned();
    this.recovered = new Set([...this.recovered].filter((shard) => owned.has(shard)));
    const silent: Silent = new Map();
    const open = [...owned].filter((shard) => !this.recovered.has(shard));
    const failures = new Failures();
    for (const some of chunked(open, MAX_SHARDS_RECOVERED_AT_ONCE))
      failures.addAll(await Promise.allSettled(some.map((shard) => this.takeOver(shard, silent))));
    failures.throwFirst();
    const [unasked] = silent.values();
    if (silent.size > 0) throw unasked;
  }

  /** To be called at each change of the shards: one that is lost and won back between two steps is recovered again. */
  keepOnly(owned: ReadonlySet<number>): void {
    for (const shard of new Set([...this.recovered, ...this.underWay])) {
      if (owned.has(shard)) continue;
      this.recovered.delete(shard);
      this.underWay.delete(shard);
    }
  }

  private async takeOver(shard: number, silent: Silent): Promise<void> {
    this.underWay.add(shard);
    const runs = await this.shards.recover(shard, silent);
    if (!this.underWay.delete(shard) || runs === null) return;
    this.recovered.add(shard);
    this.tookOver(shard);
    if (runs > 0) this.log.info({ shard, runs }, 'open runs were taken over');
  }

  /** Recovers everything again, for example because a host was lost. */
  startOver(): void {
    this.recovered.clear();
  }
}

/** Compares the open runs of a shard with what their engines know. */
export class ShardRecovery {
  constructor(
    private readonly runs: OpenRuns,
    private readonly attempts: { ofIds(ids: readonly AttemptId[]): Promise<AttemptRecord[]> },
    private readonly engines: Engines,
    private readonly queue: Pick<RunQueue, 'submit'>,
  ) {}

  /** Returns how many runs there were; null if the engine of one of them did not answer. */
  async recover(shard: number, silent: Silent): Promise<number | null> {
    const failures = new Failures();
    let count = 0;
    let answeredRuns = 0;
    for await (const page of openRunPages(this.runs, shard)) {
      await failures.during(async () => {
        answeredRuns += await this.recoverRuns(page, silent);
      });
      count += page.length;
    }
    failures.throwFirst();
    return answeredRuns === count ? count : null;
  }

  /** Returns for how many of them the engines answered. */
  private async recoverRuns(page: readonly Run[], silent: Silent): Promise<number> {
    const failures = new Failures();
    const untaken = await this.takeRecorded(page, failures);
    const runs = page.filter(({ id }) => !untaken.has(id));
    for (const engine of ENGINES) {
      const ofEngine = runs.filter((run) => run.engine === engine);
      if (!silent.has(engine)) await this.recoverOn(engine, ofEngine, { silent, failures });
    }
    // The known state of the other runs is old: no decision uses it.
    const answered = runs.filter(({ engine }) => !silent.has(engine));
    failures.addAll(
      await Promise.allSettled(answered.map((run) => this.queue.submit(run.id, [], { repeatEffects: true }))),
    );
    failures.throwFirst();
    return answered.length;
  }

  private async recoverOn(
    engine: Engine,
    runs: readonly Run[],
    { silent, failures }: { readonly silent: Silent; readonly failures: Failures },
  ): Promise<void> {
    const sought = runs.flatMap((run) => run.live.filter(isOpen).map((live) => ({ run: run.id, of: live })));
    const askers = new Map(sought.map((each) => [each.of.id, each]));
    for (const part of chunked(sought, PAGE)) {
      try {
        const reports = await this.engines.recover(
          engine,
          part.map(({ of }) => toRef(of)),
        );
        const submitted = reports.map(async (each) => {
          const asker = askers.get(each.attempt);
          if (asker) await this.queue.submit(asker.run, [{ type: 'found', found: each, of: asker.of }]);
        });
        failures.addAll(await Promise.allSettled(submitted));
      } catch (error) {
        silent.set(engine, error);
        return;
      }
    }
  }

  /**
   * Ends that were saved but not counted because the process died: they stand, even if the engines report other ends now. Returns the runs
   * that failed.
   */
  private async takeRecorded(runs: readonly Run[], failures: Failures): Promise<ReadonlySet<RunId>> {
    const live = runs.flatMap((run) => run.live.filter(isActive).map(({ id }) => id));
    const untaken = new Set<RunId>();
    for (const part of chunked(live, PAGE)) {
      const uncounted = await this.attempts.ofIds(part);
      const taken = uncounted.map((record) =>
        this.queue.submit(record.run, [{ type: 'recorded', record }]).catch((error: unknown) => {
          untaken.add(record.run);
          throw error;
        }),
      );
      failures.addAll(await Promise.allSettled(taken));
    }
    return untaken;
  }
}

const isOpen = (live: LiveAttempt): boolean => isActive(live) && live.state !== 'refused';

const toRef = ({ id, claim, name, stop }: LiveAttempt): AttemptRef => ({
  attempt: id,
  host: claim.host,
  name: name ?? null,
  stoppedAt: stop?.at ?? null,
});
