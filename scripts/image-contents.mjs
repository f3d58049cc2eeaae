// Runs within the image, as the user of the services: prints its content as JSON, which image.mjs reads.
import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APP = '/app';
const MANAGERS = ['npm', 'npx', 'yarn', 'yarnpkg', 'pnpm', 'corepack'];
/** Files that the compilation of a package leaves there. */
const BUILT = join('build', 'Release');
const OTHER_ROOTS = new Set(['proc', 'sys', 'dev', 'run']);

/** Every file and folder below, without following links. */
function* walk(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // We have no right to read it.
  }
  for (const entry of entries) {
    if (folder === '/' && OTHER_ROOTS.has(entry.name)) continue;
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* walk(path);
  }
}

const sizeOf = (paths) => paths.reduce((sum, path) => sum + lstatSync(path).size, 0);
const isWritable = (path) => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
const isProgram = (path) => lstatSync(path).isFile() && (lstatSync(path).mode & 0o111) !== 0;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const all = [...walk('/')];
const ours = all.filter((path) => path.startsWith(`${APP}/`));
const modules = ours.filter((path) => path.startsWith(`${APP}/node_modules/`));
const manifests = modules
  .filter((path) => /node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(path))
  .map(readJson);
const listed = new Set(
  readJson(join(APP, 'sbom.cdx.json')).components.map(({ group, name, version }) =>
    [group === undefined ? name : `${group}/${name}`, version].join('@'),
  ),
);
const names = manifests.map(({ name, version }) => `${name}@${version}`);

console.log(
  JSON.stringify({
    uid: process.getuid(),
    version: readJson(join(APP, 'package.json')).version,
    nodes: all.filter((path) => path.endsWith('/node') && isProgram(path)),
    managers: process.env.PATH.split(delimiter)
      .flatMap((folder) => MANAGERS.map((name) => join(folder, name)))
      .filter(existsSync),
    settings: all.filter((path) => path.endsWith('npmrc')),
    builtByScripts: modules.filter((path) => path.endsWith(BUILT)),
    packages: names.length,
    unlisted: names.filter((name) => !listed.has(name)),
    writable: ours.filter((path) => !lstatSync(path).isSymbolicLink() && isWritable(path)).slice(0, 5),
    bytes: {
      all: sizeOf(all),
      node: sizeOf(all.filter((path) => path === process.execPath)),
      modules: sizeOf(modules),
      ours: sizeOf(ours) - sizeOf(modules),
    },
  }),
);
