import { MAX_TIMER_MS } from '../machine/timers.js';
import type { Engine } from '../engine/engine.js';
import { MAINTENANCE, STATEMENTS } from '../engine/statements.js';
import { PgError } from '../engine/pg-connection.js';
import type { Request } from './request.js';
import { VacuumPace } from './vacuum-pace.js';

const EXPIRY_EVERY_MS = 1_000;
/** The same pause while little is written. MongoDB's own pause is a minute. */
const CALM_EXPIRY_MS = 30_000;
const CURSOR_FILES_EVERY_MS = 60_000;
/** A driver repeats a write at once, or not at all. */
const REPLIES_EVERY_MS = 60_000;
const ANALYZE_AFTER_MS = 250;
/** A collection gets its first statistics at this many documents, then whenever it has doubled since. */
const FIRST_ANALYZE_DOCUMENTS = 100;
const MAX_TRACKED_COLLECTIONS = 10_000;
const UNDEFINED_TABLE = '42P01';

interface Growth {
  database: string;
  collection: string;
  written: number;
  analyzeAt: number;
}

/** Tasks that the engine leaves to a scheduler: expiry, old files and rows, and early statistics for the planner. */
export class Maintenance {
  private readonly growth = new Map<string, Growth>();
  private readonly due = new Set<Growth>();
  private readonly timers: NodeJS.Timeout[] = [];
  private analysis: NodeJS.Timeout | null = null;
  private readonly vacuum: VacuumPace;

  constructor(
    private readonly engine: Engine,
    private readonly log: (line: string) => void,
  ) {
    this.vacuum = new VacuumPace(engine, () => performance.now());
  }

  start(): void {
    this.every(
      () => (this.vacuum.isCalm ? CALM_EXPIRY_MS : EXPIRY_EVERY_MS),
      'expiry',
      () => this.engine.maintain(MAINTENANCE.deleteExpired),
    );
    this.every(
      () => CURSOR_FILES_EVERY_MS,
      'cursor files',
      () => this.engine.maintain(MAINTENANCE.cleanCursors),
    );
    this.every(
      () => REPLIES_EVERY_MS,
      'old replies',
      () => this.engine.maintain(STATEMENTS.purgeReplies.sql),
    );
    this.every(
      () => this.vacuum.everyMs,
      'pace of the vacuum',
      () => this.vacuum.look(),
    );
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    if (this.analysis !== null) clearTimeout(this.analysis);
  }

  /** Called on every write: cheap unless the collection is due. */
  noteWrite(request: Request, documents: number): void {
    const growth = this.growthOf(request);
    growth.written += documents;
    this.vacuum.noteWrite(documents);
    if (growth.written >= growth.analyzeAt) this.analyzeSoon(growth);
  }

  /** A new index has no statistics of its own, even if its collection has. */
  noteIndexes(request: Request): void {
    this.analyzeSoon(this.growthOf(request));
  }

  /** A later collection with the same name is another one. */
  noteDrop(database: string, collection?: string): void {
    for (const [key, growth] of this.growth) {
      const isDropped = growth.database === database && (collection === undefined || growth.collection === collection);
      if (isDropped) this.growth.delete(key);
    }
  }

  private growthOf(request: Request): Growth {
    const { database, collection } = request;
    const key = `${database}.${collection}`;
    const former = this.growth.get(key);
    if (former !== undefined) return former;
    if (this.growth.size >= MAX_TRACKED_COLLECTIONS) this.growth.clear();
    const growth = { database, collection, written: 0, analyzeAt: FIRST_ANALYZE_DOCUMENTS };
    this.growth.set(key, growth);
    return growth;
  }

  /** Analyses the collection soon, together with others that become due until then. */
  private analyzeSoon(growth: Growth): void {
    this.due.add(growth);
    this.analysis ??= setTimeout(() => {
      void this.attempt('statistics', () => this.analyzeDue()).then(() => {
        this.analysis = null;
        for (const next of this.due) this.analyzeSoon(next);
      });
    }, ANALYZE_AFTER_MS).unref();
  }

  private async analyzeDue(): Promise<void> {
    for (const growth of this.due) {
      this.due.delete(growth);
      growth.analyzeAt = Math.max(FIRST_ANALYZE_DOCUMENTS, 2 * growth.written);
      const rows = await this.engine.lookUp('collectionId', growth.database, growth.collection);
      const id = rows[0]?.[0]?.toString();
      if (id !== undefined) await this.analyze(id);
    }
  }

  private async analyze(id: string): Promise<void> {
    try {
      await this.engine.maintain(MAINTENANCE.analyze(id));
    } catch (error) {
      const isDropped = error instanceof PgError && error.sqlState === UNDEFINED_TABLE;
      if (!isDropped) throw error;
    }
  }

  /** The next round starts after the last has ended, so that a slow engine is never asked twice. */
  private every(pauseMs: () => number, what: string, work: () => Promise<unknown>): void {
    const slot = this.timers.length;
    const next = (): void => {
      this.timers[slot] = setTimeout(
        () => void this.attempt(what, work).then(next),
        Math.min(pauseMs(), MAX_TIMER_MS),
      ).unref();
    };
    next();
  }

  private async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
