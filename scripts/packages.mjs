// `npm run packages -- FOLDER`: writes the npm packages and the Python package into the folder, as tarballs and a wheel that install without this
// repository. Run after the build. What a package bundles from others is named, with its licence, in its THIRD-PARTY-NOTICES.md.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { pythonPackage } from './python-package.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version, dependencies, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const LICENCE_FILE = /^licen[cs]e(\.|-|$)/i;
/** What frameworks load only if it is installed, and what we do not use. */
const NOT_USED = [
  /^@nestjs\/(websockets|platform-express)/,
  /^class-(transformer|validator)/,
  '@grpc/grpc-js',
  'amqplib',
  'amqp-connection-manager',
  'kafkajs',
  'mqtt',
  'ioredis',
  'nats',
  '@fastify/view',
];
/** Programs of the services, each a file of its own, because a process begins there. */
const PROGRAMS = [
  ...['api', 'scheduler', 'executor', 'log-collector'].map((name) => `apps/${name}/src/main`),
  'apps/api/src/calendars/ics-worker',
  'apps/executor/src/engines/process/supervisor',
  'libs/worker-sdk/src/web-worker',
  'packages/embedded-servers/src/gateway/main',
  'tools/quickstart/src/main',
];
/** These read their own files by paths, or are read in parts by name. */
const SEPARATE = ['bson', 'mongodb', 'mongoose', 'reflect-metadata', 'swagger-ui-dist'];

/** How each package is bundled, and what is copied to it. */
const PACKAGES = {
  carillon: {
    bundle: { input: 'apps/cli/src/main.ts', output: { file: 'dist/carillon.mjs', banner: '#!/usr/bin/env node' } },
  },
  client: {
    bundle: { input: 'libs/client/src/index.ts', output: { file: 'dist/index.js' } },
    types: true,
    separate: ['openapi-fetch'],
  },
  worker: { bundle: { input: 'libs/worker-sdk/src/index.ts', output: { file: 'dist/index.js' } }, types: true },
  server: {
    bundle: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `dist/${name}.js`])),
      output: { dir: 'dist', chunkFileNames: 'chunks/[name].js' },
    },
    separate: SEPARATE,
    copied: { 'dist/apps/ui': 'dist/apps/ui', examples: 'examples' },
  },
  'embedded-servers': {
    bundle: {
      input: {
        index: 'packages/embedded-servers/src/index.ts',
        main: 'packages/embedded-servers/src/main.ts',
        'packages/embedded-servers/src/gateway/main': 'packages/embedded-servers/src/gateway/main.ts',
      },
      output: { dir: 'dist', chunkFileNames: 'chunks/[name].js' },
    },
    types: true,
    separate: ['bson', 'mongodb', 'mongodb-memory-server-core'],
  },
};

/** Bundles into the folder; gives the folders of the packages that are in the bundle. */
async function bundle(name, { bundle: { input, output }, separate = [] }, folder) {
  const { file, dir, ...form } = output;
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    tsconfig: false,
    external: [...NOT_USED, ...separate.map((each) => new RegExp(`^${each}(/|$)`))],
    resolve: { conditionNames: [name === 'server' ? 'default' : 'source', 'import', 'node', 'default'] },
    transform: { target: 'node20', define: { CARILLON_VERSION: JSON.stringify(version) } },
    checks: { unresolvedImport: false },
  });
  const place = file ? { file: join(folder, file), codeSplitting: false } : { dir: join(folder, dir) };
  const { output: parts } = await build.write({ ...form, ...place, format: 'esm', minify: file !== undefined });
  await build.close();
  return packagesOf(parts.flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])));
}

/** The folders of other people's packages among the modules. */
function packagesOf(modules) {
  const folders = modules.flatMap((id) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders.map((folder) => folder.replace(/^[^/]*\0/, '')))].filter((folder) =>
    existsSync(join(folder, 'package.json')),
  );
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The licences of what is bundled; the licence texts that are the same are there once. */
function noticesOf(folders) {
  const described = folders.map((folder) => {
    const { name, version: theirs, license } = manifestIn(folder);
    const [file] = globSync('*', { cwd: folder }).filter((each) => LICENCE_FILE.test(each));
    return {
      title: `${name} ${theirs} (${license ?? 'see below'})`,
      text: file ? readFileSync(join(folder, file), 'utf8').trim() : '',
    };
  });
  const byText = Map.groupBy(
    described.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    ({ text }) => text,
  );
  const parts = [...byText].map(
    ([text, those]) => `## ${those.map(({ title }) => title).join('\n## ')}\n\n\`\`\`\n${text}\n\`\`\`\n`,
  );
  return `# Packages that are part of this one, and their licences\n\n${parts.join('\n')}`;
}

/** Declarations of the package's sources and of what they import; imports by our aliases become relative ones. */
function declare(name, folder) {
  const settings = mkdtempSync(join(tmpdir(), 'carillon-types-'));
  const file = join(settings, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: join(folder, 'dist'),
    rootDir: root,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const { input } = PACKAGES[name].bundle;
  const entry = join(root, input.index ?? input);
  writeFileSync(
    file,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: [entry] }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], { stdio: 'inherit' });
  rmSync(settings, { recursive: true });
  const aliases = {
    '#client/': 'libs/client/src/',
    '#common/': 'libs/common/src/',
    '#worker-sdk/': 'libs/worker-sdk/src/',
  };
  for (const each of globSync('**/*.d.ts', { cwd: join(folder, 'dist') })) {
    const path = join(folder, 'dist', each);
    const text = readFileSync(path, 'utf8').replace(/(['"])(#[a-z-]+\/)/g, (_, quote, alias) => {
      const to = relative(dirname(each), aliases[alias]).split(sep).join('/');
      return `${quote}${to.startsWith('.') ? to : `./${to}`}/`;
    });
    writeFileSync(path, text);
  }
}

/** The manifest as it is published: the version of the product, and the versions of what stays separate. */
function manifestOf(name, { separate = [] }) {
  const own = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  const versionOf = (each) => dependencies[each] ?? manifestIn(join(root, 'node_modules', each)).version;
  const needs = Object.fromEntries(separate.map((each) => [each, versionOf(each)]));
  return {
    name: own.name,
    version,
    ...own,
    ...(repository && { repository }),
    ...(separate.length > 0 && { dependencies: needs }),
  };
}

/** Makes one package in a folder of its own, and packs it into the target. */
async function make(name, target) {
  const folder = join(root, '.carillon', 'packages', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const recipe = PACKAGES[name];
  const bundled = await bundle(name, recipe, folder);
  if (recipe.types) declare(name, folder);
  for (const [from, to] of Object.entries(recipe.copied ?? {}))
    cpSync(join(root, from), join(folder, to), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(name, recipe), null, 2)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), noticesOf(bundled));
  const separate = (recipe.separate ?? []).map((each) => join(root, 'node_modules', each));
  writeFileSync(`${folder}.parts.json`, JSON.stringify([...bundled, ...separate].map(manifestIn)));
  cpSync(join(root, 'packages', name, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  });
  return packed.trim();
}

const [to] = process.argv.slice(2);
if (to === undefined) {
  console.error('usage: npm run packages -- FOLDER');
  process.exit(64);
}
const target = resolve(to);
mkdirSync(target, { recursive: true });
for (const name of Object.keys(PACKAGES)) console.log(join(target, await make(name, target)));
for (const file of pythonPackage(root, version, { target, work: join(root, '.carillon', 'packages') }))
  console.log(file);
