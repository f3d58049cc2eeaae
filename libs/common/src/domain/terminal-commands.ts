/** Commands to a terminal in the output of programs (ECMA-48): colours, links, cursor movements. Pure. */

/** Strings to their end (links and titles are such), sequences of parameters, then commands of two or three characters. */
const COMMAND = String.raw`\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])`;
const COLOUR = String.raw`\u001b\[[\d;:]*m`;
const COMMANDS = new RegExp(COMMAND, 'g');
const COMMANDS_BUT_COLOURS = new RegExp(`(?!${COLOUR})${COMMAND}`, 'g');

/** The text as a terminal shows it, without colours: of a link, its words remain. */
export const withoutCommands = (text: string): string => text.replace(COMMANDS, '');

/** The same with its colours. */
export const onlyColours = (text: string): string => text.replace(COMMANDS_BUT_COLOURS, '');
