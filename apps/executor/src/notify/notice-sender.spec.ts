import { systemClock } from '#common/clock/clock.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { silentLog } from '#testing/servers.js';
import type { CallOutcome } from '../engines/webservice/http-caller.js';
import { NoticeSender, type SenderParts } from './notice-sender.js';

const HANGING = 'http://hangs.test/hook';

/** Notices in memory, asked for as the store does. */
class Books {
  readonly waiting = new Map<string, Notice>();

  add(id: string, tenant: string, webhook: string): void {
    this.waiting.set(id, {
      ...{ id, tenant: asTenantId(tenant), job: asJobId('j'), shard: 0, on: 'failed', webhook, to: webhook },
      body: { id, on: 'failed', at: '', tenant, job: 'j', jobName: 'j', message: '', run: null, missed: null },
      ...{ decidedAt: 0, tries: 0, nextTryAt: this.waiting.size, outcome: null, lastError: null },
    });
  }

  due: SenderParts['notices']['due'] = async (_shards, _now, { tenants, webhooks }, limit) => {
    const due = [...this.waiting.values()].filter(
      (each) => !tenants.includes(each.tenant) && !webhooks.includes(each.to ?? ''),
    );
    return Promise.resolve(due.slice(0, limit));
  };

  save: SenderParts['notices']['save'] = async ({ id }) => {
    this.waiting.delete(id);
    return Promise.resolve();
  };
}

test('webhooks of one tenant that hang hold up neither its others nor other tenants', async () => {
  const books = new Books();
  for (let i = 0; i < 500; i++) books.add(`hanging-${i}`, 'slow', HANGING);
  for (let i = 0; i < 5; i++) books.add(`own-${i}`, 'slow', `http://answers.test/${i}`);
  for (let i = 0; i < 100; i++) books.add(`other-${i}`, 'quick', `http://quick.test/${i % 2}`);
  const letGo: (() => void)[] = [];
  const post = async (call: { url: string }): Promise<CallOutcome> => {
    if (call.url === HANGING) await new Promise<void>((resolve) => letGo.push(resolve));
    return { type: 'answered', status: 204, text: '' };
  };
  const sender = new NoticeSender(
    {
      notices: books,
      tenants: { load: async () => Promise.resolve(null) },
      caller: { post },
      secrets: { open: (sealed) => sealed },
      userAgent: 'test',
      clock: systemClock,
      metrics: new Metrics('executor', 'test'),
      log: silentLog,
    },
    () => new Set([0]),
  );
  await sender.step();
  expect([...books.waiting.keys()].filter((id) => !id.startsWith('hanging'))).toEqual([]);
  expect(letGo).toHaveLength(4);
  const stopped = sender.stop();
  for (const answer of letGo) answer();
  await stopped;
  expect(books.waiting.size).toBe(496);
});
