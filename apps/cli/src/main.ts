/** The program `carillon`: connects the command line to the terminal, and ends with its exit code. */
import { allowSlowAddresses } from '#common/config/connect-attempts.js';
import { productVersion } from '#common/lifecycle/version.js';
import { runCli } from './cli.js';
import { environment, homeFolder } from './config.js';
import { EXIT } from './errors.js';
import type { Questions } from './host.js';
import { textOfStream } from './file-text.js';

const stopping = new AbortController();
allowSlowAddresses();

process.once('SIGINT', () => {
  stopping.abort(new Error('interrupted'));
});
// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
  process.exit(EXIT.usage);
});

// Messages that nobody reads any more do not end what the command does.
process.stderr.on('error', () => undefined);

const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** A question is seen although the output goes into a file or a pipe. */
const SEEN = { output: process.stderr };
/** Loaded only for a question: most commands ask none. */
const questions: Questions = {
  text: async (message, preset) =>
    (await import('@inquirer/prompts')).input({ message, ...(preset !== undefined && { default: preset }) }, SEEN),
  secret: async (message) => (await import('@inquirer/prompts')).password({ message, mask: true }, SEEN),
  confirm: async (message) => (await import('@inquirer/prompts')).confirm({ message, default: false }, SEEN),
};

// Until it has ended. Without await, as a single executable begins with a CommonJS script.
process.exitCode = EXIT.negative;
void runCli(
  process.argv.slice(2),
  {
    env: environment(),
    cwd: process.cwd(),
    home: homeFolder(),
    out: (written) => process.stdout.write(written),
    err: (written) => process.stderr.write(written),
    input: async () => textOfStream('standard input', process.stdin, MAX_INPUT_BYTES),
    isTerminal: process.stdout.isTTY,
    isErrorTerminal: process.stderr.isTTY,
    window: () => (process.stdout.isTTY ? process.stdout : null),
    questions: process.stdin.isTTY && process.stderr.isTTY ? questions : null,
    now: Date.now,
    signal: stopping.signal,
  },
  productVersion(),
).then((code) => {
  process.exitCode = code;
});
