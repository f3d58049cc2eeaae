import { drillUri } from './drill-database.js';

test.each([
  ['mongodb://db:27017/carillon', 'mongodb://db:27017/carillon_drill'],
  ['mongodb://db', 'mongodb://db/test_drill'],
  ['mongodb://a,b:2,c/carillon?replicaSet=r0', 'mongodb://a,b:2,c/carillon_drill?replicaSet=r0'],
  // The login stays that of the database which knows it.
  ['mongodb://u:p%40@db/carillon', 'mongodb://u:p%40@db/carillon_drill?authSource=carillon'],
  ['mongodb://u:p@db/carillon?tls=true', 'mongodb://u:p@db/carillon_drill?tls=true&authSource=carillon'],
  ['mongodb+srv://u:p@db.test/carillon?authSource=admin', 'mongodb+srv://u:p@db.test/carillon_drill?authSource=admin'],
])('the drill of %s is in %s', (live, wanted) => {
  expect(drillUri(live)).toBe(wanted);
});

test('another database may be chosen, but not the live one, however its address is written', () => {
  const live = 'mongodb://u:p@db/carillon?tls=true';
  expect(drillUri(live, 'mongodb://other/carillon')).toBe('mongodb://other/carillon');
  expect(() => drillUri(live, 'mongodb://v:q@db/carillon')).toThrow('names the live database');
});
