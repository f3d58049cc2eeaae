import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';
import { Target, together } from './support/target.js';

interface Guarded {
  _id: number | string;
  rev: number;
  n?: number;
  key?: string;
  phase?: string;
  seen?: boolean;
}

let target: Target;
beforeAll(async () => {
  target = await Target.open();
});
afterAll(() => target.close());

async function filled(count: number): Promise<Collection<Guarded>> {
  const collection = target.collection<Guarded>();
  await collection.insertMany(Array.from({ length: count }, (_, _id) => ({ _id, rev: 0, n: 0 })));
  return collection;
}

const guarded = (_id: number, rev: number, set: Partial<Guarded> = {}): AnyBulkWriteOperation<Guarded> => ({
  updateOne: { filter: { _id, rev }, update: { $set: { rev: rev + 1, ...set } } },
});

const replaced: typeof guarded = (_id, rev, set) => ({
  replaceOne: { filter: { _id, rev }, replacement: { _id, rev: rev + 1, n: 0, ...set } },
});

const failureOf = async (attempt: Promise<unknown>): Promise<MongoBulkWriteError> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MongoBulkWriteError)) throw new Error('expected a bulk write error', { cause: error });
  return error;
};

describe.each([
  ['updates', guarded],
  ['replacements', replaced],
])('a bulk of guarded %s', (_, change) => {
  it('changes the documents whose guard holds, and returns their number', async () => {
    const docs = await filled(100);
    await docs.updateMany({ _id: { $gte: 60 } }, { $set: { rev: 7 } });
    const result = await docs.bulkWrite(
      Array.from({ length: 120 }, (_, id) => change(id, 0, { phase: 'Running' })),
      { ordered: false },
    );
    expect(result).toMatchObject({ matchedCount: 60, modifiedCount: 60, upsertedCount: 0 });
    expect(await docs.countDocuments({ rev: 1, phase: 'Running' })).toBe(60);
    expect(await docs.countDocuments({ rev: 7, phase: { $exists: false } })).toBe(40);
  });

  it('applies several updates of one document one after another', async () => {
    const docs = await filled(1);
    const steps = [0, 1, 2, 3, 4, 9].map((rev) => change(0, rev));
    expect(await docs.bulkWrite(steps)).toMatchObject({ matchedCount: 5, modifiedCount: 5 });
    expect(await docs.findOne({ _id: 0 })).toMatchObject({ rev: 5 });
  });

  it('lets exactly one of several racing writers win each document', async () => {
    const docs = await filled(200);
    const results = await together(8, (client) =>
      docs.bulkWrite(
        Array.from({ length: 200 }, (_, at) => change(client % 2 === 0 ? at : 199 - at, 0, { phase: `by ${client}` })),
        { ordered: false },
      ),
    );
    expect(results.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(200);
    expect(await docs.countDocuments({ rev: 1 })).toBe(200);
  });

  it('reports the one update that fails, and applies the others unless it is ordered', async () => {
    const docs = await filled(40);
    await docs.createIndex({ key: 1 }, { unique: true, sparse: true }, {});
    await docs.updateOne({ _id: 39 }, { $set: { key: 'taken' } });
    const updates = Array.from({ length: 30 }, (_, id) => change(id, 0, { key: id === 14 ? 'taken' : `k${id}` }));
    const unordered = await failureOf(docs.bulkWrite(updates, { ordered: false }));
    expect(unordered.code).toBe(11000);
    expect(unordered.result).toMatchObject({ matchedCount: 29, modifiedCount: 29 });
    expect([unordered.writeErrors].flat().map(({ index }) => index)).toEqual([14]);
    await docs.updateMany({ _id: { $lt: 30 } }, { $set: { rev: 0 }, $unset: { key: 1 } });
    const ordered = await failureOf(docs.bulkWrite(updates, { ordered: true }));
    expect(ordered.result.modifiedCount).toBe(14);
  });

  it('follows the validator of its collection', async () => {
    const name = `validated-${change.name}`;
    await target.db.createCollection(name, { validator: { $jsonSchema: { properties: { n: { maximum: 5 } } } } });
    const docs = target.db.collection<Guarded>(name);
    await docs.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, rev: 0, n: 0 })));
    const updates = Array.from({ length: 30 }, (_, id) => change(id, 0, { n: id === 13 ? 9 : 1 }));
    expect((await failureOf(docs.bulkWrite(updates, { ordered: false }))).code).toBe(121);
    expect(await docs.countDocuments({ n: 1 })).toBe(29);
  });

  it('keeps every index up to date', async () => {
    const docs = await filled(300);
    await docs.createIndex({ phase: 1, n: 1 }, { partialFilterExpression: { phase: { $exists: true } } }, {});
    await docs.bulkWrite(
      Array.from({ length: 300 }, (_, id) => change(id, 0, { phase: id % 3 === 0 ? 'a' : 'b', n: id })),
    );
    expect(await docs.find({ phase: 'a' }).sort({ n: -1 }).limit(2).project({ n: 1, _id: 0 }).toArray()).toEqual([
      { n: 297 },
      { n: 294 },
    ]);
  });
});

