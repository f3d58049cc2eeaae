/** @promise S13 */
import { createHmac } from 'node:crypto';
import { asRunId, asTenantId } from '#common/domain/ids.js';
import { MAX_TRIGGER_DELIVERIES_PER_SECOND, MAX_TRIGGER_REFUSALS_PER_MINUTE } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { TriggerDeliveriesStore } from '#common/mongo/trigger-deliveries.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import { createLogger } from '#common/logging/logger.js';
import { NotedRefusals } from './noted-refusals.js';
import { TriggerIntake, type ReceivedDelivery } from './trigger-intake.js';

const NOW = 1_795_000_000_000;
const SECRET = 'only-for-this-test';
const BURST = 2 * MAX_TRIGGER_DELIVERIES_PER_SECOND;
const trigger: StoredTrigger = {
  tenant: asTenantId('ibm'),
  id: 't',
  uid: 'u',
  owner: 'bootstrap',
  hears: null,
  rev: 1,
  updatedAt: 1,
  updatedBy: 'ada',
  spec: { job: 'j', webhook: { signature: 'github', secrets: { now: 'sealed' } } },
};

/** An intake of one trigger, whose time only the test moves; `fired` and `counted` list its results. */
function intakeOf(): {
  take: (delivery: Partial<ReceivedDelivery>) => Promise<unknown>;
  later: (ms: number) => void;
  fired: string[];
  counted: [string, number][];
} {
  let passedMs = 0;
  const fired: string[] = [];
  const counted: [string, number][] = [];
  const clock = { now: () => NOW + passedMs, monotonic: () => passedMs };
  const count: TriggerDeliveriesStore['count'] = (outcome, _about, { count: more }) => {
    counted.push([outcome, more]);
    return Promise.resolve();
  };
  const log = createLogger('test', 'silent');
  const intake = new TriggerIntake(
    {
      triggers: { byUid: (uid) => Promise.resolve(uid === 'u' ? trigger : null) },
      keeper: { secretsOf: () => [SECRET] },
    },
    {
      fire: (_trigger, { text }) => {
        fired.push(text);
        return Promise.resolve({ run: asRunId('r'), detail: '', isDuplicate: false, repeated: false });
      },
    },
    new NotedRefusals({ count }, clock, new Metrics('api', '0.0.0'), log),
    clock,
  );
  return {
    take: async (delivery) =>
      intake
        .take({ uid: 'u', headers: {}, text: '', address: '10.0.0.1', ...delivery })
        .catch((error: unknown) => (error instanceof AppError ? error.code : error)),
    later: (ms) => (passedMs += ms),
    fired,
    counted,
  };
}

const signed = (text: string): Pick<ReceivedDelivery, 'text' | 'headers'> => {
  const digest = createHmac('sha256', SECRET).update(text).digest('hex');
  return { text, headers: { 'x-hub-signature-256': `sha256=${digest}` } };
};

test('S13: the rate of messages to one trigger is limited, and unsigned messages do not use it up', async () => {
  const { take, later, fired, counted } = intakeOf();
  for (let i = 0; i < 10 * BURST; i++) expect(await take({ text: `${i}` })).toBe('UNAUTHENTICATED');
  expect(counted).toEqual(Array(MAX_TRIGGER_REFUSALS_PER_MINUTE).fill(['unsigned', 1]));
  for (let i = 0; i < BURST; i++) expect(await take(signed(`${i}`))).toMatchObject({ run: 'r' });
  expect(await take(signed('beyond'))).toBe('TOO_MANY_REQUESTS');
  expect(fired).toHaveLength(BURST);
  later(1_000);
  for (let i = 0; i < MAX_TRIGGER_DELIVERIES_PER_SECOND; i++) await take(signed(`later ${i}`));
  expect(await take(signed('beyond'))).toBe('TOO_MANY_REQUESTS');
  expect(fired).toHaveLength(BURST + MAX_TRIGGER_DELIVERIES_PER_SECOND);
});

test('unsigned messages that were not counted one by one are counted together with the next one', async () => {
  const { take, later, counted } = intakeOf();
  for (let i = 0; i < MAX_TRIGGER_REFUSALS_PER_MINUTE + 7; i++) await take({});
  later(60_001);
  await take({});
  expect(counted.at(-1)).toEqual(['unsigned', 8]);
  expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(MAX_TRIGGER_REFUSALS_PER_MINUTE + 8);
});

test('S13: a message to an unknown trigger gets the same answer as an unsigned message, and is not counted', async () => {
  const { take, fired, counted } = intakeOf();
  expect(await take({ ...signed('x'), uid: 'other' })).toBe('UNAUTHENTICATED');
  expect([fired, counted]).toEqual([[], []]);
});
