/** The first line of every generated document. */
export const generatedFrom = (source: string): string =>
  `<!-- Generated from ${source} by "npm run docs"; edit the source, not this file. -->\n`;

/** One row of a table in Markdown; bars inside cells are escaped. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
