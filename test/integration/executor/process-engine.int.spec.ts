/** The process engine: the conformance suite of all engines, and what only processes can do. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { systemClock } from '#common/clock/clock.js';
import {
  asAttemptId,
  asJobId,
  asTenantId,
  asWorkerId,
  attemptSegment,
  parseAttemptId,
  type AttemptId,
} from '#common/domain/ids.js';
import { everyShard } from '#testing/shards.js';
import { checkEngineConformance, type Behaviour, type EngineBench } from '#testing/conformance/engine-conformance.js';
import { SmallDisk } from '#testing/small-disk.js';
import { until } from '#testing/until.js';
import { ProcessEngine } from '../../../apps/executor/src/engines/process/process-engine.js';
import { Spool, type StartFiles } from '../../../apps/executor/src/engines/process/spool.js';
import type { CommandLaunch, Observation, RunSite } from '../../../apps/executor/src/engines/engine.js';

jest.setTimeout(240_000);

const supervisorFile = resolve('dist/apps/executor/src/engines/process/supervisor.js');
const mark = process.env['CARILLON_TEST_MARK'] ?? '';
const MAX_OUTPUT_BYTES = 1024 * 1024;

const SCRIPTS = {
  runs: 'exec sleep 600',
  resists: 'trap "" TERM; while :; do sleep 0.05; done',
};
const scriptOf = (behaviour: Behaviour): string =>
  behaviour.type === 'exits' ? `exit ${behaviour.code}` : SCRIPTS[behaviour.type];

function launchOf(attempt: AttemptId, script: string, fields: Partial<CommandLaunch> = {}): CommandLaunch {
  const key = parseAttemptId(attempt)!;
  return {
    engine: 'process',
    attempt,
    key,
    tenant: asTenantId('ibm'),
    job: asJobId('job'),
    jobName: 'A job',
    worker: asWorkerId('worker'),
    indexCount: 1,
    startBy: Date.now() + 60_000,
    timeoutSeconds: null,
    command: ['sh', '-c', script],
    env: { plain: { CARILLON_TEST_MARK: mark }, secret: {} },
    envFrom: [],
    jobStorage: '',
    site: null,
    startedBy: 'test',
    ...fields,
  };
}

/** How many processes have this entry in their environment. */
const processesWith = (entry: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry);
    } catch {
      return false;
    }
  }).length;

class Bench implements EngineBench<'process'> {
  readonly engine = 'process';
  readonly host = 'this-host';

  private constructor(
    readonly root: string,
    readonly spool: Spool,
  ) {}

  static async make(): Promise<Bench> {
    const root = await mkdtemp(join(tmpdir(), 'carillon-engine-'));
    return new Bench(root, new Spool(join(root, 'spool')));
  }

  create(supervisor = supervisorFile): ProcessEngine {
    const environment = { PATH: process.env['PATH'] ?? '', HOME: this.root, LANG: 'C' };
    const options = {
      host: this.host,
      workdir: this.root,
      supervisorFile: supervisor,
      environment,
      secretsDir: join(this.root, 'secrets'),
      maxOutputBytes: MAX_OUTPUT_BYTES,
    };
    return new ProcessEngine(this.spool, options, systemClock);
  }

  launch(attempt: AttemptId, behaviour: Behaviour): CommandLaunch {
    const name = join(this.root, `${attemptSegment(attempt)}.starts`);
    return launchOf(attempt, `echo x >> '${name}'; ${scriptOf(behaviour)}`);
  }

  async starts(attempt: AttemptId): Promise<number> {
    const text = await readFile(join(this.root, `${attemptSegment(attempt)}.starts`), 'utf8').catch(() => '');
    return text.split('\n').length - 1;
  }

  file(attempt: AttemptId, name: string): string {
    return join(this.spool.folder(attempt), name);
  }

