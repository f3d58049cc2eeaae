/** Runs command lines in this process against an api, and records their output. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from '../../../apps/cli/src/cli.js';
import type { Questions, Window } from '../../../apps/cli/src/host.js';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly input?: string;
  readonly isTerminal?: boolean;
  /** Like `isTerminal`, unless it is given. */
  readonly isErrorTerminal?: boolean;
  /** The terminal that shows the output. */
  readonly window?: Window;
  readonly questions?: Questions;
  readonly env?: Readonly<Record<string, string>>;
  readonly onOut?: (text: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal;
  /** The output for people, while the command runs. */
  readonly onErr?: (text: string) => void;
  readonly now?: () => number;
}

export class CliUnderTest {
  /** Where it stands; removed by `dispose`. */
  readonly folder = mkdtempSync(join(tmpdir(), 'carillon-cli-'));
  readonly env: Record<string, string>;

  constructor(env: Readonly<Record<string, string>>) {
    this.env = { CARILLON_CONFIG: join(this.folder, 'config.yaml'), ...env };
  }

  /** Words as a shell would split them: at spaces, except within single quotes. */
  async run(line: string, around: Surroundings = {}): Promise<Said> {
    const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const said = { out: '', err: '' };
    const code = await runCli(
      args,
      {
        env: { ...this.env, ...around.env },
        cwd: this.folder,
        home: this.folder,
        out: (text) => {
          said.out += text;
          around.onOut?.(text);
        },
        err: (text) => {
          said.err += text;
          around.onErr?.(text);
        },
        input: async () => Promise.resolve(around.input ?? ''),
        isTerminal: around.isTerminal ?? false,
        isErrorTerminal: around.isErrorTerminal ?? around.isTerminal ?? false,
        window: () => around.window ?? null,
        questions: around.questions ?? null,
        now: around.now ?? Date.now,
        signal: around.signal ?? new AbortController().signal,
      },
      '0.0.0',
    );
    return { code, ...said };
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The same in every test run: times, and names that contain them. */
export const normalized = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\b01[0-9a-z]{24}\b/g, '<id>')
    .replaceAll(/[\d.]+(ms|s|m|h|d)(\d+[sm])? ago/g, '<ago>')
    .replaceAll(/\bin [\d.]+(ms|s|m|h|d)(\d+[sm])?\b/g, 'in <span>')
    .replaceAll(/ {3,}/g, '   ')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<server>');
