// `npm run verify`, two of its checks: `vulnerabilities`, of production dependencies, as the registry of npm knows them; and `licences`, of
// everything that may be part of a package or an image.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededPackages } from './lock-file.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** They may be part of a work under Apache-2.0, if their text goes with it. MPL-2.0 binds its own files, which are not changed. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
]);
/** What npm answers if there is no network; an HTTP status if the registry has no list of vulnerabilities. */
const NO_NETWORK = /^(EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ERR_SOCKET_TIMEOUT|ETIMEDOUT|FETCH_ERROR)$/;

/** What was found, one line each; `unchecked` says why nothing could be known. Throws for a failure of npm itself. */
async function vulnerabilities() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
  const output = await new Promise((resolve) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(stdout || JSON.stringify({ message: stderr || error?.message }));
    });
  });
  const answer = JSON.parse(output);
  if (answer.auditReportVersion !== undefined)
    return { problems: Object.values(answer.vulnerabilities).map(inOneLine) };
  const { message = answer.error?.summary, statusCode, code = answer.error?.code } = answer;
  if (statusCode >= 400 || NO_NETWORK.test(code ?? /\bE[A-Z_]{6,}\b/.exec(message ?? '')?.[0] ?? ''))
    return { problems: [], unchecked: `the registry of npm does not tell vulnerabilities: ${message}` };
  throw new Error(`npm audit failed: ${output}`);
}

/** `via` holds what is known of the package itself, and the names of those that it has the problem from. */
const inOneLine = ({ name, severity, via }) =>
  `${name}: ${severity}: ${via.map((each) => (each.title ? `${each.title}, ${each.url}` : `by ${each}`)).join('; ')}`;

/** `A OR B` lets us choose; `A AND B` binds us to both. */
const isAllowed = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.has(each)));

function licences(lock) {
  // Also what is only needed to build: what is bundled is among these.
  const { dependencies, devDependencies } = lock.packages[''];
  const packages = [...neededPackages(lock, { ...dependencies, ...devDependencies }).values()];
  if (packages.length === 0) throw new Error('the lock file names no package');
  const problems = packages.flatMap(({ name, entry, licence = 'none is named' }) =>
    isAllowed(licence)
      ? []
      : [`${name} ${entry.version}: the licence is not allowed in scripts/dependencies.mjs: ${licence}`],
  );
  return { problems };
}

const [check, lockFile = join(root, 'package-lock.json')] = process.argv.slice(2);
const CHECKS = { vulnerabilities, licences: () => licences(JSON.parse(readFileSync(lockFile, 'utf8'))) };
const { problems, unchecked } = await CHECKS[check]();
if (unchecked !== undefined) console.log(`NOT CHECKED: ${unchecked}`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
