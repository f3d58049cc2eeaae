/**
 * Which words of a command line are interpreted as a program by their receiver: the text after `sh -c`, after `python -c`, the
 * command that `ssh` sends to another host. A value given by a caller must not be part of such a text.
 */

export type WordUse =
  /** Data: whoever gives it chooses only its value. */
  | 'argument'
  /** Text of a shell of this host. */
  | 'script'
  /** Text of another language, or of a shell on another host: we cannot quote values in it. */
  | 'code'
  /** The word determines what is run: a program, its script file, or an option of a shell. */
  | 'program';

const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'su', 'runuser'];
const SCRIPT_FLAG = /^(?:-[a-z]*c[a-z]*|--command)$/i;
/** Interpreters, and the options whose value, or a part of it, is a program. */
const INTERPRETERS: readonly (readonly [name: RegExp, flag: RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[a-zA-Z]*c/],
  [/^(?:node|nodejs|bun)$/, /^(?:-[a-z]*[ep]$|--eval(?:=|$)|--print(?:=|$))/],
  [/^deno$/, /^eval$/],
  [/^(?:perl|ruby|lua|Rscript)[\d.]*$/, /^-[a-zA-Z]*[eE]/],
  [/^php[\d.]*$/, /^(?:-r|--run)/],
  [/^(?:pwsh|powershell)$/, /^-c/i],
];
/** Programs that run the command which follows them. */
const WRAPPERS =
  /^(?:env|sudo|doas|nice|ionice|nohup|timeout|setsid|stdbuf|xargs|chroot|busybox|time|tini|dumb-init|exec|su-exec|gosu|unshare|flock)$/;
/** A variable for the program: its name is fixed here, so that its value is only data. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Options of a wrapper, and numbers that it takes: the program follows later. */
const NO_PROGRAM = /^(?:-.*|[\d.]+[smhd]?)$/;

type Reader =
  /** `wrapper`: the program follows later. */
  | { readonly type: 'wrapper' | 'arguments' | 'remote' }
  | { readonly type: 'shell'; readonly takesScript: boolean; readonly hasOperand: boolean }
  | { readonly type: 'interpreter'; readonly flag: RegExp }
  /** The name of a shell among arguments (`find -exec sh -c …`): it is a shell if an option follows it. */
  | { readonly type: 'perhaps'; readonly of: Reader };

/**
 * Classifies each word, in order. References in a word (`${option.x}`) are not replaced. `isWhole` is false for words that follow an
 * unknown program: they are its arguments, unless the first of them is a known program.
 */
export function wordUses(words: readonly string[], isWhole = true): readonly WordUse[] {
  const [first = ''] = words;
  let reader: Reader = isWhole || readerOf(first) !== null ? { type: 'wrapper' } : ARGUMENTS;
  let isNextCode = false;
  return words.map((word) => {
    if (isNextCode) {
      isNextCode = false;
      reader = ARGUMENTS;
      return 'code';
    }
    const [use, next, expectsCode] = step(reader, word);
    isNextCode = expectsCode === true;
    reader = next;
    return use;
  });
}

/** True if a word that is added to the command would be its program. */
export const isOpenInterpreter = (command: readonly string[]): boolean =>
  wordUses([...command, 'word']).at(-1) !== 'argument';

type Step = readonly [use: WordUse, next: Reader, isNextCode?: boolean];

const ARGUMENTS: Reader = { type: 'arguments' };

function step(reader: Reader, word: string): Step {
  switch (reader.type) {
    case 'remote':
      return ['code', reader];
    case 'arguments':
      return ['argument', amongArguments(word)];
    case 'perhaps':
      return word.startsWith('-') ? step(reader.of, word) : step(ARGUMENTS, word);
    case 'wrapper':
      return behindWrapper(reader, word);
    case 'shell':
      return inShell(reader, word);
    case 'interpreter':
      return inInterpreter(reader, word);
  }
}

function amongArguments(word: string): Reader {
  const of = readerOf(word);
  return of?.type === 'shell' || of?.type === 'interpreter' ? { type: 'perhaps', of } : ARGUMENTS;
}

/**
 * Reads options up to the first word that is no option: it is the script if one of the options requires one, else the name of its
 * file. Some options take a word of their own (`-o pipefail`), or the name of a user (`su postgres -c`) comes first: an option for
 * the script may still follow.
 */
function inShell(reader: Extract<Reader, { type: 'shell' }>, word: string): Step {
  if (SCRIPT_FLAG.test(word)) return ['program', { ...reader, takesScript: true }];
  if (/^[-+]/.test(word)) return [reader.hasOperand ? 'argument' : 'program', reader];
  if (reader.takesScript) return ['script', ARGUMENTS];
  return [reader.hasOperand ? 'argument' : 'program', { ...reader, hasOperand: true }];
}

function behindWrapper(reader: Reader, word: string): Step {
  if (ASSIGNMENT.test(word)) return ['argument', reader];
  return ['program', readerOf(word) ?? (NO_PROGRAM.test(word) ? reader : ARGUMENTS)];
}

function inInterpreter(reader: Extract<Reader, { type: 'interpreter' }>, word: string): Step {
  if (!reader.flag.test(word)) return ['program', word.startsWith('-') ? reader : ARGUMENTS];
  return isWholeFlag(word) ? ['program', reader, true] : ['code', ARGUMENTS];
}

const isWholeFlag = (word: string): boolean => /^(?:-[a-zA-Z]+|--[a-z]+|eval)$/.test(word);

function readerOf(word: string): Reader | null {
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (SHELLS.includes(name)) return { type: 'shell', takesScript: false, hasOperand: false };
  if (name === 'ssh') return { type: 'remote' };
  if (WRAPPERS.test(name)) return { type: 'wrapper' };
  const [, flag] = INTERPRETERS.find(([pattern]) => pattern.test(name)) ?? [];
  return flag === undefined ? null : { type: 'interpreter', flag };
}
