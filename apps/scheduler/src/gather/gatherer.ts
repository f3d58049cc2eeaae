/**
 * Makes requests with the same key one run. A document of the key names the run that takes them; it moves on only once that run takes no
 * more, and the run that it names is stored by whoever finds it missing. Before a request is saved into a run it is noted which run that
 * will be, so that its repeat finds it there. Whichever process dies or stands still between two of these writes: the run's own revision
 * decides, and a request is in the run that it was answered with.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { MAX_GATHER_SECONDS, REQUEST_KEPT_MS } from '#common/domain/limits.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import { isGathering } from '#common/run/gathered.js';
import type { Instant, Run } from '#common/run/run.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { CHANGED, judge, madeFrom, type AdmitReply, type AdmitRequest } from '../admission/manual-runs.js';
import { BATCHES, MAX_TRIES } from '../admission/permit-allocator.js';
import type { DefinitionSync } from '../definitions/definition-sync.js';
import type { RequestStore, RunReader, RunStore } from '../ports.js';
import { begun, joined, standsFor, type GatherRequest, type GatherRule } from './core/gather.js';
import type { Releases } from './releases.js';

export interface GatherStores {
  readonly requests: RequestStore;
  readonly runs: Pick<RunStore, 'insertRuns' | 'save'>;
  readonly reads: Pick<RunReader, 'load'>;
}

interface Asked extends GatherRequest {
  /** The job as it was when the request was judged. */
  readonly state: ScheduleState;
}

/** The run that takes requests of a key, and those of them that are left. */
interface Taken {
  readonly run: Run;
  readonly taken: readonly Asked[];
  readonly left: readonly Asked[];
}

type Placed = Map<RunId, AdmitReply>;

const KEPT_MS = MAX_GATHER_SECONDS * 1_000 + REQUEST_KEPT_MS;

/** The document of a key of a job. */
export const requestKeyId = (job: JobId, rule: string, key: string): string =>
  `${job}/${rule}/${createHash('sha256').update(key).digest('base64url')}`;
const noteId = (request: RunId): string => `request/${request}`;

export class Gatherer {
  private readonly batches = new KeyedBatcher<string, Asked, AdmitReply>(
    (key, asked) => this.place(key, asked),
    BATCHES,
  );

