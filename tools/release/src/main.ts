/** `npm run release`: writes everything that is handed on of a version into a folder. See docs/packages.md, "A release". */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { productVersion } from '#common/lifecycle/version.js';
import { normaliseModes } from './archive.js';
import { notesOf } from './changelog.js';
import { problemsOf } from './checks.js';
import { makeRelease } from './make-release.js';
import { signingKey } from './signing.js';

const USAGE = `usage: npm run release -- VERSION --out FOLDER [options]
  Writes packages, image, chart, command line, bills of materials, checksums and provenance of the version of package.json into an empty
  folder. The same commit gives the same bytes as long as Debian's archive and npm's registry give the same packages.
  --key FILE      signs them: a private key of ECDSA on P-256, in PEM
  --builder URI   who builds it, for the provenance (default: https://carillon.dev/release/by-hand)
  --allow-dirty   also with changed files, which the image then says
Exit code: 0, 64 for a wrong call, 1 if it cannot be made.`;
const EXIT_USAGE = 64;
const HANDED_ON = ['deploy', 'scripts/release-verify.mjs', 'LICENSE'];
const BY_HAND = 'https://carillon.dev/release/by-hand';

// dist/tools/release/src/main.js
const root = fileURLToPath(new URL('../../../..', import.meta.url));

function fail(problem: string, code = 1): never {
  process.stderr.write(`${problem}\n`);
  process.exit(code);
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function readArguments() {
  const text = { type: 'string' } as const;
  const no = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { out: text, key: text, builder: { ...text, default: BY_HAND }, 'allow-dirty': no, help: no },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`, EXIT_USAGE);
  }
}

const { values, positionals } = readArguments();
const [version, ...others] = positionals;
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
if (version === undefined || others.length > 0 || values.out === undefined) fail(USAGE, EXIT_USAGE);

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const changes = git('status', '--porcelain');
const problems = problemsOf(version, {
  version: productVersion(),
  changelog,
  changes: values['allow-dirty'] ? '' : changes,
  platform: `${process.platform}-${process.arch}`,
});
if (problems.length > 0) fail(problems.join('\n'));
const key = values.key === undefined ? null : signingKey(readFileSync(values.key, 'utf8'));
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
if (readdirSync(out).length > 0) fail(`${out} is not empty`);

const commit = git('rev-parse', 'HEAD');
// Its path is part of nothing that is made: it is the same in each clone.
const work = join(root, '.carillon', 'release');
rmSync(work, { recursive: true, force: true });
const source = join(work, 'source');
mkdirSync(source, { recursive: true });
try {
  execFileSync('tar', ['-x', '-C', source], {
    input: execFileSync('git', ['archive', 'HEAD', ...HANDED_ON], { cwd: root }),
  });
  normaliseModes(source);
  await makeRelease({
    version,
    commit: changes === '' ? commit : `${commit}-changed`,
    epoch: Number(git('show', '--no-patch', '--format=%ct', 'HEAD')),
    root,
    source,
    out,
    work,
    notes: notesOf(changelog, version) ?? '',
    builder: values.builder,
    key,
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
