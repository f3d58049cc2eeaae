/** The first definitions of somebody who begins: a worker and a job that run at once. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CliError } from '../errors.js';

const README = `# Jobs

\`worker.yaml\` says what can be done, \`job.yaml\` when and with which values, \`tenant.yaml\` whose they are.

    npx carillon up .                      # from here: starts Carillon, and applies these files at each save
    npx carillon run demo-hello --follow   # in a second terminal, here: start the job now, and watch its log
    npx carillon get runs                  # what has run

On a server of your team: remove \`tenant.yaml\`, write your tenant's id into \`job.yaml\`, and \`npx carillon apply -f .\`
`;

const DEFINITIONS = {
  tenant: `kind: Tenant
id: demo
name: Demo
`,
  worker: `kind: Worker
id: hello
name: Hello
engine: process # a program on this machine; others are web services and pods
command: [sh, -c, 'echo "Hello, $WHO! It is $(date +%T)."']
`,
  job: `kind: Job
id: demo-hello
tenant: demo
name: Say hello
worker: hello
cron: '*/10 * * * * *' # every ten seconds; '0 7 * * *' is each day at seven
env: { WHO: world }
`,
};

type Write = (file: string, text: string) => void;
/** Never overwrites. */
const writeNew: Write = (file, text) => {
  writeFileSync(file, text, { flag: 'wx' });
};

/** Writes all files or none. `server` serves the schemas. Throws CliError that names the files which exist. */
export function writeFirstFiles(folder: string, server: string, write = writeNew): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CliError(`${folder} is not a folder`);
  const texts = Object.entries(DEFINITIONS).map(
    ([kind, text]) =>
      [`${kind}.yaml`, `# yaml-language-server: $schema=${server}/schemas/${kind}.json\n${text}`] as const,
  );
  const files = [...texts, ['README.md', README] as const].map(([name, text]) => [join(folder, name), text] as const);
  const there = files.map(([file]) => file).filter((file) => existsSync(file));
  if (there.length > 0)
    throw new CliError(
      `${there.map((file) => basename(file)).join(', ')} ${there.length === 1 ? 'exists already' : 'exist already'} in ${folder}: nothing was written`,
      undefined,
      'choose another folder: carillon init <folder>',
    );
  const newFolder = mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      write(file, text);
      written.push(file);
    }
  } catch (error) {
    for (const each of newFolder === undefined ? written : [newFolder]) rmSync(each, { recursive: true });
    throw error;
  }
}
