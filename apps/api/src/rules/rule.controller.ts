import type { TenantId } from '#common/domain/ids.js';
import { MAX_RULES } from '#common/domain/limits.js';
import { RuleStatesStore, type StoredRuleState } from '#common/mongo/rule-states.store.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import { pausesJobs, type RuleSpec } from '#common/spec/rule.js';
import type { RuleFacts } from '#common/watch/rule.js';
import { timeText } from '../http/core/time-text.js';
import { DefinitionRequests } from '../http/definition-requests.js';
import { plainId } from '../http/derived-id.js';
import { showPage } from '../http/page.js';
import { invalidInput } from '../http/problem.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { AlertingCheck } from '../monitors/alerting-check.js';
import { ruleRoutes as routes, type RuleView } from './rule.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getRule']>;

@Serves(routes)
export class RuleController {
  private readonly requests: DefinitionRequests<StoredRule>;

  constructor(
    private readonly rules: RulesStore,
    private readonly states: RuleStatesStore,
    private readonly alerting: AlertingCheck,
  ) {
    this.requests = new DefinitionRequests('rule', rules, MAX_RULES);
  }

  readonly handlers: Handlers<typeof routes> = {
    listRules: async (asked) => {
      const page = await this.requests.list(asked);
      const states = await this.states.load(page.items.map(({ uid }) => uid));
      const shown = (rule: StoredRule): RuleView => toRuleView(rule, states.get(rule.uid) ?? null);
      return { body: showPage(page, shown, (rule) => [rule.tenant, rule.id]) };
    },

    createRule: async (asked) => {
      const { id, tenant: _tenant, ...spec } = asked.body;
      const begun = this.requests.begun(asked, 'editor');
      const { tenant } = begun;
      await this.requireValid(tenant, spec);
      const uid = plainId(asked.mutation.seed, 'rule');
      const rule: StoredRule = {
        ...begun,
        uid,
        shard: this.rules.shards.of(uid),
        spec,
        pauses: pausesJobs(spec.when),
        since: asked.mutation.askedAt,
      };
      const { location } = await this.requests.create(asked, rule);
      await this.alerting.withdrawUnless(tenant, spec, async () => this.requests.withdraw(tenant, id));
      return { ...(await this.answer(rule)), location };
    },

    getRule: async (asked) => this.answer(await this.requests.find(asked, 'viewer')),

    replaceRule: async (asked) => {
      const { body, mutation } = asked;
      const rule = await this.requests.findToReplace(asked, 'editor');
      await this.requireValid(rule.tenant, body);
      const next: StoredRule = {
        ...this.requests.next(asked, rule),
        spec: body,
        pauses: pausesJobs(body.when),
        since: watchesOther(rule.spec, body) ? Math.max(mutation.askedAt, rule.since + 1) : rule.since,
      };
      await this.requests.save(asked, next);
      await this.alerting.withdrawUnless(rule.tenant, body, async () => {
        // The time is later than that of the version that is taken back: an executor that has read that version must not consider this one
        // older.
        const since = next.since === rule.since ? rule.since : next.since + 1;
        await this.rules.save({ ...rule, since, rev: next.rev + 1 }, next.rev, `${mutation.seed}/withdrawn`);
      });
      return this.answer(next);
    },

    deleteRule: async (asked) => {
      await this.requests.delete(asked, 'editor');
      return { body: null };
    },
  };

  /** Throws VALIDATION_FAILED. Jobs need not exist: they may be created later, and the answer must not reveal which jobs exist. */
  private async requireValid(tenant: TenantId, spec: RuleSpec): Promise<void> {
    const problems = await this.alerting.problemsOf(tenant, spec);
    if (problems.length > 0) throw invalidInput(problems);
  }

  private async answer(rule: StoredRule): Promise<One> {
    const states = await this.states.load([rule.uid]);
    return { body: toRuleView(rule, states.get(rule.uid) ?? null), rev: rule.rev };
  }
}

function toRuleView(
  { id, tenant, spec, since, updatedAt, updatedBy }: StoredRule,
  state: StoredRuleState | null,
): RuleView {
  // Findings under another condition do not apply to this one.
  const facts = state?.since === since ? state.facts : null;
  const watched = facts?.watched ?? null;
  return {
    id,
    tenant,
    ...spec,
    watched,
    affected: facts?.count ?? 0,
    state: stateOf(spec, facts),
    lookedAt: watched === null || !facts ? null : timeText(facts.lookedUntil),
    updatedAt: timeText(updatedAt),
    updatedBy,
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
