/** A compiled collector in a process of its own, with its database and NATS. */
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MALLOC, NODE_FLAGS } from '../../tools/quickstart/src/service-environment.js';
import { contracts } from '#common/messages/registry.js';
import type { Engine } from '#common/spec/worker.js';
import { type AttemptId } from '#common/domain/ids.js';
import { shardOfAttempt } from '#testing/shards.js';
import { createLogger } from '#common/logging/logger.js';
import { Mongo } from '#common/mongo/mongo.js';
import { Nats } from '#common/nats/nats.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { type GuardedProcess, type RunningServer, startGuarded, startMongo, startNats } from '#embedded-servers';
import { TEST_SECRET_KEYS } from '#testing/recorded-run.js';
import { testSignatures } from '#testing/servers.js';
import { processUsage, type Usage } from './process-usage.js';

const ENTRY = fileURLToPath(new URL('../../apps/log-collector/src/main.js', import.meta.url));
const ASK_AGAIN_MS = 20;

export class BenchCollector {
  private child: GuardedProcess | null = null;

  private constructor(
    readonly spool: string,
    readonly mongo: Mongo,
    readonly nats: Nats,
    private readonly servers: { readonly mongo: RunningServer; readonly nats: RunningServer },
  ) {}

  static async prepare(folder: string): Promise<BenchCollector> {
    const options = { dataDir: folder, log: (line: string) => process.stderr.write(`${line}\n`) };
    const [mongo, nats] = await Promise.all([startMongo(options), startNats(options)]);
    const log = createLogger('bench', 'warn');
    const connections = [
      Mongo.connect(mongo.url, log),
      Nats.connect({ address: natsAddress(nats.url), name: 'bench', signatures: testSignatures() }, log),
    ] as const;
    return new BenchCollector(join(folder, 'spool'), await connections[0], await connections[1], { mongo, nats });
  }

  /** Starts the collector with these additional variables, and waits until it is ready. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    let becomesReady: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (becomesReady = resolve));
    this.child = await startGuarded({
      command: process.execPath,
      args: [...NODE_FLAGS, ENTRY],
      cwd: process.cwd(),
      env: {
        PATH: process.env['PATH'],
        ...MALLOC,
        MONGODB_URI: this.servers.mongo.url,
        NATS_URL: this.servers.nats.url,
        SPOOL_DIR: this.spool,
        SECRET_KEYS: TEST_SECRET_KEYS,
        LOG_MAX_MB_PER_ATTEMPT: '4096',
        LOG_MAX_MB_PER_RUN: '4096',
        ...environment,
      },
      stopSignal: 'SIGTERM',
      onLine: (line) => {
        if (line.includes('"msg":"ready"')) becomesReady();
        if (line.includes('"level":"warn"') || line.includes('"level":"error"')) process.stderr.write(`${line}\n`);
      },
    });
    const died = this.child.died.then((reason) => {
      throw new Error(`the collector ended: ${reason}`);
    });
    await Promise.race([ready, died]);
  }

  /** Repeats the request until the attempt's output is sealed. */
  async sealed(attempt: AttemptId, engine: Engine): Promise<void> {
    const shard = shardOfAttempt(attempt);
    const question = { v: 1, attempt, engine, host: hostname(), startedAt: 1 } as const;
    for (;;) {
      const answer = await this.nats.request(contracts.sealOutput, { shard }, question, 5_000).catch(() => null);
      if (answer?.ok && answer.sealed) {
        if (!answer.complete) throw new Error(`the log of ${attempt} is not complete: ${answer.reason ?? ''}`);
        return;
      }
      await delay(ASK_AGAIN_MS);
    }
  }

  /** The process's peak memory and its processor time so far. */
  usage(): Usage {
    return processUsage(this.child?.pid ?? 0);
  }

  /** The stored lines of all logs, and their compressed bytes. */
  async stored(): Promise<{ lines: number; bytes: number }> {
    const logs = this.mongo.collection<{ _id: string }>('logs');
    const lines = { $add: [{ $subtract: ['$lastSeq', '$firstSeq'] }, 1] };
    const [sum] = await logs
      .aggregate<{
        lines: number;
        bytes: number;
      }>([{ $group: { _id: null, lines: { $sum: lines }, bytes: { $sum: { $binarySize: '$packed' } } } }])
      .toArray();
    return sum ?? { lines: 0, bytes: 0 };
  }

  /** Removes all spools and logs, so that the next measurement begins with nothing. */
  async forgetOutput(): Promise<void> {
    await this.mongo.collection('logs').deleteMany({});
    await rm(this.spool, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.child?.stop();
    this.child = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await Promise.all([this.mongo.close(), this.nats.close()]);
    await Promise.all([this.servers.mongo.stop(), this.servers.nats.stop()]);
  }
}
