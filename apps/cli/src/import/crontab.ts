/** A crontab: each entry becomes a worker, which is its command, and a job, which is its time. */
import type { YamlSource } from '../definitions/yaml-documents.js';
import { CliError } from '../errors.js';
import { lineOf, nameOfUser, splitAtPercent, type Line } from './crontab-line.js';
import { Import, LEFT_OUT, present, type Imported, type ImportOptions } from './imported.js';

export interface CrontabOptions extends ImportOptions {
  /** /etc/crontab and /etc/cron.d have a column with the user who runs the command. */
  readonly hasUsers?: boolean;
}

type Entry = Extract<Line, { kind: 'entry' }>;

/** Short enough for a number behind it. */
const MAX_ID = 40;
const SECONDS_PER_MINUTE = 60;

/** Throws CliError for an anacrontab, and for a file with a column of users if `hasUsers` does not say so. */
export function fromCrontabs(sources: readonly YamlSource[], options: CrontabOptions): Imported {
  const into = new Import();
  for (const source of sources) importFile(into, source, options);
  return into.result;
}

function importFile(into: Import, { name: source, text }: YamlSource, options: CrontabOptions): void {
  const texts = text.split('\n');
  const lines = texts.map((each) => lineOf(each, options.hasUsers === true));
  refuseAnacrontab(texts, lines, source);
  if (options.hasUsers !== true) refuseUsers(lines, source);
  const variables = new Map<string, string>();
  let comment = '';
  for (const [at, line] of lines.entries()) {
    const where = `${source}:${at + 1}`;
    if (line.kind === 'variable') setVariable(into, line, variables, where);
    else if (line.kind === 'invalid')
      into.note(where, line.text, `is not a valid entry and was left out: ${line.problem}`);
    else if (line.kind === 'entry') importEntry(into, line, { where, variables, options, comment });
    // A comment names only the entry that follows it.
    if (line.kind !== 'variable') comment = line.kind === 'comment' ? line.name : '';
  }
  noteSurroundings(into, source, options, variables);
}

function noteSurroundings(
  into: Import,
  source: string,
  { timezone, image, hasUsers }: CrontabOptions,
  variables: ReadonlyMap<string, string>,
): void {
  noteZone(into, source, { timezone }, variables);
  if (image === undefined && !variables.has('HOME'))
    into.note(
      source,
      'HOME',
      `is not set: cron starts commands in the home folder of their user, Carillon in that of its executor: set HOME${hasUsers === true ? '' : ', LOGNAME and USER'} in \`env\` of the workers if the commands need it`,
    );
}

export function noteZone(
  into: Import,
  source: string,
  { timezone }: Pick<CrontabOptions, 'timezone'>,
  variables: ReadonlyMap<string, string>,
): void {
  if (timezone === undefined && !variables.has('CRON_TZ'))
    into.note(
      source,
      'CRON_TZ',
      'is not set: times are read as UTC, but a crontab uses the time zone of its machine: give it by --timezone',
    );
}

/** `1 5 cron.daily run-parts /etc/cron.daily`: a period in days, a delay in minutes, a name and a command. */
const ANACRON = /^(?:\d+|@\w+)\s+\d+\s+[A-Za-z][\w.-]*\s+\S/;

function refuseAnacrontab(texts: readonly string[], lines: readonly Line[], source: string): void {
  const entries = texts.filter((_text, at) => lines[at]?.kind === 'entry' || lines[at]?.kind === 'invalid');
  if (entries.length === 0 || !entries.every((each) => ANACRON.test(each.trim()))) return;
  throw new CliError(
    `${source} is an anacrontab, which is not imported: its entries are a period in days, a delay, a name and a command`,
    undefined,
    'write each as a job with `cron` and `misfire: { policy: last }`, which also runs after the machine was off',
  );
}

/** Users whom crontabs of systems name, without those that are programs, too. */
const USERS: ReadonlySet<string> = new Set([
  ...['root', 'daemon', 'nobody', 'operator', 'www-data', 'smmsp', 'logcheck', 'amavis', 'jenkins', 'nagios', 'munin'],
  ...['ubuntu', 'debian', 'centos', 'ec2-user', 'vagrant'],
]);
const OF_SYSTEM = /(?:^|\/)etc\/(?:crontab|cron\.d\/[^/]+)$/;

function refuseUsers(lines: readonly Line[], source: string): void {
  const commands = lines.flatMap((line) => (line.kind === 'entry' ? [line.command.split(/\s+/)] : []));
  const areUsers = commands.every(([first = '', second]) => second !== undefined && USERS.has(nameOfUser(first)));
  const isNamed = lines.some((line) => line.kind === 'comment' && line.namesUsers);
  if (commands.length === 0 || !(areUsers || isNamed || OF_SYSTEM.test(source))) return;
  throw new CliError(
    `${source} seems to have a column of users, as /etc/crontab does: "${commands[0]?.[0] ?? ''}" would be run as a program`,
    undefined,
    'give --with-users; if the file has no such column, give it by standard input, without the comment that names it',
  );
}

/** Variables of cron itself, which commands do not get, and what is different without them. */
const OF_CRON: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    MAILTO: 'is not used, because Carillon sends no such mail: use `notify` of the jobs instead',
    MAILFROM: 'is not used, because Carillon sends no such mail',
    CONTENT_TYPE: null,
    CONTENT_TRANSFER_ENCODING: null,
    CRON_TZ: null,
    RANDOM_DELAY: null,
    PERSISTENT: null,
    DELAY: `of systemd-cron ${LEFT_OUT}`,
    BATCH: `of systemd-cron ${LEFT_OUT}`,
    START_HOURS_RANGE: LEFT_OUT,
  }),
);
const IS_YES = /^(?:1|yes|true|on|auto)$/i;

