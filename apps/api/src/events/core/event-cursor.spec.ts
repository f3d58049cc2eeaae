import { cursorOfEvent, eventId } from './event-cursor.js';

test('the id of an event tells its cursor, and so does a cursor alone', () => {
  expect(cursorOfEvent(eventId(1_700_000_000_000, 'job-1-1700000000', 3))).toBe(1_700_000_000_000);
  expect(cursorOfEvent('1700000000000')).toBe(1_700_000_000_000);
  expect(cursorOfEvent('job-1-1700000000@3')).toBeNull();
});
