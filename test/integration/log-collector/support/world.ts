/** Spools as supervisors write them, and the stored results. */
import { mkdir, mkdtemp, rename, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAttemptId, asRunId, attemptSegment, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { LogReader } from '#common/mongo/log-reader.js';
import type { Mongo } from '#common/mongo/mongo.js';

export const attempt = (text: string): AttemptId => asAttemptId(text);

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
