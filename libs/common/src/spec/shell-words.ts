/**
 * Which words of a command line are read as a program by what they are given to: the text after `sh -c`, after `python -c`, what
 * `ssh` sends to another host. A value that somebody gives must not stand in there as text.
 */

export type WordUse =
  /** Data: the one who gives it chooses no more than its value. */
  | 'argument'
  /** Text of a shell of this host. */
  | 'script'
  /** Text of another language, or of a shell elsewhere: nothing of ours can be quoted in it. */
  | 'code'
  /** The word decides what is run: a program, its script file, or an option of a shell. */
  | 'program';

const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'su', 'runuser'];
const SCRIPT_FLAG = /^(?:-[a-z]*c[a-z]*|--command)$/i;
/** Interpreters, and the options after which, or within which, they take a program. */
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
/** A variable for the program: its name is said here, so that a value in it is no more than a value. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Options of a wrapper, and numbers that it takes: the program is still to come. */
const NO_PROGRAM = /^(?:-.*|[\d.]+[smhd]?)$/;

type Reader =
  /** `wrapper`: the program is still to come. */
  | { readonly type: 'wrapper' | 'arguments' | 'remote' }
  | { readonly type: 'shell'; readonly takesScript: boolean; readonly hasOperand: boolean }
  | { readonly type: 'interpreter'; readonly flag: RegExp }
  /** The name of a shell among arguments (`find -exec sh -c …`): an option behind it makes it one. */
  | { readonly type: 'perhaps'; readonly of: Reader };

/**
 * What becomes of each word, in order. References in a word (`${option.x}`) are read as they stand. `isWhole` is false for words that
 * stand behind a program that is not known: they are its arguments, if the first of them is no program that is known.
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
 * Options up to the first word that is none: the script, if one of them asks for it, else the name of its file. Some options take a
 * word of their own (`-o pipefail`), and a user may stand in between (`su postgres -c`): the script may be asked for after all.
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
