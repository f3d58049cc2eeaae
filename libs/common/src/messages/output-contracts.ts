/** The executor's requests to the collector about the output of attempts that still run. */
import { z } from 'zod';
import { answerOf } from './answers.js';
import { MAX_SIGNS_ASKED_AT_ONCE } from '../domain/limits.js';
import { ENGINES } from '../spec/worker.js';
import { contract } from './contract.js';

const question = z.object({
  v: z.literal(1),
  engine: z.enum(ENGINES),
  attempts: z.array(z.object({ attempt: z.string(), host: z.string() })).max(MAX_SIGNS_ASKED_AT_ONCE),
});
/** In the order of the request. `at`: when the last line was written, null where there is none; absent where it is unknown now. */
const signs = z.array(z.object({ at: z.number().nullable().optional() }));
const reply = answerOf({ signs });

export const outputContracts = {
  /** When these attempts last wrote a line, collected or not. */
  lastWritten: contract({
    kind: 'shardRequest',
    template: 'collector.v1.last-written.{shard}',
    from: ['executor'],
    to: ['log-collector'],
    schema: question,
    reply,
  }),

  /** The same request, forwarded to the replica on the host with the spools of these attempts. */
  lastWrittenHere: contract({
    kind: 'request',
    template: 'collector.v1.last-written-here.{replica}',
    from: ['log-collector'],
    to: ['log-collector'],
    schema: question,
    reply,
  }),
} as const;
