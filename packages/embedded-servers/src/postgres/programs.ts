import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_MAJOR } from '../install/documentdb-packages.js';
import { run } from '../machine/command.js';

const LIBRARIES = 'usr/lib/x86_64-linux-gnu';
const POSTGRES_HOME = `usr/lib/postgresql/${POSTGRES_MAJOR}`;
const LOADER = `${LIBRARIES}/ld-linux-x86-64.so.2`;
const SHARE = `usr/share/postgresql/${POSTGRES_MAJOR}`;

/** Files that the server loads; each must find all its libraries. */
const LOADED = ['pg_documentdb', 'pg_documentdb_core', 'pg_documentdb_extended_rum', 'pg_cron', 'postgis-3', 'vector'];

/** The folder of unpacked packages inside an installation. */
export const rootOf = (installed: string): string => join(installed, 'root');
export const postgresProgram = (installed: string): string => join(installed, 'bin/postgres');
export const initdbProgram = (installed: string): string => join(installed, 'bin/initdb');
export const shareFolder = (installed: string): string => join(rootOf(installed), SHARE);

/** The server's environment: of ours only the variables that its libraries need. */
export const postgresEnv = (installed: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  PROJ_DATA: join(rootOf(installed), 'usr/share/proj'),
});

/**
 * The packages are of another release than the machine, so their programs run on their own C library, by its own loader.
 * The scripts find everything relative to their own path, because the installation is moved after it was made.
 */
export function writePrograms(installed: string): void {
  mkdirSync(join(installed, 'bin'), { recursive: true });
  const script = (name: string, argv0: string): void => {
    const path = join(installed, 'bin', name);
    const root = '$here/../root';
    const libraries = `${root}/${LIBRARIES}:${root}/${POSTGRES_HOME}/lib`;
    const program = `${root}/${POSTGRES_HOME}/bin/${name}`;
    writeFileSync(
      path,
      `#!/bin/sh\nhere=\${0%/*}\nexec "${root}/${LOADER}" --library-path "${libraries}" --argv0 "${argv0}" "${program}" "$@"\n`,
    );
    chmodSync(path, 0o755);
  };
  script('postgres', `$here/../root/${POSTGRES_HOME}/bin/postgres`);
  // initdb starts the `postgres` in the folder of what it takes for its own program: this must be our script.
  script('initdb', '$here/initdb');
}

/** Throws, naming what is missing, if a library of the server is not among the unpacked packages. */
export async function checkLibraries(installed: string): Promise<void> {
  const root = rootOf(installed);
  const folders = `${join(root, LIBRARIES)}:${join(root, POSTGRES_HOME, 'lib')}`;
  const files = [`bin/postgres`, ...LOADED.map((name) => `lib/${name}.so`)].map((file) =>
    join(root, POSTGRES_HOME, file),
  );
  for (const file of files) {
    if (!existsSync(file))
      throw new Error(`the package selection no longer matches the packages of Debian: ${file} is missing`);
    const loaded = await run({ command: join(root, LOADER), args: ['--library-path', folders, '--list', file] });
    const missing = loaded.split('\n').filter((line) => line.includes('not found'));
    if (missing.length > 0) {
      throw new Error(`the package selection no longer matches the packages of Debian: ${missing.join(', ').trim()}`);
    }
  }
}
