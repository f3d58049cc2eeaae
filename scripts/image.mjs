// `npm run image`: builds the image from deploy/docker/Dockerfile with its version and revision, checks its content against the
// documents, and prints its size. See docs/installation.md, "The image".
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run image -- [options]
  --tag <name>      the name of the image (default: carillon:<version of package.json>)
  --base <image>    another base than the Dockerfile's, from a registry of yours, or "debian": one that is made here of Debian's
                    packages (mmdebstrap) and the Node that the lock file names, where no registry of images can be reached
  --npmrc <file>    npm's settings and credentials, for a registry of your own; they do not stay in the image
  --ca <file>       authorities to trust while packages are fetched (PEM), in place of those of NODE_EXTRA_CA_CERTS here; they do not
                    stay in the image
  --archive <file>  also writes the image to this file, for docker load or ctr images import
  --builder <name>  docker, podman or buildah (default: the first that works)
Exit code: 0, 64 for a wrong call, 1 when it cannot be built or is not what it should be.`;
const EXIT_USAGE = 64;
const BASE = 'localhost/carillon-base:debian';
const DEBIAN = 'bookworm';
const LABELS = 'org.opencontainers.image';
const MIB = 1024 * 1024;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { values, positionals } = options();
if (values.help || positionals.length > 0) {
  console.error(USAGE);
  process.exit(values.help ? 0 : EXIT_USAGE);
}
const builder = values.builder ?? ['docker', 'podman', 'buildah'].find(works);
if (builder === undefined) fail('no usable docker, podman or buildah was found');
const tag = values.tag ?? `carillon:${version}`;

const work = mkdtempSync(join(tmpdir(), 'carillon-image-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const revision = revisionOf();
build('deploy/docker/Dockerfile', root, tag, [
  ...(values.base === undefined
    ? []
    : ['--build-arg', `NODE_IMAGE=${values.base === 'debian' ? madeBase() : values.base}`]),
  ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`],
  // In addition to the arguments: buildah reuses a label from its cache even if the argument in it has changed.
  ...['--label', `${LABELS}.version=${version}`, '--label', `${LABELS}.revision=${revision}`],
  ...secretArgs(),
]);
const inside = lookInside();
const faults = faultsOf(settings(), inside);
for (const fault of faults) console.error(`the image is not correct: ${fault}`);
if (values.archive !== undefined) archive(values.archive);
console.log(JSON.stringify({ image: tag, version, revision, packages: inside.packages, mib: mibOf(inside) }, null, 2));
process.exit(faults.length === 0 ? 0 : 1);

