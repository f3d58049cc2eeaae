/**
 * A run of higher priority gets the only permit of its tenant from a preemptible run, in a whole installation: the other run stops, waits
 * in the queue again and is run to its end, also when services die meanwhile.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const marks = mkdtempSync(path.join(tmpdir(), 'carillon-permits-'));

const shown = z.looseObject({
  id: z.string(),
  state: z.string(),
  phase: z.string(),
  reason: z.string(),
  generation: z.number(),
  preemptions: z.number().optional(),
});
// Processes of a tenant run under a user of their own.
chmodSync(marks, 0o777);

const runOf = async (id: string): Promise<z.output<typeof shown>> => shown.parse(await api.call('GET', `/runs/${id}`));
const started = z.object({ run: z.object({ id: z.string() }) });
const start = async (job: string): Promise<string> =>
  started.parse(await api.call('POST', `/jobs/${job}/run`, {})).run.id;

/** Sleeps until it is killed the first time; ends at once later. */
const stubborn = (mark: string): string[] => [
  'sh',
  '-c',
  `[ -e ${mark} ] && exit 0; touch ${mark}; trap "" TERM; while :; do sleep 0.2; done`,
];

/** A long run that has the only permit of its tenant, and an urgent one that waits for it. */
async function contest(tenant: string): Promise<{ readonly long: string; readonly urgent: string }> {
  await api.call('POST', '/tenants', { id: tenant, name: tenant, maxActiveRuns: 1 });
  const command = stubborn(path.join(marks, tenant));
  await api.call('POST', '/workers', { id: `${tenant}-long`, name: `${tenant} long`, engine: 'process', command });
  const quick = { id: `${tenant}-quick`, name: `${tenant} quick`, engine: 'process', command: ['true'] };
  await api.call('POST', '/workers', quick);
  const preemptible = { graceSeconds: 6 };
  const job = { id: `${tenant}-low`, tenant, name: 'Low', worker: `${tenant}-long`, preemptible };
  await api.call('POST', '/jobs', job);
  await api.call('POST', '/jobs', { id: `${tenant}-high`, tenant, name: 'High', worker: quick.id, priority: 20 });
  const long = await start(`${tenant}-low`);
  await eventually('the long run runs', async () => (await runOf(long)).phase === 'Running');
  return { long, urgent: await start(`${tenant}-high`) };
}

async function expectBothToEnd({ long, urgent }: { readonly long: string; readonly urgent: string }): Promise<void> {
  await eventually('the urgent run has ended', async () => (await runOf(urgent)).state === 'FINISHED');
  await eventually('the long run has ended', async () => (await runOf(long)).state === 'FINISHED');
  expect(await runOf(long)).toMatchObject({ preemptions: 1, generation: 1 });
}

beforeAll(() => quickstart.start('--empty'), LIMIT_MS);

afterAll(async () => {
  await quickstart.dispose();
  rmSync(marks, { recursive: true });
}, LIMIT_MS);

it(
  'the urgent run gets the permit, and the other run gets it again later',
  async () => {
    const runs = await contest('calm');
    await eventually('the long run gives up its permit', async () => (await runOf(runs.long)).phase === 'Restarting');
    await expectBothToEnd(runs);
  },
  LIMIT_MS,
);

it.each(['scheduler', 'executor'] as const)(
  'the urgent run gets the permit although the %s dies once the other run has been asked for it',
  async (service) => {
    const runs = await contest(`kill-${service}`);
    await eventually('the long run gives up its permit', async () => (await runOf(runs.long)).phase === 'Restarting');
    await quickstart.killService(service);
    await expectBothToEnd(runs);
  },
  LIMIT_MS,
);
