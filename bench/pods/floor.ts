/**
 * The floor: what the control plane and its node take for the same pods when the least client that there can be asks for them:
 * plain requests on connections that are kept, one watch, no database, nothing remembered. A client that keeps logs and removes its
 * pods cannot have them for less.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Pool, type Dispatcher } from 'undici';
import { asJobId, asRunId, asTenantId, type AttemptKey } from '#common/domain/ids.js';
import { POD_LABELS, RESULT_FINALIZER } from '#common/run/pod-contract.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import type { Account } from '#testing/manifest-account.js';
import { podManifest } from '../../apps/executor/src/engines/kubernetes/core/pod-manifest.js';
import { podName } from '../../apps/executor/src/engines/kubernetes/core/pod-name.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';

const NAMESPACE = 'workers';
const PODS_PATH = `/api/v1/namespaces/${NAMESPACE}/pods`;
const INSTANCE = 'floor';
const SELECTOR = `${POD_LABELS.instance}=${INSTANCE}`;
const REQUESTS_AT_ONCE = 16;
const STRATEGIC_MERGE = 'application/strategic-merge-patch+json';

interface WatchedPod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly phase: string };
}

/** Its pods, step by step, each with its seconds and its processor seconds by program. */
export async function floor(account: Account, pods: number): Promise<Record<string, unknown>> {
  const client = new LeastClient(account);
  const watch = await client.watch();
  const keys = Array.from({ length: pods }, (_, index) => keyOf(index));
  try {
    return {
      createdAndEnded: await measured(async () => {
        await client.forEach(keys, async (key) => client.call('POST', PODS_PATH, manifestOf(key)));
        await watch.until(({ ended }) => ended === pods);
      }),
      logsRead: await measured(() =>
        client.forEach(keys, (key) => client.call('GET', `${PODS_PATH}/${nameOf(key)}/log?timestamps=true`)),
      ),
      finalizersRemoved: await measured(() =>
        client.forEach(keys, (key) => client.call('PATCH', `${PODS_PATH}/${nameOf(key)}`, LET_GO)),
      ),
      deletedTogether: await measured(async () => {
        await client.call('DELETE', `${PODS_PATH}?labelSelector=${SELECTOR}`, { gracePeriodSeconds: 0 });
        await watch.until(({ gone }) => gone === pods);
      }),
    };
  } finally {
    await client.close();
  }
}

const LET_GO = { metadata: { managedFields: [{}], '$deleteFromPrimitiveList/finalizers': [RESULT_FINALIZER] } };

async function measured(step: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const before = processorSeconds('withCluster');
  const began = performance.now();
  await step();
  const seconds = Number(((performance.now() - began) / 1_000).toFixed(2));
  return { seconds, processorSeconds: usedBetween(before, processorSeconds('withCluster')) };
}

class LeastClient {
  private readonly pool: Pool;
  private readonly headers: Record<string, string>;

  constructor({ server, token, ca }: Account) {
    this.pool = new Pool(server, { connect: { ca }, connections: REQUESTS_AT_ONCE + 1, bodyTimeout: 0 });
    this.headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  }

  async call(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<string> {
    const type = method === 'PATCH' ? STRATEGIC_MERGE : 'application/json';
    const answer = await this.pool.request({
      method,
      path,
      headers: { ...this.headers, ...(body && { 'content-type': type }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text;
  }

  async forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    const waiting = items.values();
    const worker = async (): Promise<void> => {
      for (const item of waiting) await work(item);
    };
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, worker));
  }

  /** Counts the events of the pods from now on. */
  async watch(): Promise<PodCounts> {
    const path = `${PODS_PATH}?watch=true&labelSelector=${SELECTOR}`;
    const { body } = await this.pool.request({ method: 'GET', path, headers: this.headers });
    return new PodCounts(createInterface({ input: body }));
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

class PodCounts {
  gone = 0;
  private readonly endedNames = new Set<string>();
  private failure: Error | null = null;
  private wake: () => void = () => undefined;

  constructor(lines: NodeJS.EventEmitter) {
    lines.on('line', (line: string) => {
      const { type, object } = JSON.parse(line) as { type: string; object: WatchedPod };
      if (type === 'DELETED') this.gone++;
      else if (object.status.phase === 'Succeeded') this.endedNames.add(object.metadata.name);
      this.wake();
    });
    lines.on('error', (error: Error) => {
      this.failure = error;
      this.wake();
    });
  }

  get ended(): number {
    return this.endedNames.size;
  }

  async until(done: (counts: PodCounts) => boolean): Promise<void> {
    while (!done(this)) {
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const RUN = asRunId('01m7zwfzeq0z53m6pt2p01e4m2');
const keyOf = (index: number): AttemptKey => ({ run: RUN, generation: 0, task: 'main', index, attempt: 1 });
const launchOf = (key: AttemptKey) =>
  aContainerLaunch(
    {
      tenant: asTenantId('bench'),
      job: asJobId('large'),
      jobName: 'large',
      slug: 'large',
      env: { plain: environmentOf(key), secret: { JOB_SECURE_PARAMS: '' } },
    },
    key,
  );
const nameOf = (key: AttemptKey): string => podName(launchOf(key), 0, digest);
const manifestOf = (key: AttemptKey): object => {
  const place = { instance: INSTANCE, namespace: NAMESPACE, secret: null, site: null, now: Date.now() };
  return podManifest(launchOf(key), { ...place, name: nameOf(key) });
};

/** The environment of a plain job's worker. */
const environmentOf = ({ run, task, index, attempt }: AttemptKey): Record<string, string> => ({
  JOB_ID: 'large',
  RUN_ID: run,
  TENANT_ID: 'bench',
  JOB_NAME: 'large',
  JOB_PARAMS: '',
  JOB_STORAGE: '',
  LAST_SUCCESS_START: '',
  LAST_SUCCESS_FINISH: '',
  SCHEDULED_FOR: '',
  TASK_NAME: task,
  TASK_ATTEMPT: String(attempt),
  JOB_COMPLETION_INDEX: String(index),
  TASK_INDEX_KEY: '',
});
