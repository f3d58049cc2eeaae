// `node scripts/install-servers.mjs FOLDER`: installs NATS and the database where this machine lacks them, while npm still installs the packages of
// the project. FOLDER has the compiler and what the installer loads, and gets the compiled installer. What cannot be installed here is tried again
// at the start of the servers, which says what is wrong.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder] = process.argv.slice(2);
const { transformFile } = createRequire(join(folder, 'package.json'))('@swc/core');
const from = join(root, 'packages', 'embedded-servers', 'src');
const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts');

async function compile(name) {
  const { code } = await transformFile(join(from, name), { cwd: root, configFile: join(root, '.swcrc') });
  const file = join(folder, 'dist', name.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
await Promise.all(readdirSync(from, { recursive: true }).filter(isSource).map(compile));
const { installServers } = await import(pathToFileURL(join(folder, 'dist', 'install-servers.js')));
await installServers({ log: console.error }, process.env).catch(() => undefined);
