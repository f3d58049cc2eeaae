/** Rules that pause jobs: once for the same failures, recorded, and never against a user who has just resumed the job. */
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { systemClock } from '#common/clock/clock.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { RuleStatesStore } from '#common/mongo/watch-states.store.js';
import { RulesStore } from '#common/mongo/rules.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { advanceRule, firstRuleFacts } from '#common/watch/rule.js';
import { until } from '#testing/until.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { FailingJobs, RulePauser } from '../../../apps/api/src/rules/rule-pauser.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

const TEST_LIMIT_MS = 90_000;
const LIMIT_MS = 60_000;
const tenant = asTenantId('sick');
const when = { type: 'failuresInRow', count: 3, pause: true } as const;

let api: ApiUnderTest;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  const hook = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test/' };
  await api.ask('POST', '/workers', { body: hook });
  for (const id of ['sick', 'well']) await api.ask('POST', '/tenants', { body: { id, name: id } });
});
afterAll(async () => api.stop());

const jobOf = async (id: string): Promise<JobView> => (await api.ask<JobView>('GET', `/jobs/${id}`)).body;

async function job(id: string, owner = 'sick'): Promise<void> {
  const body = { id, tenant: owner, name: id, worker: 'hook', cron: '0 3 * * *' };
  expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
}

async function end(of: string, phase: 'Failed' | 'Completed'): Promise<void> {
  const now = Date.now();
  const times = { createdAt: now, started: now, finished: now };
  await storeRun(api.mongo, `${of}-${++made}`, { job: asJobId(of), tenant, phase, ...times });
}

/** A rule that was created before anything failed. */
async function rule(id: string, more: Loose = {}): Promise<void> {
  const body = { id, tenant: 'sick', match: { job: 'none' }, when, ...more };
  expect((await api.ask('POST', '/rules', { body })).status).toBe(201);
}

/** What an executor saves when it has found the condition to hold for these jobs. */
async function found(of: string, jobs: readonly string[]): Promise<void> {
  const { uid, shard, since } = (await new RulesStore(api.mongo).load(tenant, of))!;
  const judged = jobs.map((id) => ({ job: id, name: id, message: '3 runs have failed one after the other' }));
  const { facts } = advanceRule('failuresInRow', firstRuleFacts(since), { at: since + 1, judged, next: null });
  const state = { uid, tenant, rule: of, shard, since, facts, pending: [] };
  expect(await new RuleStatesStore(api.mongo).save({ ...state, rev: 1 })).toBe(true);
}

/** The jobs that a check would pause now. */
async function wouldPause(): Promise<string[]> {
  const { mongo } = api;
  const paused: string[] = [];
  const watching = { rules: new RulesStore(mongo), states: new RuleStatesStore(mongo) };
  const failing = new FailingJobs(watching, new JobsStore(mongo), new RunReads(mongo), systemClock);
  const pauses = {
    pause: async ({ id }: { readonly id: string }): Promise<boolean> => Promise.resolve(paused.push(id) > 0),
  };
  await new RulePauser(failing, pauses, { jobsPausedByRules: { inc: () => undefined } }).look();
  return paused;
}

const isPaused = async (id: string): Promise<JobView> =>
  until(`${id} to be paused`, async () => ((await jobOf(id)).paused ? jobOf(id) : null), LIMIT_MS);

test(
  'a job is paused with the reason, once, and after a resume only because of further failures',
  async () => {
    await job('poison');
    await rule('stop', { match: { job: 'poison' } });
    for (let i = 0; i < 3; i++) await end('poison', 'Failed');
    await found('stop', ['poison']);
    const note = 'Paused by the rule stop: 3 runs have failed one after the other.';
    expect((await isPaused('poison')).paused).toMatchObject({ by: 'carillon', note });
    expect(await wouldPause()).toEqual([]);
    const audit = await api.ask<Listed<Loose>>('GET', '/audit?object=job/poison&action=pauseJob');
    expect(audit.body.items).toMatchObject([{ actor: 'carillon', detail: note }]);

    // The state still lists the job, and its last three runs have failed.
    await api.ask('POST', '/jobs/poison/resume', { body: {} });
    expect(await wouldPause()).toEqual([]);
    for (let i = 0; i < 2; i++) await end('poison', 'Failed');
    expect(await wouldPause()).toEqual([]);
    expect((await jobOf('poison')).paused).toBeNull();
    await end('poison', 'Failed');
    await isPaused('poison');
    const again = await api.ask<Listed<Loose>>('GET', '/audit?object=job/poison&action=pauseJob');
    expect(again.body.items).toHaveLength(2);
  },
  TEST_LIMIT_MS,
);

test('a job that has succeeded since it was found is not paused, nor is a job of another tenant', async () => {
  await job('cured');
  await job('foreign', 'well');
  await rule('late', { match: undefined });
  for (const id of ['cured', 'foreign']) for (let i = 0; i < 3; i++) await end(id, 'Failed');
  await end('cured', 'Completed');
  await found('late', ['cured', 'foreign']);
  expect(await wouldPause()).toEqual([]);
});

test('a rule pauses nothing if it does not pause jobs, is disabled, or was edited since', async () => {
  await job('left');
  await rule('watches', { match: { job: 'left' }, when: { type: 'failuresInRow', count: 3 } });
  await rule('resting', { match: { job: 'left' }, enabled: false });
  await rule('edited', { match: { job: 'left' }, when: { type: 'failuresInRow', count: 3 } });
  for (let i = 0; i < 3; i++) await end('left', 'Failed');
  for (const id of ['watches', 'resting', 'edited']) await found(id, ['left']);
  const body = { match: { job: 'left' }, when };
  expect((await api.ask('PUT', '/rules/edited?tenant=sick', { body })).status).toBe(200);
  expect(await wouldPause()).toEqual([]);
});

test('only failures in a row can pause jobs', async () => {
  const body = { id: 'wrong', tenant: 'sick', when: { type: 'failed', pause: true } };
  expect((await api.ask('POST', '/rules', { body })).status).toBe(400);
});
