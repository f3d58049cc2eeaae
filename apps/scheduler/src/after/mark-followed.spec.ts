import type { JobId } from '#common/domain/ids.js';
import { asJobId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { markFollowed, type FollowedStores } from './mark-followed.js';

const UPSTREAM = asJobId('upstream');
const dependent = { id: asJobId('dependent'), spec: { after: [{ job: UPSTREAM }] } } as unknown as Parameters<
  typeof markFollowed
>[1];

class Stores implements FollowedStores {
  readonly saved: ScheduleState[] = [];
  lost = 0;

  constructor(
    public state: ScheduleState | null,
    private readonly upstream: { deletedAt: number | null } | null = { deletedAt: null },
  ) {}

  readonly jobs = { load: (_id: JobId) => Promise.resolve(this.upstream as never) };
  readonly schedules = {
    load: () => Promise.resolve(this.state),
    save: (next: ScheduleState, rev: number) => {
      if (this.lost-- > 0 || this.state?.rev !== rev) return Promise.resolve(false);
      this.saved.push(next);
      this.state = next;
      return Promise.resolve(true);
    },
  };
}

test('an upstream job is marked even if the first write loses the race to another writer', async () => {
  const stores = new Stores(aSchedule(null, 0, { job: UPSTREAM, rev: 7 }));
  stores.lost = 1;
  await markFollowed(stores, dependent);
  expect(stores.saved).toEqual([expect.objectContaining({ job: UPSTREAM, followed: true, rev: 8 })]);
  await markFollowed(stores, dependent);
  expect(stores.saved).toHaveLength(1);
});

test('a job without a schedule document is waited for, since its ends would be lost otherwise', async () => {
  await expect(markFollowed(new Stores(null), dependent)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test.each([null, { deletedAt: 5 }])('a job that does not exist any more (%j) is not waited for', async (upstream) => {
  await expect(markFollowed(new Stores(null, upstream), dependent)).resolves.toBeUndefined();
});
