/**
 * Secrets that are kept outside, in a local Vault and in files: leases that outlive the executor that got them; providers that are slow
 * or unavailable. @promise S3
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { until } from '#testing/until.js';
import {
  DYNAMIC,
  FROM_FILE,
  FROM_KV,
  OPEN,
  OutsideSecrets,
  TOKEN_SECONDS,
} from '../../integration/executor/support/outside-secrets.js';
import type { ServiceProcess } from '../../integration/support/service-process.js';

jest.setTimeout(300_000);
const LIMIT_MS = 90_000;

let outside: OutsideSecrets;
let executor: ServiceProcess;
let collector: ServiceProcess;

beforeAll(async () => {
  outside = await OutsideSecrets.create();
  outside.slow.delayMs = 60_000;
  [executor, collector] = await Promise.all([outside.start('executor'), outside.start('log-collector')]);
});
afterAll(async () => {
  await Promise.all([executor.stop(), collector.stop()]);
  await outside.close();
});

test('a lease is renewed while its run lives, by the executor that takes over, and revoked at the end', async () => {
  const before = outside.vault.gone.length;
  const run = await outside.world.begin(
    ['sh', '-c', 'while [ ! -e "$STOP" ]; do sleep 0.2; done; echo "$DB_PASSWORD"'],
    {
      worker: OPEN,
      job: { secretsFrom: DYNAMIC, env: { STOP: join(outside.folder, 'stop') } },
    },
  );
  await outside.world.reaches(run.id, 'running', ({ phase }) => phase === 'Running', LIMIT_MS);
  const [lease] = outside.vault.living;
  if (lease === undefined) throw new Error('a lease was expected');
  await until('a renewal', () => lease.renewals > 0, LIMIT_MS);
  await executor.kill();
  const then = lease.renewals;
  executor = await outside.start('executor');
  const isRenewed = (): boolean => {
    if (outside.vault.gone.includes(lease)) throw new Error('the lease has ended before anybody renewed it');
    return lease.renewals > then;
  };
  await until('a renewal by the next executor', isRenewed, LIMIT_MS);
  // Longer than the token of the first executor lived: the second one has renewed that, too.
  const madeAt = lease.maxEndsAt - 86_400_000;
  await until('the first token to be over', () => Date.now() > madeAt + (TOKEN_SECONDS + 2) * 1_000, LIMIT_MS);
  expect([outside.vault.living.map(({ id }) => id), outside.vault.gone.length]).toEqual([[lease.id], before]);
  await writeFile(join(outside.folder, 'stop'), '');
  await outside.world.ended(run.id, LIMIT_MS);
  await until('the lease to be revoked', () => outside.vault.gone.length === before + 1, LIMIT_MS);
  expect(await outside.logOf(run)).toBe('***');
});

test('a provider that answers late delays only the runs that need it; these fail with their reason and are tried again', async () => {
  const late = await Promise.all(
    Array.from({ length: 30 }, () =>
      outside.world.begin(['true'], {
        worker: OPEN,
        job: {
          secretsFrom: [{ ...FROM_KV, from: 'slow' }],
          startDeadlineSeconds: 8,
          maxAttempts: 2,
        },
      }),
    ),
  );
  const others = await Promise.all(
    [1, 2, 3].map(() => outside.world.begin(['true'], { worker: OPEN, job: { secretsFrom: [FROM_FILE] } })),
  );
  const ended = await Promise.all(others.map(({ id }) => outside.world.ended(id, LIMIT_MS)));
  expect(ended.map(({ phase }) => phase)).toEqual(['Completed', 'Completed', 'Completed']);
  // No run that needs it has ended or started meanwhile.
  const [first] = late;
  expect((await outside.world.load(first!.id)).phase).toBe('Pending');
  outside.slow.delayMs = 0;
  outside.slow.isSealed = true;
  const failed = await outside.world.ended(first!.id, LIMIT_MS);
  const attempts = await outside.world.attempts(first!.id);
  expect([failed.phase, attempts.map(({ end }) => end.reason)]).toEqual([
    'Failed',
    ['SecretsUnavailable', 'SecretsUnavailable'],
  ]);
  await Promise.all(late.map(({ id }) => outside.world.ended(id, LIMIT_MS)));
});
