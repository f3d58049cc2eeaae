/** Requests of an operator: what is wrong, hold and release, and diagnoses of running replicas. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#common/clock/clock.js';
import { Diagnosis } from '#common/lifecycle/diagnosis.js';
import { heedOperators } from '#common/lifecycle/operations.js';
import { createLogger, moduleLog } from '#common/logging/logger.js';
import { LogLevels } from '#common/logging/log-levels.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { until } from '#testing/until.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix: string | null;
}
interface Holds {
  readonly holds: readonly {
    readonly tenant: string | null;
    readonly scopes: string[];
    readonly skipSlotsUntil: string | null;
  }[];
  readonly waiting: { readonly overdueSchedules: number };
}

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => api.stop());

test('the doctor lists findings, the worst first, with advice', async () => {
  const { status, body } = await api.ask<{ status: string; findings: Finding[] }>('GET', '/admin/doctor');
  expect([status, body.status]).toEqual([200, 'error']);
  const of = (check: string): Finding[] => body.findings.filter((each) => each.check === check);
  expect(of('indexes')).toMatchObject([{ status: 'ok', fix: null }]);
  expect(of('nats')).toMatchObject([{ status: 'ok' }]);
  // There is only an api here.
  expect(of('services').filter(({ message }) => message.startsWith('scheduler'))).toMatchObject([{ status: 'error' }]);
  expect(body.findings[0]?.fix).not.toBeNull();
});

test('the doctor reports what an executor found about its rights, and which tenants are nearly full', async () => {
  const members = new MembersStore(api.mongo);
  const identity = { service: 'executor', replica: 'executor-9', host: 'a', version: '1', clockSkewMs: 0, ready: true };
  await members.heartbeat({ ...identity, form: 1, lease: 1, expiryMs: 3_000 });
  const rights = { namespace: 'workers', lacks: ['patch pods'], lacksForSome: [], beyond: ['list secrets'] };
  await members.tellRights('executor-9', [rights]);
  await members.tellStuckUsers('executor-9', [60_578]);
  // A heartbeat does not change it.
  await members.heartbeat({ ...identity, form: 1, lease: 1, expiryMs: 3_000 });
  await api.ask('POST', '/tenants', { body: { id: 'full', name: 'Full', maxJobs: 1 } });
  await api.ask('POST', '/workers', {
    body: { id: 'filler', name: 'Filler', engine: 'webservice', url: 'http://127.0.0.1/' },
  });
  await api.ask('POST', '/jobs', { body: { tenant: 'full', name: 'Only', worker: 'filler' } });
  const { body } = await api.ask<{ findings: Finding[] }>('GET', '/admin/doctor');
  const of = (check: string): Finding[] => body.findings.filter((each) => each.check === check);
  expect(of('rights').map(({ status, message }) => [status, message.split(': ').at(-1)])).toEqual([
    ['error', 'patch pods.'],
    ['warning', 'list secrets.'],
  ]);
  expect(of('limits')).toMatchObject([{ status: 'warning', message: 'full has 1 of 1 jobs.' }]);
  expect(of('processUsers')).toMatchObject([
    { status: 'error', message: expect.stringContaining('executor-9') as string },
  ]);
  await members.leave('executor-9');
});

test('everybody may read the version', async () => {
  await expect(api.askAt('GET', '/version', { token: null })).resolves.toMatchObject({
    status: 200,
    body: { service: 'api', version: '0.0.0' },
  });
});

test('a hold is stored, shown and released; slots may be skipped only up to an instant in the past', async () => {
  const set = { tenant: 'ibm', scopes: ['starts'], reason: 'a move' };
  await expect(api.ask('POST', '/admin/hold', { body: set })).resolves.toMatchObject({
    status: 200,
    body: { ...set, skipSlotsUntil: null },
  });
  await expect(api.ask('POST', '/admin/hold', { body: { reason: 'all' } })).resolves.toMatchObject({
    body: { tenant: null, scopes: ['admissions', 'starts'] },
  });
  const shown = await api.ask<Holds>('GET', '/admin/hold');
  expect(shown.body.holds.map(({ tenant }) => tenant)).toEqual([null, 'ibm']);
  const future = { skipSlotsUntil: new Date(Date.now() + 3_600_000).toISOString() };
  await expect(api.ask('POST', '/admin/hold/release', { body: future })).resolves.toMatchObject({
    status: 400,
    body: { errors: [{ path: 'skipSlotsUntil' }] },
  });
  const past = { skipSlotsUntil: '2026-01-01T00:00:00.000Z' };
  await api.ask('POST', '/admin/hold/release', { body: past });
  const left = await api.ask<Holds>('POST', '/admin/hold/release', { body: { tenant: 'ibm' } });
  expect(left.body.holds).toMatchObject([{ tenant: null, scopes: [], ...past }]);
});

test('without a reason, or with an unknown scope, no hold is made', async () => {
  await expect(api.ask('POST', '/admin/hold', { body: {} })).resolves.toMatchObject({ status: 400 });
  await expect(api.ask('POST', '/admin/hold', { body: { reason: 'x', scopes: ['all'] } })).resolves.toMatchObject({
    status: 400,
  });
});

describe('requests to running replicas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-operations-'));
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('executor', 'info', {
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  let stop: () => void = () => undefined;

  beforeAll(async () => {
    const identity = {
      service: 'executor',
      replica: 'executor-1',
      host: 'a',
      version: '1',
      clockSkewMs: 0,
      ready: true,
    };
    await new MembersStore(api.mongo).heartbeat({ ...identity, form: 1, lease: 1, expiryMs: 3_000 });
    const tools = { levels: new LogLevels(log, systemClock), diagnosis: new Diagnosis(join(folder, 'files')), log };
    stop = heedOperators(identity, api.nats, tools);
    await api.nats.flush();
  });
  afterAll(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const hear = async (msg: string): Promise<Record<string, unknown>> =>
    until(`the line ${msg}`, () => lines.find((line) => line['msg'] === msg));

  test('the log level of one module is changed, which is in the audit', async () => {
    const answer = await api.ask<{ replicas: string[] }>('POST', '/admin/log-level', {
      body: { level: 'debug', service: 'executor', module: 'kubernetes', seconds: 600 },
    });
    expect(answer).toMatchObject({ status: 200, body: { replicas: ['executor-1'] } });
    await hear('the log level was set');
    moduleLog(log, 'kubernetes').debug('told');
    moduleLog(log, 'runs').debug('not told');
    expect(lines.filter(({ level }) => level === 'debug')).toMatchObject([{ msg: 'told', module: 'kubernetes' }]);
    const audit = await api.ask<{ items: { object: string }[] }>('GET', '/audit?limit=5');
    expect(audit.body.items.map(({ object }) => object)).toContain('log-level/executor');
  });

  test.each([
    ['a service that does not run', { level: 'debug', service: 'scheduler' }, 404],
    ['an unknown module', { level: 'debug', module: 'moon' }, 400],
    ['an unknown level', { level: 'loud' }, 400],
    ['a time above the maximum', { level: 'debug', seconds: 1_000_000 }, 400],
  ])('%s is refused', async (_what, body, status) => {
    await expect(api.ask('POST', '/admin/log-level', { body })).resolves.toMatchObject({ status });
  });

  test('a CPU profile is written beside the replica', async () => {
    const body = { replica: 'executor-1', kind: 'cpuProfile', seconds: 1 };
    const { status, body: told } = await api.ask<{ name: string }>('POST', '/admin/diagnoses', { body });
    expect(status).toBe(202);
    const { file } = (await hear('a diagnosis file was written')) as { file: string };
    expect(file).toBe(join(folder, 'files', `${told.name}.cpuprofile`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a replica that does not run gives nothing, and only an admin may ask', async () => {
    const body = { replica: 'executor-2', kind: 'heapSnapshot' };
    await expect(api.ask('POST', '/admin/diagnoses', { body })).resolves.toMatchObject({ status: 404 });
    const token = await api.tokenFor(['ibm', 'editor']);
    await expect(api.ask('POST', '/admin/diagnoses', { body, token })).resolves.toMatchObject({ status: 403 });
  });
});
