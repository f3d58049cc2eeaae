/** Where the files of a release come from: an in-toto statement (attestation framework, v1) with SLSA's provenance (v1). */
import { npmPurl, type Material, type Release } from './release.js';

/** The name and the SHA-256 of each file. */
export type Sums = Readonly<Record<string, string>>;

export interface Builder {
  /** Who has built it, as a URI. */
  readonly id: string;
  /** The version of Node. */
  readonly node: string;
}

const BUILD_TYPE = 'https://carillon.dev/release/v1';

/** The same commit and materials give the same statement: it says no time but that of the commit. */
export function provenanceOf(
  { version, commit, epoch }: Release,
  builder: Builder,
  found: { readonly sums: Sums; readonly materials: readonly Material[] },
): string {
  const once = new Map(found.materials.map((material) => [material.purl, material]));
  const fetched = [...once.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(found.sums).map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { version },
        internalParameters: { SOURCE_DATE_EPOCH: epoch },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'node', uri: npmPurl('node', builder.node) },
          ...fetched.map(({ purl, sha256 }) => ({ uri: purl, ...(sha256 !== undefined && { digest: { sha256 } }) })),
        ],
      },
      runDetails: { builder: { id: builder.id } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
