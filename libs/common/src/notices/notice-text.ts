/** Texts of notices in the forms of their receivers: names come from users and must be neither markup nor too long. Pure. */

import { withoutCommands } from '../domain/terminal-commands.js';

/**
 * In one line, in its own direction: a line end in a name would begin a line of its own, or another header of a mail; an override of the
 * direction would reverse the text after it.
 */
export const inOneLine = (text: string): string =>
  withoutCommands(text)
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();

/**
 * At most `most` UTF-16 units, as some receivers count (an emoji has two); the last character is an ellipsis if the text was cut, which is
 * done between characters.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  const isBetween = !/^[\ud800-\udbff]$/.test(text.charAt(end - 1));
  return `${text.slice(0, isBetween ? end : end - 1)}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * For `mrkdwn` of Slack, at most `most` characters: without this, `<!channel>` in a name would notify everybody. Slack has no
 * escapes for its formats and emojis, so a text with any (a cron expression) is shown as code.
 */
export function slackText(text: string, most: number): string {
  const escaped = (part: string, length: number): string =>
    cutPieces(part, (character) => ENTITIES[character] ?? character, length);
  if (most < 3 || !SLACK_FORMAT.test(text)) return escaped(text, most);
  return `\`${escaped(text.replaceAll('`', "'"), most - 2)}\``;
}

/** A pair of format characters, the first one at the begin of a word, or an emoji such as `:bell:`. */
const SLACK_FORMAT = /(?<![\p{L}\p{N}])([*_~`])\S.*\1|:(?!\d{1,2}:)[\w+'-]+:/u;

/** For the Markdown of Discord and Teams, at most `most` characters: no links, mentions, formats, headings or lists. */
export function markdownText(text: string, most: number): string {
  const mark = BLOCK_MARK.exec(text)?.[0];
  // After the number of an item its point is the mark; the other marks begin with theirs.
  const markAt = mark === undefined ? -1 : /\d/.test(mark) ? mark.length - 1 : mark.search(/\S/);
  const escape = (character: string, at: number): string =>
    at === markAt || MARKDOWN.test(character) ? `\\${character}` : character;
  return cutPieces(text, escape, most);
}

const MARKDOWN = /[\\`*_~|<>[\]]/;
/** What makes a heading, a list, small print or a rule of a line. */
const BLOCK_MARK = /^\s*(?:\d{1,9}[.)]|#{1,6}|-#|\+|-+)(?=\s|$)/;

/** Escapes each character, and cuts between characters, never within an escaped one. */
function cutPieces(text: string, escape: (character: string, at: number) => string, most: number): string {
  const pieces = Array.from(text, escape);
  let length = 0;
  const end = pieces.findIndex((piece) => (length += piece.length) > most - 1);
  const isWhole = end === -1 || (end === pieces.length - 1 && length <= most);
  return isWhole ? pieces.join('') : `${pieces.slice(0, end).join('')}…`;
}
