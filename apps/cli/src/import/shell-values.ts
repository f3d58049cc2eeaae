/** Values of options in the text of a shell: another scheduler writes them into the text, where they could be programs. */
import { commandLine, IN_SHELL } from '#common/spec/command-line.js';
import { wordUses } from '#common/spec/shell-words.js';
import type { Fields } from './fields.js';

interface Words {
  readonly command?: string[];
  readonly args?: string[];
}

/** The words of the worker's command in which such values are variables of the shell. What cannot be written so stays, and is refused. */
export function inShells(worker: Readonly<Record<string, unknown>>, fields: Fields): Words {
  const layer = { command: wordsIn(worker['command']), args: wordsIn(worker['args']) };
  const { command, args } = commandLine([layer]);
  const uses = wordUses(
    [...command, ...args].map(({ text }) => text),
    command.length > 0,
  );
  const safe = [...command, ...args].map(({ text }, at) => {
    const written = uses[at] === 'script' ? outOfQuotes(text) : text;
    if (written !== text)
      fields.note('pod', `has values in the text of a shell: here each of them is one word of it: ${written}`);
    return written;
  });
  return {
    ...(layer.command && { command: safe.slice(0, command.length) }),
    ...(layer.args && { args: safe.slice(command.length) }),
  };
}

const wordsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;

/** Parts of a shell's language in which quotes have another meaning, and comments, which may have single ones. */
const NESTED = /`|\$\(|<<|\$'|(?:^|\s)#/;
/** A value, an escaped character, or any other one. */
const PIECE = /\$\{(option\.[^{}]+)\}|\\[^]|[^]/g;

/** The text with each value outside of quotes and marked as one of the shell; unchanged if it is too complex for that. */
function outOfQuotes(text: string): string {
  if (NESTED.test(text)) return text;
  let quote = '';
  return text.replaceAll(PIECE, (piece, name: string | undefined) => {
    if (name !== undefined) return `${quote}\${${name}${name.endsWith(IN_SHELL) ? '' : IN_SHELL}}${quote}`;
    // A backslash is an ordinary character between single quotes, where it may stand before the last one.
    if (quote === "'" ? piece.endsWith("'") : piece === quote) quote = '';
    else if (quote === '' && (piece === '"' || piece === "'")) quote = piece;
    return piece;
  });
}
