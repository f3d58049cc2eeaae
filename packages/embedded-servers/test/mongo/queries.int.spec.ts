import { Long } from 'bson';
import type { Collection, Document } from 'mongodb';
import { Target, together } from './support/target.js';

interface Row {
  _id: number;
  v: number;
  pad: string;
}

const ROWS = 100_000;

let target: Target;
let rows: Collection<Row>;
beforeAll(async () => {
  target = await Target.open();
  rows = target.db.collection<Row>('rows');
  for (let from = 0; from < ROWS; from += 5_000) {
    const batch = Array.from({ length: 5_000 }, (_, at) => ({
      _id: from + at,
      v: (from + at) % 97,
      pad: 'x'.repeat(80),
    }));
    await rows.insertMany(batch, { ordered: false });
  }
});
afterAll(() => target.close());

describe('a cursor over 100,000 documents', () => {
  it('returns each of them once', async () => {
    const seen = new Set<number>();
    for await (const { _id } of rows.find()) seen.add(_id);
    expect(seen.size).toBe(ROWS);
  });

  it('returns them in the requested order, in small pages', async () => {
    let count = 0;
    let last = -1;
    let inOrder = true;
    for await (const { v } of rows.find().sort({ v: 1 }).batchSize(2_000)) {
      inOrder &&= v >= last;
      last = v;
      count++;
    }
    expect([count, inOrder]).toEqual([ROWS, true]);
  });

  it('returns the result of a pipeline over them', async () => {
    let count = 0;
    for await (const _ of rows.aggregate([{ $match: { v: { $gte: 1 } } }, { $project: { v: 1 } }])) count++;
    expect(count).toBe(ROWS - Math.ceil(ROWS / 97));
  });

  it('can stay open while 39 others are read by turns', async () => {
    const cursors = Array.from({ length: 40 }, () =>
      rows
        .find({ _id: { $lt: 2_000 } })
        .sort({ v: -1 })
        .batchSize(100),
    );
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        cursors.map(async (cursor) => {
          for (let i = 0; i < 150; i++) expect(await cursor.next()).not.toBeNull();
        }),
      );
    }
    const rest = await Promise.all(cursors.map(async (cursor) => (await cursor.toArray()).length));
    expect(new Set(rest)).toEqual(new Set([2_000 - 450]));
  });

  it('does not exist any more after it was closed', async () => {
    const reply = await target.db.command({ find: 'rows', batchSize: 2 });
    const id = (reply['cursor'] as { id: Long | number | bigint }).id;
    const killed = await target.db.command({ killCursors: 'rows', cursors: [Long.fromValue(String(id))] });
    expect(killed['cursorsKilled']).toHaveLength(1);
    const more = target.db.command({ getMore: Long.fromValue(String(id)), collection: 'rows' });
    await expect(more).rejects.toMatchObject({ code: 43 });
  });
});

