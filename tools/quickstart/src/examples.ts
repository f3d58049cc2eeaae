import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import type { ApiClient } from './api-client.js';

const definition = z.looseObject({ id: z.string() });
const definitionsSchema = z.object({
  tenant: definition,
  workers: z.array(definition),
  jobs: z.array(definition),
  /** Jobs that are also run once by hand when they are created. */
  manualRuns: z.array(z.string()),
});
export type Definitions = z.output<typeof definitionsSchema>;

const runsPage = z.object({ items: z.array(z.unknown()) });

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
export async function loadExamples(api: ApiClient, wanted: Definitions): Promise<{ created: string[] }> {
  const created: string[] = [];
  await api.expect([200, 201, 409], 'POST', '/tenants', { body: wanted.tenant });
  for (const worker of wanted.workers) {
    if (await create(api, '/workers', worker)) created.push(worker.id);
    else await refreshAddresses(api, worker);
  }
  for (const job of wanted.jobs) {
    if (await create(api, '/jobs', job)) created.push(job.id);
  }
  for (const job of wanted.manualRuns) await runOnce(api, job);
  return { created };
}

/** Runs a job by hand if it never ran; waits until the scheduler is available. */
async function runOnce(api: ApiClient, job: string): Promise<void> {
  const { body } = await api.expect([200, 404], 'GET', `/runs?job=${job}&limit=1`);
  if (runsPage.safeParse(body).data?.items.length !== 0) return;
  for (let tried = 1; ; tried++) {
    const statuses = tried < MAX_TRIES ? [202, 404, 503] : [202, 404];
    const headers = { 'idempotency-key': `quickstart-${job}` };
    const { status } = await api.expect(statuses, 'POST', `/jobs/${job}/run`, { body: {}, headers });
    if (status !== 503) return;
    await delay(RETRY_MS);
  }
}

/** False if it exists already, or was removed by its owner. */
async function create(api: ApiClient, path: string, wanted: { id: string }): Promise<boolean> {
  const found = await api.expect([200, 404, 410], 'GET', `${path}/${wanted.id}`);
  if (found.status !== 404) return false;
  // 503: the scheduler did not answer in time; the definition is stored and takes effect by itself.
  const { status } = await api.expect([200, 201, 409, 503], 'POST', path, { body: wanted });
  return status !== 409;
}

const ADDRESS_FIELDS = ['url', 'cancelUrl', 'httpHeaders', 'env'];

async function refreshAddresses(api: ApiClient, worker: Record<string, unknown> & { id: string }): Promise<void> {
  const addresses = Object.fromEntries(
    ADDRESS_FIELDS.flatMap((name) => (name in worker ? [[name, worker[name]]] : [])),
  );
  if (Object.keys(addresses).length === 0) return;
  const { body } = await api.expect([200], 'GET', `/workers/${worker.id}`);
  const stored = z.record(z.string(), z.unknown()).parse(body);
  // An admin is shown header values, so that equal ones can be recognised.
  if (Object.entries(addresses).every(([name, value]) => JSON.stringify(stored[name]) === JSON.stringify(value)))
    return;
  await api.expect([200], 'PATCH', `/workers/${worker.id}`, { body: addresses });
}