export function setVariable(
  into: Import,
  { name, value }: { readonly name: string; readonly value: string },
  variables: Map<string, string>,
  where: string,
): void {
  variables.set(name, value);
  const message = OF_CRON.get(name) ?? null;
  if (message !== null && value !== '') into.note(where, name, message);
  if (name === 'RANDOM_DELAY' && !/^\d+$/.test(value))
    into.note(where, name, 'is not a number of minutes and was left out');
}

interface Around {
  readonly where: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly options: CrontabOptions;
  /** The comment before the entry; empty if none names it. */
  readonly comment: string;
}

const ENDS_IN_BACKSLASH = /(?<!\\)(?:\\\\)*\\$/;

function importEntry(into: Import, entry: Entry, { where, variables, options, comment }: Around): void {
  const { time, user } = entry;
  if (time === 'reboot') {
    into.note(where, '@reboot', LEFT_OUT);
    return;
  }
  if (entry.isUnlogged) into.note(where, '-', 'is not used: every start is recorded');
  for (const flag of entry.flags.replaceAll('s', ''))
    into.note(
      where,
      `-${flag}`,
      flag === 'q' ? 'is not used: every start is recorded' : 'is not used: no mail is sent',
    );
  for (const [text, message] of time.notes) into.note(where, text, message);
  if (user !== null) into.note(where, user, 'is not used: the command runs as the user of the worker’s engine');
  const { tenant, image } = options;
  const [script, ...input] = splitAtPercent(entry.command);
  if (ENDS_IN_BACKSLASH.test(script))
    into.note(where, '\\', 'at the end of the line joins no lines in cron: the next line is an entry of its own');
  if (script.includes('\\\\'))
    into.note(where, '\\\\', 'stays: Debian’s cron makes one backslash of two in a command, cronie keeps both');
  // Ids have Latin letters and digits only.
  const id = into.freeId(tenant, /[a-z0-9]/i.test(comment) ? comment : script, MAX_ID);
  const name = into.freeName(comment || script);
  const run = commandOf(into, script.trim(), input, { where, variables, options });
  into.define(
    'Worker',
    present({
      id,
      name,
      engine: image === undefined ? 'process' : 'kubernetes',
      image,
      command: run,
      env: environmentOf(variables, user, image === undefined),
      tenants: [tenant],
    }),
    where,
  );
  into.define('Job', { id, tenant, name, worker: id, cron: time.cron, ...timingOf(entry, variables, options) }, where);
}

export function timingOf(
  { time, flags }: Entry,
  variables: ReadonlyMap<string, string>,
  { timezone }: CrontabOptions,
): Readonly<Record<string, unknown>> {
  const delay = variables.get('RANDOM_DELAY') ?? '';
  const { weekdays: days = null, every } = time === 'reboot' ? {} : time;
  return {
    schedule: present({
      every,
      timezone: every === undefined ? (variables.get('CRON_TZ') ?? timezone) : undefined,
      windows: days === null ? undefined : [{ days, from: '00:00', to: '24:00' }],
      // Both delay a job by a constant part of this time.
      jitterSeconds: /^0*[1-9]\d*$/.test(delay) ? Number(delay) * SECONDS_PER_MINUTE : undefined,
    }),
    // Cron starts every due entry, even while an earlier run of it is active, and never catches up on missed runs; systemd-cron may.
    misfire: { policy: IS_YES.test(variables.get('PERSISTENT') ?? '') ? 'last' : 'skip' },
    ...((flags.includes('s') || every !== undefined) && { concurrency: { policy: 'Forbid' } }),
  };
}

const DEFAULT_SHELL = '/bin/sh';
const CRON_PATH = '/usr/bin:/bin';

/** The variables of a command. As a process it gets those that cron sets; in a pod, those of the image. */
function environmentOf(
  variables: ReadonlyMap<string, string>,
  user: string | null,
  isProcess: boolean,
): Readonly<Record<string, string>> {
  const own = Object.fromEntries([...variables].filter(([name]) => !OF_CRON.has(name)));
  if (!isProcess) return own;
  const name = user === null ? null : nameOfUser(user);
  return { SHELL: DEFAULT_SHELL, PATH: CRON_PATH, ...own, ...(name !== null && { LOGNAME: name, USER: name }) };
}

const POSIX_SHELL = /(?:^|\/)(?:ba|da|a|k|z)?sh$/;

/** `input`: the lines of the standard input. */
function commandOf(
  into: Import,
  script: string,
  input: readonly string[],
  { where, variables, options }: Pick<Around, 'where' | 'variables' | 'options'>,
): readonly string[] {
  const shell = variables.get('SHELL') ?? DEFAULT_SHELL;
  const isPosix = POSIX_SHELL.test(shell);
  if (!isPosix && input.length > 0)
    into.note(where, '%', `begins the standard input of the command, which ${shell} is not given`);
  if (!isPosix && options.image === undefined)
    into.note(
      where,
      'HOME',
      `is not the working folder, because ${shell} is no POSIX shell: the command runs in that of the executor`,
    );
  if (!isPosix) return [shell, '-c', script];
  const end = unusedWord(input);
  const lines = [
    ...(options.image === undefined ? ['cd || exit'] : []),
    ...(input.length > 0 ? [`exec <<'${end}'`, ...endedLines(input), end] : []),
    script,
  ];
  return [shell, '-c', lines.join('\n')];
}

/** A `%` at the end only ends the last line. */
const endedLines = (lines: readonly string[]): readonly string[] => (lines.at(-1) === '' ? lines.slice(0, -1) : lines);

function unusedWord(lines: readonly string[]): string {
  let word = 'END_OF_INPUT';
  while (lines.includes(word)) word += '_';
  return word;
}
