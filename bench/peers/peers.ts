/**
 * The same work on other job queues and on Carillon, one after the other: each job is a POST to a worker that answers 201 and does
 * nothing. Jobs are added at once and processed, then added one by one, then become due together at the start of each second. Options:
 * `--systems carillon,graphile-worker,pg-boss,bullmq,agenda`, `--jobs 5000`, `--rate 100`, `--seconds 15`, `--concurrency 64`, `--limit
 * 60` (seconds for each part). A system that is slow on this machine gets fewer jobs, as many as it can end in half of the limit. Prints ratios to pg-boss, too.
 */
import { startMongo, startPostgres } from '#embedded-servers';
import { optionsOf } from '#testing/command-options.js';
import { withDatabase } from '../../tools/quickstart/src/service-environment.js';
import { startEchoWorker } from '../end-to-end/echo-worker.js';
import { startCarillon } from './carillon-system.js';
import { measure, type Load, type Measured } from './measure.js';
import type { PeerName } from './peer-messages.js';
import { startPeerSystem, type PeerKind } from './peer-system.js';
import { startRedis } from './redis-server.js';
import type { Surroundings, System } from './system.js';
import { keptBy, ratiosOf, tableOf } from './table.js';

const asItIs = (url: string): string => url;
const PEERS: Readonly<Record<PeerName, PeerKind>> = {
  'graphile-worker': { peer: 'graphile-worker', startDatabase: startPostgres, urlOf: asItIs },
  'pg-boss': { peer: 'pg-boss', startDatabase: startPostgres, urlOf: asItIs },
  bullmq: { peer: 'bullmq', startDatabase: startRedis, urlOf: asItIs },
  agenda: { peer: 'agenda', startDatabase: startMongo, urlOf: withDatabase },
};
type StartSystem = (around: Surroundings) => Promise<System>;

const SYSTEMS: Readonly<Record<string, StartSystem>> = {
  carillon: startCarillon,
  ...Object.fromEntries(
    Object.values(PEERS).map((kind) => [kind.peer, (around: Surroundings) => startPeerSystem(kind, around)]),
  ),
};

export async function peers(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- peers', args, {
    systems: { type: 'string', default: Object.keys(SYSTEMS).join(',') },
    jobs: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '15' },
    concurrency: { type: 'string', default: '64' },
    limit: { type: 'string', default: '60' },
  });
  const load: Load = {
    jobs: Number(values.jobs),
    perSecond: Number(values.rate),
    seconds: Number(values.seconds),
    limitSeconds: Number(values.limit),
  };
  const concurrency = Number(values.concurrency);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const measured: Measured[] = [];
  const failures: Record<string, string> = {};
  for (const name of values.systems.split(',')) {
    const start = SYSTEMS[name];
    if (start === undefined) throw new Error(`--systems: "${name}" is none of ${Object.keys(SYSTEMS).join(', ')}`);
    say(`${name} is starting`);
    const worker = await startEchoWorker();
    try {
      measured.push(await measureOne(start, { root, worker, concurrency, say }, load));
      say(JSON.stringify(measured.at(-1)));
    } catch (error) {
      // The results of the others are useful nonetheless.
      failures[name] = String(error);
      say(`${name} could not be measured: ${String(error)}`);
      process.exitCode = 1;
    } finally {
      worker.close();
    }
  }
  say(tableOf(measured));
  const keeps = keptBy(measured.map(({ system }) => system));
  return { load: { ...load, concurrency }, systems: measured, ratios: ratiosOf(measured), failures, keeps };
}

async function measureOne(start: StartSystem, around: Surroundings, load: Load): Promise<Measured> {
  const system = await start(around);
  try {
    return await measure(system, around.worker, load);
  } finally {
    await system.close();
  }
}
