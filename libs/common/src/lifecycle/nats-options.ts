/** How a service speaks over NATS, from its environment. */
import type { z } from 'zod';
import { systemClock } from '../clock/clock.js';
import type { commonEnv, Identity } from '../config/service-config.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import { MessageSigner } from '../nats/message-signer.js';
import type { NatsOptions } from '../nats/nats.js';

export interface NatsTools {
  /** The time that all services agree on; null while it is not known. */
  readonly time: () => number | null;
  readonly metrics: Pick<Metrics, 'messagesDropped'>;
  readonly log: Logger;
}

export function natsOptions(
  service: string,
  config: z.output<typeof commonEnv> & Identity,
  { time, metrics, log }: NatsTools,
): NatsOptions {
  return {
    address: config.NATS_URL,
    credsFile: config.NATS_CREDS,
    name: config.replica,
    streams: { storage: config.NATS_STORAGE, replicas: config.NATS_REPLICAS },
    time,
    signatures: {
      signer: new MessageSigner(config.SECRET_KEYS),
      acceptUnsigned: config.NATS_UNSIGNED === 'accept',
      localTime: () => systemClock.now(),
      onRefused: (contract, reason) => {
        metrics.messagesDropped.inc({ contract, reason });
        log.warn({ contract, reason }, 'a message was refused: no service with our SECRET_KEYS has sent it');
      },
    },
  };
}
