/** What allocators work on: limits, the permits that runs hold under them, and to whom these are counted. */
/** A limit on what is live at once, and on starts per second; all with the same `key` share it. */
export interface Limit {
  readonly key: string;
  /** Permits at once; null is no limit. Of a shared limit: in the whole installation. */
  readonly maxActive: number | null;
  /** Starts per second; null is no limit. Only shared limits have one. */
  readonly maxPerSecond: number | null;
  /** A limit of the installation, of which this replica has a part; absent: the whole limit is decided here. */
  readonly shared?: { readonly key: string; readonly percent: number };
}

/** The parts of shared limits that this replica has now. */
export interface SharedParts {
  /** How many permits it may give at once; null is no limit. */
  unitsOf(key: string): number | null;
  /** How many starts it may make now; null is no limit. */
  tokensOf(key: string): number | null;
  spend(key: string, starts: number): void;
}

/** The permits of a run. */
export interface Live {
  /** All of them: they count in limits that are decided here as a whole. */
  readonly all: number;
  /** Those that this replica has given under its present lease: they count in its parts of shared limits. */
  readonly own: number;
}

/** The tenant and the group to which permits are counted. */
export interface Share {
  readonly tenant: string;
  readonly weight: number;
  /** The group of the run's job; null if the tenant's groups have no weights. */
  readonly group: string | null;
  readonly groupWeight: number;
}

/** The limits and shares under which a run has permits. */
export interface Scope {
  readonly limits: readonly Limit[];
  readonly share: Share;
}

/** Percent. */
export const WHOLE = 100;
