/** Bounds the values of a label that callers choose: the first ones keep their names, all later ones share one. */
const OTHER = 'other';

export interface NameBounds {
  /** Tenants, and workers, that are distinguished. */
  readonly maxTenants: number;
  readonly maxWorkers: number;
}

export const DEFAULT_NAME_BOUNDS: NameBounds = { maxTenants: 50, maxWorkers: 50 };

export class BoundedNames {
  private readonly known = new Set<string>();

  /** `most` 0: all names share one value. */
  constructor(private readonly most: number) {}

  of(name: string): string {
    if (this.known.has(name)) return name;
    if (this.known.size >= this.most) return OTHER;
    this.known.add(name);
    return name;
  }
}
