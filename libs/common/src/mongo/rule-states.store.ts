/** The states of rules. Written by the executor alone, by compare-and-set. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { RuleChange, RuleFacts } from '../watch/rule.js';
import type { StoredDocument } from './document.js';
import { inShards, byKeys, mapById } from './queries.js';
import { saveRevision } from './inserts.js';
import type { Mongo } from './mongo.js';

export interface StoredRuleState {
  readonly uid: string;
  readonly tenant: TenantId;
  readonly rule: string;
  readonly shard: number;
  readonly rev: number;
  /** The `since` of the definition by which it was decided. */
  readonly since: Instant;
  readonly facts: RuleFacts;
  /** Changes whose incidents may not be stored yet, in their order. */
  readonly pending: readonly RuleChange[];
}

interface StateDocument extends Omit<StoredRuleState, 'uid'>, StoredDocument {}

export class RuleStatesStore {
  private readonly states;

  constructor(mongo: Mongo) {
    this.states = mongo.collection<StateDocument>('ruleStates');
  }

  async load(uids: readonly string[]): Promise<Map<string, StoredRuleState>> {
    return mapById(await byKeys(this.states, uids), fromDocument);
  }

  /** Inserts it, or replaces the document with the previous revision. False where another writer was first. */
  async save({ uid, ...rest }: StoredRuleState): Promise<boolean> {
    return saveRevision(this.states, { _id: uid, ...rest });
  }

  async remove(uid: string): Promise<void> {
    await this.states.deleteOne({ _id: uid });
  }

  /** In the order of their ids. */
  async after(shards: readonly number[], uid: string, limit: number): Promise<StoredRuleState[]> {
    return this.states
      .find({ ...inShards(shards), _id: { $gt: uid } }, { sort: { _id: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }
}

const fromDocument = ({ _id, ...rest }: StateDocument): StoredRuleState => ({ uid: _id, ...rest });
