import type { Instance } from '../mongo/instance.store.js';
import { checkInstance } from './instance.js';

const stored = (instance: Instance | null): { readInstance(): Promise<Instance | null> } => ({
  readInstance: () => Promise.resolve(instance),
});

test('a service starts if its configured number of shards is that of the installation, or is not set', async () => {
  await expect(checkInstance(stored({ shards: 128 }), undefined)).resolves.toBeUndefined();
  await expect(checkInstance(stored({ shards: 128 }), 128)).resolves.toBeUndefined();
});

test('a service with another configured number reports what to do', async () => {
  await expect(checkInstance(stored({ shards: 64 }), 256)).rejects.toThrow(
    'SHARDS is 256, but the installation has 64 shards: remove SHARDS, or stop all services and run npm run reshard -- --to 256',
  );
});

test('no service starts while the shards are being changed, nor before their number is known', async () => {
  const resharding = { to: 256, at: null };
  await expect(checkInstance(stored({ shards: 64, resharding }), 64)).rejects.toThrow('reshard -- --to 256 has ended');
  await expect(checkInstance(stored(null), undefined)).rejects.toThrow('the number of shards is not stored');
});
