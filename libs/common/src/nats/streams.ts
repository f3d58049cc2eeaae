/** The streams as JetStream has them: made where they are missing, and brought to what the table and the environment say. */
import {
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { STREAMS } from '../messages/registry.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

const NANOS_PER_SECOND = 1_000_000_000;

/** Where the messages of the streams are kept (ADR 9). */
export interface StreamPlacement {
  readonly storage: 'memory' | 'file';
  /** Servers that hold each stream. */
  readonly replicas: number;
}

type WantedStream = Pick<
  StreamConfig,
  'name' | 'subjects' | 'retention' | 'storage' | 'num_replicas' | 'max_age' | 'max_msgs' | 'max_bytes'
>;

/** Throws what the server refuses; without the streams nothing is lost but time. */
export async function ensureStreams(manager: JetStreamManager, placement: StreamPlacement, log: Logger): Promise<void> {
  for (const wanted of wantedStreams(placement)) await ensureStream(manager, wanted, log);
}

/** Throws where one is missing: the service that may make it will. */
export async function findStreams(manager: JetStreamManager): Promise<void> {
  for (const name of Object.keys(STREAMS)) {
    if (!(await configOf(manager, name))) throw new Error(`${name} is missing: the scheduler makes it`);
  }
}

function wantedStreams({ storage, replicas }: StreamPlacement): WantedStream[] {
  return Object.entries(STREAMS).map(([name, stream]) => ({
    name,
    subjects: [...stream.subjects],
    retention: stream.retention === 'workqueue' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    storage: storage === 'memory' ? StorageType.Memory : StorageType.File,
    num_replicas: replicas,
    max_age: stream.maxAgeSeconds * NANOS_PER_SECOND,
    max_msgs: stream.maxMessages,
    max_bytes: stream.maxBytes,
  }));
}

async function ensureStream(manager: JetStreamManager, wanted: WantedStream, log: Logger): Promise<void> {
  const { name } = wanted;
  const present = await configOf(manager, name);
  if (present && isAs(present, wanted)) return;
  if (present?.storage === wanted.storage) {
    const { storage: _s, retention: _r, name: _n, ...bounds } = wanted;
    await withReplicas(wanted, present.num_replicas, log, async (num_replicas) => {
      await manager.streams.update(name, { ...bounds, num_replicas });
    });
    return;
  }
  if (present) {
    // Where its messages are kept never changes. They are wake-ups, which sweeps replace; consumers are made anew by those who consume.
    log.warn(
      { stream: name, from: present.storage, to: wanted.storage },
      'a stream is created again with another kind of storage',
    );
    await manager.streams.delete(name);
  }
  await withReplicas(wanted, 1, log, async (num_replicas) => {
    await manager.streams.add({ ...wanted, num_replicas });
  });
}

async function configOf(manager: JetStreamManager, name: string): Promise<StreamConfig | null> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
}

/** What the server has set besides is its own. */
const isAs = (present: StreamConfig, wanted: WantedStream): boolean =>
  Object.entries(wanted).every(
    ([field, value]) => JSON.stringify(present[field as keyof StreamConfig]) === JSON.stringify(value),
  );

/** A stream with fewer replicas than asked for is better than none. */
async function withReplicas(
  { name, num_replicas: asked }: WantedStream,
  otherwise: number,
  log: Logger,
  put: (replicas: number) => Promise<void>,
): Promise<void> {
  try {
    await put(asked);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || asked === otherwise) throw error;
    await put(otherwise);
    log.error(
      { stream: name, asked, replicas: otherwise, error: messageOf(error) },
      'NATS refuses so many replicas of a stream (NATS_REPLICAS): it needs a cluster of at least as many servers',
    );
  }
}
