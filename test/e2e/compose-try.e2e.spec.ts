/** try.sh of deploy/compose without Docker: the command line, the worker and the keys that it uses are real. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '#embedded-servers';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 300_000;
const quickstart = QuickstartProcess.inNewFolder();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-try-'));
  const standIn = resolve('test/e2e/support/docker-stand-in.mjs');
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "$@"\n`, { mode: 0o755 });
  await quickstart.start('--empty');
}, LIMIT_MS);
afterAll(async () => {
  await quickstart.dispose();
  rmSync(folder, { recursive: true });
}, LIMIT_MS);

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly calls: readonly (readonly string[])[];
}

async function tried(around: Readonly<Record<string, string>>): Promise<Ended> {
  const calls = join(folder, `calls-${Object.keys(around).length}`);
  writeFileSync(calls, '');
  const port = String(await freePort());
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    CALLS: calls,
    TMPDIR: folder,
    STATE: join(quickstart.dataDir, 'quickstart.json'),
    WORKER_PORT: port,
    WORKER_URL: `http://127.0.0.1:${port}/`,
    ...around,
  };
  const child = spawn('bash', [resolve('deploy/compose/try/try.sh')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const lines = readFileSync(calls, 'utf8').trim().split('\n');
  return { code, said, calls: lines.map((line) => JSON.parse(line) as string[]) };
}

test(
  'a job runs and its log is shown, a run that waits for a killed executor finishes, and nothing is left',
  async () => {
    const { code, said, calls } = await tried({});
    expect([code, said]).toEqual([0, expect.stringContaining('all checks passed')]);
    expect(said.match(/hello from run/g)).toHaveLength(2);
    const verbs = calls.flatMap(([first, , , , , verb]) => (first === 'compose' ? (verb ?? []) : []));
    expect(verbs).toEqual(expect.arrayContaining(['build', 'up', 'kill', 'down']));
    expect(calls.at(-1)).toEqual(expect.arrayContaining(['down', '--volumes']));
    // Secrets are passed in the environment: a list of processes shows none.
    const [{ length }] = calls.flat().sort((a, b) => b.length - a.length) as [string];
    expect(length).toBeLessThan(200);
    expect(JSON.stringify(calls)).not.toMatch(/[0-9a-f]{64}|k1:/);
  },
  LIMIT_MS,
);

test(
  'a failed command ends with exit code 1, and what was created is removed',
  async () => {
    const { code, calls } = await tried({ WORKER_URL: 'not an address' });
    expect(code).not.toBe(0);
    expect(calls.at(-1)).toEqual(expect.arrayContaining(['down', '--volumes']));
  },
  LIMIT_MS,
);
