/** The states of monitors, derived from their pings. Written by the executor alone, by compare-and-set. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { MonitorChange, MonitorFacts, MonitorState } from '../watch/monitor.js';
import { saveRevision } from './inserts.js';
import { inShards, isAny, byKeys, mapById } from './queries.js';
import type { Mongo } from './mongo.js';
import type { StoredDocument } from './document.js';

export interface StoredMonitorState {
  readonly uid: string;
  readonly tenant: TenantId;
  readonly monitor: string;
  readonly shard: number;
  readonly rev: number;
  readonly facts: MonitorFacts;
  /** The state at the last check; between two checks only time changes it. */
  readonly state: MonitorState;
  /** Changes whose incidents may not be stored yet, in their order. */
  readonly pending: readonly MonitorChange[];
  /** When it is to be checked again; null where only a ping or an edit changes anything. */
  readonly checkAt: Instant | null;
}

interface StateDocument extends Omit<StoredMonitorState, 'uid'>, StoredDocument {
  /** True where `checkAt` is set: the index of due monitors covers it. */
  readonly timed?: true;
}

export class MonitorStatesStore {
  private readonly states;

  constructor(mongo: Mongo) {
    this.states = mongo.collection<StateDocument>('monitorStates');
  }

  async load(uids: readonly string[]): Promise<Map<string, StoredMonitorState>> {
    return mapById(await byKeys(this.states, uids), fromDocument);
  }

  /** Inserts it, or replaces the document with the previous revision. False where another writer was first. */
  async save(next: StoredMonitorState): Promise<boolean> {
    return saveRevision(this.states, toDocument(next));
  }

  async remove(uid: string): Promise<void> {
    await this.states.deleteOne({ _id: uid });
  }

  /** The longest due first. */
  async due(shards: readonly number[], now: Instant, limit: number): Promise<StoredMonitorState[]> {
    return this.states
      .find({ timed: true, ...inShards(shards), checkAt: { $lte: now } }, { sort: { checkAt: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** In the order of their ids. */
  async after(shards: readonly number[], uid: string, limit: number): Promise<StoredMonitorState[]> {
    return this.states
      .find({ ...inShards(shards), _id: { $gt: uid } }, { sort: { _id: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  async isAny(shards: readonly number[]): Promise<boolean> {
    return isAny(this.states, { ...inShards(shards) });
  }

  async count(shards: readonly number[], state: MonitorState): Promise<number> {
    return this.states.countDocuments({ ...inShards(shards), state });
  }
}

const toDocument = ({ uid, ...rest }: StoredMonitorState): StateDocument => ({
  _id: uid,
  ...rest,
  ...(rest.checkAt !== null && { timed: true as const }),
});

const fromDocument = ({ _id, timed: _timed, ...rest }: StateDocument): StoredMonitorState => ({ uid: _id, ...rest });
