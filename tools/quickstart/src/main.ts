import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createClient } from '#client/client.js';
import { Keyboard } from './keyboard.js';
import { parseOptions, USAGE } from './options.js';
import { Quickstart } from './quickstart.js';
import { RunDisplay } from './run-display.js';
import { Terminal } from './terminal.js';

const EXIT_USAGE = 64;
const EVENTS_KEY = 'e';
/** After this the watchers of the child processes do the rest, because they detect our end. */
const STOP_DEADLINE_MS = 40_000;
/** The message of a command that started us. */
const lineSchema = z.object({ say: z.string() });
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const terminal = new Terminal(process.stdout);
const say = (line: string): void => {
  terminal.say(line);
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
  const hasKeys = terminal.isLive && process.stdin.isTTY;
  const display = new RunDisplay(terminal, parsed.options.events, hasKeys ? EVENTS_KEY : null);
  const keyboard = new Keyboard(process.stdin, (key) => {
    if (key === EVENTS_KEY) display.toggleEvents();
  });
  const end = async (exitCode: number): Promise<void> => {
    ended.abort();
    keyboard.stop();
    terminal.clear();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    await quickstart.stop();
    process.exit(exitCode);
  };
  // npm, a shell and the terminal may each send the same Ctrl-C: the first counts.
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (ending !== undefined) return;
      ending = end(0);
      say('stopping');
    });
  }
  // `carillon up` shows what it applies by us, and we end with it, whatever ended it.
  process.on('message', (message) => {
    const said = lineSchema.safeParse(message).data;
    if (said) say(said.say);
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  say('Carillon is starting');
  try {
    const access = await quickstart.start();
    process.send?.(access);
    const client = createClient(access);
    if (hasKeys) keyboard.start();
    await display.run(client, ended.signal);
  } catch (error) {
    if (ending !== undefined) return;
    process.stderr.write(`Carillon cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    ending = end(1);
  }
}

// Even if the pipe of our output is closed (`npm run quickstart | head`), everything is stopped.
process.stdout.on('error', () => process.kill(process.pid, 'SIGTERM'));
await run();