  dispose(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}

describe('as every engine', () => {
  checkEngineConformance(() => Bench.make(), { seesEnds: true });
});

describe('as processes', () => {
  let bench: Bench;
  let engine: ProcessEngine;
  const observations: Observation[] = [];
  let count = 0;
  const fresh = (): AttemptId => asAttemptId(`process-${++count}/0/main/0/1`);
  const ended = (attempt: AttemptId): Promise<Extract<Observation, { type: 'ended' }>> =>
    until(`${attempt} to end`, () =>
      observations.find((each) => each.type === 'ended' && each.attempt === attempt),
    ) as Promise<Extract<Observation, { type: 'ended' }>>;
  const filesOf = (attempt: AttemptId, script: string): StartFiles => ({
    meta: { attempt, run: 'r', tenant: 't', job: 'j', startedBy: 'test', home: null },
    given: { 'job-storage.json': '' },
    spec: {
      command: ['sh', '-c', script],
      cwd: bench.root,
      env: {},
      maxOutputBytes: MAX_OUTPUT_BYTES,
      mark: 'JOB_STORAGE_FILE=none',
    },
  });
  const outputOf = async (attempt: AttemptId): Promise<string[]> =>
    (await readFile(bench.file(attempt, 'output.log'), 'utf8')).split('\n').slice(0, -1);

  beforeAll(async () => {
    bench = await Bench.make();
    engine = bench.create();
    await engine.open((observation) => observations.push(observation));
  });
  afterAll(async () => {
    await engine.close();
    await bench.dispose();
  });

  test('every line of both streams is written with its time, the last one also without its line end', async () => {
    const attempt = fresh();
    const before = Date.now();
    await engine.start(launchOf(attempt, 'echo one; echo two >&2; printf three'));
    await ended(attempt);
    const lines = (await outputOf(attempt)).map((line) => /^(\d+) ([oe]) (.*)$/.exec(line)!);
    expect(lines.map(([, , stream, text]) => [stream, text]).sort()).toEqual([
      ['e', 'two'],
      ['o', 'one'],
      ['o', 'three'],
    ]);
    for (const [, at] of lines) expect(Number(at)).toBeGreaterThanOrEqual(before);
  });

  test('a script may open its output by name, as tee /dev/stderr does', async () => {
    const attempt = fresh();
    const script = 'echo one > /dev/stdout; echo two > /dev/stderr; echo three | tee /dev/stderr; test -p /dev/stdout';
    await engine.start(launchOf(attempt, script));
    expect(await ended(attempt)).toMatchObject({ end: { result: 'succeeded' } });
    const lines = (await outputOf(attempt)).map((line) => line.replace(/^\d+ /, ''));
    expect(lines.sort()).toEqual(['e three', 'e two', 'o one', 'o three']);
  });

  const pidOfSupervisor = (attempt: AttemptId): number => bench.spool.supervisor(attempt)?.pid ?? 0;

  test('attempts that follow each other share a supervisor, and none sees the files or the output of another', async () => {
    const attempts = [fresh(), fresh(), fresh()];
    const script = (i: number): string => `echo "output ${i}"; ls /proc/self/fd | wc -l >&2`;
    const outputs: string[] = [];
    for (const [i, attempt] of attempts.entries()) {
      expect(await engine.start(launchOf(attempt, script(i)))).toMatchObject({ type: 'started' });
      await ended(attempt);
      outputs.push((await readFile(bench.file(attempt, 'output.log'), 'utf8')).replace(/^\d+ /gm, ''));
    }
    expect(new Set(attempts.map(pidOfSupervisor)).size).toBe(1);
    expect(outputs[0]).toMatch(/^o output 0$/m);
    expect(outputs.map((text) => text.replace(/output \d/, ''))).toEqual(
      Array(3).fill(outputs[0]?.replace('output 0', '')),
    );
  });

  test('of many starts at once some wait for a supervisor, and all of them run', async () => {
    const attempts = Array.from({ length: 40 }, fresh);
    const started = await Promise.all(attempts.map((each) => engine.start(launchOf(each, 'echo x'))));
    // One that has ended when it is looked at is reported with its end.
    expect(started.filter(({ type }) => type !== 'started' && type !== 'failed')).toEqual([]);
    for (const attempt of attempts) await until('its end', () => bench.spool.exit(attempt)?.exitCode === 0);
    expect(new Set(attempts.map(pidOfSupervisor)).size).toBeLessThan(40);
  });

  test('a supervisor whose output another process holds open takes no further attempt; one whose executor has gone ends', async () => {
    const first = fresh();
    const second = fresh();
    const isOnItsOwn = join(bench.root, 'on-its-own');
    const other = `setsid env -i sh -c 'echo > ${isOnItsOwn}; exec /bin/sleep 5' &`;
    await engine.start(launchOf(first, `${other} until [ -e ${isOnItsOwn} ]; do sleep 0.05; done`));
    await ended(first);
    await engine.start(launchOf(second, 'sleep 0.5'));
    const pids = [first, second].map(pidOfSupervisor);
    expect(new Set(pids).size).toBe(2);
    await engine.close();
    const isGone = (pid: number): boolean => !readdirSync('/proc').includes(String(pid));
    await until('both to be gone', () => pids.every(isGone));
    expect(bench.spool.exit(second)).toMatchObject({ exitCode: 0 });
  });

  test('a command gets no open file of its supervisor, above all no socket: no input, and two pipes', async () => {
    const attempt = fresh();
    await engine.start(launchOf(attempt, 'ls -l /proc/$$/fd; test -p /dev/stdout && test -p /dev/stderr'));
    expect(await ended(attempt)).toMatchObject({ end: { result: 'succeeded' } });
    const files = (await outputOf(attempt)).flatMap((line) => / (\d+) -> (.*)$/.exec(line)?.slice(1, 3) ?? []);
    expect(files.join(' ')).not.toContain('socket:');
    // What the test's own parent leaves open in high numbers is not ours.
    const numbers = files.filter((_, at) => at % 2 === 0).map(Number);
    expect(numbers.filter((each) => each < 16).sort()).toEqual([0, 1, 2]);
    expect(files.slice(0, 2)).toEqual(['0', '/dev/null']);
  });

  test("the command gets its environment and nothing of the executor's", async () => {
    const attempt = fresh();
    await mkdir(join(bench.root, 'secrets', 'yl.env'), { recursive: true });
    await writeFile(join(bench.root, 'secrets', 'yl.env', 'db2'), 'hidden\n');
    const launch = launchOf(attempt, 'env | sort; cat "$JOB_STORAGE_FILE"', {
      env: { plain: { JOB_ID: 'job', CARILLON_TEST_MARK: mark }, secret: { JOB_SECURE_PARAMS: '{"a":1}' } },
      envFrom: [{ secret: 'yl.env', key: 'db2', as: 'db2' }],
      jobStorage: '{"saved":true}',
    });
    await engine.start(launch);
    await ended(attempt);
    const texts = (await outputOf(attempt)).map((line) => line.replace(/^\d+ o /, ''));
    const names = texts.map((text) => text.split('=')[0]).filter((name) => name !== '_' && name !== 'SHLVL');
    expect(names.sort()).toEqual(
      [
        'CARILLON_TEST_MARK',
        'HOME',
        'JOB_ID',
        'JOB_SECURE_PARAMS',
        'JOB_STORAGE_FILE',
        'LANG',
        'OLDPWD',
        'PATH',
        'PWD',
        'db2',
        '{"saved":true}',
      ].filter((name) => name !== 'OLDPWD' || names.includes(name)),
    );
    expect(texts).toEqual(expect.arrayContaining(['db2=hidden', 'JOB_SECURE_PARAMS={"a":1}', '{"saved":true}']));
    await expect(stat(bench.file(attempt, 'spec.json'))).rejects.toThrow('ENOENT');
  });

  test('a missing secret is a start that may be tried again, and leaves nothing behind', async () => {
    const attempt = fresh();
    const result = await engine.start(launchOf(attempt, 'true', { envFrom: [{ secret: 'none', key: 'k', as: 'K' }] }));
    expect(result).toMatchObject({ type: 'refused', retryable: true, reason: 'SecretMissing' });
    expect(bench.spool.exists(attempt)).toBe(false);
  });

  const script = (text: string): Promise<string> => {
    const file = join(bench.root, `script-${++count}`);
    return writeFile(file, text, { mode: 0o755 }).then(() => file);
  };

  test.each([
    [['no-such-command'], 127, 'CommandNotFound', 'the command "no-such-command" does not exist'],
    [['/etc/passwd/x'], 127, 'CommandNotFound', 'the command "/etc/passwd/x" does not exist'],
    [['/etc/passwd'], 126, 'CommandNotExecutable', 'may not be executed: the permission is missing'],
    [['/etc'], 126, 'CommandNotExecutable', 'may not be executed'],
    [['true', 'x'.repeat(131_072)], 126, 'CommandTooLong', 'the argument 1 has 131072 bytes'],
    [['true', ...Array<string>(200).fill('x'.repeat(131_000))], 126, 'CommandTooLong', 'bytes together'],
    [['true', 'a\0b'], 126, 'StartError', 'without null bytes'],
  ] as const)(
    'the command %j fails with exit code %d, reason %s, and says why',
    async (command, exitCode, reason, message) => {
      const result = await engine.start(launchOf(fresh(), '', { command: [...command] as [string, ...string[]] }));
      expect(result).toMatchObject({ type: 'failed', end: { result: 'failed', exitCode, reason } });
      expect(result).toHaveProperty('end.message', expect.stringContaining(message));
    },
  );

  test('a script whose interpreter does not exist fails with that reason', async () => {
    const command = (file: string): CommandLaunch => launchOf(fresh(), '', { command: [file] });
    const orphan = await engine.start(command(await script('#!/no/such/interpreter\n')));
    expect(orphan).toMatchObject({ type: 'failed', end: { exitCode: 127, reason: 'CommandNotFound' } });
    expect(orphan).toHaveProperty('end.message', expect.stringContaining('the interpreter or the library'));
  });

  test('a variable is given up to 131,071 bytes with its name; a longer one fails the start and is named', async () => {
    const [longest, longer] = [131_069, 131_070].map((length) =>
      launchOf(fresh(), 'printf %s "$V" | wc -c', {
        env: { plain: { V: 'x'.repeat(length), CARILLON_TEST_MARK: mark }, secret: {} },
      }),
    ) as [CommandLaunch, CommandLaunch];
    await engine.start(longest);
    expect(await ended(longest.attempt)).toMatchObject({ end: { result: 'succeeded' } });
    expect(await outputOf(longest.attempt)).toEqual([expect.stringMatching(/ o 131069$/)]);
    expect(await engine.start(longer)).toMatchObject({
      type: 'failed',
      end: { reason: 'CommandTooLong', message: expect.stringContaining('the variable V has 131072 bytes') as string },
    });
  });

  test('a missing working folder fails the start, and is named', async () => {
    const attempt = fresh();
    const files = filesOf(attempt, 'true');
    bench.spool.create(attempt, { ...files, spec: { ...files.spec, cwd: join(bench.root, 'nowhere') } });
    expect(spawnSync(process.execPath, [supervisorFile, bench.spool.folder(attempt)]).status).toBe(0);
    const [found] = await engine.recover([{ attempt, host: bench.host, name: null, stoppedAt: null }]);
    expect(found).toMatchObject({
      type: 'ended',
      end: { reason: 'WorkdirMissing', message: `the working folder ${bench.root}/nowhere does not exist` },
    });
  });

  test('progress that is written over itself is seen while it lasts, and keeps its end', async () => {
    const long = fresh();
    const slow = fresh();
    const short = fresh();
    const late = fresh();
    const updates = 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); printf "%%%09d\\r" $i; done; printf done';
    await engine.start(launchOf(long, updates));
    await engine.start(launchOf(slow, 'printf "1%%\\r"; sleep 5.5; printf "2%%\\r3%%\\r"; sleep 600'));
    await engine.start(launchOf(short, 'printf "1%%\\r2%%\\r\\n3%%\\r"; sleep 0.2; printf "\\n"'));
    await engine.start(launchOf(late, 'printf %0300000d 7; sleep 0.2; printf "\\r1%%\\r"; sleep 0.2; printf "2%%\\n"'));
    for (const attempt of [long, short, late]) await ended(attempt);
    const [cut, ...progress] = await outputOf(late);
    expect(cut).toMatch(/^\d+ o\+37856 0{262144}$/);
    expect(progress.map((line) => line.replace(/^\d+ o /, ''))).toEqual(['1%\r2%']);
    const lines = (await outputOf(long)).map((line) => line.replace(/^\d+ o /, ''));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.every((line) => line.length <= 256 * 1024)).toBe(true);
    const all = Array.from({ length: 30_000 }, (_, at) => `%${String(at + 1).padStart(9, '0')}`);
    expect(lines.join('\r').split('\r')).toEqual([...all, 'done']);
    expect((await outputOf(short)).map((line) => line.replace(/^\d+ o /, ''))).toEqual(['1%\r2%\r', '3%\r']);
    await until('the first progress', async () => (await outputOf(slow)).length > 0);
    expect(await outputOf(slow)).toEqual([expect.stringMatching(/^\d+ o 1%\r2%$/)]);
    await engine.stop({
      attempt: slow,
      host: bench.host,
      name: null,
      stoppedAt: null,
      force: true,
      graceSeconds: 0,
      reason: 'killed',
      cancel: null,
    });
    await ended(slow);
  }, 30_000);

