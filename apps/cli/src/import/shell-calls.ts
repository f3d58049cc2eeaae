/** Finds the calls of one program in a line of a shell, and what the shell does around them. */
import type { Redirection, ShellCommand, ShellWord } from './shell-text.js';

export interface ProgramCall {
  /** Without the name of the program. */
  readonly words: readonly ShellWord[];
  /** What it reads from its standard input; null for nothing. */
  readonly input: ShellWord | { readonly file: string } | null;
  /** Files that get its output; those that throw it away are none. */
  readonly outputs: readonly string[];
  /** Of a `sleep` before it. */
  readonly delaySeconds: number;
  /** Of a `timeout` around it. */
  readonly timeoutSeconds: number | null;
  /** True within `flock -n`: a call does not begin while an earlier one is under way. */
  readonly isExclusive: boolean;
}

type Tell = (field: string, message: string) => void;

/** A program that runs the one which follows it: the letters of its options with values, and how many words stand before that program. */
const WRAPPERS: Readonly<Record<string, readonly [valued: string, operands: number]>> = {
  exec: ['a', 0],
  nohup: ['', 0],
  time: ['fo', 0],
  command: ['', 0],
  chronic: ['', 0],
  nice: ['n', 0],
  ionice: ['cnp', 0],
  sudo: ['ugCh', 0],
  env: ['uCS', 0],
  timeout: ['ks', 1],
  flock: ['wE', 1],
};
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
const CANNOT = 'is not one call over HTTP: `carillon import crontab` makes a process of the whole line';

/** Null with a reason that `tell` was given, if more than calls and pauses is done. `isProgram` is given the name without its folder. */
export function callsIn(
  commands: readonly ShellCommand[],
  isProgram: (name: string) => boolean,
  tell: Tell,
): readonly ProgramCall[] | null {
  const joint = commands.find(({ end }) => /^(?:\|&?|[()])$/.test(end));
  if (joint) {
    tell(joint.end, CANNOT);
    return null;
  }
  const calls: ProgramCall[] = [];
  let delaySeconds = 0;
  for (const [at, command] of commands.entries()) {
    const call = callOf(command, isProgram, delaySeconds);
    const pause = calls.length === 0 ? pauseOf(command) : null;
    if (call) calls.push(call);
    else if (pause !== null) delaySeconds += pause;
    else if (calls.length > 0) noteAfter(command, commands[at - 1]?.end ?? '', tell);
    else {
      tell(command.words[0]?.text ?? command.end, `is run before the call, and ${CANNOT}`);
      return null;
    }
  }
  return calls;
}

const pauseOf = ({ words: [name, seconds] }: ShellCommand): number | null =>
  name?.text === 'sleep' ? secondsOf(seconds?.text ?? '') : null;

function noteAfter({ words }: ShellCommand, before: string, tell: Tell): void {
  const text = words.map((each) => each.text).join(' ');
  if (before === '&' && ASSIGNMENT.test(text))
    tell('&', `outside of quotes ended the command: ${text} was never part of the address, and is not here`);
  else if (text !== '') tell(`${before} ${text}`, 'is not run: use `notify`, or a job that runs `after` this one');
}

function callOf(command: ShellCommand, isProgram: (name: string) => boolean, delaySeconds: number): ProgramCall | null {
  const left = [...command.words];
  const around = { timeoutSeconds: null as number | null, isExclusive: false };
  for (;;) {
    const name = programOf(left);
    const { redirections } = command;
    if (isProgram(name))
      return { words: left, input: inputOf(redirections), outputs: outputsOf(redirections), delaySeconds, ...around };
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (!wrapper) return null;
    const [valued, operands] = wrapper;
    const options = optionsOf(left, valued);
    const [operand] = left.splice(0, operands);
    around.timeoutSeconds = name === 'timeout' ? secondsOf(operand?.text ?? '') : around.timeoutSeconds;
    around.isExclusive ||= name === 'flock' && options.some((option) => /^-\w*n|^--non/.test(option));
  }
}

/** Takes the program off the words, with assignments before it; gives its name without the folder. */
function programOf(left: ShellWord[]): string {
  let text = '';
  do text = left.shift()?.text ?? '';
  while (ASSIGNMENT.test(text));
  return text.replace(/^.*\//, '');
}

/** Takes the options of a wrapper off the words. */
function optionsOf(left: ShellWord[], valued: string): string[] {
  const options: string[] = [];
  while (left[0]?.text.startsWith('-') === true) {
    const { text } = left.shift() ?? { text: '' };
    options.push(text);
    if (text.length === 2 && valued.includes(text.slice(1))) left.shift();
  }
  return options;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function secondsOf(text: string): number | null {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount) * (UNITS[unit] ?? 1);
}

function inputOf(redirections: readonly Redirection[]): ProgramCall['input'] {
  const last = redirections.findLast(({ operator }) => /^0?(?:<|<<|<<<)$/.test(operator));
  if (!last) return null;
  const { operator, target } = last;
  if (operator.endsWith('<<<')) return { ...target, text: `${target.text}\n` };
  return operator.endsWith('<<') ? target : { file: target.text };
}

const outputsOf = (redirections: readonly Redirection[]): string[] =>
  redirections.flatMap(({ operator, target: { text } }) =>
    operator.includes('>') && !/^\d+$|^\/dev\/(?:null|stdout|stderr)$/.test(text) ? [text] : [],
  );

/** The variables that a line of nothing but assignments sets, also with `export`; null for another line. */
export function assignments(
  commands: readonly ShellCommand[],
): readonly (readonly [name: string, value: string])[] | null {
  const words = commands.flatMap((each) => each.words).filter(({ text }) => text !== 'export');
  const pairs = words.map(({ text, unknown }) => ({ pair: ASSIGNMENT.exec(text), isKnown: unknown.length === 0 }));
  if (pairs.length === 0 || pairs.some(({ pair }) => pair === null)) return null;
  return pairs.flatMap(({ pair, isKnown }) => (pair && isKnown ? [[pair[1] ?? '', pair[2] ?? ''] as const] : []));
}
