// The Python package as a wheel and a source distribution, in the forms that PyPA specifies (binary-distribution-format, sdist). Their bytes
// depend on their content alone.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';

const MODULE = 'carillon_worker';
/** The earliest time that a zip archive can hold. */
const NO_TIME = new Date(1980, 0, 1);

/** Returns the paths of the wheel and the source distribution in the folder `target`; `work` is a folder that may be emptied. */
export function pythonPackage(root, version, { target, work }) {
  const source = join(root, 'packages', 'worker-python');
  const project = readFileSync(join(source, 'pyproject.toml'), 'utf8').replace(
    'version = "0.0.0"',
    `version = "${version}"`,
  );
  const readme = readFileSync(join(source, 'README.md'), 'utf8');
  const metadata = metadataOf(project, readme);
  return [
    wheel(root, version, { metadata, target }),
    sourceDistribution(root, version, { metadata, project, readme, target, work }),
  ];
}

function metadataOf(project, readme) {
  const valueOf = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1];
  const fields = {
    'Metadata-Version': '2.4',
    Name: valueOf('name'),
    Version: valueOf('version'),
    Summary: valueOf('description'),
    'License-Expression': valueOf('license'),
    'License-File': 'LICENSE',
    'Requires-Python': valueOf('requires-python'),
    'Description-Content-Type': 'text/markdown',
  };
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${readme}`;
}

function wheel(root, version, { metadata, target }) {
  const info = `${MODULE}-${version}.dist-info`;
  const files = {
    [`${MODULE}.py`]: readFileSync(join(root, 'libs', 'worker-sdk', 'python', `${MODULE}.py`)),
    [`${info}/METADATA`]: strToU8(metadata),
    [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nGenerator: carillon\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${info}/licenses/LICENSE`]: readFileSync(join(root, 'LICENSE')),
  };
  const hashOf = (bytes) => createHash('sha256').update(bytes).digest('base64url');
  const record = Object.entries(files).map(([name, bytes]) => `${name},sha256=${hashOf(bytes)},${bytes.length}`);
  files[`${info}/RECORD`] = strToU8(`${[...record, `${info}/RECORD,,`].join('\n')}\n`);
  const file = join(target, `${MODULE}-${version}-py3-none-any.whl`);
  writeFileSync(file, zipSync(files, { mtime: NO_TIME }));
  return file;
}

function sourceDistribution(root, version, { metadata, project, readme, target, work }) {
  const name = `${MODULE}-${version}`;
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PKG-INFO'), metadata);
  writeFileSync(join(folder, 'pyproject.toml'), project);
  writeFileSync(join(folder, 'README.md'), readme);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'libs', 'worker-sdk', 'python', `${MODULE}.py`), join(folder, `${MODULE}.py`));
  const file = join(target, `${name}.tar.gz`);
  const same = [
    '--sort=name',
    '--mtime=@315532800',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+rw,a-s',
  ];
  execFileSync('tar', [...same, '--use-compress-program=gzip -n', '-cf', file, '-C', work, name]);
  return file;
}
