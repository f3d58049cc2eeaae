/** A disk of a few megabytes, so that it can be full. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCode } from '#common/errors/system-error.js';

const PART = Buffer.alloc(4_096);

export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** Mounts it at the folder; null if this machine does not allow a mount, which only root can make. */
  static mount(folder: string, megabytes: number): SmallDisk | null {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      return null;
    }
    return new SmallDisk(folder);
  }

  /** Whether this machine lets us mount. */
  static isPossible(): boolean {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-disk-'));
    const disk = SmallDisk.mount(folder, 1);
    disk?.unmount();
    rmSync(folder, { recursive: true });
    return disk !== null;
  }

  /** Until the returned function is called there is no room for a single byte. */
  fill(): () => void {
    const path = join(this.folder, '.filler');
    const file = openSync(path, 'w');
    try {
      for (;;) writeSync(file, PART);
    } catch (error) {
      if (!isCode(error, 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
    return () => {
      rmSync(path);
    };
  }

  /** Also while files on it are open. */
  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}
