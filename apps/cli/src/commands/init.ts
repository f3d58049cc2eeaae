/** `init`: the first files. */
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeFirstFiles } from '../definitions/first-files.js';
import { printerOf, type GlobalOptions } from '../session/session.js';
import type { Shell } from '../shell.js';

export function addInit(program: Command, shell: Shell): void {
  program
    .command('init')
    .description('write one worker and one job into a folder, to begin with; never overwrites a file')
    .argument('[folder]', 'the folder, which is made if it does not exist', '.')
    .action(async (folder: string, _options, command: Command) => {
      const { host } = shell;
      const options = command.optsWithGlobals<GlobalOptions>();
      const target = resolve(host.cwd, folder);
      await writeFirstFiles(target);
      const name = relative(host.cwd, target) || '.';
      printerOf(options, host).done(`a worker and a job are in ${name}; next: carillon up ${name}`);
    });
}
