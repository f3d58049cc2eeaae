import { onlyColours } from '#common/domain/terminal-commands.js';

/** Control characters and overrides of the direction of text, except line ends, tabs and colours of text. */
const CONTROLS = /(?!\u001b\[[\d;]*m)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from outside, such as messages of workers, must not move the cursor or control the terminal. */
export const harmless = (text: string): string => onlyColours(text).replaceAll(CONTROLS, '\u{fffd}');

/** A line of a log for a terminal: as {@link harmless}, but a bar of progress may still begin its line anew. */
export const harmlessLine = (line: string): string => line.split('\r').map(harmless).join('\r');
