/** Texts as words of a POSIX shell. Pure. */

/** In quotation marks, whatever the text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** In quotation marks only where it needs them. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
