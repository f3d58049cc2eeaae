/** A case of the reference tables. */
export interface ReferenceCase {
  /** Its number there: `Furiko 72`, `V17`, `K12`. */
  readonly no: string;
  /** The input and the result, here. */
  readonly says: string;
  /** The result differs there; docs/semantics says how, in italics. */
  readonly differs?: true;
  /** Expectations of its own, at least one. */
  readonly holds: () => void | Promise<void>;
}
