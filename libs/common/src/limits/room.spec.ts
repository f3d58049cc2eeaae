import { asRunId } from '../domain/ids.js';
import { WHOLE, type Limit, type Scope, type SharedParts } from './scope.js';
import { Room } from './room.js';

const RUN = asRunId('run');
const limit = (maxActive: number | null): Limit => ({ key: 'l', maxActive, maxPerSecond: null });
const under = (...limits: Limit[]): Scope => ({
  limits,
  share: { tenant: 'acme', weight: 1, group: null, groupWeight: 1 },
});

const roomUnder = (parts: Partial<SharedParts> = {}): Room =>
  new Room({ unitsOf: () => null, tokensOf: () => null, spend: () => undefined, ...parts });

test('permits and promised ones use room and release it', () => {
  const room = roomUnder();
  room.setLive(RUN, under(limit(5)), { all: 2, own: 0 });
  room.promise(under(limit(5)), 2);
  expect(room.left(under(limit(5)))).toBe(1);
  room.promise(under(limit(5)), -2);
  room.setLive(RUN, under(limit(5)), { all: 1, own: 0 });
  expect(room.left(under(limit(5)))).toBe(4);
});

test('of a shared limit this replica has its part, in which only permits count that it has given itself', () => {
  const room = roomUnder({ unitsOf: () => 4 });
  const shared = { ...limit(20), shared: { key: 'l', percent: WHOLE } };
  const half = { ...shared, key: 'half', shared: { key: 'l', percent: 50 } };
  const none = { ...shared, key: 'none', shared: { key: 'l', percent: 1 } };
  room.setLive(RUN, under(shared, half, none), { all: 7, own: 1 });
  expect([shared, half, none].map((each) => room.left(under(each)))).toEqual([3, 1, 0]);
});

test('starts per second are those for which this replica has tokens', () => {
  const spent: unknown[] = [];
  const room = roomUnder({ tokensOf: () => 3, spend: (...spending) => spent.push(spending) });
  const slow = { key: 'l', maxActive: null, maxPerSecond: 10, shared: { key: 'l', percent: WHOLE } };
  room.promise(under(slow), 1);
  expect(room.left(under(slow))).toBe(2);
  room.occupy(RUN, under(slow, limit(5)), 2);
  expect(spent).toEqual([['l', 2]]);
});