function options() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ tag: text, base: text, npmrc: text, ca: text, archive: text, builder: text },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`, EXIT_USAGE);
  }
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

function works(program) {
  return spawnSync(program, ['images'], { stdio: 'ignore' }).status === 0;
}

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`${program} ${args[0]}: ${error?.message ?? `exit code ${status}`}`);
}

function read(program, ...args) {
  return execFileSync(program, args, { cwd: root, maxBuffer: 64 * MIB }).toString();
}

/** The commit, and whether files have changed since. */
function revisionOf() {
  const commit = read('git', 'rev-parse', 'HEAD').trim();
  return read('git', 'status', '--porcelain').trim() === '' ? commit : `${commit}-changed`;
}

/** Health checks exist only in Docker's own format of images; steps use the network of this machine, as npm does here. */
function build(file, context, name, args) {
  const own = {
    docker: [],
    podman: ['--format', 'docker'],
    buildah: ['--format', 'docker', '--layers', '--isolation', 'chroot'],
  };
  run(builder, 'build', ...(own[builder] ?? []), '--network', 'host', '-f', file, '-t', name, ...args, context);
}

function secretArgs() {
  const npmrc = join(work, 'npmrc');
  const given = values.npmrc === undefined ? '' : `${readFileSync(values.npmrc, 'utf8')}\n`;
  const ca = values.ca ?? process.env.NODE_EXTRA_CA_CERTS ?? '';
  const isTold = ca !== '';
  writeFileSync(npmrc, isTold ? `${given}cafile=/run/secrets/ca\n` : given, { mode: 0o600 });
  return ['--secret', `id=npmrc,src=${npmrc}`, ...(isTold ? ['--secret', `id=ca,src=${ca}`] : [])];
}

/** The same as the base of the Dockerfile: Debian, Node and npm in /usr/local, the user `node`. */
function madeBase() {
  const context = join(work, 'base');
  const node = join(root, 'node_modules/node/bin/node');
  const npm = dirname(dirname(process.env.npm_execpath ?? ''));
  if (!existsSync(join(npm, 'bin/npm-cli.js'))) fail('npm was not found: start this program by npm run image');
  mkdirSync(context);
  run('mmdebstrap', '--quiet', '--variant=minbase', '--include=ca-certificates', DEBIAN, join(context, 'debian.tar'));
  copyFileSync(node, join(context, 'node'));
  cpSync(npm, join(context, 'npm'), { recursive: true, dereference: true });
  const file = join(context, 'Dockerfile');
  writeFileSync(
    file,
    `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --user-group --create-home node
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["node"]
`,
  );
  build(file, context, BASE, []);
  return BASE;
}

/** The command of the image. */
function settings() {
  if (builder !== 'buildah') return JSON.parse(read(builder, 'image', 'inspect', tag))[0].Config;
  return JSON.parse(read('buildah', 'inspect', '--type', 'image', tag)).Docker.config;
}

/** Runs a program within the image that lists its content, as the user of the services. */
function lookInside() {
  const program = readFileSync(join(root, 'scripts/image-contents.mjs'), 'utf8');
  const node = ['node', '--input-type=module', '-e', program];
  if (builder !== 'buildah')
    return JSON.parse(
      read(builder, 'run', '--rm', '--network', 'none', '--entrypoint', node[0], tag, ...node.slice(1)),
    );
  const container = read('buildah', 'from', '--pull-never', tag).trim();
  try {
    return JSON.parse(read('buildah', 'run', '--isolation', 'chroot', container, '--', ...node));
  } finally {
    read('buildah', 'rm', container);
  }
}

/** Sentences about every difference from the documents. */
function faultsOf({ User, Labels, Healthcheck, Entrypoint }, found) {
  const label = (name) => Labels?.[`${LABELS}.${name}`];
  const checks = [
    [User === '1000' && found.uid === 1000, `it runs as ${User}, id ${found.uid}`],
    [
      label('version') === version && label('revision') === revision,
      `its labels say ${label('version')}, ${label('revision')}`,
    ],
    [found.version === version, `its own version is ${found.version}`],
    [Healthcheck?.Test?.at(-1) === 'dist/tools/healthcheck/src/main.js', 'it has no health check'],
    [Entrypoint?.[0] === 'node', `it starts ${Entrypoint?.[0]}`],
    [found.nodes.length === 1, `it holds ${found.nodes.length} Nodes: ${found.nodes.join(', ')}`],
    [found.managers.length === 0, `it holds package managers: ${found.managers.join(', ')}`],
    [found.settings.length === 0, `it holds settings of npm: ${found.settings.join(', ')}`],
    [found.builtByScripts.length === 0, `packages have built: ${found.builtByScripts.join(', ')}`],
    [found.unlisted.length === 0, `its list does not name ${found.unlisted.join(', ')}`],
    [found.writable.length === 0, `its user can write ${found.writable.join(', ')}`],
  ];
  return checks.flatMap(([isRight, fault]) => (isRight ? [] : [fault]));
}

function archive(file) {
  if (existsSync(file)) rmSync(file);
  if (builder === 'buildah') run('buildah', 'push', tag, `docker-archive:${file}:${tag}`);
  else run(builder, 'save', '-o', file, tag);
}

function mibOf({ bytes }) {
  return Object.fromEntries(Object.entries(bytes).map(([part, size]) => [part, Math.round(size / MIB)]));
}
