import { z } from 'zod';
import { MAX_RULES, RULE_PAGE_JOBS } from '#common/domain/limits.js';
import { newRule, ruleFields, ruleSpec } from '#common/spec/rule.js';
import { kindRoutes } from '../http/kind.routes.js';
import { int, intOrNull, text, time, timeOrNull } from '../http/page.js';

const RULE_STATES = ['new', 'ok', 'alert', 'paused'] as const;

export const ruleView = z.object({
  id: text('The id within the tenant.'),
  tenant: text('The tenant whose jobs the rule watches.'),
  ...ruleFields,
  state: z
    .enum(RULE_STATES)
    .describe(
      '`new`: not all of the jobs have been checked yet; `ok`: the condition holds for no job; `alert`: the condition holds for a job; `paused`: the rule is not enabled.',
    ),
  watched: intOrNull('How many jobs the rule watches, as of the last check of all jobs; null before that.'),
  affected: int('For how many of the jobs the condition holds.'),
  lookedAt: timeOrNull(
    'When the last check of all jobs began; exact to the minute while nothing is found; null before that.',
  ),
  updatedAt: time('When the rule was last changed.'),
  updatedBy: text('The name of the caller who made the last change.'),
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

export const ruleRoutes = kindRoutes(
  'rule',
  'editor',
  { view: ruleView, created: newRule, spec: ruleSpec, example },
  {
    create: {
      summary: 'Create a rule about jobs',
      description: `A tenant has at most ${MAX_RULES}. Up to ${RULE_PAGE_JOBS} jobs of the tenant are checked every 10 s. Runs that ended before the rule was created do not count.`,
      body: { id: 'billing-fails', tenant: 'ibm', name: 'Billing fails', ...written },
    },
    replace: {
      description: 'If the rule then watches other jobs or another condition, or is disabled, its incident ends.',
      body: { when: { type: 'noSuccessSince', seconds: 86_400 }, channels: ['ops'] },
    },
    remove: { summary: 'Remove a rule, with its incidents' },
  },
);
