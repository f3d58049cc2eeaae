import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import { MemoryBudget, Reservation } from './memory-budget.js';

const BLOCK = MAX_SOURCE_BLOCK_BYTES;

/** Whether the promise has been resolved by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return done;
}

describe('the memory budget', () => {
  it('admits as many blocks as it covers, and further ones in order when others are stored', async () => {
    const budget = new MemoryBudget(2 * BLOCK);
    const [a, b, c, d] = [1, 2, 3, 4].map(() => new Reservation(budget));
    await a!.admit();
    a!.arrived(BLOCK);
    await b!.admit();
    b!.arrived(BLOCK);
    const third = c!.admit();
    const fourth = d!.admit();
    expect([await isDone(third), budget.isTight]).toEqual([false, true]);
    a!.release(a!.takePending());
    expect([await isDone(third), await isDone(fourth)]).toEqual([true, false]);
    b!.release(b!.takePending());
    expect([await isDone(fourth), budget.isTight]).toEqual([true, false]);
  });

  it('counts a block by its real size, so that single lines do not block others', async () => {
    const budget = new MemoryBudget(2 * BLOCK);
    for (let line = 0; line < 100; line++) {
      const reader = new Reservation(budget);
      const admission = reader.admit();
      expect(await isDone(admission)).toBe(true);
      reader.arrived(100);
    }
    expect(budget.isTight).toBe(false);
  });

  it('counts a block once, even if its admission is requested several times', async () => {
    const budget = new MemoryBudget(BLOCK);
    const reader = new Reservation(budget);
    await Promise.all([reader.admit(), reader.admit()]);
    reader.arrived(BLOCK);
    reader.arrived(BLOCK);
    expect(reader.takePending()).toBe(BLOCK);
  });

  it.each([
    ['before it was admitted', false, false],
    ['after it was admitted and before anything arrived', true, false],
    ['after its block has arrived', true, true],
  ])('is free again when a reader ends %s', async (_, isAdmitted, hasArrived) => {
    const budget = new MemoryBudget(BLOCK);
    const other = new Reservation(budget);
    if (!isAdmitted) await other.admit();
    const reader = new Reservation(budget);
    const admission = reader.admit();
    if (isAdmitted) await admission;
    if (hasArrived) reader.arrived(BLOCK);
    reader.close();
    if (!isAdmitted) other.close();
    expect(await isDone(new Reservation(budget).admit())).toBe(true);
  });
});
