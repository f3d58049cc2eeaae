import { Feed, MAX_WAITING_EVENTS } from './feed.js';

const LONG_MS = 60_000;

test('a reader gets the events that arrived between its reads, in order', async () => {
  const feed = new Feed<number>();
  feed.push(1);
  feed.push(2);
  expect(await feed.take(LONG_MS)).toEqual([1, 2]);
  const waiting = feed.take(LONG_MS);
  feed.push(3);
  expect(await waiting).toEqual([3]);
});

test('a feed without events returns an empty list after the wait, and null after its end', async () => {
  const feed = new Feed<number>();
  expect(await feed.take(1)).toEqual([]);
  const waiting = feed.take(LONG_MS);
  feed.end();
  expect(await waiting).toBeNull();
  expect(feed.push(1)).toBe(false);
});

test('a reader that does not read is disconnected after it has received the buffered events', async () => {
  const feed = new Feed<number>();
  for (let i = 0; i < MAX_WAITING_EVENTS; i++) expect(feed.push(i)).toBe(true);
  expect(feed.push(-1)).toBe(false);
  expect(await feed.take(LONG_MS)).toHaveLength(MAX_WAITING_EVENTS);
  expect(await feed.take(LONG_MS)).toBeNull();
});
