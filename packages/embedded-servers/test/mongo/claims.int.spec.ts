import { Target, together } from './support/target.js';

interface Ticket {
  _id: number | string;
  state: 'new' | 'taken';
  priority: number;
  by?: number;
  n?: number;
}

type Tickets = ReturnType<typeof target.collection<Ticket>>;

let target: Target;
beforeAll(async () => {
  target = await Target.open();
});
afterAll(() => target.close());

describe('findOneAndUpdate', () => {
  it('returns the document before or after the update, its projected fields, and null if there is none', async () => {
    const tickets = target.collection<Ticket>();
    await tickets.insertOne({ _id: 1, state: 'new', priority: 1, n: 1 });
    const bump = { $inc: { n: 1 } };
    expect(await tickets.findOneAndUpdate({ _id: 1 }, bump)).toMatchObject({ n: 1 });
    const after = { returnDocument: 'after', projection: { n: 1, _id: 0 } } as const;
    expect(await tickets.findOneAndUpdate({ _id: 1 }, bump, after)).toEqual({ n: 3 });
    expect(await tickets.findOneAndUpdate({ _id: 9 }, bump)).toBeNull();
    const upserted = await tickets.findOneAndUpdate({ _id: 9 }, bump, {
      upsert: true,
      returnDocument: 'after',
      includeResultMetadata: true,
    });
    expect(upserted).toMatchObject({
      value: { _id: 9, n: 1 },
      lastErrorObject: { updatedExisting: false, upserted: 9 },
    });
    expect(await tickets.findOneAndDelete({ _id: 9 })).toEqual({ _id: 9, n: 1 });
  });

  it('takes the first document in the requested order', async () => {
    const tickets = target.collection<Ticket>();
    await tickets.insertMany([3, 1, 2].map((priority) => ({ _id: priority, state: 'new' as const, priority })));
    const take = (): Promise<Ticket | null> =>
      tickets.findOneAndUpdate({ state: 'new' }, { $set: { state: 'taken' } }, { sort: { priority: 1 } });
    expect([await take(), await take(), await take(), await take()].map((ticket) => ticket?._id)).toEqual([
      1,
      2,
      3,
      undefined,
    ]);
  });

  it.each([
    ['in any order', {}],
    ['in an order that an index serves', { priority: 1, _id: 1 }],
  ] as const)('gives each of 500 tickets to exactly one of 50 racing clients, %s', async (_, sort) => {
    const tickets = target.collection<Ticket>();
    await tickets.insertMany(
      Array.from({ length: 500 }, (_none, _id) => ({ _id, state: 'new' as const, priority: _id % 7 })),
    );
    await tickets.createIndex({ state: 1, priority: 1, _id: 1 }, {}, {});
    const claimed = await together(50, async (client) => {
      const own: unknown[] = [];
      for (;;) {
        const update = { $set: { state: 'taken' as const, by: client } };
        const ticket = await tickets.findOneAndUpdate({ state: 'new' }, update, { sort });
        if (ticket === null) return own;
        own.push(ticket._id);
      }
    });
    expect(claimed.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 500 }, (_none, id) => id),
    );
  });

  it('makes one document from a hundred racing upserts, and loses none of them', async () => {
    const tickets = target.collection<Ticket>();
    await together(100, () => tickets.findOneAndUpdate({ _id: 'one' }, { $inc: { n: 1 } }, { upsert: true }));
    expect(await tickets.find().toArray()).toEqual([{ _id: 'one', n: 100 }]);
  });

  it('loses no increment of racing clients on one document', async () => {
    const tickets = target.collection<Ticket>();
    await tickets.insertOne({ _id: 1, state: 'new', priority: 0, n: 0 });
    await together(50, async () => {
      for (let i = 0; i < 10; i++) await tickets.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    });
    expect(await tickets.findOne({ _id: 1 })).toMatchObject({ n: 500 });
  });
});

describe('a deletion of a document that others change at the same time', () => {
  const ROUNDS = 40;
  const deletions = {
    deleteOne: async (tickets: Tickets, _id: number) => (await tickets.deleteOne({ _id })).deletedCount,
    'guarded deleteOne': async (tickets: Tickets, _id: number) =>
      (await tickets.deleteOne({ _id, state: 'new' })).deletedCount,
    'deleteOne in a bulk': async (tickets: Tickets, _id: number) =>
      (await tickets.bulkWrite([{ deleteOne: { filter: { _id } } }])).deletedCount,
    findOneAndDelete: async (tickets: Tickets, _id: number) => ((await tickets.findOneAndDelete({ _id })) ? 1 : 0),
  } as const;
  it.each(Object.entries(deletions))('deletes it: %s', async (_name, deletion) => {
    const tickets = target.collection<Ticket>();
    const counts: number[] = [];
    for (let _id = 0; _id < ROUNDS; _id++) {
      await tickets.insertOne({ _id, state: 'new', priority: 1 });
      const changes = [1, 2, 3].map((n) => tickets.updateOne({ _id }, { $set: { n } }));
      counts.push(await deletion(tickets, _id));
      await Promise.all(changes);
    }
    expect(counts).toEqual(counts.map(() => 1));
    expect(await tickets.countDocuments()).toBe(0);
  });

  it('does not delete it where it does not fit any more', async () => {
    const tickets = target.collection<Ticket>();
    for (let _id = 0; _id < ROUNDS; _id++) {
      await tickets.insertOne({ _id, state: 'new', priority: 1 });
      const taken = tickets.updateOne({ _id, state: 'new' }, { $set: { state: 'taken' } });
      const { deletedCount } = await tickets.deleteOne({ _id, state: 'new' });
      const { matchedCount } = await taken;
      expect(deletedCount + matchedCount).toBe(1);
      expect(await tickets.countDocuments({ _id })).toBe(1 - deletedCount);
    }
  });
});
