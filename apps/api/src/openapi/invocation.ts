/** The request that starts an attempt of a web-service worker, for the document's `webhooks`. */
import { z } from 'zod';
import { jsonObject, jsonValue } from '#common/spec/fields.js';
import { shownTimeOrNull } from '../http/view-fields.js';
import { newJobExample } from './examples.js';

export const invocationSchema = z.object({
  runId: z.string(),
  attemptId: z.string(),
  attempt: z.int().min(1),
  task: z.string(),
  index: z.int().min(0),
  indexKey: z.string().nullable(),
  indexMatrix: z.record(z.string(), z.string()).nullable(),
  indexCount: z.int().min(1),
  job: jsonObject.meta({
    description: "The run's whole job snapshot, with parameters and secureParameters, without status.",
  }),
  options: jsonObject.optional().meta({
    description: "What the job's options come to in this run, secret ones included; absent if it declares none.",
  }),
  scheduledFor: shownTimeOrNull,
  jobStorage: jsonValue,
  lastSuccessStart: shownTimeOrNull,
  lastSuccessFinish: shownTimeOrNull,
  callback: z.object({ log: z.url(), status: z.url(), jobStorage: z.url(), token: z.string() }),
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
