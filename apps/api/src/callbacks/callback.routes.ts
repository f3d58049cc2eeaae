import { z } from 'zod';
import { jsonObject, jsonValue } from '#common/spec/fields.js';
import { outputsProblem } from '#common/run/outputs.js';
import {
  MAX_AUDIENCE_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_OUTPUTS_BYTES,
  MAX_PROGRESS_BYTES,
} from '#common/domain/limits.js';
import { route, routesOf } from '../http/route.js';
import { idText, time } from '../http/page.js';

const MAX_LINES = 20_000;

const common = {
  access: 'attempt',
  params: z.strictObject({
    attempt: idText.describe('The id of the attempt, as in the callback URLs of the invocation.'),
  }),
  refusals: ['ATTEMPT_ENDED'],
} as const;

export const callbackRoutes = routesOf('Callbacks of web-service workers', {
  reportStatus: route({
    ...common,
    at: 'POST /callbacks/runs/{attempt}/status',
    summary: 'Report the progress or the end of an attempt',
    description:
      'The answer follows when the status is stored. `message` and `progress` are shown with the attempt while it runs, and the last ones stay. A repetition of the same final status is answered 204; another status after the end, or a call for an attempt that is not the current one, is answered 409. A field that is `null` counts as left out.',
    exactNumbersIn: ['progress', 'outputs'],
    body: z.strictObject({
      state: z
        .enum(['RUNNING', 'FINISHED', 'FAILED'])
        .describe('`RUNNING` reports that the attempt goes on; the other values end the attempt.'),
      message: z
        .string()
        .nullish()
        .describe(`A message for people, of which ${MAX_MESSAGE_LENGTH} characters are kept.`),
      exitCode: z
        .int()
        .min(0)
        .max(255)
        .nullish()
        .describe('Only with an end: the exit code, which the rules of the job treat like the exit code of a process.'),
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
        .nullish()
        .describe(
          `Only with an end: the outputs, as results by name, at most ${MAX_OUTPUTS_BYTES} bytes as JSON. They are stored with the run and passed on to jobs that run after it.`,
        ),
    }),
    example: { body: { state: 'FINISHED', message: '1,204 rows', exitCode: 0 } },
  }),
  appendLog: route({
    ...common,
    at: 'POST /callbacks/runs/{attempt}/log',
    summary: "Add lines to an attempt's log",
    description:
      'Plain text, or JSON whose `seq` makes repeated calls harmless. In plain text U+FFFD replaces bytes that are not UTF-8; JSON with such bytes is answered 400. The call is accepted until 60 seconds after the end of the attempt.',
    body: z.union([
      z.string(),
      z.strictObject({
        lines: z
          .array(z.string())
          .max(MAX_LINES)
          .describe(`The lines, at most ${MAX_LINES}; a line break at the end of one is left out.`),
        seq: z
          .int()
          .min(0)
          .nullish()
          .describe(
            'The number of this call, counted from 1. Lines of a call whose number was stored already are not added again, and those of calls that are sent one after the other stay in order, whichever replica takes each.',
          ),
      }),
    ]),
    bodyTypes: ['application/json', 'text/plain'],
    takesOutput: true,
    exactNumbersIn: ['lines'],
    example: { body: { lines: ['read 1,204 rows'], seq: 1 } },
  }),
  renewIdentity: route({
    ...common,
    at: 'GET /callbacks/runs/{attempt}/identity',
    summary: "Give the attempt a new token of its job's identity",
    description:
      'For an attempt that runs for longer than its token is valid, or whose recipients must each get a token of their own. A token is valid for an hour at most, and not for longer than the attempt may run. Refused as soon as the attempt has ended.',
    query: z.strictObject({
      audience: z
        .string()
        .max(MAX_AUDIENCE_LENGTH)
        .optional()
        .describe('One of the audiences of the job, for a token that nobody else accepts. Default: all of them.'),
    }),
    answer: z.object({
      token: z.string().meta({ description: 'The token, a JWT.', examples: ['eyJhbGciOiJFUzI1NiIsImtpZCI6Ij…'] }),
      expiresAt: time('When the token expires.'),
    }),
  }),
  saveStorage: route({
    ...common,
    at: 'POST /callbacks/runs/{attempt}/job_storage',
    summary: "Save the job's storage",
    description:
      'Any JSON value, which the next run is given; numbers are kept as they are written. The call is accepted until 60 seconds after the end of the attempt, unless a newer run of the job was created or has saved since then: then it is answered 409.',
    exactNumbersIn: 'body',
    body: jsonValue,
    example: { body: { lastRow: 1204 } },
  }),
});
