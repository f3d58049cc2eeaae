/** This version neither plans, admits by, nor writes schedules that a newer version has written. */
import { asJobId } from '#common/domain/ids.js';
import { NEWEST_FORM } from '#common/domain/stored-form.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { countNewer } from '#common/mongo/newer-documents.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { freshMongo } from '#testing/servers.js';

test('only schedules of forms that this version knows are due, used for admission or written', async () => {
  const { mongo, drop } = await freshMongo();
  try {
    const store = new SchedulesStore(mongo);
    const ours = asJobId('ours');
    const theirs = asJobId('theirs');
    const due = { shard: 3, active: true, nextSlotAt: 2_000 };
    for (const job of [ours, theirs])
      await store.insert(aSchedule({ every: 60 }, 0, { ...due, nextSlotAt: job === ours ? 2_000 : 1_000, job }));
    const raw = mongo.collection<StoredDocument & { form?: number; formed?: boolean }>('schedules');
    await raw.updateOne({ _id: theirs }, { $set: { form: NEWEST_FORM + 1, formed: true } });

    expect((await store.due([3], 0, 5_000, 10)).map(({ job }) => job)).toEqual([ours]);
    expect(await store.isAnyDue([3], 1_500)).toBe(false);
    expect([...(await store.loadMany([ours, theirs])).keys()]).toEqual([ours]);
    await expect(store.load(theirs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const known = await store.load(ours);
    await expect(store.save({ ...known!, job: theirs, form: NEWEST_FORM + 1, rev: 2 }, 1)).rejects.toThrow(
      'newer version',
    );
    expect(await countNewer(mongo)).toEqual({ runs: 0, schedules: 1 });
  } finally {
    await drop();
  }
});
