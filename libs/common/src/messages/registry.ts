/** Every NATS subject of Carillon. Additive changes only; a new meaning is a new contract. */
import { z } from 'zod';
import { answerOf, done, refusal } from './answers.js';
import { CONCURRENCY_POLICIES } from '../spec/schedule.js';
import { admission, admissionReply, dependencyContracts } from './admission-contracts.js';
import { contract, type PayloadOf, type ReplyOf } from './contract.js';
import { outputContracts } from './output-contracts.js';
import { limitContracts } from './limit-contracts.js';
import { storageContracts } from './storage-contracts.js';
import { noticeContracts } from './notice-contracts.js';
import { operatorContracts } from './operator-contracts.js';
import { jsonValue } from '../spec/fields.js';
import { MAX_RUNS_ADMITTED_AT_ONCE, MAX_SEALS_ASKED_AT_ONCE, MAX_SUCCESSES_ANNOUNCED } from '../domain/limits.js';
import { PHASES, RUN_STATES } from '../run/phase.js';
import { OUTPUT_STREAMS } from '../run/output.js';
import { TRIGGERS } from '../run/run.js';
import { insertedRun } from '../run/inserted-run.js';
import { ENGINES } from '../spec/worker.js';

const v = z.literal(1);
const instant = z.number();
const shardKey = { v, run: z.string() };

/** True when earlier calls of this attempt may be in the inbox: they are processed first. */
const behindInbox = z.literal(true).optional();

export const runTransition = z.object({
  at: instant,
  phase: z.enum(PHASES),
  state: z.enum(RUN_STATES),
  reason: z.string(),
  message: z.string(),
  actor: z.string(),
  /** The pod that it is about. */
  pod: z.string().optional(),
});

const endedAttempt = { attempt: z.string(), host: z.string(), startedAt: instant.nullable() };
const sealQuestion = z.object({ v, engine: z.enum(ENGINES), ...endedAttempt });
/** Further ended attempts of the same run. */
const alsoEnded = z.array(z.object(endedAttempt)).max(MAX_SEALS_ASKED_AT_ONCE).optional();
const sealVerdict = z.object({
  ok: z.literal(true),
  sealed: z.boolean(),
  complete: z.boolean(),
  reason: z.string().nullable(),
  /** The outputs that were reported. */
  outputs: z.record(z.string(), jsonValue).optional(),
  /** If it is not sealed: the number of lines read so far. While it grows, the executor waits longer. */
  linesRead: z.number().optional(),
});
const sealAnswer = z.discriminatedUnion('ok', [sealVerdict, refusal]);
/** The answers for the others, in their order. */
const others = z.array(sealAnswer).optional();

const startFacts = z.object({ job: z.string(), tenant: z.string(), spec: z.string() });

