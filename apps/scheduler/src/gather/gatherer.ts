/**
 * Makes requests with the same key one run. A document of the key names the run that takes them; it names another run only once that run
 * takes no more, and a scheduler that finds the run missing stores it. Before a request is saved into a run, a note names this run, so
 * that a repeat of the request finds it. If a process dies or is paused between two of these writes, the run's own revision decides, and a
 * request is in the run that it was answered with. A note is replaced by compare-and-set: otherwise a paused scheduler could overwrite it
 * and lead repeats away from the run in which another scheduler has placed the request.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, type RunId, type JobId } from '#common/domain/ids.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import { isGathering } from '#common/run/gathered.js';
import type { Instant, Run } from '#common/run/run.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { CHANGED, madeFrom, type AdmitReply, type AdmitRequest } from '../admission/manual-runs.js';
import { BATCHES, MAX_TRIES } from '../admission/permit-allocator.js';
import type { RunStore, RequestStore, RunReader } from '../ports.js';
import { gatheringRun, joined, type GatherRequest, type GatherRule } from './core/gather.js';
import type { Releases } from './releases.js';
import { printOf, standsFor } from './request-print.js';
import { createHash } from 'node:crypto';
import { MAX_GATHER_SECONDS, REQUEST_KEPT_MS } from '#common/domain/limits.js';

interface Asked extends GatherRequest {
  /** The job as it was when the request was judged. */
  readonly state: ScheduleState;
}

/** The run that takes requests of a key, and the requests that are left. */
interface Taken {
  readonly run: Run;
  readonly taken: readonly Asked[];
  readonly left: readonly Asked[];
}

interface Claimed extends Pick<KnownRequests, 'notes'> {
  readonly claim: RequestKey;
}

type Placed = Map<RunId, AdmitReply>;

export class Gatherer {
  private readonly batches = new KeyedBatcher<string, Asked, AdmitReply>(
    (key, requests) => this.place(key, requests),
    BATCHES,
  );

  constructor(
    private readonly records: RequestRecords,
    private readonly runs: Pick<RunStore, 'insertRuns' | 'save'>,
    private readonly releases: Releases,
    private readonly tools: { readonly clock: Clock; readonly shardCount: number },
  ) {}

  /** Makes the request, which was judged by the job in this state, part of a run, and answers with that. */
  async take(state: ScheduleState, request: AdmitRequest, rule: GatherRule): Promise<AdmitReply> {
    const { run: _run, startAfter: _at, ...wanted } = madeFrom(request);
    const key = requestKeyId(asJobId(request.job), request.firstVersion ?? 1, rule.by, rule.key);
    const id = asRunId(request.run);
    const { shardCount } = this.tools;
    return this.batches.add(key, { id, print: printOf(id), rule, run: wanted, state, shardCount });
  }

  private async place(key: string, requests: readonly Asked[]): Promise<readonly AdmitReply[]> {
    const placed: Placed = new Map();
    for (let left = requests; left.length > 0;)
      left = await retryOnConflict(MAX_TRIES, `the requests with the key ${key}`, () => this.round(key, left, placed));
    // Every request that is not left is part of a run.
    return requests.map(({ id }) => placed.get(id) ?? CHANGED);
  }

  /** Makes one write to one run. Returns the requests that are left; null: another scheduler was first. */
  private async round(key: string, requests: readonly Asked[], placed: Placed): Promise<readonly Asked[] | null> {
    const notes = await this.records.read(
      key,
      requests.map(({ id }) => id),
    );
    const left = toBePlaced(requests, notes, placed);
    const [first] = left;
    if (!first) return [];
    const { current } = notes;
    const now = this.tools.clock.now();
    const joining = current && takenBy(current, left, now);
    if (current && joining && joining.taken.length > 0) {
      const isSaved = (await this.note(joining, notes)) && (await this.runs.save(joining.run, current.rev));
      return isSaved ? this.done(joining, placed) : null;
    }
    if (current && isGathering(current) && !(await this.releases.release(current))) return null;
    const claim = await this.claimFor(key, notes, first.id);
    return claim && this.begin({ ...notes, claim }, left, placed);
  }

