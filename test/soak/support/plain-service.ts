/**
 * A web service that knows nothing of Carillon: its answer is the end of the work. By a seed it answers at once or late, refuses, cuts the
 * connection before or in the middle of its answer, or never answers, and it remembers every request.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../simulation/support/random.js';

/** What the service does with a request, and the reason with which the attempt of an undisturbed call ends then. */
export const REASON_OF = {
  prompt: 'Http200',
  late: 'Http200',
  busy: 'Http503',
  cut: 'NoAnswer',
  torn: 'AnswerIncomplete',
  silent: 'TimeoutExceeded',
} as const;
type Treatment = keyof typeof REASON_OF;

/** Times are epoch milliseconds. */
export interface PlainRequest {
  readonly attempt: string;
  readonly treatment: Treatment;
  readonly at: number;
  /** When the answer was sent or cut; null: not yet, or never. */
  answeredAt: number | null;
}

/** Of a hundred requests. */
const SHARES: readonly (readonly [Treatment, number])[] = [
  ['prompt', 30],
  ['late', 50],
  ['busy', 5],
  ['cut', 5],
  ['torn', 5],
  ['silent', 5],
];
/** Long enough that many calls are under way when an executor is struck. */
const LATE_MS = [2_000, 12_000] as const;
/** Requests of this path are refused in their first attempt, and answered afterwards. */
export const BUSY_PATH = '/busy-first';
export const BUSY_SECONDS = 3;
export const answerTo = (attempt: string): string => `the answer to ${attempt}`;

export class PlainService {
  readonly requests: PlainRequest[] = [];
  private readonly random: Random;
  private readonly server = createServer((request, response) => {
    request.resume();
    const attempt = String(request.headers['idempotency-key']);
    const isRefused = attempt.endsWith('/1');
    const treatment = request.url === BUSY_PATH ? (isRefused ? 'busy' : 'prompt') : this.choose();
    const own: PlainRequest = { attempt, treatment, at: Date.now(), answeredAt: null };
    this.requests.push(own);
    void this.answer(own, response);
  });

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Harmless when repeated. */
  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private choose(): Treatment {
    let left = this.random.between(0, 99);
    for (const [treatment, share] of SHARES) {
      left -= share;
      if (left < 0) return treatment;
    }
    return 'prompt';
  }

  private async answer(own: PlainRequest, response: ServerResponse): Promise<void> {
    const text = answerTo(own.attempt);
    switch (own.treatment) {
      case 'silent':
        return;
      case 'busy':
        response.writeHead(503, { 'retry-after': String(BUSY_SECONDS) }).end('busy');
        break;
      case 'cut':
        response.destroy();
        break;
      case 'torn':
        response.writeHead(200, { 'content-length': String(2 * text.length) });
        await new Promise((resolve) => response.write(text, resolve));
        response.destroy();
        break;
      case 'late':
        await delay(this.random.between(...LATE_MS));
        response.end(text);
        break;
      case 'prompt':
        response.end(text);
    }
    own.answeredAt = Date.now();
  }
}
