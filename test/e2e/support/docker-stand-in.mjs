// What deploy/compose/try/try.sh asks of Docker, done with the processes of a quickstart: the command line, the worker and the keys are the
// real ones, `kill` kills, images are not built. Each call is a line of the file CALLS. STATE is the quickstart.json.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const args = process.argv.slice(2);
const { CALLS, STATE, WORKER_PORT } = process.env;
appendFileSync(CALLS, `${JSON.stringify(args)}\n`);
const state = () => JSON.parse(readFileSync(STATE, 'utf8'));
const workerFile = `${CALLS}.worker`;
const folderOf = (volume) => args[args.indexOf('-v') + 1].replace(`:${volume}`, '');

function run(program, ...rest) {
  const env = { ...process.env, CARILLON_SERVER: state().uiUrl, CARILLON_TOKEN: state().token };
  process.exit(spawnSync(process.execPath, [program, ...rest], { stdio: 'inherit', env }).status ?? 1);
}

function runContainer() {
  const program = args.find((each) => each.startsWith('dist/'));
  const given = args.slice(args.indexOf(program) + 1);
  if (program === undefined) {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: WORKER_PORT };
    const [script] = folderOf('/worker.mjs').split(':ro');
    const worker = spawn(process.execPath, [script], { stdio: 'ignore', env, detached: true });
    writeFileSync(workerFile, String(worker.pid));
    worker.unref();
  } else if (program.includes('nats-access')) run(program, '--out', folderOf('/access'));
  else run(program, ...given);
}

function composed([verb, ...rest]) {
  if (verb === 'ps') process.stdout.write(`${rest.at(-1)}\n`);
  else if (verb === 'kill') process.kill(state().services[rest.at(-1)].pid, 'SIGKILL');
}

if (args[0] === 'network') process.exit(1);
else if (args[0] === 'inspect') process.stdout.write('healthy\n');
else if (args[0] === 'rm' && existsSync(workerFile)) process.kill(Number(readFileSync(workerFile, 'utf8')));
else if (args[0] === 'run') runContainer();
else if (args[0] === 'compose' && args[1] === '-p') composed(args.slice(5));