  test('processes in sessions of their own are ended with the command, whether it ends or is stopped', async () => {
    const leave =
      'setsid sleep 600 & setsid sh -c "sleep 600 & wait" & while [ $(ps -o sid= -p $! | tr -d " ") != $! ]; do :; done; echo $!';
    const ends = fresh();
    const runs = fresh();
    await engine.start(launchOf(ends, leave));
    expect(await ended(ends)).toMatchObject({ end: { result: 'succeeded' } });
    await engine.start(launchOf(runs, `${leave}; exec sleep 600`));
    await until('its first line', async () => (await outputOf(runs)).length > 0);
    await engine.stop({
      attempt: runs,
      host: bench.host,
      name: null,
      stoppedAt: null,
      force: true,
      graceSeconds: 0,
      reason: 'killed',
      cancel: null,
    });
    await ended(runs);
    for (const attempt of [ends, runs]) {
      await until(
        'no process to be left',
        () => processesWith(`JOB_STORAGE_FILE=${bench.spool.jobStorageFile(attempt)}`) === 0,
      );
    }
  });

  test('a command whose supervisor died before it noted the process is stopped', async () => {
    const attempt = fresh();
    bench.spool.create(attempt, filesOf(attempt, 'true'));
    const env = { JOB_STORAGE_FILE: bench.spool.jobStorageFile(attempt), CARILLON_TEST_MARK: mark };
    const command = spawn('sleep', ['600'], { env: { ...env, PATH: process.env['PATH'] }, detached: true });
    const gone = new Promise((resolve) => {
      command.once('exit', (_code, signal) => {
        resolve(signal);
      });
    });
    await until('the command to have begun', () => processesWith(`JOB_STORAGE_FILE=${env.JOB_STORAGE_FILE}`) === 1);
    const dead = spawnSync('true').pid;
    await writeFile(bench.file(attempt, 'supervisor.json'), JSON.stringify({ pid: dead, startTime: 'of@before' }));
    const [found] = await engine.recover([{ attempt, host: bench.host, name: null, stoppedAt: null }]);
    expect(found).toMatchObject({ type: 'ended', end: { reason: 'SupervisorLost' } });
    expect(await gone).toBe('SIGKILL');
  });

