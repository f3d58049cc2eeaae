/** What an operator asks the API: what is wrong, and to hold and release. */
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

test('the doctor finds what is well and what is not, the worst first, with what to do', async () => {
  const { status, body } = await api.ask<{ status: string; findings: Finding[] }>('GET', '/admin/doctor');
  expect([status, body.status]).toEqual([200, 'error']);
  const of = (check: string): Finding[] => body.findings.filter((each) => each.check === check);
  expect(of('indexes')).toMatchObject([{ status: 'ok', fix: null }]);
  expect(of('nats')).toMatchObject([{ status: 'ok' }]);
  // Here is an api alone.
  expect(of('services').filter(({ message }) => message.startsWith('scheduler'))).toMatchObject([{ status: 'error' }]);
  expect(body.findings[0]?.fix).not.toBeNull();
});

test('a hold is stored, shown and released; what slots have run may be said of the past alone', async () => {
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

test('without a reason, or with a scope that there is not, nothing is held', async () => {
  await expect(api.ask('POST', '/admin/hold', { body: {} })).resolves.toMatchObject({ status: 400 });
  await expect(api.ask('POST', '/admin/hold', { body: { reason: 'x', scopes: ['all'] } })).resolves.toMatchObject({
    status: 400,
  });
});
