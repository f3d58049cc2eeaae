/**
 * Requests for runs, by hand and from outside: duplicates are answered with the run of the first, those of a key that are gathered become
 * one run, and all others are admitted by themselves. A request names itself, so its repeat is the same.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, type RunId } from '#common/domain/ids.js';
import { REQUEST_KEPT_MS } from '#common/domain/limits.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { AdmitReply, AdmitRequest, ManualRuns } from '../admission/manual-runs.js';
import { MAX_TRIES } from '../admission/permit-allocator.js';
import type { RequestStore, RunReader } from '../ports.js';
import { requestKeyId, type Gatherer } from './gatherer.js';

export interface RequestStores {
  readonly requests: RequestStore;
  readonly reads: Pick<RunReader, 'load'>;
}

/** Of several requests in one message one that takes longer is answered UNAVAILABLE, so that the others need not wait for it. */
const MAX_ADMISSION_MS = 4_000;

export class RunRequests {
  constructor(
    private readonly stores: RequestStores,
    private readonly manual: Pick<ManualRuns, 'admit'>,
    private readonly gatherer: Pick<Gatherer, 'take' | 'runOf'>,
    private readonly tools: { readonly clock: Clock; readonly metrics: Pick<Metrics, 'runRequests'> },
  ) {}

  async admit(request: AdmitRequest): Promise<AdmitReply> {
    const { deduplicate, gather } = request;
    const reply = deduplicate ? await this.once(request, deduplicate) : await this.place(request);
    const outcome = !reply.ok ? 'refused' : reply.duplicate ? 'duplicate' : (gather?.by ?? 'single');
    this.tools.metrics.runRequests.inc({ outcome });
    return reply;
  }

  /** Admits several; each is answered by itself, and none waits for another for longer than `MAX_ADMISSION_MS`. */
  async admitAll(requests: readonly AdmitRequest[]): Promise<AdmitReply[]> {
    return Promise.all(requests.map((request) => this.admitInTime(request)));
  }

  private async admitInTime(request: AdmitRequest): Promise<AdmitReply> {
    return new Promise((resolve) => {
      const cancel = this.tools.clock.after(MAX_ADMISSION_MS, () => {
        resolve({ ok: false, code: 'UNAVAILABLE', detail: 'the admission takes too long; it is safe to ask again' });
      });
      void this.admit(request)
        .catch((error: unknown): AdmitReply => {
          const code = error instanceof AppError ? error.code : 'INTERNAL';
          return { ok: false, code, detail: messageOf(error) };
        })
        .then(resolve)
        .finally(cancel);
    });
  }

  private place(request: AdmitRequest): Promise<AdmitReply> {
    return request.gather ? this.gatherer.take(request, request.gather) : this.manual.admit(request);
  }

  private async once(
    request: AdmitRequest,
    { key, windowSeconds }: NonNullable<AdmitRequest['deduplicate']>,
  ): Promise<AdmitReply> {
    const id = requestKeyId(asJobId(request.job), 'deduplicate', key);
    const claim = await this.claim(id, asRunId(request.run), windowSeconds * 1_000);
    const isFirst = claim.run === request.run;
    const found = isFirst ? null : (claim.placed ?? (await this.runOf(claim.run)));
    if (found !== null) return { ok: true, run: found, duplicate: true };
    // The first was not carried out, or is on its way: whoever comes now does so in its name.
    const reply = await this.place({ ...request, run: claim.run });
    if (isFirst) await this.afterwards(claim, reply);
    return reply;
  }

  /** A request that was refused is no first one; one that was made part of another run leads there. */
  private async afterwards(claim: RequestKey, reply: AdmitReply): Promise<void> {
    if (!reply.ok) await this.stores.requests.remove(claim);
    else if (reply.run !== claim.run && claim.placed === undefined)
      await this.stores.requests.save({ ...claim, placed: asRunId(reply.run), rev: claim.rev + 1 }, claim.rev);
  }

  /** The document of the key, which names the first request within the window: this one, unless another was before it. */
  private async claim(id: string, request: RunId, windowMs: number): Promise<RequestKey> {
    const { requests } = this.stores;
    return retryOnConflict(MAX_TRIES, `the requests of ${id} are contended`, async () => {
      const claim = (await requests.load([id])).get(id);
      const now = this.tools.clock.now();
      if (claim && (claim.until ?? 0) > now) return claim;
      const until = now + windowMs;
      const next = { id, run: request, until, expireAt: until + REQUEST_KEPT_MS, rev: (claim?.rev ?? 0) + 1 };
      const isMine = claim ? await requests.save(next, claim.rev) : await requests.insert(next);
      return isMine ? next : null;
    });
  }

  private async runOf(request: RunId): Promise<RunId | null> {
    if ((await this.stores.reads.load([request])).has(request)) return request;
    return this.gatherer.runOf(request);
  }
}
