/** What the programs of this folder share: settings, a diary on the terminal, a verdict, and an end that leaves nothing behind. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Around {
  readonly root: string;
  readonly folder: string;
  readonly say: (line: string) => void;
}

interface Report {
  /** By kind; none where nothing is wrong. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

interface Course {
  run(): Promise<Report>;
  /** Harmless when repeated. */
  stop(): Promise<void>;
}

const SHOWN = 10;
// dist/test/soak/support/course.js
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** `CARILLON_<PROGRAM>_<NAME>`, an integer above zero; throws for anything else. */
export function setting(program: string, name: string, byDefault: number): number {
  const variable = `CARILLON_${program.toUpperCase()}_${name}`;
  const value = Number(process.env[variable] ?? byDefault);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${variable} is no whole number above zero`);
  return value;
}

export const seedOf = (program: string): number => setting(program, 'SEED', Math.floor(Date.now() / 1_000));

/** Runs the course, prints its report and ends the process: 0 where nothing is wrong. */
export async function runCourse(program: string, seed: number, make: (around: Around) => Course): Promise<never> {
  const folder = mkdtempSync(join(tmpdir(), `carillon-${program}-`));
  const began = performance.now();
  const say = (line: string): void => {
    // The last output of a part is in its log.
    const [first = ''] = line.split('\n');
    process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(7)}  ${first}\n`);
  };
  const repeat = `CARILLON_${program.toUpperCase()}_SEED=${seed}`;
  say(repeat);
  const course = make({ root: ROOT, folder, say });
  const clear = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      say(`stopped by ${signal}`);
      void course.stop().finally(() => {
        clear();
        process.exit(1);
      });
    });
  }
  let isWell = false;
  try {
    isWell = tell(await course.run(), { program, folder });
    say(`${isWell ? 'nothing is wrong' : `WRONG, all of it and the logs are in ${resultsOf(program)}`} (${repeat})`);
  } catch (error) {
    say('failed');
    process.stdout.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  } finally {
    await course.stop();
    clear();
  }
  process.exit(isWell ? 0 : 1);
}

const resultsOf = (program: string): string => join(ROOT, '.carillon', program);

/** Prints the report, and keeps it, with the logs where something is wrong. */
function tell(report: Report, { program, folder }: { readonly program: string; readonly folder: string }): boolean {
  const results = resultsOf(program);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  const { faults, ...rest } = report;
  const kinds = Object.entries(faults);
  if (kinds.length > 0) cpSync(join(folder, 'log'), join(results, 'log'), { recursive: true });
  // The list of all events is only for the file.
  const summary = Object.entries(rest).map(([name, value]) => [
    name,
    name === 'diary' && Array.isArray(value) ? value.length : value,
  ]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(summary), null, 2)}\n`);
  for (const [kind, list] of kinds) {
    const shown = list.slice(0, SHOWN).map((each) => `  ${each}\n`);
    process.stdout.write(`${kind}: ${list.length}\n${shown.join('')}`);
  }
  return kinds.length === 0;
}
