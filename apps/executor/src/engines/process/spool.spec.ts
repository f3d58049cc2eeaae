import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAttemptId } from '#common/domain/ids.js';
import { Spool, type StartFiles } from './spool.js';

const attempt = asAttemptId('process-1/0/main/0/1');
const filesOf = (startedBy: string): StartFiles => ({
  meta: { attempt, run: 'process-1', tenant: 't', job: 'j', startedBy, home: null },
  given: {},
  spec: { command: ['true'], cwd: '/', env: {}, maxOutputBytes: 1, mark: 'A=b' },
});

let root: string;
let spool: Spool;
const starter = async (): Promise<unknown> =>
  (JSON.parse(await readFile(join(spool.folder(attempt), 'meta.json'), 'utf8')) as { startedBy: string }).startedBy;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'carillon-spool-'));
  spool = new Spool(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('an attempt is started once, and a second start does not change it', async () => {
  const start = spool.create(attempt, filesOf('first'));
  expect(start).toEqual(spool.start(attempt));
  expect(spool.create(attempt, filesOf('second'))).toBeNull();
  expect(spool.start(attempt)).toEqual(start);
  expect(await starter()).toBe('first');
  expect(await readdir(root)).toHaveLength(1);
});

test('a process that stalled before it removed a start does not remove a later start', async () => {
  spool.create(attempt, filesOf('first'));
  const seen = spool.start(attempt);
  spool.remove(attempt, seen);
  expect(await readdir(root)).toEqual([]);
  spool.create(attempt, filesOf('second'));
  spool.remove(attempt, seen);
  expect(await starter()).toBe('second');
  expect(await readdir(root)).toHaveLength(1);
});

test('a process that stalled between the check and the removal does not remove a later start', async () => {
  spool.create(attempt, filesOf('first'));
  const seen = spool.start(attempt);
  spool.remove(attempt, seen);
  spool.create(attempt, filesOf('second'));
  const slow = new (class extends Spool {
    private looks = 0;
    override start(of: typeof attempt): ReturnType<Spool['start']> {
      return this.looks++ === 0 ? seen : super.start(of);
    }
  })(root);
  slow.remove(attempt, seen);
  expect(await starter()).toBe('second');
});

test('unfinished folders of dead processes are not listed as attempts, and are removed when they are old', async () => {
  const left = ['.new-a', 'process-1~0~main~0~1.x.removed'];
  for (const name of left) await mkdir(join(root, name));
  await writeFile(join(root, left[0]!, 'meta.json'), '{');
  expect(spool.attempts()).toEqual([]);
  spool.prepare();
  expect(await readdir(root)).toHaveLength(2);
  new Spool(root, () => Date.now() + 2 * 3_600_000).prepare();
  expect(await readdir(root)).toEqual([]);
});
