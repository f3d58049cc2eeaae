/** One replica more of a quickstart's service, whose clock is ahead of the others'. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import type { ServiceName } from './quickstart-process.js';

/** A module that Node runs first: the time of day comes from a clock that is ahead, and the monotonic clock is unchanged. */
const clockAhead = (ms: number): string => `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${ms}] : given)); }
    static now() { return Real.now() + ${ms}; }
  };`;

interface Replica {
  readonly metricsUrl: string;
  stop(): Promise<unknown>;
}

/** Resolves when it is ready. */
export async function startAhead(service: ServiceName, dataDir: string, ms: number): Promise<Replica> {
  const env = parseEnv(readFileSync(join(dataDir, 'env', `${service}.env`), 'utf8')) as Record<string, string>;
  const first = `data:text/javascript,${encodeURIComponent(clockAhead(ms)).replaceAll("'", '%27')}`;
  const replica: ServiceProcess = await startService(service, {
    ...env,
    METRICS_PORT: '0',
    NODE_OPTIONS: `--import=${first}`,
  });
  const line = replica
    .output()
    .split('\n')
    .find((each) => each.includes('metricsUrl'));
  const { metricsUrl } = JSON.parse(line ?? '{}') as { metricsUrl: string };
  return { metricsUrl, stop: () => replica.stop() };
}
