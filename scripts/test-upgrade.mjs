// `npm run test:upgrade`: an upgrade under load, and the way back, between two releases as they are handed on: the image of an older release, and
// that of the present state. The older one is made from its commit by its own recipe, and kept under the hash of the commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The first commit that has `npm run release`. What it stores and sends is read by each later release (docs/adr/0025-compatible-from-0-2-0-on.md). */
const FIRST = 'df0ef5f7';
const USAGE = `usage: npm run test:upgrade -- [--from COMMIT] [--to FOLDER]
  --from COMMIT  of the older release (default: the first that could be made, ${FIRST})
  --to FOLDER    the newer release, as npm run release has written it (default: is made of the present state)
Exit code: 0 the test passed, 1 it failed, 64 wrong call.`;
const EXIT_USAGE = 64;
const RELEASE = 'dist/tools/release/src/main.js';
const LOCK = 'package-lock.json';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const versionIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
const run = (cwd, ...args) => execFileSync(process.execPath, args, { cwd, stdio: 'inherit' });

function wanted() {
  try {
    const text = { type: 'string' };
    return parseArgs({ options: { from: { ...text, default: FIRST }, to: text } }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(EXIT_USAGE);
  }
}

/** The folder of the release of a commit. */
function releaseOf(commit) {
  const kept = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'carillon', `release-${commit}`);
  if (existsSync(kept)) return kept;
  mkdirSync(dirname(kept), { recursive: true });
  const work = mkdtempSync(`${kept}-`);
  try {
    const source = join(work, 'source');
    git('clone', '--quiet', '--shared', '--no-checkout', root, source);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: source });
    // The same packages need not be installed again.
    const isSame = readFileSync(join(source, LOCK)).equals(readFileSync(join(root, LOCK)));
    if (isSame) symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
    const made = join(work, 'released');
    run(source, 'scripts/bootstrap.mjs', '--here', RELEASE, versionIn(source), '--out', made);
    renameSync(made, kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return kept;
}

const { from, to } = wanted();
const older = releaseOf(git('rev-parse', '--verify', `${from}^{commit}`));
const work = mkdtempSync(join(tmpdir(), 'carillon-upgrade-'));
try {
  const newer = to === undefined ? join(work, 'released') : resolve(to);
  if (to === undefined) run(root, RELEASE, versionIn(root), '--out', newer, '--allow-dirty');
  for (const folder of [older, newer]) run(root, join(root, 'scripts/release-verify.mjs'), folder);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'scripts/test.mjs'), '--selectProjects', 'system', '--testPathPatterns', 'system/upgrade'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CARILLON_OLDER_RELEASE: older, CARILLON_RELEASE: newer },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
