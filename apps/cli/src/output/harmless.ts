/** Control characters, except line ends, tabs and what colours text. */
const CONTROLS = /(?!\u001b\[[\d;]*m)[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of others, such as messages of workers, may not move the cursor or talk to the terminal. */
export const harmless = (text: string): string => text.replaceAll(CONTROLS, '\u{fffd}');
