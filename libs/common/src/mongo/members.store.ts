/** The live replicas of each service; each writes its own document and reads the others'. */
import type { RightsFound } from '../domain/cluster-rights.js';
import type { Lag } from '../domain/lag.js';
import type { ProviderTrouble } from '../domain/provider-trouble.js';
import type { Instant } from '../run/run.js';
import type { Mongo } from './mongo.js';
import type { StoredDocument } from './document.js';

export interface Member {
  readonly replica: string;
  readonly service: string;
  readonly host: string;
  readonly version: string;
  /** Milliseconds by which the replica's clock is ahead of the database's. */
  readonly clockSkewMs: number;
  /** False while it must own no shards: it is starting, stopping, or its clock is off. */
  readonly ready: boolean;
  /** The number of the replica's lease: claims under an earlier lease, or of a silent replica, are free. */
  readonly lease: number;
  /** The latest form of documents that it reads and changes (`domain/stored-form.ts`). */
  readonly form: number;
  /** The silence, in milliseconds, after which it may be considered dead. */
  readonly expiryMs: number;
  /** An executor that shares the limits of workers with the others; absent in former versions. */
  readonly sharesLimits?: true;
  /** Its lags; absent where it does not measure them. */
  readonly lags?: readonly Lag[];
}

/** A member as of its last heartbeat, by the database's clock. */
export interface HeardMember extends Member {
  readonly heartbeatAt: Instant;
  /** Its rights in the namespaces of workers by the cluster's last answer; absent if there is none. */
  readonly rights?: readonly RightsFound[];
  /** The last state of the providers of secrets; absent where none is declared. */
  readonly providers?: readonly ProviderTrouble[];
  /** Users of commands whose processes it could not end; absent if there was none. */
  readonly stuckUsers?: readonly number[];
  /** The state of the target of logs and audit; absent where it does not ship. */
  readonly logExport?: LogExportState;
}

/** How far logs and audit are shipped. */
export interface LogExportState {
  readonly lagSeconds: number;
  /** Why the target takes nothing; null if it does. */
  readonly problem: string | null;
}

interface MemberDocument extends Omit<HeardMember, 'replica' | 'heartbeatAt'>, StoredDocument {
  /** By the database's clock. */
  readonly heartbeatAt: Date;
}

export class MembersStore {
  private readonly members;

  constructor(mongo: Mongo) {
    this.members = mongo.collection<MemberDocument>('members');
  }

  /** Stores a heartbeat of the replica, by the database's clock. */
  async heartbeat({ replica, ...fields }: Member): Promise<void> {
    await this.members.updateOne(
      { _id: replica },
      { $set: fields, $currentDate: { heartbeatAt: true } },
      { upsert: true },
    );
  }

  /** Stores the cluster's answer about the rights of a replica, until it leaves. */
  async tellRights(replica: string, rights: readonly RightsFound[]): Promise<void> {
    await this.members.updateOne({ _id: replica }, { $set: { rights } });
  }

  /** Stores the state in which a replica has found the providers of secrets, until it leaves. */
  async tellProviders(replica: string, providers: readonly ProviderTrouble[]): Promise<void> {
    await this.members.updateOne({ _id: replica }, { $set: { providers } });
  }

  /** Stores the users of commands that a replica gives to no run, because their processes could not be ended, until it leaves. */
  async tellStuckUsers(replica: string, stuckUsers: readonly number[]): Promise<void> {
    await this.members.updateOne({ _id: replica }, { $set: { stuckUsers } });
  }

  /** Stores the state of the target of logs and audit; null: the replica does not ship any more. */
  async tellLogExport(replica: string, logExport: LogExportState | null): Promise<void> {
    const change = logExport === null ? { $unset: { logExport: 1 as const } } : { $set: { logExport } };
    await this.members.updateOne({ _id: replica }, change);
  }

  /** The replicas of a service with a heartbeat since then (database time) that have not left, in a stable order. */
  async heardSince(service: string, since: Instant): Promise<HeardMember[]> {
    const heard = { service, heartbeatAt: { $gte: new Date(since) } };
    return this.members
      .find(heard, { sort: { _id: 1 } })
      .map(({ _id, heartbeatAt, ...rest }) => ({ replica: _id, heartbeatAt: heartbeatAt.getTime(), ...rest }))
      .toArray();
  }

  /** Records that the replica leaves, so that the others need not wait until its heartbeat expires. */
  async leave(replica: string): Promise<void> {
    await this.members.deleteOne({ _id: replica });
  }

  /** Removes replicas without a heartbeat since `before` (database time). */
  async forgetSilent(before: number): Promise<void> {
    await this.members.deleteMany({ heartbeatAt: { $lt: new Date(before) } });
  }
}