  test('processes that the command leaves running in its group are stopped with it', async () => {
    const attempt = fresh();
    await engine.start(launchOf(attempt, 'sleep 600 & echo $!; exit 0'));
    await ended(attempt);
    const [line = ''] = await outputOf(attempt);
    const left = Number(line.split(' ')[2]);
    await until('the sleeper to be gone', () => spawnSync('kill', ['-0', String(left)]).status !== 0);
    expect(await ended(attempt)).toMatchObject({ end: { result: 'succeeded' } });
  });

  test('a line that is cut says how many of its bytes are missing, with and without a line end', async () => {
    const attempt = fresh();
    const long = (bytes: number): string => `head -c ${bytes} /dev/zero | tr "\\0" x`;
    await engine.start(launchOf(attempt, `${long(400_000)}; echo; echo short; ${long(300_000)}`));
    await ended(attempt);
    const lines = (await outputOf(attempt)).map((line) => / ([oe]\S*) (x*|short)$/.exec(line)!);
    const kept = 256 * 1024;
    expect(lines.map(([, stream, text]) => [stream, text === 'short' ? text : text!.length])).toEqual([
      [`o+${400_000 - kept}`, kept],
      ['o', 'short'],
      [`o+${300_000 - kept}`, kept],
    ]);
  });

