/** One line of a crontab: an entry, a variable, or a comment. */
import { fieldsTime, macroTime, type CrontabTime } from './crontab-time.js';

export type Line =
  | { readonly kind: 'empty' }
  /** `name` is the text if it may name the entry after it, otherwise empty. */
  | { readonly kind: 'comment'; readonly name: string; readonly namesUsers: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'entry';
      readonly time: CrontabTime | 'reboot';
      /** True for a `-` in front, with which cronie does not write the start to the system's log. */
      readonly isUnlogged: boolean;
      /** As it is written, on FreeBSD with a group and a login class. */
      readonly user: string | null;
      /** Letters of the flags that the crons of BSD take before the command: `n`, `q`, `s`. */
      readonly flags: string;
      readonly command: string;
    }
  | { readonly kind: 'invalid'; readonly text: string; readonly problem: string };

const VARIABLE = /^(["']?)([A-Za-z_][A-Za-z0-9_]*)\1\s*=\s*(.*)$/;
/** FreeBSD takes a group and a login class behind the user: `www:www/daemon`. */
const USER = /^([A-Za-z_][A-Za-z0-9_.-]*\$?)(?::[^\s:/]+)?(?:\/\S+)?$/;
const WEEKDAY = '(?:SUN|MON|TUE|WED|THU|FRI|SAT)';
/** A word that stands where the command or the user begins, and is a time field: no program has such a name. */
const SIXTH_FIELD = new RegExp(`^(?:[*?\\d][\\d*?,/#LW-]*|${WEEKDAY}(?:[-,]${WEEKDAY})*(?:#\\d|L)?)$`);
const FLAGS = /^(?:-[nqs]+\s+)+/;
/** `# m h dom mon dow user command`, and the drawings around it that explain the fields. */
const HEADER =
  /\b(?:m|min|mins|minutes?)\b.*\b(?:h|hr|hours?)\b.*\b(?:dom|mday|days?|weekday)\b|\bcommand to be executed\b|\(\d+\s*-\s*\d+\)/i;
const USER_COLUMN =
  /\b(?:dow|week|weekday|wday)\b.*\b(?:user(?:-?name)?|who)\b.*\b(?:command|cmd)\b|\buser-name\b.*\bcommand\b/i;
const OLD_ENTRY = /^-?\s*(?:@\w+\s+\S|(?:(?:[\d*,/~-]+|[a-z]{3}(?:[-,][a-z]{3})*)\s+){5}\S)/i;

/** `hasUsers`: entries have a column with a user, as in /etc/crontab. */
export function lineOf(raw: string, hasUsers: boolean): Line {
  const line = raw.trim();
  if (line === '') return { kind: 'empty' };
  if (line.startsWith('#')) return commentOf(line.replace(/^#+\s*/, ''));
  const [, , name, value] = VARIABLE.exec(line) ?? [];
  if (name !== undefined) return { kind: 'variable', name, value: (value ?? '').replace(/^(["'])(.*)\1$/, '$2') };
  return entryOf(line, hasUsers);
}

/** No name of a job is longer. */
const MAX_COMMENT = 300;

function commentOf(whole: string): Line {
  const text = whole.slice(0, MAX_COMMENT);
  const namesNothing = HEADER.test(text) || VARIABLE.test(text) || OLD_ENTRY.test(text) || !/^[\p{L}\d]/u.test(text);
  return { kind: 'comment', name: namesNothing ? '' : text, namesUsers: USER_COLUMN.test(text) };
}

function entryOf(line: string, hasUsers: boolean): Line {
  const isUnlogged = line.startsWith('-');
  const text = isUnlogged ? line.slice(1).trimStart() : line;
  const columns = columnsOf(text, hasUsers);
  if (typeof columns === 'string') return { kind: 'invalid', text: line, problem: columns };
  const { words, user } = columns;
  const time = timeOf(words);
  if (typeof time === 'string' && time !== 'reboot') return { kind: 'invalid', text: line, problem: time };
  const [flags = ''] = FLAGS.exec(columns.command) ?? [];
  return {
    kind: 'entry',
    time,
    isUnlogged,
    user,
    flags: flags.replaceAll(/[-\s]/g, ''),
    command: columns.command.slice(flags.length),
  };
}

/**
 * The command, and the lines of its standard input behind the first `%`. In the command a backslash takes the character after it along,
 * in the input it does so before `%` only.
 */
export function splitAtPercent(text: string): readonly [command: string, ...input: string[]] {
  const [command = ''] = /^(?:\\.|[^\\%])*\\?/s.exec(text) ?? [];
  const input = command.length < text.length ? text.slice(command.length + 1).split(/(?<!\\)%/) : [];
  return [
    command.replaceAll(/\\(.)/gs, (pair, next: string) => (next === '%' ? next : pair)),
    ...input.map((each) => each.replaceAll('\\%', '%')),
  ];
}

interface Columns {
  /** The time fields, or a single word such as `@daily`. */
  readonly words: readonly string[];
  readonly user: string | null;
  readonly command: string;
}

/** A text as the result is the problem. */
function columnsOf(text: string, hasUsers: boolean): Columns | string {
  const isWord = text.startsWith('@');
  const match = new RegExp(`^((?:\\S+\\s+){${isWord ? 1 : 5}})${hasUsers ? '(\\S+)\\s+' : '()'}(.+)$`, 's').exec(text);
  if (!match) return `needs ${isWord ? 'a time' : 'five time fields'}${hasUsers ? ', a user' : ''} and a command`;
  const [, times = '', user = '', command = ''] = match;
  const columns = { words: times.trim().split(/\s+/), user: hasUsers ? user : null, command };
  return sixthFieldIn(columns) ?? userProblem(columns) ?? columns;
}

const userProblem = ({ user }: Columns): string | null =>
  user === null || USER.test(user)
    ? null
    : `"${user}" is not the name of a user: without such a column, leave out --with-users`;

function sixthFieldIn({ words, user, command }: Columns): string | null {
  const [next = ''] = (user ?? command).split(/\s+/, 1);
  return words.length > 1 && SIXTH_FIELD.test(next)
    ? `has more than five time fields, as Quartz and others have, with seconds first or a year last: cron would run "${next}". Leave them out, and name the days of the week, because Quartz counts them from Sunday = 1`
    : null;
}

function timeOf(words: readonly string[]): CrontabTime | string {
  const [word = '', ...others] = words;
  if (others.length > 0) return fieldsTime(words);
  return word.toLowerCase() === '@reboot' ? 'reboot' : (macroTime(word) ?? `${word} is not known`);
}

/** The name of a user without the group and the login class of FreeBSD. */
export const nameOfUser = (user: string): string => USER.exec(user)?.[1] ?? user;
