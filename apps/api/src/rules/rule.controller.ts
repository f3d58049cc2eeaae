import { MAX_RULES } from '#common/domain/limits.js';
import { RuleStatesStore, type StoredRuleState } from '#common/mongo/watch-states.store.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import { pausesJobs, type RuleSpec } from '#common/spec/rule.js';
import type { RuleFacts } from '#common/watch/rule.js';
import { timeText } from '../http/page.js';
import { plainId } from '../http/derived-id.js';
import { Kind, type OwnView } from '../http/kind.js';
import { refuseProblems } from '../http/problem.js';
import { Serves, type Handlers } from '../http/serves.js';
import { AlertingCheck } from '../monitors/alerting-check.js';
import { ruleRoutes as routes, type RuleView } from './rule.routes.js';

@Serves(routes)
export class RuleController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: RulesStore, findings: RuleStatesStore, alerting: AlertingCheck) {
    this.handlers = new Kind<StoredRule, RuleSpec, RuleView>({
      noun: 'rule',
      store,
      max: MAX_RULES,
      editors: 'editor',
      stored: async (spec, { tenant, mutation: { seed, askedAt }, present }) => {
        // Jobs need not exist: they may be created later, and the answer must not reveal which jobs exist.
        const problems = await alerting.problemsOf(tenant, spec);
        refuseProblems(problems);
        const own = { spec, pauses: pausesJobs(spec.when) };
        if (present) {
          const { since } = present;
          return { ...present, ...own, since: watchesOther(present.spec, spec) ? Math.max(askedAt, since + 1) : since };
        }
        const uid = plainId(seed, 'rule');
        return { ...own, uid, shard: store.shards.of(uid), since: askedAt };
      },
      recheck: async ({ tenant, spec }, withdraw) => alerting.withdrawUnless(tenant, spec, withdraw),
      // Later than the withdrawn version: an executor that has read that version must not consider this one older.
      restored: (former, { since }) => ({ since: since === former.since ? since : since + 1 }),
      views: async (rules) => {
        const states = await findings.load(rules.map(({ uid }) => uid));
        return (rule) => viewOf(rule, states.get(rule.uid) ?? null);
      },
    }).handlers;
  }
}

function viewOf({ spec, since }: StoredRule, state: StoredRuleState | null): OwnView<RuleView> {
  // Findings under another condition do not apply to this one.
  const facts = state?.since === since ? state.facts : null;
  const watched = facts?.watched ?? null;
  return {
    ...spec,
    watched,
    affected: facts?.count ?? 0,
    state: stateOf(spec, facts),
    lookedAt: watched === null || !facts ? null : timeText(facts.lookedUntil),
  };
}

function stateOf({ enabled }: RuleSpec, facts: RuleFacts | null): RuleView['state'] {
  if (enabled === false) return 'paused';
  if (facts?.isOpen === true) return 'alert';
  return facts?.watched == null ? 'new' : 'ok';
}

/** True if earlier findings do not apply any more. */
const watchesOther = (a: RuleSpec, b: RuleSpec): boolean => watchedBy(a) !== watchedBy(b);

const watchedBy = ({ match, when, enabled = true }: RuleSpec): string =>
  JSON.stringify([match?.job, sorted(match?.labels), sorted(when), enabled]);

const sorted = (of: object | undefined): unknown => of && Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
