/** Something in a spec that cannot be accepted, and the field that it is about. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
