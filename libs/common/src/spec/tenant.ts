/** The public shape of a tenant: what it may use. */
import { z } from 'zod';
import {
  MAX_GRANTED_NAMES,
  MAX_GROUP_PLACES,
  MAX_GROUPS,
  MAX_TEMPLATE_PATHS,
  MAX_TEMPLATE_PATH_LENGTH,
  MAX_WEIGHT,
} from '../domain/limits.js';
import { displayName, nameText, objectName, slug } from './fields.js';
import { retentionSpec } from './job.js';

const MAX_HOSTS = 1_000;

const MARK_KEY = /^(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const markKey = z.string().regex(MARK_KEY, 'must be a key of a Kubernetes label');
const labelText = z
  .string()
  .regex(/^(?:[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?)?$/, 'must be a value of a Kubernetes label');

const grant = z.strictObject({
  names: z.array(objectName).max(MAX_GRANTED_NAMES).optional().describe('Names of objects.'),
  /** Labels that an object must bear, all of them. */
  matchLabels: z
    .record(markKey, labelText)
    .refine((labels) => Object.keys(labels).length > 0, 'must name at least one label: none would select everything')
    .refine((labels) => Object.keys(labels).length <= MAX_GRANTED_NAMES, `at most ${MAX_GRANTED_NAMES} labels`)
    .optional()
    .describe('Labels that an object must bear, all of them.'),
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
 * What of the cluster its jobs may refer to beyond what their workers bring; nothing where it is not named. Judged when a job is
 * saved and again before an attempt starts. Objects in a namespace need one that is the tenant's alone.
 */
export const clusterAccess = z.strictObject({
  secrets: grant.optional().describe("Secrets of the tenant's namespace."),
  configMaps: grant.optional().describe("ConfigMaps of the tenant's namespace."),
  persistentVolumeClaims: grant.optional().describe("Volume claims of the tenant's namespace."),
  persistentVolumes: grant.optional().describe('Persistent volumes, by name or label.'),
  serviceAccounts: grant.optional().describe("Service accounts of the tenant's namespace."),
  priorityClasses: grant.optional().describe('Priority classes.'),
  labels: marks.optional().describe('Labels that its pods may bear: a key, or key=value.'),
  annotations: marks.optional().describe('Annotations that its pods may bear: a key, or key=value.'),
});

const weight = z.int().min(1).max(MAX_WEIGHT);
const bytes = z.int().min(1).nullable();
const limit = z.int().min(1).max(10_000_000).nullable();
const tenantFields = {
  name: displayName.optional().describe('Shown to people; the id unless given.'),
  maxActiveRuns: limit.optional().describe('Unfinished admitted runs at once; null is no limit.'),
  maxJobs: limit.optional().describe('Jobs that it may have; null is no limit.'),
  /** Kubernetes namespace of its pods; null is the common one. */
  namespace: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be a Kubernetes namespace')
    .nullable()
    .optional()
    .describe('Kubernetes namespace of its pods; null is the common one.'),
  webserviceHosts: z
    .array(nameText.min(1).max(253))
    .max(MAX_HOSTS)
    .nullable()
    .optional()
    .describe("Hosts that its web-service workers may have; null leaves it to the operator's allow list."),
  retention: retentionSpec.optional().describe('How long runs of its jobs are kept, where a job does not say.'),
  /**
   * What pod templates of its workers, jobs and tasks may say, such as `spec.nodeSelector`; an entry allows all below it, `[]`
   * stands for every element of a list. Null is the list that keeps to the restricted Pod Security level.
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
        'What pod templates of its workers, jobs and tasks may say; an entry allows all below it. Null is the list that keeps to the restricted Pod Security level.',
      examples: [['spec.nodeSelector']],
    }),
  clusterAccess: clusterAccess
    .nullable()
    .optional()
    .describe('What of the cluster its jobs may refer to beyond what their workers bring; null is nothing.'),
  /** Sizes of its concurrency groups; a group that is not named has one permit. */
  groups: z
    .record(slug, z.int().min(1).max(MAX_GROUP_PLACES))
    .refine((groups) => Object.keys(groups).length <= MAX_GROUPS, `must name at most ${MAX_GROUPS} groups`)
    .optional()
    .meta({
      description: 'Sizes of its concurrency groups by name; a group that is not named has one permit.',
      examples: [{ nightly: 2 }],
    }),
  weight: weight
    .optional()
    .describe(
      `Its share of each executor's places and starts against the other tenants that have runs there, 1 to ${MAX_WEIGHT}; 1 unless given.`,
    ),
  groupWeights: z
    .record(slug, weight)
    .refine((groups) => Object.keys(groups).length <= MAX_GROUPS, `must name at most ${MAX_GROUPS} groups`)
    .optional()
    .meta({
      description: `Shares of its groups in \`maxActiveRuns\` and in its starts, 1 to ${MAX_WEIGHT}; 1 for a group that is not named, and for its jobs without a group together. Where none is given, runs of all groups wait in one line.`,
      examples: [{ nightly: 3 }],
    }),
  maxSharePercent: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .optional()
    .describe(
      'The most of the places of an engine or a worker on one executor that it may take, in percent, even while others are idle; null is no limit.',
    ),
  /** Other tenants whose jobs may run after its jobs; they see the ends and outputs of those. */
  dependents: z
    .array(slug)
    .max(MAX_GROUPS)
    .optional()
    .meta({
      description:
        'Other tenants whose jobs may run after its jobs, and receive their ends and outputs; none unless given.',
      examples: [['reports']],
    }),
  /** Text kept of logs, in bytes; null leaves it to the service's own limits, and more than those is never kept. */
  logLimits: z
    .strictObject({
      maxBytesPerAttempt: bytes.optional().describe('Bytes of text kept of an attempt.'),
      maxBytesPerRun: bytes.optional().describe('Bytes of text kept of a run.'),
    })
    .nullable()
    .optional()
    .describe(
      "Text kept of logs, in bytes; null leaves it to the service's own limits, and more than those is never kept.",
    ),
};

/** Body of `PATCH /tenants/{id}` once it is merged. */
export const tenantSpec = z.strictObject(tenantFields);
/** Body of `POST /tenants`. */
export const newTenant = z.strictObject({
  id: slug.describe('By which jobs, tokens and URLs name it.'),
  ...tenantFields,
});
export type TenantSpec = z.output<typeof tenantSpec>;
