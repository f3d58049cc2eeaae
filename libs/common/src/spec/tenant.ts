/** The public shape of a tenant: what it may use. */
import { z } from 'zod';
import {
  MAX_GRANTED_NAMES,
  MAX_GROUP_PLACES,
  MAX_GROUPS,
  MAX_TEMPLATE_PATHS,
  MAX_TENANT_AUDIENCES,
  MAX_TEMPLATE_PATH_LENGTH,
  MAX_WEIGHT,
} from '../domain/limits.js';
import { displayName, nameText, objectName, slug } from './fields.js';
import { audienceText } from './identity.js';
import { retentionSpec } from './job.js';

const MAX_HOSTS = 1_000;

const MARK_KEY = /^(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const markKey = z.string().regex(MARK_KEY, 'must be a key of a Kubernetes label');
const labelText = z
  .string()
  .regex(/^(?:[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?)?$/, 'must be a value of a Kubernetes label');

const grant = z.strictObject({
  names: z.array(objectName).max(MAX_GRANTED_NAMES).optional().describe('Names of objects.'),
  /** The labels that an object must have, all of them. */
  matchLabels: z
    .record(markKey, labelText)
    .refine(
      (labels) => Object.keys(labels).length > 0,
      'must have at least one label, because an empty list would select every object',
    )
    .refine((labels) => Object.keys(labels).length <= MAX_GRANTED_NAMES, `at most ${MAX_GRANTED_NAMES} labels`)
    .optional()
    .describe('The labels that an object must have, all of them.'),
});
/** `team`, or `team=reports` for one value alone. */
const marks = z
  .array(
    z
      .string()
      .max(1_024)
      .refine((text) => MARK_KEY.test(text.split('=', 1)[0] ?? ''), 'must be a label key, or key=value'),
  )
  .max(MAX_GRANTED_NAMES);

/**
 * The objects of the cluster to which its jobs may refer beyond those of their workers; none where it is absent. Checked when a
 * job is saved and again before an attempt starts. Objects in a namespace require a namespace of the tenant's own.
 */
export const clusterAccess = z.strictObject({
  secrets: grant.optional().describe("Secrets of the tenant's namespace."),
  configMaps: grant.optional().describe("ConfigMaps of the tenant's namespace."),
  persistentVolumeClaims: grant.optional().describe("Volume claims of the tenant's namespace."),
  persistentVolumes: grant.optional().describe('Persistent volumes, by name or label.'),
  serviceAccounts: grant.optional().describe("Service accounts of the tenant's namespace."),
  priorityClasses: grant.optional().describe('Priority classes.'),
  labels: marks.optional().describe('Labels that pods of the tenant may have: a key, or key=value.'),
  annotations: marks.optional().describe('Annotations that pods of the tenant may have: a key, or key=value.'),
});

const weight = z.int().min(1).max(MAX_WEIGHT);
const bytes = z.int().min(1).nullable();
const limit = z.int().min(1).max(10_000_000).nullable();
const tenantFields = {
  name: displayName.optional().describe('The display name. Default: the id.'),
  maxActiveRuns: limit
    .optional()
    .describe('How many admitted runs of the tenant may be unfinished at once; null is no limit.'),
  maxJobs: limit.optional().describe('How many jobs the tenant may have; null is no limit.'),
  /** The Kubernetes namespace of pods of the tenant; null is the common namespace. */
  namespace: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be a Kubernetes namespace')
    .nullable()
    .optional()
    .describe('The Kubernetes namespace of pods of the tenant; null is the common namespace.'),
  webserviceHosts: z
    .array(nameText.min(1).max(253))
    .max(MAX_HOSTS)
    .nullable()
    .optional()
    .describe("Hosts that web-service workers of the tenant may use; null: only the operator's allow list applies."),
  retention: retentionSpec
    .optional()
    .describe('How long runs of jobs of the tenant are kept; a job can override each field.'),
  /**
   * The fields that pod templates of its workers, jobs and tasks may set, such as `spec.nodeSelector`; an entry allows all
   * fields below it, `[]` means every element of a list. Null means the list that satisfies the restricted Pod Security level.
   */
  podTemplatePaths: z
    .array(
      z
        .string()
        .max(MAX_TEMPLATE_PATH_LENGTH)
        .regex(/^(metadata|spec)(\.[^.[\]]+(\[\])?)+$/, 'must be a path such as spec.containers[].securityContext'),
    )
    .max(MAX_TEMPLATE_PATHS)
    .nullable()
    .optional()
    .meta({
      description:
        'The paths that pod templates of workers, jobs and tasks of the tenant may contain; a path allows everything below it. Null: the list that conforms to the Pod Security level restricted.',
      examples: [['spec.nodeSelector']],
    }),
  clusterAccess: clusterAccess
    .nullable()
    .optional()
    .describe(
      'The objects of the cluster to which jobs of the tenant may refer, in addition to those of their workers; null: none.',
    ),
  identityAudiences: z
    .array(audienceText)
    .max(MAX_TENANT_AUDIENCES)
    .optional()
    .meta({
      description:
        'For whom jobs of the tenant may have identity tokens (`identity.audience`). Who is named here can be told by the jobs who they are. Default: nobody.',
      examples: [['sts.amazonaws.com']],
    }),
  /** Sizes of its concurrency groups; a group that is not named has one permit. */
  groups: z
    .record(slug, z.int().min(1).max(MAX_GROUP_PLACES))
    .refine((groups) => Object.keys(groups).length <= MAX_GROUPS, `must name at most ${MAX_GROUPS} groups`)
    .optional()
    .meta({
      description:
        'The number of permits of each concurrency group, by name; a group that is not listed has one permit.',
      examples: [{ nightly: 2 }],
    }),
  weight: weight
    .optional()
    .describe(
      `The weight of the tenant, which decides its share of each executor's permits and starts among the tenants that have runs there, 1 to ${MAX_WEIGHT}. Default: 1.`,
    ),
  groupWeights: z
    .record(slug, weight)
    .refine((groups) => Object.keys(groups).length <= MAX_GROUPS, `must name at most ${MAX_GROUPS} groups`)
    .optional()
    .meta({
      description: `The weights of the tenant's groups, which decide their shares of \`maxActiveRuns\` and of the tenant's starts, 1 to ${MAX_WEIGHT}. A group that is not listed has the weight 1, and so have all jobs without a group together. If no weight is given, runs of all groups wait in one queue.`,
      examples: [{ nightly: 3 }],
    }),
  maxSharePercent: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .optional()
    .describe(
      'The part of the permits of an engine or a worker on one executor, in percent, that the tenant may use at most, even while others are idle; null is no limit.',
    ),
  /** Other tenants whose jobs may run after its jobs; they see the ends and outputs of those. */
  dependents: z
    .array(slug)
    .max(MAX_GROUPS)
    .optional()
    .meta({
      description:
        'Other tenants whose jobs may run after jobs of this tenant and receive their results and outputs. Default: none.',
      examples: [['reports']],
    }),
  /** How much log text is stored, in bytes; null: the limits of the service apply, which are never exceeded. */
  logLimits: z
    .strictObject({
      maxBytesPerAttempt: bytes.optional().describe('How many bytes of log text are stored of an attempt.'),
      maxBytesPerRun: bytes.optional().describe('How many bytes of log text are stored of a run.'),
    })
    .nullable()
    .optional()
    .describe(
      'How much log text is stored, in bytes; null: the limits of the service apply, which are never exceeded.',
    ),
};

/** Body of `PATCH /tenants/{id}` once it is merged. */
export const tenantSpec = z.strictObject(tenantFields);
/** Body of `POST /tenants`. */
export const newTenant = z.strictObject({
  id: slug.describe('The id by which jobs, tokens and URLs refer to the tenant.'),
  ...tenantFields,
});
export type TenantSpec = z.output<typeof tenantSpec>;
