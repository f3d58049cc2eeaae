/** Jobs fail and recover under rules, with a receiver that counts. */
import { setTimeout as delay } from 'node:timers/promises';
import { asJobId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { RuleStatesStore } from '#common/mongo/watch-states.store.js';
import { RulesStore } from '#common/mongo/rules.store.js';
import type { Phase } from '#common/run/phase.js';
import type { RuleCondition } from '#common/spec/rule.js';
import { until } from '#testing/until.js';
import { RuledJobs, type RunTimes } from './support/ruled-jobs.js';
import { LIMIT_MS, tenant, TEST_LIMIT_MS, WatchOfThisFile } from './support/watch-world.js';

const here = new WatchOfThisFile();
const { noticesOf, stepsOf, refused, mongo } = here;
const { job, rule, run, fail, succeed } = new RuledJobs(mongo);

test.concurrent(
  'failures in a row of several jobs are one incident, which is escalated, and ends when the last job succeeds',
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
      (await new IncidentsStore(mongo()).load('uid-row-1'))?.jobs?.count;
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
  'an end is delivered after the beginning, also if a channel has refused that at first',
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
  'each condition is found in what the services store, and jobs without a problem are not',
  async () => {
    const long = Array.from({ length: 6 }, () => ({ started: 20, finished: 19 }));
    const conditions: Record<string, { when: RuleCondition; runs: [Phase, RunTimes][] }> = {
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
    await new GapsStore(mongo()).record([{ ...gap, ...facts }]);
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
    const states = new RuleStatesStore(mongo());
    const looked = async (): Promise<number> =>
      [...(await states.load(['uid-theirs', 'uid-by-id'])).values()].filter(({ facts }) => facts.watched === 0).length;
    await until('both to have looked', async () => (await looked()) === 2, LIMIT_MS);
    expect([...stepsOf('theirs'), ...stepsOf('by-id')]).toEqual([]);
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'a user who acknowledges an incident of a rule prevents its escalation',
  async () => {
    await job('taken', 'taken');
    const taken = await rule('taken', { type: 'failed' }, { escalation: { afterSeconds: 5, channels: ['boss'] } });
    await fail('taken');
    await until('it to be notified', () => stepsOf('taken').length === 1, LIMIT_MS);
    const ask = { v: 1, incident: 'uid-taken-1', action: 'acknowledge', actor: 'ada' } as const;
    expect(await here.world.nats.request(contracts.changeIncident, { shard: taken.shard }, ask, 10_000)).toEqual({
      ok: true,
    });
    await delay(7_000);
    expect(stepsOf('taken')).toEqual(['opened']);
  },
  TEST_LIMIT_MS,
);

test(
  'a removed rule takes its state and its incidents along',
  async () => {
    await job('gone', 'gone');
    const gone = await rule('gone', { type: 'failed' });
    await fail('gone');
    await until('it to be notified', () => stepsOf('gone').length === 1, LIMIT_MS);
    await new RulesStore(mongo()).removeAll(tenant);
    const left = async (): Promise<number> => {
      const states = await new RuleStatesStore(mongo()).load([gone.uid]);
      const incident = await new IncidentsStore(mongo()).load(`${gone.uid}-1`);
      return states.size + (incident === null ? 0 : 1);
    };
    await until('nothing to be left', async () => (await left()) === 0, LIMIT_MS);
    expect(await left()).toBe(0);
  },
  TEST_LIMIT_MS,
);
