import type { Instance } from '../mongo/instance.store.js';
import { checkInstance } from './instance.js';

const stored = (instance: Instance | null): { readInstance(): Promise<Instance | null> } => ({
  readInstance: () => Promise.resolve(instance),
});

test('a service works where the installation has the shards that it was told, or was told none', async () => {
  await expect(checkInstance(stored({ shards: 128 }), undefined)).resolves.toBeUndefined();
  await expect(checkInstance(stored({ shards: 128 }), 128)).resolves.toBeUndefined();
});

test('a service that was told another number says what to do', async () => {
  await expect(checkInstance(stored({ shards: 64 }), 256)).rejects.toThrow(
    'SHARDS is 256, but the installation has 64 shards: remove SHARDS, or stop all services and run npm run reshard -- --to 256',
  );
});

test('no service works while the shards are changed, nor before they are known', async () => {
  const resharding = { to: 256, at: null };
  await expect(checkInstance(stored({ shards: 64, resharding }), 64)).rejects.toThrow('reshard -- --to 256 has ended');
  await expect(checkInstance(stored(null), undefined)).rejects.toThrow('the number of shards is not stored');
});
