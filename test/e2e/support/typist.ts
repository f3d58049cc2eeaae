/** Types the lines of a page as its reader does: the command line runs in this process, everything else in a shell. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GuidePage } from '#testing/guide-page.js';
import { CliUnderTest } from '../../integration/cli/cli-under-test.js';
import type { QuickstartProcess } from './quickstart-process.js';

const run = promisify(execFile);

export class Typist {
  /** Knows of no server but the quickstart that runs in its folder. */
  readonly #cli = new CliUnderTest({});
  readonly #exported: Record<string, string> = {};
  readonly #background: ChildProcess[] = [];

  constructor(
    private readonly quickstart: QuickstartProcess,
    { files }: GuidePage,
  ) {
    symlinkSync(quickstart.dataDir, join(this.#cli.folder, '.carillon'));
    for (const { name, text } of files) this.#cli.write(name, text);
  }

  /** Throws if a command of the line fails. */
  async type(line: string): Promise<void> {
    if (line === 'npm run quickstart') await this.#restart();
    else if (/^(npx )?carillon /.test(line)) await this.#carillon(line);
    else if (line.endsWith(' &')) await this.#inBackground(line.slice(0, -2));
    else await this.#inShell(line);
  }

  async dispose(): Promise<void> {
    for (const child of this.#background) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.#cli.dispose();
  }

  /** Only where the page has changed its environment: it runs already. */
  async #restart(): Promise<void> {
    if (Object.keys(this.#exported).length > 0) await this.quickstart.restart(this.#exported);
  }

  async #carillon(line: string): Promise<void> {
    const typed = line
      .replace(/^(npx )?carillon /, '')
      .replaceAll(/\$(\w+)/g, (found, name: string) => this.#exported[name] ?? found);
    const { code, out, err } = await this.#cli.run(typed, { env: this.#exported });
    if (code !== 0) throw new Error(`exit code ${code}: ${out}${err}`);
  }

  /** A line `export NAME=…` changes the environment of the lines after it. */
  async #inShell(line: string): Promise<void> {
    const [, name] = /^export (\w+)=/.exec(line) ?? [];
    const show = name === undefined ? '' : `; printf '%s' "$${name}"`;
    const env = { ...process.env, ...this.#exported, NODE_OPTIONS: '' };
    const { stdout } = await run('bash', ['-euc', `${line}${show}`], { cwd: this.#cli.folder, env });
    if (name !== undefined) this.#exported[name] = stdout;
  }

  async #inBackground(line: string): Promise<void> {
    const env = { ...process.env, ...this.#exported, NODE_OPTIONS: '' };
    const child = spawn('bash', ['-c', `exec ${line}`], {
      cwd: this.#cli.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#background.push(child);
    // A server says that it listens.
    await once(child.stdout, 'data');
  }
}
