/** `npm run tenant`: nothing of an erased tenant is left, whatever process dies, and nothing of another one is changed. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { systemClock } from '#common/clock/clock.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asTenantId } from '#common/domain/ids.js';
import { PACK_WRITING_MS } from '#common/domain/limits.js';
import { AuditVerification } from '#common/mongo/audit-verification.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { COLLECTION_NAMES } from '#common/mongo/collections.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { TENANT_COLLECTIONS } from '#common/mongo/tenant-data.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { startColdStore, type ColdStoreUnderTest } from '#testing/cold-store.js';
import { freshMongo } from '#testing/servers.js';
import { BackupWriter } from '../../../tools/backup/src/backup-file.js';
import { Pace } from '../../../tools/backup/src/pace.js';
import { restore } from '../../../tools/backup/src/restore.js';
import { save } from '../../../tools/backup/src/save.js';
import { erase, type EraseParts } from '../../../tools/tenant/src/erase.js';
import { partsOf } from '../../../tools/tenant/src/erase-again.js';
import { ArchiveWorld, jobNamed } from '../executor/support/archive-world.js';
import {
  base64Of,
  copyTenant,
  ERASED,
  MARKER,
  PLAIN_RUN,
  plant,
  plantAudit,
  storedLines,
} from './support/planted-tenant.js';

const KEY = Buffer.alloc(32, 9);
const box = new SecretBox([{ id: 'k', key: KEY }]);
const UNBOUNDED = new Pace(
  Infinity,
  () => 0,
  () => Promise.resolve(),
);
const ERASURE = { at: Date.now(), by: 'ada' };
const TENANTS = new Set<string>([ERASED]);
/** Where the id of the tenant may stay, and nothing else of it: see docs/operations.md. */
const ID_STAYS = ['tenants', 'audit', 'auditHeads', 'instance', 'coldPacks'];

let mongo: Mongo;
let uri: string;
let drop: () => Promise<void>;
let store: ColdStoreUnderTest;
let world: ArchiveWorld;
const folder = mkdtempSync(join(tmpdir(), 'carillon-tenant-'));

