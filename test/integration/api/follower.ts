/** A reader of server-sent events. */
import { BOOTSTRAP, type ApiUnderTest } from './api-under-test.js';

export interface Follower {
  /** The status and headers of the answer; a refused request has ended. */
  readonly status: number;
  readonly headers: Headers;
  /** The data of the events so far, by type. */
  readonly events: { type: string; id: string | null; data: Record<string, unknown> }[];
  readonly ended: () => boolean;
  readonly stop: () => void;
}

/** Reads server-sent events below `/api/v1` in the background. */
export async function follow(
  api: Pick<ApiUnderTest, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  token: string | null = BOOTSTRAP,
): Promise<Follower> {
  const aborting = new AbortController();
  const response = await fetch(`${api.url}/api/v1${path}`, {
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      accept: 'text/event-stream',
      connection: 'close',
      ...headers,
    },
    signal: aborting.signal,
  });
  const events: Follower['events'] = [];
  let ended = false;
  const reading = (async () => {
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
        const type = field('event');
        if (type) events.push({ type, id: field('id'), data: JSON.parse(field('data')!) as Record<string, unknown> });
      }
    }
    ended = true;
  })().catch(() => {
    ended = true;
  });
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: () => ended,
    stop: () => {
      aborting.abort();
      void reading;
    },
  };
}
