/**
 * Up to when all rules are looked at that a replica is responsible for: the oldest of what one pass over them has found. An instant,
 * not an age: while no pass comes to its end it stays where it is, and the age grows.
 */
import type { Instant } from '#common/run/run.js';

export class OldestLook {
  private ofLastPass: Instant | null = null;
  private ofThisPass: Instant | null = null;

  /** Null while no pass has found a rule. */
  get at(): Instant | null {
    return this.ofLastPass;
  }

  /** A rule is looked at up to this instant. */
  add(lookedUntil: Instant): void {
    this.ofThisPass = Math.min(lookedUntil, this.ofThisPass ?? lookedUntil);
  }

  /** A rule could not be looked at: as far as anybody knows it is as old as the oldest before. */
  addFailed(now: Instant): void {
    this.add(this.ofLastPass ?? now);
  }

  /** Every rule has had its turn. */
  endPass(): void {
    this.ofLastPass = this.ofThisPass;
    this.ofThisPass = null;
  }
}
