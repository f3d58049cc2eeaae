/** The command line as one program for Linux on x86-64: Node with the bundled file inside (Node's "Single executable applications"). */
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { normaliseModes, tarGz } from './archive.js';
import type { Release } from './release.js';

const run = promisify(execFile);
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const SECTION = 'NODE_SEA_BLOB';

/** `bundled` is the folder of the package of the command line. */
export async function makeExecutable(
  { root, work, epoch, version }: Release,
  target: string,
  bundled: string,
): Promise<void> {
  const name = `carillon-${version}`;
  const cwd = join(work, 'executable');
  mkdirSync(join(cwd, name), { recursive: true });
  // Programs of this kind begin with a CommonJS script.
  const bundle = await rolldown({
    cwd: root,
    input: join(bundled, 'dist/carillon.mjs'),
    platform: 'node',
    tsconfig: false,
  });
  await bundle.write({ file: join(cwd, 'carillon.cjs'), format: 'cjs', codeSplitting: false, minify: true });
  await bundle.close();
  // Names without folders: they are part of the program.
  const settings = { main: 'carillon.cjs', output: 'carillon.blob', disableExperimentalSEAWarning: true };
  writeFileSync(join(cwd, 'settings.json'), JSON.stringify(settings));
  await run(process.execPath, ['--experimental-sea-config', 'settings.json'], { cwd });
  const program = join(cwd, name, 'carillon');
  copyFileSync(join(root, 'node_modules/node/bin/node'), program);
  chmodSync(program, 0o755);
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  await run(process.execPath, [postject, program, SECTION, 'carillon.blob', '--sentinel-fuse', FUSE], { cwd });
  for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md'])
    cpSync(join(bundled, file), join(cwd, name, file));
  normaliseModes(join(cwd, name));
  writeFileSync(target, await tarGz(join(work, 'executable.tar'), cwd, [name], epoch));
}
