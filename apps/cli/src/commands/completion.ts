/** Shell completion: scripts that ask the command line itself what may come next. */
import { Argument, type Command } from 'commander';
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
    .description('a script for your shell: source <(carillon completion bash)')
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

/** What the last word may become: commands, or options once it begins with a dash. */
export function completionsOf(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  let at = program;
  for (const word of words.slice(0, -1))
    at = at.commands.find((each) => each.name() === word || each.aliases().includes(word)) ?? at;
  const help = at.createHelp();
  const commands = help.visibleCommands(at).map((each) => each.name());
  const options = [...at.options, ...program.options].flatMap(({ long }) => (long == null ? [] : [long]));
  const all = last.startsWith('-') ? options : commands;
  return [...new Set(all)].filter((each) => each.startsWith(last)).sort();
}
