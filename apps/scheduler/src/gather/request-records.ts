/**
 * Stores facts about requests beside their runs: which run takes the requests of a key, which request was the first within a window, and
 * which run is about to take a request. These facts only lead to runs: a run itself records the requests that it stands for.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { MAX_GATHER_SECONDS, REQUEST_KEPT_MS } from '#common/domain/limits.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import type { Run } from '#common/run/run.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { MAX_TRIES } from '../admission/permit-allocator.js';
import type { RequestStore, RunReader } from '../ports.js';
import { standsFor } from './request-print.js';

const KEPT_MS = MAX_GATHER_SECONDS * 1_000 + REQUEST_KEPT_MS;
/** The length of an id of 24 hexadecimal digits. */
const ID_LENGTH = 24;

/** The document of a key of a job. `firstVersion` distinguishes the job from former jobs with its id. */
export const requestKeyId = (job: JobId, firstVersion: number, rule: string, key: string): string =>
  `${job}/${firstVersion}/${rule}/${createHash('sha256').update(key).digest('base64url')}`;
const noteId = (request: RunId): string => `request/${request}`;

/** The stored facts about a key and some requests. */
export interface KnownRequests {
  readonly claim: RequestKey | null;
  /** The run that the document of the key names; null if the run is not stored. */
  readonly current: Run | null;
  /** The requests that are part of a run. */
  readonly placed: ReadonlyMap<RunId, RunId>;
  /** The documents that lead to the runs of requests, as far as they exist. */
  readonly notes: ReadonlyMap<RunId, RequestKey>;
}

export class RequestRecords {
  constructor(
    private readonly requests: RequestStore,
    private readonly runs: Pick<RunReader, 'load'>,
    private readonly clock: Clock,
  ) {}

  async read(key: string, ids: readonly RunId[]): Promise<KnownRequests> {
    const stored = await this.requests.load([key, ...ids.map(noteId)]);
    const claim = stored.get(key) ?? null;
    const runs = await this.runs.load([...new Set([...stored.values()].map(({ run }) => run))]);
    const current = claim && (runs.get(claim.run) ?? null);
    const notes = new Map(
      ids.flatMap((id) => {
        const note = stored.get(noteId(id));
        return note ? [[id, note] as const] : [];
      }),
    );
    const placed = ids.flatMap((id) => {
      const noted = notes.get(id)?.run;
      const run = [noted && runs.get(noted), current].find((each) => each && standsFor(each, id));
      return run ? [[id, run.id] as const] : [];
    });
    return { claim, current, placed: new Map(placed), notes };
  }

  /** The run that a request has, or is part of; null if it has none. */
  async runOf(request: RunId): Promise<RunId | null> {
    const noted = (await this.requests.load([noteId(request)])).get(noteId(request))?.run;
    const runs = await this.runs.load([request, ...(noted ? [noted] : [])]);
    if (runs.has(request)) return request;
    const run = noted && runs.get(noted);
    return run && standsFor(run, request) ? run.id : null;
  }

  // Requests that are gathered

  /** Makes the document of the key name a new run. Null: another scheduler was first. */
  async next(key: string, former: RequestKey | null, request: RunId): Promise<RequestKey | null> {
    const rev = (former?.rev ?? 0) + 1;
    const name = createHash('sha256').update(`${key}/${rev}/${request}`).digest('hex').slice(0, ID_LENGTH);
    const next: RequestKey = { id: key, run: asRunId(name), expireAt: this.clock.now() + KEPT_MS, rev };
    const isMine = former === null ? await this.requests.insert(next) : await this.requests.save(next, former.rev);
    return isMine ? next : null;
  }

  /** Records that the run of the key was stored: if it is missing later, it was removed. */
  async markMade(claim: RequestKey): Promise<void> {
    await this.requests.save({ ...claim, made: true, rev: claim.rev + 1 }, claim.rev);
  }

  async isStored(run: RunId): Promise<boolean> {
    return (await this.runs.load([run])).has(run);
  }

  /**
   * Notes, before the save, that the requests will become part of the run. False: another process has noted one of them since they were
   * read, and may have made it part of another run.
   */
  async note(requests: readonly RunId[], run: RunId, { notes }: Pick<KnownRequests, 'notes'>): Promise<boolean> {
    const expireAt = this.clock.now() + REQUEST_KEPT_MS;
    const ids = [...new Set(requests)];
    const fresh = ids.filter((id) => !notes.has(id)).map((id) => ({ id: noteId(id), run, expireAt, rev: 1 }));
    const repeats = ids.flatMap((id) => notes.get(id) ?? []);
    const [existing, ...areMine] = await Promise.all([
      this.requests.insertMissing(fresh),
      ...repeats.map(({ id, rev }) => this.requests.save({ id, run, expireAt, rev: rev + 1 }, rev)),
    ]);
    return existing.size === 0 && areMine.every(Boolean);
  }

  // Duplicates

  /** The document of the key, which names the first request within the window: this request, unless another was before it. */
  async first(id: string, request: RunId, windowMs: number): Promise<RequestKey> {
    return retryOnConflict(MAX_TRIES, `the requests of ${id}`, async () => {
      const claim = (await this.requests.load([id])).get(id);
      const now = this.clock.now();
      if (claim && (claim.until ?? 0) > now) return claim;
      const until = now + windowMs;
      const next = { id, run: request, until, expireAt: until + REQUEST_KEPT_MS, rev: (claim?.rev ?? 0) + 1 };
      const isMine = claim ? await this.requests.save(next, claim.rev) : await this.requests.insert(next);
      return isMine ? next : null;
    });
  }

  /** A refused request (null) does not count as the first; a request that became part of another run leads there. */
  async settle(claim: RequestKey, run: RunId | null): Promise<void> {
    if (run === null) await this.requests.remove(claim);
    else if (run !== claim.run && claim.placed === undefined)
      await this.requests.save({ ...claim, placed: run, rev: claim.rev + 1 }, claim.rev);
  }
}
