import { eventId, isWithoutPlace, placeOfEvent } from './event-place.js';

test('the id of an event tells its place, and so does a place alone', () => {
  expect(placeOfEvent(eventId(1_700_000_000_000, 'job-1-1700000000', 3))).toBe(1_700_000_000_000);
  expect(placeOfEvent('1700000000000')).toBe(1_700_000_000_000);
  expect(placeOfEvent('job-1-1700000000@3')).toBeNull();
});

test.each([
  ['job-1-1700000000@3', true],
  [eventId(1_700_000_000_000, 'job-1-1700000000', 3), false],
  ['nonsense', false],
  ['job 1@3', false],
])('an id is known as one without a place: %s', (id, known) => {
  expect(isWithoutPlace(id)).toBe(known);
});
