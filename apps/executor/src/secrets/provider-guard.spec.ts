import { MAX_SECRET_READS_AT_ONCE, PROVIDER_FAILURES_UNTIL_PAUSE, PROVIDER_PAUSE_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { missing, unavailable } from './provider.js';
import { ProviderGuard } from './provider-guard.js';

const clock = { at: 0, monotonic: () => clock.at };
const guard = (metrics = new Metrics('executor', '0.0.0')): ProviderGuard => new ProviderGuard('vault', clock, metrics);
const away = (): Promise<never> => Promise.reject(unavailable('away'));
const reasonOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', messageOf);

test('a provider that fails repeatedly is paused for a while, and then asked once more', async () => {
  const one = guard();
  let asked = 0;
  const count = async (): Promise<never> => {
    asked += 1;
    return away();
  };
  for (let i = 0; i < PROVIDER_FAILURES_UNTIL_PAUSE + 3; i++) await reasonOf(one.run(count));
  expect(asked).toBe(PROVIDER_FAILURES_UNTIL_PAUSE);
  expect(await reasonOf(one.run(count))).toContain('not asked for a while: away');
  clock.at += PROVIDER_PAUSE_MS;
  await reasonOf(one.run(count));
  // Still unavailable: one request was enough to detect this.
  await reasonOf(one.run(count));
  expect(asked).toBe(PROVIDER_FAILURES_UNTIL_PAUSE + 1);
  clock.at += PROVIDER_PAUSE_MS;
  expect(await reasonOf(one.run(() => Promise.resolve()))).toBe('ok');
  expect(await reasonOf(one.run(() => Promise.resolve()))).toBe('ok');
});

test('a missing or refused secret is an answer and does not pause the provider', async () => {
  const one = guard();
  const none = (): Promise<never> => Promise.reject(missing('none'));
  for (let i = 0; i < 2 * PROVIDER_FAILURES_UNTIL_PAUSE; i++) expect(await reasonOf(one.run(none))).toBe('none');
});

test('the number of concurrent reads is limited, and all reads are counted', async () => {
  const metrics = new Metrics('executor', '0.0.0');
  const one = guard(metrics);
  let now = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  };
  await Promise.all(Array.from({ length: 100 }, () => one.read(work)));
  await reasonOf(one.read(away));
  expect(most).toBeLessThanOrEqual(MAX_SECRET_READS_AT_ONCE);
  const text = await metrics.text();
  expect(text).toContain('carillon_secret_reads_total{provider="vault",result="ok"} 100');
  expect(text).toContain('carillon_secret_reads_total{provider="vault",result="unavailable"} 1');
  expect(text).toContain('carillon_secret_read_seconds_count{provider="vault"} 101');
});
