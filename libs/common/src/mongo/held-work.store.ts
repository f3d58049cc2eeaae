/** What a release would set going: counted no further than so many, for whoever decides on it. */
import type { HeldWork } from '../domain/hold.js';
import { ALL_SHARDS } from '../domain/ids.js';
import type { Phase } from '../run/phase.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { ScheduleCounts } from './schedule-counts.store.js';

interface OpenRun extends StoredDocument {
  readonly phase: Phase;
  readonly tenant: string;
  readonly shard: number;
  readonly open?: true;
}

const MAX_LOOKED_AT = 10_000;

export class HeldWorkStore {
  private readonly schedules: ScheduleCounts;
  private readonly runs: DocumentCollection<OpenRun>;

  constructor(private readonly mongo: Mongo) {
    this.schedules = new ScheduleCounts(mongo);
    this.runs = mongo.collection<OpenRun>('runs');
  }

  /** Of all tenants, now. */
  async count(): Promise<HeldWork> {
    const now = await this.mongo.serverTime();
    const open = { open: true as const, shard: { $in: [...ALL_SHARDS] } };
    const [overdueSchedules, found] = await Promise.all([
      this.schedules.dueBefore(ALL_SHARDS, now),
      this.runs.find(open, { projection: { phase: 1 }, limit: MAX_LOOKED_AT }).toArray(),
    ]);
    const runs: Partial<Record<Phase, number>> = {};
    for (const { phase } of found) runs[phase] = (runs[phase] ?? 0) + 1;
    return { overdueSchedules, runs, isAllOfThem: found.length < MAX_LOOKED_AT };
  }
}
