// Parts of the lock file: plain JavaScript for any Node that runs npm, before anything is installed.

/**
 * What these packages need, at the places where the lock file has it, with the entry of each. For builds of a package for other platforms the
 * lock file names no licence: `licence` is then that of the package.
 */
export function neededPackages({ packages }, direct) {
  const needed = new Map();
  const waiting = [{ from: '', names: direct }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const name of Object.keys(next.names)) {
      const place = placeOf(name, next.from, packages);
      if (place === null || needed.has(place)) continue;
      const entry = packages[place];
      const { license, cpu, dependencies, optionalDependencies, peerDependencies } = entry;
      needed.set(place, { name, entry, licence: license ?? (cpu && next.licence) });
      const names = { ...dependencies, ...optionalDependencies, ...peerDependencies };
      waiting.push({ from: place, names, licence: license });
    }
  }
  return needed;
}

/** Where a package finds another one: in its own folder, or in one around it. Null for an optional one that is not installed. */
function placeOf(name, from, packages) {
  for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
  }
}

/**
 * `package.json`, with further fields, and `package-lock.json` of a folder where npm installs these packages alone, in the versions of the whole
 * lock file.
 */
export function partOf(lock, names, fields = {}) {
  const dependencies = Object.fromEntries(names.map((name) => [name, lock.packages[`node_modules/${name}`].version]));
  const manifest = { name: 'carillon-part', version: '0.0.0', private: true, dependencies };
  const entries = [...neededPackages(lock, dependencies)].map(([place, { entry }]) => [place, entry]);
  const { lockfileVersion } = lock;
  return {
    'package.json': { ...manifest, ...fields },
    'package-lock.json': { ...manifest, lockfileVersion, packages: { '': manifest, ...Object.fromEntries(entries) } },
  };
}
