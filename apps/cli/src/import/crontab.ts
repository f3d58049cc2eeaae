/** A crontab: each entry becomes a worker, which is its command, and a job, which is its time. */
import { idOf, Import, LEFT_OUT, present, type Imported, type ImportOptions } from './imported.js';

export interface CrontabOptions extends ImportOptions {
  /** /etc/crontab and /etc/cron.d have a column with the user who runs the command. */
  readonly hasUsers?: boolean;
}

interface Entry {
  readonly cron: string;
  readonly user: string | null;
  readonly command: string;
}

const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
const MACROS: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);
const MAX_NAME = 100;

export function fromCrontab(text: string, source: string, options: CrontabOptions): Imported {
  const into = new Import();
  const variables = new Map<string, string>();
  const taken = new Map<string, number>();
  let comment = '';
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const where = `${source}:${at + 1}`;
    if (line === '' || line.startsWith('#')) {
      comment = line.replace(/^#+\s*/, '');
      continue;
    }
    const [, name, value] = VARIABLE.exec(line) ?? [];
    if (name !== undefined) {
      variables.set(name, (value ?? '').replace(/^(["'])(.*)\1$/, '$2'));
      if (name === 'MAILTO')
        into.note(
          where,
          'MAILTO',
          'is not used, because Carillon sends no such mail: use `notify` of the jobs instead',
        );
      continue;
    }
    const before = comment;
    const idFor = (command: string): string => freeId(taken, options.tenant, before || command);
    importLine(into, line, { where, variables, options, idFor, comment });
    comment = '';
  }
  if (options.timezone === undefined && !variables.has('CRON_TZ'))
    into.note(
      source,
      'CRON_TZ',
      'is not set: times are read as UTC, but a crontab uses the time zone of its machine: give it by --timezone',
    );
  return into.result;
}

function entryOf(line: string, hasUsers: boolean): Entry | null {
  const isMacro = line.startsWith('@');
  const fields = isMacro ? 1 : 5;
  const words = line.split(/\s+/);
  const cron = words.slice(0, fields).join(' ').toLowerCase();
  if (isMacro && cron !== '@reboot' && !MACROS.has(cron)) return null;
  const before = fields + (hasUsers ? 1 : 0);
  const command = new RegExp(`^(?:\\S+\\s+){${before}}(.*)$`, 's').exec(line)?.[1];
  if (command === undefined || command === '') return null;
  return { cron, user: hasUsers ? (words[fields] ?? null) : null, command };
}

function importLine(into: Import, line: string, around: Around): void {
  const entry = entryOf(line, around.options.hasUsers === true);
  if (entry === null) into.note(around.where, line, 'is not a valid entry and was left out');
  else if (entry.cron === '@reboot') into.note(around.where, '@reboot', LEFT_OUT);
  else define(into, entry, around);
}

interface Around {
  readonly where: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly options: CrontabOptions;
  readonly idFor: (command: string) => string;
  readonly comment: string;
}

function define(
  into: Import,
  { cron, user, command }: Entry,
  { where, variables, options, idFor, comment }: Around,
): void {
  const { tenant, image } = options;
  const [script = '', ...input] = splitAtPercent(command);
  const {
    SHELL: shell = '/bin/sh',
    CRON_TZ: zone = options.timezone,
    MAILTO: _mail,
    ...env
  } = Object.fromEntries(variables);
  if (input.length > 0)
    into.note(where, '%', 'begins the standard input of a command in cron, which workers do not have');
  if (user !== null) into.note(where, user, 'is not used: the command runs as the user of the worker’s engine');
  const id = idFor(script);
  const name = (comment || script).slice(0, MAX_NAME);
  into.define(
    'Worker',
    present({
      id,
      name,
      engine: image === undefined ? 'process' : 'kubernetes',
      image,
      command: [shell, '-c', script],
      env,
      tenants: [tenant],
    }),
    where,
  );
  // Cron starts every due entry, even while an earlier run of it is active, and never catches up on missed runs.
  into.define(
    'Job',
    { id, tenant, name, worker: id, cron, schedule: { timezone: zone }, misfire: { policy: 'skip' } },
    where,
  );
}

/** Splits the text at each `%` without a backslash before it, and removes these backslashes. */
const splitAtPercent = (command: string): string[] =>
  command.split(/(?<!\\)%/).map((part) => part.replaceAll('\\%', '%').trim());

/** `taken`: ids, and how many were made of each. */
function freeId(taken: Map<string, number>, tenant: string, text: string): string {
  const base = idOf(tenant, text)
    .slice(0, 40)
    .replace(/[^a-z0-9]+$/, '');
  let number = (taken.get(base) ?? 0) + 1;
  const numbered = (): string => (number === 1 ? base : `${base}-${number}`);
  while (number > 1 && taken.has(numbered())) number += 1;
  const id = numbered();
  taken.set(base, number);
  if (id !== base) taken.set(id, 1);
  return id;
}
