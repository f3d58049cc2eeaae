/** Jobs fail and recover under rules, with a receiver that counts; executors are killed and stand still meanwhile. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { contracts } from '#common/messages/registry.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { RuleStatesStore } from '#common/mongo/rule-states.store.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { newRun } from '#common/run/new-run.js';
import type { Phase } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { noticeBody, type NoticeBody } from '#common/spec/notify.js';
import type { RuleCondition, RuleSpec } from '#common/spec/rule.js';
import { freeze } from '#testing/freeze.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { box, World } from './support/world.js';

const TEST_LIMIT_MS = 240_000;
const LIMIT_MS = 90_000;
/** Longer than a lease. */
const FREEZE_MS = 8_000;
const INTERVAL_SECONDS = 1;
/** In which the rules are looked at several times. */
const TURNS_MS = 5_000 * INTERVAL_SECONDS;
const MINUTE = 60_000;
const tenant = asTenantId('ibm');
const definition = { tenant, rev: 1, updatedAt: 0, updatedBy: 'test' } as const;

let world: World;
let executors: ServiceProcess[];
let server: Server;
let made = 0;
/** By key: a notice whose sender died before it could save that is sent again under the same one. */
const received = new Map<string, NoticeBody>();

const noticesOf = (rule: string): NoticeBody[] =>
  [...received.values()].filter(({ incident }) => incident?.monitor === rule);
/** The id of a notice ends with a digest of its channel: the order of two channels is not promised. */
const stepsOf = (rule: string): string[] =>
  noticesOf(rule)
    .map(({ on }) => on)
    .toSorted();
/** The answer to the first tries of such notices of a rule, until it is removed. */
const refused = new Set<string>();

const startExecutor = (): Promise<ServiceProcess> =>
  startService('executor', { ...world.env, WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS) });

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const body = noticeBody.parse(JSON.parse(text));
      if (refused.delete(`${body.incident?.monitor}/${body.on}`)) return response.writeHead(503).end();
      received.set(body.id, body);
      return response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world = await World.create();
  executors = await Promise.all([startExecutor(), startExecutor()]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  for (const id of ['ops', 'boss']) {
    const target = { type: 'webhook', url: box.seal(`${url}/${id}`) } as const;
    await new ChannelsStore(world.mongo).insert({ ...definition, id, spec: { target } }, 'test');
  }
}, TEST_LIMIT_MS);
afterAll(async () => {
  for (const executor of executors) await executor.stop();
  await world.close();
  server.closeAllConnections();
  server.close();
}, TEST_LIMIT_MS);

/** `labels.of` is what the rules of one test choose their jobs by. */
async function job(id: string, of: string, owner = 'ibm'): Promise<void> {
  const now = Date.now();
  const stored: StoredJob = {
    ...{ id: asJobId(id), tenant: asTenantId(owner), version: 1, rev: 1, createdAt: now - 60 * MINUTE, updatedAt: now },
    ...{ updatedBy: 'test', sealed: { secureParameters: null, httpHeaders: {} }, paused: null, deletedAt: null },
    spec: { tenant: owner, name: id, worker: 'hook', labels: { of } },
  };
  expect(await new JobsStore(world.mongo).insert(stored, 'test')).toBe('saved');
}

/** A rule of ten minutes ago about the jobs of its name. */
async function rule(id: string, when: RuleCondition, more: Partial<RuleSpec> = {}): Promise<StoredRule> {
  const uid = `uid-${id}`;
  const spec: RuleSpec = { when, match: { labels: { of: id } }, channels: ['ops'], ...more };
  const stored = { ...definition, id, uid, shard: shardOf(uid), since: Date.now() - 10 * MINUTE, spec };
  await new RulesStore(world.mongo).insert(stored, 'test');
  return stored;
}

/** A run of the job; its times are seconds before now. */
async function run(
  of: string,
  phase: Phase,
  times: { made?: number; started?: number; finished?: number } = {},
): Promise<void> {
  const ago = (seconds: number | undefined): number | null =>
    seconds === undefined ? null : Date.now() - seconds * 1_000;
  const id = asRunId(`rule-run-${++made}-${process.pid}`);
  const at = ago(times.made ?? times.started ?? 1) ?? 0;
  const fresh = newRun(
    {
      ...{ id, shard: shardOf(id), tenant, job: asJobId(of), jobName: of, jobVersion: 1, worker: asWorkerId('hook') },
      ...{ engine: 'webservice', spec: asSpecHash('none'), trigger: 'schedule', requestedBy: null, scheduledFor: at },
      ...{ startAfter: at, overrides: null, phase: 'Pending', reason: 'Admitted', message: '', holds: [] },
    },
    at,
  );
  const state: Partial<Run> = { phase, started: ago(times.started), finished: ago(times.finished), wakeAt: null };
  await new RunsStore(world.mongo).insertRuns([{ ...fresh, ...state }]);
}
const fail = async (of: string): Promise<void> => run(of, 'Failed', { started: 1, finished: 0 });
const succeed = async (of: string): Promise<void> => run(of, 'Completed', { started: 1, finished: 0 });

