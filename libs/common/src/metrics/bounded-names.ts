/** Values of a label that somebody outside chooses: so many are told apart, in the order in which they come; the rest share one. */
const OTHER = 'other';

export interface NameBounds {
  /** Tenants, and workers, that are told apart. */
  readonly maxTenants: number;
  readonly maxWorkers: number;
}

export const DEFAULT_NAME_BOUNDS: NameBounds = { maxTenants: 50, maxWorkers: 50 };

export class BoundedNames {
  private readonly known = new Set<string>();

  /** `most` 0 tells nobody apart. */
  constructor(private readonly most: number) {}

  of(name: string): string {
    if (this.known.has(name)) return name;
    if (this.known.size >= this.most) return OTHER;
    this.known.add(name);
    return name;
  }
}
