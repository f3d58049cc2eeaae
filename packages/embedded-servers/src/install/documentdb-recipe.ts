import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA } from '../engine/statements.js';
import { unprivilegedAccount, userHasName } from '../machine/account.js';
import { Cluster } from '../postgres/cluster.js';
import { checkLibraries, rootOf, shareFolder, writePrograms } from '../postgres/programs.js';
import { DEBIAN_SUITE, withArchive } from './debian-archive.js';
import { EXCLUDED_FILES, ROOT_PACKAGE, SELECTION, selectPackages } from './documentdb-packages.js';
import type { Recipe } from './install.js';

/** Raised when the build changes without a change of its inputs. */
const BUILD_VERSION = 1;

/** A data folder with all extensions, from which new data folders are copied. */
export const templateIn = (installed: string): string => join(installed, 'template');

/** What this machine lacks to run DocumentDB, beyond Debian packages; undefined if it lacks nothing. */
export function missingForDocumentDb(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'a Linux system on x86-64';
  const uid = process.getuid?.() ?? 0;
  if (existsSync('/etc/passwd') && !userHasName(readFileSync('/etc/passwd', 'utf8'), uid)) {
    return `an entry for the user id ${uid} in /etc/passwd (PostgreSQL needs its user to have a name)`;
  }
  return undefined;
}

/** PostgreSQL with DocumentDB from Debian packages, unpacked in a folder of any user, and a first database. */
export function documentDbRecipe(env: NodeJS.ProcessEnv): Recipe {
  return {
    name: 'documentdb',
    content: JSON.stringify([BUILD_VERSION, DEBIAN_SUITE, SELECTION, SCHEMA]),
    build: async (folder, log) => {
      await unpack(folder, env, log);
      await makeTemplate(folder, log);
    },
  };
}

async function unpack(folder: string, env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<void> {
  const scratch = join(folder, 'scratch');
  log('documentdb: 1/4 reading the Debian package index');
  await withArchive(scratch, env, async (archive) => {
    const packages = selectPackages(await archive.closureOf([ROOT_PACKAGE]));
    const megabytes = packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    log(`documentdb: 2/4 downloading ${packages.length} packages, ${megabytes.toFixed(0)} MB`);
    await archive.download(packages.map(({ name }) => name));
    log('documentdb: 3/4 unpacking');
    mkdirSync(rootOf(folder));
    await archive.unpack(rootOf(folder), EXCLUDED_FILES);
  });
  rmSync(scratch, { recursive: true });
  // Debian's update-alternatives would make this link.
  symlinkSync('postgis-3.control', join(shareFolder(folder), 'extension/postgis.control'));
  writePrograms(folder);
  await checkLibraries(folder);
}

async function makeTemplate(folder: string, log: (line: string) => void): Promise<void> {
  log('documentdb: 4/4 making the first database');
  const cluster = new Cluster(folder, templateIn(folder), unprivilegedAccount());
  await cluster.initialise();
  const server = await cluster.start();
  try {
    await cluster.execute(SCHEMA);
  } finally {
    await server.stop();
    cluster.removeSocketDir();
  }
}
