/** A folder in the OCI image layout (image-spec 1.1, "OCI Image Layout"), from which one archive is made. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** An image of one platform, by the name under which Docker has it. */
export interface DockerImage {
  readonly tag: string;
  readonly config: Descriptor;
  readonly layers: readonly Layer[];
}

const DOCKERS_LIST = 'manifest.json';
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

  /**
   * The list by which Docker loads images without its containerd store, where it reads no index: what `docker save` writes. It is no part of
   * the layout, and other tools pass it over.
   */
  forDocker(images: readonly DockerImage[]): void {
    const path = ({ digest }: Descriptor): string => join('blobs', digest.replace(':', '/'));
    const list = images.map(({ tag, config, layers }) => ({
      Config: path(config),
      RepoTags: [tag],
      Layers: layers.map(({ descriptor }) => path(descriptor)),
    }));
    writeFileSync(join(this.folder, DOCKERS_LIST), JSON.stringify(list));
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
    await tar(target, this.folder, readdirSync(this.folder).sort(), epoch);
    rmSync(this.folder, { recursive: true });
  }
}
