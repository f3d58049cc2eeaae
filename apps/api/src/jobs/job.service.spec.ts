import { asJobId, asTenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { Caller } from '../access/core/access.js';
import { JobService, type EditRequest } from './job.service.js';

type Parts = ConstructorParameters<typeof JobService>;

const gone = new AppError('VALIDATION_FAILED', 'there is no worker w');

/** Jobs in memory; the check after each write results in `problem`. */
function world(
  problem: AppError | null,
  { wroteLast = false, versions = [] as readonly object[] } = {},
): { service: JobService; stored: Map<string, StoredJob> } {
  const stored = new Map<string, StoredJob>();
  const jobs = {
    load: (id: string) => Promise.resolve(stored.get(id) ?? null),
    loadForEdit: (id: string) => {
      const job = stored.get(id);
      return Promise.resolve(job ? { job, wroteLast } : null);
    },
    versionsBefore: () => Promise.resolve(versions),
    insert: (job: StoredJob) => {
      stored.set(job.id, job);
      return Promise.resolve('saved');
    },
    save: (next: StoredJob, previous: StoredJob) => {
      if (stored.get(next.id)?.rev !== previous.rev) return Promise.resolve('stale');
      stored.set(next.id, next);
      return Promise.resolve('saved');
    },
  } as unknown as Parts[0];
  const content = (worker: string): object => ({ spec: { name: 'a', worker }, sealed: {}, workerHeaders: [] });
  const judge = {
    created: () => Promise.resolve(content('w')),
    edited: () => Promise.resolve(content('w')),
    requireUsable: () => (problem ? Promise.reject(problem) : Promise.resolve()),
  } as unknown as Parts[1];
  const scheduler = { apply: () => Promise.resolve(true) } as unknown as Parts[2];
  const around = {
    quotas: { requireRoomForJob: () => Promise.resolve(true), ensureTenant: () => Promise.resolve() },
    former: {},
  } as unknown as Parts[3];
  return { service: new JobService(jobs, judge, scheduler, around), stored };
}

const caller: Caller = { subject: 'a', name: 'a', roles: [{ tenant: '*', role: 'admin' }] };
const request: EditRequest = {
  caller,
  ifMatch: null,
  mutation: { seed: 's', askedAt: 5, record: () => Promise.resolve() },
};
const body = { id: 't-a', tenant: 't', name: 'a', worker: 'w' };
const present = {
  id: asJobId('t-a'),
  tenant: asTenantId('t'),
  version: 3,
  rev: 7,
  createdAt: 1,
  updatedAt: 1,
  updatedBy: 'x',
  paused: null,
  deletedAt: null,
  spec: { name: 'a', worker: 'old' },
  sealed: {},
  workerHeaders: [],
} as unknown as StoredJob;

test('a new job whose worker was deleted during the write is refused and removed', async () => {
  const { service, stored } = world(gone);
  await expect(service.create(request, body, false)).rejects.toBe(gone);
  expect(stored.get('t-a')).toMatchObject({ deletedAt: 5, rev: 2 });
});

test('a refused edit restores the former content under a new version', async () => {
  const { service, stored } = world(gone);
  stored.set(present.id, present);
  await expect(service.replace(request, 't-a', {} as never)).rejects.toBe(gone);
  expect(stored.get('t-a')).toMatchObject({ version: 5, rev: 9, spec: { worker: 'old' }, deletedAt: null });
});

test('an edit that cannot be checked now is not reverted: its repeat checks again', async () => {
  const { service, stored } = world(new AppError('UNAVAILABLE', 'the database is away'));
  stored.set(present.id, present);
  await expect(service.replace(request, 't-a', {} as never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(stored.get('t-a')).toMatchObject({ version: 4, spec: { worker: 'w' } });
});

test('a job whose worker was deleted can be paused', async () => {
  const { service, stored } = world(gone);
  stored.set(present.id, present);
  await service.pause(request, 't-a', { note: null });
  expect(stored.get('t-a')?.paused).toMatchObject({ at: 5 });
});

test('the repeat of an edit that was interrupted before its check reverts refused content', async () => {
  const former = { version: 2, until: 1, spec: { name: 'a', worker: 'former' }, sealed: {} };
  const { service, stored } = world(gone, { wroteLast: true, versions: [former] });
  stored.set(present.id, present);
  await expect(service.replace(request, 't-a', {} as never)).rejects.toBe(gone);
  expect(stored.get('t-a')).toMatchObject({ version: 4, rev: 8, spec: { worker: 'former' }, workerHeaders: [] });
});

test('the repeat of a pause checks nothing, since it changed no content', async () => {
  const former = { version: 2, until: 0, spec: { name: 'a', worker: 'former' }, sealed: {} };
  const { service, stored } = world(gone, { wroteLast: true, versions: [former] });
  stored.set(present.id, present);
  await service.pause(request, 't-a', { note: null });
  expect(stored.get('t-a')).toBe(present);
});
