import { Controller } from '@nestjs/common';
import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { MAX_RULES } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { RuleStatesStore, type StoredRuleState } from '#common/mongo/rule-states.store.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import type { Role } from '#common/spec/definitions.js';
import { pausesJobs, type RuleSpec } from '#common/spec/rule.js';
import type { RuleFacts } from '#common/watch/rule.js';
import { tenantsWith } from '../access/core/access.js';
import { findNamed, requireRole, type NamedRequest } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { timeText } from '../http/core/time-text.js';
import { plainId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import { invalidInput } from '../http/problem.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { AlertingCheck } from '../monitors/alerting-check.js';
import { ruleRoutes as routes, type RuleView } from './rule.routes.js';

type Routes = typeof routes;
type One = AnswerOf<Routes['getRule']>;

@Controller()
export class RuleController {
  constructor(
    private readonly rules: RulesStore,
    private readonly states: RuleStatesStore,
    private readonly alerting: AlertingCheck,
  ) {}

  @Serves(routes.listRules)
  async list(@Req() { caller, query }: RequestContext<Routes['listRules']>): Promise<AnswerOf<Routes['listRules']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [tenant, id] = placeFrom(query.cursor, 'ss') ?? [];
    const page = await this.rules.list(
      query.tenant === undefined ? tenantsWith(caller, 'viewer') : [query.tenant],
      tenant === undefined ? null : { tenant: String(tenant), id: String(id) },
      query.limit,
    );
    const states = await this.states.load(page.items.map(({ uid }) => uid));
    const shown = (rule: StoredRule): RuleView => toRuleView(rule, states.get(rule.uid) ?? null);
    return { body: showPage(page, shown, (rule) => [rule.tenant, rule.id]) };
  }

  @Serves(routes.createRule)
  async create(@Req() asked: RequestContext<Routes['createRule']>): Promise<AnswerOf<Routes['createRule']>> {
    const { caller, body, mutation } = asked;
    const { id, tenant: name, ...spec } = body;
    requireRole(caller, name, 'editor');
    const tenant = asTenantId(name);
    await this.requireValid(tenant, spec);
    if ((await this.rules.countUpTo(tenant, MAX_RULES)) >= MAX_RULES)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${tenant} has ${MAX_RULES} rules (MAX_RULES) already`);
    const uid = plainId(mutation.seed, 'rule');
    const rule: StoredRule = {
      ...{ tenant, id, uid, shard: this.rules.shards.of(uid), rev: 1, spec, pauses: pausesJobs(spec.when) },
      ...{ since: mutation.askedAt, updatedAt: mutation.askedAt, updatedBy: caller.name },
    };
    await mutation.record({ tenant, object: `rule/${id}` });
    if ((await this.rules.insert(rule, mutation.seed)) === 'idTaken')
      throw new AppError('ALREADY_EXISTS', `the tenant has a rule ${id} already`);
    await this.alerting.withdrawUnless(tenant, spec, async () => this.removeNow(tenant, id));
    const location = `/rules/${encodeURIComponent(id)}?tenant=${encodeURIComponent(tenant)}`;
    return { ...(await this.answer(rule)), location };
  }

  @Serves(routes.getRule)
  async get(@Req() asked: RequestContext<Routes['getRule']>): Promise<One> {
    return this.answer(await this.find(asked, 'viewer'));
  }

  @Serves(routes.replaceRule)
  async replace(@Req() asked: RequestContext<Routes['replaceRule']>): Promise<One> {
    const { caller, body, mutation, ifMatch } = asked;
    const rule = await this.find(asked, 'editor');
    const { tenant, id, rev } = rule;
    if (!matches(ifMatch, rev)) throw new AppError('PRECONDITION_FAILED', changedSince('rule', rev));
    await this.requireValid(tenant, body);
    const next: StoredRule = {
      ...{
        ...rule,
        spec: body,
        pauses: pausesJobs(body.when),
        rev: rev + 1,
        updatedAt: mutation.askedAt,
        updatedBy: caller.name,
      },
      since: watchesOther(rule.spec, body) ? Math.max(mutation.askedAt, rule.since + 1) : rule.since,
    };
    await mutation.record({ tenant, object: `rule/${id}` });
    if ((await this.rules.save(next, rev, mutation.seed)) === 'stale')
      throw new AppError('CONFLICT', 'the rule was changed at the same time');
    await this.alerting.withdrawUnless(tenant, body, async () => {
      // Later than what it takes back: an executor that has read that in between must not take this for older.
      const since = next.since === rule.since ? rule.since : next.since + 1;
      await this.rules.save({ ...rule, since, rev: next.rev + 1 }, next.rev, `${mutation.seed}/withdrawn`);
    });
    return this.answer(next);
  }

  @Serves(routes.deleteRule)
  async delete(@Req() asked: RequestContext<Routes['deleteRule']>): Promise<AnswerOf<Routes['deleteRule']>> {
    const { tenant, id } = await this.find(asked, 'editor');
    await asked.mutation.record({ tenant, object: `rule/${id}` });
    await this.removeNow(tenant, id);
    return { body: null };
  }

  /** Throws VALIDATION_FAILED. Jobs need not be there: they may come later, and nobody learns from this which there are. */
  private async requireValid(tenant: TenantId, spec: RuleSpec): Promise<void> {
    const problems = await this.alerting.problemsOf(tenant, spec);
    if (problems.length > 0) throw invalidInput(problems);
  }

  private async removeNow(tenant: TenantId, id: string): Promise<void> {
    await this.rules.beginRemoval(tenant, id);
    if (!(await this.rules.remove(tenant, id))) throw new AppError('CONFLICT', 'the rule was changed at the same time');
  }

  private async answer(rule: StoredRule): Promise<One> {
    const states = await this.states.load([rule.uid]);
    return { body: toRuleView(rule, states.get(rule.uid) ?? null), rev: rule.rev };
  }

  private find(asked: NamedRequest, role: Role): Promise<StoredRule> {
    return findNamed('rule', asked, role, (tenant, id) => this.rules.load(tenant, id));
  }
}

function toRuleView(
  { id, tenant, spec, since, updatedAt, updatedBy }: StoredRule,
  state: StoredRuleState | null,
): RuleView {
  // What was found of another condition says nothing about this one.
  const facts = state?.since === since ? state.facts : null;
  const watched = facts?.watched ?? null;
  return {
    ...{ id, tenant, ...spec, watched, affected: facts?.count ?? 0 },
    state: stateOf(spec, facts),
    lookedAt: watched === null || !facts ? null : timeText(facts.lookedUntil),
    ...{ updatedAt: timeText(updatedAt), updatedBy },
  };
}

function stateOf({ enabled }: RuleSpec, facts: RuleFacts | null): RuleView['state'] {
  if (enabled === false) return 'paused';
  if (facts?.isOpen === true) return 'alert';
  return facts?.watched == null ? 'new' : 'ok';
}

/** True where what was found before says nothing any more. */
const watchesOther = (a: RuleSpec, b: RuleSpec): boolean => watchedBy(a) !== watchedBy(b);

const watchedBy = ({ match, when, enabled = true }: RuleSpec): string =>
  JSON.stringify([match?.job, sorted(match?.labels), sorted(when), enabled]);

const sorted = (of: object | undefined): unknown => of && Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
