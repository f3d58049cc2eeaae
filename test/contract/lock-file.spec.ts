/** What a bare clone installs beside the rest, before anything is there: parts of the one lock file, which therefore cannot differ from it. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
interface Lock {
  readonly packages: Readonly<Record<string, Readonly<Record<'dependencies' | 'optionalDependencies', object>>>>;
}
interface Part {
  readonly 'package.json': { readonly dependencies: object };
  readonly 'package-lock.json': Lock;
}
const { partOf } = (await import(pathToFileURL(join(root, 'scripts/lock-file.mjs')).href)) as {
  readonly partOf: (lock: Lock, names: readonly string[]) => Part;
};
const lock = JSON.parse(textOf('package-lock.json')) as Lock;
/** As `scripts/bootstrap.mjs` names them. */
const namesOf = (part: string): string[] => {
  const list = new RegExp(`const ${part} = \\[(.*)\\];`).exec(textOf('scripts/bootstrap.mjs'))?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
};

test.each(['NODE', 'SERVERS'])('the part %s is complete, in the versions of the lock file', (part) => {
  const names = namesOf(part);
  const { 'package.json': manifest, 'package-lock.json': own } = partOf(lock, names);
  expect(Object.keys(manifest.dependencies)).toEqual(names);
  const { '': rootEntry, ...entries } = own.packages;
  expect(rootEntry).toEqual(manifest);
  for (const [place, entry] of Object.entries(entries)) {
    expect(entry).toBe(lock.packages[place]);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      expect([place, name, `node_modules/${name}` in entries || `${place}/node_modules/${name}` in entries]).toEqual([
        place,
        name,
        true,
      ]);
  }
});

/** The packages of npm that a file of the installer loads, by what it imports for its values. */
function loaded(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [...textOf(file).matchAll(/^(?:import|export) (?!type)(?:[^;]*?from )?'([^']+)';/gms)];
  return imports.flatMap(([, name = '']) => {
    if (name.startsWith('.')) return loaded(join(dirname(file), name.replace(/\.js$/, '.ts')), seen);
    return name.startsWith('node:') || builtinModules.includes(name) ? [] : [name];
  });
}

test('the installer of the servers loads nothing else', () => {
  const names = loaded('packages/embedded-servers/src/install-servers.ts');
  expect([...new Set(names)]).toEqual(namesOf('SERVERS').filter((name) => name !== '@swc/core'));
});
