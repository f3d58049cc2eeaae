/** Very many entries of the lists other than jobs and runs, as documents in the form of the services. */
import { aNotice } from '#testing/builders/notice.js';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import type { AuditDocument } from '#common/mongo/audit-chains.js';
import { type StoredDocument, insertIgnoringExisting } from '#common/mongo/document.js';
import { toGroupDocument } from '#common/mongo/error-groups.store.js';
import { toIncidentDocument } from '#common/mongo/incidents.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { toNoticeDocument } from '#common/mongo/notices.store.js';
import { toDefinitionDocument } from '#common/mongo/tenant-definitions.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { WindowSums, withWindow } from '#common/usage/ledger.js';
import { NO_USAGE } from '#common/usage/usage.js';
import type { Incident } from '#common/watch/incident.js';
import { withFailures } from '#common/watch/error-group.js';

const BATCH = 1_000;
/** The limits of error groups and monitors per tenant require more tenants than the jobs have. */
const TENANTS = 40;
const AUDITED = 100_000;
const OTHERS = 20_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of this many entries, one has the rare action; of incidents, one is open; of notices, one is of one job. */
const [RARE, OPEN, OF_ONE_JOB] = [5_000, 100, 20] as const;
const ACTIONS = ['updateJob', 'runJob', 'createJob', 'pauseJob', 'restartRun', 'cancelRun'];

export async function makeOthers(mongo: Mongo, now: number): Promise<void> {
  const collections: readonly (readonly [Parameters<Mongo['collection']>[0], number, (i: number) => StoredDocument])[] =
    [
      ['audit', AUDITED, (i) => auditEntry(i, now)],
      ['incidents', OTHERS, (i) => toIncidentDocument(incident(i, now))],
      ['errorGroups', OTHERS, (i) => errorGroup(i, now)],
      ['monitors', OTHERS, (i) => ({ ...monitor(i, now), ...toDefinitionDocument(monitor(i, now), 'bench') })],
      ['notices', OTHERS, (i) => notice(i, now)],
    ];
  for (const [name, count, make] of collections) {
    const collection = mongo.collection(name);
    for (let first = 0; first < count; first += BATCH)
      await insertIgnoringExisting(
        collection,
        Array.from({ length: BATCH }, (_, i) => make(first + i)),
      );
  }
}

/** Two days of ends for each tenant, as the executor has counted them. */
export async function makeUsage(mongo: Mongo, tenants: readonly string[], now: number): Promise<void> {
  const usage = new UsageStore(mongo);
  const since = now - 2 * DAY_MS;
  await usage.saveProgress({ since, through: now, window: null, hoursSince: since, rev: 1 });
  const sums = new WindowSums();
  const end = { job: asJobId('job-1'), createdAt: since, usage: NO_USAGE, logBytes: 10, latenessMs: 700 };
  for (const tenant of tenants)
    for (let at = since; at < now; at += MINUTE_MS) {
      const run = asRunId(`${tenant}-${at}`);
      sums.add({ ...end, run, tenant: asTenantId(tenant), at, state: 'FINISHED', generations: { from: 0, to: 0 } });
    }
  for (const part of sums.parts()) {
    const ledger = withWindow(null, part, now);
    if (part.kind === 'tenant' && ledger !== null) await usage.save(ledger);
  }
}

const tenantAt = (i: number) => asTenantId(`tenant-${i % TENANTS}`);

function auditEntry(i: number, now: number): AuditDocument {
  const at = now - (AUDITED - i) * MINUTE_MS;
  const tenant = tenantAt(i);
  return {
    _id: `bench-${String(i).padStart(9, '0')}`,
    at,
    actor: 'bench',
    subject: 'bench',
    role: 'editor',
    tenant,
    action: i % RARE === 1 ? 'deleteJob' : (ACTIONS[i % ACTIONS.length] ?? ''),
    object: `job/job-${(i * 7) % 10_000}`,
    address: '127.0.0.1',
    detail: null,
    refusedWith: null,
    outcomeOf: null,
    chain: `bench-${tenant}`,
    seq: i + 1,
    prev: '',
    prevAt: 0,
    hash: '',
    expireAt: new Date(now + DAY_MS),
  };
}

function incident(i: number, now: number): Incident {
  const openedAt = now - (OTHERS - i) * MINUTE_MS;
  const uid = `monitor-${i % 1_000}`;
  return {
    id: `${uid}-${i}`,
    tenant: tenantAt(i),
    shard: coarsestShardOf(uid),
    rev: 1,
    monitor: uid,
    uid,
    monitorName: uid,
    reason: 'missed',
    message: `${uid}: no success in time`,
    openedAt,
    acknowledged: null,
    resolved: i % OPEN === 7 ? null : { at: now, by: null },
    steps: {},
    notified: [],
    pending: [],
    wakeAt: null,
  };
}

function errorGroup(i: number, now: number): ReturnType<typeof toGroupDocument> {
  const id = `group-${i}`;
  const at = now - i * MINUTE_MS;
  const job = asJobId(`job-${i}`);
  const kind = {
    tenant: tenantAt(i),
    reason: 'ExitCode',
    exitCode: 1,
    lines: [`boom ${i}`, `no answer of host ${i % 50}`],
  };
  const failure = { run: asRunId(`run-${i}`), job, jobName: job, jobVersion: 1, at };
  return toGroupDocument(withFailures(null, { id, shard: coarsestShardOf(id), since: at, kind }, [failure]));
}

function monitor(i: number, now: number): StoredMonitor {
  const uid = `monitor-${i}`;
  return {
    tenant: tenantAt(i),
    id: uid,
    uid,
    shard: coarsestShardOf(uid),
    rev: 1,
    since: now,
    updatedAt: now,
    updatedBy: 'bench',
    pingToken: '',
    pingHash: uid,
    spec: { schedule: { every: 3_600 } },
  };
}

function notice(i: number, now: number): ReturnType<typeof toNoticeDocument> {
  const job = asJobId(i % OF_ONE_JOB === 0 ? 'job-71' : `job-${i}`);
  const about = { id: `notice-${i}`, tenant: tenantAt(i), job, run: asRunId(`run-${i % 1_000}`) };
  const ended = { decidedAt: now - (OTHERS - i) * MINUTE_MS, tries: 1, nextTryAt: null, outcome: 'delivered' as const };
  return toNoticeDocument(aNotice({ ...about, ...ended }));
}
