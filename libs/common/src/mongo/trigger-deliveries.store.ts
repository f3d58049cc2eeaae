/**
 * Deliveries to triggers: one document for each message, however often it comes. It is stored before it has any effect, and fixes
 * the key of the run; so repeats find the same run even if a process died in between. Written by the api alone.
 */
import { TRIGGER_DELIVERY_KEPT_MS } from '../domain/limits.js';
import type { RunId, TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { firstPage, type Page } from '../runtime/paged-scan.js';
import { type StoredDocument, insertIgnoringExisting } from './document.js';
import { descendingFrom } from './index-order.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';

export const DELIVERY_OUTCOMES = [
  'unfinished',
  'started',
  'duplicate',
  'skipped',
  'refused',
  'unsigned',
  'limited',
] as const;
/** Outcomes that stay: a repeat finds the run. */
const HAS_RUN = ['started', 'duplicate'] as const;
export const hasRun = (outcome: DeliveryOutcome): boolean => HAS_RUN.some((each) => each === outcome);
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
/** Outcomes of messages whose sender was not verified: they are only counted, in one document for each outcome. */
export type UnknownOutcome = Extract<DeliveryOutcome, 'unsigned' | 'limited'>;

export interface TriggerDelivery {
  readonly id: string;
  readonly tenant: TenantId;
  /** The uid of the trigger. */
  readonly uid: string;
  /** When it came first, and last. */
  readonly at: Instant;
  readonly lastAt: Instant;
  /** How often it came. */
  readonly count: number;
  /** The id of the message; null for those that are only counted. */
  readonly message: string | null;
  /** SHA-256 of the body. */
  readonly digest: string | null;
  /** The address from which it came last. */
  readonly address: string;
  readonly outcome: DeliveryOutcome;
  readonly run: RunId | null;
  /** The error code of a refusal. */
  readonly code: string | null;
  /** The reason for the outcome; empty where there is nothing to add. */
  readonly detail: string;
}

export type DeliveryEnd = Pick<TriggerDelivery, 'outcome' | 'run' | 'code' | 'detail'>;
type NewDelivery = Pick<TriggerDelivery, 'tenant' | 'uid' | 'at' | 'message' | 'digest' | 'address'>;

interface DeliveryDocument extends Omit<TriggerDelivery, 'id'>, StoredDocument {
  readonly expireAt: Date;
}

const UNFINISHED: DeliveryEnd = { outcome: 'unfinished', run: null, code: null, detail: '' };
const idOf = (tenant: TenantId, uid: string, key: string): string => `${tenant}/${uid}/${key}`;
const expiry = (at: Instant): Date => new Date(at + TRIGGER_DELIVERY_KEPT_MS);

export class TriggerDeliveriesStore {
  private readonly deliveries;

  constructor(mongo: Mongo) {
    this.deliveries = mongo.collection<DeliveryDocument>('triggerDeliveries');
  }

  /** The delivery of the message with this key as it was stored first: now, or by an earlier try. */
  async begin(key: string, delivery: NewDelivery): Promise<TriggerDelivery> {
    const { tenant, uid, at } = delivery;
    const _id = idOf(tenant, uid, key);
    const document = { _id, ...delivery, ...UNFINISHED, lastAt: at, count: 0, expireAt: expiry(at) };
    if ((await insertIgnoringExisting(this.deliveries, [document])).size === 0) return fromDocument(document);
    return fromDocument((await this.deliveries.findOne({ _id })) ?? document);
  }

  /** Counts the try and stores its outcome. An outcome with a started run is not replaced. */
  async end(id: string, { at, address }: Pick<TriggerDelivery, 'at' | 'address'>, end: DeliveryEnd): Promise<void> {
    const seen = { $inc: { count: 1 }, $max: { lastAt: at } };
    const { matchedCount } = await this.deliveries.updateOne(
      { _id: id, outcome: { $nin: [...HAS_RUN] } },
      { ...seen, $set: { ...end, address } },
    );
    if (matchedCount === 0) await this.deliveries.updateOne({ _id: id }, seen);
  }

  /** Adds a number of deliveries of unknown senders to the counted ones. */
  async count(
    outcome: UnknownOutcome,
    { tenant, uid, at, address }: Pick<TriggerDelivery, 'tenant' | 'uid' | 'at' | 'address'>,
    { count, detail }: Pick<TriggerDelivery, 'count' | 'detail'>,
  ): Promise<void> {
    const always = { tenant, uid, message: null, digest: null, outcome, run: null, code: null };
    await this.deliveries.updateOne(
      { _id: idOf(tenant, uid, outcome) },
      {
        $setOnInsert: always,
        $inc: { count },
        // The newest of them determines the position in the log, and how long the document is kept.
        $set: { at, lastAt: at, address, detail, expireAt: expiry(at) },
      },
      { upsert: true },
    );
  }

  /** Newest first; `before` is the last one of the page before. */
  async list(
    uid: string,
    before: Pick<TriggerDelivery, 'at' | 'id'> | null,
    limit: number,
  ): Promise<Page<TriggerDelivery>> {
    const documents = await this.deliveries
      .find({ uid, ...descendingFrom('at', before) }, { sort: { at: -1, _id: -1 }, limit: limit + 1 })
      .toArray();
    return firstPage(documents.map(fromDocument), limit);
  }

  /** Removes all deliveries of a removed trigger. */
  async removeOf(tenant: TenantId, uid: string): Promise<void> {
    await this.deliveries.deleteMany({ _id: { $gte: `${tenant}/${uid}/`, $lt: `${tenant}/${uid}0` } });
  }

  /** Removes all deliveries of a removed tenant. */
  async removeAll(tenant: TenantId): Promise<void> {
    await this.deliveries.deleteMany({ _id: keysUnder(tenant) });
  }
}

const fromDocument = ({ _id, expireAt: _e, ...rest }: DeliveryDocument): TriggerDelivery => ({ id: _id, ...rest });
