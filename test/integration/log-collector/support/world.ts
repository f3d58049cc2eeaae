/** A database, a NATS, a spool and a collector for tests of the collector's shells. */
import { mkdir, mkdtemp, rename, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '#common/contracts/common.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import {
  asAttemptId,
  asJobId,
  asRunId,
  asSpecHash,
  asTenantId,
  asWorkerId,
  attemptSegment,
  parseAttemptId,
  type AttemptId,
} from '#common/domain/ids.js';
import { newRun } from '#common/domain/new-run.js';
import { LogReader } from '#common/mongo/log-reader.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';

export const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
export const box = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
export const attempt = (text: string): AttemptId => asAttemptId(text);

/** Records a run so that its attempts have an owner; its secure parameters are masked in their logs. */
export async function recordRun(
  mongo: Mongo,
  id: string,
  options: { readonly job?: string; readonly secure?: JsonValue } = {},
): Promise<void> {
  const secure = options.secure ?? null;
  const spec = asSpecHash(`spec-${id}`);
  await new SpecsStore(mongo).put({
    hash: spec,
    jobId: options.job ?? 'job',
    jobVersion: 1,
    workerId: 'worker',
    workerVersion: 1,
    engine: 'process',
    job: { tenant: 'ibm', name: 'A job', worker: 'worker' },
    worker: { name: 'A worker', engine: 'process', command: ['true'] },
    sealed: { secureParameters: secure === null ? null : box.seal(JSON.stringify(secure)), httpHeaders: {} },
  });
  const run = newRun(
    {
      id: asRunId(id),
      tenant: asTenantId('ibm'),
      job: asJobId(options.job ?? 'job'),
      jobName: 'A job',
      jobVersion: 1,
      worker: asWorkerId('worker'),
      engine: 'process',
      spec,
      trigger: 'manual',
      requestedBy: 'anna',
      scheduledFor: null,
      startAfter: 0,
      overrides: null,
      phase: 'Pending',
      reason: 'Admitted',
      message: '',
      holds: [],
    },
    1_000,
  );
  await new RunsStore(mongo).insertRuns([run]);
}

/** The spool of one attempt, written as its supervisor would. */
export class SpoolFolder {
  private constructor(readonly path: string) {}

  static async create(root: string, id: AttemptId): Promise<SpoolFolder> {
    const path = join(root, attemptSegment(id));
    await mkdir(path, { recursive: true });
    return new SpoolFolder(path);
  }

  /** Appends records for whole lines. */
  async write(lines: readonly string[], at = 1_000, stream = 'o'): Promise<void> {
    await this.append(lines.map((line) => `${at} ${stream} ${line}\n`).join(''));
  }

  async append(text: string): Promise<void> {
    await appendFile(join(this.path, 'output.log'), text);
  }

  /** Leaves the exit file, after which nothing is appended. */
  async end(exit: Record<string, unknown> = {}): Promise<void> {
    const part = join(this.path, 'exit.json.part');
    await writeFile(part, JSON.stringify({ exitCode: 0, signal: null, endedAt: 2_000, ...exit }));
    await rename(part, join(this.path, 'exit.json'));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

export const freshSpool = (): Promise<string> => mkdtemp(join(tmpdir(), 'carillon-spool-'));

/** The texts of an attempt's stored lines, in order. */
export async function storedTexts(mongo: Mongo, id: AttemptId): Promise<string[]> {
  const run = parseAttemptId(id)?.run ?? asRunId('');
  const texts: string[] = [];
  for await (const lines of new LogReader(mongo).read({ run })) {
    texts.push(...lines.filter((line) => line.attempt === id).map((line) => line.text));
  }
  return texts;
}
