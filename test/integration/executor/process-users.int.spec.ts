/**
 * What a command of the process engine may see and do if the executor is root: nothing of any other user.
 * @promise S4
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { jest } from '@jest/globals';
import { systemClock } from '#common/clock/clock.js';
import {
  asAttemptId,
  asJobId,
  asRunId,
  asTenantId,
  asWorkerId,
  parseAttemptId,
  type AttemptId,
} from '#common/domain/ids.js';
import { everyShard } from '#testing/shards.js';
import { SmallDisk } from '#testing/small-disk.js';
import { until } from '#testing/until.js';
import { ProcessEngine } from '../../../apps/executor/src/engines/process/process-engine.js';
import { ProcessUsers } from '../../../apps/executor/src/engines/process/process-users.js';
import { Spool, type SpoolStart, type StartFiles } from '../../../apps/executor/src/engines/process/spool.js';
import type { CommandLaunch, Observation, RunSite } from '../../../apps/executor/src/engines/engine.js';

jest.setTimeout(120_000);

const SECRET = 'the-key-of-the-executor';
/** The last user of those that executors have by default: a test that frees a user of its own folder ends all processes of that user, also those of other tests. */
const RANGE = { first: 61_181, last: 61_183 };
const mark = process.env['CARILLON_TEST_MARK'] ?? '';
const isRoot = process.getuid?.() === 0;
/** Only root can give commands users of their own; production does not start without. */
const whereRoot = isRoot ? describe : describe.skip;

let root: string;
let spool: Spool;
let engine: ProcessEngine;
let users: ProcessUsers;
let neighbour: ChildProcess;
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;
const seen: Observation[] = [];

beforeAll(async () => {
  if (!isRoot) return;
  root = await mkdtemp(join(tmpdir(), 'carillon-users-'));
  await chmod(root, 0o711);
  // A service on the same host, with a secret in its environment.
  neighbour = spawn('sleep', ['600'], {
    env: { PATH: process.env['PATH'], SECRET_KEYS: SECRET, CARILLON_TEST_MARK: mark },
  });
  spool = new Spool(join(root, 'spool'));
  users = new ProcessUsers({ folder: join(root, 'homes'), spool: spool.root }, RANGE, { now });
  engine = engineOver(spool);
  await engine.open((observation) => seen.push(observation));
});

const engineOver = (over: Spool, its = users): ProcessEngine =>
  new ProcessEngine(
    over,
    {
      host: 'here',
      workdir: '/',
      supervisorFile: resolve('dist/apps/executor/src/engines/process/supervisor.js'),
      environment: { PATH: process.env['PATH'] ?? '', HOME: '/root', LANG: 'C' },
      secretsDir: null,
      maxOutputBytes: 1024 * 1024,
      users: its,
    },
    systemClock,
  );

afterAll(async () => {
  if (!isRoot) return;
  neighbour.kill('SIGKILL');
  await engine.close();
  await rm(root, { recursive: true, force: true });
});

const attemptOf = (run: string, index = 0): AttemptId => asAttemptId(`${run}/0/main/${index}/1`);

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
    env: { plain: { CARILLON_TEST_MARK: mark }, secret: { JOB_SECURE_PARAMS: `"of ${attempt}"` } },
    envFrom: [],
    jobStorage: '{"page":7}',
    site: null,
    startedBy: 'test',
    ...fields,
  };
}

async function outputOf(attempt: AttemptId, script: string, fields: Partial<CommandLaunch> = {}): Promise<string> {
  await engine.start(launchOf(attempt, script, fields));
  await until(`${attempt} to end`, () => seen.find((each) => each.type === 'ended' && each.attempt === attempt));
  const text = await readFile(join(spool.folder(attempt), 'output.log'), 'utf8');
  return text.replaceAll(/^\d+ [oe] /gm, '').trim();
}

const homeOf = (attempt: AttemptId): string => users.homes(attempt)[0]!;

