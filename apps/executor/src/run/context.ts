/** Everything besides the run and its inputs on which a decision depends. The loop gathers it before the decision. */
import type { ReplicaId } from '#common/domain/ids.js';
import type { Instant, LiveAttempt } from '#common/run/run.js';
import type { Engine } from '#common/spec/worker.js';
import type { RunTables } from './indexes.js';
import type { RunPlan } from './plan.js';

/** The replica that decides: named in every claim that this decision makes. */
export interface Claimer {
  readonly replica: ReplicaId;
  readonly incarnation: string;
  readonly host: string;
  /** The lease that the replica holds as a member; null: it has none, or the tenant is held, so that the replica may claim nothing. */
  readonly lease: number | null;
  /** The delay in milliseconds before a claim is tried again that the replica may not make now. */
  readonly claimAgainInMs?: number;
}

/** How many attempts could start, and the smallest number that is useful (a whole gang). */
export interface Wanted {
  readonly most: number;
  readonly least: number;
}

/** The room that runs of higher priority need from a preemptible run. */
export interface Demand {
  /** How many attempts are to be stopped; if the run has fewer, none is stopped. */
  readonly permits: number;
  /** How often the run had been preempted when this was decided: the demand is void once it has been preempted again. */
  readonly times: number;
  /** A text for people that names the run which takes the room. */
  readonly message: string;
}

export interface DecisionContext {
  readonly now: Instant;
  readonly plan: RunPlan;
  readonly self: Claimer;
  /**
   * Reserves starts in the start queue and returns how many may be claimed. A decision calls it at most once, when it knows what
   * could start, and never without a lease.
   */
  readonly grant: (wanted: Wanted) => number;
  /** Whether an attempt that another lease has claimed may be claimed again now: not before it certainly counts in its worker's limit. */
  readonly mayClaimAgain: (live: LiveAttempt) => boolean;
  /** The room that other runs need from this one; null: none. */
  readonly demand: Demand | null;
  /** The most that could ever be granted at once; a larger gang can never be placed here. */
  readonly capacity: number;
  /** Engines that this replica can start attempts on. */
  readonly engines: readonly Engine[];
  /** Slots up to here had run before the database was restored to an earlier state; null: it was not. */
  readonly ranUntil: Instant | null;
  readonly sealHoldMs: number;
  /** Values of priority classes from `PRIORITY_CLASSES`. */
  readonly priorities: Readonly<Record<string, number>>;
  /** The run's tables of indexes, if they were cached or are stored in chunks; null: they are embedded in the run. */
  readonly tables: RunTables | null;
  /** Unique: it names the chunks that this decision stores. */
  readonly nonce: string;
  /** Replicas and hosts known to be alive; null while membership is unknown: then no replica counts as dead. */
  readonly alive: {
    readonly replicas: ReadonlySet<string>;
    /** The last lease of each replica that has fallen silent: claims under it or earlier ones are not started any more. */
    readonly silent: ReadonlyMap<string, number>;
    /** When this was read: a replica in neither set had left by then or had not joined yet. */
    readonly asOf: Instant;
    readonly hosts: ReadonlySet<string>;
    /** Since when this view has been complete, so that a host has time to return. */
    readonly since: Instant;
  } | null;
}
