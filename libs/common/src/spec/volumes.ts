/** The public shape of the volumes of a job's pods. */
import { z } from 'zod';
import { jsonObject, objectName } from './fields.js';
import { quantityMap } from './worker.js';

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'] as const;
/** Spec of a PersistentVolumeClaim. */
const claimSpec = z.strictObject({
  accessModes: z.array(z.enum(ACCESS_MODES)).min(1).max(ACCESS_MODES.length).describe('How the volume may be mounted.'),
  resources: z
    .strictObject({
      requests: quantityMap
        .refine((requests) => requests['storage'] !== undefined, 'must say how much storage')
        .meta({ description: 'What is asked for; `storage` is needed.', examples: [{ storage: '1Gi' }] }),
      limits: quantityMap.optional().describe('What may be used at most.'),
    })
    .describe('Its size.'),
  storageClassName: z
    .union([z.literal(''), objectName])
    .optional()
    .describe('The storage class; the empty text asks for a volume of no class.'),
  volumeMode: z.enum(['Filesystem']).optional().describe('How the volume is presented.'),
  volumeName: objectName.optional().describe('A persistent volume by name.'),
  selector: jsonObject.optional().describe('A label selector over persistent volumes.'),
});

export type ClaimSpec = z.output<typeof claimSpec>;

export const volumeSpec = z.strictObject({
  mountPath: z
    .string()
    .max(1_024)
    .regex(/^\/[^:\0]*[^:/\0]$/, 'must be an absolute path without ":" and without "/" at its end')
    .refine((path) => !/\/(\.{0,2}\/|\.{1,2}$)/.test(path), 'must not hold "//", "." or ".."')
    .meta({ description: 'Absolute path where it is mounted.', examples: ['/data'] }),
  claimName: objectName
    .optional()
    .describe(
      'A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir.',
    ),
  claim: claimSpec
    .optional()
    .describe(
      'A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more.',
    ),
});
