import { z } from 'zod';
import { jsonObject, jsonValue } from '#common/spec/fields.js';
import { outputsProblem } from '#common/run/outputs.js';
import { MAX_MESSAGE_LENGTH, MAX_OUTPUTS_BYTES, MAX_PROGRESS_BYTES } from '#common/domain/limits.js';
import { noContent, route } from '../http/route.js';
import { idText } from '../http/route-fields.js';

const MAX_LINES = 20_000;

const common = {
  tag: 'Callbacks of web-service workers',
  method: 'POST',
  access: 'attempt',
  params: z.strictObject({
    attempt: idText.meta({ description: 'As the invocation gave it in its callback URLs.' }),
  }),
  status: 204,
  answer: noContent,
  refusals: ['ATTEMPT_ENDED'],
} as const;

export const callbackRoutes = {
  reportStatus: route({
    ...common,
    id: 'reportStatus',
    path: '/callbacks/runs/{attempt}/status',
    summary: 'Say how an attempt is doing, or that it has ended',
    description:
      'Answered when it is stored. `message` and `progress` are shown with the attempt while it runs, and the last ones stay. The same final status again is answered 204; another one after the end, or a call of an attempt that is not the current one, 409.',
    body: z.strictObject({
      state: z
        .enum(['RUNNING', 'FINISHED', 'FAILED'])
        .describe('`RUNNING` says that it goes on; the others end the attempt.'),
      message: z
        .string()
        .max(MAX_MESSAGE_LENGTH)
        .optional()
        .describe(`For people; at most ${MAX_MESSAGE_LENGTH} characters.`),
      exitCode: z
        .int()
        .min(0)
        .max(255)
        .optional()
        .describe('With an end: decides by the rules of the job as that of a process would.'),
      progress: jsonValue
        .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_PROGRESS_BYTES, {
          message: `must have at most ${MAX_PROGRESS_BYTES} bytes as JSON`,
        })
        .optional()
        .describe(`Any JSON value of at most ${MAX_PROGRESS_BYTES} bytes; shown with the attempt.`),
      outputs: jsonObject
        .superRefine((value, ctx) => {
          const message = outputsProblem(value);
          if (message !== null) ctx.addIssue({ code: 'custom', message });
        })
        .optional()
        .describe(
          `With an end: results by name, at most ${MAX_OUTPUTS_BYTES} bytes as JSON; kept with the run, and passed on to jobs that run after it.`,
        ),
    }),
    example: { body: { state: 'FINISHED', message: '1,204 rows', exitCode: 0 } },
  }),
  appendLog: route({
    ...common,
    id: 'appendLog',
    path: '/callbacks/runs/{attempt}/log',
    summary: "Add lines to an attempt's log",
    description:
      'Plain text, or JSON whose `seq` makes repeats harmless. Accepted for 60 seconds after the end of the attempt.',
    body: z.union([
      z.string(),
      z.strictObject({
        lines: z.array(z.string()).max(MAX_LINES).describe(`Lines without their ends; at most ${MAX_LINES}.`),
        seq: z
          .int()
          .min(0)
          .optional()
          .describe('The number of this call: what has a number that was stored already is not added again.'),
      }),
    ]),
    bodyTypes: ['application/json', 'text/plain'],
    takesOutput: true,
    example: { body: { lines: ['read 1,204 rows'], seq: 1 } },
  }),
  saveStorage: route({
    ...common,
    id: 'saveStorage',
    path: '/callbacks/runs/{attempt}/job_storage',
    summary: "Save the job's storage",
    description: 'Any JSON value; the next run is given it. Accepted for 60 seconds after the end of the attempt.',
    body: jsonValue,
    example: { body: { lastRow: 1204 } },
  }),
} as const;