/** Another executor over the same spool and homes, which does this between two lines of the first. */
function secondExecutor(): { spool: Spool; users: ProcessUsers; begin: (attempt: AttemptId) => string } {
  const own = new Spool(spool.root);
  const ownUsers = new ProcessUsers({ folder: join(root, 'homes'), spool: spool.root }, RANGE, { now });
  const begin = (attempt: AttemptId): string => {
    const home = ownUsers.newHome(attempt);
    const { run } = parseAttemptId(attempt)!;
    ownUsers.furnish(home, run, { 'job-storage.json': '{"of":"the other"}' });
    const meta = { attempt, run, tenant: 'ibm', job: 'job', shard: 0, startedBy: 'the other', home };
    const spec = {
      command: ['sleep', '600'],
      cwd: '/',
      env: {},
      maxOutputBytes: 1_000,
      mark: 'JOB_STORAGE_FILE=none',
      user: ownUsers.of(run),
    };
    expect(own.create(attempt, { meta, given: {}, spec })).not.toBeNull();
    return home;
  };
  return { spool: own, users: ownUsers, begin };
}

const siteOf = (run: string): RunSite =>
  ({
    run,
    tenant: 'ibm',
    job: 'job',
    shard: 0,
    slug: 'job',
    namespace: null,
    tasks: [{ name: 'main', indexes: 2 }],
    claims: [],
    gangs: [],
    svc: { publishNotReadyAddresses: false, networkPolicy: false, injectHostsEnv: true },
    ssh: { keyFilePath: '/x', port: 22 },
  }) as unknown as RunSite;

const uidOf = async (run: string): Promise<number> =>
  Number(await outputOf(attemptOf(run, Math.floor(Math.random() * 1e6)), 'id -u'));

/** The state of a process that has ended if the file does not exist any more. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ') Z ';
  }
};

/** Processes of the user, without those that have ended and are not reaped yet. */
const processesOf = (uid: number): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== uid) return false;
    return !textOf(`/proc/${pid}/stat`).includes(') Z ');
  });

