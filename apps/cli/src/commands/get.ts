/** `get`: lists objects, or shows some of them by their ids. */
import type { Command } from 'commander';
import { CliError } from '../errors.js';
import type { Shell } from '../shell.js';
import { several, wholeNumber } from './arguments.js';
import type { Items, Kind, ListOptions } from './kind.js';
import { jobs, otherKinds, runsOf } from './listed-kinds.js';

const DEFAULT_LIMIT = 100;

export function addGet(program: Command, shell: Shell): void {
  const get = program.command('get').alias('list').description('list objects, or show some of them by their ids');
  const add = <T, O>(kind: Kind<T, O>): void => {
    const command = get
      .command(`${kind.name}${kind.argument === undefined ? '' : ` ${kind.argument}`}`)
      .description(kind.description)
      .option('--limit <number>', 'the number of items at most; 0 for all', wholeNumber, DEFAULT_LIMIT)
      .option(
        '--field <path=value>',
        'only items whose field has the value, such as concurrency.policy=Forbid; != for another value',
        several,
      );
    if (kind.alias !== undefined) command.alias(kind.alias);
    (kind.options?.(command) ?? command).action(async (...args: unknown[]) => {
      const own = args.at(-1) as Command;
      const names = own.args;
      const session = shell.session(own);
      const options = own.opts<O & ListOptions>();
      const found = await collect(kind.items(session, names, options), options);
      if (found.items.length > 0 || found.error === undefined) session.printer.list(found.items, kind.listing);
      if (found.error !== undefined) throw found.error;
      if (found.hasMore && !session.printer.isData)
        shell.host.err(`only the first ${options.limit} are shown; for all: --limit 0\n`);
    });
  };
  add(jobs);
  add(runsOf(shell.host.now));
  otherKinds.forEach(add);
}

async function collect<T>(
  items: Items<T>,
  { limit, field = [] }: ListOptions,
): Promise<{ items: T[]; hasMore: boolean; error?: Error }> {
  const found: T[] = [];
  const wanted = field.map(fieldTest);
  try {
    for await (const item of Symbol.asyncIterator in items ? items : await items) {
      if (!wanted.every((test) => test(item))) continue;
      if (limit > 0 && found.length === limit) return { items: found, hasMore: true };
      found.push(item);
    }
  } catch (error) {
    // What was read before is shown, too.
    return { items: found, hasMore: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
  return { items: found, hasMore: false };
}

/** `a.b=c`: the field `b` of `a` is `c`, as text; `!=`: it is not. */
export function fieldTest(text: string): (item: unknown) => boolean {
  const [, path, not, value] = /^([^=!]+)(!?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new CliError(`--field ${text} must have the form path=value`);
  return (item) => {
    const found = path
      .split('.')
      .reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
        item,
      );
    const shown = typeof found === 'string' ? found : found == null ? '' : JSON.stringify(found);
    return (shown === value) !== (not === '!');
  };
}
