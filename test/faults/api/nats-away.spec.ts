import { contracts } from '#common/messages/registry.js';
import { asRunId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { until } from '#testing/until.js';
import {
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Loose,
  type Reply,
} from '../../integration/api/api-under-test.js';
import { firstAttempt, liveAttempt, storeRun } from '../../integration/api/stored-runs.js';

let api: ApiUnderTest;
let job: string;
const reported: string[] = [];

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  api.standIn(contracts.reportStatus, ({ attempt }) => {
    reported.push(attempt);
    return { ok: true as const };
  });
  await api.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://h.test' } });
  const made = await api.ask<{ id: string }>('POST', '/jobs', {
    body: { tenant: 'ibm', name: 'there', worker: 'hook' },
  });
  job = made.body.id;
});
afterAll(async () => api.stop());

interface Ready {
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly checks: Readonly<Record<string, string>>;
}
const readiness = async (): Promise<Reply<Ready>> => api.askAt<Ready>('GET', '/readyz');

/** A freeze has to be noticed within ten seconds. */
const noticed = async (): Promise<Ready> =>
  until(
    'the loss of NATS to be noticed',
    async () => {
      const { status, body } = await readiness();
      expect(status).toBe(200);
      return body.degraded ? body : null;
    },
    10_000,
  );

const back = async (): Promise<unknown> =>
  until('NATS to be back', async () => !(await readiness()).body.degraded, 30_000);

async function running(run: string): Promise<AttemptId> {
  const attempt = firstAttempt(run);
  await storeRun(api.mongo, run, { phase: 'Running', live: [liveAttempt(attempt)] });
  return attempt;
}

const finish = async (attempt: AttemptId): Promise<Reply<Loose>> =>
  api.ask('POST', `/callbacks/runs/${attemptSegment(attempt)}/status`, {
    token: api.secrets.callbackToken(attempt),
    body: { state: 'FINISHED' },
  });

const losses = {
  frozen: {
    lose: async () => api.natsServer.freeze(),
    bringBack: async (): Promise<void> => {
      api.natsServer.thaw();
      return Promise.resolve();
    },
  },
  gone: { lose: async () => api.natsServer.kill(), bringBack: async () => api.natsServer.restart() },
};

describe.each(['frozen', 'gone'] as const)('while NATS is %s', (how) => {
  const { lose, bringBack } = losses[how];

  beforeAll(async () => {
    await lose();
    await noticed();
  });

  test('the api is ready, and reports that NATS is unavailable', async () => {
    const { status, body } = await readiness();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ready: true, degraded: true, checks: { mongodb: 'ok' } });
    expect(body.checks['nats']).not.toBe('ok');
    expect(await api.metrics()).toContain('carillon_dependency_up{dependency="nats"} 0');
  });

  test('stored data is read', async () => {
    await storeRun(api.mongo, `read-${how}`);
    for (const path of ['/jobs', `/jobs/${job}`, '/runs', `/runs/read-${how}`, '/workers', `/jobs/${job}/slots`]) {
      expect([path, (await api.ask('GET', path)).status]).toEqual([path, 200]);
    }
  });

  test('a command that needs another service is answered 503, with the time to wait', async () => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', dryRun: true };
    const refused = [
      await api.ask('POST', `/jobs/${job}/run`, { body: {} }),
      await api.ask('POST', `/jobs/${job}/backfill`, { body: range }),
    ];
    for (const reply of refused) expect(reply).toMatchObject({ status: 503, body: { code: 'SCHEDULER_UNAVAILABLE' } });
    refused.push(await api.ask('PUT', `/jobs/${job}/storage`, { body: { a: 1 } }));
    expect(refused.at(-1)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a definition is stored, and its answer says that it takes effect later', async () => {
    const body = { tenant: 'ibm', name: `made while ${how}`, worker: 'hook', cron: '0 5 * * *' };
    const made = await api.ask<{ id: string }>('POST', '/jobs', { body });
    expect([made.status, made.headers.get('carillon-pending')]).toEqual([201, 'scheduler']);
    const patched = await api.ask('PATCH', `/jobs/${made.body.id}`, { body: { labels: { a: 'b' } } });
    expect([patched.status, patched.headers.get('carillon-pending')]).toEqual([200, 'scheduler']);
    expect((await api.ask('POST', `/jobs/${made.body.id}/pause`, { body: {} })).status).toBe(200);
    const worker = await api.ask('PATCH', '/workers/hook', { body: { description: how } });
    expect([worker.status, worker.headers.get('carillon-pending')]).toEqual([200, 'scheduler']);
    expect((await api.ask('GET', `/jobs/${made.body.id}`)).body).toMatchObject({ version: 2, labels: { a: 'b' } });
    const removed = await api.ask('DELETE', `/jobs/${made.body.id}`);
    expect([removed.status, removed.headers.get('carillon-pending')]).toEqual([204, 'scheduler']);
  });

  test('a callback is kept for its owner, and answered', async () => {
    const run = `kept-${how}`;
    const attempt = await running(run);
    expect((await finish(attempt)).status).toBe(204);
    const kept = await new InboxStore(api.mongo, api.secrets).ofShards('executor', [shardOf(asRunId(run))], 0);
    expect(kept.map((entry) => entry.attempt)).toContain(attempt);
  });

  test('after its return, commands and callbacks reach their owners again', async () => {
    await bringBack();
    await back();
    expect((await api.ask('POST', `/jobs/${job}/run`, { body: {} })).status).toBe(202);
    const attempt = await running(`direct-${how}`);
    expect((await finish(attempt)).status).toBe(204);
    expect(reported).toContain(attempt);
    const changed = await api.ask('PATCH', `/jobs/${job}`, { body: { labels: { back: how } } });
    expect([changed.status, changed.headers.get('carillon-pending')]).toEqual([200, null]);
  });
});
