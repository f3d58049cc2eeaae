import { MemoryBudget, Reservation } from './memory-budget.js';

/** True when the promise has been resolved by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return done;
}

describe('the budget of memory', () => {
  it('admits as many blocks as it has, and others when some are stored, in their order', async () => {
    const budget = new MemoryBudget(2);
    const [a, b, c, d] = [1, 2, 3, 4].map(() => new Reservation(budget));
    await a!.admit();
    a!.arrived();
    await b!.admit();
    b!.arrived();
    const [third, fourth] = [c!.admit(), d!.admit()];
    expect([await isDone(third), budget.isTight]).toEqual([false, true]);
    a!.release(a!.takePending());
    expect([await isDone(third), await isDone(fourth)]).toEqual([true, false]);
    b!.release(b!.takePending());
    expect([await isDone(fourth), budget.isTight]).toEqual([true, false]);
  });

  it('counts a block once, however often it is asked for', async () => {
    const budget = new MemoryBudget(1);
    const reader = new Reservation(budget);
    await Promise.all([reader.admit(), reader.admit()]);
    reader.arrived();
    reader.arrived();
    expect(reader.takePending()).toBe(1);
  });

  it.each([
    ['before it was admitted', false, false],
    ['after it was admitted and before anything arrived', true, false],
    ['with what has arrived', true, true],
  ])('has everything back when a reader ends %s', async (_, isAdmitted, hasArrived) => {
    const budget = new MemoryBudget(1);
    const other = new Reservation(budget);
    if (!isAdmitted) await other.admit();
    const reader = new Reservation(budget);
    const admission = reader.admit();
    if (isAdmitted) await admission;
    if (hasArrived) reader.arrived();
    reader.close();
    if (!isAdmitted) other.close();
    expect(await isDone(new Reservation(budget).admit())).toBe(true);
  });
});
