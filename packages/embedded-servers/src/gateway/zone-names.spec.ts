import { serialize } from 'bson';
import { ZoneNames } from './zone-names.js';

const names = new ZoneNames(() => Promise.resolve(['Europe/Prague', 'UTC']));
const asked = (timezone: unknown, operator = '$dateToString'): Buffer => {
  const day = { [operator]: { date: '$at', format: '%Y', timezone } };
  return Buffer.from(serialize({ aggregate: 'runs', pipeline: [{ $group: { _id: { day, state: '$state' } } }] }));
};

test.each(['Europe/Prague', 'UTC', '+01:00', '-0330', '+02', '$zone'])('%s is passed on', async (zone) => {
  await expect(names.check(asked(zone))).resolves.toBeUndefined();
});

test.each(['europe/prague', 'Europe/prague', 'utc', 'Nowhere', ''])('"%s" is refused', async (zone) => {
  for (const operator of ['$dateToString', '$dateTrunc', '$year'])
    await expect(names.check(asked(zone, operator))).rejects.toMatchObject({
      codeName: 'Location40485',
      message: `unrecognized time zone identifier: "${zone}"`,
    });
});

test('a field of a document with that name is no zone of an operator', async () => {
  const filter = { 'spec.schedule': { timezone: 'europe/prague' }, $or: [{ timezone: 'utc' }] };
  await expect(names.check(Buffer.from(serialize({ find: 'jobs', filter })))).resolves.toBeUndefined();
});
