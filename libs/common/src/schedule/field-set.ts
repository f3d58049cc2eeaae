/**
 * The values that a field allows, as a table from each value to the next allowed one, so that a search steps by one look-up.
 */
export class FieldSet {
  private readonly nexts: Int16Array;
  readonly first: number;

  /** `values` within `min..max`, in any order, not empty. */
  constructor(
    private readonly min: number,
    private readonly max: number,
    values: ReadonlySet<number>,
  ) {
    this.nexts = new Int16Array(max - min + 2).fill(-1);
    let next = -1;
    for (let value = max; value >= min; value--) {
      if (values.has(value)) next = value;
      this.nexts[value - min] = next;
    }
    this.first = next;
  }

  /** The least allowed value that is not below `value`; -1 if there is none. */
  from(value: number): number {
    if (value > this.max) return -1;
    return value < this.min ? this.first : (this.nexts[value - this.min] ?? -1);
  }

  /** The allowed values as bits of an integer; for fields below 32 only. */
  bits(): number {
    let bits = 0;
    for (let value = this.first; value >= 0; value = this.from(value + 1)) bits |= 1 << value;
    return bits;
  }
}
