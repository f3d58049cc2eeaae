/** The NATS connection of a service, from its environment. */
import type { z } from 'zod';
import { systemClock } from '../clock/clock.js';
import type { commonEnv, Identity } from '../config/service-config.js';
import { inboxOf, STREAM_KEEPER } from '../spec/permissions.js';
import type { ServiceName } from '../domain/service-name.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import { MessageSigner } from '../nats/message-signer.js';
import type { Nats, NatsOptions } from '../nats/nats.js';
import { SweepLoop } from '../runtime/sweep-loop.js';

export interface NatsTools {
  /** The database time that all services share; null while it is not known. */
  readonly time: () => number | null;
  readonly metrics: Pick<Metrics, 'messagesDropped' | 'natsRefusals'>;
  readonly log: Logger;
}

/** Deleted streams are made again after at most this time. */
const KEEP_STREAMS_EVERY_MS = 15_000;

/** Keeps the streams existing, if that is the task of this service. Returns the function that ends it. */
export function keepStreams(
  service: ServiceName,
  nats: Nats,
  { metrics, log }: { readonly metrics: Pick<Metrics, 'streamMessages'>; readonly log: Logger },
): () => Promise<void> {
  if (service !== STREAM_KEEPER) return () => Promise.resolve();
  const ensure = async (): Promise<void> => {
    if (!nats.connected) return;
    await nats.ensureStreams();
    for (const [stream, count] of await nats.streamMessages()) metrics.streamMessages.set({ stream }, count);
  };
  const repeating = new SweepLoop('streams', ensure, KEEP_STREAMS_EVERY_MS, { log });
  repeating.start();
  return () => repeating.stop();
}

export function natsOptions(
  service: ServiceName,
  config: z.output<typeof commonEnv> & Identity,
  { time, metrics, log }: NatsTools,
): NatsOptions {
  return {
    address: config.NATS_URL,
    access: {
      credsFile: config.NATS_CREDS,
      nkey: config.NATS_NKEY,
      tls: { ca: config.NATS_CA, cert: config.NATS_CERT, key: config.NATS_KEY },
      inboxPrefix: inboxOf(service),
    },
    name: config.replica,
    streams: service === STREAM_KEEPER ? { storage: config.NATS_STORAGE, replicas: config.NATS_REPLICAS } : null,
    time,
    onRefused: () => {
      metrics.natsRefusals.inc();
    },
    signatures: {
      signer: new MessageSigner(config.SECRET_KEYS),
      localTime: () => systemClock.now(),
      onRefused: (contract, reason) => {
        metrics.messagesDropped.inc({ contract, reason });
        log.warn(
          { contract, reason },
          'a message was refused: its sender is not a service with the SECRET_KEYS of this installation',
        );
      },
    },
  };
}
