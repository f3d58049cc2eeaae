import { BatchedUpdates } from './batched-operations.js';

interface Thing {
  readonly _id: string;
  readonly n: number;
}

type Collection = ConstructorParameters<typeof BatchedUpdates<Thing>>[0];

/** Records the number of updates of each call, and answers when the test says so. */
class Server {
  readonly calls: number[] = [];
  private readonly open: { readonly answer: () => void; readonly refuse: (error: Error) => void }[] = [];

  readonly updates = new BatchedUpdates<Thing>({
    bulkWrite: (operations: readonly unknown[]) => {
      this.calls.push(operations.length);
      return new Promise<void>((answer, refuse) => this.open.push({ answer, refuse }));
    },
  } as unknown as Collection);

  update(id: number): Promise<void> {
    return this.updates.update({ _id: String(id) }, { $set: { n: id } });
  }

  async answer(): Promise<void> {
    await nextTick();
    this.open.shift()?.answer();
    await nextTick();
  }

  async refuse(): Promise<void> {
    await nextTick();
    this.open.shift()?.refuse(new Error('away'));
    await nextTick();
  }
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('updates that are sent together', () => {
  it('begin at once if no call is under way', async () => {
    const server = new Server();
    const updated = server.update(1);
    await server.answer();
    await updated;
    expect(server.calls).toEqual([1]);
  });

  it('that arrive during a call are sent together in the next one, which is bounded', async () => {
    const server = new Server();
    const first = server.update(0);
    await nextTick();
    const later = Promise.all(Array.from({ length: 600 }, (_, i) => server.update(i + 1)));
    await server.answer();
    await first;
    await server.answer();
    await server.answer();
    await later;
    expect(server.calls).toEqual([1, 500, 100]);
  });

  it('fail together, and later updates are sent', async () => {
    const server = new Server();
    const [first, second] = [server.update(1), server.update(2)].map((each) =>
      each.catch((error: unknown) => String(error)),
    );
    await server.refuse();
    expect(await first).toBe('Error: away');
    expect(await second).toBe('Error: away');
    const third = server.update(3);
    await server.answer();
    await third;
    expect(server.calls).toEqual([2, 1]);
  });
});
