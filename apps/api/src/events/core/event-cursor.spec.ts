import { cursorOfEvent, eventId } from './event-cursor.js';

test('the cursor is read from the id of an event, and from a plain cursor', () => {
  expect(cursorOfEvent(eventId(1_700_000_000_000, 'job-1-1700000000', 3))).toBe(1_700_000_000_000);
  expect(cursorOfEvent('1700000000000')).toBe(1_700_000_000_000);
  expect(cursorOfEvent('job-1-1700000000@3')).toBeNull();
});
