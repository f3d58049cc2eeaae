/** A case of the reference tables: run here, or named in the test of the part that it is about. */
export interface ReferenceCase {
  /** Its number there: `Furiko 72`, `V17`, `K12`. */
  readonly no: string;
  /** What is given and what comes of it, here. */
  readonly says: string;
  /** It ends differently there; docs/semantics.md says why. */
  readonly differs?: true;
  /** Expectations of its own. */
  readonly holds?: () => void;
  /** The test that holds it, where it is not about a run's decisions: its file, and words of its title. */
  readonly heldBy?: readonly [file: string, title: string];
}
