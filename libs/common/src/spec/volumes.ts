/** The public shape of the volumes of a job's pods. */
import { z } from 'zod';
import { jsonObject, objectName } from './fields.js';
import { quantityMap } from './worker.js';

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'] as const;
/** Spec of a PersistentVolumeClaim. */
const claimSpec = z.strictObject({
  accessModes: z
    .array(z.enum(ACCESS_MODES))
    .min(1)
    .max(ACCESS_MODES.length)
    .describe('The ways in which the volume may be mounted.'),
  resources: z
    .strictObject({
      requests: quantityMap
        .refine((requests) => requests['storage'] !== undefined, 'must contain storage')
        .meta({ description: 'The requested quantities; `storage` is required.', examples: [{ storage: '1Gi' }] }),
      limits: quantityMap.optional().describe('The quantities that may be used at most.'),
    })
    .describe('The size of the volume.'),
  storageClassName: z
    .union([z.literal(''), objectName])
    .optional()
    .describe('The storage class; the empty text asks for a volume of no class.'),
  volumeMode: z.enum(['Filesystem']).optional().describe('How the volume is presented.'),
  volumeName: objectName.optional().describe('The name of a persistent volume.'),
  selector: jsonObject.optional().describe('A label selector over persistent volumes.'),
});

export type ClaimSpec = z.output<typeof claimSpec>;

/** A folder of a container in which something is mounted. */
export const mountedPath = z
  .string()
  .max(1_024)
  .regex(/^\/[^:\0]*[^:/\0]$/, 'must be an absolute path without ":" and without "/" at its end')
  .refine((path) => !/\/(\.{0,2}\/|\.{1,2}$)/.test(path), 'must not contain "//", "." or ".."');

export const volumeSpec = z.strictObject({
  mountPath: mountedPath.meta({ description: 'Absolute path where it is mounted.', examples: ['/data'] }),
  claimName: objectName
    .optional()
    .describe(
      'The name of an existing volume claim; the run stays `Pending` until the claim exists. Without this field and `claim`, the volume is an emptyDir.',
    ),
  claim: claimSpec
    .optional()
    .describe(
      'A volume claim that is created for the run, kept over its restarts, and removed when the run can no longer be resumed.',
    ),
});
