import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../../test/support/until.js';
import { nobodyOf, userHasName } from './account.js';
import { isReachableByOthers } from './folders.js';
import { startGuarded, type GuardedCommand } from './guarded-process.js';
import { socketDirFor } from '../postgres/cluster.js';

describe('the unprivileged account', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:99:98::/:/bin/false\nme:x:1000:1000::/home/me:/bin/sh\n';

  it('is `nobody`, whatever number the machine has for it', () => {
    expect(nobodyOf(passwd)).toEqual({ uid: 99, gid: 98 });
    expect(nobodyOf('root:x:0:0::/root:/bin/sh')).toEqual({ uid: 65_534, gid: 65_534 });
  });

  it('needs a name', () => {
    expect([userHasName(passwd, 1_000), userHasName(passwd, 1_001)]).toEqual([true, false]);
  });
});

describe('isReachableByOthers', () => {
  const modes = new Map([
    ['/', 0o755],
    ['/tmp', 0o1777],
    ['/root', 0o700],
    ['/root/open', 0o777],
  ]);

  it.each([
    ['/tmp/new/folder', true],
    ['/root/open/data', false],
    ['/root', false],
  ])('of %s: %s', (path, expected) => {
    expect(isReachableByOthers(path, (folder) => modes.get(folder))).toBe(expected);
  });
});

describe('the folder of the socket', () => {
  it('is beside the data, unless its path would be too long for a socket', () => {
    expect(socketDirFor('/data/mongo/pg')).toBe('/data/mongo/pg.socket');
    expect(socketDirFor(`/${'long/'.repeat(30)}pg`)).toMatch(/carillon-pg-[0-9a-f]{12}$/);
  });
});

describe('a guarded process', () => {
  const shell = (script: string, onLine?: (line: string) => void): GuardedCommand => ({
    command: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stopSignal: 'SIGTERM',
    ...(onLine === undefined ? {} : { onLine }),
  });

  it('has the pid of the program itself, which stops in order', async () => {
    const lines: string[] = [];
    const script = 'trap "echo in order; exit 0" TERM; echo "$$"; while :; do sleep 0.05; done';
    const guarded = await startGuarded(shell(script, (line) => lines.push(line)));
    while (lines.length === 0) await delay(10);
    await guarded.stop();
    expect(lines).toEqual([String(guarded.pid), 'in order']);
    await expect(Promise.race([guarded.died, delay(20, 'stopped by us')])).resolves.toBe('stopped by us');
  });

  it.each([
    ['in order', 'trap "exit 0" TERM'],
    ['by SIGKILL, if it does not stop in order', 'trap "" TERM'],
  ])('ends with the process that started it: %s', async (_, trap) => {
    const module = new URL('guarded-process.ts', import.meta.url).href;
    const starter = `
      const { startGuarded } = await import(${JSON.stringify(module)});
      const args = ['-c', ${JSON.stringify(`${trap}; echo ready; while :; do sleep 0.05; done`)}];
      const onLine = () => console.log(guarded.pid);
      const guarded = await startGuarded({ command: '/bin/sh', args, cwd: '/', env: {}, stopSignal: 'SIGTERM', stopLimitSeconds: 1, onLine });
    `;
    const hooks = new URL('../../../../test/support/jest/typescript.mjs', import.meta.url).href;
    const parent = spawn(process.execPath, ['--import', hooks, '--input-type=module', '-e', starter]);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until('the end of the server', () => !isAlive(pid));
  });

  it('reports how it ended by itself, with its last output', async () => {
    const guarded = await startGuarded(shell('echo "the disk is full" >&2; sleep 0.1; exit 3'));
    await expect(guarded.died).resolves.toBe('exit code 3\n  the disk is full');
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
