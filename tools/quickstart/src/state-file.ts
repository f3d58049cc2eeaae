import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '#common/domain/service-name.js';
import { addressOf, type Surroundings } from './service-environment.js';

/** The content of `<data>/quickstart.json`, for scripts, while everything runs. */
export interface QuickstartState {
  /** Base of every API path, with the version. */
  readonly apiUrl: string;
  readonly uiUrl: string;
  /** The token of an administrator. */
  readonly token: string;
  readonly services: Readonly<Record<ServiceName, { readonly pid: number; readonly metricsUrl: string }>>;
  readonly mongoUri: string;
  readonly natsUrl: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'quickstart.json');

export function stateOf(around: Surroundings, pidOf: (service: ServiceName) => number): QuickstartState {
  const service = (name: ServiceName): { pid: number; metricsUrl: string } => ({
    pid: pidOf(name),
    metricsUrl: `http://127.0.0.1:${around.metricsPorts[name]}/metrics`,
  });
  return {
    apiUrl: `${addressOf(around)}/api/v1`,
    uiUrl: `${addressOf(around)}/`,
    token: around.secrets.adminToken,
    services: {
      api: service('api'),
      scheduler: service('scheduler'),
      executor: service('executor'),
      'log-collector': service('log-collector'),
    },
    mongoUri: around.mongoUri,
    natsUrl: around.natsUrl,
  };
}

/** Readers see the old content or the new, never a part; it contains a token, so only its owner can read it. */
export function writeState(dataDir: string, state: QuickstartState): void {
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}

export function removeState(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
