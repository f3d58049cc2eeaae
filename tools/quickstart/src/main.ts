import { fileURLToPath } from 'node:url';
import { parseOptions, USAGE } from './options.js';
import { Quickstart } from './quickstart.js';
import { followRunEvents } from './run-events.js';

const EXIT_USAGE = 64;
/** After this the rest is left to the watchers of the child processes, which see that we are gone. */
const STOP_DEADLINE_MS = 40_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function run(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2), process.cwd());
  if (parsed.kind === 'help') {
    say(USAGE);
    return;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`${parsed.problem}\n${USAGE}\n`);
    process.exit(EXIT_USAGE);
  }
  // dist/tools/quickstart/src/main.js
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const quickstart = new Quickstart(root, parsed.options, say);
  let ending: Promise<void> | undefined;
  const ended = new AbortController();
  const end = async (exitCode: number): Promise<void> => {
    ended.abort();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    await quickstart.stop();
    process.exit(exitCode);
  };
  // npm, a shell and the terminal may each pass the same Ctrl-C on: the first counts.
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (ending === undefined) say('stopping');
      ending ??= end(0);
    });
  }
  say('Carillon is starting');
  try {
    await followRunEvents(await quickstart.start(), say, ended.signal);
  } catch (error) {
    if (ending !== undefined) return;
    process.stderr.write(`cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    ending = end(1);
  }
}

// A closed pipe behind our output (`npm run quickstart | head`) is no reason to leave anything running.
process.stdout.on('error', () => process.kill(process.pid, 'SIGTERM'));
await run();
