/** The first definitions of somebody who begins: a worker and a job that run at once. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Beside the files: it needs no server, and is not read as definitions. */
const SCHEMAS = '.schemas';

/** Writes all files or none, with the schemas by which editors complete them. Throws CliError that names the files which exist. */
export async function writeFirstFiles(folder: string, write = writeNew): Promise<void> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CliError(`${folder} is not a folder`);
  const { definitionSchemas } = await import('#common/spec/definition-schemas.js');
  const texts = {
    ...Object.fromEntries(
      Object.entries(DEFINITIONS).map(([kind, text]) => [
        `${kind}.yaml`,
        `# yaml-language-server: $schema=${SCHEMAS}/${kind}.json\n${text}`,
      ]),
    ),
    'README.md': README,
    ...Object.fromEntries(
      [...definitionSchemas()].map(([name, schema]) => [`${SCHEMAS}/${name}`, JSON.stringify(schema)]),
    ),
  };
  const there = Object.keys(texts).filter((name) => existsSync(join(folder, name)));
  if (there.length > 0)
    throw new CliError(
      `${there.join(', ')} ${there.length === 1 ? 'exists already' : 'exist already'} in ${folder}: nothing was written`,
      undefined,
      'choose another folder: carillon init <folder>',
    );
  const newFolder = mkdirSync(join(folder, SCHEMAS), { recursive: true });
  const written = newFolder === undefined ? [] : [newFolder];
  try {
    for (const [name, text] of Object.entries(texts)) {
      const file = join(folder, name);
      write(file, text);
      written.push(file);
    }
  } catch (error) {
    for (const each of written) rmSync(each, { recursive: true, force: true });
    throw error;
  }
}
