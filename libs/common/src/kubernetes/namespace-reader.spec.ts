import { pino } from 'pino';
import { ApiError } from './api-client.js';
import { CLOSED_AFTER_MS, NamespaceReader } from './pod-watches.js';

const refused = new ApiError(403, 'Forbidden', 'pods is forbidden');
let now = 0;
let closed: ReadonlySet<string>;
let reader: NamespaceReader;

beforeEach(() => {
  closed = new Set(['theirs']);
  reader = new NamespaceReader({ monotonic: () => now }, pino({ level: 'silent' }));
});

const read = (): Promise<readonly string[]> =>
  reader.readAll('pods', ['ours', 'theirs'], (namespace) =>
    closed.has(namespace) ? Promise.reject(refused) : Promise.resolve([`a pod of ${namespace}`]),
  );

test('a refusal does not prove that a namespace is empty until it has lasted long enough', async () => {
  await expect(read()).rejects.toBe(refused);
  now += CLOSED_AFTER_MS - 1;
  await expect(read()).rejects.toBe(refused);
  now += 1;
  expect(await read()).toEqual(['a pod of ours']);
});

test('for a namespace that was readable in between, the time of refusals begins again', async () => {
  await expect(read()).rejects.toBe(refused);
  closed = new Set();
  now += CLOSED_AFTER_MS;
  expect(await read()).toEqual(['a pod of ours', 'a pod of theirs']);
  closed = new Set(['theirs']);
  await expect(read()).rejects.toBe(refused);
});

test('a kind that a role leaves out permanently soon counts as empty, whatever else is read, and proves nothing about other kinds', async () => {
  const services = (): Promise<readonly string[]> =>
    reader.readAll('services', ['ours'], () => Promise.reject(refused));
  const pods = (): Promise<readonly string[]> => reader.readAll('pods', ['ours'], () => Promise.resolve([]));
  await expect(services()).rejects.toBe(refused);
  now += CLOSED_AFTER_MS;
  expect(await pods()).toEqual([]);
  expect(await services()).toEqual([]);
  await expect(reader.readAll('secrets', ['ours'], () => Promise.reject(refused))).rejects.toBe(refused);
});

test('any other error is reported', async () => {
  const away = new ApiError(503, '', 'away');
  await expect(reader.readAll('pods', ['ours'], () => Promise.reject(away))).rejects.toBe(away);
});
