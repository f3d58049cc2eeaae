/** Evaluates the rules of this replica's shards, one page of each rule's jobs in a step. */
import type { Clock } from '#common/clock/clock.js';
import type { RuleStatesStore } from '#common/mongo/watch-states.store.js';
import type { RulesStore, StoredRule } from '#common/mongo/rules.store.js';
import { keyOf } from '#common/mongo/tenant-definitions.js';
import { chunked, Failures } from '#common/runtime/continuing.js';
import type { Instant } from '#common/run/run.js';
import { OldestLook } from './core/oldest-look.js';
import type { RuleDecider } from './rule-decider.js';

/** Rules in one step. */
const AT_ONCE = 100;
/** Rules that are evaluated concurrently. */
const SIDE_BY_SIDE = 4;

export class RuleWatch {
  /** The last rule, and the last state, of the step before. */
  private lastRule = '';
  private lastState = '';
  private readonly looks = new OldestLook();

  constructor(
    private readonly stores: {
      readonly rules: Pick<RulesStore, 'after'>;
      readonly states: Pick<RuleStatesStore, 'after'>;
    },
    private readonly decider: Pick<RuleDecider, 'lookAt' | 'forgetIfGone'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The instant up to which the longest waiting rule was evaluated; null if there is no rule. */
  get oldestLook(): Instant | null {
    return this.looks.at;
  }

  /** Evaluates the next rules; after the last, the first ones again. */
  async step(): Promise<void> {
    const shards = [...this.owned()];
    const page = shards.length === 0 ? [] : await this.stores.rules.after(shards, this.lastRule, AT_ONCE);
    const last = page.length < AT_ONCE ? undefined : page.at(-1);
    this.lastRule = last ? keyOf(last.tenant, last.id) : '';
    await inParts(page, async (rule) => this.lookAt(rule)).finally(() => {
      if (!last) this.looks.endPass();
    });
  }

  /** Removes the leftovers of removed rules. */
  async sweep(): Promise<void> {
    const shards = [...this.owned()];
    const page = shards.length === 0 ? [] : await this.stores.states.after(shards, this.lastState, AT_ONCE);
    this.lastState = page.length < AT_ONCE ? '' : (page.at(-1)?.uid ?? '');
    await inParts(page, async (state) => this.decider.forgetIfGone(state));
  }

  private async lookAt(rule: StoredRule): Promise<void> {
    try {
      this.looks.add(await this.decider.lookAt(rule));
    } catch (error) {
      this.looks.addFailed(this.clock.now());
      throw error;
    }
  }
}

/** A rule that fails does not prevent the evaluation of the others. */
async function inParts<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures = new Failures();
  for (const part of chunked(items, SIDE_BY_SIDE)) failures.addAll(await Promise.allSettled(part.map(work)));
  failures.throwFirst();
}
