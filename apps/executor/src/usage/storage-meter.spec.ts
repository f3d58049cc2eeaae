import { asJobId, asTenantId } from '#common/domain/ids.js';
import { STORAGE_MEASURED_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { Tenant } from '#common/spec/definitions.js';
import { NO_COUNTS, storageOf, type Ledger } from '#common/usage/ledger.js';
import type { StorageSize } from '#common/usage/storage-pass.js';
import { StorageMeter, type MeterStores } from './storage-meter.js';

const T0 = Date.parse('2026-11-30T12:00:00Z');
const ibm = asTenantId('ibm');

interface World {
  now: Instant;
  readonly sizes: StorageSize[];
  readonly ledgers: Map<string, Ledger>;
  readonly begins: Map<typeof ibm, Instant>;
  /** Called before each write. */
  beforeSave: (ledger: Ledger) => void;
  reads: number;
  saves: number;
  readonly meter: StorageMeter;
}

function aWorld(): World {
  const usage: MeterStores['usage'] = {
    storageSizes: async (after, limit) => {
      world.reads++;
      return Promise.resolve(world.sizes.filter(({ key }) => after === null || key > after).slice(0, limit));
    },
    load: async (ids) => Promise.resolve(new Map([...world.ledgers].filter(([id]) => ids.includes(id)))),
    save: async (ledger) => {
      world.beforeSave(ledger);
      if ((world.ledgers.get(ledger.id)?.rev ?? 0) !== ledger.rev - 1) return Promise.resolve(false);
      world.ledgers.set(ledger.id, ledger);
      world.saves++;
      return Promise.resolve(true);
    },
  };
  const tenants: MeterStores['tenants'] = {
    beginnings: async () => Promise.resolve(world.begins),
    loadMany: async (ids) => Promise.resolve(ids.map((id) => ({ id }) as Tenant)),
  };
  const world: World = {
    now: T0,
    sizes: [],
    ledgers: new Map(),
    begins: new Map(),
    reads: 0,
    saves: 0,
    beforeSave: () => undefined,
    meter: new StorageMeter({ usage, tenants }, { now: () => world.now }, 2),
  };
  return world;
}

function store(world: World, job: string, bytes: number, version = 1): void {
  world.sizes.push({ key: `${job}/${version}`, tenant: ibm, job: asJobId(job), savedAt: world.now, bytes });
}

async function pass({ meter }: World): Promise<void> {
  for (let step = 0; step < 20; step++) await meter.step();
}

const held = (world: World, id: string, day = '30'): number => storageOf(world.ledgers.get(`2026-11/${id}`)?.days[day]);

test('a pass is made each hour, and what is as before is not written again on the same day', async () => {
  const world = aWorld();
  for (const job of ['a', 'b', 'c']) store(world, job, 10);
  await pass(world);
  const { reads, saves } = world;
  expect(saves).toBe(4);
  world.now += STORAGE_MEASURED_MS - 1;
  await pass(world);
  expect(world.reads).toBe(reads);
  store(world, 'c', 60, 2);
  world.now += 1;
  await pass(world);
  expect(world.reads).toBeGreaterThan(reads);
  expect(world.saves).toBe(saves + 2);
  expect(['job/a', 'job/c', 'tenant/ibm'].map((id) => held(world, id))).toEqual([10, 60, 80]);
});

test('a ledger that somebody else has written meanwhile gets its measurement too', async () => {
  const world = aWorld();
  store(world, 'a', 10);
  const taken = new Set<string>();
  world.beforeSave = ({ id, kind, tenant, job, month }) => {
    if (taken.has(id)) return;
    taken.add(id);
    const days = { '30': { ...NO_COUNTS, finished: 1 } };
    world.ledgers.set(id, { id, kind, tenant, job, month, days, through: T0, rev: 1 });
  };
  await pass(world);
  const expected = { days: { '30': { finished: 1, storageBytes: 10 } }, through: T0, rev: 2 };
  expect(world.ledgers.get('2026-11/job/a')).toMatchObject(expected);
  expect(world.ledgers.get('2026-11/tenant/ibm')).toMatchObject(expected);
});

test('a page whose ledgers cannot be written is repeated, and counts once in the sum of its tenant', async () => {
  const world = aWorld();
  for (const job of ['a', 'b', 'c', 'd', 'e']) store(world, job, 10);
  let failures = 0;
  world.beforeSave = () => {
    if (failures++ % 3 === 1) throw new Error('the database is away');
  };
  for (let step = 0; step < 20; step++) await world.meter.step().catch(() => 1);
  expect(failures).toBeGreaterThan(3);
  expect(held(world, 'tenant/ibm')).toBe(50);
});

test('a value that was saved before its tenant began counts for nobody', async () => {
  const world = aWorld();
  store(world, 'a', 10);
  world.begins.set(ibm, T0 + 1);
  world.now += 2;
  store(world, 'b', 7);
  await pass(world);
  expect([...world.ledgers.keys()]).toEqual(['2026-11/job/b', '2026-11/tenant/ibm']);
  expect(held(world, 'tenant/ibm')).toBe(7);
});

test('an executor that measures again begins a pass at once, from the first job on', async () => {
  const world = aWorld();
  for (const job of ['a', 'b', 'c']) store(world, job, 10);
  await world.meter.step();
  world.meter.forget();
  await pass(world);
  expect(held(world, 'tenant/ibm')).toBe(30);
  world.meter.forget();
  store(world, 'd', 5);
  await pass(world);
  expect(held(world, 'tenant/ibm')).toBe(35);
});

test('a page that cannot be written is late, by longer and longer, until it is; while another executor measures none is', async () => {
  const world = aWorld();
  for (const job of ['a', 'b', 'c']) store(world, job, 10);
  const { meter } = world;
  expect(meter.lateMs).toBe(0);
  await meter.step();
  let isAway = true;
  world.beforeSave = () => {
    if (isAway) throw new Error('the database is away');
  };
  for (const passed of [5_000, 3_600_000]) {
    world.now += passed;
    await expect(meter.step()).rejects.toThrow();
  }
  expect(meter.lateMs).toBe(3_605_000);
  isAway = false;
  await pass(world);
  expect(meter.lateMs).toBe(0);
  world.now = T0 + 3_605_000 + STORAGE_MEASURED_MS + 1;
  expect(meter.lateMs).toBe(1);
  meter.forget();
  expect(meter.lateMs).toBe(0);
});