test.concurrent(
  'failures in a row of several jobs are one incident, which is escalated, and over when the last job succeeds',
  async () => {
    for (const id of ['row-a', 'row-b', 'row-c']) await job(id, 'row');
    await job('row-other', 'somebody-else');
    await rule('row', { type: 'failuresInRow', count: 2 }, { escalation: { afterSeconds: 1, channels: ['boss'] } });
    for (const id of ['row-a', 'row-b', 'row-other']) for (let i = 0; i < 2; i++) await fail(id);
    await fail('row-c');
    await until('the escalation', () => stepsOf('row').length >= 2, LIMIT_MS);
    expect(stepsOf('row')).toEqual(['escalated', 'opened']);
    const opened = noticesOf('row').find(({ on }) => on === 'opened');
    expect(opened?.incident).toMatchObject({ source: 'rule', reason: 'failuresInRow', jobCount: 2 });
    expect(opened?.incident?.jobs?.map(({ id }) => id).toSorted()).toEqual(['row-a', 'row-b']);

    await fail('row-c');
    const incident = async (): Promise<number | undefined> =>
      (await new IncidentsStore(world.mongo).load('uid-row-1'))?.jobs?.count;
    await until('the third job to join', async () => (await incident()) === 3, LIMIT_MS);
    for (const id of ['row-a', 'row-b']) await succeed(id);
    await until('two jobs to be well', async () => (await incident()) === 1, LIMIT_MS);
    expect(stepsOf('row')).toEqual(['escalated', 'opened']);
    await succeed('row-c');
    await until('its end to be notified to both', () => stepsOf('row').length >= 4, LIMIT_MS);
    expect(stepsOf('row')).toEqual(['escalated', 'opened', 'resolved', 'resolved']);
    expect(noticesOf('row').at(-1)?.message).toBe('row: recovered');
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'an end is delivered after the beginning, even where a channel has refused that at first',
  async () => {
    await job('order', 'order');
    refused.add('order/opened');
    await rule('order', { type: 'failed' });
    await fail('order');
    await until('the beginning to be refused', () => refused.size === 0, LIMIT_MS);
    await succeed('order');
    await until('both', () => noticesOf('order').length >= 2, LIMIT_MS);
    expect(noticesOf('order').map(({ on }) => on)).toEqual(['opened', 'resolved']);
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'each condition is found in what the services store, and what is well is not',
  async () => {
    const long = Array.from({ length: 6 }, () => ({ started: 20, finished: 19 }));
    const conditions: Record<string, { when: RuleCondition; runs: [Phase, Parameters<typeof run>[2]][] }> = {
      failed: { when: { type: 'failed' }, runs: [['Failed', { started: 5, finished: 1 }]] },
      flapping: {
        when: { type: 'flapping', changes: 2 },
        runs: [
          ['Failed', { made: 30, started: 30, finished: 29 }],
          ['Completed', { made: 20, started: 20, finished: 19 }],
          ['Failed', { made: 10, started: 10, finished: 9 }],
        ],
      },
      late: { when: { type: 'lateStart', afterSeconds: 60 }, runs: [['Queued', { made: 90 }]] },
      long: { when: { type: 'tooLong', afterSeconds: 60 }, runs: [['Running', { started: 90 }]] },
      usual: {
        when: { type: 'tooLong', factor: 3 },
        runs: [...long.map((times): [Phase, typeof times] => ['Completed', times]), ['Running', { started: 15 }]],
      },
      short: { when: { type: 'tooShort', underSeconds: 10 }, runs: [['Completed', { started: 5, finished: 1 }]] },
      often: {
        when: { type: 'tooOften', runs: 1, withinSeconds: 600 },
        runs: [
          ['Completed', { started: 30, finished: 29 }],
          ['Completed', { started: 5, finished: 1 }],
        ],
      },
      queue: { when: { type: 'queueTooLong', afterSeconds: 60 }, runs: [['Queued', { made: 90 }]] },
      stale: {
        when: { type: 'noSuccessSince', seconds: 1_200 },
        runs: [['Completed', { started: 1_399, finished: 1_390 }]],
      },
      missed: { when: { type: 'missed' }, runs: [] },
    };
    for (const [id, { when, runs }] of Object.entries(conditions)) {
      await job(`bad-${id}`, id);
      await job(`well-${id}`, id);
      await run(`well-${id}`, 'Completed', { made: 55, started: 55, finished: 40 });
      for (const [phase, times] of runs) await run(`bad-${id}`, phase, times);
      if (id !== 'missed') await rule(id, when);
    }
    const gap = { from: Date.now() - 5_000, to: Date.now() - 5_000, count: 1, outcome: 'missed' } as const;
    const facts = { job: asJobId('bad-missed'), tenant, reason: 'MisfireSkip', recordedAt: Date.now() } as const;
    await new GapsStore(world.mongo).record([{ ...gap, ...facts }]);
    await rule('missed', { type: 'missed' });

    const ids = Object.keys(conditions);
    await until('each to be found', () => ids.every((id) => stepsOf(id).length > 0), LIMIT_MS);
    expect(ids.map((id) => [id, stepsOf(id)])).toEqual(ids.map((id) => [id, ['opened']]));
    const found = ids.map((id) => noticesOf(id)[0]?.incident?.jobs?.map((each) => each.id));
    expect(found).toEqual(ids.map((id) => [`bad-${id}`]));
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'a job of another tenant is never watched, whether a rule names it or its labels',
  async () => {
    await job('theirs', 'theirs', 'acme');
    await fail('theirs');
    await rule('theirs', { type: 'failed' });
    await rule('by-id', { type: 'failed' }, { match: { job: 'theirs' } });
    const states = new RuleStatesStore(world.mongo);
    const looked = async (): Promise<number> =>
      [...(await states.load(['uid-theirs', 'uid-by-id'])).values()].filter(({ facts }) => facts.watched === 0).length;
    await until('both to have looked', async () => (await looked()) === 2, LIMIT_MS);
    expect([...stepsOf('theirs'), ...stepsOf('by-id')]).toEqual([]);
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'who acknowledges an incident of a rule keeps it from being escalated',
  async () => {
    await job('taken', 'taken');
    const taken = await rule('taken', { type: 'failed' }, { escalation: { afterSeconds: 5, channels: ['boss'] } });
    await fail('taken');
    await until('it to be notified', () => stepsOf('taken').length === 1, LIMIT_MS);
    const ask = { v: 1, incident: 'uid-taken-1', action: 'acknowledge', actor: 'ada' } as const;
    expect(await world.nats.request(contracts.changeIncident, { shard: taken.shard }, ask, 10_000)).toEqual({
      ok: true,
    });
    await delay(7_000);
    expect(stepsOf('taken')).toEqual(['opened']);
  },
  TEST_LIMIT_MS,
);

test(
  'however executors die and stand still for longer than their lease, each incident is notified once, and its end once',
  async () => {
    const ids = Array.from({ length: 24 }, (_, i) => `many-${i}`);
    for (const id of ids) {
      await job(id, id);
      await rule(id, { type: 'failed' });
    }
    const half = ids.length / 2;
    await Promise.all(ids.slice(0, half).map(fail));
    const frozen = await freeze(() => [executors[0]!.pid]);
    await Promise.all(ids.slice(half).map(fail));
    await delay(FREEZE_MS);
    frozen.thaw();
    await until('some to be notified', () => ids.filter((id) => stepsOf(id).length > 0).length >= half / 2, LIMIT_MS);
    await executors[1]!.kill();
    executors[1] = await startExecutor();
    await until('each to be notified', () => ids.every((id) => stepsOf(id).length > 0), LIMIT_MS);
    await Promise.all(ids.map(succeed));
    const again = await freeze(() => [executors[1]!.pid]);
    await delay(FREEZE_MS);
    again.thaw();
    await until('each end to be notified', () => ids.every((id) => stepsOf(id).length > 1), LIMIT_MS);
    await delay(TURNS_MS);
    expect(ids.map((id) => stepsOf(id).toSorted())).toEqual(ids.map(() => ['opened', 'resolved']));
  },
  TEST_LIMIT_MS,
);

test(
  'a rule that is gone takes its state and its incidents along',
  async () => {
    await job('gone', 'gone');
    const gone = await rule('gone', { type: 'failed' });
    await fail('gone');
    await until('it to be notified', () => stepsOf('gone').length === 1, LIMIT_MS);
    await new RulesStore(world.mongo).removeAll(tenant);
    const left = async (): Promise<number> => {
      const states = await new RuleStatesStore(world.mongo).load([gone.uid]);
      const incident = await new IncidentsStore(world.mongo).load(`${gone.uid}-1`);
      return states.size + (incident === null ? 0 : 1);
    };
    await until('nothing to be left', async () => (await left()) === 0, LIMIT_MS);
    expect(await left()).toBe(0);
  },
  TEST_LIMIT_MS,
);
