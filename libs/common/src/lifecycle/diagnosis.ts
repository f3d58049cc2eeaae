/**
 * A CPU profile or a heap snapshot of this process, as a file that only its owner can read: it may contain any data of the service,
 * including secrets. One is taken at a time, and only the newest files stay.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getHeapSnapshot } from 'node:v8';
import { delay } from '../clock/clock.js';
import { MAX_DIAGNOSIS_FILES } from '../domain/limits.js';
import type { DiagnosisKind } from '../domain/operations.js';
import { AppError } from '../errors/app-error.js';

/** The file endings that the developer tools of browsers expect. */
const ENDINGS: Readonly<Record<DiagnosisKind, string>> = { cpuProfile: '.cpuprofile', heapSnapshot: '.heapsnapshot' };
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const OTHERS = 0o077;

export class Diagnosis {
  private underWay = false;

  constructor(private readonly folder: string) {}

  /**
   * Takes it and returns the path of the file, whose name contains `name`. Throws AppError CONFLICT while another is being taken, and
   * FORBIDDEN where others can access the folder.
   */
  async take(kind: DiagnosisKind, name: string, seconds: number): Promise<string> {
    if (this.underWay)
      throw new AppError(
        'CONFLICT',
        'another CPU profile or heap snapshot is being taken; try again when it has ended',
      );
    this.underWay = true;
    try {
      await this.secureFolder();
      const path = join(this.folder, `${name.replaceAll(/[^\w.-]/g, '_')}${ENDINGS[kind]}`);
      await (kind === 'cpuProfile' ? writeProfile(path, seconds) : writeHeap(path));
      await this.removeOld();
      return path;
    } finally {
      this.underWay = false;
    }
  }

  private async secureFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const stats = await lstat(this.folder);
    const isOurs = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & OTHERS) === 0;
    if (!isOurs)
      throw new AppError('FORBIDDEN', `${this.folder} must be a folder that only the service's user may open`);
  }

  private async removeOld(): Promise<void> {
    const endings = Object.values(ENDINGS);
    const names = (await readdir(this.folder)).filter((name) => endings.some((ending) => name.endsWith(ending)));
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.folder, name))).mtimeMs })),
    );
    const old = files.sort((a, b) => b.at - a.at).slice(MAX_DIAGNOSIS_FILES);
    await Promise.all(old.map(({ name }) => rm(join(this.folder, name), { force: true })));
  }
}

/** A file that did not exist before, so no other process has it open. */
const newFile = (path: string) => open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, OWNER_ONLY);

async function writeProfile(path: string, seconds: number): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await delay(seconds * 1_000);
    const { profile } = await session.post('Profiler.stop');
    const file = await newFile(path);
    try {
      await file.writeFile(JSON.stringify(profile));
    } finally {
      await file.close();
    }
  } finally {
    session.disconnect();
  }
}

/** The process stands still while V8 walks its heap: about a second for each 100 MB. */
async function writeHeap(path: string): Promise<void> {
  const file = await newFile(path);
  await pipeline(getHeapSnapshot(), file.createWriteStream());
}
