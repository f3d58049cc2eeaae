/** What the environment of an api says about its connections, and about who is in front of it. */
import { issuerOf } from '#common/spec/identity.js';
import type { ApiConfig } from '../config.js';
import type { Facts } from './core/diagnose.js';

export interface Surroundings {
  readonly said: Pick<Facts, 'isEncrypted' | 'proxies'>;
  /** Of identity tokens (`issuerOf`). */
  readonly issuer: string | null;
  readonly backupPlan: Facts['backups']['plan'];
  /** Paths of PEM files by the variables that name them. */
  readonly certificates: Readonly<Record<string, string | undefined>>;
}

export function surroundingsOf(config: ApiConfig): Surroundings {
  const { MONGODB_URI, MONGODB_CA, MONGODB_CERT, NATS_CA, NATS_CERT } = config;
  const asksForTls = /^mongodb\+srv:|[?&](tls|ssl)=true/.test(MONGODB_URI);
  return {
    said: {
      isEncrypted: {
        mongodb: MONGODB_CA !== undefined || MONGODB_CERT !== undefined || asksForTls,
        nats: config.NATS_URL.isEncrypted,
      },
      proxies: { publicUrl: config.PUBLIC_URL, trusted: config.TRUSTED_PROXIES },
    },
    issuer: issuerOf(config),
    backupPlan: config.BACKUPS ?? null,
    certificates: { MONGODB_CA, MONGODB_CERT, NATS_CA, NATS_CERT },
  };
}
