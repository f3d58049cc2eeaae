/** Asks the collector when pods and processes last wrote a line, before an attempt is given up because of its silence. */
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_SIGNS_ASKED_AT_ONCE } from '#common/domain/limits.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { contracts } from '#common/messages/registry.js';
import type { Nats } from '#common/nats/nats.js';
import type { Run } from '#common/run/run.js';
import { chunked } from '#common/runtime/continuing.js';
import type { OutputSigns, SeenInput } from './signs-of-life.js';

type Asked = Pick<Run, 'shard' | 'engine' | 'live'>;

const TIMEOUT_MS = 2_000;
/** The most requests for one decision; a later decision sends the others. */
const MAX_REQUESTS = 5;

export class CollectedSigns implements OutputSigns {
  constructor(
    private readonly nats: Pick<Nats, 'request'>,
    private readonly log: Logger,
  ) {}

  /** Returns one input for each attempt that has written, or for which this is unknown now. */
  async verify(run: Asked, attempts: readonly AttemptId[]): Promise<SeenInput[]> {
    const first = attempts.slice(0, MAX_REQUESTS * MAX_SIGNS_ASKED_AT_ONCE);
    const parts = [...chunked(first, MAX_SIGNS_ASKED_AT_ONCE)];
    const answers = await Promise.all(parts.map((part) => this.ask(run, part)));
    return [...answers.flat(), ...attempts.slice(first.length).map(unknown)];
  }

  private async ask({ shard, engine, live }: Asked, attempts: readonly AttemptId[]): Promise<SeenInput[]> {
    const hosts = new Map(live.map(({ id, claim }) => [id, claim.host]));
    const of = attempts.map((attempt) => ({ attempt, host: hosts.get(attempt) ?? '' }));
    try {
      const payload = { v: 1, engine, attempts: of } as const;
      const reply = await this.nats.request(contracts.lastWritten, { shard }, payload, TIMEOUT_MS);
      if (!reply.ok) throw new AppError('UNAVAILABLE', `${reply.code}: ${reply.detail}`);
      return attempts.flatMap((attempt, i) => inputOf(attempt, reply.signs[i]?.at));
    } catch (error) {
      if (!(error instanceof AppError && error.retryable)) throw error;
      const detail = { attempts: attempts.length, error: messageOf(error) };
      this.log.warn(detail, 'no log-collector could say when silent attempts last wrote output; the attempts go on');
      return attempts.map(unknown);
    }
  }
}

function inputOf(attempt: AttemptId, at: number | null | undefined): SeenInput[] {
  if (at === undefined) return [unknown(attempt)];
  return at === null ? [] : [{ type: 'seen', attempt, at }];
}

const unknown = (attempt: AttemptId): SeenInput => ({ type: 'seen', attempt, at: null });
