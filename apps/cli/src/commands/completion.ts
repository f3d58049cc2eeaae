/** Shell completion: scripts that ask the command line itself for the possible next words. */
import { Argument, type Command, type Option } from 'commander';
import type { Shell } from '../shell.js';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_carillon() {
  local IFS=$'\\n'
  COMPREPLY=($(carillon __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
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
    .action((words: string[]) => {
      for (const each of completionsOf(program, words)) shell.host.out(`${each}\n`);
    });
}

/** The completions of the last word: commands, the choices of an argument or option, or options if it begins with a dash. */
export function completionsOf(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const { at, given, asked } = readSoFar(program, words.slice(0, -1));
  return [...new Set(asked ? (asked.argChoices ?? []) : nextWords(program, at, given, last))]
    .filter((each) => each.startsWith(last))
    .sort();
}

interface SoFar {
  readonly at: Command;
  /** How many arguments the command has been given. */
  readonly given: number;
  /** The option whose value comes next. */
  readonly asked: Option | null;
}

function readSoFar(program: Command, words: readonly string[]): SoFar {
  let at = program;
  let given = 0;
  let asked: Option | null = null;
  for (const word of words) {
    const below = at.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (asked) asked = null;
    else if (word.startsWith('-'))
      asked = optionsOf(program, at).find((each) => [each.short, each.long].includes(word) && each.required) ?? null;
    else if (below) at = below;
    else given++;
  }
  return { at, given, asked };
}

function nextWords(program: Command, at: Command, given: number, last: string): readonly string[] {
  if (last.startsWith('-')) return optionsOf(program, at).flatMap(({ long }) => (long == null ? [] : [long]));
  const commands = at.createHelp().visibleCommands(at);
  return commands.length > 0 ? commands.map((each) => each.name()) : (at.registeredArguments[given]?.argChoices ?? []);
}

const optionsOf = (program: Command, at: Command): Option[] => [...at.options, ...program.options];
