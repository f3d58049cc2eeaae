import { jest } from '@jest/globals';
import { ApiError } from './api-error.js';
import { followEvents, isRefusal } from './event-stream.js';

const encoder = new TextEncoder();

/** An answer that sends these texts and then nothing, as if its connection were lost without a word. */
const silentAfter = (text: string): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (stream) => {
        stream.enqueue(encoder.encode(text));
      },
    }),
  );

afterEach(() => jest.useRealTimers());

test('a stream that falls silent is opened again after the last event that was seen', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const answers = [silentAfter('id: 7\ndata: 1\n\n'), silentAfter('id: 8\ndata: 2\n\n')];
  const asked: (string | null)[] = [];
  const open = (lastEventId: string | null, signal: AbortSignal): Promise<Response> => {
    asked.push(lastEventId);
    const answer = answers.shift() ?? new Response(null, { status: 204 });
    // As fetch does: the body of an aborted request fails.
    const body = answer.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) ?? null;
    return Promise.resolve(new Response(body));
  };
  const connected: boolean[] = [];
  const events = followEvents(open, { onConnected: (isOn) => connected.push(isOn) });
  expect((await events.next()).value).toMatchObject({ id: '7', data: 1 });
  const next = events.next();
  await jest.advanceTimersByTimeAsync(59_000);
  expect(asked).toEqual([null]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect((await next).value).toMatchObject({ id: '8', data: 2 });
  expect(asked).toEqual([null, '7']);
  expect(connected).toEqual([true, false, true]);
  await events.return(undefined);
});

test.each([
  [403, true],
  [404, true],
  [429, false],
  [503, false],
])('an answer with status %d ends the stream: %s', (status, ends) => {
  expect(isRefusal(new ApiError(new Response(null, { status }), null))).toBe(ends);
});
