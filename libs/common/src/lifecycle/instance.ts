/** The database of a service. Its number of shards must be the expected one: checked before the service works and once it is a member. */
import type { z } from 'zod';
import type { commonEnv } from '../config/service-config.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { Membership } from '../membership/membership.js';
import type { Instance } from '../mongo/instance.store.js';
import { Mongo } from '../mongo/mongo.js';

type Config = Pick<
  z.output<typeof commonEnv>,
  'MONGODB_URI' | 'MONGODB_CA' | 'MONGODB_CERT' | 'MONGODB_KEY' | 'MIGRATE_AT_START' | 'SHARDS'
>;

/** Waits for the database, and tells `onWaiting` the reason of each wait. Throws where this service must not work with it. */
export async function openInstance(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  onWaiting?: (trouble: string) => void,
): Promise<Mongo> {
  const mongo = await Mongo.connect(config.MONGODB_URI, log, {
    signal,
    tls: { ca: config.MONGODB_CA, cert: config.MONGODB_CERT, key: config.MONGODB_KEY },
    lacking: config.MIGRATE_AT_START ? 'migrate' : 'wait',
    shards: config.SHARDS,
    onWaiting,
  });
  await checkInstance(mongo, config.SHARDS);
  return mongo;
}

/** Becomes a member. A change of the shards reads the members after its announcement; so a member reads the announcement again. */
export async function join({ mongo, membership }: { mongo: Mongo; membership: Membership }): Promise<void> {
  await membership.start();
  try {
    await checkInstance(mongo, membership.all.count);
  } catch (error) {
    await membership.stop();
    throw error;
  }
}

/**
 * Throws where this process must not work: the shards of the installation are being changed, or their number is not `wanted` (undefined:
 * any number is accepted).
 */
export async function checkInstance(
  database: { readInstance(): Promise<Instance | null> },
  wanted: number | undefined,
): Promise<void> {
  const instance = await database.readInstance();
  if (instance === null) throw new AppError('UNAVAILABLE', 'the number of shards is not stored in the database');
  const { shards, resharding } = instance;
  if (resharding)
    throw new AppError(
      'UNAVAILABLE',
      `the installation is being changed to ${resharding.to} shards: no service starts until npm run reshard -- --to ${resharding.to} has ended`,
    );
  if (wanted !== undefined && wanted !== shards)
    throw new AppError(
      'UNAVAILABLE',
      `SHARDS is ${wanted}, but the installation has ${shards} shards: remove SHARDS, or stop all services and run npm run reshard -- --to ${wanted}`,
    );
}
