import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from '#client/api-error.js';
import { dataOf, type Client, type Schemas } from '#client/client.js';
import { parseJson } from '#common/domain/parse-json.js';

const definition = z.looseObject({ id: z.string() });
const definitionsSchema = z.object({
  tenant: definition,
  workers: z.array(definition),
  jobs: z.array(definition),
  /** Jobs that are also run once by hand when they are created. */
  manualRuns: z.array(z.string()),
});
export type Definitions = z.output<typeof definitionsSchema>;

const MAX_TRIES = 20;
const RETRY_MS = 500;

/** Reads the file with `{{name}}` replaced by the values given; throws for a name without a value. */
export function readDefinitions(file: string, values: Readonly<Record<string, string>>): Definitions {
  const text = readFileSync(file, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} contains {{${name}}}, which has no value`);
    return value;
  });
  return definitionsSchema.parse(parseJson(text));
}

/**
 * Creates the examples through the public API. Existing definitions are not changed, except for the workers that call
 * the example service: its address and token may have changed.
 */
export async function loadExamples(client: Client, wanted: Definitions): Promise<{ created: string[] }> {
  const created: string[] = [];
  await statusOf(client.POST('/tenants', { body: wanted.tenant }), [409]);
  for (const worker of wanted.workers) {
    const body = worker as unknown as Schemas['NewWorker'];
    const isNew = await create(client.GET('/workers/{id}', of(worker.id)), () => client.POST('/workers', { body }));
    if (isNew) created.push(worker.id);
    else await refreshAddresses(client, worker);
  }
  for (const job of wanted.jobs) {
    const body = job as unknown as Schemas['NewJob'];
    if (await create(client.GET('/jobs/{id}', of(job.id)), () => client.POST('/jobs', { body }))) created.push(job.id);
  }
  for (const job of wanted.manualRuns) await runOnce(client, job);
  return { created };
}

const of = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } });

type Answered = Promise<{ readonly error?: unknown; readonly response: Response }>;

/** The status of the answer. Throws `ApiError` where the API refuses by a status that is not among these. */
async function statusOf(answered: Answered, refusals: readonly number[]): Promise<number> {
  const { error, response } = await answered;
  if (!response.ok && !refusals.includes(response.status)) throw new ApiError(response, error);
  return response.status;
}

/** Runs a job by hand if it never ran; waits until the scheduler is available. */
async function runOnce(client: Client, job: string): Promise<void> {
  const { data } = await client.GET('/runs', { params: { query: { job, limit: 1 } } });
  if (data?.items.length !== 0) return;
  for (let tried = 1; ; tried++) {
    const headers = { 'idempotency-key': `quickstart-${job}` };
    const run = client.POST('/jobs/{id}/run', { ...of(job), body: {}, headers });
    if ((await statusOf(run, tried < MAX_TRIES ? [404, 503] : [404])) !== 503) return;
    await delay(RETRY_MS);
  }
}

/** False if it exists already, or was removed by its owner. */
async function create(existing: Answered, make: () => Answered): Promise<boolean> {
  if ((await statusOf(existing, [404, 410])) !== 404) return false;
  // 503: the scheduler did not answer in time; the definition is stored and takes effect by itself.
  return (await statusOf(make(), [409, 503])) !== 409;
}

const ADDRESS_FIELDS = ['url', 'cancelUrl', 'httpHeaders', 'env'];

async function refreshAddresses(client: Client, worker: Record<string, unknown> & { id: string }): Promise<void> {
  const addresses = Object.fromEntries(
    ADDRESS_FIELDS.flatMap((name) => (name in worker ? [[name, worker[name]]] : [])),
  );
  if (Object.keys(addresses).length === 0) return;
  const stored: Record<string, unknown> = await dataOf(client.GET('/workers/{id}', of(worker.id)));
  // An admin is shown header values, so that equal ones can be recognised.
  if (Object.entries(addresses).every(([name, value]) => JSON.stringify(stored[name]) === JSON.stringify(value)))
    return;
  await dataOf(client.PATCH('/workers/{id}', { ...of(worker.id), body: addresses }));
}