  /** The document of the key, with a run that is yet to be stored: it names a new run, or a run that another scheduler has not stored. */
  private async claimFor(key: string, { claim, current }: KnownRequests, request: RunId): Promise<RequestKey | null> {
    const isUnmade = claim !== null && current === null && claim.made !== true;
    return isUnmade ? claim : this.records.next(key, claim, request);
  }

  private async begin(
    { claim, notes }: Claimed,
    [first, ...others]: readonly Asked[],
    placed: Placed,
  ): Promise<readonly Asked[] | null> {
    if (!first) return [];
    const now = this.tools.clock.now();
    const more = takenBy(gatheringRun(first.state, claim.run, first, now), others, now);
    const taken: Taken = { ...more, run: { ...more.run, rev: 1 }, taken: [first, ...more.taken] };
    if (!(await this.note(taken, { notes }))) return null;
    const isStored = (await this.runs.insertRuns([taken.run])).has(claim.run);
    // Otherwise another scheduler has stored the run; or it was stored and removed: then the key gets another run.
    if (isStored || !(await this.records.isStored(claim.run))) await this.records.markMade(claim);
    return isStored ? this.done(taken, placed) : null;
  }

  private note({ run, taken }: Taken, notes: Pick<KnownRequests, 'notes'>): Promise<boolean> {
    return this.records.note(
      taken.map(({ id }) => id),
      run.id,
      notes,
    );
  }

  private done({ run, taken, left }: Taken, placed: Placed): readonly Asked[] {
    for (const { id } of taken) placed.set(id, { ok: true, run: run.id });
    this.releases.releaseAt(run);
    return left;
  }
}

/**
 * The requests that are part of no run yet. A request is refused if this scheduler was paused while the job was changed, and so judged the
 * request by an older version than that of the run which takes requests now.
 */
function toBePlaced(
  requests: readonly Asked[],
  { placed: placedBefore, current }: KnownRequests,
  placed: Placed,
): Asked[] {
  return requests.filter(({ id, state }) => {
    const run = placedBefore.get(id);
    if (run !== undefined) placed.set(id, { ok: true, run });
    else if (current !== null && state.jobVersion < current.jobVersion) placed.set(id, CHANGED);
    else return true;
    return false;
  });
}

/** The run with all of the requests, in their order, that it takes. */
function takenBy(run: Run, requests: readonly Asked[], now: Instant): Taken {
  let next = run;
  for (const [at, each] of requests.entries()) {
    const more = standsFor(next, each.id) ? next : joined(next, each.state, each, now);
    if (more === null) return { run: withRev(next, run), taken: requests.slice(0, at), left: requests.slice(at) };
    next = more;
  }
  return { run: withRev(next, run), taken: requests, left: [] };
}

/** Requests that are saved together are one write. */
const withRev = (next: Run, run: Run): Run => (next === run ? run : { ...next, rev: run.rev + 1 });

/*
 * Stores facts about requests beside their runs: which run takes the requests of a key, which request was the first within a window, and
 * which run is about to take a request. These facts only lead to runs: a run itself records the requests that it stands for.
 */

const KEPT_MS = MAX_GATHER_SECONDS * 1_000 + REQUEST_KEPT_MS;
/** The length of an id of 24 hexadecimal digits. */
const ID_LENGTH = 24;

/** The document of a key of a job. `firstVersion` distinguishes the job from former jobs with its id. */
export const requestKeyId = (job: JobId, firstVersion: number, rule: string, key: string): string =>
  `${job}/${firstVersion}/${rule}/${createHash('sha256').update(key).digest('base64url')}`;
const noteId = (request: RunId): string => `request/${request}`;

/** The stored facts about a key and some requests. */
interface KnownRequests {
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
