/** What is released, from where and to where. */
import { createHash } from 'node:crypto';

export interface Release {
  readonly version: string;
  /** The commit, in full. */
  readonly commit: string;
  /** Seconds; the time of the commit, which everything in archives has. */
  readonly epoch: number;
  /** The folder of the repository, where it is built. */
  readonly root: string;
  /** A folder with what of the commit is handed on as it is: no file that only this machine has gets into a release. */
  readonly source: string;
  /** The folder that is handed on. */
  readonly out: string;
  /** Scratch space, which is removed at the end. */
  readonly work: string;
}

/** Something from elsewhere that is part of what is released. */
export interface Material {
  /** Its package URL (https://github.com/package-url/purl-spec). */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  /** As its author states it; absent where only the package itself says it. */
  readonly license?: string;
  /** Of its file as it was fetched, where there is one. */
  readonly sha256?: string;
}

export const npmPurl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** In hexadecimal digits. */
export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