describe('a bulk of updates', () => {
  it('counts a match that changes nothing as matched only', async () => {
    const docs = await filled(40);
    const updates = Array.from({ length: 40 }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $set: { n: _id % 4 === 0 ? 1 : 0 } } },
    }));
    expect(await docs.bulkWrite(updates)).toMatchObject({ matchedCount: 40, modifiedCount: 10 });
  });

  it('compares guards as queries do: other number types, lists, ranges and missing fields', async () => {
    const docs = await filled(60);
    const update = { $set: { seen: true } };
    const guards = [
      { rev: { $in: [0, 5] } },
      { rev: { $gte: 1 } },
      { phase: { $exists: false } },
      { rev: { $ne: 0 } },
      { rev: { $lt: 1 }, n: 0 },
      { phase: 'x' },
    ];
    await docs.bulkWrite(
      Array.from({ length: 60 }, (_, _id) => ({ updateOne: { filter: { _id, ...guards[_id % 6] }, update } })),
    );
    const seen = await docs.find({ seen: true }).toArray();
    expect(seen).toHaveLength(30);
    expect(new Set(seen.map(({ _id }) => Number(_id) % 6))).toEqual(new Set([0, 2, 4]));
  });

  it('loses no increment of racing writers', async () => {
    const docs = await filled(50);
    const increments = Array.from({ length: 50 }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $inc: { n: 1 } } },
    }));
    await together(10, async (client) => {
      await docs.bulkWrite(client % 2 === 0 ? increments : increments.toReversed(), { ordered: false });
    });
    expect(await docs.countDocuments({ n: 10 })).toBe(50);
  });

  it('has the effect of the same updates one by one', async () => {
    const together = await filled(80);
    const apart = await filled(80);
    const kinds: ((at: number) => Document)[] = [
      (at) => ({ $set: { 'state.phase': `p${at}`, rev: at }, $unset: { n: 1 } }),
      (at) => ({ $inc: { n: at, 'deep.count': 1 }, $min: { low: at }, $max: { high: at } }),
      (at) => ({ $push: { log: { $each: [at, at + 1], $slice: -3 } }, $set: { at: new Date(at) } }),
      (at) => ({ $addToSet: { tags: `t${at % 3}` }, $rename: { rev: 'revision' } }),
      () => ({ $set: { n: 0 } }),
      (at) => ({ $mul: { n: 3 }, $setOnInsert: { never: at }, $pull: { log: { $lt: at } } }),
    ];
    for (let round = 0; round < 4; round++) {
      const updates = Array.from({ length: 80 }, (_, _id) => {
        const change = kinds[(_id * 7 + round * 5) % kinds.length] ?? kinds[0]!;
        return { filter: { _id, n: { $gte: 0 } }, update: change(_id + round) };
      });
      const whole = await together.bulkWrite(
        updates.map((updateOne) => ({ updateOne })),
        { ordered: round % 2 === 0 },
      );
      const single = await Promise.all(updates.map(({ filter, update }) => apart.updateOne(filter, update)));
      const sum = (of: 'matchedCount' | 'modifiedCount'): number => single.reduce((total, one) => total + one[of], 0);
      expect([whole.matchedCount, whole.modifiedCount]).toEqual([sum('matchedCount'), sum('modifiedCount')]);
    }
    const sorted = { sort: { _id: 1 } } as const;
    expect(await together.find({}, sorted).toArray()).toEqual(await apart.find({}, sorted).toArray());
  });
});

