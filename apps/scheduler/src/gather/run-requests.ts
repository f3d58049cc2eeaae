/**
 * Requests for runs, by hand and from outside: duplicates are answered with the run of the first request, gathered requests of one key
 * become one run, and all others are admitted separately. A request has its own id, so a repeat is recognised.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, type JobId } from '#common/domain/ids.js';
import { failureOf } from '#common/errors/failure.js';
import { MAX_INSERTED_RUNS_SENT } from '#common/run/inserted-run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { AdmitReply, AdmitRequest, ManualRuns } from '../admission/manual-runs.js';
import { type Gatherer, requestKeyId, type RequestRecords } from './gatherer.js';

/** If one of several requests in a message takes longer, it is answered UNAVAILABLE, so that the others need not wait for it. */
const MAX_ADMISSION_MS = 4_000;

export class RunRequests {
  constructor(
    private readonly records: RequestRecords,
    private readonly manual: Pick<ManualRuns, 'admit' | 'judged' | 'prepare'>,
    private readonly gatherer: Pick<Gatherer, 'take'>,
    private readonly tools: { readonly clock: Clock; readonly metrics: Pick<Metrics, 'runRequests'> },
  ) {}

  /** A request for a run of the job will follow under this preparation. */
  prepare(job: JobId, preparation: string): void {
    this.manual.prepare(job, preparation);
  }

  async answer(request: AdmitRequest): Promise<AdmitReply> {
    const { deduplicate, gather } = request;
    const reply = deduplicate ? await this.once(request, deduplicate) : await this.place(request);
    const outcome = !reply.ok ? 'refused' : reply.duplicate ? 'duplicate' : (gather?.by ?? 'single');
    this.tools.metrics.runRequests.inc({ outcome });
    return reply;
  }

  /** Admits several requests; each has its own answer, and none waits for another for longer than `MAX_ADMISSION_MS`. */
  async answerAll(requests: readonly AdmitRequest[]): Promise<AdmitReply[]> {
    const replies = await Promise.all(requests.map((request) => this.answerInTime(request)));
    // All answers must fit into one message.
    return requests.length <= MAX_INSERTED_RUNS_SENT ? replies : replies.map(withoutRun);
  }

  private async answerInTime(request: AdmitRequest): Promise<AdmitReply> {
    return new Promise((resolve) => {
      const cancel = this.tools.clock.after(MAX_ADMISSION_MS, () => {
        resolve({
          ok: false,
          code: 'UNAVAILABLE',
          detail: 'the admission takes too long; it is safe to repeat the request',
        });
      });
      void this.answer(request)
        .catch((error: unknown): AdmitReply => ({ ok: false, ...failureOf(error) }))
        .then(resolve)
        .finally(cancel);
    });
  }

  private async place(request: AdmitRequest): Promise<AdmitReply> {
    if (!request.gather) return this.manual.admit(request);
    const judged = await this.manual.judged(request);
    if (judged.ok) return this.gatherer.take(judged.state, request, request.gather);
    const run = await this.records.runOf(asRunId(request.run));
    return run === null ? judged : { ok: true, run };
  }

  private async once(
    request: AdmitRequest,
    { key, windowSeconds }: NonNullable<AdmitRequest['deduplicate']>,
  ): Promise<AdmitReply> {
    const id = requestKeyId(asJobId(request.job), request.firstVersion ?? 1, 'deduplicate', key);
    const claim = await this.records.first(id, asRunId(request.run), windowSeconds * 1_000);
    const isFirst = claim.run === request.run;
    const runOfClaim = isFirst ? null : (claim.placed ?? (await this.records.runOf(claim.run)));
    if (runOfClaim !== null) return { ok: true, run: runOfClaim, duplicate: true };
    // The first request was not admitted, or is under way: this request is admitted under the id of the first.
    const reply = await this.place({ ...request, run: claim.run });
    if (isFirst) await this.records.settle(claim, reply.ok ? asRunId(reply.run) : null);
    return reply;
  }
}

function withoutRun(reply: AdmitReply): AdmitReply {
  if (!reply.ok) return reply;
  const { made: _made, ...rest } = reply;
  return rest;
}
