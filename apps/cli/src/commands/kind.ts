/** The description of a kind of objects that `get` can list. */
import type { Command } from 'commander';
import type { Listing } from '../output/printer.js';
import type { Session } from '../session/session.js';

const PAGE = 500;

/** Options of every list. */
export interface ListOptions {
  readonly limit: number;
  readonly field?: readonly string[];
}

export type Items<T> = AsyncIterable<T> | Promise<readonly T[]>;

/** What is needed to list the objects of a kind. */
export interface Kind<T, O> {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
  /** `<job>`, `[ids...]`. */
  readonly argument?: string;
  readonly options?: (command: Command) => Command;
  readonly listing: Listing<T>;
  /** `names`: what the argument says. */
  readonly items: (session: Session, names: readonly string[], options: O & ListOptions) => Items<T>;
}

export const pageSize = ({ limit, field }: ListOptions): number =>
  limit === 0 || field ? PAGE : Math.min(PAGE, limit + 1);

export async function each<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) found.push(await read(id));
  return found;
}
