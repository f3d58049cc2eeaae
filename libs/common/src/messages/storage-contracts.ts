/** Requests of people to the log collector about the storage of jobs. */
import { z } from 'zod';
import { answerOf } from './answers.js';
import { jsonValue } from '../spec/fields.js';
import { contract } from './contract.js';

const v = z.literal(1);

const storageEdit = {
  v,
  job: z.string(),
  tenant: z.string(),
  actor: z.string(),
  expectedVersion: z.number().nullable(),
};
const storageEdited = answerOf({ version: z.number() });

export const storageContracts = {
  /** A person sets a job's storage. `expectedVersion` (null: any) guards against values that were saved meanwhile. */
  putStorage: contract({
    kind: 'request',
    template: 'collector.v1.put-storage',
    from: ['api'],
    to: ['log-collector'],
    schema: z.object({ ...storageEdit, value: jsonValue }),
    reply: storageEdited,
  }),

  /**
   * A person deletes a job's storage; the former versions stay and may be restored. `forget`: no version stays, because another job
   * gets its id.
   */
  deleteStorage: contract({
    kind: 'request',
    template: 'collector.v1.delete-storage',
    from: ['api'],
    to: ['log-collector'],
    schema: z.object({ ...storageEdit, forget: z.literal(true).optional() }),
    reply: storageEdited,
  }),

  /** A person makes an earlier version the job's value again, as a new version. */
  restoreStorage: contract({
    kind: 'request',
    template: 'collector.v1.restore-storage',
    from: ['api'],
    to: ['log-collector'],
    schema: z.object({ ...storageEdit, version: z.number() }),
    reply: storageEdited,
  }),
} as const;
