import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Clock, delay } from '#common/clock/clock.js';
import { opening, type SecretBox } from '#common/crypto/secret-box.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';
import type { Claim, Claiming, IdempotencyStore } from '#common/mongo/idempotency.store.js';
import { invalidField } from './problem.js';

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** An answer without a body is stored without one. */
const storedBody = z.object({ body: z.unknown().optional() });
/** The repeat of a request that is still being executed waits this long for its answer: the process of that request may be gone. */
const MAX_WAIT_MS = 2_000;
const FIRST_WAIT_MS = 50;

export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The parts of a request that identify its repeats. */
export interface RepeatableRequest {
  /** The `Idempotency-Key` header. */
  readonly key: string | undefined;
  readonly subject: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: unknown;
}

/** A request that is about to be executed. */
export interface Undertaking {
  readonly seed: string;
  readonly askedAt: number;
  /** Keeps the answer for repeats. */
  readonly answered: (answer: GivenAnswer) => Promise<void>;
  /** Forgets a request that was refused or failed: a repeat may try again. */
  readonly refused: () => Promise<void>;
}

const nothing = async (): Promise<void> => Promise.resolve();

/** Gives repeats of a request with an `Idempotency-Key` the first request's answer. */
export class IdempotentAnswers {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Returns the earlier answer, or permission to execute the request. Throws IDEMPOTENCY_KEY_REUSED, UNAVAILABLE, VALIDATION_FAILED. */
  async begin(request: RepeatableRequest): Promise<GivenAnswer | Undertaking> {
    const now = this.clock.now();
    const seed = randomBytes(16).toString('hex');
    if (request.key === undefined) return { seed, askedAt: now, answered: nothing, refused: nothing };
    if (request.key.length > MAX_IDEMPOTENCY_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(request.key)) {
      throw invalidField('Idempotency-Key', `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`);
    }
    const key = digest([request.subject, request.key]);
    const fingerprint = digest([request.method, request.url, bodyText(request.body)]);
    const claim = await this.claim({ key, fingerprint, seed, now });
    switch (claim.kind) {
      case 'otherRequest':
        throw new AppError('IDEMPOTENCY_KEY_REUSED', 'the Idempotency-Key was used for another request before');
      case 'busy':
        throw new AppError('UNAVAILABLE', 'a request with the same Idempotency-Key is still in progress; try again');
      case 'answered':
        return this.open(claim.answer);
      case 'mine':
        return {
          seed: claim.seed,
          askedAt: claim.startedAt,
          answered: async ({ status, headers, body }) =>
            this.store.answer(key, { status, headers, body: this.secrets.seal(JSON.stringify({ body })) }),
          refused: async () => this.store.release(key),
        };
    }
  }

  private async claim(claiming: Claiming): Promise<Claim> {
    const startedAt = this.clock.monotonic();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
      const claim = await this.store.claim({ ...claiming, now: this.clock.now() });
      if (claim.kind !== 'busy' || this.clock.monotonic() - startedAt + waitMs > MAX_WAIT_MS) return claim;
      await delay(waitMs);
    }
  }

  private open(answer: { status: number; headers: Readonly<Record<string, string>>; body: string }): GivenAnswer {
    const text = opening('the answer to the first of these requests', () => this.secrets.open(answer.body));
    const { body } = storedBody.parse(parseExactJson(text));
    return { status: answer.status, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' }, body };
  }
}

const bodyText = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));
const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
