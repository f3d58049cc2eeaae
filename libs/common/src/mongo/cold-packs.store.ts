/**
 * Packs of the archive and the archived runs in them. Written by the executor alone.
 *
 * A pack is `writing` from before its first object exists until all of them are stored and read again. It is `stored` once its rows, one
 * for each run, are in its document; a row becomes an archived run when its run in `runs` has become a tombstone that names the pack. A
 * pack is removed when its time is over: a pack that is still `writing` then was left by a replica that died.
 */
import type { mongo } from 'mongoose';
import { asJobId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import { PACK_WRITING_MS } from '../domain/limits.js';
import { coarsestShardOf } from '../domain/shards.js';
import type { Instant } from '../run/run.js';
import type { ColdRunDocument } from './cold-run.js';
import { type StoredDocument, keyAfter, isAny, byKeys } from './document.js';
import type { Mongo } from './mongo.js';

interface ColdPackDocument extends StoredDocument {
  readonly tenant: TenantId;
  readonly job: JobId;
  /** The newest version of the job that its runs are of. */
  readonly jobVersion: number;
  /** The shard of the job, by `coarsestShardOf`. */
  readonly shard: number;
  readonly state: 'writing' | 'stored' | 'removing';
  /** The prefix of the keys of its objects, and the largest number of objects. */
  readonly base: string;
  readonly objects: number;
  readonly bytes: number;
  readonly removeAt: Date;
  /** True if its objects were removed once. */
  readonly again?: true;
  /** Present until its runs have become archived runs. */
  readonly rows?: readonly ColdRunDocument[];
  /** Its runs that were deleted by a request: a writer that has read their rows before must not bring them back. */
  readonly deleted?: readonly string[];
}

/** A committed pack whose runs may not have become archived runs yet, since its writer died. */
export interface LeftPack extends Pick<ColdPackDocument, 'bytes'> {
  readonly id: string;
  readonly runs: readonly Pick<ColdRunDocument, '_id' | 'rev' | 'scheduledFor' | 'trigger' | 'shard' | 'finished'>[];
}

export type NewPack = Pick<ColdPackDocument, 'tenant' | 'job' | 'jobVersion' | 'shard' | 'base'> & {
  readonly id: string;
};
/** A pack whose time is over. */
export interface OldPack extends Pick<ColdPackDocument, 'base' | 'objects'> {
  readonly id: string;
  /** True if its objects were removed before: they are removed a second time, and then its document is removed. */
  readonly isLastTime: boolean;
}

const MAX_REMOVED_AT_ONCE = 50;

export class ColdPacksStore {
  private readonly packs;
  private readonly runs;

  constructor(mongo: Mongo) {
    this.packs = mongo.collection<ColdPackDocument>('coldPacks');
    this.runs = mongo.collection<ColdRunDocument>('coldRuns');
  }

  // Writing a pack

  /** Records that objects of the pack may exist from now on; the pack has to be committed before `giveUpAt`. */
  async begin({ id, ...pack }: NewPack, giveUpAt: Instant): Promise<void> {
    const removeAt = new Date(giveUpAt);
    await this.packs.insertOne({ _id: id, ...pack, state: 'writing', objects: 0, bytes: 0, removeAt });
  }

  /** Records that an object with this number may exist. */
  async expect(id: string, object: number): Promise<void> {
    await this.packs.updateOne({ _id: id }, { $max: { objects: object + 1 } });
  }

  /** Records that all objects are stored. False: this has taken too long, and the pack is being removed. */
  async commit(
    id: string,
    rows: readonly ColdRunDocument[],
    { bytes, until }: { bytes: number; until: Instant },
  ): Promise<boolean> {
    const change = { $set: { state: 'stored' as const, rows: [...rows], bytes, removeAt: new Date(until) } };
    return (await this.packs.updateOne({ _id: id, state: 'writing' }, change)).matchedCount === 1;
  }

  /** Records that its writer has given up: the pack is removed at once, unless it was committed. */
  async abandon(id: string, now: Instant): Promise<void> {
    await this.packs.updateOne({ _id: id, state: 'writing' }, { $set: { removeAt: new Date(now) } });
  }

  /** Records that its job was removed: the pack is removed at once. */
  async expire(ids: readonly string[], now: Instant): Promise<void> {
    const theirs = { _id: { $in: [...ids] }, state: 'stored' as const, removeAt: { $gt: new Date(now) } };
    if (ids.length > 0) await this.packs.updateMany(theirs, { $set: { removeAt: new Date(now) } });
  }

  /** Records that its tenant was erased: the pack is removed at once, and no writer can commit it. Safe to repeat. */
  async discard(ids: readonly string[], now: Instant): Promise<void> {
    const theirs = { _id: { $in: [...ids] }, state: { $ne: 'removing' as const } };
    const change = {
      $set: { state: 'removing' as const, removeAt: new Date(now) },
      $unset: { rows: 1 as const, deleted: 1 as const },
    };
    if (ids.length > 0) await this.packs.updateMany(theirs, change);
  }

  // Archived runs

  /** The packs of those runs that are already archived in their present state, as after the restore of an older backup. */
  async packsOf(runs: readonly { readonly _id: string; readonly rev: number }[]): Promise<Map<string, string>> {
    const ids = runs.map(({ _id }) => _id);
    const documents = await byKeys(this.runs, ids, {}, { projection: { rev: 1, pack: 1 } });
    const revs = new Map(runs.map(({ _id, rev }) => [_id, rev]));
    return new Map(documents.flatMap(({ _id, rev, pack }) => (revs.get(_id) === rev ? [[_id, pack]] : [])));
  }

  /** A pack of the job that is left; null if there is none. */
  async leftOf(job: JobId, now: Instant): Promise<LeftPack | null> {
    return this.left({ shard: coarsestShardOf(job), removeAt: { $gt: new Date(now) }, job });
  }

  /** A pack among these that is left; null if there is none. */
  async leftAmong(ids: readonly string[]): Promise<LeftPack | null> {
    return ids.length === 0 ? null : this.left({ _id: { $in: [...ids] } });
  }

  private async left(those: mongo.Filter<ColdPackDocument>): Promise<LeftPack | null> {
    const fields = [
      'bytes',
      'rows._id',
      'rows.rev',
      'rows.scheduledFor',
      'rows.trigger',
      'rows.shard',
      'rows.finished',
    ];
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const document = await this.packs.findOne({ ...those, state: 'stored', rows: { $exists: true } }, { projection });
    return document && { id: document._id, bytes: document.bytes, runs: document.rows ?? [] };
  }

  /** Makes archived runs of those whose tombstones name the pack, unless they were deleted. Safe to repeat. */
  async reveal(pack: string, runs: readonly RunId[]): Promise<void> {
    const document = await this.packs.findOne({ _id: pack, state: 'stored' }, { projection: { rows: 1 } });
    const wanted = new Set<string>(runs);
    const rows = (document?.rows ?? []).filter(({ _id }) => wanted.has(_id));
    if (rows.length === 0) return;
    const writes = rows.map(({ _id, ...row }) => ({ replaceOne: { filter: { _id }, replacement: row, upsert: true } }));
    await this.runs.bulkWrite(writes, { ordered: false });
    // Since the rows were read, runs may have been deleted, or the whole pack.
    const now = await this.packs.findOne({ _id: pack, state: 'stored' }, { projection: { deleted: 1 } });
    const deleted = now === null ? rows.map(({ _id }) => _id) : (now.deleted ?? []).filter((id) => wanted.has(id));
    if (deleted.length > 0) await this.runs.deleteMany({ _id: { $in: [...deleted] }, pack });
  }

  /** Records that all its runs with tombstones are archived runs: the rows are not needed any more. */
  async settle(pack: string): Promise<void> {
    await this.packs.updateOne({ _id: pack, state: 'stored' }, { $unset: { rows: 1 } });
  }

  /**
   * Deletes an archived run: no query finds it; its bytes are removed with the last run of its pack. `buriedIn`: the pack that its tombstone
   * names, in which it may not be visible yet. False: not found.
   */
  async deleteRun(id: RunId, now: Instant, buriedIn: string | null = null): Promise<boolean> {
    const pack = (await this.runs.findOne({ _id: id }, { projection: { pack: 1 } }))?.pack ?? buriedIn;
    if (pack === null) return false;
    await this.packs.updateOne({ _id: pack }, { $pull: { rows: { _id: id } }, $addToSet: { deleted: id } });
    await this.runs.deleteOne({ _id: id, pack });
    await this.removeIfEmpty(pack, now);
    return true;
  }

  /** Marks a pack without archived runs for removal, once no run can be added to it. */
  async removeIfEmpty(pack: string, now: Instant): Promise<void> {
    if (await isAny(this.runs, { pack })) return;
    const settled = { _id: pack, state: 'stored' as const, rows: { $exists: false } };
    await this.packs.updateOne(settled, { $set: { removeAt: new Date(now) } });
  }

  // Removing packs

  /** Packs of the shard whose time is over: no replica can commit them from now on. */
  async takeOld(shard: number, now: Instant): Promise<OldPack[]> {
    const old = { shard, removeAt: { $lte: new Date(now) } };
    const documents = await this.packs
      .find(old, { projection: { rows: 0 }, sort: { removeAt: 1 }, limit: MAX_REMOVED_AT_ONCE })
      .toArray();
    const ids = documents.filter(({ state }) => state !== 'removing').map(({ _id }) => _id);
    if (ids.length > 0)
      await this.packs.updateMany({ _id: { $in: ids }, ...old }, { $set: { state: 'removing' }, $unset: { rows: 1 } });
    // Another replica has committed it meanwhile, or extended its time: it stays.
    const taken = new Set(ids.length === 0 ? [] : (await this.removing(ids)).map(({ _id }) => _id));
    return documents.flatMap(({ _id: id, state, base, objects, again }) =>
      state === 'removing' || taken.has(id) ? [{ id, base, objects, isLastTime: again === true }] : [],
    );
  }

  private removing(ids: readonly string[]): Promise<Pick<ColdPackDocument, '_id'>[]> {
    return byKeys(this.packs, ids, { state: 'removing' }, { projection: { _id: 1 } });
  }

  async deleteRunsOf(pack: string): Promise<void> {
    await this.runs.deleteMany({ pack });
  }

  /** Records that its objects are removed. A later second pass removes objects that a replica wrote which had stood still. */
  async forget({ id, isLastTime }: OldPack, now: Instant): Promise<void> {
    if (isLastTime) await this.packs.deleteOne({ _id: id, state: 'removing' });
    else await this.packs.updateOne({ _id: id }, { $set: { again: true, removeAt: new Date(now + PACK_WRITING_MS) } });
  }

  /** Packs in key order after `after`, with the job that each is of. */
  async page(after: string | null, limit: number): Promise<{ id: string; job: JobId; jobVersion: number }[]> {
    return this.packs
      .find(keyAfter(after), { projection: { job: 1, jobVersion: 1 }, sort: { _id: 1 }, limit })
      .map(({ _id: id, job, jobVersion }) => ({ id, job: asJobId(job), jobVersion }))
      .toArray();
  }
}
