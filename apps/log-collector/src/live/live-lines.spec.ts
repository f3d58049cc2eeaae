import { jest } from '@jest/globals';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { LogLine } from '#common/run/output.js';
import { LiveLines, MAX_LIVE_LENGTH, MAX_LIVE_TOTAL_LENGTH, MIN_LIVE_LENGTH } from './live-lines.js';

const attempt = (run: number): AttemptId => asAttemptId(`r${run}/0/main/0/1`);
const line = (seq: number, text = `line ${seq}`): LogLine => ({ seq, at: 1_000, stream: 'stdout', text });
const range = (from: number, to: number, text?: string): LogLine[] =>
  Array.from({ length: to - from + 1 }, (_, i) => line(from + i, text));

/** A server that records its messages and takes them when the test says so. */
class Server {
  readonly messages: { readonly attempt: string; readonly lines: readonly LogLine[] }[] = [];
  connected = true;
  private waiting: (() => void)[] = [];

  readonly publish = ((_contract: unknown, _params: unknown, payload: unknown) => {
    this.messages.push(payload as (typeof this.messages)[number]);
  }) as ConstructorParameters<typeof LiveLines>[0]['publish'];

  flush(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  async take(): Promise<void> {
    for (const resolve of this.waiting.splice(0)) resolve();
    await Promise.resolve();
    await Promise.resolve();
  }

  seqsOf(id: AttemptId): number[] {
    return this.messages
      .filter((message) => message.attempt === id)
      .flatMap(({ lines }) => lines.map(({ seq }) => seq));
  }

  get length(): number {
    return this.messages.flatMap(({ lines }) => lines).reduce((sum, { text }) => sum + text.length, 0);
  }
}

let server: Server;
let live: LiveLines;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  server = new Server();
  live = new LiveLines(server);
});

afterEach(() => {
  jest.useRealTimers();
});

describe('live lines', () => {
  it('are sent together a short time after the first line', () => {
    live.publish(attempt(1), range(1, 2));
    live.publish(attempt(1), range(3, 3));
    live.publish(attempt(2), range(1, 1));
    expect(server.messages).toEqual([]);
    jest.advanceTimersByTime(50);
    expect(server.messages.map(({ lines }) => lines.length)).toEqual([3, 1]);
  });

  it('wait until the server has taken the former ones', async () => {
    live.publish(attempt(1), range(1, 1));
    jest.advanceTimersByTime(50);
    live.publish(attempt(1), range(2, 2));
    jest.advanceTimersByTime(1_000);
    expect(server.seqsOf(attempt(1))).toEqual([1]);
    await server.take();
    jest.advanceTimersByTime(50);
    expect(server.seqsOf(attempt(1))).toEqual([1, 2]);
  });

  it('of a chatty attempt are sent from the first one without a gap, up to the limit', () => {
    for (let seq = 1; seq < 5_000; seq += 100) live.publish(attempt(1), range(seq, seq + 99, 'x'.repeat(200)));
    live.publish(attempt(1), [line(5_001, '')]);
    jest.advanceTimersByTime(50);
    const seqs = server.seqsOf(attempt(1));
    expect(seqs).toEqual(Array.from({ length: Math.floor(MAX_LIVE_LENGTH / 200) }, (_, i) => i + 1));
  });

  it('use bounded memory while the server takes nothing, and leave room for attempts with few lines', () => {
    live.publish(attempt(0), range(1, 1));
    jest.advanceTimersByTime(50);
    for (let round = 0; round < 20; round++)
      for (let run = 1; run <= 50; run++)
        live.publish(attempt(run), range(round * 100 + 1, round * 100 + 100, 'y'.repeat(100)));
    live.publish(attempt(51), [line(1, 'a word')]);
    live.send();
    expect(server.seqsOf(attempt(51))).toEqual([1]);
    expect(server.length).toBeLessThanOrEqual(MAX_LIVE_TOTAL_LENGTH + 52 * MIN_LIVE_LENGTH);
  });

  it('are dropped while there is no connection', () => {
    server.connected = false;
    live.publish(attempt(1), range(1, 1));
    server.connected = true;
    live.publish(attempt(1), range(2, 2));
    jest.advanceTimersByTime(50);
    expect(server.seqsOf(attempt(1))).toEqual([2]);
  });
});
