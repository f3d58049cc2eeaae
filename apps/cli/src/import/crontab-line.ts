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
      readonly user: string | null;
      readonly command: string;
    }
  | { readonly kind: 'invalid'; readonly text: string; readonly problem: string };

const VARIABLE = /^(["']?)([A-Za-z_][A-Za-z0-9_]*)\1\s*=\s*(.*)$/;
const USER = /^[A-Za-z_][A-Za-z0-9_.-]*\$?$/;
/** `# m h dom mon dow user command`, and the drawings around it that explain the fields. */
const HEADER =
  /\b(?:m|min|mins|minutes?)\b.*\b(?:h|hr|hours?)\b.*\b(?:dom|mday|days?|weekday)\b|\bcommand to be executed\b|\(\d+\s*-\s*\d+\)/i;
const USER_COLUMN =
  /\b(?:dow|week|weekday|wday)\b.*\b(?:user(?:-?name)?|who)\b.*\b(?:command|cmd)\b|\buser-name\b.*\bcommand\b/i;
const OLD_ENTRY = /^-?\s*(?:@\w+\s+\S|[\d*][\d*,/~-]*(?:\s+\S+){5})/;

/** `hasUsers`: entries have a column with a user, as in /etc/crontab. */
export function lineOf(raw: string, hasUsers: boolean): Line {
  const line = raw.trim();
  if (line === '') return { kind: 'empty' };
  if (line.startsWith('#')) return commentOf(line.replace(/^#+\s*/, ''));
  const [, , name, value] = VARIABLE.exec(line) ?? [];
  if (name !== undefined) return { kind: 'variable', name, value: (value ?? '').replace(/^(["'])(.*)\1$/, '$2') };
  return entryOf(line, hasUsers);
}

function commentOf(text: string): Line {
  const namesNothing = HEADER.test(text) || VARIABLE.test(text) || OLD_ENTRY.test(text) || !/^[\p{L}\d]/u.test(text);
  return { kind: 'comment', name: namesNothing ? '' : text, namesUsers: USER_COLUMN.test(text) };
}

function entryOf(line: string, hasUsers: boolean): Line {
  const isUnlogged = line.startsWith('-');
  const text = isUnlogged ? line.slice(1).trimStart() : line;
  const count = text.startsWith('@') ? 1 : 5;
  const found = new RegExp(`^((?:\\S+\\s+){${count}})${hasUsers ? '(\\S+)\\s+' : '()'}(.+)$`, 's').exec(text);
  const invalid = (problem: string): Line => ({ kind: 'invalid', text: line, problem });
  if (!found)
    return invalid(`needs ${count === 1 ? 'a time' : 'five time fields'}${hasUsers ? ', a user' : ''} and a command`);
  const [, times = '', user = '', command = ''] = found;
  const words = times.trim().split(/\s+/);
  const time = words[0]?.toLowerCase() === '@reboot' ? 'reboot' : timeOf(words);
  if (time === null) return invalid(`${words[0] ?? ''} is not known`);
  if (typeof time === 'string' && time !== 'reboot') return invalid(time);
  if (hasUsers && !USER.test(user))
    return invalid(`"${user}" is not the name of a user: without such a column, leave out --with-users`);
  return { kind: 'entry', time, isUnlogged, user: hasUsers ? user : null, command };
}

const timeOf = (words: readonly string[]): CrontabTime | string | null =>
  words.length === 1 ? macroTime(words[0] ?? '') : fieldsTime(words);
