/** A tenant with a document in every collection that has documents of tenants, and a copy of it with another name. */
import { mongo as driver } from 'mongoose';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { COLLECTION_NAMES, type CollectionName } from '#common/mongo/collections.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TENANT_COLLECTIONS } from '#common/mongo/tenant-data.store.js';
import { TenantsStore, plainTenant } from '#common/mongo/tenants.store.js';
import type { ArchiveWorld } from '../../executor/support/archive-world.js';

const { EJSON } = driver.BSON;
type Raw = Readonly<Record<string, unknown>>;
export interface RawDocument extends Raw {
  readonly _id: string;
}

export const ERASED = asTenantId('ibm');
/** A text that the tenant has stored. */
export const MARKER = 'marker-of-ibm';
/** The text as it is in lines with binary data. */
export const base64Of = (text: string): string => Buffer.from(text).toString('base64');
const NOW = Date.now();
const JOB = 'ibm-job';
export const PLAIN_RUN = '01ibmRUN';
const SLOT_RUN = `${JOB}-1700000000`;
const ARCHIVED_RUN = `${JOB}-1600000000`;
const ATTEMPT = `${PLAIN_RUN}/0/main/0/1`;

const definition = (id: string): RawDocument => ({
  _id: `ibm/${id}`,
  tenant: 'ibm',
  name: id,
  rev: 1,
  updatedAt: 1,
  updatedBy: 'ada',
  writer: 'w',
  spec: JSON.stringify({ text: MARKER }),
});
const ofTenant = (_id: string, more: Raw = {}): RawDocument => ({
  _id,
  tenant: 'ibm',
  text: MARKER,
  shard: 0,
  ...more,
});

/** Documents with the fields that other code than the stores reads; those of `planted` are stored by the stores. */
const RAW: Partial<Record<CollectionName, (box: SecretBox) => readonly RawDocument[]>> = {
  jobVersions: () => [{ _id: `${JOB}/1`, job: JOB, version: 1, spec: MARKER, sealed: '{}', savedAt: 1 }],
  calendars: () => [definition('days')],
  channels: (box) => [{ ...definition('ops'), spec: JSON.stringify({ url: box.seal('https://hooks.test') }) }],
  monitors: () => [{ ...definition('backup'), uid: 'ibm-monitor', pingHash: 'ibm-hash', shard: 0 }],
  monitorStates: () => [ofTenant('ibm-monitor')],
  pings: () => [ofTenant('ibm-monitor/1', { uid: 'ibm-monitor' })],
  rules: () => [{ ...definition('fails'), uid: 'ibm-rule', shard: 0 }],
  ruleStates: () => [ofTenant('ibm-rule')],
  triggers: () => [{ ...definition('release'), uid: 'ibm-trigger', hears: null }],
  triggerDeliveries: () => [ofTenant('ibm/ibm-trigger/1', { uid: 'ibm-trigger', at: 1, message: MARKER })],
  incidents: () => [ofTenant('ibm-incident', { uid: 'ibm-rule', openedAt: 1 })],
  errorGroups: () => [ofTenant('ibm-group', { lastAt: 1, count: 1 })],
  failingJobs: () => [ofTenant(JOB, { run: PLAIN_RUN, at: 1 })],
  usage: () => [ofTenant('ibm-ledger', { kind: 'job', job: JOB, month: '2026-11', days: [] })],
  usageEarlyEnds: () => [ofTenant(`${PLAIN_RUN}/1`, { run: PLAIN_RUN, job: JOB, at: 1 })],
  tokens: () => [
    { _id: 'ibm-token', name: MARKER, hash: 'ibm-secret-hash', roles: [{ tenant: 'ibm', role: 'owner' }] },
    {
      _id: 'shared-token',
      name: 'of two',
      hash: 'h',
      roles: [
        { tenant: 'ibm', role: 'viewer' },
        { tenant: 'elsewhere', role: 'viewer' },
      ],
    },
  ],
  commands: () => [{ _id: 'ibm-command', run: PLAIN_RUN, shard: 0, at: 1, reason: MARKER }],
  inbox: () => [{ _id: 'ibm-entry', run: PLAIN_RUN, attempt: ATTEMPT, service: 'executor', shard: 0, at: 1 }],
  schedules: () => [ofTenant(JOB, { jobName: MARKER })],
  gaps: () => [ofTenant(`${JOB}/1`, { job: JOB, from: 1, to: 2 })],
  backfills: () => [ofTenant('ibm-backfill', { job: JOB, createdAt: 1 })],
  limits: () => [ofTenant('group:ibm/heavy', { holders: [] })],
  limitHolders: () => [{ _id: '0/group:ibm/heavy', limit: 'group:ibm/heavy', bucket: 0, rev: 1, holders: [] }],
  holds: () => [{ _id: 'ibm', scopes: [], reason: MARKER, by: 'ada', since: 1, rev: 1 }],
  specs: () => [{ _id: 'ibm-spec', jobId: JOB, job: { name: MARKER } }],
  requests: () => [
    { _id: `${JOB}/1/rule/ibm-digest`, run: '01ibmUNKNOWN', rev: 1 },
    { _id: `request/01ibmREQUEST`, run: PLAIN_RUN, rev: 1 },
  ],
  runIndexes: () => [{ _id: `${PLAIN_RUN}/main/0`, run: PLAIN_RUN, packed: new driver.Binary(Buffer.from(MARKER)) }],
  jobStorage: () => [ofTenant(`${JOB}/1`, { job: JOB, version: 1, json: JSON.stringify(MARKER) })],
  notices: () => [ofTenant('ibm-notice', { job: JOB, run: PLAIN_RUN, body: MARKER })],
  eventLog: () => [ofTenant(`${PLAIN_RUN}/end`, { seq: 1, event: MARKER })],
  eventCursors: () => [ofTenant('ibm/ibm-hook', { rev: 1, error: MARKER })],
  heldSecrets: () => [{ _id: `${ATTEMPT}#1`, run: PLAIN_RUN, shard: 0, prints: null, leases: [] }],
};

