/** Bills of materials in CycloneDX's form, without a number and a time of their own, so that they are the same each time. */
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { npmPurl, type Material } from './release.js';

const { Bom, Component } = Models;
/** Licences that are no known id are kept as names. */
const licences = new Contrib.License.Factories.LicenseFactory(() => {
  throw new Error('expressions are kept as names');
});

/** The document as JSON. */
export function sbomOf(subject: Pick<Material, 'name' | 'version'>, parts: readonly Material[]): string {
  const own = new Component(Enums.ComponentType.Application, subject.name, {
    bomRef: subject.name,
    version: subject.version,
    purl: npmPurl(subject.name, subject.version),
  });
  const bom = new Bom();
  bom.metadata.component = own;
  const once = new Map(parts.map((part) => [part.purl, part]));
  for (const part of once.values()) {
    const component = componentOf(part);
    bom.components.add(component);
    own.dependencies.add(component.bomRef);
  }
  const json = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(json).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ purl, name, version, license, sha256 }: Material): Models.Component {
  const component = new Component(Enums.ComponentType.Library, name, { bomRef: purl, purl, version });
  if (name.startsWith('@')) {
    const [group, rest] = name.split('/');
    component.group = String(group);
    component.name = String(rest);
  }
  if (license !== undefined) component.licenses.add(licences.makeFromString(license));
  if (sha256 !== undefined) component.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
  return component;
}
