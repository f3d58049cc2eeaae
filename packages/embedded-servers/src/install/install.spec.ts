import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, type Recipe } from './install.js';

/** Above the highest process id of the kernel. */
const NO_PROCESS = 99_999_999;
const silent = (): void => undefined;

let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'carillon-install-'));
});
afterEach(() => {
  rmSync(cacheDir, { recursive: true });
});

function recipe(content: string, build: () => void = silent): Recipe {
  return {
    name: 'tool',
    content,
    build: (folder) => {
      build();
      writeFileSync(join(folder, 'program'), content);
      return Promise.resolve();
    },
  };
}

describe('ensureInstalled', () => {
  it('builds once, also when several processes ask at the same time', async () => {
    let builds = 0;
    const counted = recipe('1', () => builds++);
    const folders = await Promise.all([1, 2, 3].map(() => ensureInstalled(counted, cacheDir, silent)));
    expect([new Set(folders).size, builds]).toEqual([1, 1]);
    expect(readFileSync(join(String(folders[0]), 'program'), 'utf8')).toBe('1');
  });

  it('builds again when the content of the recipe changes', async () => {
    const first = await ensureInstalled(recipe('1'), cacheDir, silent);
    const second = await ensureInstalled(recipe('2'), cacheDir, silent);
    expect(second).not.toBe(first);
    expect(existsSync(first)).toBe(true);
  });

  it('leaves nothing behind when a build fails, and builds from the beginning the next time', async () => {
    const failing = recipe('1', () => {
      throw new Error('no network');
    });
    await expect(ensureInstalled(failing, cacheDir, silent)).rejects.toThrow('no network');
    expect(readdirSync(cacheDir)).toEqual([]);
    await expect(ensureInstalled(recipe('1'), cacheDir, silent)).resolves.toContain('tool-');
  });

  it('takes over from an installer that was killed, and removes its files', async () => {
    const target = await ensureInstalled(recipe('1'), cacheDir, silent);
    rmSync(target, { recursive: true });
    mkdirSync(`${target}.${NO_PROCESS}.part`);
    writeFileSync(`${target}.lock`, String(NO_PROCESS));
    await ensureInstalled(recipe('1'), cacheDir, silent);
    expect(readdirSync(cacheDir).map((name) => join(cacheDir, name))).toEqual([target]);
  });

  it('removes a build that was not used for a long time', async () => {
    const old = await ensureInstalled(recipe('1'), cacheDir, silent);
    utimesSync(old, new Date(0), new Date(0));
    await ensureInstalled(recipe('2'), cacheDir, silent);
    expect(existsSync(old)).toBe(false);
  });
});
