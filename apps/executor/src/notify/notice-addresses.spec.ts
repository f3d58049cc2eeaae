import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import { NoticeAddresses } from './notice-addresses.js';

const KEY_A = { id: 'a', key: Buffer.alloc(32, 1) };
const KEY_B = { id: 'b', key: Buffer.alloc(32, 2) };
const BOTH = new SecretBox([KEY_A, KEY_B]);
const ONLY_B = new SecretBox([KEY_B]);
const HOOK = new SecretBox([KEY_A]).seal('https://hook.test/a');
const OTHER = ONLY_B.seal('https://hook.test/b');

/** The addresses for a service with these keys, over the saved notices. */
const addressesWith = (box: SecretBox, saved: readonly Notice[]): NoticeAddresses =>
  new NoticeAddresses(
    { addressed: async (beginning) => Promise.resolve(saved.filter(({ id }) => id.startsWith(beginning))) },
    box,
  );

function noticeBy(addresses: NoticeAddresses, webhook: string): Notice {
  const to = addresses.digest(webhook);
  const id = `run/0/failed/${to}`;
  return {
    id,
    tenant: asTenantId('t'),
    job: asJobId('j'),
    shard: 0,
    on: 'failed',
    webhook,
    to,
    body: { id, on: 'failed', at: '', tenant: 't', job: 'j', jobName: 'j', message: '', run: null, missed: null },
    decidedAt: 0,
    tries: 0,
    nextTryAt: 0,
    outcome: null,
    lastError: null,
  };
}

test('an address is identified by its value, not by its encrypted text', () => {
  const addresses = addressesWith(BOTH, []);
  expect(addresses.digest(ONLY_B.seal('https://hook.test/a'))).toBe(addresses.digest(HOOK));
  expect(addresses.digest(OTHER)).not.toBe(addresses.digest(HOOK));
});

test('addresses with a missing key are still distinguished, and their notices are decided once', async () => {
  const saved: Notice[] = [];
  const addresses = addressesWith(ONLY_B, saved);
  const gone = noticeBy(addresses, HOOK);
  const here = noticeBy(addresses, OTHER);
  expect(await addresses.withoutRepeated([gone, here])).toEqual([gone, here]);
  saved.push(gone, here);
  addresses.note(saved);
  expect(await addresses.withoutRepeated([gone, here])).toEqual([here]);
  // A replica without this knowledge decides the notice under the same id.
  expect(await addressesWith(ONLY_B, saved).withoutRepeated([noticeBy(addresses, HOOK)])).toEqual([gone]);
});

test('a notice that was decided while the address could be read is not decided again after its key is removed', async () => {
  const saved = [noticeBy(addressesWith(BOTH, []), HOOK)];
  const later = addressesWith(ONLY_B, saved);
  expect(await later.withoutRepeated([noticeBy(later, HOOK)])).toEqual([]);
});

test('a notice that could not be sent for a missing key is sent once the key is back', async () => {
  const saved = [noticeBy(addressesWith(ONLY_B, []), HOOK)];
  const later = addressesWith(BOTH, saved);
  const notice = noticeBy(later, HOOK);
  expect(notice.id).not.toBe(saved[0]?.id);
  expect(await later.withoutRepeated([notice])).toEqual([notice]);
});