beforeEach(async () => {
  ({ mongo, uri, drop } = await freshMongo());
  store = await startColdStore();
  world = ArchiveWorld.over(mongo, store);
  await plant(mongo, world, box);
  await plantAudit(mongo, box, 'acme', 3);
  await plantAudit(mongo, box, null, 1);
});
afterEach(async () => {
  await world.close();
  await store.stop();
  await drop();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const removeTenant = async (): Promise<void> => new TenantsStore(mongo).remove(ERASED, Date.now());
const verify = (chain: string) => new AuditVerification(new AuditStore(mongo, box), systemClock, box).verify(chain, 0);

/** Lines that name the tenant, or have a text of it, by collection. */
async function traces(): Promise<Record<string, string[]>> {
  const found = [...(await storedLines(mongo))].map(([name, lines]) => [
    name,
    lines.filter((line) => line.includes('ibm') || line.includes(base64Of(MARKER))),
  ]);
  return Object.fromEntries(found.filter(([, lines]) => lines!.length > 0)) as Record<string, string[]>;
}

async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { url, bucket, accessKeyId, secretAccessKey } = store.settings;
  const env = {
    ...process.env,
    MONGODB_URI: uri,
    SECRET_KEYS: `k:${KEY.toString('base64')}`,
    COLD_STORE_URL: url,
    COLD_STORE_BUCKET: bucket,
    COLD_STORE_KEY: accessKeyId,
    COLD_STORE_SECRET: secretAccessKey,
  };
  try {
    const path = resolve('dist/tools/tenant/src/main.js');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

test('an erasure leaves no trace of the tenant, wherever it dies, and changes nothing of another one', async () => {
  const [other] = await world.endedOf('other-job', ['other-run'], { tenant: asTenantId('other') });
  await world.archiver().archive(jobNamed('other-job'));
  await world.removeRuns();
  const archived = await world.archived.whole(other!.id);
  await copyTenant(mongo);
  await removeTenant();
  const before = await storedLines(mongo);
  // Each collection with documents of tenants has one of this tenant, so that a forgotten one is found.
  expect(Object.keys(await traces())).toEqual(expect.arrayContaining([...TENANT_COLLECTIONS]));

  let dies = 0;
  for (let done = false; !done; dies++) {
    const parts = partsThatDieAfter(dies);
    done = await erase(parts, TENANTS, ERASURE).then(
      () => true,
      (error: unknown) => {
        if (!String(error).includes('killed')) throw error;
        return false;
      },
    );
  }
  expect(dies).toBeGreaterThan(10);

  const left = await traces();
  expect(Object.keys(left).sort()).toEqual(['audit', 'auditHeads', 'coldPacks', 'tenants']);
  expect(JSON.stringify(left)).not.toMatch(/marker|actor-of|ibm-job-1|192\.0\.2/);
  for (const name of COLLECTION_NAMES) {
    const ofOthers = (lines: readonly string[] | undefined): string[] =>
      (lines ?? []).filter((line) => !line.includes('ibm') && !line.includes('shared-token'));
    expect([name, ofOthers((await storedLines(mongo)).get(name))]).toEqual([name, ofOthers(before.get(name))]);
  }
  const shared = (await storedLines(mongo)).get('tokens')?.find((line) => line.includes('shared-token'));
  expect(shared).toContain('elsewhere');

  // The executors remove the objects, at once and after an hour.
  await world.removePacks();
  expect(await world.objectsLeft()).toEqual([expect.stringContaining('/other/other-job/')]);
  expect(await world.archived.whole(other!.id)).toEqual(archived);
  world.now += PACK_WRITING_MS + 1_000;
  await world.removePacks();
  expect(Object.keys(await traces()).every((name) => ID_STAYS.includes(name) && name !== 'coldPacks')).toBe(true);
});

/** Parts of which every write but the first few ends as if the process were killed directly before it. */
function partsThatDieAfter(writes: number): EraseParts {
  let left = writes;
  const mortal = <T extends object>(whole: T, names: readonly (keyof T)[]): T =>
    new Proxy(whole, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (!names.includes(name as keyof T)) return value.bind(target) as unknown;
        return (...args: unknown[]): unknown => {
          if (left-- <= 0) throw new Error('killed');
          return Reflect.apply(value, target, args);
        };
      },
    });
  const parts = partsOf(mongo, box, 0);
  return {
    ...parts,
    data: mortal(parts.data, ['remove', 'removeRoles']),
    tenants: mortal(parts.tenants, ['remove']),
    packs: mortal(parts.packs, ['discard']),
    audit: mortal(parts.audit, ['erase']),
  };
}

test('the audit says how many entries were erased, when and by whom; other changes are still found', async () => {
  await erase(partsOf(mongo, box, 0), TENANTS, ERASURE);
  expect(await verify('ibm')).toEqual({ entries: 5, problems: [], erased: [{ ...ERASURE, entries: 5 }], next: null });
  expect(await verify('acme')).toEqual({ entries: 3, problems: [], erased: [], next: null });
  // A later tenant with the id continues the chain.
  await plantAudit(mongo, box, 'ibm', 6);
  expect(await verify('ibm')).toMatchObject({ problems: [], erased: [{ entries: 5 }] });
  const audit = mongo.collection<{ _id: string; chain: string; seq: number }>('audit');
  await audit.deleteOne({ chain: 'ibm', seq: 3 });
  await audit.updateOne({ chain: 'acme', seq: 2 }, { $unset: { actor: true }, $set: { erased: ERASURE } } as object);
  expect(await verify('ibm')).toMatchObject({ problems: [{ seq: 4, problem: 'missing' }] });
  expect(await verify('acme')).toMatchObject({ problems: [{ seq: 2, problem: 'changed' }] });
});

test('secrets that are still to be revoked hold up the erasure, which continues later', async () => {
  const held = mongo.collection<{ _id: string; run: string; open?: true }>('heldSecrets');
  const theirs = { run: PLAIN_RUN };
  await held.updateOne(theirs, { $set: { open: true } });
  await expect(erase(partsOf(mongo, box, 0), TENANTS, ERASURE)).rejects.toThrow('still revoking');
  expect((await traces())['runs']).toBeDefined();
  await held.updateOne(theirs, { $unset: { open: true } });
  await erase(partsOf(mongo, box, 0), TENANTS, ERASURE);
  expect(Object.keys(await traces()).every((name) => ID_STAYS.includes(name))).toBe(true);
});

test('the command exports a tenant, and erases it only once it is removed', async () => {
  const to = join(folder, 'ibm');
  expect(await command('export', 'ibm', '--to', to)).toMatchObject({ code: 0, err: '' });
  const read = (file: string): string => readFileSync(join(to, file), 'utf8');
  const manifest = JSON.parse(read('manifest.json')) as { files: { file: string; lines: number; sha256: string }[] };
  expect(readdirSync(to).sort()).toEqual([...manifest.files.map(({ file }) => file), 'manifest.json'].sort());
  for (const { file, lines, sha256 } of manifest.files) {
    expect(createHash('sha256').update(read(file)).digest('hex')).toBe(sha256);
    expect([file, lines > 0, read(file).split('\n').length - 1]).toEqual([file, true, lines]);
    expect(statSync(join(to, file)).mode & 0o777).toBe(0o600);
  }
  const all = manifest.files.map(({ file }) => read(file)).join('');
  expect(all).not.toMatch(/v1\.k\.|ibm-secret-hash|acme|elsewhere/);
  expect(read('logs.ndjson')).toContain('"text":"first of 01ibmRUN"');
  expect(read('archive.ndjson')).toMatch(/"message":"it is done"[^]*"text":"first of ibm-job-1600000000"/);
  expect((await command('export', 'ibm', '--to', to)).err).toContain('exists already');

  expect(await command('erase', 'ibm')).toMatchObject({ code: 64 });
  expect(await command('erase', 'nobody', '--yes')).toMatchObject({ code: 1 });
  const present = await command('erase', 'ibm', '--yes');
  expect(present).toMatchObject({ code: 1, out: '' });
  expect(present.err).toContain('the tenant exists');
  await removeTenant();
  const done = JSON.parse((await command('erase', 'ibm', '--yes', '--by', 'ada')).out) as Record<string, unknown>;
  expect(done).toMatchObject({
    tenant: 'ibm',
    by: 'ada',
    packs: 1,
    documents: { runs: 4, jobs: 1, logs: 6, audit: 5 },
  });
  const [record] = ((await storedLines(mongo)).get('audit') ?? []).filter((line) => line.includes('eraseTenant'));
  expect(record).toContain('"object":"tenant/ibm"');
  expect(await verify('')).toMatchObject({ entries: 2, problems: [] });
}, 180_000);

test('a restored backup from before the erasure is erased again, and a later tenant with the id is not', async () => {
  const backup = await takenNow();
  await removeTenant();
  await erase(partsOf(mongo, box, 0), TENANTS, ERASURE);
  await new InstanceStore(mongo).noteErased({ tenant: ERASED, at: await mongo.serverTime() });
  const options = { replace: true, box };
  expect(await restore(mongo, () => read(backup), options)).toMatchObject({ erasedAgain: ['ibm'] });
  const left = await traces();
  expect(Object.keys(left).every((name) => ID_STAYS.includes(name))).toBe(true);
  expect(await verify('ibm')).toMatchObject({ problems: [], erased: [{ entries: 5, by: 'npm run restore' }] });

  const later = await takenNow();
  expect(await restore(mongo, () => read(later), options)).toMatchObject({ erasedAgain: [] });
  // Nothing but the backup knows of the erasure in a new database: the operator names it.
  await new DumpStore(mongo).clear('instance');
  await mongo.collection('instance').insertOne({ _id: 'instance', shards: 64 } as never);
  expect(await restore(mongo, () => read(backup), options)).toMatchObject({ erasedAgain: [] });
  expect((await traces())['jobs']).toHaveLength(1);
  expect(await command('erase', 'ibm', '--yes', '--restored')).toMatchObject({ code: 0 });
  expect(Object.keys(await traces()).every((name) => ID_STAYS.includes(name))).toBe(true);
}, 180_000);

async function takenNow(): Promise<Buffer> {
  const target = new PassThrough();
  const chunks: Buffer[] = [];
  target.on('data', (chunk: Buffer) => chunks.push(chunk));
  const parts = { store: new DumpStore(mongo), writer: new BackupWriter(target), version: '0', pace: UNBOUNDED };
  await save({ ...parts, takenAt: new Date(await mongo.serverTime()) });
  return Buffer.concat(chunks);
}

function read(backup: Buffer): PassThrough {
  const source = new PassThrough();
  source.end(backup);
  return source;
}
