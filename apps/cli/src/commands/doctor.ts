/** `doctor`: the problems of the installation, and their solutions. For administrators. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { EXIT } from '../errors.js';
import type { Paint } from '../output/printer.js';
import { inSession, type Shell } from '../shell.js';

const PAINTS: Readonly<Record<Schemas['ExamineAnswer']['status'], Paint>> = {
  ok: 'good',
  warning: 'active',
  error: 'bad',
};

export function addDoctor(program: Command, shell: Shell): void {
  program
    .command('doctor')
    .description('diagnose the installation: show problems and how to repair them; exit code 1 if there are problems')
    .action(
      inSession(shell, async ({ client, printer }) => {
        const diagnosis = await dataOf(client.GET('/admin/doctor'));
        if (diagnosis.status === 'error') shell.exitCode = EXIT.negative;
        if (printer.isData) {
          printer.value(diagnosis);
          return;
        }
        for (const { check, status, message, fix } of diagnosis.findings) {
          printer.line(`${printer.paint(status.padEnd(7), PAINTS[status])} ${check}: ${message}`);
          if (fix !== null) printer.line(`        ${printer.paint('→', 'faint')} ${fix}`);
        }
      }),
    );
}