export const contracts = {
  /**
   * A run is to be reconciled: it was admitted, or a command waits for it. To the executor that owns the shard. `at`: not before this
   * instant. `start`: of an admitted run, what the executor may read for its start before the run itself. `made`: the run, which has
   * just been stored; without it the executor reads it.
   */
  dispatch: contract({
    kind: 'durable',
    stream: 'DISPATCH',
    template: 'dispatch.v1.{shard}',
    from: ['api', 'scheduler'],
    to: ['executor'],
    schema: z.object({
      ...shardKey,
      at: z.number().optional(),
      start: startFacts.optional(),
      made: insertedRun.optional(),
    }),
  }),

  /** What changed about a run; one message may carry several transitions. For live views, notifications, and the scheduler's permits. */
  runChanged: contract({
    kind: 'durable',
    stream: 'EVENTS',
    template: 'events.v1.{shard}.{tenant}',
    from: ['scheduler', 'executor'],
    to: ['scheduler', 'api'],
    schema: z.object({
      v,
      run: z.string(),
      rev: z.number(),
      tenant: z.string(),
      job: z.string(),
      jobName: z.string(),
      worker: z.string(),
      engine: z.enum(ENGINES),
      trigger: z.enum(TRIGGERS),
      scheduledFor: instant.nullable(),
      createdAt: instant,
      started: instant.nullable(),
      finished: instant.nullable(),
      exitCode: z.number().nullable(),
      phase: z.enum(PHASES),
      state: z.enum(RUN_STATES),
      /** Jobs may run after it. */
      followed: z.literal(true).optional(),
      /** How many transitions the run had made before these, so that a receiver detects missed ones. */
      before: z.number().optional(),
      transitions: z.array(runTransition),
    }),
  }),

  /** Lines as they are stored, for live tails. */
  liveLog: contract({
    kind: 'event',
    template: 'logs.v1.{run}',
    from: ['log-collector'],
    to: ['api'],
    schema: z.object({
      v,
      attempt: z.string(),
      lines: z.array(z.object({ seq: z.number(), at: instant, stream: z.enum(OUTPUT_STREAMS), text: z.string() })),
    }),
  }),

  /** A definition or its pause changed: the scheduler applies it to `schedules` and then answers. */
  applyJob: contract({
    kind: 'request',
    template: 'scheduler.v1.apply',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, job: z.string() }),
    reply: answerOf({ jobRev: z.number(), nextSlot: instant.nullable() }),
  }),

  /**
   * A run of the job was requested and will be admitted soon, by an `admitRun` with this `preparation`: the scheduler reads what the admission
   * depends on. A hint that nobody waits for; replicas of the scheduler share these messages.
   */
  prepareRun: contract({
    kind: 'request',
    template: 'scheduler.v1.prepare',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, job: z.string(), preparation: z.string() }),
    reply: z.object({ ok: z.literal(true) }),
  }),

  /** Starts a run by hand; the requester fixes the id, so a repeat is the same run. */
  admitRun: contract({
    kind: 'request',
    template: 'scheduler.v1.admit',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, ...admission }),
    reply: admissionReply,
  }),

  /** The same for several runs at once; each is answered by itself, in their order. */
  admitRuns: contract({
    kind: 'request',
    template: 'scheduler.v1.admit-many',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, requests: z.array(z.object(admission)).min(1).max(MAX_RUNS_ADMITTED_AT_ONCE) }),
    reply: answerOf({ replies: z.array(admissionReply) }),
  }),

  /** Backfills a range of past slots; the requester fixes the id, so a repeat is the same backfill. */
  startBackfill: contract({
    kind: 'request',
    template: 'scheduler.v1.backfill',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({
      v,
      backfill: z.string(),
      job: z.string(),
      requestedBy: z.string(),
      from: instant,
      to: instant,
      /** True: only lists the slots. */
      dryRun: z.boolean(),
      concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).nullable(),
      maxPerMinute: z.number(),
      /** True if downstream jobs run for these slots, too. */
      downstream: z.boolean().optional(),
    }),
    reply: answerOf({ slots: z.array(instant) }),
  }),

  /** Ends a backfill: no further slots; runs that it has made continue. Answered when that is stored. */
  cancelBackfill: contract({
    kind: 'request',
    template: 'scheduler.v1.cancel-backfill',
    from: ['api'],
    to: ['scheduler'],
    schema: z.object({ v, backfill: z.string(), actor: z.string() }),
    reply: done,
  }),

  /** A queued run has a command, or a job's next slot may have moved. A hint to the scheduler, whose sweep finds it anyway. */
  schedulerHint: contract({
    kind: 'event',
    template: 'scheduler.v1.hint.{shard}',
    from: ['api', 'scheduler'],
    to: ['scheduler'],
    schema: z.object({ v, run: z.string().optional(), job: z.string().optional() }),
  }),

  /** A web-service worker's status callback; answered when it is saved. */
  reportStatus: contract({
    kind: 'shardRequest',
    template: 'executor.v1.status.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object({
      v,
      attempt: z.string(),
      at: instant,
      state: z.enum(['RUNNING', 'FINISHED', 'FAILED']),
      message: z.string().nullable(),
      exitCode: z.number().nullable(),
      progress: jsonValue.nullable(),
      /** The outputs of an end. */
      outputs: z.record(z.string(), jsonValue).optional(),
    }),
    reply: done,
  }),

  /** Deletes an ended run: it is hidden at once, and retention removes it. Answered when it is hidden. */
  removeRun: contract({
    kind: 'shardRequest',
    template: 'executor.v1.remove.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object(shardKey),
    reply: done,
  }),

  /** A sign of life of an attempt (a log or storage callback): proves its start and moves its idle deadline. */
  attemptSeen: contract({
    kind: 'event',
    template: 'executor.v1.seen.{shard}',
    from: ['api'],
    to: ['executor'],
    schema: z.object({ v, attempt: z.string(), at: instant }),
  }),

  /** Successes that a replica has just stored: the others pass them to the next runs of these jobs. */
  jobsSucceeded: contract({
    kind: 'event',
    template: 'executor.v1.succeeded',
    from: ['executor'],
    to: ['executor'],
    schema: z.object({
      v,
      successes: z
        .array(z.object({ job: z.string(), started: instant, finished: instant }))
        .max(MAX_SUCCESSES_ANNOUNCED),
    }),
  }),

  /** Log lines of a web-service worker; answered when they are stored. */
  appendLog: contract({
    kind: 'shardRequest',
    template: 'collector.v1.log.{shard}',
    from: ['api'],
    to: ['log-collector'],
    schema: z.object({
      v,
      attempt: z.string(),
      at: instant,
      lines: z.array(z.string()),
      /** The worker's own number of this call; a number seen before is a repeat. */
      seq: z.number().nullable(),
      /** Names this call where there is no seq: the same key is the same call, sent again or found in the inbox. */
      key: z.string(),
      behindInbox,
    }),
    reply: done,
  }),

  /** A value for job storage from a web-service worker; answered when it is stored. */
  saveStorage: contract({
    kind: 'shardRequest',
    template: 'collector.v1.storage.{shard}',
    from: ['api'],
    to: ['log-collector'],
    schema: z.object({ v, attempt: z.string(), at: instant, value: jsonValue, key: z.string(), behindInbox }),
    reply: done,
  }),

  /** The attempt has ended: store the rest of its output, then answer whether it is complete. `sealed: false` means ask again. */
  sealOutput: contract({
    kind: 'shardRequest',
    template: 'collector.v1.seal.{shard}',
    from: ['executor'],
    to: ['log-collector'],
    schema: sealQuestion.extend({ others: alsoEnded }),
    reply: z.discriminatedUnion('ok', [sealVerdict.extend({ others }), refusal.extend({ others })]),
  }),

  /** The same request, forwarded to the replica on the host with the attempt's spool. */
  sealOutputHere: contract({
    kind: 'request',
    template: 'collector.v1.seal-here.{replica}',
    from: ['log-collector'],
    to: ['log-collector'],
    schema: sealQuestion,
    reply: sealAnswer,
  }),

  ...outputContracts,
  ...storageContracts,
  ...dependencyContracts,
  ...noticeContracts,
  ...operatorContracts,
  ...limitContracts,
} as const;

export type Contracts = typeof contracts;
/** The payload of the contract with this name, and the answer to it. */
export type Payload<Name extends keyof Contracts> = PayloadOf<Contracts[Name]>;
export type ReplyTo<Name extends keyof Contracts> = ReplyOf<Contracts[Name]>;

/** The streams and their bounds. They are kept in memory (ADR 9), and sweeps find within seconds what a lost message had announced. */
export const STREAMS = {
  DISPATCH: {
    subjects: ['dispatch.v1.*'],
    retention: 'workqueue',
    maxAgeSeconds: 3_600,
    maxMessages: 2_000_000,
    maxBytes: 64 * 1024 * 1024,
  },
  EVENTS: {
    subjects: ['events.v1.>'],
    retention: 'limits',
    maxAgeSeconds: 600,
    maxMessages: 1_000_000,
    maxBytes: 64 * 1024 * 1024,
  },
} as const;
