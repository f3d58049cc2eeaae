/** Asks the collector to store an ended attempt's output up to its end. */
import { contracts } from '#common/contracts/registry.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord, Run } from '#common/domain/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Nats } from '#common/nats/nats.js';
import type { Input } from '../core/inputs.js';

export type SealedInput = Extract<Input, { type: 'sealed' }>;

export type SealReply =
  | SealedInput
  /** To be asked again. `linesRead`: how far the collector has come, where it says so. */
  | { readonly type: 'open'; readonly linesRead: number | null };

export interface SealTarget {
  readonly attempt: AttemptId;
  readonly host: string;
  readonly startedAt: number | null;
}

export class Sealer {
  constructor(
    private readonly nats: Pick<Nats, 'request'>,
    private readonly log: Logger,
  ) {}

  /** Seals what these ends leave to be sealed, as far as that is done in time; the rest is a pending effect. */
  async sealEnds(run: Run, records: readonly AttemptRecord[], timeoutMs: number): Promise<SealedInput[]> {
    const open = records.filter(({ logComplete }) => logComplete === null);
    const sealed = await Promise.all(
      open.map(({ id, startedAt }) => {
        const host = run.live.find((live) => live.id === id)?.claim.host ?? '';
        return this.seal(run, { attempt: id, host, startedAt }, timeoutMs);
      }),
    );
    return sealed.filter((reply) => reply.type === 'sealed');
  }

  async seal(run: Pick<Run, 'shard' | 'engine'>, target: SealTarget, timeoutMs: number): Promise<SealReply> {
    try {
      const payload = { v: 1 as const, engine: run.engine, ...target };
      const reply = await this.nats.request(contracts.sealOutput, { shard: run.shard }, payload, timeoutMs);
      if (!reply.ok)
        this.log.warn({ attempt: target.attempt, code: reply.code, detail: reply.detail }, 'sealing refused');
      else if (reply.sealed)
        return { type: 'sealed', attempt: target.attempt, complete: reply.complete, reason: reply.reason };
      else return { type: 'open', linesRead: reply.linesRead ?? null };
    } catch (error) {
      if (!(error instanceof AppError && error.retryable)) throw error;
      this.log.debug({ attempt: target.attempt, error: messageOf(error) }, 'no collector answered');
    }
    return { type: 'open', linesRead: null };
  }
}
