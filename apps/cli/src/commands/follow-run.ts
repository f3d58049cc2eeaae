/** Shows the log of a run live, until the run has ended. */
import { dataOf, type Schemas } from '#client/client.js';
import { EXIT } from '../errors.js';
import { harmlessLine } from '../output/harmless.js';
import { paintOfState } from '../output/listings.js';
import { spanText } from '../output/time-text.js';
import type { Session } from '../session/session.js';
import { byId } from './arguments.js';

export interface LogChoice {
  readonly task?: string;
  readonly index?: number;
  readonly attempt?: number;
  readonly tail?: number;
  readonly since?: string;
  readonly timestamps?: boolean;
}

interface Line {
  readonly label: string;
  readonly at: string;
  readonly stream: string;
  readonly text: string;
}

/** Ends with the run, or with Ctrl-C, which does not affect the run. Lines of several attempts name their attempt. */
export async function followLog(session: Session, run: string, choice: LogChoice): Promise<void> {
  const { client, host, printer } = session;
  const { timestamps = false, ...query } = choice;
  const isShared = await hasSeveral(session, run);
  const path = `/runs/${encodeURIComponent(run)}/logs`;
  for await (const { type, data } of client.follow(path, query, { signal: host.signal })) {
    if (type === 'end') return;
    if (type !== 'line') continue;
    const { label, at, text, stream } = data as Line;
    const line = host.isTerminal ? harmlessLine(text) : text;
    const before = `${timestamps ? `${at} ` : ''}${isShared ? `${label} ` : ''}`;
    host.out(
      `${before === '' ? '' : printer.paint(before, 'faint')}${printer.paint(line, stream === 'stderr' ? 'active' : null)}\n`,
    );
  }
}

async function hasSeveral({ client }: Session, id: string): Promise<boolean> {
  const { tasks } = await dataOf(client.GET('/runs/{id}', byId(id)));
  return tasks.length > 1 || (tasks[0]?.indexes ?? 0) > 1;
}

/** Prints how a run has ended, and returns the exit code for it. */
export async function tellEnd({ client, host, printer }: Session, id: string): Promise<number> {
  const run = await dataOf(client.GET('/runs/{id}', byId(id)));
  const took = spanText(run.started, run.finished, host.now());
  const why = [run.reason, run.message].filter((text) => text !== '').join(': ');
  host.err(`${printer.paint(run.state, paintOfState(run.state))}${took === null ? '' : ` after ${took}`} (${why})\n`);
  return exitCodeOf(run);
}

const exitCodeOf = ({ state }: Schemas['Run']): number => (state === 'FINISHED' ? EXIT.done : EXIT.negative);

/** Why a run waits, in a line. */
export const waitText = ({ waitsFor }: Pick<Schemas['RunDetail'], 'waitsFor'>): string =>
  waitsFor.map(({ message }) => message).join('; ');

/** Prints what a new run waits for, if it waits. */
export async function tellWait({ client, host }: Session, { id, state }: Schemas['Run']): Promise<void> {
  if (state !== 'QUEUED') return;
  const text = waitText(await dataOf(client.GET('/runs/{id}', byId(id))));
  if (text !== '') host.err(`queued: ${text}\n`);
}
