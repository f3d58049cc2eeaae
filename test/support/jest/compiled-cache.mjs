// What tests have compiled is kept by the hash of its source, so each edit leaves a file that nobody asks for again.
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** What no test has used for so long is removed. */
const KEPT_MS = 7 * DAY_MS;
/** Of what was used since, only the newest files stay; a whole run of the tests compiles about 2,000 sources, with a map of each. */
const MAX_FILES = 20_000;

/** A file that is used is marked at most once a day. */
export function markUsed(file, now) {
  if (now - statSync(file).mtimeMs < DAY_MS) return;
  utimesSync(file, now / 1_000, now / 1_000);
}

/** Removes what is old, and what is more than `most` files. Other processes may do the same at the same time. */
export function prune(folder, now, most = MAX_FILES) {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found === undefined ? [] : [{ name, usedAt: found.mtimeMs }];
    })
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const [i, { name, usedAt }] of files.entries())
    if (i >= most || now - usedAt > KEPT_MS) rmSync(join(folder, name), { force: true });
}
