/** `validate`: definitions in files, by the checks of the server, without a server. */
import type { Command } from 'commander';
import { readDefinitions } from '../definitions/read-files.js';
import { EXIT } from '../errors.js';
import { printerOf, type GlobalOptions } from '../session/session.js';
import type { Shell } from '../shell.js';

export function addValidate(program: Command, shell: Shell): void {
  program
    .command('validate')
    .description(
      'check definitions in files without a server; what only a server knows, such as rights, is judged by apply --dry-run',
    )
    .argument('<path...>', 'files, folders with everything below them, or - for standard input')
    .action(async (paths: string[], _options, command: Command) => {
      const { host } = shell;
      const options = command.optsWithGlobals<GlobalOptions>();
      const definitions = await readDefinitions(paths, options.tenant ?? host.env['CARILLON_TENANT'], host);
      const { refusalsOf } = await import('../import/refusals.js');
      const refusals = refusalsOf(definitions, host.now());
      for (const { about, field, message } of refusals) host.err(`${about}: ${field} ${message}\n`);
      const count = `${definitions.length} definitions, ${refusals.length} problems`;
      printerOf(options, host).done(count, { definitions: definitions.length, problems: refusals });
      if (refusals.length > 0) shell.exitCode = EXIT.negative;
    });
}
