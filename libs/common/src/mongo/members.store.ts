/** The live replicas of each service; each writes its own document and reads the others'. */
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

export interface Member {
  readonly replica: string;
  readonly service: string;
  readonly host: string;
  readonly version: string;
  /** Milliseconds by which the replica's clock is ahead of the database's. */
  readonly clockSkewMs: number;
  /** False while it must own no shards: it is starting, stopping, or its clock is off. */
  readonly ready: boolean;
}

interface MemberDocument extends Omit<Member, 'replica'>, StoredDocument {
  /** By the database's clock. */
  readonly heartbeatAt: Date;
}

export class MembersStore {
  private readonly members: DocumentCollection<MemberDocument>;

  constructor(mongo: Mongo) {
    this.members = mongo.collection<MemberDocument>('members');
  }

  /** Says that the replica lives, by the database's clock. */
  async heartbeat({ replica, ...fields }: Member): Promise<void> {
    await this.members.updateOne(
      { _id: replica },
      { $set: fields, $currentDate: { heartbeatAt: true } },
      { upsert: true },
    );
  }

  /**
   * The replicas heard of from `since` to `until` (database time), in a stable order. A heartbeat of the future was stamped
   * while the database's clock was wrong, and tells nothing.
   */
  async heardBetween(service: string, since: number, until: number): Promise<Member[]> {
    const documents = await this.members
      .find({ service, heartbeatAt: { $gte: new Date(since), $lte: new Date(until) } }, { sort: { _id: 1 } })
      .toArray();
    return documents.map(({ _id, heartbeatAt: _heartbeatAt, ...rest }) => ({ replica: _id, ...rest }));
  }

  /** An orderly leave, so that the others need not wait for the expiry. */
  async leave(replica: string): Promise<void> {
    await this.members.deleteOne({ _id: replica });
  }

  /** Forgets replicas not heard of since `before` (database time). */
  async forgetSilent(before: number): Promise<void> {
    await this.members.deleteMany({ heartbeatAt: { $lt: new Date(before) } });
  }
}