/** Plants the tenant; `world` archives one of its runs. */
export async function plant(mongo: Mongo, world: ArchiveWorld, box: SecretBox): Promise<void> {
  await new TenantsStore(mongo).insert(plainTenant(ERASED, NOW), 'w');
  const spec = { tenant: 'ibm', name: MARKER, worker: 'hook' };
  await new JobsStore(mongo).insert(
    {
      id: asJobId(JOB),
      tenant: ERASED,
      version: 2,
      rev: 3,
      createdAt: 1,
      updatedAt: 1,
      updatedBy: 'ada',
      paused: null,
      deletedAt: null,
      spec,
      sealed: { secureParameters: box.seal('{}'), httpHeaders: {} },
    },
    'w',
  );
  await world.ended(ARCHIVED_RUN, { job: asJobId(JOB), tenant: ERASED, message: MARKER });
  await world.archiver().archive(asJobId(JOB));
  // Like a job of a removed tenant. The archive of a deleted job would be removed.
  const deletion = { $set: { deletedAt: 2 }, $unset: { live: true } } as object;
  await mongo.collection<RawDocument>('jobs').updateOne({ _id: JOB }, deletion);
  const lasting = { expireAt: null, job: asJobId(JOB), tenant: ERASED, message: MARKER };
  for (const id of [PLAIN_RUN, SLOT_RUN]) await world.ended(id, lasting);
  await mongo.collection<RawDocument>('runs').insertOne({ _id: `${JOB}-1500000000`, closed: 'removed' });
  for (const [name, documents] of Object.entries(RAW))
    await mongo.collection<RawDocument>(name as CollectionName).insertMany([...documents(box)]);
  await plantAudit(mongo, box, 'ibm', 5);
}

export async function plantAudit(mongo: Mongo, box: SecretBox, tenant: string | null, count: number): Promise<void> {
  const audit = new AuditStore(mongo, box);
  for (let i = 0; i < count; i++)
    await audit.add({
      id: `audit-${tenant}-${i}`,
      at: NOW + i,
      actor: `actor-of-${tenant}`,
      subject: 's',
      role: 'owner' as const,
      address: '192.0.2.1',
      tenant,
      action: 'patchJob',
      object: `job/${tenant}-job`,
      detail: null,
      refusedWith: null,
    });
  await audit.settle();
}

/** Copies every document of the tenant to another tenant, except the audit, whose chain depends on its content. */
export async function copyTenant(mongo: Mongo): Promise<void> {
  for (const name of TENANT_COLLECTIONS) {
    if (name === 'audit') continue;
    const texts = (await allOf(mongo, name)).map((document) => EJSON.stringify(document, { relaxed: false }));
    const copies = texts
      .filter((text) => text.includes('ibm'))
      .map(
        (text) =>
          EJSON.parse(text.replaceAll('ibm', 'acme').replaceAll(base64Of(MARKER), base64Of('another')), {
            relaxed: false,
          }) as RawDocument,
      )
      .map((copy) => ({ ...copy, _id: copy._id.includes('acme') ? copy._id : `acme-${copy._id}` }));
    await mongo.collection<RawDocument>(name).insertMany(copies);
  }
}

export const allOf = async (mongo: Mongo, name: CollectionName): Promise<RawDocument[]> =>
  mongo
    .collection<RawDocument>(name)
    .find({ _id: { $gt: '' } }, { sort: { _id: 1 }, promoteValues: false })
    .toArray();

/** Every document as a line of text, by collection. */
export async function storedLines(mongo: Mongo): Promise<Map<CollectionName, string[]>> {
  const lines = new Map<CollectionName, string[]>();
  for (const name of COLLECTION_NAMES)
    lines.set(
      name,
      (await allOf(mongo, name)).map((document) => EJSON.stringify(document, { relaxed: false })),
    );
  return lines;
}
