/** The JetStream streams: missing ones are created, and the others get the settings of the table and of the environment. */
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

/** Throws the refusal of the server. Without the streams work is only delayed: sweeps replace the messages. */
export async function ensureStreams(manager: JetStreamManager, placement: StreamPlacement, log: Logger): Promise<void> {
  for (const wanted of wantedStreams(placement)) await ensureStream(manager, wanted, log);
}

/** Throws where a stream is missing: another service creates it. */
export async function findStreams(manager: JetStreamManager): Promise<void> {
  for (const name of Object.keys(STREAMS)) {
    if (!(await configOf(manager, name))) throw new Error(`${name} is missing: the scheduler creates it`);
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
    // The storage of a stream cannot be changed, so the stream is replaced. Its messages are wake-ups, which sweeps replace; each service creates its consumers again.
    log.warn(
      { stream: name, from: present.storage, to: wanted.storage },
      'a stream is created again, because its kind of storage was changed',
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

/** Settings that the server has added are not compared. */
const isAs = (present: StreamConfig, wanted: WantedStream): boolean =>
  Object.entries(wanted).every(
    ([field, value]) => JSON.stringify(present[field as keyof StreamConfig]) === JSON.stringify(value),
  );

/** Where the server cannot keep as many replicas as requested, the stream is created with fewer. */
async function withReplicas(
  { name, num_replicas: replicas }: WantedStream,
  otherwise: number,
  log: Logger,
  put: (replicas: number) => Promise<void>,
): Promise<void> {
  try {
    await put(replicas);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || replicas === otherwise) throw error;
    await put(otherwise);
    log.error(
      { stream: name, asked: replicas, replicas: otherwise, error: messageOf(error) },
      'NATS refuses this number of replicas of a stream (NATS_REPLICAS): it needs a cluster with at least as many servers',
    );
  }
}
