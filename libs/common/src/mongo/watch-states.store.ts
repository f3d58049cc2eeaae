/** The states of monitors and rules. Written by the executor alone, by compare-and-set. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { MonitorChange, MonitorFacts, MonitorState } from '../watch/monitor.js';
import type { RuleChange, RuleFacts } from '../watch/rule.js';
import { type StoredDocument, inShards, isAny, byKeys, mapById, saveRevision } from './document.js';
import type { Mongo } from './mongo.js';

interface StoredState {
  readonly uid: string;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly rev: number;
}

export interface StoredMonitorState extends StoredState {
  readonly monitor: string;
  readonly facts: MonitorFacts;
  /** The state at the last check; between two checks only time changes it. */
  readonly state: MonitorState;
  /** Changes whose incidents may not be stored yet, in their order. */
  readonly pending: readonly MonitorChange[];
  /** When it is to be checked again; null where only a ping or an edit changes anything. */
  readonly checkAt: Instant | null;
}

export interface StoredRuleState extends StoredState {
  readonly rule: string;
  /** The `since` of the definition by which it was decided. */
  readonly since: Instant;
  readonly facts: RuleFacts;
  /** Changes whose incidents may not be stored yet, in their order. */
  readonly pending: readonly RuleChange[];
}

interface StateDocument extends Omit<StoredState, 'uid'>, StoredDocument {
  /** True where `checkAt` is set: the index of due monitors covers it. */
  readonly timed?: true;
  readonly checkAt?: Instant | null;
  readonly state?: MonitorState;
}

abstract class StatesStore<S extends StoredState> {
  protected readonly states;

  constructor(mongo: Mongo, collection: 'monitorStates' | 'ruleStates') {
    this.states = mongo.collection<StateDocument>(collection);
  }

  async load(uids: readonly string[]): Promise<Map<string, S>> {
    return mapById(await byKeys(this.states, uids), (document) => this.fromDocument(document));
  }

  /** Inserts it, or replaces the document with the previous revision. False where another writer was first. */
  async save(next: S): Promise<boolean> {
    return saveRevision(this.states, this.toDocument(next));
  }

  async remove(uid: string): Promise<void> {
    await this.states.deleteOne({ _id: uid });
  }

  /** In the order of their ids. */
  async after(shards: readonly number[], uid: string, limit: number): Promise<S[]> {
    return this.read({ ...inShards(shards), _id: { $gt: uid } }, { _id: 1 }, limit);
  }

  protected async read(filter: object, sort: Readonly<Record<string, 1>>, limit: number): Promise<S[]> {
    return this.states
      .find(filter, { sort, limit })
      .map((document) => this.fromDocument(document))
      .toArray();
  }

  protected toDocument({ uid, ...rest }: S): StateDocument {
    return { _id: uid, ...rest };
  }

  private fromDocument({ _id, timed: _timed, ...rest }: StateDocument): S {
    return { uid: _id, ...rest } as unknown as S;
  }
}

export class RuleStatesStore extends StatesStore<StoredRuleState> {
  constructor(mongo: Mongo) {
    super(mongo, 'ruleStates');
  }
}

export class MonitorStatesStore extends StatesStore<StoredMonitorState> {
  constructor(mongo: Mongo) {
    super(mongo, 'monitorStates');
  }

  protected override toDocument(state: StoredMonitorState): StateDocument {
    return { ...super.toDocument(state), ...(state.checkAt !== null && { timed: true }) };
  }

  /** The longest due first. */
  async due(shards: readonly number[], now: Instant, limit: number): Promise<StoredMonitorState[]> {
    return this.read({ timed: true, ...inShards(shards), checkAt: { $lte: now } }, { checkAt: 1 }, limit);
  }

  async isAny(shards: readonly number[]): Promise<boolean> {
    return isAny(this.states, { ...inShards(shards) });
  }

  async count(shards: readonly number[], state: MonitorState): Promise<number> {
    return this.states.countDocuments({ ...inShards(shards), state });
  }
}