describe('a bulk of replacements', () => {
  it('has the effect of the same replacements one by one', async () => {
    const together = await filled(40);
    const apart = await filled(40);
    const bodies: ((at: number) => Document)[] = [
      (at) => ({ rev: at, deep: { list: [at, { none: null }] }, at: new Date(at) }),
      (at) => ({ 'a.b': at, text: '', big: 2n ** 40n }),
      () => ({ rev: 0, n: 1 }),
      () => ({}),
    ];
    const replacements = Array.from({ length: 45 }, (_, _id) => ({
      filter: { _id, rev: _id % 5 === 0 ? 9 : 0 },
      replacement: { _id, ...bodies[_id % bodies.length]?.(_id) } as unknown as Guarded,
    }));
    const whole = await together.bulkWrite(replacements.map((replaceOne) => ({ replaceOne })));
    const single = await Promise.all(
      replacements.map(({ filter, replacement }) => apart.replaceOne(filter, replacement)),
    );
    const sum = (of: 'matchedCount' | 'modifiedCount'): number => single.reduce((total, one) => total + one[of], 0);
    expect([whole.matchedCount, whole.modifiedCount]).toEqual([sum('matchedCount'), sum('modifiedCount')]);
    const sorted = { sort: { _id: 1 } } as const;
    expect(await together.find({}, sorted).toArray()).toEqual(await apart.find({}, sorted).toArray());
  });
});

describe('a mixed bulk', () => {
  it('stops at the first failure when ordered', async () => {
    const docs = target.collection<Guarded>();
    await docs.insertOne({ _id: 5, rev: 0 });
    const error = await failureOf(
      docs.bulkWrite([1, 5, 6].map((_id) => ({ insertOne: { document: { _id, rev: 0 } } }))),
    );
    expect(error).toMatchObject({ code: 11000, result: { insertedCount: 1 } });
    expect([error.writeErrors].flat().map(({ index }) => index)).toEqual([1]);
    expect(await docs.countDocuments()).toBe(2);
  });

  it('continues after failures when unordered, with every kind of operation', async () => {
    const docs = target.collection<Guarded>();
    await docs.insertOne({ _id: 5, rev: 0 });
    const error = await failureOf(
      docs.bulkWrite(
        [
          ...[1, 5, 6].map((_id) => ({ insertOne: { document: { _id, rev: 0 } } })),
          { updateOne: { filter: { _id: 1 }, update: { $set: { n: 1 } } } },
          { deleteOne: { filter: { _id: 6 } } },
          { updateOne: { filter: { _id: 77 }, update: { $set: { rev: 1 } }, upsert: true } },
          { replaceOne: { filter: { _id: 1 }, replacement: { rev: 9 } } },
        ],
        { ordered: false },
      ),
    );
    expect(error.result).toMatchObject({ insertedCount: 2, upsertedCount: 1, deletedCount: 1, matchedCount: 2 });
    expect(await docs.findOne({ _id: 1 })).toEqual({ _id: 1, rev: 9 });
  });

  it('inserts a thousand documents when ten of them already exist', async () => {
    const docs = target.collection<Guarded>();
    await docs.insertMany(Array.from({ length: 10 }, (_, at) => ({ _id: at * 100, rev: 0 })));
    const thousand = Array.from({ length: 1_000 }, (_, _id) => ({ _id, rev: 1 }));
    const error = await failureOf(docs.insertMany(thousand, { ordered: false }));
    expect(error.result.insertedCount).toBe(990);
    expect([error.writeErrors].flat().map(({ index }) => index)).toEqual([
      0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
    ]);
    expect(await docs.countDocuments({ rev: 1 })).toBe(990);
  });
});
