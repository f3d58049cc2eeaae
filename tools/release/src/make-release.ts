/** The files of a release, one step after the other; each names what it has written. */
import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tarGz } from './archive.js';
import { makeChart } from './chart.js';
import { makeExecutable } from './executable.js';
import { makeImage } from './image.js';
import { bundledIn } from './npm-packages.js';
import { provenanceOf, type Sums } from './provenance.js';
import { npmPurl, sha256Of, type Material, type Release } from './release.js';
import { sbomOf } from './sbom.js';
import { bundleOf, publicKeyOf, signatureOf } from './signing.js';

const run = promisify(execFile);
/** The packages of npm: their folders in `.carillon/packages`, their names there and in a folder of tarballs. */
const NPM = [
  { folder: 'carillon', name: 'carillon', file: 'carillon' },
  { folder: 'client', name: '@carillon/client', file: 'carillon-client' },
  { folder: 'worker', name: '@carillon/worker', file: 'carillon-worker' },
  { folder: 'embedded-servers', name: '@carillon/embedded-servers', file: 'carillon-embedded-servers' },
  { folder: 'server', name: '@carillon/server', file: 'carillon-server' },
];
/** Programs that need nothing but the folder. */
const PROGRAMS = { 'install.sh': 'deploy/release/install.sh', 'verify.mjs': 'scripts/release-verify.mjs' };
const SUMS = 'SHA256SUMS';
const PROVENANCE = 'provenance.json';

export interface Wanted extends Release {
  /** In Markdown. */
  readonly notes: string;
  /** Who builds it, as a URI. */
  readonly builder: string;
  /** Null: nothing is signed. */
  readonly key: KeyObject | null;
}

export async function makeRelease(wanted: Wanted): Promise<void> {
  const { version, out, root, key } = wanted;
  const product = { name: 'carillon', version };
  const packages = await makePackages(wanted);
  const image = await step('image', () => makeImage(wanted, join(out, `carillon-image-${version}.oci.tar`)));
  writeFileSync(join(out, `carillon-image-${version}.cdx.json`), sbomOf(product, image));
  await step('chart', () =>
    makeChart(wanted, {
      packed: join(out, `carillon-chart-${version}.tgz`),
      archive: join(out, `carillon-chart-${version}.oci.tar`),
    }),
  );
  await step('command line', () =>
    makeExecutable(
      wanted,
      join(out, `carillon-${version}-linux-x64.tar.gz`),
      join(root, '.carillon/packages/carillon'),
    ),
  );
  const node: Material = { purl: npmPurl('node', process.versions.node), name: 'node', version: process.versions.node };
  const program = sbomOf(product, [node, ...(packages.get('carillon') ?? [])]);
  writeFileSync(join(out, `carillon-${version}-linux-x64.cdx.json`), program);
  await step('deployment', () => packDeployment(wanted));
  for (const [name, from] of Object.entries(PROGRAMS)) copyFileSync(join(wanted.source, from), join(out, name));
  writeFileSync(join(out, 'RELEASE-NOTES.md'), `# Carillon ${version}\n\n${wanted.notes}\n`);
  const builder = { id: wanted.builder, node: process.versions.node };
  const materials = [...image, ...[...packages.values()].flat()];
  writeFileSync(join(out, PROVENANCE), provenanceOf(wanted, builder, { sums: sumsOf(out), materials }));
  const lines = Object.entries(sumsOf(out)).map(([name, sum]) => `${sum}  ${name}\n`);
  writeFileSync(join(out, SUMS), lines.join(''));
  if (key !== null) signAll(out, key);
}

async function step<T>(name: string, make: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const made = await make();
  process.stdout.write(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return made;
}

/** Returns what each npm package contains of others. */
async function makePackages(release: Release): Promise<Map<string, Material[]>> {
  const { root, out, version } = release;
  await step('packages', () => run(process.execPath, ['scripts/packages.mjs', out], { cwd: root }));
  const bundled = new Map(
    NPM.map(({ folder }) => [folder, bundledIn(join(root, '.carillon/packages', `${folder}.parts.json`))]),
  );
  for (const { folder, name, file } of NPM) {
    const sbom = sbomOf({ name, version }, bundled.get(folder) ?? []);
    writeFileSync(join(out, `${file}-${version}.cdx.json`), sbom);
  }
  return bundled;
}

/** What an operator needs beside image and chart, under the names that the documents give. */
async function packDeployment({ source, out, work, epoch, version }: Release): Promise<void> {
  const packed = await tarGz(join(work, 'deployment.tar'), source, ['deploy', 'LICENSE'], epoch);
  writeFileSync(join(out, `carillon-deploy-${version}.tar.gz`), packed);
}

const sumsOf = (folder: string): Sums =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, sha256Of(readFileSync(join(folder, name)))]),
  );

/** The public key is there for convenience: who verifies takes it from elsewhere. */
function signAll(out: string, key: KeyObject): void {
  writeFileSync(join(out, 'cosign.pub'), publicKeyOf(key));
  for (const name of [SUMS, PROVENANCE]) {
    const content = readFileSync(join(out, name));
    const signature = signatureOf(content, key);
    writeFileSync(join(out, `${name}.sig`), signature);
    writeFileSync(join(out, `${name}.sigstore.json`), bundleOf(content, key, signature));
  }
}
