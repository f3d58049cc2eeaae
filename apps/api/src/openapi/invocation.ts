/** The request that starts an attempt of a web-service worker, for the document's `webhooks`. */
import { z } from 'zod';
import { jsonObject, jsonValue } from '#common/spec/fields.js';
import { text, textOrNull, timeOrNull } from '../http/page.js';
import { newJobExample } from './examples.js';

export const invocationSchema = z.object({
  runId: text('The id of the run.'),
  attemptId: text('The id of the attempt; also in the header `Idempotency-Key`.'),
  attempt: z.int().min(1).describe('The number of the attempt at this index, from 1.'),
  task: text('The name of the task; `main` for a plain job.'),
  index: z.int().min(0).describe('The number of the index, from 0.'),
  indexKey: textOrNull('The key of the index from `withKeys`; null if there is none.'),
  indexMatrix: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The values of the index from `withMatrix`; null if there are none.'),
  indexCount: z.int().min(1).describe('How many indexes the task has.'),
  job: jsonObject.describe(
    'The complete snapshot of the job that the run was started from, with parameters and secureParameters, without status.',
  ),
  options: jsonObject
    .optional()
    .describe("The values of the job's options in this run, including secret ones; absent if the job declares none."),
  secrets: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'The values of the external secrets to which the job refers in `secretsFrom`, by `as`; absent if it refers to none.',
    ),
  scheduledFor: timeOrNull('The slot of the run; null for a run without a slot.'),
  jobStorage: jsonValue.describe('The job storage that earlier runs have saved; null if nothing is saved.'),
  lastSuccessStart: timeOrNull('When the latest successful run of the job started; null if there was none.'),
  lastSuccessFinish: timeOrNull('When the latest successful run of the job ended; null if there was none.'),
  callback: z
    .object({
      log: z.url().describe('The address for log lines.'),
      status: z.url().describe('The address for reports of progress and of the end.'),
      jobStorage: z.url().describe('The address for saving job storage.'),
      identity: z
        .url()
        .optional()
        .meta({
          description: 'The address for a new identity token; absent if the job has no identity.',
          examples: ['https://carillon.example.com/api/v1/callbacks/runs/ibm-nightly-1796119200~0~main~0~1/identity'],
        }),
      token: text('The bearer token of these calls.'),
    })
    .describe('The addresses for callbacks of the attempt.'),
});

const callbacks = 'https://carillon.example.com/api/v1/callbacks/runs/c33d29933ce131e4b0e97da5-1796119200~0~main~0~1';
export const invocationExample = {
  runId: 'c33d29933ce131e4b0e97da5-1796119200',
  attemptId: 'c33d29933ce131e4b0e97da5-1796119200/0/main/0/1',
  attempt: 1,
  task: 'main',
  index: 0,
  indexKey: null,
  indexMatrix: null,
  indexCount: 1,
  job: { id: 'c33d29933ce131e4b0e97da5', version: 3, ...newJobExample },
  scheduledFor: '2026-12-01T10:00:00.000Z',
  jobStorage: { lastRow: 1204 },
  lastSuccessStart: '2026-11-30T10:00:00.412Z',
  lastSuccessFinish: '2026-11-30T10:00:21.844Z',
  callback: {
    log: `${callbacks}/log`,
    status: `${callbacks}/status`,
    jobStorage: `${callbacks}/job_storage`,
    token: 'q2hHc0Zl…',
  },
};
