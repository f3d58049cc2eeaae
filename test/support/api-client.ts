/** The public REST API for tests and measurements: each request is sent once, and its answer is returned whatever it is. */
import type { ApiAccess } from '../../tools/quickstart/src/quickstart.js';
import { parseJson } from '#common/domain/parse-json.js';

const REQUEST_LIMIT_MS = 15_000;

export interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export class ApiClient {
  constructor(
    /** The address with the version, without a slash at its end. */
    readonly baseUrl: string,
    private readonly token: string,
  ) {}

  static of({ server, token }: ApiAccess): ApiClient {
    return new ApiClient(`${server}/api/v1`, token);
  }

  async send(method: string, path: string, { body, headers }: Sending = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  }

  /** Throws unless the answer has one of these statuses. */
  async expect(statuses: readonly number[], method: string, path: string, sending?: Sending): Promise<Answer> {
    const answer = await this.send(method, path, sending);
    if (!statuses.includes(answer.status)) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  /** The messages of a stream of server-sent events, until it ends or `signal` is aborted. */
  async *events(path: string, signal: AbortSignal): AsyncGenerator<string> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' },
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`GET ${path} answered ${response.status}`);
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const messages = `${rest}${text}`.split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const data = dataOf(message);
        if (data !== '') yield data;
      }
    }
  }
}

function dataOf(message: string): string {
  return message
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : parseJson(text);
  } catch {
    return text;
  }
}
