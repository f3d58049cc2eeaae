/** Shell completion: scripts that ask the command line itself for the possible next words. */
import { Argument, Command, type Option } from 'commander';
import { ServerClock } from '../session/server-clock.js';
import { openSession, type GlobalOptions, type Session } from '../session/session.js';
import type { Shell } from '../shell.js';
import { wholeNumber } from './arguments.js';
import type { Kind, ListOptions } from './kind.js';
import { jobs, ofOtherKinds, runsOf } from './listed-kinds.js';

const MAX_IDS = 200;
/** A shell waits for the answer at each press of the key. */
const ID_LIMIT_MS = 1_500;

const SCRIPTS: Readonly<Record<string, string>> = {
  // Readline divides words at = and :, and replaces only what stands behind the last of them.
  bash: `_carillon() {
  local line="\${COMP_LINE:0:COMP_POINT}" breaks="\${COMP_WORDBREAKS//[^=:]/}" cut='' IFS=$' \\t'
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  local last="\${words[\${#words[@]}-1]}"
  [[ $breaks && $last == *[$breaks]* ]] && cut="\${last%"\${last##*[$breaks]}"}"
  IFS=$'\\n'
  COMPREPLY=($(carillon __complete -- "\${words[@]:1}" 2>/dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
}
complete -o default -F _carillon carillon
`,
  zsh: `#compdef carillon
_carillon() {
  local -a found
  found=("\${(@f)$(carillon __complete -- "\${words[@]:1:$CURRENT-1}" 2>/dev/null)}")
  compadd -a found
}
compdef _carillon carillon
`,
  fish: `function __carillon_complete
  set -l words (commandline -opc) (commandline -ct)
  carillon __complete -- $words[2..-1] 2>/dev/null
end
complete -c carillon -f -a '(__carillon_complete)'
`,
};

export function addCompletion(program: Command, shell: Shell): void {
  program
    .command('completion')
    .description('print a completion script for your shell: source <(carillon completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((name: string) => {
      shell.host.out(SCRIPTS[name] ?? '');
    });
  program
    .command('__complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(async (typed: string[], _options: unknown, command: Command) => {
      const { words, before } = divided(typed);
      const fixed = completionsOf(program, words);
      const ids =
        fixed.length > 0
          ? []
          : await idsFor(program, words, (signal) =>
              openSession(command.optsWithGlobals<GlobalOptions>(), { ...shell.host, signal }),
            );
      for (const each of [...fixed, ...ids]) shell.host.out(`${before}${each}\n`);
    });
}

/** The words without their quotes; of `--state=FA` as last word, the value is a word of its own, with what stands before it. */
function divided(typed: readonly string[]): { readonly words: readonly string[]; readonly before: string } {
  const words = typed.map((word) => word.replaceAll(/^["']|["']$/g, ''));
  const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(words.at(-1) ?? '') ?? [];
  if (option === undefined || value === undefined) return { words, before: '' };
  return { words: [...words.slice(0, -1), option, value], before: `${option}=` };
}

/** The ids of objects that fit the last word; none if the server does not answer soon. */
async function idsFor(
  program: Command,
  words: readonly string[],
  open: (signal: AbortSignal) => Session,
): Promise<string[]> {
  const last = words.at(-1) ?? '';
  const { at, words: earlier, option } = readSoFar(program, words.slice(0, -1));
  const argument = at.registeredArguments.at(Math.min(earlier.length, at.registeredArguments.length - 1));
  const own = option?.attributeName() ?? argument?.name() ?? '';
  // The kind is the command of `get jobs <ids>`, and the argument before of `describe job <id>`.
  const name = own === 'ids' ? at.name() : own === 'id' ? (earlier[0] ?? '') : own;
  const singular = name.replace(/s$/, '');
  const kind = [completed(jobs), completed(runsOf(new ServerClock(Date.now))), ...ofOtherKinds(completed)].find(
    ({ alias }) => alias === singular,
  );
  if (kind === undefined || last.startsWith('-')) return [];
  // A request that is under way would keep the process.
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new Error('the time of a completion is over'));
  }, ID_LIMIT_MS);
  try {
    return await kind.ids(open(late.signal), last);
  } catch {
    return []; // A completion has no place for an error.
  } finally {
    clearTimeout(timer);
  }
}

interface Completed {
  readonly alias: string | undefined;
  readonly ids: (session: Session, start: string) => Promise<string[]>;
}

const completed = <T, O>(kind: Kind<T, O>): Completed => ({
  alias: kind.alias,
  ids: async (session, start) => idsOf(kind, session, start),
});

async function idsOf<T, O>(kind: Kind<T, O>, session: Session, start: string): Promise<string[]> {
  const items = kind.items(session, [], optionsOfList(kind, start));
  const ids: string[] = [];
  for await (const item of Symbol.asyncIterator in items ? items : await items) {
    if (ids.length === MAX_IDS) break;
    ids.push(kind.listing.nameOf(item));
  }
  return ids.filter((id) => id.startsWith(start));
}

/** The options of a list that is asked for the ids: jobs are searched, others are chosen from the first of their list. */
function optionsOfList<T, O>(kind: Kind<T, O>, start: string): O & ListOptions {
  const list = new Command().option('--limit <number>', '', wholeNumber);
  kind.options?.(list);
  const isSearched = start !== '' && list.options.some(({ long }) => long === '--search');
  return list
    .parse(['--limit', String(MAX_IDS), ...(isSearched ? ['--search', start] : [])], { from: 'user' })
    .opts<O & ListOptions>();
}

/** The completions of the last word: commands, the choices of an argument or option, or options if it begins with a dash. */
export function completionsOf(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const { at, words: earlier, option } = readSoFar(program, words.slice(0, -1));
  return [...new Set(option ? (option.argChoices ?? []) : nextWords(program, at, earlier.length, last))]
    .filter((each) => each.startsWith(last))
    .sort();
}

interface SoFar {
  readonly at: Command;
  /** The arguments that the command has been given. */
  readonly words: readonly string[];
  /** The option whose value comes next. */
  readonly option: Option | null;
}

function readSoFar(program: Command, words: readonly string[]): SoFar {
  let at = program;
  const earlier: string[] = [];
  let option: Option | null = null;
  for (const word of words) {
    const below = at.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (option) option = null;
    else if (word.startsWith('-'))
      option = optionsOf(program, at).find((each) => [each.short, each.long].includes(word) && each.required) ?? null;
    else if (below) at = below;
    else earlier.push(word);
  }
  return { at, words: earlier, option };
}

function nextWords(program: Command, at: Command, count: number, last: string): readonly string[] {
  if (last.startsWith('-')) return optionsOf(program, at).flatMap(({ long }) => (long == null ? [] : [long]));
  const commands = at.createHelp().visibleCommands(at);
  return commands.length > 0 ? commands.map((each) => each.name()) : (at.registeredArguments[count]?.argChoices ?? []);
}

const optionsOf = (program: Command, at: Command): Option[] => [...at.options, ...program.options];
