/**
 * Bounds the values of a label that callers choose. All replicas distinguish the same names, the first in order of id, so that series of
 * several replicas can be added up; all others share one.
 */
const OTHER = 'other';

export interface NameBounds {
  /** Tenants, and workers, that are distinguished. */
  readonly maxTenants: number;
  readonly maxWorkers: number;
}

export const DEFAULT_NAME_BOUNDS: NameBounds = { maxTenants: 200, maxWorkers: 200 };

export class BoundedNames {
  private names = new Set<string>();

  /** `most` 0: all names share one value. */
  constructor(readonly most: number) {}

  /** `first` is what exists, the first `most` in order of id. */
  choose(first: readonly string[]): void {
    this.names = new Set(first.slice(0, this.most));
  }

  /** A name that is not among the chosen ones is new, and has a value of its own while there is room. */
  of(name: string): string {
    if (this.names.has(name)) return name;
    if (this.names.size >= this.most) return OTHER;
    this.names.add(name);
    return name;
  }
}
