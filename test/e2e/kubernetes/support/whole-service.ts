/** The whole service with the test cluster: each part with exactly the rights of the manifests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Api } from '../../support/api.js';
import { QuickstartProcess } from '../../support/quickstart-process.js';
import type { Testbed } from './testbed.js';

const attempts = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      state: z.string(),
      reason: z.string().nullish(),
      message: z.string().nullish(),
      logComplete: z.boolean().nullish(),
      logReason: z.string().nullish(),
    }),
  ),
});
export type PodAttempt = z.output<typeof attempts>['items'][number];

const statesPage = z.object({ items: z.array(z.object({ state: z.string() })), nextCursor: z.string().nullish() });
const PAGE_SIZE = 200;

/** Images of the test cluster want to be root, which the restricted level refuses. */
const SOME_USER = { spec: { securityContext: { runAsUser: 1000 } } };

type Fields = Readonly<Record<string, unknown>>;

export class WholeService {
  readonly api: Api;

  private constructor(readonly quickstart: QuickstartProcess) {
    this.api = new Api(() => quickstart.state());
  }

  static async start(testbed: Testbed): Promise<WholeService> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-cluster-'));
    const env: Record<string, string> = { EXECUTOR__ENGINES: 'kubernetes,webservice,process' };
    for (const name of ['executor', 'log-collector'] as const) {
      const { server, token, ca } = await testbed.account(name);
      const caFile = join(folder, `${name}.pem`);
      writeFileSync(caFile, ca);
      const own = { KUB_HOST: server, KUB_TOKEN: token, KUB_CA: caFile, KUB_NAMESPACE: 'workers' };
      const prefix = name === 'executor' ? 'EXECUTOR' : 'LOG_COLLECTOR';
      for (const [key, value] of Object.entries(own)) env[`${prefix}__${key}`] = value;
    }
    const service = new WholeService(QuickstartProcess.inNewFolder(env));
    await service.quickstart.start('--empty');
    await service.api.call('POST', '/tenants', { id: 'pods', name: 'Pods' });
    return service;
  }

  /** A worker and a job of the same name whose pods run this in a shell. */
  async shellJob(id: string, script: string, over: Fields = {}, ofWorker: Fields = {}): Promise<void> {
    await this.api.call('POST', '/workers', {
      id,
      name: id,
      engine: 'kubernetes',
      image: 'busybox:local',
      command: ['sh', '-c', script],
      podTemplate: SOME_USER,
      ...ofWorker,
    });
    await this.api.call('POST', '/jobs', { id, tenant: 'pods', name: id, worker: id, ...over });
  }

  /** Creates it unless it exists: to be repeated if no answer came. */
  async ensure(path: string, body: Fields & { readonly id: string }): Promise<void> {
    const { status } = await this.api.request('GET', `${path}/${body.id}`);
    if (status === 404) await this.api.call('POST', path, body);
    else if (status !== 200) throw new Error(`GET ${path}/${body.id} answered ${status}`);
  }

  /** Starts a run; gives its id. With a key, it is the same run however often it is requested. */
  async run(job: string, body: unknown = {}, key?: string): Promise<string> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await this.api.call('POST', `/jobs/${job}/run`, body, headers);
    return z.object({ run: z.object({ id: z.string() }) }).parse(answer).run.id;
  }

  async stateOf(run: string): Promise<string> {
    return z.object({ state: z.string() }).parse(await this.api.call('GET', `/runs/${run}`)).state;
  }

  /** The states of all runs of a tenant. */
  async statesOf(tenant: string): Promise<string[]> {
    const states: string[] = [];
    let cursor = '';
    do {
      const page = statesPage.parse(await this.api.call('GET', `/runs?tenant=${tenant}&limit=${PAGE_SIZE}${cursor}`));
      states.push(...page.items.map(({ state }) => state));
      cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
    } while (cursor !== '');
    return states;
  }

  async attemptsOf(run: string): Promise<PodAttempt[]> {
    return attempts.parse(await this.api.call('GET', `/runs/${run}/attempts`)).items;
  }

  async storageOf(job: string): Promise<unknown> {
    return this.api.call('GET', `/jobs/${job}/storage`);
  }
}
