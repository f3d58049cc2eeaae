/** The api's requests to the executor, which alone sends notices and writes incidents and error groups. */
import { z } from 'zod';
import { answerOf, done } from './answers.js';
import { NOTICE_EVENTS } from '../notices/notice-events.js';
import { contract } from './contract.js';

const v = z.literal(1);

export const noticeContracts = {
  /** Requests another delivery of a notice: it becomes due. Answered when that is stored. */
  redeliver: contract({
    kind: 'shardRequest',
    template: 'executor.v1.redeliver.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object({ v, notice: z.string() }),
    reply: done,
  }),

  /** Acknowledges an incident, ends it, or adds a note (`text`). Answered when that is stored. */
  changeIncident: contract({
    kind: 'shardRequest',
    template: 'executor.v1.change-incident.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object({
      v,
      incident: z.string(),
      action: z.enum(['acknowledge', 'resolve', 'note']),
      actor: z.string(),
      text: z.string().optional(),
    }),
    reply: done,
  }),

  /** Mutes an error group, or opens it again (null). Answered when that is stored. */
  changeErrorGroup: contract({
    kind: 'shardRequest',
    template: 'executor.v1.change-error-group.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object({
      v,
      group: z.string(),
      mute: z
        .object({
          until: z.discriminatedUnion('type', [
            z.object({ type: z.literal('forever') }),
            z.object({ type: z.literal('time'), at: z.number() }),
            z.object({ type: z.literal('version'), version: z.number() }),
            z.object({ type: z.literal('newVersion') }),
          ]),
          why: z.string(),
        })
        .nullable(),
      actor: z.string(),
    }),
    reply: done,
  }),

  /** Tests a channel: the executor sends a test message, and answers with the result. */
  testChannel: contract({
    kind: 'request',
    template: 'executor.v1.test-channel',
    from: ['api'],
    to: ['executor'],
    schema: z.object({
      v,
      tenant: z.string(),
      channel: z.string(),
      actor: z.string(),
      /** The event that the message is about; none: it says that it is a test. */
      on: z.enum(NOTICE_EVENTS).optional(),
    }),
    reply: answerOf({
      delivered: z.boolean(),
      status: z.number().nullable(),
      reason: z.string().nullable(),
      tookMs: z.number(),
    }),
  }),
} as const;