  constructor(
    private readonly stores: GatherStores,
    private readonly definitions: Pick<DefinitionSync, 'sync'>,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  /** Makes the request part of a run, and answers with that. */
  async take(request: AdmitRequest, rule: GatherRule): Promise<AdmitReply> {
    const id = asRunId(request.run);
    const job = asJobId(request.job);
    const judged = judge(await this.definitions.sync(job), request);
    if (!judged.ok) {
      const run = await this.runOf(id);
      return run === null ? judged : { ok: true, run };
    }
    const { run: _run, startAfter: _at, ...made } = madeFrom(request);
    const asked = { id, rule, made, state: judged.state };
    return this.batches.add(requestKeyId(job, rule.by, rule.key), asked);
  }

  /** The run that the request is part of; null where it is part of none. */
  async runOf(request: RunId): Promise<RunId | null> {
    const note = (await this.stores.requests.load([noteId(request)])).get(noteId(request));
    const run = note && (await this.stores.reads.load([note.run])).get(note.run);
    return run && standsFor(run, request) ? run.id : null;
  }

  private async place(key: string, asked: readonly Asked[]): Promise<readonly AdmitReply[]> {
    const placed: Placed = new Map();
    for (let left = asked; left.length > 0;)
      left = await retryOnConflict(MAX_TRIES, `the requests of ${key} are contended`, () =>
        this.round(key, left, placed),
      );
    return asked.map(({ id }) => placed.get(id) ?? CHANGED);
  }

  /** One write to one run. Gives what is left; null: somebody else was first. */
  private async round(key: string, asked: readonly Asked[], placed: Placed): Promise<readonly Asked[] | null> {
    const { claim, runs, notes } = await this.read(key, asked);
    const left = asked.filter(({ id }) => {
      const known = [notes.get(id), claim?.run].flatMap((run) => (run && runs.get(run)) ?? []);
      const found = known.find((run) => standsFor(run, id));
      if (found) placed.set(id, { ok: true, run: found.id });
      return !found;
    });
    const now = this.clock.now();
    const current = claim ? (runs.get(claim.run) ?? null) : null;
    // Who stood still while the job was changed, and others have asked by it, has judged by a version that is over.
    const valid = left.filter(({ state }) => current === null || state.jobVersion >= current.jobVersion);
    for (const { id } of left) if (!valid.some((each) => each.id === id)) placed.set(id, CHANGED);
    if (valid.length === 0) return [];
    const taken = current && takenBy(current, valid, now);
    if (current && taken && taken.taken.length > 0) {
      await this.note(taken, now);
      if (!(await this.stores.runs.save(taken.run, current.rev))) return null;
    } else {
      if (current && isGathering(current) && !(await this.releases.release(current))) return null;
      return this.begin(key, { claim, isMissing: current === null }, valid, placed);
    }
    return this.done(taken, placed);
  }

  /** A run for the next requests of the key: the one that its document names, where that is not stored yet, or a new one. */
  private async begin(
    key: string,
    { claim, isMissing }: { readonly claim: RequestKey | null; readonly isMissing: boolean },
    left: readonly Asked[],
    placed: Placed,
  ): Promise<readonly Asked[] | null> {
    const [first, ...others] = left;
    if (!first) return [];
    const now = this.clock.now();
    const isUnmade = claim !== null && isMissing && claim.made !== true;
    const next = isUnmade ? claim : await this.claim(key, claim, first.id);
    if (next === null) return null;
    const run = begun(first.state, next.run, first, now);
    const more = takenBy(run, others, now);
    const taken: Taken = { ...more, run: { ...more.run, rev: 1 }, taken: [first, ...more.taken] };
    await this.note(taken, now);
    const isStored = (await this.stores.runs.insertRuns([taken.run])).has(next.run);
    const made = { ...next, made: true as const, rev: next.rev + 1 };
    if (isStored) {
      await this.stores.requests.save(made, next.rev);
      return this.done(taken, placed);
    }
    // Somebody else has stored it; or it was, and is removed: then the key moves on.
    if (!(await this.stores.reads.load([next.run])).has(next.run)) await this.stores.requests.save(made, next.rev);
    return null;
  }

  /** Has the document of the key name a new run. Null: somebody else was first. */
  private async claim(key: string, former: RequestKey | null, request: RunId): Promise<RequestKey | null> {
    const rev = (former?.rev ?? 0) + 1;
    const name = createHash('sha256').update(`${key}/${rev}/${request}`).digest('hex').slice(0, 24);
    const next: RequestKey = { id: key, run: asRunId(name), expireAt: this.clock.now() + KEPT_MS, rev };
    const { requests } = this.stores;
    const isMine = former === null ? await requests.insert(next) : await requests.save(next, former.rev);
    return isMine ? next : null;
  }

  private async read(
    key: string,
    asked: readonly Asked[],
  ): Promise<{
    readonly claim: RequestKey | null;
    readonly notes: ReadonlyMap<RunId, RunId>;
    readonly runs: ReadonlyMap<RunId, Run>;
  }> {
    const found = await this.stores.requests.load([key, ...asked.map(({ id }) => noteId(id))]);
    const notes = new Map(
      asked.flatMap(({ id }) => {
        const note = found.get(noteId(id));
        return note ? [[id, note.run] as const] : [];
      }),
    );
    const claim = found.get(key) ?? null;
    const runs = await this.stores.reads.load([...new Set([...(claim ? [claim.run] : []), ...notes.values()])]);
    return { claim, notes, runs };
  }

  private async note({ run, taken }: Taken, now: Instant): Promise<void> {
    const ids = [...new Set(taken.map(({ id }) => noteId(id)))];
    await this.stores.requests.note(ids, run.id, now + REQUEST_KEPT_MS);
  }

  private done({ run, taken, left }: Taken, placed: Placed): readonly Asked[] {
    for (const { id } of taken) placed.set(id, { ok: true, run: run.id });
    this.releases.releaseAt(run);
    return left;
  }
}

/** The run with as many of the requests, in their order, as it takes. */
function takenBy(run: Run, asked: readonly Asked[], now: Instant): Taken {
  let next = run;
  for (const [at, each] of asked.entries()) {
    const more = standsFor(next, each.id) ? next : joined(next, each.state, each, now);
    if (more === null) return { run: withRev(next, run), taken: asked.slice(0, at), left: asked.slice(at) };
    next = more;
  }
  return { run: withRev(next, run), taken: asked, left: [] };
}

/** However many requests are saved together, they are one write. */
const withRev = (next: Run, run: Run): Run => (next === run ? run : { ...next, rev: run.rev + 1 });