whereRoot('a command', () => {
  afterEach(async () => {
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
    // A user that was just taken is not freed at once.
    aheadMs += 60_000;
  });

  test('a command runs as a user of its run, without any group of ours', async () => {
    const said = await outputOf(attemptOf('first'), 'id -u; id -g; id -G');
    expect(said.split('\n')).toEqual(Array.from({ length: 3 }, () => String(RANGE.first)));
  });

  test('a command may open its output by name', async () => {
    expect(await outputOf(attemptOf('by-name'), 'echo mine > /dev/stdout')).toBe('mine');
  });

  test('the environment of other processes cannot be read, nor that of commands of other runs', async () => {
    const other = attemptOf('other');
    await engine.start(launchOf(other, 'exec sleep 600'));
    const said = await outputOf(
      attemptOf('curious'),
      'cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c -e SECRET_KEYS -e "of other"; echo asked',
    );
    expect(said.split('\n')).toEqual(['0', 'asked']);
    const files = await outputOf(
      attemptOf('curious', 1),
      `cat '${join(spool.folder(other), 'spec.json')}' '${users.jobStorageFile(homeOf(other))}' 2>&1; kill -9 ${neighbour.pid!} 2>&1; true`,
    );
    expect(files).not.toContain('page');
    expect(files).toMatch(/denied/i);
    expect(neighbour.exitCode).toBeNull();
    await engine.cleanUp(other);
    await engine.cleanUp(attemptOf('curious'));
    await engine.cleanUp(attemptOf('curious', 1));
  });

  test('a command has a home of its own, with its job storage, and nothing of our environment', async () => {
    process.env['CARILLON_PLANTED'] = SECRET;
    const attempt = attemptOf('homely');
    const said = await outputOf(
      attempt,
      'cat "$JOB_STORAGE_FILE"; echo; touch "$HOME/x" "$TMPDIR/y" && echo written; env | cut -d= -f1 | sort | tr "\\n" " "',
    );
    delete process.env['CARILLON_PLANTED'];
    const [storage, written, names] = said.split('\n');
    expect([storage, written]).toEqual(['{"page":7}', 'written']);
    expect(
      names!
        .trim()
        .split(' ')
        .filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
    ).toEqual(['CARILLON_TEST_MARK', 'HOME', 'JOB_SECURE_PARAMS', 'JOB_STORAGE_FILE', 'LANG', 'PATH', 'TMPDIR'].sort());
    await engine.cleanUp(attempt);
    expect(users.homes(attempt)).toEqual([]);
  });

  test('no other user can read the home of a command, whatever was left of an earlier start', async () => {
    const attempt = attemptOf('private');
    const stranger = attemptOf('nosy');
    const left = users.newHome(attempt);
    await mkdir(left, { mode: 0o777 });
    await symlink('/etc/hostname', users.jobStorageFile(left));
    const before = await stat('/etc/hostname');
    expect(await outputOf(attempt, 'stat -c %a "$HOME"; echo mine > "$HOME/x"; cat "$JOB_STORAGE_FILE"')).toBe(
      '700\n{"page":7}',
    );
    const { uid, mode, size } = await stat('/etc/hostname');
    expect({ uid, mode, size }).toEqual({ uid: before.uid, mode: before.mode, size: before.size });
    const home = users.homes(attempt).find((each) => each !== left)!;
    const said = await outputOf(
      stranger,
      `ls '${home}' '${users.root}' '${join(root, 'homes')}' '${spool.root}' 2>&1; cat '${home}/x' 2>&1; true`,
    );
    expect(said.split('\n')).toHaveLength(5);
    for (const line of said.split('\n')) expect(line).toMatch(/denied/i);
    await engine.cleanUp(attempt);
    await engine.cleanUp(stranger);
    expect(users.homes(attempt)).toEqual([]);
  });

  test('an executor that stood still before its supervisor removes no home of a later start', async () => {
    const attempt = attemptOf('overtaken');
    const other = secondExecutor();
    let homeOfOther = '';
    const slow = engineOver(
      new (class extends Spool {
        /** The other one gives up the start that is about to continue, and makes one of its own. */
        override create(of: AttemptId, files: StartFiles): SpoolStart | null {
          const start = super.create(of, files);
          if (start && homeOfOther === '') {
            other.spool.forbidSupervisor(of);
            other.spool.remove(of, other.spool.start(of));
            homeOfOther = other.begin(of);
          }
          return start;
        }
      })(spool.root),
    );
    await slow.start(launchOf(attempt, 'sleep 600'));
    expect(await readFile(other.users.jobStorageFile(homeOfOther), 'utf8')).toBe('{"of":"the other"}');
    await slow.cleanUp(attempt);
    expect(users.homes(attempt)).toEqual([]);
  });

  test('the cleanup of a start removes nothing of the next start of the same attempt', async () => {
    const attempt = attemptOf('again');
    const other = secondExecutor();
    let homeOfOther = '';
    const cleaning = engineOver(
      new (class extends Spool {
        /** The other one starts the attempt again as soon as it can. */
        override remove(of: AttemptId, start: SpoolStart | null): void {
          super.remove(of, start);
          homeOfOther = other.begin(of);
        }
      })(spool.root),
    );
    await outputOf(attempt, 'true');
    await cleaning.cleanUp(attempt);
    expect(users.homes(attempt)).toEqual([homeOfOther]);
    await engine.cleanUp(attempt);
    expect(users.homes(attempt)).toEqual([]);
  });

  test('a command cannot make root write, or give away, files elsewhere by links in the site of its run', async () => {
    const elsewhere = await mkdtemp(join(root, 'elsewhere-'));
    const before = await stat(elsewhere);
    const site = siteOf('linking');
    const script = 'rm -rf "$VC_HOSTS_DIR"; ln -s "$TARGET" "$VC_HOSTS_DIR"; echo x > "$VC_HOSTS_DIR/x"; true';
    const env = { plain: { CARILLON_TEST_MARK: mark, TARGET: elsewhere }, secret: {} };
    const of = attemptOf('linking');
    expect(await outputOf(of, `{ ${script}; } 2>&1`, { site, env })).toMatch(/denied/i);
    // Its tasks are scaled: all files are written again.
    await engine.sites.prepare({ ...site, tasks: [{ name: 'main', indexes: 3 }] });
    expect(await readdir(elsewhere)).toEqual([]);
    expect((await stat(elsewhere)).uid).toBe(before.uid);
    const hosts = await outputOf(attemptOf('linking', 1), 'cat "$VC_HOSTS_DIR"/*.host', { site });
    expect(hosts).toContain('127.0.0.1');
    await engine.cleanUp(of);
    await engine.cleanUp(attemptOf('linking', 1));
    await engine.sites.discard({ run: site.run });
  });

  test('an executor that stops removes nothing of another one that works in the same spool', async () => {
    const other = secondExecutor();
    const leaving = engineOver(other.spool, other.users);
    await leaving.open(() => undefined);
    await leaving.close();
    expect(await outputOf(attemptOf('staying'), 'echo done')).toBe('done');
  });

  test('folders that were removed while the executor ran are created again for the next start', async () => {
    await rm(join(root, 'homes'), { recursive: true });
    expect(await engine.existing(everyShard)).toEqual([]);
    const site = siteOf('cleaned');
    const said = await outputOf(attemptOf('cleaned'), 'cat "$JOB_STORAGE_FILE"; ls "$VC_HOSTS_DIR" | wc -l', { site });
    expect(said).toMatch(/^\{"page":7\}\s*[1-9]/);
    await engine.sites.discard({ run: site.run });
  });

  test('only the commands of a run can read its site', async () => {
    const site = siteOf('sharing');
    const of = attemptOf('sharing');
    const said = await outputOf(of, 'cat "$VC_HOSTS_DIR"/*.host; head -c 10 "$VC_SSH_DIR/id_rsa"', { site });
    expect(said).toContain('127.0.0.1');
    expect(said).toContain('-----BEGIN');
    const stranger = attemptOf('stranger');
    expect(
      await outputOf(stranger, `cat '${join(users.root, '.runs', 'sharing', 'ssh', 'id_rsa')}' 2>&1; true`),
    ).toMatch(/denied/i);
    await engine.cleanUp(of);
    await engine.cleanUp(stranger);
    await engine.sites.discard({ run: site.run });
  });

  test('a user is given to another run when no process of the former is left, including hidden ones', async () => {
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
    aheadMs += 60_000;
    const first = await uidOf('hiding');
    await outputOf(attemptOf('hiding', 7), 'setsid sleep 600 >/dev/null 2>&1 & echo hidden');
    expect(await uidOf('hiding')).toBe(first);
    const others = [await uidOf('second'), await uidOf('third')];
    expect(new Set([first, ...others]).size).toBe(3);
    const refused = await engine.start(launchOf(attemptOf('fourth'), 'true'));
    expect(refused).toMatchObject({ type: 'refused', retryable: true });
    for (const attempt of await engine.existing(everyShard)) {
      if (parseAttemptId(attempt)?.run === 'hiding') await engine.cleanUp(attempt);
    }
    aheadMs += 60_000;
    // A process that is dead and not yet reaped does not count any more.
    const left = 'ps -u $(id -u) -o stat=,comm= 2>/dev/null | grep sleep | grep -vc ^Z; true';
    const said = await outputOf(attemptOf('fifth'), `id -u; ${left}`);
    expect(said.split('\n')).toEqual([String(first), '0']);
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
  });

  test('a start that stood still until its user was given to another run starts nothing, and may be repeated', async () => {
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
    aheadMs += 60_000;
    users.free();
    const others = secondExecutor();
    others.users.open(() => () => false);
    // Between the choice of the user and the creation of the attempt's folder.
    const meanwhile = (): boolean => {
      aheadMs += 60_000;
      others.users.free();
      for (let i = 0; i <= RANGE.last - RANGE.first; i++) others.users.of(asRunId(`taker-${i}`));
      return true;
    };
    const stood = attemptOf('stood-still');
    expect(await engine.start(launchOf(stood, 'sleep 600'), meanwhile)).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: 'UserTaken',
    });
    expect(await engine.existing(everyShard)).toEqual([]);
    aheadMs += 60_000;
    others.users.free();
    expect(await engine.start(launchOf(stood, 'true'))).toMatchObject({ type: 'started' });
    await engine.cleanUp(stood);
  });

  test('two installations on one host never use the same user, and leave nothing when they are removed', async () => {
    const [one, two] = ['one', 'two'].map((name) => {
      const own = new Spool(join(root, name));
      own.prepare();
      return new ProcessUsers({ folder: join(root, 'shared'), spool: own.root }, RANGE, { now });
    }) as [ProcessUsers, ProcessUsers];
    for (const each of [one, two]) each.open(() => () => true);
    const taken = [one.of(asRunId('run')), two.of(asRunId('run')), one.of(asRunId('run'))].map(({ uid }) => uid);
    expect(taken).toEqual([RANGE.first, RANGE.first + 1, RANGE.first]);
    await rm(join(root, 'one'), { recursive: true });
    aheadMs += 60_000;
    two.free();
    expect(two.of(asRunId('next')).uid).toBe(RANGE.first);
    expect(await stat(one.root)).toBeDefined();
    two.open(() => () => true);
    await expect(stat(one.root)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a process that forks and ends all the time is ended before its user is given to another run', async () => {
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
    aheadMs += 60_000;
    users.free();
    // It has neither the environment of the command nor its session, and every process of it lives for about a millisecond.
    const hopper = join(root, 'hopper.sh');
    await writeFile(hopper, 'trap "" TERM HUP\n[ -e "$1" ] || echo > "$1"\nsh "$0" "$1" &\n', { mode: 0o755 });
    // Until it has a session of its own, it ends with the command.
    const hop = `env -i setsid sh '${hopper}' "$HOME/hopped" >/dev/null 2>&1 &`;
    const said = await outputOf(
      attemptOf('hopping'),
      `${hop} while [ ! -e "$HOME/hopped" ]; do sleep 0.05; done; id -u`,
    );
    const uid = Number(said);
    await until('the hopper to hop', () => processesOf(uid).length > 0);
    for (const attempt of await engine.existing(everyShard)) await engine.cleanUp(attempt);
    aheadMs += 60_000;
    users.free();
    expect(users.of(asRunId('next')).uid).toBe(uid);
    const looks = Array.from({ length: 300 }, () => processesOf(uid));
    expect(looks.flat()).toEqual([]);
  });

  test('a user whose processes cannot be ended is given to no other run, also by the next executor, until they are gone', () => {
    const own = new Spool(join(root, 'stuck'));
    own.prepare();
    let isStuck = true;
    const stuck: (readonly number[])[] = [];
    const tools = { now, onStuck: (uids: readonly number[]) => stuck.push(uids), endAll: () => !isStuck };
    const make = (): ProcessUsers => {
      const made = new ProcessUsers({ folder: join(root, 'stuck-homes'), spool: own.root }, RANGE, tools);
      made.open(() => () => false);
      return made;
    };
    const first = make();
    const { uid } = first.of(asRunId('run'));
    aheadMs += 60_000;
    first.free();
    expect(stuck.at(-1)).toEqual([uid]);
    expect(first.of(asRunId('next')).uid).not.toBe(uid);
    const second = make();
    expect(stuck.at(-1)).toContain(uid);
    expect(second.of(asRunId('third')).uid).not.toBe(uid);
    isStuck = false;
    aheadMs += 60_000;
    second.free();
    expect(stuck.at(-1)).toEqual([]);
    expect(second.of(asRunId('fourth')).uid).toBe(uid);
  });

  test('records that are empty or broken are freed, and hide no other', async () => {
    const folder = join(root, 'broken-homes');
    const [one, two] = [0, 1].map(() => new ProcessUsers({ folder, spool: spool.root }, RANGE, { now })) as [
      ProcessUsers,
      ProcessUsers,
    ];
    one.open(() => () => true);
    for (const [uid, text] of [
      [RANGE.first, ''],
      [RANGE.first + 1, '{"spool":"/x","ru'],
      [RANGE.first, ''],
    ] as const)
      await writeFile(join(folder, '.users', String(uid)), text);
    await writeFile(join(folder, '.users', `${RANGE.first}.4711`), 'a part');
    await writeFile(join(one.root, '.spool'), '');
    expect(one.of(asRunId('run')).uid).toBe(RANGE.last);
    aheadMs += 60_000;
    two.open(() => () => true);
    expect(await readdir(join(folder, '.users'))).toEqual([String(RANGE.last)]);
    expect(two.of(asRunId('run')).uid).toBe(RANGE.last);
    expect([two.of(asRunId('other')).uid, two.of(asRunId('third')).uid]).toEqual([RANGE.first, RANGE.first + 1]);
    expect(await readFile(join(one.root, '.spool'), 'utf8')).toBe(spool.root);
  });

  const withDisk = SmallDisk.isPossible() ? test : test.skip;
  withDisk('a full disk takes no user out of use', async () => {
    const folder = join(root, 'full-homes');
    const disk = SmallDisk.mount(folder, 1)!;
    try {
      const crowded = new ProcessUsers({ folder, spool: spool.root }, RANGE, { now });
      crowded.open(() => () => true);
      const release = disk.fill();
      for (let tries = 0; tries < 10; tries++) expect(() => crowded.of(asRunId(`run-${tries}`))).toThrow('ENOSPC');
      release();
      expect(await readdir(join(folder, '.users'))).toEqual([]);
      expect(crowded.of(asRunId('after')).uid).toBe(RANGE.first);
    } finally {
      disk.unmount();
    }
  });

  const withoutRights =
    isRoot && spawnSync('setpriv', ['--bounding-set', '-kill', 'true']).status === 0 ? test : test.skip;
  withoutRights('an executor without CAP_KILL ends the processes of its users, too', () => {
    const module = resolve('dist/apps/executor/src/engines/process/process-table.js');
    const program = `
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      const { killAllOf, signalGroup, startTimeOf } = await import(${JSON.stringify(module)});
      const user = { uid: ${RANGE.last}, gid: ${RANGE.last} };
      const start = () => spawn('sleep', ['600'], { ...user, cwd: '/', detached: true, stdio: 'ignore' });
      const [one, two] = [start(), start()];
      try { process.kill(one.pid, 'SIGTERM'); console.log('may kill'); } catch (error) { console.log(error.code); }
      signalGroup({ pid: one.pid, startTime: startTimeOf(one.pid), uid: user.uid }, 'SIGTERM');
      console.log((await once(one, 'exit'))[1]);
      const ended = once(two, 'exit');
      console.log(killAllOf(user), (await ended)[1]);`;
    const { stdout } = spawnSync(
      ...(['setpriv', ['--bounding-set', '-kill', process.execPath, '--input-type=module', '-e', program]] as const),
      { encoding: 'utf8', env: { CARILLON_TEST_MARK: mark, PATH: process.env['PATH'] } },
    );
    expect(stdout.trim().split('\n')).toEqual(['EPERM', 'SIGTERM', 'true SIGKILL']);
  });
});
