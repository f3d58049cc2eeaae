/** A folder in the OCI image layout (image-spec 1.1, "OCI Image Layout"), from which one archive is made. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tar } from './archive.js';
import { sha256Of } from './release.js';

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly os: string; readonly architecture: string };
  readonly annotations?: Readonly<Record<string, string>>;
}
/** A layer of an image: its compressed blob, and the digest of what is in it, which the configuration names. */
export interface Layer {
  readonly descriptor: Descriptor;
  readonly diffId: string;
}

export const OCI = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

const compressed = promisify(gzip);
const digestOf = (content: Buffer): string => `sha256:${sha256Of(content)}`;

export class OciLayout {
  constructor(private readonly folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'blobs', 'sha256'), { recursive: true });
  }

  blob(mediaType: string, content: Buffer): Descriptor {
    const digest = digestOf(content);
    writeFileSync(join(this.folder, 'blobs', digest.replace(':', '/')), content);
    return { mediaType, digest, size: content.length };
  }

  json(mediaType: string, content: object): Descriptor {
    return this.blob(mediaType, Buffer.from(JSON.stringify(content)));
  }

  /** From a tar file. */
  async layer(file: string): Promise<Layer> {
    const content = readFileSync(file);
    return { descriptor: this.blob(OCI.layer, await compressed(content)), diffId: digestOf(content) };
  }

  /** Writes the archive with this entry, under the name by which tools show it; the folder is removed. */
  async archive(
    target: string,
    entry: Descriptor,
    names: Readonly<Record<string, string>>,
    epoch: number,
  ): Promise<void> {
    writeFileSync(join(this.folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    const index = { schemaVersion: 2, mediaType: OCI.index, manifests: [{ ...entry, annotations: names }] };
    writeFileSync(join(this.folder, 'index.json'), JSON.stringify(index));
    await tar(target, this.folder, ['blobs', 'index.json', 'oci-layout'], epoch);
    rmSync(this.folder, { recursive: true });
  }
}
