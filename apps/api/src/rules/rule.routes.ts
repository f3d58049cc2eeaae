import { z } from 'zod';
import { MAX_RULES, RULE_PAGE_JOBS } from '#common/domain/limits.js';
import { newRule, ruleFields, ruleSpec } from '#common/spec/rule.js';
import { pageOf, pageOfTenants } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import { byId, ofTenant } from '../http/route-fields.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const RULE_STATES = ['new', 'ok', 'alert', 'paused'] as const;

export const ruleView = z.object({
  id: z.string().describe('The id within the tenant.'),
  tenant: z.string().describe('The tenant whose jobs the rule watches.'),
  ...ruleFields,
  state: z
    .enum(RULE_STATES)
    .describe(
      '`new`: not all of the jobs have been checked yet; `ok`: the condition holds for no job; `alert`: the condition holds for a job; `paused`: the rule is not enabled.',
    ),
  watched: z
    .int()
    .nullable()
    .meta({ description: 'How many jobs the rule watches, as of the last check of all jobs; null before that.' }),
  affected: z.int().describe('For how many of the jobs the condition holds.'),
  lookedAt: shownTimeOrNull.describe(
    'When the last check of all jobs began; exact to the minute while nothing is found; null before that.',
  ),
  updatedAt: shownTime.describe('When the rule was last changed.'),
  updatedBy: z.string().describe('The name of the caller who made the last change.'),
});
export type RuleView = z.output<typeof ruleView>;

const written = {
  match: { labels: { team: 'billing' } },
  when: { type: 'failuresInRow', count: 3 },
  channels: ['ops'],
} as const;
const example: RuleView = {
  id: 'billing-fails',
  tenant: 'ibm',
  name: 'Billing fails',
  match: { labels: { team: 'billing' } },
  when: { type: 'failuresInRow', count: 3 },
  channels: ['ops'],
  state: 'ok',
  watched: 12,
  affected: 0,
  lookedAt: '2026-12-01T02:07:31.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  updatedBy: 'ada',
};

export const ruleRoutes = routesOf('Rules', {
  listRules: route({
    at: 'GET /rules',
    access: 'viewer',
    summary: 'List rules',
    query: pageOfTenants,
    answer: pageOf(ruleView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  createRule: route({
    canDryRun: true,
    at: 'POST /rules',
    access: 'editor',
    summary: 'Create a rule about jobs',
    description: `A tenant has at most ${MAX_RULES}. Up to ${RULE_PAGE_JOBS} jobs of the tenant are checked every 10 s. Runs that ended before the rule was created do not count.`,
    body: newRule,
    status: 201,
    answer: ruleView,
    versioned: true,
    refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
    example: { body: { id: 'billing-fails', tenant: 'ibm', name: 'Billing fails', ...written }, answer: example },
  }),
  getRule: route({
    at: 'GET /rules/{id}',
    access: 'viewer',
    summary: 'Read a rule',
    params: byId,
    query: ofTenant,
    answer: ruleView,
    versioned: true,
    example: { answer: example },
  }),
  replaceRule: route({
    canDryRun: true,
    at: 'PUT /rules/{id}',
    access: 'editor',
    summary: 'Replace a rule',
    description: 'If the rule then watches other jobs or another condition, or is disabled, its incident ends.',
    params: byId,
    query: ofTenant,
    body: ruleSpec,
    answer: ruleView,
    versioned: true,
    example: { body: { when: { type: 'noSuccessSince', seconds: 86_400 }, channels: ['ops'] }, answer: example },
  }),
  deleteRule: route({
    at: 'DELETE /rules/{id}',
    access: 'editor',
    summary: 'Remove a rule, with its incidents',
    params: byId,
    query: ofTenant,
  }),
});
