/** The options of a command that developers type. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '#common/errors/app-error.js';

type Values<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** Ends the process after `--help`, and with 64 after an option that the command does not have. */
export function optionsOf<const T extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: T,
): Values<T> {
  const usage = ['usage: npm run', command, ...Object.entries(options).map(inUsage)].join(' ');
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${usage}\n`);
    process.exit(64);
  }
}

const inUsage = ([name, { type, default: value }]: [string, ParseArgsOptionsConfig[string]]): string =>
  `[--${name}${type === 'string' ? ` ${String(value ?? '…')}` : ''}]`;
