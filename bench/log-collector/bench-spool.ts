/** Spools as the process engine's supervisor writes them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { logText } from './bench-text.js';

const LINES_AT_ONCE = 10_000;

/** A complete spool with its end; every line has `lineBytes` bytes, looks like a log and differs from all others. */
export async function writeSpool(root: string, attempt: AttemptId, lines: number, lineBytes: number): Promise<void> {
  const folder = join(root, attemptSegment(attempt));
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, 'output.log'), 'w');
  for (let line = 0; line < lines; line += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines - line);
    await file.write(Array.from({ length: count }, (_, i) => record(line + i, lineBytes)).join(''));
  }
  await file.close();
  endSpool(root, attempt);
}

export function endSpool(root: string, attempt: AttemptId): void {
  const exit = { exitCode: 0, signal: null, endedAt: Date.now() };
  writeFileSync(join(root, attemptSegment(attempt), 'exit.json'), JSON.stringify(exit));
}

/** Writes one line at a time. */
export class SpoolWriter {
  private constructor(private readonly file: FileHandle) {}

  static async open(root: string, attempt: AttemptId): Promise<SpoolWriter> {
    const folder = join(root, attemptSegment(attempt));
    mkdirSync(folder, { recursive: true });
    return new SpoolWriter(await open(join(folder, 'output.log'), 'a'));
  }

  async line(text: string): Promise<void> {
    await this.file.write(`${Date.now()} o ${text}\n`);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

const record = (number: number, lineBytes: number): string => `1795000000000 o ${logText(number, lineBytes)}\n`;
