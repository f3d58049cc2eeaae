/** The Helm chart as Helm packs it, and as the artefact that `helm push` makes of it, for tools that copy OCI archives. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { normaliseModes, tarGz } from './archive.js';
import { OCI, OciLayout } from './oci.js';
import type { Release } from './release.js';

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

export async function makeChart(
  { source, work, epoch, version }: Release,
  files: { readonly packed: string; readonly archive: string },
): Promise<void> {
  const folder = join(work, 'chart');
  mkdirSync(folder);
  cpSync(join(source, 'deploy/helm/carillon'), join(folder, 'carillon'), { recursive: true });
  cpSync(join(source, 'LICENSE'), join(folder, 'carillon', 'LICENSE'));
  normaliseModes(folder);
  const packed = await tarGz(join(work, 'chart.tar'), folder, ['carillon'], epoch);
  writeFileSync(files.packed, packed);

  const about = z
    .looseObject({ description: z.string() })
    .parse(parse(readFileSync(join(folder, 'carillon/Chart.yaml'), 'utf8')));
  const layout = new OciLayout(join(work, 'chart-layout'));
  const manifest = layout.json(OCI.manifest, {
    schemaVersion: 2,
    mediaType: OCI.manifest,
    config: layout.json(CONFIG, about),
    layers: [layout.blob(CONTENT, packed)],
    annotations: {
      'org.opencontainers.image.title': 'carillon',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.description': about.description,
      'org.opencontainers.image.created': new Date(epoch * 1000).toISOString(),
    },
  });
  await layout.archive(files.archive, manifest, { 'org.opencontainers.image.ref.name': version }, epoch);
}
