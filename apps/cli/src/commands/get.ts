/** `get`: lists objects, or shows some of them by their ids. */
import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, UnreachableError } from '#client/api-error.js';
import { isRefusal } from '#client/event-stream.js';
import { CliError, NOT_FOUND } from '../errors.js';
import type { Host } from '../host.js';
import type { Listing, Printer } from '../output/printer.js';
import { tellUnknown, type Session } from '../session/session.js';
import type { Shell } from '../shell.js';
import { definedFields, several, wholeNumber } from './arguments.js';
import type { Items, Kind, ListOptions } from './kind.js';
import { jobs, ofOtherKinds, runsOf } from './listed-kinds.js';
import { tellCut } from './verb.js';

const DEFAULT_LIMIT = 100;
const WATCH_MS = 2_000;
/** The cursor to the first line, and everything below it empty: what stood there may move into the history of the terminal. */
const CLEAR_SCREEN = '\u001b[H\u001b[J';
/** The line of the cursor empty, and the cursor to the next one: a list that is shown again stays out of the history. */
const CLEAR_LINE = '\u001b[2K\u001b[B';
const FIRST_LINE = '\u001b[H';
const CUT_LINES = '\u001b[?7l';
const WRAP_LINES = '\u001b[?7h';
/** The head of the list, what has no room, and the line of the cursor. */
const OTHER_LINES = 4;

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
      )
      .option('-w, --watch', 'go on until Ctrl-C: the list is shown again on a terminal, and otherwise what changes');
    if (kind.alias !== undefined) command.alias(kind.alias);
    (kind.options?.(command) ?? command).action(async (...args: unknown[]) => {
      const own = args.at(-1) as Command;
      const names = own.args;
      const session = shell.session(own);
      const options = own.opts<O & ListOptions>();
      const read = async (): Promise<Found<T>> => {
        const page = await collect(kind.items(session, names, options), options);
        return { ...page, items: kind.order ? [...page.items].sort(kind.order) : page.items };
      };
      if (options.watch === true) await watch(session, kind, read, own.opts());
      else {
        const page = await read();
        show(session, kind.listing, page);
        if (page.hasMore) tellCut(session, own, options.limit);
        if (page.items.length === 0) tellPart(session, own.opts());
        for (const path of page.absent) session.host.err(`--field: none of the ${kind.name} has the field ${path}\n`);
      }
    });
  };
  add(jobs);
  add(runsOf(shell.host.clock));
  ofOtherKinds(add);
}

/** The server takes a part that a run does not have for one that has not begun. */
function tellPart({ host }: Session, { task, index }: { readonly task?: string; readonly index?: number }): void {
  const parts = Object.entries(definedFields({ task, index })).map(([name, value]) => `${name} ${value}`);
  if (parts.length > 0) host.err(`the run has nothing of ${parts.join(', ')}\n`);
}

interface Found<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** Paths of `--field` that no object has: they may be misspelt. Empty if there was no object. */
  readonly absent: readonly string[];
  /** What ended the list; the items before it are shown, too. */
  readonly error?: Error;
}

function show<T>({ printer }: Session, listing: Listing<T>, { items, error }: Found<T>): void {
  // To a program a document is the whole list, unless an id of its command line does not exist.
  const isWhole = error === undefined || (error instanceof ApiError && error.status === NOT_FOUND);
  if (isWhole ? items.length > 0 || error === undefined : items.length > 0 && !printer.isData)
    printer.list(items, listing);
  if (error !== undefined) throw error;
}

/** As much of the list as the window has room for: a higher one would move its head out of sight. */
function screen<T>(printer: Printer, host: Host, listing: Listing<T>, items: readonly T[]): void {
  const rows = host.window()?.rows ?? 0;
  const first = rows === 0 ? items : items.slice(0, Math.max(1, rows - OTHER_LINES));
  host.out(`${FIRST_LINE}${CLEAR_LINE.repeat(rows)}${FIRST_LINE}${CUT_LINES}`);
  printer.list(first, listing);
  if (first.length < items.length)
    printer.line(`${items.length - first.length} more: a higher window, or without --watch`);
  host.out(WRAP_LINES);
}

const isPassing = (error: unknown): error is Error =>
  error instanceof UnreachableError || (error instanceof ApiError && !isRefusal(error));

/** Reads the list again and again, until Ctrl-C. While the server cannot be reached, the last list stays. */
async function watch<T, O>(
  session: Session,
  { listing }: Kind<T, O>,
  read: () => Promise<Found<T>>,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { printer, host } = session;
  let last: ReadonlyMap<string, string> | null = null;
  for (;;) {
    try {
      const { items, error } = await read();
      if (error !== undefined) throw error;
      const before = last;
      const changed = items.filter((item) => before?.get(listing.nameOf(item)) !== JSON.stringify(item));
      if (host.isTerminal && !printer.isData) {
        if (before === null) host.out(CLEAR_SCREEN);
        screen(printer, host, listing, items);
      } else if (changed.length > 0 || before === null) printer.list(changed, listing, before === null);
      if (before === null) await tellUnknown(session, options);
      last = new Map(items.map((item) => [listing.nameOf(item), JSON.stringify(item)]));
    } catch (error) {
      if (!isPassing(error) || host.signal.aborted) throw error;
      host.err(`${error.message}; the command tries again\n`);
    }
    await delay(WATCH_MS, undefined, { signal: host.signal });
  }
}

async function collect<T>(items: Items<T>, { limit, field = [] }: ListOptions): Promise<Found<T>> {
  const all: T[] = [];
  const wanted = field.map(fieldTest);
  let seen = 0;
  const page = (hasMore: boolean): Found<T> => ({
    items: all,
    hasMore,
    absent: seen === 0 ? [] : wanted.filter(({ isPresent }) => !isPresent()).map(({ path }) => path),
  });
  try {
    for await (const item of Symbol.asyncIterator in items ? items : await items) {
      seen += 1;
      // Each looks at each item: it notes whether any has its field.
      if (wanted.filter(({ test }) => !test(item)).length > 0) continue;
      if (limit > 0 && all.length === limit) return page(true);
      all.push(item);
    }
  } catch (error) {
    // What was read before is shown, too.
    return { ...page(false), error: error instanceof Error ? error : new Error(String(error)) };
  }
  return page(false);
}

interface FieldTest {
  readonly path: string;
  readonly test: (item: unknown) => boolean;
  /** Whether any item that was tested has the field. */
  readonly isPresent: () => boolean;
}

/** `a.b=c`: the field `b` of `a` is `c`, as text; `!=`: it is not. */
export function fieldTest(text: string): FieldTest {
  const [, path, not, value] = /^([^=!]+)(!?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new CliError(`--field ${text} must have the form path=value`);
  let isPresent = false;
  const test = (item: unknown): boolean => {
    const result = path
      .split('.')
      .reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
        item,
      );
    isPresent ||= result !== undefined;
    const line = typeof result === 'string' ? result : result == null ? '' : JSON.stringify(result);
    return (line === value) !== (not === '!');
  };
  return { path, test, isPresent: () => isPresent };
}