describe('keyset paging', () => {
  it('walks the whole collection by an index, page by page', async () => {
    await rows.createIndex({ v: 1, _id: 1 }, {}, {});
    const seen = new Set<number>();
    let after: Pick<Row, 'v' | '_id'> = { v: -1, _id: -1 };
    for (;;) {
      const filter = { $or: [{ v: { $gt: after.v } }, { v: after.v, _id: { $gt: after._id } }], _id: { $lt: 5_000 } };
      const page = await rows.find(filter).sort({ v: 1, _id: 1 }).limit(500).project<Row>({ pad: 0 }).toArray();
      for (const { _id } of page) seen.add(_id);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
    expect(seen.size).toBe(5_000);
  });
});

describe('aggregation', () => {
  const one = async (pipeline: Document[]): Promise<Document[]> => rows.aggregate(pipeline).toArray();

  it('groups, sorts and limits', async () => {
    const top = await one([
      { $match: { _id: { $lt: 970 } } },
      { $group: { _id: '$v', sum: { $sum: '$_id' }, count: { $sum: 1 }, max: { $max: '$_id' } } },
      { $sort: { sum: -1 } },
      { $limit: 1 },
    ]);
    expect(top).toEqual([{ _id: 96, sum: 5_325, count: 10, max: 969 }]);
  });

  it('counts in buckets and in several ways at once', async () => {
    const [facets] = await one([
      { $match: { _id: { $lt: 100 } } },
      {
        $facet: {
          total: [{ $count: 'n' }],
          by: [{ $bucket: { groupBy: '$_id', boundaries: [0, 40, 100] } }, { $sort: { _id: 1 } }],
        },
      },
    ]);
    expect(facets).toEqual({
      total: [{ n: 100 }],
      by: [
        { _id: 0, count: 40 },
        { _id: 40, count: 60 },
      ],
    });
  });

  it('looks up documents of another collection, by field and by pipeline', async () => {
    const owners = target.collection<{ _id: number; name: string }>();
    await owners.insertMany([1, 2].map((_id) => ({ _id, name: `owner ${_id}` })));
    const from = owners.collectionName;
    const byField = await one([
      { $match: { _id: { $in: [1, 2] } } },
      { $lookup: { from, localField: 'v', foreignField: '_id', as: 'owner' } },
      { $unwind: '$owner' },
      { $sort: { _id: 1 } },
      { $project: { name: '$owner.name' } },
    ]);
    expect(byField).toEqual([
      { _id: 1, name: 'owner 1' },
      { _id: 2, name: 'owner 2' },
    ]);
    const largest = [
      { $match: { $expr: { $and: [{ $eq: ['$v', '$$v'] }, { $lt: ['$_id', 300] }] } } },
      { $sort: { _id: -1 } },
      { $limit: 1 },
    ];
    const byPipeline = owners.aggregate([
      { $match: { _id: 1 } },
      { $lookup: { from: 'rows', let: { v: '$_id' }, pipeline: largest, as: 'last' } },
    ]);
    expect((await byPipeline.toArray())[0]?.['last']).toMatchObject([{ _id: 292 }]);
  });

  it('computes with dates, conditions and windows', async () => {
    const at = new Date('2024-05-17T10:00:00Z');
    const [result] = await one([
      { $match: { _id: { $in: [10, 11] } } },
      {
        $setWindowFields: {
          sortBy: { _id: 1 },
          output: { sum: { $sum: '$_id', window: { documents: ['unbounded', 'current'] } } },
        },
      },
      { $sort: { _id: -1 } },
      { $limit: 1 },
      {
        $project: {
          _id: 0,
          sum: 1,
          day: { $dateToString: { date: at, format: '%Y-%m-%d' } },
          month: { $dateTrunc: { date: at, unit: 'month' } },
          odd: { $cond: [{ $eq: [{ $mod: ['$_id', 2] }, 1] }, 'yes', 'no'] },
        },
      },
    ]);
    expect(result).toEqual({ sum: 21, day: '2024-05-17', month: new Date('2024-05-01T00:00:00Z'), odd: 'yes' });
  });

  it('knows a time zone by its exact name only', async () => {
    const yearIn = async (timezone: string): Promise<unknown> => {
      const date = new Date('2023-12-31T23:30:00Z');
      const at = [{ $match: { _id: 1 } }, { $project: { year: { $year: { date, timezone } } } }];
      return (await one(at))[0]?.['year'];
    };
    expect(await Promise.all(['Europe/Prague', '+01:00', 'UTC'].map(yearIn))).toEqual([2024, 2024, 2023]);
    for (const name of ['europe/prague', 'utc', 'Europe/Nowhere'])
      await expect(yearIn(name)).rejects.toMatchObject({ code: 40_485 });
  });

  it('merges its result into another collection', async () => {
    const into = target.collection<{ _id: number; n: number }>();
    await into.insertOne({ _id: 0, n: -1 });
    await rows
      .aggregate([
        { $match: { _id: { $lt: 5 } } },
        { $project: { n: '$v' } },
        { $merge: { into: into.collectionName } },
      ])
      .toArray();
    expect(await into.find().sort({ _id: 1 }).toArray()).toEqual([0, 1, 2, 3, 4].map((_id) => ({ _id, n: _id })));
  });

  it('serves fifty clients at once', async () => {
    const counts = await together(50, (client) => rows.countDocuments({ _id: { $lt: client } }));
    expect(counts).toEqual(Array.from({ length: 50 }, (_, client) => client));
  });
});