  test('the output of a command is stored up to the limit, the rest is reported as missing, and the command continues', async () => {
    const attempt = fresh();
    await engine.start(launchOf(attempt, 'seq 100000 200000; exit 3'));
    expect(await ended(attempt)).toMatchObject({ end: { result: 'failed', exitCode: 3 } });
    const lines = await outputOf(attempt);
    const kept = lines.slice(0, -1).map((line) => Number(line.split(' ')[2]));
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 100_000 + i));
    // Whole lines up to the limit: the next one would not have fitted.
    const keptBytes = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0);
    expect(keptBytes).toBeLessThanOrEqual(MAX_OUTPUT_BYTES);
    expect(keptBytes).toBeGreaterThan(MAX_OUTPUT_BYTES - 50);
    expect(lines.at(-1)).toContain(`[carillon] output beyond ${MAX_OUTPUT_BYTES} bytes is not kept`);
    expect(bench.spool.exit(attempt)).toMatchObject({
      outputError: `the output was longer than ${MAX_OUTPUT_BYTES} bytes`,
    });
  });

  test('a command whose supervisor is killed is stopped too, and fails with that reason', async () => {
    const attempt = fresh();
    await engine.start(launchOf(attempt, 'exec sleep 600'));
    const { pid } = bench.spool.process(attempt)!;
    process.kill(bench.spool.supervisor(attempt)!.pid, 'SIGKILL');
    expect(await ended(attempt)).toMatchObject({ end: { result: 'failed', exitCode: null, reason: 'SupervisorLost' } });
    await until('the command to be gone', () => spawnSync('kill', ['-0', String(pid)]).status !== 0);
    expect(bench.spool.exit(attempt)).toMatchObject({ exitCode: null });
  });

  const withDisk = SmallDisk.isPossible() ? describe : describe.skip;
  withDisk('where a disk can be mounted', () => {
    test('on a disk that becomes full a command runs to its end, its result is known, and its output is marked as incomplete', async () => {
      const small = await Bench.make();
      const full = SmallDisk.mount(small.spool.root, 1);
      if (full === null) throw new Error('root may not mount here');
      const crowded = small.create();
      try {
        await crowded.open((observation) => observations.push(observation));
        const attempt = fresh();
        const late = fresh();
        const go = join(small.root, 'go');
        const script = `echo first; until [ -e ${go} ]; do sleep 0.05; done; seq 100000; exit 7`;
        await crowded.start(launchOf(attempt, script));
        const release = full.fill();
        expect(await crowded.start(launchOf(late, 'echo late'))).toMatchObject({ type: 'refused', retryable: true });
        await writeFile(go, '');
        expect(await ended(attempt)).toMatchObject({ end: { result: 'failed', exitCode: 7 } });
        const exit = small.spool.exit(attempt);
        expect(exit).toMatchObject({ exitCode: 7, outputError: expect.stringContaining('ENOSPC') as string });
        release();
        expect(await crowded.start(launchOf(late, 'echo late'))).toMatchObject({ type: 'started' });
        expect(await ended(late)).toMatchObject({ end: { result: 'succeeded' } });
      } finally {
        await crowded.close();
        full.unmount();
        await small.dispose();
      }
    });
  });

  test('a folder whose starter died before its supervisor began is not a start, and a late supervisor does not begin', async () => {
    const attempt = fresh();
    bench.spool.create(attempt, filesOf(attempt, `echo x > '${bench.root}/late'`));
    const folder = bench.spool.folder(attempt);
    expect(bench.spool.forbidSupervisor(attempt)).toBe(true);
    expect(spawnSync(process.execPath, [supervisorFile, folder]).status).toBe(0);
    await expect(stat(join(bench.root, 'late'))).rejects.toThrow('ENOENT');
    const ref = { attempt, host: bench.host, name: null, stoppedAt: null };
    expect(await engine.recover([ref])).toEqual([{ type: 'absent', attempt }]);
    expect(bench.spool.exists(attempt)).toBe(false);
  });

  /** An executor whose supervisors do this instead of beginning, each with its spool folder in `folder`. */
  const withSupervisor = async (body: string): Promise<ProcessEngine> => {
    const file = join(bench.root, `supervisor-${++count}.mjs`);
    await writeFile(file, `import fs from 'node:fs';\nconst folder = process.argv[2];\n${body}\n`);
    return bench.create(file);
  };

  test('a start whose supervisor ends before it began is refused and may be tried again', async () => {
    const attempt = fresh();
    const failing = await withSupervisor('process.exit(3);');
    expect(await failing.start(launchOf(attempt, 'true'))).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: 'SpawnFailed',
      message: 'the supervisor of the command ended (exit code 3) before it started the command',
    });
    expect(bench.spool.exists(attempt)).toBe(false);
    await engine.start(launchOf(attempt, 'exit 7'));
    expect((await ended(attempt)).end).toMatchObject({ exitCode: 7 });
  });

  test('an executor that stood still gives up only its own start, not the one that another has made meanwhile', async () => {
    const attempt = fresh();
    const later = JSON.stringify({ ...filesOf(attempt, 'true').meta, start: 'later' });
    // What another executor does that treats this start as abandoned: it removes the folder, and makes its own.
    const late = await withSupervisor(`
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(folder);
      fs.writeFileSync(folder + '/meta.json', ${JSON.stringify(later)});`);
    expect(await late.start(launchOf(attempt, 'true'))).toMatchObject({ type: 'refused', retryable: true });
    expect(bench.spool.start(attempt)?.start).toBe('later');
    expect(bench.spool.supervisor(attempt)).toBeNull();
  });

  describe('of a run that shares a site', () => {
    const svc = { publishNotReadyAddresses: false, networkPolicy: true, injectHostsEnv: true };
    const siteOf = (attempt: AttemptId, workers: number, over: Partial<RunSite> = {}): RunSite => ({
      run: parseAttemptId(attempt)!.run,
      tenant: asTenantId('ibm'),
      job: asJobId('job'),
      slug: 'a-job',
      namespace: null,
      tasks: [
        { name: 'ps', indexes: 1 },
        { name: 'worker', indexes: workers },
      ],
      svc,
      ssh: null,
      claims: [],
      gangs: [],
      ...over,
    });
    const printed = async (attempt: AttemptId): Promise<string[]> => {
      await ended(attempt);
      return (await outputOf(attempt)).map((line) => line.replace(/^\d+ o /, '').trim());
    };

    test('V20, V21: the hosts are in files that follow their number, also for an attempt that runs already', async () => {
      const attempt = fresh();
      const site = siteOf(attempt, 2);
      const script =
        'cd "$VC_HOSTS_DIR" && ls; wc -l < worker.host; until [ "$(cat VC_WORKER_NUM)" = 4 ]; do sleep 0.05; done; wc -l < worker.host';
      await engine.start(launchOf(attempt, script, { site }));
      await until('its first words', async () => (await outputOf(attempt).catch(() => [])).length >= 7);
      await engine.sites.prepare(siteOf(attempt, 4));
      const files = ['VC_PS_HOSTS', 'VC_PS_NUM', 'VC_WORKER_HOSTS', 'VC_WORKER_NUM', 'ps.host', 'worker.host'];
      expect(await printed(attempt)).toEqual([...files, '2', '4']);
    });

    test('V35: a key pair is made once for the run, and outlives the executor', async () => {
      const first = fresh();
      const second = fresh();
      const site = siteOf(first, 2, { svc: null, ssh: { keyFilePath: '/root/.ssh', port: 2222 } });
      const script =
        'cd "$VC_SSH_DIR" && ls && stat -c %a id_rsa && cksum < id_rsa && cmp id_rsa.pub authorized_keys && grep -c "Port 2222" config';
      await engine.start(launchOf(first, script, { site }));
      const texts = await printed(first);
      expect(texts.slice(0, 5)).toEqual(['authorized_keys', 'config', 'id_rsa', 'id_rsa.pub', '600']);
      expect(texts[6]).toBe('2');
      const next = bench.create();
      await next.open((observation) => observations.push(observation));
      await next.start(launchOf(second, script, { site }));
      expect(await printed(second)).toEqual(texts);
      await next.close();
    });

    test('a run without plugins has neither', async () => {
      const attempt = fresh();
      await engine.start(launchOf(attempt, 'echo "[$VC_HOSTS_DIR$VC_SSH_DIR]"'));
      expect(await printed(attempt)).toEqual(['[]']);
    });

    test('the site of a run is reported until it is removed, and is not an attempt', async () => {
      const site = siteOf(fresh(), 2);
      await engine.sites.prepare(site);
      expect(await engine.sites.existing()).toContainEqual({ run: site.run, things: ['ps=1,worker=2'] });
      expect((await engine.existing(everyShard)).filter((attempt) => attempt.startsWith(`${site.run}/`))).toEqual([]);
      await engine.sites.remove(site);
      expect((await engine.sites.existing()).map(({ run }) => run)).not.toContain(site.run);
    });
  });

  test('a process with the number of an ended one is not taken for that one', async () => {
    const attempt = fresh();
    bench.spool.create(attempt, filesOf(attempt, 'true'));
    const stranger = { pid: process.pid, startTime: 'another@boot' };
    await writeFile(bench.file(attempt, 'supervisor.json'), JSON.stringify(stranger));
    await writeFile(bench.file(attempt, 'process.json'), JSON.stringify({ ...stranger, startedAt: 1 }));
    const [found] = await engine.recover([{ attempt, host: bench.host, name: null, stoppedAt: null }]);
    expect(found).toMatchObject({ type: 'ended', end: { reason: 'SupervisorLost' } });
  });

  test('attempts of another host are not known here', async () => {
    const attempt = fresh();
    const elsewhere = { attempt, host: 'another-host', name: null, stoppedAt: null };
    expect(await engine.recover([elsewhere])).toEqual([{ type: 'unknown', attempt }]);
    const stop = { ...elsewhere, force: true, graceSeconds: 0, reason: 'killed', cancel: null };
    expect(await engine.stop(stop)).toEqual({ type: 'stopping' });
  });
});
