/**
 * The words of a command, from the layers that set them, and the places where values given by people are allowed. A value is an
 * argument, or a part of one. In text that a shell runs it is a variable of that shell, `${option.x:shell}`; a value may never
 * choose which program is run.
 */
import { wordUses, type WordUse } from './shell-words.js';

/** Names with these prefixes are replaced by Carillon: `${HOME}` and the like are left to the program that reads the text next. */
export const REFERENCE = /\$\{((?:job|run|task|option)\.[^{}]+)\}/g;
/** Suffix of a name: the value is passed as a variable of the shell that runs the text. */
export const IN_SHELL = ':shell';

/** The command fields of a task, a job or a worker. */
export interface CommandLayer {
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
}

/** A word, and its path in the layer that sets it. */
export interface CommandWord<Layer> {
  readonly text: string;
  readonly layer: Layer;
  readonly path: string;
}

export interface CommandLine<Layer> {
  readonly command: readonly CommandWord<Layer>[];
  readonly args: readonly CommandWord<Layer>[];
}

/** The first layer wins. Arguments apply to the command of the same layer, or of a layer below. */
export function commandLine<Layer extends CommandLayer | null>(layers: readonly Layer[]): CommandLine<Layer> {
  let args: readonly CommandWord<Layer>[] | undefined;
  for (const layer of layers) {
    args ??= wordsOf(layer, 'args');
    const command = wordsOf(layer, 'command');
    if (command !== undefined) return { command, args: args ?? [] };
  }
  return { command: [], args: args ?? [] };
}

function wordsOf<Layer extends CommandLayer | null>(
  layer: Layer,
  field: 'command' | 'args',
): readonly CommandWord<Layer>[] | undefined {
  return layer?.[field]?.map((text, at) => ({ text, layer, path: `${field}.${at}` }));
}

export interface WordProblem<Layer> {
  readonly word: CommandWord<Layer>;
  readonly message: string;
}

/** Words in which a value would be interpreted as a program. */
export function valueProblems<Layer>(line: CommandLine<Layer>): readonly WordProblem<Layer>[] {
  const uses = usesOf(line);
  return [...line.command, ...line.args].flatMap((word, at) => {
    const message = problemOf(word.text, uses[at] ?? 'argument');
    return message === null ? [] : [{ word, message }];
  });
}

/**
 * Words that become a program, or an option of one, by their values: a job called `--eval=…` as the script of an interpreter, a key
 * of an index that is more than a plain word in the text of a shell. `values` by the full name of each reference.
 */
export function filledProblems<Layer>(
  line: CommandLine<Layer>,
  values: ReadonlyMap<string, string>,
): readonly WordProblem<Layer>[] {
  const uses = usesOf(line);
  return [...line.command, ...line.args].flatMap((word, at) => {
    const message = problemOfValues(word.text, uses[at] ?? 'argument', values);
    return message === null ? [] : [{ word, message }];
  });
}

function problemOfValues(text: string, use: WordUse, values: ReadonlyMap<string, string>): string | null {
  const names = [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
  const valueOf = (name: string): string => values.get(name) ?? '';
  if (use === 'argument') return null;
  if (use === 'program') {
    const [first = ''] = names;
    const isOption = text.startsWith(`\${${first}}`) && valueOf(first).startsWith('-');
    return isOption ? 'begins with a value that turns the argument into an option' : null;
  }
  return refusalOf(
    names.find((name) => isFree(name) && !PLAIN.test(valueOf(name))),
    (name) => `has \${${name}} in the text of a program, but the value is not a plain word`,
  );
}

/** Only characters that every shell and language reads as part of a word. */
const PLAIN = /^[A-Za-z0-9_.-]*$/;

/** Without a command the image's own program is run, if it has one. */
const usesOf = <Layer>({ command, args }: CommandLine<Layer>): readonly WordUse[] =>
  wordUses(
    [...command, ...args].map(({ text }) => text),
    command.length > 0,
  );

function problemOf(text: string, use: WordUse): string | null {
  const names = [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
  const quoted = names.find((name) => name.endsWith(IN_SHELL));
  if (use !== 'script' && quoted !== undefined)
    return `has \${${quoted}}, which may stand only in a text that a shell runs, such as the argument after "sh -c"`;
  const open = names.filter((name) => !name.endsWith(IN_SHELL));
  switch (use) {
    case 'argument':
      return null;
    case 'script':
      return refusalOf(open.find(isOptionValue), (name) => {
        const ways = `write \${${name}${IN_SHELL}} outside of quotes, or pass the value as an argument or a variable`;
        return `has \${${name}} in the text that a shell runs: ${ways}`;
      });
    case 'code':
      return refusalOf(open.find(isOptionValue), (name) => {
        return `has \${${name}} in the text of a program: pass the value as an argument or a variable`;
      });
    case 'program':
      return refusalOf(
        open.find(isGiven),
        (name) => `has \${${name}} in a place where the value would choose the program that is run`,
      );
  }
}

const refusalOf = (name: string | undefined, message: (name: string) => string): string | null =>
  name === undefined ? null : message(name);

const isOptionValue = (name: string): boolean => name.startsWith('option.');
/** Values that the starter of a run gives. */
const isGiven = (name: string): boolean => /^(?:option\.|task\.index_key$|task\.index_matrix\.)/.test(name);
/** Other values that people choose freely; all remaining values are ids, numbers and times. */
const isFree = (name: string): boolean => /^(?:job\.name$|task\.index_key$|task\.index_matrix\.)/.test(name);
