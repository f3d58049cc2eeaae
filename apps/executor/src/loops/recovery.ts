/**
 * Compares what runs say with what their engines know: at the start, for every shard that is new here, and when a host is
 * gone. Whatever an attempt did while nobody looked is found here.
 */
import { chunked } from './chunked.js';
import type { Clock } from '#common/clock/clock.js';
import { ENGINES } from '#common/contracts/worker.js';
import type { AttemptId, RunId } from '#common/domain/ids.js';
import type { AttemptRecord, Instant, LiveAttempt, Run } from '#common/domain/run.js';
import type { Logger } from '#common/logging/logger.js';
import type { AttemptRef } from '../core/engine.js';
import type { Engines } from '../effects/engines.js';
import type { RunTurns } from '../turns/run-turns.js';

export interface OpenRuns {
  openRuns(shard: number, after: { wakeAt: Instant; id: RunId } | null, limit: number): Promise<Run[]>;
}

const PAGE = 500;

export class Recovery {
  private recovered = new Set<number>();

  constructor(
    private readonly parts: {
      readonly runs: OpenRuns;
      readonly attempts: { ofIds(ids: readonly AttemptId[]): Promise<AttemptRecord[]> };
      readonly engines: Engines;
      readonly turns: Pick<RunTurns, 'submit'>;
      readonly owned: () => ReadonlySet<number>;
      readonly clock: Clock;
      readonly log: Logger;
    },
  ) {}

  /** Looks through the shards that were not looked through since they came here. */
  async step(): Promise<void> {
    const owned = this.parts.owned();
    this.recovered = new Set([...this.recovered].filter((shard) => owned.has(shard)));
    for (const shard of owned) {
      if (this.recovered.has(shard)) continue;
      const runs = await this.recoverShard(shard);
      this.recovered.add(shard);
      if (runs > 0) this.parts.log.info({ shard, runs }, 'open runs taken over');
    }
  }

  /** Everything is looked through again, for instance because a host is gone. */
  startOver(): void {
    this.recovered.clear();
  }

  private async recoverShard(shard: number): Promise<number> {
    let count = 0;
    let after: { wakeAt: Instant; id: RunId } | null = null;
    for (;;) {
      const page: Run[] = await this.parts.runs.openRuns(shard, after, PAGE);
      await this.recoverRuns(page);
      count += page.length;
      const last = page.at(-1);
      if (page.length < PAGE || !last) return count;
      after = { wakeAt: last.wakeAt ?? 0, id: last.id };
    }
  }

  private async recoverRuns(runs: readonly Run[]): Promise<void> {
    const { engines, turns } = this.parts;
    await this.takeRecorded(runs);
    const sought = new Map(
      runs.flatMap((run) => run.live.map((live) => [live.id, { run: run.id, of: live }] as const)),
    );
    for (const engine of ENGINES) {
      const known = runs.filter((run) => run.engine === engine).flatMap((run) => run.live.filter(isOpen).map(toRef));
      for (const part of chunked(known, PAGE)) {
        const found = await engines.recover(engine, part);
        await Promise.all(
          found.map(async (each) => {
            const asked = sought.get(each.attempt);
            if (asked) await turns.submit(asked.run, [{ type: 'found', found: each, of: asked.of }]);
          }),
        );
      }
    }
    await Promise.all(runs.map((run) => turns.submit(run.id, [], { repeatEffects: true })));
  }

  /** Ends that somebody saved and died before counting: they stand, whatever the engines say now. */
  private async takeRecorded(runs: readonly Run[]): Promise<void> {
    const live = runs.flatMap((run) => run.live.filter(isUnended).map(({ id }) => id));
    for (const part of chunked(live, PAGE)) {
      const uncounted = await this.parts.attempts.ofIds(part);
      await Promise.all(uncounted.map((record) => this.parts.turns.submit(record.run, [{ type: 'recorded', record }])));
    }
  }
}

const isUnended = ({ state }: LiveAttempt): boolean => state !== 'ended';
const isOpen = ({ state }: LiveAttempt): boolean => state !== 'ended' && state !== 'refused';

const toRef = ({ id, claim, name, stop }: LiveAttempt): AttemptRef => ({
  attempt: id,
  host: claim.host,
  name: name ?? null,
  stoppedAt: stop?.at ?? null,
});
