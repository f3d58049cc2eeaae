import { systemClock } from '#common/clock/clock.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { silentLog } from '#testing/servers.js';
import type { CallOutcome } from '../engines/webservice/http-caller.js';
import { Deliverer, type DelivererParts } from './deliverer.js';
import { NoticeTargets } from './notice-targets.js';
import { NoticeDelivery } from './notice-delivery.js';
import { NoticeSender } from './notice-sender.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';

const HANGING = 'http://hangs.test/hook';

/** Notices in memory, with the queries of the store. */
class Books {
  readonly waiting = new Map<string, Notice>();
  readonly results: Notice[] = [];

  add(id: string, tenant: string, webhook: string): void {
    this.waiting.set(id, {
      id,
      tenant: asTenantId(tenant),
      job: asJobId('j'),
      shard: 0,
      on: 'failed',
      webhook,
      to: webhook,
      body: { id, on: 'failed', at: '', tenant, job: 'j', jobName: 'j', message: '', run: null, missed: null },
      decidedAt: 0,
      tries: 0,
      nextTryAt: this.waiting.size,
      outcome: null,
      lastError: null,
    });
  }

  due: NoticesStore['due'] = async (_shards, _now, { tenants, webhooks }, limit) => {
    const due = [...this.waiting.values()].filter(
      (each) => !tenants.includes(each.tenant) && !webhooks.includes(each.to),
    );
    return Promise.resolve(due.slice(0, limit));
  };

  undelivered: NoticesStore['undelivered'] = async (of, kinds) =>
    Promise.resolve([...this.waiting.values()].filter(({ on, to }) => kinds.includes(on) && to === of.to));

  save: NoticesStore['save'] = async (notice) => {
    this.results.push(notice);
    this.waiting.delete(notice.id);
    return Promise.resolve();
  };
}

function senderOf({
  notices,
  caller,
  secrets,
}: { notices: Books; secrets: Pick<SecretBox, 'open'> } & Pick<DelivererParts, 'caller'>): NoticeSender {
  const deliverer = new Deliverer({
    caller,
    tenants: { load: async () => Promise.resolve(null) },
    targets: new NoticeTargets({ load: async () => Promise.resolve(null) }, secrets),
    mailer: { send: async () => Promise.reject(new Error('no mail is sent')) },
    uiBase: 'https://carillon.test',
    userAgent: 'test',
    clock: systemClock,
  });
  const tools = { clock: systemClock, log: silentLog };
  const delivery = new NoticeDelivery(notices, deliverer, { ...tools, metrics: new Metrics('executor', 'test') });
  return new NoticeSender(notices, delivery, () => new Set([0]), tools);
}

test('webhooks that do not answer delay neither other webhooks of their tenant nor other tenants', async () => {
  const books = new Books();
  for (let i = 0; i < 500; i++) books.add(`hanging-${i}`, 'slow', HANGING);
  for (let i = 0; i < 5; i++) books.add(`own-${i}`, 'slow', `http://answers.test/${i}`);
  for (let i = 0; i < 100; i++) books.add(`other-${i}`, 'quick', `http://quick.test/${i % 2}`);
  const letGo: (() => void)[] = [];
  const post = async (call: { url: string }): Promise<CallOutcome> => {
    if (call.url === HANGING) await new Promise<void>((resolve) => letGo.push(resolve));
    return { type: 'answered', status: 204, text: '' };
  };
  const sender = senderOf({ notices: books, caller: { post }, secrets: { open: (sealed) => sealed } });
  await sender.step();
  expect([...books.waiting.keys()].filter((id) => !id.startsWith('hanging'))).toEqual([]);
  expect(letGo).toHaveLength(4);
  const stopped = sender.stop();
  for (const answer of letGo) answer();
  await stopped;
  expect(books.waiting.size).toBe(496);
});

test('a notice with an address that cannot be decrypted is given up at its first try with the reason, and the others are sent', async () => {
  const [here, gone] = [1, 2].map((key) => new SecretBox([{ id: `key-${key}`, key: Buffer.alloc(32, key) }]));
  const books = new Books();
  for (let i = 0; i < 200; i++) books.add(`gone-${i}`, 'a', gone?.seal('http://gone.test/hook') ?? '');
  books.add('damaged', 'a', 'no sealed text');
  books.add('last', 'a', here?.seal('http://here.test/hook') ?? '');
  const called: string[] = [];
  const post = async ({ url }: { url: string }): Promise<CallOutcome> => {
    called.push(url);
    return Promise.resolve({ type: 'answered', status: 204, text: '' });
  };
  const sender = senderOf({ notices: books, caller: { post }, secrets: here ?? { open: String } });
  await sender.step();
  await sender.stop();
  expect(called).toEqual(['http://here.test/hook']);
  const givenUp = books.results.filter(({ outcome }) => outcome === 'gaveUp');
  expect(givenUp.map(({ id }) => id)).toEqual([...Array.from({ length: 200 }, (_, i) => `gone-${i}`), 'damaged']);
  for (const { tries, nextTryAt } of givenUp) expect({ tries, nextTryAt }).toEqual({ tries: 1, nextTryAt: null });
  expect(givenUp[0]?.lastError).toContain(
    'the address of the webhook cannot be read: it is sealed with the key "key-2"',
  );
  expect(givenUp.at(-1)?.lastError).toContain('the address of the webhook cannot be read: it was changed');
});

test('a receiver that asks to wait gets none of its other notices before, and another is served', async () => {
  const books = new Books();
  for (let i = 0; i < 40; i++) books.add(`busy-${i}`, 'a', 'http://busy.test/hook');
  for (let i = 0; i < 40; i++) books.add(`other-${i}`, 'a', 'http://other.test/hook');
  const called: string[] = [];
  const post = async ({ url }: { url: string }): Promise<CallOutcome> => {
    called.push(url);
    const isBusy = url.includes('busy');
    return Promise.resolve({
      type: 'answered',
      status: isBusy ? 429 : 204,
      text: '',
      ...(isBusy && { retryAfter: '60' }),
    });
  };
  const sender = senderOf({ notices: books, caller: { post }, secrets: { open: (sealed) => sealed } });
  await sender.step();
  await sender.step();
  await sender.stop();
  expect(called.filter((url) => url.includes('other'))).toHaveLength(40);
  // As many as may be under way at once.
  expect(called.filter((url) => url.includes('busy'))).toHaveLength(4);
});
