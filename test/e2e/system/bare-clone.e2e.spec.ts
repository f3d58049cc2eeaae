/** What somebody gets who has cloned the repository, and has npm: `npm run quickstart` installs what it needs, and starts. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '#testing/until.js';

const LIMIT_MS = 600_000;
/** It takes half a minute where nothing else runs. */
const READY_LIMIT_MS = 400_000;
const POLL_MS = 250;
/** As a user types it. */
const QUICKSTART = ['run', 'quickstart', '--', '--port', '0'];
const root = resolve(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'carillon-clone-'));
const clone = join(work, 'clone');
const cache = join(work, 'cache');

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test(
  'npm run quickstart in a bare clone installs packages, Node, NATS and the database beside each other, and nothing for tests',
  async () => {
    execFileSync('git', ['clone', '--quiet', '--shared', root, clone]);
    mkdirSync(cache);
    const output: string[] = [];
    const env = { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: cache, MONGODB_URI: '', NATS_URL: '' };
    const quickstart = spawn('npm', QUICKSTART, {
      cwd: clone,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const ended = new Promise((done) => quickstart.once('close', done));
    for (const stream of [quickstart.stdout, quickstart.stderr])
      createInterface({ input: stream }).on('line', (line) => output.push(line));
    const lineOf = (text: string): number => output.findIndex((line) => line.includes(text));
    try {
      const isReady = (): boolean => {
        if (quickstart.exitCode !== null) throw new Error(`it has ended:\n${output.join('\n')}`);
        return lineOf('ready after') !== -1;
      };
      await until('the words that all is ready', isReady, READY_LIMIT_MS, POLL_MS);
    } finally {
      // As Ctrl-C in a terminal: each process of the group is told.
      process.kill(-Number(quickstart.pid), 'SIGINT');
      await ended;
    }
    // It stays -1 where this machine has nats-server.
    expect(lineOf('nats: installed')).toBeLessThan(lineOf('Carillon is starting'));
    const { devDependencies } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const version = execFileSync(join(clone, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' }).trim();
    expect(version).toBe(`v${devDependencies.node}`);
    expect(['jest', 'eslint', 'vitepress'].filter((name) => existsSync(join(clone, 'node_modules', name)))).toEqual([]);
    expect(readdirSync(join(clone, '.carillon'))).not.toContain('parts');
  },
  LIMIT_MS,
);
