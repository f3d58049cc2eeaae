import { asRunId, parseAttemptId } from '#common/domain/ids.js';
import { MAX_EMBEDDED_TRANSITIONS } from '#common/domain/limits.js';
import type { AttemptRecord, Run, Transition } from '#common/run/run.js';
import type { Role } from '#common/spec/definitions.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Caller } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';
import { indexViews, type IndexCursor, type IndexQuestion, type IndexView } from './core/index-views.js';
import { attemptMatcher, type AttemptQuestion } from './core/attempt-state.js';
import type { AllRuns } from '../archive/all-runs.js';
import type { RunDetailsReader } from './run-details.js';
import { toAttemptView, toLiveAttemptView, type AttemptView } from './attempt.view.js';

export interface Slice<T> {
  readonly items: readonly T[];
  readonly lastSeen: T | null;
}

/** An event's cursor: its time, and how many events of the same time were shown before it. */
export interface EventCursor {
  readonly at: number;
  readonly skip: number;
}

/** Reads runs and what belongs to them, without the runs of a former tenant whose id belongs to a new tenant now. */
export class RunReader {
  constructor(
    private readonly runs: Pick<AllRuns, 'get' | 'listed' | 'whole' | 'pageOf' | 'eventsFrom'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly details: RunDetailsReader,
  ) {}

  /**
   * A run that the caller may see and, in this role, act on. Throws NOT_FOUND or FORBIDDEN; UNAVAILABLE while the archive does not answer.
   */
  async find(caller: Caller, id: string, role: Role): Promise<Run> {
    const whole = await this.runs.whole(await this.look(caller, id, role));
    if (!whole) throw notFound(`run ${id}`);
    return whole;
  }

  /** Like `find`, but an archived run has only the fields that lists show; the archive is not read. */
  async look(caller: Caller, id: string, role: Role): Promise<Run> {
    const [run, beginnings] = await Promise.all([this.runs.listed(asRunId(id)), this.tenants.beginnings()]);
    if (!run || run.createdAt < (beginnings.get(run.tenant) ?? 0)) throw notFound(`run ${id}`);
    requireAccess(caller, run.tenant, role, `run ${id}`);
    return run;
  }

  /** The run as it is now; if it was removed meanwhile, as it was read before. */
  async current(run: Run): Promise<Run> {
    return (await this.runs.get(run.id)) ?? run;
  }

  /** Indexes in the order of tasks and numbers. */
  async indexes(
    stored: Run,
    question: IndexQuestion,
    { cursor, limit }: { readonly cursor: IndexCursor | null; readonly limit: number },
  ): Promise<{ items: IndexView[]; next: IndexCursor | null }> {
    const { run, shape, tables } = await this.details.of(stored);
    const tasks = shape?.tasks ?? [];
    const items: IndexView[] = [];
    for (const view of indexViews({ tasks, tables, live: run.live }, question, cursor)) {
      const last = items.at(-1);
      if (items.length === limit && last) {
        return { items, next: { task: tasks.findIndex(({ name }) => name === last.task), index: last.index } };
      }
      items.push(view);
    }
    return { items, next: null };
  }

  /** Ended and live attempts in key order. */
  async attempts(
    run: Run,
    question: AttemptQuestion,
    after: string | null,
    limit: number,
  ): Promise<Slice<AttemptView>> {
    const wanted = attemptMatcher(question);
    const keep = (record: AttemptRecord): boolean => wanted(record, toAttemptView(record).state);
    const ended = await this.runs.pageOf(run, keep, after, limit);
    const ids = new Set(ended.items.map((record) => record.id));
    const live = run.live
      .filter((each) => !ids.has(each.id) && (after === null || each.id > after))
      .map((each) => toLiveAttemptView(each, parseAttemptId(each.id)?.generation ?? run.generation))
      .filter((view) => wanted(view, view.state))
      // Live attempts after this page's last ended attempt belong to a later page.
      .filter((view) => ended.lastSeen === null || view.id <= ended.lastSeen.id);
    const all = [...ended.items.map(toAttemptView), ...live].sort((a, b) => (a.id < b.id ? -1 : 1));
    const items = all.slice(0, limit);
    const more = all.length > limit || ended.lastSeen !== null;
    return { items, lastSeen: more ? (items.at(-1) ?? null) : null };
  }

  /** Transitions, oldest first, from a cursor on. */
  async events(
    run: Run,
    cursor: EventCursor | null,
    limit: number,
  ): Promise<{ items: Transition[]; next: EventCursor | null }> {
    const from = cursor?.at ?? 0;
    const skip = cursor?.skip ?? 0;
    const wanted = skip + limit + 1;
    const older = await this.olderEvents(run, from, wanted);
    const embedded = run.transitions.filter((each) => each.at >= from);
    const all = [...older, ...embedded].slice(skip, wanted);
    const items = all.slice(0, limit);
    const last = items.at(-1);
    if (all.length <= limit || last === undefined) return { items, next: null };
    const sameTime = items.filter((each) => each.at === last.at).length;
    return { items, next: { at: last.at, skip: last.at === from ? skip + sameTime : sameTime } };
  }

  /** A run that never had more transitions than fit into its document has none elsewhere. */
  private async olderEvents(run: Run, from: number, limit: number): Promise<Transition[]> {
    const [first] = run.transitions;
    if (run.transitions.length < MAX_EMBEDDED_TRANSITIONS || first === undefined) return [];
    return this.runs.eventsFrom(run, from, limit);
  }
}
