import { parseAttemptId, type AttemptId, type TenantId } from '#common/domain/ids.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { freshMongo } from '#testing/servers.js';

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
});
afterAll(() => drop());

async function ended(run: string): Promise<{ readonly store: AttemptsStore; readonly id: AttemptId }> {
  const id = `${run}/0/main/0/1` as AttemptId;
  const store = new AttemptsStore(mongo);
  await store.recordEnd({
    ...parseAttemptId(id)!,
    id,
    tenant: 'ibm' as TenantId,
    startedAt: 1,
    end: { result: 'succeeded', at: 2, exitCode: 0, reason: 'Succeeded', message: '' },
    node: null,
    logComplete: null,
    logReason: null,
  });
  return { store, id };
}

test('a log that is known to be complete stays so, although its hold is reported as expired later', async () => {
  const { store, id } = await ended('whole');
  await store.recordLog(id, true, null);
  await store.recordLog(id, false, 'SealHoldPassed');
  expect(await store.get(id)).toMatchObject({ logComplete: true, logReason: null });
});

test('a log that was given up becomes complete once its collector reports it', async () => {
  const { store, id } = await ended('late');
  await store.recordLog(id, false, 'SealHoldPassed');
  expect(await store.get(id)).toMatchObject({ logComplete: false, logReason: 'SealHoldPassed' });
  await store.recordLog(id, true, null);
  expect(await store.get(id)).toMatchObject({ logComplete: true, logReason: null });
});
