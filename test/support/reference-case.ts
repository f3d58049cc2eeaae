/** A case of the reference tables. */
export interface ReferenceCase {
  /** Its number there: `Furiko 72`, `V17`, `K12`. */
  readonly no: string;
  /** What is given and what comes of it, here. */
  readonly says: string;
  /** It ends differently there; docs/semantics.md says why. */
  readonly differs?: true;
  /** Expectations of its own, at least one. */
  readonly holds: () => void | Promise<void>;
}
