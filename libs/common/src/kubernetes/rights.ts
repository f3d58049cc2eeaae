/** Reads our rights in the cluster. */
import { z } from 'zod';
import { judgeRights, type RightsFound } from '../domain/cluster-rights.js';
import type { ApiClient } from './api-client.js';

const rule = z.object({
  verbs: z.array(z.string()),
  apiGroups: z.array(z.string()).default([]),
  resources: z.array(z.string()).default([]),
  resourceNames: z.array(z.string()).default([]),
});
const review = z.object({
  status: z.object({
    resourceRules: z
      .array(rule)
      .nullish()
      .transform((rules) => rules ?? []),
    incomplete: z.boolean().default(false),
  }),
});

/** The missing and the excess rights in the namespace; null where the cluster does not list all rights. Throws ApiError. */
export async function reviewRights(client: Pick<ApiClient, 'call'>, namespace: string): Promise<RightsFound | null> {
  const answer = await client.call({
    verb: 'create',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    lane: 'read',
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } },
  });
  const { resourceRules, incomplete } = review.parse(answer).status;
  // Authorizers other than roles may allow what they do not list.
  return incomplete ? null : { namespace, ...judgeRights(resourceRules) };
}
