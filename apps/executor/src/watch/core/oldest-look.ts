/**
 * The instant up to which all rules of a replica have been evaluated: the oldest that one pass over them has found. It is an instant, not
 * an age: while no pass ends, it stays unchanged and its age grows.
 */
import type { Instant } from '#common/run/run.js';

export class OldestLook {
  private ofLastPass: Instant | null = null;
  private ofThisPass: Instant | null = null;

  /** Null while no pass has found a rule. */
  get at(): Instant | null {
    return this.ofLastPass;
  }

  /** A rule was evaluated up to this instant. */
  add(lookedUntil: Instant): void {
    this.ofThisPass = Math.min(lookedUntil, this.ofThisPass ?? lookedUntil);
  }

  /** A rule could not be evaluated: it is assumed to be as old as the oldest of the last pass. */
  addFailed(now: Instant): void {
    this.add(this.ofLastPass ?? now);
  }

  /** Ends a pass: every rule was visited. */
  endPass(): void {
    this.ofLastPass = this.ofThisPass;
    this.ofThisPass = null;
  }
}
