/**
 * Evaluates the next jobs of a rule. The new state of the rule is saved by compare-and-set together with the changes of its incident; the
 * changes are stored after that. The next evaluation stores changes that it finds unstored.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RuleStatesStore, StoredRuleState } from '#common/mongo/watch-states.store.js';
import type { RulesStore, StoredRule } from '#common/mongo/rules.store.js';
import type { Instant } from '#common/run/run.js';
import { advanceRule, firstRuleFacts, stoppedRule, type AdvancedRule, type RuleFacts } from '#common/watch/rule.js';
import type { IncidentChanges } from './incident-changes.js';
import type { RulePages } from './rule-pages.js';

/** The progress of a rule that has found nothing is saved only this often. */
const QUIET_SAVE_MS = 60_000;

export class RuleDecider {
  constructor(
    private readonly stores: {
      readonly rules: Pick<RulesStore, 'load'>;
      readonly states: Pick<RuleStatesStore, 'load' | 'save' | 'remove'>;
    },
    private readonly pages: Pick<RulePages, 'read'>,
    private readonly changes: Pick<IncidentChanges, 'storeOfRule' | 'removeOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Evaluates the next page of the rule's jobs; returns the instant up to which all of its jobs have been evaluated. */
  async lookAt(rule: StoredRule): Promise<Instant> {
    const stored = (await this.stores.states.load([rule.uid])).get(rule.uid) ?? null;
    // Earlier decisions are stored first, so that incidents begin and end in their order.
    const before = stored && (await this.settle(rule, stored));
    // Another replica evaluates the rule, or the definition was edited after it was read here.
    if (stored && (!before || before.since > rule.since)) return stored.facts.lookedUntil;
    return this.decide(rule, before);
  }

  /** Removes the leftovers of a removed rule: the state comes last, because the rest is found by it. */
  async forgetIfGone({ uid, tenant, rule }: StoredRuleState): Promise<void> {
    if ((await this.stores.rules.load(tenant, rule))?.uid === uid) return;
    await this.changes.removeOf(uid);
    await this.stores.states.remove(uid);
  }

  private async decide(rule: StoredRule, before: StoredRuleState | null): Promise<Instant> {
    const { facts, changes: pending } = await this.next(rule, before);
    if (before !== null && pending.length === 0 && isQuiet(rule, before, facts)) return facts.lookedUntil;
    const { uid, tenant, id, shard, since } = rule;
    const next = { uid, tenant, rule: id, shard, since, facts, pending, rev: (before?.rev ?? 0) + 1 };
    if (await this.stores.states.save(next)) await this.settle(rule, next);
    return facts.lookedUntil;
  }

  private async next(rule: StoredRule, before: StoredRuleState | null): Promise<AdvancedRule> {
    const now = this.clock.now();
    const { when, enabled } = rule.spec;
    const facts = before?.facts ?? firstRuleFacts(rule.since);
    if (enabled === false) return stoppedRule(facts, now, 'paused');
    // The rule was edited, so the former findings do not apply any more.
    if (before !== null && before.since < rule.since) return stoppedRule(facts, rule.since, 'edited');
    return advanceRule(when.type, facts, await this.pages.read(rule, facts, now));
  }

  /** Stores the decided changes. Returns the state without them, or null if another replica has written it meanwhile. */
  private async settle(rule: StoredRule, state: StoredRuleState): Promise<StoredRuleState | null> {
    if (state.pending.length === 0) return state;
    for (const change of state.pending) await this.changes.storeOfRule(rule, change);
    const next = { ...state, pending: [], rev: state.rev + 1 };
    return (await this.stores.states.save(next)) ? next : null;
  }
}

/** Nothing was found, neither now nor before: only time has passed, so the state need not be saved each time. */
function isQuiet({ since, spec }: StoredRule, before: StoredRuleState, facts: RuleFacts): boolean {
  if (before.since !== since) return false;
  if (spec.enabled === false) return before.facts.watched === null;
  const isWhole = [before.facts, facts].every(
    ({ pass, count, isOpen }) => pass.after === null && count === 0 && !isOpen,
  );
  const isRecent = facts.lookedUntil - before.facts.lookedUntil < QUIET_SAVE_MS;
  return isWhole && isRecent && before.facts.watched === facts.watched;
}
